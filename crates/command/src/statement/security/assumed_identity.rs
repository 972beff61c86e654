//! `sp_setapprole`, `sp_unsetapprole` and SETUSER: a session assumes another identity until it
//! takes its own back
//! (`relational-databases/system-stored-procedures/sp-setapprole-transact-sql.md`,
//! `sp-unsetapprole-transact-sql.md`, `t-sql/statements/setuser-transact-sql.md`).
//!
//! The identity outlasts the batch, unlike an impersonation in a module. The session stays in its
//! database meanwhile (505), and starts from its own identity: not within EXECUTE AS.

use super::execute_as::as_user;
use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, procedure};
use crate::statement::event::EventSource;
use crate::statement::procedure_arguments::{CommandParameter, CommandProcedure, arguments, emit, emit_given};
use sluice_base::sync::Arc;
use sluice_catalog::security::{PrincipalKind, ids};
use sluice_functions::password;
use sluice_plan::unsupported;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::who::{ActingUser, LoginName, ReplacedIdentity, WayBack};
use sluice_syntax::ast::{Execute, ExprKind, SetUser};
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// A statement or call that changes the session's identity.
enum IdentityChange {
    /// `sp_setapprole`, with the registers of its arguments and the variable of the cookie.
    SetRole {
        role: Reg,
        password: Reg,
        encrypt: Option<Reg>,
        makes_cookie: Option<Reg>,
        cookie: Option<(Reg, DataType)>,
    },
    /// `sp_unsetapprole`, with the register of the cookie.
    UnsetRole(Reg),
    /// SETUSER.
    SetUser(Option<SetUser>),
}

/// `sp_setapprole`.
pub static SET_APPLICATION_ROLE: CommandProcedure = CommandProcedure {
    name: SET_ROLE,
    parameters: &[
        CommandParameter::required("@rolename", DataType::SYSNAME),
        CommandParameter::required("@password", DataType::SYSNAME),
        CommandParameter::optional("@encrypt", DataType::varchar(Length::Limited(10))),
        CommandParameter::optional("@fCreateCookie", DataType::Bit),
        CommandParameter::optional("@cookie", COOKIE).output(),
    ],
    compile: compile_set_role,
};

/// `sp_unsetapprole`.
pub static UNSET_APPLICATION_ROLE: CommandProcedure = CommandProcedure {
    name: "sp_unsetapprole",
    parameters: &[CommandParameter::required("@cookie", COOKIE)],
    compile: compile_unset_role,
};

/// Compiles a call of `sp_setapprole`. Fails with 179 if the cookie isn't a variable. The return
/// status is 0.
fn compile_set_role(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let given = arguments(&SET_APPLICATION_ROLE, &execute.arguments)?;
    let [Some(role), Some(password), encrypt, makes_cookie, cookie] = given else {
        unreachable!("role and password are required")
    };
    let parameters = SET_APPLICATION_ROLE.parameters;
    let cookie = cookie.map(|cookie| match &cookie.value.kind {
        ExprKind::Variable(variable) => to.variable(&variable.text),
        _ => Err(SqlError::output_of_constant()),
    });
    let change = IdentityChange::SetRole {
        cookie: cookie.transpose()?,
        role: emit(to, role, &parameters[0])?,
        password: emit(to, password, &parameters[1])?,
        encrypt: emit_given(to, encrypt, &parameters[2])?,
        makes_cookie: emit_given(to, makes_cookie, &parameters[3])?,
    };
    to.add(Box::new(change));
    to.set_status(execute)
}

/// Compiles a call of `sp_unsetapprole`. The return status is 0.
fn compile_unset_role(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [Some(cookie)] = arguments(&UNSET_APPLICATION_ROLE, &execute.arguments)? else {
        unreachable!("the cookie is required")
    };
    let cookie = emit(to, cookie, &UNSET_APPLICATION_ROLE.parameters[0])?;
    to.add(Box::new(IdentityChange::UnsetRole(cookie)));
    to.set_status(execute)
}

/// Compiles SETUSER.
pub(in crate::statement) fn compile_set_user(user: Option<&SetUser>, to: &mut dyn Compilation) {
    to.add(Box::new(IdentityChange::SetUser(user.cloned())));
}

impl Command for IdentityChange {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match self {
            IdentityChange::SetRole { .. } => rights.everybody(SET_ROLE_PAGE),
            IdentityChange::UnsetRole(_) => rights.everybody(UNSET_ROLE_PAGE),
            IdentityChange::SetUser(_) => rights.checked_by("assumed_identity::set_user"),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Security
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        env.frame.globals.row_count = 0;
        match self {
            IdentityChange::SetRole { role, password, encrypt, makes_cookie, cookie } => procedure(env, |env| {
                let text = |register: Reg| env.frame.get(register).as_str().unwrap_or_default().to_owned();
                let encrypt = encrypt.map(|register| env.frame.get(register).clone());
                check_call(env, &encrypt.unwrap_or(Value::Null))?;
                let (role, password) = (text(*role), text(*password));
                let makes = makes_cookie.is_some_and(|makes| *env.frame.get(makes) == Value::Bit(true));
                set_role(env, &role, &password, cookie.filter(|_| makes)).map(|()| 0)
            }),
            IdentityChange::UnsetRole(cookie) => procedure(env, |env| {
                let cookie = env.frame.get(*cookie).as_bytes().unwrap_or_default().to_vec();
                unset_role(env, &cookie).map(|()| 0)
            }),
            IdentityChange::SetUser(user) => Ok(set_user(env, user.as_ref())?),
        }
    }
}

/// Checks where and how `sp_setapprole` is called. Fails with 15422 in a module or dynamic
/// statement, with 15002 in a transaction, and with 2762 if the session has assumed an identity.
/// Fails with 15600 for another encryption than `none`, and with 40517 for that of ODBC.
fn check_call(env: &Env<'_, '_>, encrypt: &Value) -> Result<(), SqlError> {
    if env.frame.globals.nest_level > 0 {
        return Err(SqlError::application_role_below_ad_hoc_level());
    }
    if !env.is_autocommit() {
        return Err(SqlError::procedure_in_transaction(SET_ROLE));
    }
    let security = &env.state.security;
    if security.replaced.is_some() || !security.impersonations.is_empty() {
        return Err(SqlError::application_role_is_set());
    }
    match encrypt.as_str().map(str::to_lowercase).as_deref() {
        None | Some("none") => Ok(()),
        Some("odbc") => Err(unsupported("sp_setapprole @encrypt = 'odbc'")),
        Some(_) => Err(SqlError::invalid_procedure_option(SET_ROLE)),
    }
}

/// Makes the session an application role of its database, with the role's permissions alone. Fails
/// with 15431 without a name, and with 15161 for an unknown role or a wrong password, which take
/// equally long. A cookie variable gets 16 random bytes.
fn set_role(env: &mut Env<'_, '_>, role: &str, given: &str, cookie: Option<(Reg, DataType)>) -> Result<(), SqlError> {
    if role.is_empty() {
        return Err(SqlError::role_name_missing());
    }
    let database = Arc::clone(&env.state.database);
    let catalog = env.state.transaction.work.catalog(&database);
    let found = catalog.security().named(role);
    let hash = found.and_then(|found| match &found.kind {
        PrincipalKind::ApplicationRole { password, .. } => Some(Arc::clone(password)),
        _ => None,
    });
    let is_right = password::fits(given, hash.as_deref().unwrap_or_default());
    let found = found.filter(|_| is_right && hash.is_some());
    let found = found.ok_or_else(|| SqlError::cannot_set_application_role(role))?;
    let acting = ActingUser {
        database: database.id,
        id: found.id,
        sid: Arc::clone(&found.sid),
        name: Arc::clone(&found.name),
        is_application_role: true,
    };
    let bytes = match cookie {
        None => None,
        Some((register, data_type)) => {
            let random = env.context.host.random();
            let bytes = [random.next_u64().to_le_bytes(), random.next_u64().to_le_bytes()].as_flattened().to_vec();
            let own_type = DataType::VarBinary(Length::Limited(50));
            let value = convert(&Value::bytes(bytes.as_slice()), &own_type, &data_type)?;
            env.frame.set(register, value);
            Some(bytes)
        }
    };
    let login = env.state.security.who.login.clone();
    assume(env, WayBack::Cookie(bytes), login, acting);
    Ok(())
}

/// Gives the session back the identity that `sp_setapprole` replaced. Fails with 15592 without an
/// application role, within EXECUTE AS, and for another cookie than that of `sp_setapprole`.
fn unset_role(env: &mut Env<'_, '_>, cookie: &[u8]) -> Result<(), SqlError> {
    let security = &env.state.security;
    let is_right = |replaced: &ReplacedIdentity| match &replaced.way_back {
        WayBack::Cookie(Some(own)) => own == cookie,
        WayBack::Cookie(None) | WayBack::SetUser | WayBack::Never => false,
    };
    if !security.impersonations.is_empty() || !security.replaced.as_ref().is_some_and(is_right) {
        return Err(SqlError::cannot_unset_application_role());
    }
    resume(env);
    Ok(())
}

/// Runs SETUSER. Without a user, the session gets its own identity back, except after WITH NORESET.
/// Fails with 15157 for an unknown user, and if the session is neither a sysadmin nor the
/// database's owner. Fails with 15357 within EXECUTE AS or an application role.
fn set_user(env: &mut Env<'_, '_>, user: Option<&SetUser>) -> Result<(), SqlError> {
    let security = &env.state.security;
    if !security.impersonations.is_empty() {
        return Err(SqlError::context_of_other_statement("Execute As", "SetUser"));
    }
    match security.replaced.as_ref().map(|replaced| &replaced.way_back) {
        Some(WayBack::Cookie(_)) => return Err(SqlError::context_of_other_statement("sp_setapprole", "SetUser")),
        Some(WayBack::SetUser) => resume(env),
        Some(WayBack::Never) | None => {}
    }
    let Some(user) = user else { return Ok(()) };
    let refused = || SqlError::setuser_failed(&user.name);
    if !is_owner(env) {
        return Err(refused());
    }
    let (login, acting) = as_user(env, &user.name).map_err(|_| refused())?;
    let acting = acting.ok_or_else(refused)?;
    let way_back = if user.no_reset { WayBack::Never } else { WayBack::SetUser };
    assume(env, way_back, login, acting);
    Ok(())
}

/// Whether the session is a sysadmin or the owner of its database. Members of db_owner aren't.
fn is_owner(env: &Env<'_, '_>) -> bool {
    if !env.state.security.is_restricted {
        return true;
    }
    let (database, host) = (&env.state.database, env.context.host);
    let access = env.state.access(host, database, &env.state.transaction.work.catalog(database));
    access.user_id() == Some(ids::DBO)
}

fn assume(env: &mut Env<'_, '_>, way_back: WayBack, login: LoginName, acting: ActingUser) {
    let before = Arc::clone(&env.state.security.who);
    env.state.security.replaced = Some(ReplacedIdentity { before, way_back });
    env.state.become_other(env.context.host, login, Some(acting));
}

fn resume(env: &mut Env<'_, '_>) {
    if let Some(replaced) = env.state.security.replaced.take() {
        env.state.be(env.context.host, replaced.before);
    }
}

const SET_ROLE: &str = "sp_setapprole";
const SET_ROLE_PAGE: &str = "relational-databases/system-stored-procedures/sp-setapprole-transact-sql.md";
const COOKIE: DataType = DataType::VarBinary(Length::Limited(8000));
const UNSET_ROLE_PAGE: &str = "relational-databases/system-stored-procedures/sp-unsetapprole-transact-sql.md";
