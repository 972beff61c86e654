//! Functions about the session and its client.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::session_values::CONTEXT_INFO_BYTES;
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "CONTEXT_INFO",
        doc: "CONTEXT_INFO(): the 128 bytes stored by SET CONTEXT_INFO; NULL before.",
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
    // Sessions begin in master.
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
            "CURRENT_REQUEST_ID(): the number of the current request.",
            (0, 0),
            &[],
            |context, _, _| Ok(Value::SmallInt(context.request_id() as i16)),
        )
    },
    Function {
        result: |_| DataType::BigInt,
        ..named(
            "CURRENT_TRANSACTION_ID",
            "CURRENT_TRANSACTION_ID(): the number of the current transaction.",
            (0, 0),
            &[],
            |context, _, _| Ok(Value::BigInt(context.transaction_number())),
        )
    },
    Function {
        result: |_| DataType::VarBinary(Length::Limited(RECEIPT_BYTES)),
        ..named(
            "COMMIT_RECEIPT",
            "COMMIT_RECEIPT(): the receipt of the session's last commit that changed a database.",
            (0, 0),
            &[],
            |context, _, _| Ok(context.commit_receipt().map_or(Value::Null, Value::bytes)),
        )
    },
    Function {
        result: |_| DataType::NVarChar(Length::Limited(60)),
        ..named(
            "COMMIT_STATE",
            "COMMIT_STATE(receipt): what became of the commit, as the current database knows it.",
            (1, 1),
            RECEIPT,
            |context, _, values| {
                let state = values[0].as_bytes().and_then(|bytes| context.commit_state(bytes));
                Ok(state.map_or(Value::Null, Value::text))
            },
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
        result: |_| DataType::SmallInt,
        ..named(
            "CURSOR_STATUS",
            "CURSOR_STATUS(source, name): whether the local or global cursor, or the variable's, is open and has rows.",
            (2, 2),
            SOURCE_AND_NAME,
            |context, _, values| {
                let [source, name] = [0, 1].map(|place| values[place].as_str().unwrap_or_default().trim_end());
                Ok(Value::SmallInt(context.cursor_status(source, name)))
            },
        )
    },
];

pub(crate) type Answer = fn(&dyn FunctionContext, &Signature, &[Value]) -> Result<Value, SqlError>;

/// Returns a function of the session that isn't deterministic. The result's type is sysname, which
/// the caller may replace. A NULL argument makes the result NULL, without a call of `body`.
pub(crate) const fn named(
    name: &'static str,
    doc: &'static str,
    arity: (usize, usize),
    arguments: &'static [Argument],
    body: Answer,
) -> Function {
    let result = |_: &[DataType]| DataType::SYSNAME;
    Function { name, doc, arity, deterministic: false, arguments, result, null_makes_null: true, body }
}

const SOURCE_AND_NAME: &[Argument] =
    &[Argument::As(DataType::NVarChar(Length::Limited(30))), Argument::As(DataType::SYSNAME)];
const RECEIPT_BYTES: u16 = 20;
const RECEIPT: &[Argument] = &[Argument::As(DataType::VarBinary(Length::Limited(8000)))];
const NAME: &[Argument] = &[Argument::As(DataType::SYSNAME)];
