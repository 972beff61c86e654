//! `sp_getapplock` and `sp_releaseapplock`
//! (`relational-databases/system-stored-procedures/sp-getapplock-transact-sql.md` and
//! `sp-releaseapplock-transact-sql.md`).
//!
//! Wrong options, and a transaction's lock outside of one, are reported by a message of severity 10
//! and the status -999. A lock that isn't granted is reported by the status alone: -1 for a
//! time-out, -2 if cancelled, -3 for a deadlock. The transaction stays open in each case.

use super::Env;
use super::command::{Command, CommandError, Compilation, procedure};
use super::procedure_arguments::{CommandParameter, CommandProcedure, arguments, emit, emit_given};
use crate::statement::event::EventSource;
use sluice_query::code::Reg;
use sluice_session::application_locks::{self, ApplicationOwner};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Execute, ExecuteArgument};
use sluice_table::storage_error::lock_error;
use sluice_txn::{LockMode, Resource, StorageError};
use sluice_types::{DataType, Length, SqlError, Value, convert};
use std::time::Duration;

/// A compiled call. Each argument is in a register if it was given.
struct ApplicationLockCall {
    /// Whether the call is `sp_getapplock`; otherwise `sp_releaseapplock`.
    locks: bool,
    /// `@Resource`.
    resource: Reg,
    /// `@LockMode`.
    mode: Option<Reg>,
    /// `@LockOwner`.
    owner: Option<Reg>,
    /// `@LockTimeout`.
    timeout: Option<Reg>,
    /// `@DbPrincipal`.
    principal: Option<Reg>,
    /// Register and type of the variable that receives the status.
    status: Option<(Reg, DataType)>,
}

/// `sp_getapplock`.
pub static GET_LOCK: CommandProcedure = CommandProcedure {
    name: "sp_getapplock",
    parameters: &[RESOURCE, MODE, OWNER, CommandParameter::optional("@LockTimeout", DataType::Int), PRINCIPAL],
    compile: |execute, to| {
        let given = arguments(&GET_LOCK, &execute.arguments)?;
        compile(execute, true, given, to)
    },
};

/// `sp_releaseapplock`.
pub static RELEASE_LOCK: CommandProcedure = CommandProcedure {
    name: "sp_releaseapplock",
    parameters: &[RESOURCE, OWNER, PRINCIPAL],
    compile: |execute, to| {
        let [resource, owner, principal] = arguments(&RELEASE_LOCK, &execute.arguments)?;
        compile(execute, false, [resource, None, owner, None, principal], to)
    },
};

/// Compiles a call with the arguments of `sp_getapplock`.
fn compile(
    execute: &Execute,
    locks: bool,
    given: [Option<&ExecuteArgument>; 5],
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let Some(resource) = given[0] else { unreachable!("the resource is required") };
    let resource = emit(to, resource, &RESOURCE)?;
    let mut input = |place: usize| emit_given(to, given[place], &GET_LOCK.parameters[place]);
    let call = ApplicationLockCall {
        locks,
        resource,
        mode: input(1)?,
        owner: input(2)?,
        timeout: input(3)?,
        principal: input(4)?,
        status: execute.status.as_ref().map(|status| to.variable(&status.text)).transpose()?,
    };
    to.add(Box::new(call));
    Ok(())
}

impl Command for ApplicationLockCall {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.checked_by("application_lock::run")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        procedure(env, |env| application_lock(env, self))
    }

    fn has_end(&self) -> bool {
        false
    }
}

/// Runs a call and returns its status. The status variable is set after an error, too.
fn application_lock(env: &mut Env<'_, '_>, call: &ApplicationLockCall) -> Result<i32, SqlError> {
    env.frame.globals.row_count = 0;
    let result = run(env, call);
    let status = *result.as_ref().unwrap_or(&INVALID);
    if let Some((register, data_type)) = &call.status {
        let value = convert(&Value::Int(status), &DataType::Int, data_type)?;
        env.frame.set(*register, value);
    }
    result
}

fn run(env: &mut Env<'_, '_>, call: &ApplicationLockCall) -> Result<i32, SqlError> {
    let text = |register: Option<Reg>| register.map(|register| env.frame.get(register).as_str().map(str::to_owned));
    let name = env.frame.get(call.resource).as_str().map(str::to_owned);
    // 1224: the resource is NULL. 1230: the principal is NULL.
    let name = name.ok_or_else(|| SqlError::invalid_application_lock_resource(PROCEDURE))?;
    let principal = match text(call.principal) {
        None => "public".to_owned(),
        Some(principal) => principal.ok_or_else(|| SqlError::invalid_application_lock_principal(PROCEDURE))?,
    };
    let owner = match text(call.owner).flatten() {
        None => ApplicationOwner::Transaction,
        Some(owner) if owner.eq_ignore_ascii_case("Transaction") => ApplicationOwner::Transaction,
        Some(owner) if owner.eq_ignore_ascii_case("Session") => ApplicationOwner::Session,
        Some(owner) => {
            env.inform(SqlError::lock_option_not_recognized(owner, OWNER.name));
            return Ok(INVALID);
        }
    };
    let written = text(call.mode).flatten();
    let mode = written.as_deref().and_then(application_locks::mode_named);
    if call.locks && mode.is_none() {
        env.inform(SqlError::lock_option_not_recognized(written.unwrap_or_default(), MODE.name));
        return Ok(INVALID);
    }
    if owner == ApplicationOwner::Transaction && env.is_autocommit() {
        env.inform(SqlError::application_lock_without_transaction());
        return Ok(INVALID);
    }
    let database = &env.state.database;
    let access = env.state.access(env.context.host, database, &env.state.transaction.work.catalog(database));
    let id = application_locks::principal(&access, &principal)?;
    let resource = application_locks::resource(database.id, id, &name);
    if !call.locks {
        let released = env.state.transaction.application_locks.release(&env.state.transaction.locks, resource, owner);
        // 1223: the lock isn't held.
        return if released { Ok(0) } else { Err(SqlError::application_lock_not_held(principal, name)) };
    }
    let Some(mode) = mode else { return Ok(INVALID) };
    let limit = limit(env, call)?;
    let status = take(env, resource, mode, limit)?;
    if status >= 0 {
        env.state.transaction.application_locks.taken(&env.state.transaction.locks, resource, mode, owner);
        let shown = application_locks::shown(id, &name);
        env.state.database.storage.locks.name_application(resource, &shown);
    }
    Ok(status)
}

/// Returns the time to wait; `None` is without limit. Fails with 1227 for a negative time other
/// than -1.
fn limit(env: &Env<'_, '_>, call: &ApplicationLockCall) -> Result<Option<Duration>, SqlError> {
    match call.timeout.and_then(|register| env.frame.get(register).as_i64()) {
        None => Ok(env.state.transaction.locks.limit()),
        Some(-1) => Ok(None),
        Some(milliseconds) => {
            let milliseconds = u64::try_from(milliseconds);
            let limit = milliseconds.map_err(|_| SqlError::invalid_application_lock_timeout(PROCEDURE))?;
            Ok(Some(Duration::from_millis(limit)))
        }
    }
}

fn take(env: &Env<'_, '_>, resource: Resource, mode: LockMode, limit: Option<Duration>) -> Result<i32, SqlError> {
    env.state.transaction.locks.set_log_used(env.state.transaction.work.log_used());
    let at_once = env.state.transaction.locks.lock_within(resource, mode, Some(Duration::ZERO));
    let outcome = match at_once {
        Ok(_) => return Ok(0),
        Err(StorageError::LockTimeout) if limit != Some(Duration::ZERO) => {
            env.state.transaction.locks.lock_within(resource, mode, limit)
        }
        Err(error) => Err(error),
    };
    match outcome {
        Ok(_) => Ok(1),
        Err(StorageError::LockTimeout) => Ok(-1),
        Err(StorageError::Cancelled) => Ok(-2),
        Err(StorageError::Deadlock) => Ok(-3),
        Err(error) => Err(lock_error(&error)),
    }
}

/// The procedure name that messages about arguments show.
const PROCEDURE: &str = "xp_userlock";
/// The status of a call with invalid arguments.
const INVALID: i32 = -999;

const RESOURCE: CommandParameter = CommandParameter::required("@Resource", DataType::NVarChar(Length::Limited(255)));
const MODE: CommandParameter = CommandParameter::required("@LockMode", DataType::varchar(Length::Limited(32)));
const OWNER: CommandParameter = CommandParameter::optional("@LockOwner", DataType::varchar(Length::Limited(32)));
const PRINCIPAL: CommandParameter = CommandParameter::optional("@DbPrincipal", DataType::SYSNAME);
