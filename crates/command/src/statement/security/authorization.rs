//! ALTER AUTHORIZATION (`t-sql/statements/alter-authorization-transact-sql.md`).

use super::change::{Changing, now};
use super::principal::{current, may, not_found, not_possible};
use super::securable::find;
use crate::statement::Env;
use crate::statement::ddl::definition::{define, store};
use sluice_base::sync::Arc;
use sluice_catalog::security::{Principal, PrincipalId, Scope, Securable, codes, ids, is_fixed_role};
use sluice_catalog::{CatalogStore, Schema, SchemaId, Security};
use sluice_plan::unsupported;
use sluice_syntax::ast::AlterAuthorization;
use sluice_txn::{LockMode, MetadataKind};
use sluice_types::SqlError;

/// Changes the owner of a securable, inside the session's transaction or in a transaction of its
/// own. The owner of an object or type is its schema's, so no other one can be given. Fails with
/// 15109 for a system database, with 15110 if the new owner is a user of the database, and with 102
/// or 40517 for other classes.
pub(super) fn alter_authorization(env: &mut Env<'_, '_>, statement: &AlterAuthorization) -> Result<(), SqlError> {
    define(env, |env| alter(env, statement))
}

/// Makes the session's login the owner of a database it has just created. On failure, the database
/// stays with sa, like every new database. Does nothing for sa.
pub fn give_to_maker(env: &mut Env<'_, '_>, written: &str) -> Result<(), SqlError> {
    let maker = env.state.security.who.login.clone();
    if maker.id == ids::SA {
        return Ok(());
    }
    let host = env.context.host;
    let database = host.database(written).ok_or_else(|| host.not_open(written))?;
    define(env, |env| {
        let changing = Changing::begin_in(env, Arc::clone(&database), Scope::Database, LockMode::Exclusive)?;
        let next = owned_by(env, &changing, &maker.sid);
        changing.end(env, next)
    })
}

fn alter(env: &mut Env<'_, '_>, statement: &AlterAuthorization) -> Result<(), SqlError> {
    let changing = Changing::begin(env, Scope::Database)?;
    let found = find(env, &changing.catalog, &changing.database, &statement.securable)?;
    if !may(env, found.securable, codes::TAKE_OWNERSHIP) && !owns(env, &changing, found.securable) {
        return Err(not_found("find", found.noun, &found.name));
    }
    let owner = match (&statement.owner, found.securable) {
        (Some(owner), _) => &*owner.text,
        (None, Securable::Object(schema, _) | Securable::Type(schema, _)) => {
            return check_owner(&changing, schema, None);
        }
        // A database, schema or role is in no schema.
        (None, _) => return Err(SqlError::syntax_near("SCHEMA")),
    };
    env.permitted(|rights| match found.securable {
        Securable::Database => rights.assign_server_owner(owner),
        _ => rights.assign_owner(owner),
    })?;
    let catalog = Arc::clone(&changing.catalog);
    let principal = || {
        let known = changing.security.named(owner).filter(|known| known.id != ids::PUBLIC);
        known.cloned().ok_or_else(|| not_found("find", "principal", owner))
    };
    match found.securable {
        Securable::Schema(id) => {
            let schema = catalog.schemas().find(|schema| schema.id == id).cloned();
            let schema = schema.filter(|schema| !schema.is_built_in());
            let schema = schema.ok_or_else(|| not_possible("alter", "schema", &found.name))?;
            env.lock_object(changing.database.metadata(MetadataKind::Schema, id.0))?;
            let next = Schema { owner: principal()?.id, ..schema.clone() };
            // A change of owner removes the permissions granted on the schema.
            let permissions = changing.security.permissions().iter().copied();
            let kept = permissions.filter(|known| !(known.class == found.securable.class() && known.major == id.0));
            let security = changing.security.with_permissions(kept.collect());
            let names = catalog.without_schema(id).with_schema(next.clone());
            let database = Arc::clone(&changing.database);
            store(env, &database, names.clone(), |stored, enlisted| {
                stored.delete_schema(&mut enlisted.transaction, &schema)?;
                stored.insert_schema(&mut enlisted.transaction, &next)
            })?;
            Changing { catalog: Arc::new(names), ..changing }.end(env, security)
        }
        Securable::Principal(id) => {
            let role = changing.security.principal(id).filter(|known| known.is_role()).cloned();
            let role = role.filter(|_| !is_fixed_role(Scope::Database, id) && id != ids::PUBLIC);
            let role = role.ok_or_else(|| not_possible("alter", found.noun, &found.name))?;
            let owner = Some(principal()?.id);
            let role = Principal { owner, modified_ns: now(env), ..Principal::clone(&role) };
            let next = changing.security.with_principal(role);
            changing.end(env, next)
        }
        Securable::Database => {
            let next = database_owner(env, &changing, owner)?;
            changing.end(env, next)
        }
        Securable::Object(schema, _) | Securable::Type(schema, _) => {
            check_owner(&changing, schema, Some(principal()?.id))
        }
        _ => Err(unsupported("ALTER AUTHORIZATION of this class")),
    }
}

/// Accepts `owner` as the owner of an object or type in a schema: `None` for SCHEMA OWNER. Only the
/// schema's owner can be; another principal fails with 40517. No permission is dropped, because the
/// owner isn't new.
fn check_owner(changing: &Changing, schema: SchemaId, owner: Option<PrincipalId>) -> Result<(), SqlError> {
    let of_schema = changing.catalog.schemas().find(|known| known.id == schema).map(|known| known.owner);
    match owner.is_none() || owner == of_schema {
        true => Ok(()),
        false => Err(unsupported("ALTER AUTHORIZATION TO another principal than the owner of the schema")),
    }
}

/// Whether the session or one of its roles owns the securable.
fn owns(env: &Env<'_, '_>, changing: &Changing, securable: Securable) -> bool {
    let owner = match securable {
        Securable::Schema(id) | Securable::Object(id, _) | Securable::Type(id, _) => {
            changing.catalog.schemas().find(|schema| schema.id == id).map(|schema| schema.owner)
        }
        Securable::Principal(id) => changing.security.principal(id).and_then(|role| role.owner),
        _ => None,
    };
    let token = changing.security.token(current(env, Scope::Database));
    owner.is_some_and(|owner| token.contains(&owner))
}

/// Makes a login the database's owner. Fails with 15109 for a system database, and with 15110 if
/// the login is already a user there.
fn database_owner(env: &Env<'_, '_>, changing: &Changing, owner: &str) -> Result<Security, SqlError> {
    if changing.database.id.0 <= LAST_SYSTEM_DATABASE {
        return Err(SqlError::owner_of_system_database());
    }
    let unknown = || not_found("find", "principal", owner);
    let master = env.context.host.database("master").ok_or_else(unknown)?;
    let server = env.state.transaction.work.catalog(&master);
    let login = server.server().and_then(|server| server.named(owner)).filter(|known| known.login().is_some());
    let login = login.ok_or_else(unknown)?;
    if changing.security.with_sid(&login.sid).is_some_and(|known| known.id != ids::DBO) {
        return Err(SqlError::new_owner_is_user());
    }
    Ok(owned_by(env, changing, &login.sid))
}

/// Returns the principals with the login of `sid` as dbo.
fn owned_by(env: &Env<'_, '_>, changing: &Changing, sid: &Arc<[u8]>) -> Security {
    let Some(dbo) = changing.security.principal(ids::DBO) else { return Security::clone(&changing.security) };
    let dbo = Principal { sid: Arc::clone(sid), modified_ns: now(env), ..Principal::clone(dbo) };
    changing.security.with_principal(dbo)
}

const LAST_SYSTEM_DATABASE: u16 = 4;
