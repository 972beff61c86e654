//! EXECUTE AS and REVERT (`t-sql/statements/execute-as-transact-sql.md`, `revert-transact-sql.md`).

use super::principal::{current, may, not_found};
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::security::{PrincipalKind, Scope, Securable, codes, ids};
use sluice_catalog::{DdlScope, Module};
use sluice_plan::unsupported;
use sluice_query::code::Reg;
use sluice_session::host::Host;
use sluice_session::state::SessionState;
use sluice_session::who::{ActingUser, Impersonation, LoginName};
use sluice_syntax::ast::ModuleContext;
use sluice_types::{SqlError, Value};

/// The principal to impersonate.
pub enum Becoming {
    /// A user of the current database.
    User(String),
    /// A login.
    Login(String),
    /// The caller of the current module.
    Caller,
}

/// Runs EXECUTE AS. The impersonation lasts until REVERT or the end of the current module or batch.
/// Fails with 15159 if impersonations are nested too deeply. Also fails with 15517 or 15406 for an
/// unknown principal or without IMPERSONATE. A cookie variable gets 16 random bytes.
pub fn execute_as(
    env: &mut Env<'_, '_>,
    becoming: &Becoming,
    no_revert: bool,
    cookie: Option<Reg>,
) -> Result<(), SqlError> {
    if env.state.security.impersonations.len() >= NESTING_MAX {
        return Err(SqlError::impersonation_too_deep(NESTING_MAX));
    }
    let (login, user) = match becoming {
        Becoming::Caller => return as_caller(env, no_revert),
        Becoming::User(name) => as_user(env, name)?,
        Becoming::Login(name) => (as_login(env, name)?, None),
    };
    let bytes = cookie.map(|register| {
        let random = env.context.host.random();
        let bytes = [random.next_u64().to_le_bytes(), random.next_u64().to_le_bytes()].as_flattened().to_vec();
        env.frame.set(register, Value::bytes(bytes.as_slice()));
        bytes
    });
    push(env, no_revert, bytes);
    env.state.become_other(env.context.host, login, user);
    Ok(())
}

/// Runs REVERT. Fails with 15196 after NO REVERT, with 15199 in another database, and with 15591
/// without the right cookie. Does nothing without an impersonation at this level. The identity from
/// before the EXECUTE AS returns.
pub fn revert(env: &mut Env<'_, '_>, cookie: Option<Reg>) -> Result<(), SqlError> {
    let level = env.frame.globals.nest_level;
    let shown = cookie.map(|register| env.frame.get(register).as_bytes().unwrap_or_default().to_vec());
    let Some(last) = env.state.security.impersonations.last().filter(|last| last.level == level) else { return Ok(()) };
    if last.no_revert {
        return Err(SqlError::nothing_to_revert());
    }
    if last.cookie != shown {
        return Err(SqlError::revert_not_possible());
    }
    if last.database != env.state.database.id {
        return Err(SqlError::revert_in_other_database("Execute as"));
    }
    let Some(last) = env.state.security.impersonations.pop() else { return Ok(()) };
    env.state.be(env.context.host, last.before);
    Ok(())
}

/// Ends the impersonations after the first `count`, when the module that started them ends.
pub fn impersonation_over(state: &mut SessionState, host: &dyn Host, count: usize) {
    if let Some(first) = state.security.impersonations.get(count).map(|first| Arc::clone(&first.before)) {
        state.security.impersonations.truncate(count);
        state.be(host, first);
    }
}

/// Checks whether the session may create a module that runs in `context`
/// (`t-sql/statements/execute-as-clause-transact-sql.md`). Fails with 15151 for a user that doesn't
/// exist or that the session may not impersonate. The owner of a module is its schema's owner. SELF
/// works for dbo only; otherwise fails with 40517.
pub fn check_module_context(env: &Env<'_, '_>, context: &ModuleContext, schema: &str) -> Result<(), SqlError> {
    match context {
        ModuleContext::Caller => Ok(()),
        ModuleContext::Owner => {
            let catalog = env.state.transaction.work.catalog(&env.state.database);
            let owner = catalog.schema(schema).map_or(ids::DBO, |schema| schema.owner);
            let is_itself = current(env, Scope::Database) == owner;
            if is_itself || may(env, Securable::Principal(owner), codes::IMPERSONATE) {
                return Ok(());
            }
            let name = catalog.security().principal(owner).map(|owner| owner.name.to_string());
            Err(not_found("execute as", "user", &name.unwrap_or_default()))
        }
        ModuleContext::User(name) => {
            let refused = |_| not_found("execute as", "user", name);
            as_user(env, name).map(|_| ()).map_err(refused)
        }
        // The creator of a module isn't stored, so SELF works for dbo only.
        ModuleContext::Itself if current(env, Scope::Database) == ids::DBO => Ok(()),
        ModuleContext::Itself => Err(unsupported("WITH EXECUTE AS SELF of another user than dbo")),
    }
}

/// Checks whether the session may create a trigger ON ALL SERVER that runs in `context`, whose name
/// is that of a login. Fails with 15406 if not, and with 40517 for SELF or OWNER.
pub fn check_server_context(env: &Env<'_, '_>, context: &ModuleContext) -> Result<(), SqlError> {
    match context {
        ModuleContext::Caller => Ok(()),
        ModuleContext::User(name) => as_login(env, name).map(|_| ()),
        ModuleContext::Owner | ModuleContext::Itself => Err(unsupported("server trigger WITH EXECUTE AS SELF")),
    }
}

/// Starts the impersonation of a module WITH EXECUTE AS. It lasts until the module ends; REVERT in
/// the module doesn't end it. CALLER does nothing. OWNER is the owner of the module's schema; a
/// user that is gone becomes one without permissions. Permissions aren't checked: that was done at
/// creation.
pub fn enter_module(env: &mut Env<'_, '_>, context: &ModuleContext, module: &Module) {
    if module.ddl.as_ref().is_some_and(|ddl| ddl.scope == DdlScope::Server) {
        return enter_server_trigger(env, context);
    }
    let catalog = env.state.transaction.work.catalog(&env.state.database);
    let user = match context {
        ModuleContext::Caller => return,
        ModuleContext::Owner => catalog.schema(&module.schema).map_or(ids::DBO, |schema| schema.owner),
        ModuleContext::Itself => ids::DBO,
        // If the user was dropped, the module runs as a user without permissions.
        ModuleContext::User(name) => catalog.security().named(name).map_or(ids::NOBODY, |user| user.id),
    };
    let known = catalog.security().principal(user);
    let (name, sid) = known.map_or_else(Default::default, |user| (Arc::clone(&user.name), Arc::clone(&user.sid)));
    let login = login_with_sid(env, &sid);
    let login =
        login.unwrap_or_else(|| LoginName { id: ids::SERVER_PUBLIC, name: name_of_sid(&sid), sid: Arc::clone(&sid) });
    let (before, database) = (Arc::clone(&env.state.security.who), env.state.database.id);
    env.state.security.impersonations.push(Impersonation {
        before,
        level: MODULE,
        database,
        cookie: None,
        no_revert: true,
    });
    let acting = ActingUser { database, id: user, sid, name, is_application_role: false };
    env.state.become_other(env.context.host, login, Some(acting));
}

/// Starts the impersonation of the login of a trigger ON ALL SERVER. If the login was dropped, the
/// trigger runs as a login without permissions.
fn enter_server_trigger(env: &mut Env<'_, '_>, context: &ModuleContext) {
    let ModuleContext::User(name) = context else { return };
    let master = env.context.host.database(MASTER);
    let catalog = master.map(|master| env.state.transaction.work.catalog(&master));
    let known = catalog.as_ref().and_then(|catalog| catalog.server()?.named(name));
    let login = match known {
        Some(login) => LoginName { id: login.id, name: Arc::clone(&login.name), sid: Arc::clone(&login.sid) },
        None => LoginName { id: ids::SERVER_PUBLIC, name: Arc::from(&**name), sid: Arc::default() },
    };
    let (before, database) = (Arc::clone(&env.state.security.who), env.state.database.id);
    env.state.security.impersonations.push(Impersonation {
        before,
        level: MODULE,
        database,
        cookie: None,
        no_revert: true,
    });
    env.state.become_other(env.context.host, login, None);
}

fn push(env: &mut Env<'_, '_>, no_revert: bool, cookie: Option<Vec<u8>>) {
    let (before, level) = (Arc::clone(&env.state.security.who), env.frame.globals.nest_level);
    let database = env.state.database.id;
    env.state.security.impersonations.push(Impersonation { before, level, database, cookie, no_revert });
}

fn as_caller(env: &mut Env<'_, '_>, no_revert: bool) -> Result<(), SqlError> {
    let Some(entered) = env.state.security.impersonations.iter().rfind(|known| known.level == MODULE) else {
        return Ok(());
    };
    let caller = Arc::clone(&entered.before);
    push(env, no_revert, None);
    env.state.be(env.context.host, caller);
    Ok(())
}

/// Returns the login and user to impersonate. Fails with 15517 if the user doesn't exist or the
/// session lacks IMPERSONATE permission.
pub(super) fn as_user(env: &Env<'_, '_>, written: &str) -> Result<(LoginName, Option<ActingUser>), SqlError> {
    let refused = || SqlError::cannot_execute_as_user(written);
    let database = &env.state.database;
    let catalog = env.state.transaction.work.catalog(database);
    let user = catalog.security().named(written).ok_or_else(refused)?;
    let PrincipalKind::User { has_login, .. } = user.kind else { return Err(refused()) };
    if [ids::INFORMATION_SCHEMA, ids::SYS].contains(&user.id) {
        return Err(refused());
    }
    let is_own = env.state.security.who.is_user(database.id, user);
    if !is_own && !may(env, Securable::Principal(user.id), codes::IMPERSONATE) {
        return Err(refused());
    }
    let acting = ActingUser {
        database: database.id,
        id: user.id,
        sid: Arc::clone(&user.sid),
        name: Arc::clone(&user.name),
        is_application_role: false,
    };
    let login = match has_login || user.id == ids::DBO {
        true => login_with_sid(env, &user.sid),
        false => None,
    };
    // A user without login is identified by its sid alone.
    let login = login.unwrap_or_else(|| LoginName {
        id: ids::SERVER_PUBLIC,
        name: name_of_sid(&user.sid),
        sid: Arc::clone(&user.sid),
    });
    Ok((login, Some(acting)))
}

/// Returns the login to impersonate. Fails with 15406 if it doesn't exist or the session lacks
/// IMPERSONATE permission.
fn as_login(env: &Env<'_, '_>, written: &str) -> Result<LoginName, SqlError> {
    let refused = || SqlError::cannot_execute_as_login(written);
    let master = env.context.host.database(MASTER).ok_or_else(refused)?;
    let catalog = env.state.transaction.work.catalog(&master);
    let login = catalog.server().and_then(|server| server.named(written)).filter(|known| known.login().is_some());
    let login = login.ok_or_else(refused)?;
    let is_own = env.state.security.who.is_login(login);
    let may = |on, code| may(env, on, code);
    if !is_own
        && !may(Securable::ServerPrincipal(login.id), codes::IMPERSONATE)
        && !may(Securable::Server, codes::IMPERSONATE_ANY_LOGIN)
    {
        return Err(refused());
    }
    Ok(LoginName { id: login.id, name: Arc::clone(&login.name), sid: Arc::clone(&login.sid) })
}

fn login_with_sid(env: &Env<'_, '_>, sid: &[u8]) -> Option<LoginName> {
    let master = env.context.host.database(MASTER)?;
    let catalog = env.state.transaction.work.catalog(&master);
    let login = catalog.server()?.with_sid(sid)?;
    Some(LoginName { id: login.id, name: Arc::clone(&login.name), sid: Arc::clone(&login.sid) })
}

/// Returns the name that SUSER_SNAME gives a user without login: its sid in text form.
fn name_of_sid(sid: &[u8]) -> Arc<str> {
    let parts = sid.chunks(4).map(|part| {
        let mut bytes = [0; 4];
        bytes[..part.len()].copy_from_slice(part);
        format!("-{}", u32::from_le_bytes(bytes))
    });
    Arc::from(format!("S-1-9-3{}", parts.collect::<String>()))
}

/// The level of an impersonation by the current module.
const MODULE: u8 = u8::MAX;
const MASTER: &str = "master";
/// Maximum depth of nested impersonations.
const NESTING_MAX: usize = 32;
