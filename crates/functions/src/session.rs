//! What a function tells of the session and of who is connected. There are no logins yet: whoever opens the instance is its
//! administrator, `sa`, and `dbo` in every database.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::session_values::CONTEXT_INFO_BYTES;
use sluice_types::{DataType, Length, SqlError, Value};

/// SUSER_SNAME, CONTEXT_INFO and their kin.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "CONTEXT_INFO",
        doc: "CONTEXT_INFO(): the 128 bytes that SET CONTEXT_INFO has stored; NULL before it has.",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::VarBinary(Length::Limited(CONTEXT_INFO_BYTES as u16)),
        null_makes_null: false,
        body: |context, _, _| {
            let info = context.session_values().context_info();
            Ok(info.map_or(Value::Null, |bytes| Value::bytes(bytes.as_slice())))
        },
    },
    named("APP_NAME", "APP_NAME(): the name of the program that connected.", (0, 0), &[], |context, _, _| {
        Ok(context.client().program_name.as_deref().map_or(Value::Null, Value::text))
    }),
    named("HOST_NAME", "HOST_NAME(): the name of the client's machine.", (0, 0), &[], |context, _, _| {
        Ok(context.client().host_name.as_deref().map_or(Value::Null, Value::text))
    }),
    Function {
        result: |_| DataType::char(10),
        ..named("HOST_ID", "HOST_ID(): the id of the client's process.", (0, 0), &[], |context, _, _| {
            Ok(context.client().process_id.map_or(Value::Null, |id| Value::text(format!("{id:<10}"))))
        })
    },
    // A session begins in master, whatever it uses then.
    named(
        "ORIGINAL_DB_NAME",
        "ORIGINAL_DB_NAME(): the database that was named when the session began.",
        (0, 0),
        &[],
        |_, _, _| Ok(Value::text("")),
    ),
    Function {
        result: |_| DataType::SmallInt,
        ..named(
            "CURRENT_REQUEST_ID",
            "CURRENT_REQUEST_ID(): the number of the request that runs.",
            (0, 0),
            &[],
            |_, _, _| Ok(Value::SmallInt(0)),
        )
    },
    Function {
        result: |_| DataType::Int,
        ..named(
            "HAS_DBACCESS",
            "HAS_DBACCESS(database): whether the session may use it.",
            (1, 1),
            NAME,
            |context, _, values| {
                let access = context.has_access(values[0].as_str().unwrap_or_default().trim_end());
                Ok(access.map_or(Value::Null, |access| Value::Int(access.into())))
            },
        )
    },
    Function {
        result: |_| DataType::Int,
        ..named(
            "IS_MEMBER",
            "IS_MEMBER(role): whether the user has the role in the database.",
            (1, 1),
            NAME,
            |_, _, values| Ok(membership(&DATABASE_ROLES, "db_owner", &values[0])),
        )
    },
    Function {
        result: |_| DataType::Int,
        ..named(
            "IS_ROLEMEMBER",
            "IS_ROLEMEMBER(role [, user]): whether a user has the role in the database.",
            (1, 2),
            NAME,
            |_, _, values| match values.get(1) {
                Some(user) if !is_named(user, "dbo") => Ok(Value::Null),
                _ => Ok(membership(&DATABASE_ROLES, "db_owner", &values[0])),
            },
        )
    },
    Function {
        result: |_| DataType::Int,
        ..named(
            "IS_SRVROLEMEMBER",
            "IS_SRVROLEMEMBER(role [, login]): whether a login has the role in the server.",
            (1, 2),
            NAME,
            |_, _, values| match values.get(1) {
                Some(login) if !is_named(login, LOGIN) => Ok(Value::Null),
                _ => Ok(membership(&SERVER_ROLES, "sysadmin", &values[0])),
            },
        )
    },
    Function {
        result: |_| DataType::Int,
        ..named("SUSER_ID", "SUSER_ID([login]): the number of a login.", (0, 1), NAME, |_, _, values| {
            Ok(if is_none_or_named(values, LOGIN) { Value::Int(1) } else { Value::Null })
        })
    },
    named("ORIGINAL_LOGIN", "ORIGINAL_LOGIN(): the login that connected.", (0, 0), &[], login),
    named("SUSER_NAME", "SUSER_NAME([id]): the name of a login.", (0, 1), ID, login_of_id),
    named("SUSER_SNAME", "SUSER_SNAME([sid]): the name of a login.", (0, 1), SID, login_of_sid),
    named("USER_NAME", "USER_NAME([id]): the name of a user of the database.", (0, 1), ID, user_of_id),
    Function {
        result: |_| DataType::VarBinary(Length::Limited(85)),
        ..named("SUSER_SID", "SUSER_SID([login]): the id of a login.", (0, 1), NAME, sid_of_login)
    },
    Function {
        result: |_| DataType::Int,
        ..named("USER_ID", "USER_ID([name]): the id of a user of the database.", (0, 1), NAME, id_of_user)
    },
    Function {
        result: |_| DataType::Int,
        ..named("DATABASE_PRINCIPAL_ID", "DATABASE_PRINCIPAL_ID([name]): the same.", (0, 1), NAME, id_of_user)
    },
];

type Answer = fn(&dyn FunctionContext, &Signature, &[Value]) -> Result<Value, SqlError>;

const fn named(
    name: &'static str,
    doc: &'static str,
    arity: (usize, usize),
    arguments: &'static [Argument],
    body: Answer,
) -> Function {
    let result = |_: &[DataType]| DataType::SYSNAME;
    Function { name, doc, arity, deterministic: false, arguments, result, null_makes_null: true, body }
}

fn login(_: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    Ok(Value::text(LOGIN))
}

fn login_of_id(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(if values.first().is_none_or(|id| id.as_i64() == Some(1)) { Value::text(LOGIN) } else { Value::Null })
}

fn login_of_sid(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(if values.first().is_none_or(|sid| sid.as_bytes() == Some(&[1])) { Value::text(LOGIN) } else { Value::Null })
}

fn sid_of_login(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(if is_none_or_named(values, LOGIN) { Value::bytes([1].as_slice()) } else { Value::Null })
}

/// The users that every database has, by their ids.
fn user_of_id(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = values.first().map_or(Some(1), Value::as_i64);
    let known = USERS.iter().find(|(_, known)| id == Some(*known));
    Ok(known.map_or(Value::Null, |(name, _)| Value::text(*name)))
}

fn id_of_user(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let known = USERS.iter().find(|(name, _)| is_none_or_named(values, name) && (*name == "dbo" || !values.is_empty()));
    Ok(known.map_or(Value::Null, |(_, id)| Value::Int(*id as i32)))
}

fn is_none_or_named(values: &[Value], name: &str) -> bool {
    values.first().and_then(Value::as_str).is_none_or(|given| given.trim_end_matches(' ').eq_ignore_ascii_case(name))
}

fn is_named(value: &Value, name: &str) -> bool {
    value.as_str().is_some_and(|given| given.trim_end_matches(' ').eq_ignore_ascii_case(name))
}

/// 1 for the role that the one user has, and for that of everybody; 0 for the other fixed ones, NULL for what is no role.
fn membership(roles: &[&str], own: &str, role: &Value) -> Value {
    match role {
        role if is_named(role, own) || is_named(role, "public") => Value::Int(1),
        role if roles.iter().any(|known| is_named(role, known)) => Value::Int(0),
        _ => Value::Null,
    }
}

/// The fixed roles of a database but for the owner's.
const DATABASE_ROLES: [&str; 8] = [
    "db_accessadmin",
    "db_backupoperator",
    "db_datareader",
    "db_datawriter",
    "db_ddladmin",
    "db_denydatareader",
    "db_denydatawriter",
    "db_securityadmin",
];
/// Those of the server but for the administrator's.
const SERVER_ROLES: [&str; 7] =
    ["bulkadmin", "dbcreator", "diskadmin", "processadmin", "securityadmin", "serveradmin", "setupadmin"];
const LOGIN: &str = "sa";
const USERS: [(&str, i64); 5] = [("public", 0), ("dbo", 1), ("guest", 2), ("INFORMATION_SCHEMA", 3), ("sys", 4)];
const ID: &[Argument] = &[Argument::As(DataType::Int)];
const SID: &[Argument] = &[Argument::As(DataType::VarBinary(Length::Limited(85)))];
const NAME: &[Argument] = &[Argument::As(DataType::SYSNAME)];
