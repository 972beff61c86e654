//! CREATE, ALTER and DROP APPLICATION ROLE
//! (`t-sql/statements/create-application-role-transact-sql.md` and its sibling pages). Passwords
//! are stored as hashes only.

use super::change::{Changing, new_principal, new_sid, now};
use super::login::{PASSWORD_MAX, check_policy, text_of, word_of};
use super::principal::{current, exists, may, not_found, owns_nothing, require};
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::Security;
use sluice_catalog::security::{Principal, PrincipalKind, PrincipalSort, Scope, Securable, codes};
use sluice_functions::password;
use sluice_plan::unsupported;
use sluice_syntax::ast::NamedOption;
use sluice_types::SqlError;

/// The options of a statement.
#[derive(Default)]
struct Options<'o> {
    name: Option<&'o str>,
    password: Option<&'o str>,
    default_schema: Option<&'o str>,
}

/// Runs CREATE APPLICATION ROLE. The default schema need not exist. Fails with 15247 without ALTER
/// ANY APPLICATION ROLE, with 15023 for a name in use, with 102 without a password, with 15156 for
/// a password that is too long, and with 15116 or 15118 for a weak one.
pub(super) fn create(env: &mut Env<'_, '_>, written: &str, options: &[NamedOption]) -> Result<(), SqlError> {
    let options = Options::read("CREATE APPLICATION ROLE", options)?;
    let password = options.password.ok_or_else(|| SqlError::syntax_near(written))?;
    let changing = Changing::begin(env, Scope::Database)?;
    require(env, Securable::Database, codes::ALTER_ANY_APPLICATION_ROLE)?;
    if changing.security.named(written).is_some() {
        return Err(exists(Scope::Database, written));
    }
    let kind = PrincipalKind::ApplicationRole {
        password: hashed(env, written, password)?,
        default_schema: Arc::from(options.default_schema.unwrap_or("dbo")),
    };
    let sid = new_sid(env);
    let role = Principal { sid, ..new_principal(env, &changing.security, written, kind) };
    let next = changing.security.with_principal(role);
    changing.end(env, next)
}

/// Runs ALTER APPLICATION ROLE: name, password and default schema. Fails with 15151 for an unknown
/// role or without permission, and with 15023 for a name in use. An application role may change its
/// own default schema only. A password fails as in [`create`].
pub(super) fn alter(env: &mut Env<'_, '_>, written: &str, options: &[NamedOption]) -> Result<(), SqlError> {
    let options = Options::read("ALTER APPLICATION ROLE", options)?;
    let changing = Changing::begin(env, Scope::Database)?;
    let mut role = role_named(&changing.security, written, "alter")?;
    let only_schema = options.name.is_none() && options.password.is_none();
    let is_own = current(env, Scope::Database) == role.id && only_schema;
    if !is_own && !may(env, Securable::Principal(role.id), codes::ALTER) {
        return Err(not_found("alter", "application role", written));
    }
    let password = options.password.map(|password| hashed(env, written, password)).transpose()?;
    if let PrincipalKind::ApplicationRole { password: kept, default_schema } = &mut role.kind {
        if let Some(password) = password {
            *kept = password;
        }
        if let Some(schema) = options.default_schema {
            *default_schema = Arc::from(schema);
        }
    }
    if let Some(new) = options.name {
        if changing.security.named(new).is_some_and(|known| known.id != role.id) {
            return Err(exists(Scope::Database, new));
        }
        role.name = Arc::from(new);
    }
    role.modified_ns = now(env);
    let next = changing.security.with_principal(role);
    changing.end(env, next)
}

/// Runs DROP APPLICATION ROLE. Fails with 15151 for an unknown role or without permission, and with
/// the errors of [`owns_nothing`]. Sessions that have become the role keep no permission of it.
pub(super) fn drop(env: &mut Env<'_, '_>, if_exists: bool, written: &str) -> Result<(), SqlError> {
    let changing = Changing::begin(env, Scope::Database)?;
    if if_exists && changing.security.named(written).is_none() {
        return Ok(());
    }
    let role = role_named(&changing.security, written, "drop")?;
    if !may(env, Securable::Principal(role.id), codes::ALTER) {
        return Err(not_found("drop", "application role", written));
    }
    owns_nothing(&changing, role.id)?;
    let next = changing.security.without_principal(role.id);
    changing.end(env, next)
}

impl<'o> Options<'o> {
    /// Reads the options of `statement`. Fails with 40517 for others than the documented ones.
    fn read(statement: &str, options: &'o [NamedOption]) -> Result<Options<'o>, SqlError> {
        let mut read = Options::default();
        for option in options {
            match &option.name {
                name if name.is("password") && option.list.is_empty() => read.password = text_of(option),
                name if name.is("default_schema") => read.default_schema = word_of(option),
                name if name.is("name") && statement.starts_with("ALTER") => read.name = word_of(option),
                other => return Err(unsupported(&format!("{statement} WITH {}", other.text.to_uppercase()))),
            }
        }
        Ok(read)
    }
}

/// Returns the hash of a password that the policy accepts. Fails with 15116, 15118 or 15156.
fn hashed(env: &Env<'_, '_>, name: &str, password: &str) -> Result<Arc<[u8]>, SqlError> {
    check_policy(name, password)?;
    if password.chars().count() > PASSWORD_MAX {
        return Err(SqlError::password_too_long(PASSWORD_MAX));
    }
    Ok(Arc::from(password::hash(password, env.context.host.random())))
}

fn role_named(security: &Security, written: &str, verb: &str) -> Result<Principal, SqlError> {
    let found = security.named(written).filter(|known| known.sort() == PrincipalSort::ApplicationRole);
    found.map(|role| Principal::clone(role)).ok_or_else(|| not_found(verb, "application role", written))
}
