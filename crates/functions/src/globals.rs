//! Functions whose names begin with `@@`: settings of the session and the instance
//! (`t-sql/functions/configuration-functions-transact-sql.md`).
//!
//! Other functions with such names are not here, but in `sluice_plan`'s `Global`: functions that
//! change with each statement (@@ROWCOUNT, @@ERROR, @@TRANCOUNT), and @@SPID, @@VERSION,
//! @@SERVERNAME, @@LOCK_TIMEOUT and @@OPTIONS.

use crate::context::FunctionContext;
use crate::function::{Function, Signature};
use sluice_types::{DataType, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    global(
        "@@DATEFIRST",
        "@@DATEFIRST: the first day of the week, 1 for Monday to 7 for Sunday.",
        |_| DataType::TinyInt,
        |context, _, _| Ok(Value::TinyInt(context.session_values().date_first())),
    ),
    global(
        "@@LANGID",
        "@@LANGID: the id of the session's language.",
        |_| DataType::SmallInt,
        |context, _, _| Ok(Value::SmallInt(context.session_values().language().id)),
    ),
    global(
        "@@LANGUAGE",
        "@@LANGUAGE: the session's language.",
        |_| DataType::SYSNAME,
        |context, _, _| Ok(Value::text(context.session_values().language().name)),
    ),
    global(
        "@@MAX_CONNECTIONS",
        "@@MAX_CONNECTIONS: how many sessions there can be.",
        |_| DataType::Int,
        |_, _, _| Ok(Value::Int(CONNECTIONS_MAX)),
    ),
    global(
        "@@MAX_PRECISION",
        "@@MAX_PRECISION: the most digits of decimals.",
        |_| DataType::TinyInt,
        |_, _, _| Ok(Value::TinyInt(38)),
    ),
    global(
        "@@MICROSOFTVERSION",
        "@@MICROSOFTVERSION: the version as a number: major version, minor version and build.",
        |_| DataType::Int,
        |_, _, _| Ok(Value::Int(VERSION_NUMBER)),
    ),
    global(
        "@@REMSERVER",
        "@@REMSERVER: the server that a procedure was called from; none ever is.",
        |_| DataType::SYSNAME,
        |_, _, _| Ok(Value::Null),
    ),
    global(
        "@@SERVICENAME",
        "@@SERVICENAME: the name of the instance's service; that of a default instance.",
        |_| DataType::SYSNAME,
        |_, _, _| Ok(Value::text("MSSQLSERVER")),
    ),
    global(
        "@@TEXTSIZE",
        "@@TEXTSIZE: how many bytes of a long value SELECT sends.",
        |_| DataType::Int,
        |context, _, _| Ok(Value::Int(context.session_values().text_size())),
    ),
];

type Answer = fn(&dyn FunctionContext, &Signature, &[Value]) -> Result<Value, SqlError>;

const fn global(name: &'static str, doc: &'static str, result: fn(&[DataType]) -> DataType, body: Answer) -> Function {
    Function { name, doc, arity: (0, 0), deterministic: false, arguments: &[], result, null_makes_null: false, body }
}

/// The server's name.
pub const SERVER_NAME: &str = "sluice";
/// SQL Server's greatest number of sessions.
const CONNECTIONS_MAX: i32 = 32_767;
/// 16.0.1000: one byte of major version, one of minor version, two of build.
const VERSION_NUMBER: i32 = 0x1000_03e8;
