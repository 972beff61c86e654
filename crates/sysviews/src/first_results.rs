//! `sys.dm_exec_describe_first_result_set(batch, parameters, browse)` and
//! `sys.dm_exec_describe_first_result_set_for_object(id, browse)`: the columns of the first result
//! set of a batch, procedure or trigger, without executing it. An error in the batch is returned as
//! a row.
//!
//! Columns and error types: `sys-dm-exec-describe-first-result-set-transact-sql` and
//! `sys-dm-exec-describe-first-result-set-for-object-transact-sql`.

use crate::view::{View, text, whole};
use sluice_base::ids::ObjectId;
use sluice_catalog::{Column, ModuleKind, ViewPermission};
use sluice_exec::batch::first_result_columns;
use sluice_session::{DescribedProgram, FirstResultOf, ViewContext, ViewRows};
use sluice_types::{DataType, Length, SqlError, Value};

const LONG_TEXT: DataType = DataType::NVarChar(Length::Max);

/// Defines `sys.dm_exec_describe_first_result_set`. The batch is compiled with the session's
/// permissions, not run. An error up to severity 16 becomes a row; a higher one fails the query.
pub(crate) fn of_batch() -> View {
    let parameters = &[LONG_TEXT, LONG_TEXT, DataType::Bit];
    View::function(
        "dm_exec_describe_first_result_set",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-describe-first-result-set-transact-sql.md",
        ),
        parameters,
        columns(),
        |context| {
            let [batch, parameters, browse] = context.arguments else { return Ok(whole(Vec::new())) };
            let [batch, parameters] = [batch, parameters].map(|text| text.as_str().unwrap_or_default());
            describe(context, DescribedProgram::Batch(batch, parameters), browse)
        },
    )
}

/// Defines `sys.dm_exec_describe_first_result_set_for_object`, for procedures and triggers. An
/// object that isn't there, or of another kind, gives a row with 11532 or 11531. Other errors are
/// treated as for a batch.
pub(crate) fn of_object() -> View {
    let parameters = &[DataType::Int, DataType::Bit];
    View::function(
        "dm_exec_describe_first_result_set_for_object",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-describe-first-result-set-for-object-transact-sql.md",
        ),
        parameters,
        columns(),
        |context| {
            let [id, browse] = context.arguments else { return Ok(whole(Vec::new())) };
            let wrong = |error: fn(String) -> SqlError| {
                let shown = id.as_i64().map_or_else(|| "(null)".to_owned(), |id| id.to_string());
                Ok(error_row(context, &error(shown)))
            };
            let Some(found) = id.as_i64().and_then(|id| i32::try_from(id).ok()).map(ObjectId) else {
                return wrong(SqlError::described_object_not_found);
            };
            match context.catalog.module_by_id(found) {
                Some(module) if matches!(module.kind, ModuleKind::Procedure | ModuleKind::Trigger) => {
                    describe(context, DescribedProgram::Module(module), browse)
                }
                None if !context.catalog.has_object(found) => wrong(SqlError::described_object_not_found),
                _ => wrong(SqlError::described_object_of_other_kind),
            }
        },
    )
}

fn columns() -> Vec<Column> {
    let of_column = first_result_columns().map(|(name, data_type)| Column::nullable(name, data_type));
    let of_error = [
        ("error_number", DataType::Int),
        ("error_severity", DataType::Int),
        ("error_state", DataType::Int),
        ("error_message", DataType::NVarChar(Length::Limited(4000))),
        ("error_type", DataType::Int),
        ("error_type_desc", DataType::NVarChar(Length::Limited(60))),
    ];
    of_column.chain(of_error.map(|(name, data_type)| Column::nullable(name, data_type))).collect()
}

fn describe(context: &ViewContext<'_>, program: DescribedProgram<'_>, browse: &Value) -> Result<ViewRows, SqlError> {
    let asked = FirstResultOf { program, browses: *browse == Value::Bit(true) };
    let mut rows = match context.first_result(&asked) {
        Ok(rows) => rows,
        // A fatal error, or one that ends the reading batch, is returned as an error.
        Err(error) if error.severity > SEVERITY_OF_USERS_MAX => return Err(error),
        Err(error) => return Ok(error_row(context, &error)),
    };
    rows.iter_mut().for_each(|row| row.extend(std::iter::repeat_n(Value::Null, OF_ERROR)));
    Ok(whole(rows))
}

/// Returns the row that describes an error.
fn error_row(context: &ViewContext<'_>, error: &SqlError) -> ViewRows {
    let mut row = vec![Value::Null; first_result_columns().count()];
    let (kind, name) = kind_of(error);
    row.extend([
        Value::Int(error.number),
        Value::Int(error.severity.into()),
        Value::Int(error.state.into()),
        text(&context.host.message_text(error)),
        Value::Int(kind),
        text(name),
    ]);
    whole(vec![row])
}

/// Returns the documented error type.
fn kind_of(error: &SqlError) -> (i32, &'static str) {
    match error.number {
        11509..=11512 => (3, "CONFLICTING_RESULTS"),
        11513 | 11514 => (4, "DYNAMIC_SQL"),
        UNDECLARED => (8, "UNDECLARED_PARAMETER"),
        11523 | 11524 => (9, "RECURSION"),
        11525 | 11526 => (10, "TEMPORARY_TABLE"),
        11527 | 11528 => (11, "UNSUPPORTED_STATEMENT"),
        OF_ANOTHER_KIND => (12, "OBJECT_ID_NOT_SUPPORTED"),
        NONE => (13, "OBJECT_ID_DOES_NOT_EXIST"),
        _ if error.severity == SEVERITY_OF_SYNTAX => (2, "SYNTAX"),
        _ => (1, "MISC"),
    }
}

/// The error for an undeclared variable.
const UNDECLARED: i32 = 137;
const OF_ANOTHER_KIND: i32 = 11531;
const NONE: i32 = 11532;
const SEVERITY_OF_SYNTAX: u8 = 15;
/// The highest severity of user errors; higher severities are system errors.
const SEVERITY_OF_USERS_MAX: u8 = 16;
const OF_ERROR: usize = 6;
