//! CREATE, ALTER and DROP LOGIN (`t-sql/statements/create-login-transact-sql.md`). Passwords are
//! stored as hashes only.

use super::change::{Changing, new_principal, new_sid, now};
use super::principal::{exists, may, not_found, not_possible, owns_nothing, require};
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::Security;
use sluice_catalog::security::{
    Granted, LoginFacts, Permission, Principal, PrincipalKind, Privileges, Scope, Securable, SecurableClass, codes, ids,
};
use sluice_functions::{language_named, password};
use sluice_plan::unsupported;
use sluice_syntax::ast::{Literal, NamedOption, OptionValue, PrincipalSource};
use sluice_table::ListedDatabase;
use sluice_types::SqlError;

/// The options of a statement.
#[derive(Default)]
struct Said<'o> {
    password: Option<&'o str>,
    hashed_password: Option<&'o [u8]>,
    must_change: bool,
    old_password: Option<&'o str>,
    sid: Option<Vec<u8>>,
    name: Option<&'o str>,
    default_database: Option<&'o str>,
    default_language: Option<&'o str>,
    checks_policy: Option<bool>,
    checks_expiration: Option<bool>,
}

/// Runs CREATE LOGIN: stores the login with a hash of its password, and grants CONNECT SQL. Fails
/// with 15025 for a name in use, with 15433 for a SID in use, with 15247 without ALTER ANY LOGIN,
/// with 15116, 15118 or 15156 for a password that is weak or too long, with 15010 or 15033 for an
/// unknown database or language, with 15099, 15122 or 15128 for options of the policy that exclude
/// each other, with 15021 for a bad SID or hash, and with 102 or 40517 for other options.
pub(super) fn create(
    env: &mut Env<'_, '_>,
    written: &str,
    source: Option<&PrincipalSource>,
    options: &[NamedOption],
) -> Result<(), SqlError> {
    if source.is_some() {
        return Err(unsupported("CREATE LOGIN FROM WINDOWS or an external provider"));
    }
    let said = read("CREATE LOGIN", options)?;
    let changing = Changing::begin(env, Scope::Server)?;
    require(env, Securable::Server, codes::ALTER_ANY_LOGIN)?;
    let security = Arc::clone(&changing.security);
    if security.named(written).is_some() {
        return Err(exists(Scope::Server, written));
    }
    let sid = said.sid.clone().map_or_else(|| new_sid(env), Arc::from);
    if security.with_sid(&sid).is_some() {
        // 15433: the sid is in use.
        return Err(SqlError::sid_in_use());
    }
    let mut facts = LoginFacts {
        password: Arc::from([]),
        is_disabled: false,
        default_database: Arc::from("master"),
        default_language: Arc::from("us_english"),
        checks_policy: true,
        checks_expiration: false,
        must_change: false,
    };
    apply(env, written, &mut facts, &said)?;
    let login = Principal { sid, ..new_principal(env, &security, written, PrincipalKind::Login(facts)) };
    let mut permissions = security.permissions().to_vec();
    permissions.push(Permission {
        class: SecurableClass::Server,
        major: 0,
        minor: 0,
        grantee: login.id,
        code: codes::CONNECT_SQL,
        grantor: ids::SA,
        granted: Granted::Grant,
    });
    let next = security.with_principal(login).with_permissions(permissions);
    changing.end(env, next)
}

/// Runs ALTER LOGIN WITH: name, password, defaults and policy. Fails with 15151 for an unknown
/// login, without permission, and for a wrong OLD_PASSWORD alike. A new SID fails with 40517. Other
/// errors are those of [`create`]; a hashed password with a policy fails with 33020.
pub(super) fn alter(env: &mut Env<'_, '_>, written: &str, options: &[NamedOption]) -> Result<(), SqlError> {
    let said = read("ALTER LOGIN", options)?;
    let changing = Changing::begin(env, Scope::Server)?;
    let mut login = login_named(&changing, written, "alter")?;
    may_alter(env, &changing, &login, &said)?;
    if let (Some(old), Some(facts)) = (said.old_password, login.login())
        && !password::fits(old, &facts.password)
    {
        // A wrong old password gives 15151, as for an unknown login, so that the error reveals
        // nothing.
        return Err(not_found("alter", "login", written));
    }
    if let Some(new) = said.name {
        if changing.security.named(new).is_some_and(|known| known.id != login.id) {
            return Err(exists(Scope::Server, new));
        }
        login.name = Arc::from(new);
    }
    if said.sid.is_some() {
        return Err(unsupported("ALTER LOGIN WITH SID"));
    }
    if let PrincipalKind::Login(facts) = &mut login.kind {
        apply(env, written, facts, &said)?;
        if said.hashed_password.is_some() && facts.checks_policy {
            // 33020: what the policy demands can't be seen in a hash.
            return Err(SqlError::hashed_password_with_policy());
        }
    }
    login.modified_ns = now(env);
    let next = changing.security.with_principal(login);
    changing.end(env, next)
}

/// Enables or disables a login. Running sessions of it stay. Fails with 15151 for an unknown login
/// or without ALTER ANY LOGIN.
pub(super) fn enable(env: &mut Env<'_, '_>, written: &str, enable: bool) -> Result<(), SqlError> {
    let changing = Changing::begin(env, Scope::Server)?;
    let mut login = login_named(&changing, written, "alter")?;
    may_alter(env, &changing, &login, &Said { name: Some(written), ..Said::default() })?;
    if let PrincipalKind::Login(facts) = &mut login.kind {
        facts.is_disabled = !enable;
    }
    login.modified_ns = now(env);
    let next = changing.security.with_principal(login);
    changing.end(env, next)
}

/// Runs DROP LOGIN. Fails with 15151 for an unknown login or without permission, with 15434 while
/// it has a session, with 15174 if it owns a database, and if it owns or has granted something.
/// Users of the login stay in their databases. Fails with 15150 for sa.
pub(super) fn drop(env: &mut Env<'_, '_>, written: &str) -> Result<(), SqlError> {
    let changing = Changing::begin(env, Scope::Server)?;
    let login = login_named(&changing, written, "drop")?;
    if login.id == ids::SA {
        return Err(not_possible("drop", "login", written));
    }
    may_alter(env, &changing, &login, &Said { name: Some(written), ..Said::default() })
        .map_err(|_| not_found("drop", "login", written))?;
    if env.context.host.sessions().iter().any(|session| session.who().original.id == login.id) {
        // 15434: the login has a session.
        return Err(SqlError::login_is_logged_in(&login.name));
    }
    let host = env.context.host;
    let owns = |listed: &ListedDatabase| {
        let database = host.database_by_id(listed.id);
        let facts = database.map(|database| Arc::new(database.facts(&env.state.transaction.work.catalog(&database))));
        let facts = facts.or_else(|| listed.last.clone());
        facts.is_some_and(|facts| facts.owner.as_deref() == Some(&*login.sid))
    };
    if host.listed().iter().any(owns) {
        // 15174: the login owns databases.
        return Err(SqlError::login_owns_databases(&login.name));
    }
    owns_nothing(&changing, login.id)?;
    let next = changing.security.without_principal(login.id);
    changing.end(env, next)
}

/// Returns the option's value if it is a word or name. `None` for a string, a number or no value.
pub(super) fn word_of(option: &NamedOption) -> Option<&str> {
    match &option.value {
        Some(OptionValue::Word(word)) => Some(&word.text),
        _ => None,
    }
}

fn read<'o>(statement: &str, options: &'o [NamedOption]) -> Result<Said<'o>, SqlError> {
    let mut said = Said::default();
    for option in options {
        let refused = || unsupported(&format!("{statement} WITH {}", option.name.text.to_uppercase()));
        let switch = || match word_of(option) {
            Some(word) if word.eq_ignore_ascii_case("on") => Ok(Some(true)),
            Some(word) if word.eq_ignore_ascii_case("off") => Ok(Some(false)),
            _ => Err(refused()),
        };
        let name = || word_of(option).map(Some).ok_or_else(refused);
        match &option.name {
            known if known.is("password") => read_password(&mut said, option)?,
            known if known.is("sid") => said.sid = Some(binary_of(option).ok_or_else(refused)?),
            known if known.is("name") => said.name = name()?,
            known if known.is("default_database") => said.default_database = name()?,
            known if known.is("default_language") => said.default_language = name()?,
            known if known.is("check_policy") => said.checks_policy = switch()?,
            known if known.is("check_expiration") => said.checks_expiration = switch()?,
            _ => return Err(refused()),
        }
    }
    Ok(said)
}

/// Reads PASSWORD with the words after it. Fails with 15021 for bytes that are no hash of a known
/// form, and with 102 for a string with HASHED or bytes without.
fn read_password<'o>(said: &mut Said<'o>, option: &'o NamedOption) -> Result<(), SqlError> {
    let mut is_hashed = false;
    for more in &option.list {
        match &more.name {
            known if known.is("old_password") => said.old_password = text_of(more),
            known if known.is("must_change") => said.must_change = true,
            known if known.is("hashed") => is_hashed = true,
            // UNLOCK has no effect: logins are never locked.
            _ => {}
        }
    }
    match &option.value {
        Some(OptionValue::Literal { value: Literal::Binary(hash), .. }) if is_hashed => {
            if password::kind(hash).is_none() {
                return Err(SqlError::invalid_parameter_value_given("PASSWORD"));
            }
            said.hashed_password = Some(hash);
        }
        _ if is_hashed => return Err(SqlError::syntax_near("HASHED")),
        _ => said.password = Some(text_of(option).ok_or_else(|| SqlError::syntax_near("PASSWORD"))?),
    }
    Ok(())
}

/// Returns the option's value if it is a string. `None` for other values.
pub(super) fn text_of(option: &NamedOption) -> Option<&str> {
    match &option.value {
        Some(OptionValue::Literal { value: Literal::String(text) | Literal::NationalString(text), .. }) => Some(text),
        _ => None,
    }
}

fn binary_of(option: &NamedOption) -> Option<Vec<u8>> {
    match &option.value {
        Some(OptionValue::Literal { value: Literal::Binary(bytes), .. }) if bytes.len() == SID_BYTES => {
            Some(bytes.to_vec())
        }
        _ => None,
    }
}

/// Applies the options to a login. Fails with 15116 or 15118 if the policy refuses the password,
/// 15156 if it is too long, 15010 for an unknown database, and 15033 for an unknown language.
///
/// CHECK_EXPIRATION is kept, but no password expires: SQL Server takes the age from the policy of
/// its machine, and this engine has none.
fn apply(env: &Env<'_, '_>, name: &str, facts: &mut LoginFacts, said: &Said<'_>) -> Result<(), SqlError> {
    apply_policy(facts, said)?;
    if let Some(hash) = said.hashed_password {
        facts.password = Arc::from(hash);
    }
    if let Some(password) = said.password {
        if facts.checks_policy {
            check_policy(name, password)?;
        }
        if password.chars().count() > PASSWORD_MAX {
            return Err(SqlError::password_too_long(PASSWORD_MAX));
        }
        facts.password = Arc::from(password::hash(password, env.context.host.random()));
    }
    if let Some(database) = said.default_database {
        if env.context.host.database_id(database).is_none() {
            return Err(SqlError::no_such_database(database));
        }
        facts.default_database = Arc::from(database);
    }
    if let Some(written) = said.default_language {
        let language = language_named(written).ok_or_else(|| SqlError::invalid_message_language(written))?;
        facts.default_language = Arc::from(language.name);
    }
    Ok(())
}

/// Applies CHECK_POLICY, CHECK_EXPIRATION and MUST_CHANGE. A new password without MUST_CHANGE ends
/// the duty to change it. Fails with 15122, 15099 and 15128 for options that exclude each other.
fn apply_policy(facts: &mut LoginFacts, said: &Said<'_>) -> Result<(), SqlError> {
    facts.checks_policy = said.checks_policy.unwrap_or(facts.checks_policy);
    // CHECK_POLICY = OFF also turns CHECK_EXPIRATION off.
    let expires = said.checks_expiration.unwrap_or(facts.checks_expiration && facts.checks_policy);
    if expires && !facts.checks_policy {
        return Err(SqlError::expiration_without_policy());
    }
    facts.checks_expiration = expires;
    if said.password.is_some() || said.hashed_password.is_some() {
        facts.must_change = said.must_change;
    }
    match facts.must_change && !expires {
        true if said.must_change => Err(SqlError::must_change_without_expiration()),
        true => Err(SqlError::policy_with_must_change()),
        false => Ok(()),
    }
}

/// Checks the password policy: at least eight characters (otherwise 15116) of three kinds
/// (otherwise 15118). The password may not contain a login name of three or more letters
/// (`relational-databases/security/password-policy.md`). Windows' policy, which the page refers to,
/// ignores shorter names.
pub(super) fn check_policy(name: &str, password: &str) -> Result<(), SqlError> {
    if password.chars().count() < 8 {
        return Err(SqlError::password_too_short());
    }
    let has = |is: fn(char) -> bool| usize::from(password.chars().any(is));
    let kinds = has(char::is_uppercase)
        + has(char::is_lowercase)
        + has(|letter| letter.is_ascii_digit())
        + has(|letter| !letter.is_alphanumeric());
    // Too many words contain a name as short as `sa`.
    let has_name = name.chars().count() >= 3 && password.to_lowercase().contains(&name.to_lowercase());
    if kinds < 3 || has_name {
        return Err(SqlError::password_not_complex());
    }
    Ok(())
}

fn login_named(changing: &Changing, written: &str, verb: &str) -> Result<Principal, SqlError> {
    let found = changing.security.named(written).filter(|known| known.login().is_some());
    found.map(|login| Principal::clone(login)).ok_or_else(|| not_found(verb, "login", written))
}

/// Whether the login has CONTROL SERVER, as sysadmin or by a grant to the login or one of its
/// roles.
fn controls_server(server: &Security, login: &Principal) -> bool {
    let token = server.token(login.id);
    let privileges = Privileges { database: server, user: &[], server, login: &token };
    login.id == ids::SA || privileges.may(Securable::Server, codes::CONTROL)
}

/// Checks the permission to alter a login (`t-sql/statements/alter-login-transact-sql.md`). A login
/// may change its own default database and language, and its own password if it gives the old one.
/// Other changes need ALTER ANY LOGIN, or CONTROL SERVER for a login that has CONTROL SERVER.
fn may_alter(env: &Env<'_, '_>, changing: &Changing, login: &Principal, said: &Said<'_>) -> Result<(), SqlError> {
    let is_own = said.name.is_none()
        && said.sid.is_none()
        && said.checks_policy.is_none()
        && said.checks_expiration.is_none()
        && said.hashed_password.is_none()
        && !said.must_change
        && (said.password.is_none() || said.old_password.is_some());
    if env.state.security.who.is_login(login) && is_own {
        return Ok(());
    }
    let allowed = match controls_server(&changing.security, login) {
        true => may(env, Securable::Server, codes::CONTROL),
        false => may(env, Securable::ServerPrincipal(login.id), codes::ALTER),
    };
    if allowed { Ok(()) } else { Err(not_found("alter", "login", &login.name)) }
}

const SID_BYTES: usize = 16;
/// The most characters of a password.
pub(super) const PASSWORD_MAX: usize = 128;
