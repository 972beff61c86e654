//! LOGINPROPERTY: settings of a login (`loginproperty-transact-sql.md`).
//!
//! Failed log-ins aren't counted and passwords don't expire, so most properties of the password
//! policy have the values of a login without a policy.

use crate::context::FunctionContext;
use crate::facts::LoginSettings;
use crate::function::{Argument, Function, Signature};
use crate::password::{self, HashKind};
use sluice_types::{DataType, Length, SqlError, Value, variant};

pub(crate) const FUNCTIONS: &[Function] = &[Function {
    name: "LOGINPROPERTY",
    doc: "LOGINPROPERTY(login, property): a setting of a login; NULL for an unknown one.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::SYSNAME)],
    result: |_| DataType::SqlVariant,
    null_makes_null: true,
    body: login_property,
}];

fn login_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches(' ').to_owned();
    let Some(login) = context.login_settings(&text(&values[0])) else { return Ok(Value::Null) };
    let LoginSettings { default_database, default_language, must_change, password_hash } = login;
    let (value, data_type) = match text(&values[1]).to_ascii_lowercase().as_str() {
        "badpasswordcount" | "historylength" | "isexpired" | "islocked" => (Value::Int(0), DataType::Int),
        "ismustchange" => (Value::Int(must_change.into()), DataType::Int),
        "defaultdatabase" => (Value::text(default_database), DataType::SYSNAME),
        "defaultlanguage" => (Value::text(default_language), DataType::SYSNAME),
        "passwordhash" => match password_hash {
            Some(hash) => (Value::bytes(hash), DataType::VarBinary(Length::Limited(256))),
            None => return Ok(Value::Null),
        },
        // The numbers are those of SQL Server's algorithms; Argon2id has none.
        "passwordhashalgorithm" => match password_hash.as_deref().and_then(password::kind) {
            Some(HashKind::Sha1) => (Value::Int(1), DataType::Int),
            Some(HashKind::Sha512) => (Value::Int(2), DataType::Int),
            _ => return Ok(Value::Null),
        },
        // BadPasswordTime and LockoutTime never happened. DaysUntilExpiration is NULL without a
        // policy. PasswordLastSetTime isn't kept.
        _ => return Ok(Value::Null),
    };
    Ok(variant::from_value(&value, data_type))
}
