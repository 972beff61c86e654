//! Logins, users, roles and permissions: SUSER_SNAME, USER_NAME, IS_MEMBER and related functions.

use crate::context::FunctionContext;
use crate::facts::{AskedPrincipal, PrincipalFacts};
use crate::function::{Argument, Function, Signature};
use crate::password;
use crate::session::named;
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    of_int(named(
        "IS_MEMBER",
        "IS_MEMBER(role): whether the user has the role in the database.",
        (1, 1),
        NAME,
        |context, _, values| Ok(flag(context.is_member(text(values, 0).unwrap_or_default(), None))),
    )),
    of_int(named(
        "IS_ROLEMEMBER",
        "IS_ROLEMEMBER(role [, user]): whether a user has the role in the database.",
        (1, 2),
        NAME,
        |context, _, values| Ok(flag(context.is_member(text(values, 0).unwrap_or_default(), text(values, 1)))),
    )),
    of_int(named(
        "IS_SRVROLEMEMBER",
        "IS_SRVROLEMEMBER(role [, login]): whether a login has the role in the server.",
        (1, 2),
        NAME,
        |context, _, values| Ok(flag(context.is_server_member(text(values, 0).unwrap_or_default(), text(values, 1)))),
    )),
    of_int(Function {
        null_makes_null: false,
        ..named(
            "HAS_PERMS_BY_NAME",
            "HAS_PERMS_BY_NAME(securable, class, permission [, sub-securable [, its class]]): whether the session has a permission.",
            (3, 5),
            NAMES,
            has_permission,
        )
    }),
    of_int(Function {
        null_makes_null: false,
        ..named(
            "PERMISSIONS",
            "PERMISSIONS([object [, column]]): a bit for each permission that the session has, and a higher one if it can grant it.",
            (0, 2),
            OBJECT_AND_COLUMN,
            permissions,
        )
    }),
    of_int(named("SUSER_ID", "SUSER_ID([login]): the number of a login.", (0, 1), NAME, |context, _, values| {
        Ok(of_login(context, text(values, 0).map(AskedPrincipal::Name), |login| Value::Int(login.id)))
    })),
    named("ORIGINAL_LOGIN", "ORIGINAL_LOGIN(): the login that connected.", (0, 0), &[], |context, _, _| {
        Ok(Value::text(context.original_login()))
    }),
    named("SUSER_NAME", "SUSER_NAME([id]): the name of a login.", (0, 1), ID, |context, _, values| {
        Ok(of_login(context, id(values).map(AskedPrincipal::Id), |login| Value::text(login.name)))
    }),
    named("SUSER_SNAME", "SUSER_SNAME([sid]): the name of a login.", (0, 1), SID, |context, _, values| {
        let sid = values.first().and_then(Value::as_bytes);
        Ok(of_login(context, sid.map(AskedPrincipal::Sid), |login| Value::text(login.name)))
    }),
    named("USER_NAME", "USER_NAME([id]): the name of a user of the database.", (0, 1), ID, |context, _, values| {
        Ok(of_user(context, id(values).map(AskedPrincipal::Id), |user| Value::text(user.name)))
    }),
    Function {
        result: |_| DataType::VarBinary(Length::Limited(85)),
        ..named("SUSER_SID", "SUSER_SID([login]): the id of a login.", (0, 1), NAME, |context, _, values| {
            let bytes = |login: PrincipalFacts| Value::bytes(login.sid.as_slice());
            Ok(of_login(context, text(values, 0).map(AskedPrincipal::Name), bytes))
        })
    },
    of_int(named("USER_ID", "USER_ID([name]): the id of a user of the database.", (0, 1), NAME, user_id)),
    of_int(named(
        "DATABASE_PRINCIPAL_ID",
        "DATABASE_PRINCIPAL_ID([name]): the id of a principal of the database.",
        (0, 1),
        NAME,
        user_id,
    )),
    Function {
        result: |_| DataType::VarBinary(Length::Limited(128)),
        ..named("PWDENCRYPT", "PWDENCRYPT(password): its hash.", (1, 1), NAME, |context, _, values| {
            let hash = password::hash(values[0].as_str().unwrap_or_default(), context.random());
            Ok(Value::bytes(hash.as_slice()))
        })
    },
    of_int(named(
        "PWDCOMPARE",
        "PWDCOMPARE(password, hash [, version]): whether the hash matches the password.",
        (2, 3),
        PASSWORD,
        |_, _, values| {
            let fits = password::fits(values[0].as_str().unwrap_or_default(), values[1].as_bytes().unwrap_or_default());
            Ok(Value::Int(fits.into()))
        },
    )),
];

const fn of_int(function: Function) -> Function {
    Function { result: |_| DataType::Int, ..function }
}

fn has_permission(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let Some(permission) = text(values, 2) else { return Ok(Value::Null) };
    let (securable, class) = (text(values, 0), text(values, 1));
    Ok(flag(context.has_permission((securable, class), permission, (text(values, 3), text(values, 4)))))
}

/// PERMISSIONS (`permissions-transact-sql.md`). NULL if an argument is NULL or unknown.
fn permissions(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values.iter().any(Value::is_null) {
        return Ok(Value::Null);
    }
    Ok(context.permission_bits(id(values), text(values, 1)).map_or(Value::Null, Value::Int))
}

fn user_id(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    Ok(of_user(context, text(values, 0).map(AskedPrincipal::Name), |user| Value::Int(user.id)))
}

fn of_login(
    context: &dyn FunctionContext,
    asked: Option<AskedPrincipal<'_>>,
    value_of: impl Fn(PrincipalFacts) -> Value,
) -> Value {
    context.login(asked).map_or(Value::Null, value_of)
}

fn of_user(
    context: &dyn FunctionContext,
    asked: Option<AskedPrincipal<'_>>,
    value_of: impl Fn(PrincipalFacts) -> Value,
) -> Value {
    context.user(asked).map_or(Value::Null, value_of)
}

/// Returns a name without its trailing blanks, which don't count.
fn text(values: &[Value], place: usize) -> Option<&str> {
    values.get(place).and_then(Value::as_str).map(|text| text.trim_end_matches(' '))
}

fn id(values: &[Value]) -> Option<i32> {
    values.first().and_then(Value::as_i64).and_then(|id| i32::try_from(id).ok())
}

fn flag(answer: Option<bool>) -> Value {
    answer.map_or(Value::Null, |answer| Value::Int(answer.into()))
}

const ID: &[Argument] = &[Argument::As(DataType::Int)];
const SID: &[Argument] = &[Argument::As(DataType::VarBinary(Length::Limited(85)))];
const NAME: &[Argument] = &[Argument::As(DataType::SYSNAME)];
const NAMES: &[Argument] = &[
    Argument::As(DataType::NVarChar(Length::Limited(776))),
    Argument::As(DataType::SYSNAME),
    Argument::As(DataType::SYSNAME),
    Argument::As(DataType::SYSNAME),
    Argument::As(DataType::SYSNAME),
];
const OBJECT_AND_COLUMN: &[Argument] = &[Argument::As(DataType::Int), Argument::As(DataType::SYSNAME)];
const PASSWORD: &[Argument] = &[
    Argument::As(DataType::SYSNAME),
    Argument::As(DataType::VarBinary(Length::Limited(128))),
    Argument::As(DataType::Int),
];
