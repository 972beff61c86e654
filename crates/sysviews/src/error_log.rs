//! `sys.error_log_lines(number)`: an error log, for `sp_readerrorlog`; 0 is the current one.
//!
//! The page of that procedure names the columns' contents. The function itself is Sluice's own.

use crate::exec_sessions::time;
use crate::view::{View, text, whole};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.error_log_lines`, a row for each line. NULL stands for 0, and a log that doesn't
/// exist has no rows. Needs VIEW SERVER STATE.
pub(crate) fn function() -> View {
    let columns = vec![
        Column::not_null("line", DataType::Int),
        Column::not_null("LogDate", DataType::DateTime),
        Column::not_null("ProcessInfo", DataType::NVarChar(Length::Limited(50))),
        Column::not_null("Text", DataType::NVarChar(Length::Limited(4000))),
    ];
    View::function(
        "error_log_lines",
        ViewPermission::ServerState("relational-databases/system-stored-procedures/sp-readerrorlog-transact-sql.md"),
        &[DataType::Int],
        columns,
        |context| {
            let log = context.host.error_log();
            let lines = match context.arguments[0].as_i64() {
                None | Some(0) => Some(log.lines()),
                Some(number) => usize::try_from(number).ok().and_then(|number| log.earlier_lines(number)),
            };
            let rows = (1..).zip(lines.unwrap_or_default()).map(|(number, line)| {
                vec![Value::Int(number), time(context, line.utc_ns), text(&line.source.to_string()), text(&line.text)]
            });
            Ok(whole(rows.collect()))
        },
    )
}
