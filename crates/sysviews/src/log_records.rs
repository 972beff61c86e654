//! `sys.fn_dblog(start, end)`: the records of the active log (requirement L10), optionally between
//! two LSNs.
//!
//! SQL Server doesn't document this function; columns and operations have the names that SQL Server
//! shows. Columns without data are omitted. Inactive log records aren't shown, even if they are
//! still in the file. LSNs have the format of [`crate::lsn`]. An argument is an LSN in decimal, or
//! in hexadecimal after `0x`; anything else fails with 9005. Records appended during the read
//! aren't shown.

use crate::lsn::LsnText;
use crate::page_objects::PageObjects;
use crate::view::{View, text};
use sluice_access::describe;
use sluice_base::ids::{Lsn, TxnId};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::Database;
use sluice_table::storage_error::sql_error;
use sluice_txn::{Record, StorageError};
use sluice_types::calendar::{TICKS_PER_DAY, ticks_of_unix_ns};
use sluice_types::date_style::{self, Moment};
use sluice_types::{DataType, Length, SqlError, Value};
use sluice_wal::LogStream;

/// Defines `sys.fn_dblog`. NULL stands for the log's start or end. A record that can't be decoded
/// has a row LOP_UNKNOWN. Needs CONTROL of the database.
pub(crate) fn function() -> View {
    let columns = vec![
        Column::not_null("Current LSN", DataType::NVarChar(Length::Limited(23))),
        Column::not_null("Operation", DataType::NVarChar(Length::Limited(31))),
        Column::not_null("Context", DataType::NVarChar(Length::Limited(31))),
        Column::not_null("Transaction ID", DataType::NVarChar(Length::Limited(14))),
        Column::not_null("Log Record Length", DataType::SmallInt),
        Column::not_null("Previous LSN", DataType::NVarChar(Length::Limited(23))),
        Column::nullable("AllocUnitName", DataType::NVarChar(Length::Limited(387))),
        Column::nullable("Page ID", DataType::NVarChar(Length::Limited(14))),
        Column::nullable("Slot ID", DataType::Int),
        Column::nullable("Begin Time", DataType::NVarChar(Length::Limited(24))),
        Column::nullable("End Time", DataType::NVarChar(Length::Limited(24))),
    ];
    View::function(
        "fn_dblog",
        ViewPermission::Control("docs/decisions/2026-11-24-rights.md"),
        &[LSN, LSN],
        columns,
        rows,
    )
}

/// The iterator over the records.
struct LogRecords {
    stream: LogStream,
    lsns: LsnText,
    /// Page owners, if the statement uses the column of object names.
    objects: Option<PageObjects>,
    database: Arc<Database>,
    offset_s: i32,
    /// Whether the statement uses any column at all.
    is_wanted: bool,
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let database = Arc::clone(context.database);
    let storage = &database.storage;
    let lsns = LsnText::new(&storage.log);
    let argument = |value: &Value, otherwise: Lsn| match value.as_str() {
        // 9005: not an LSN of this log.
        Some(written) => lsns.read(written).ok_or_else(SqlError::invalid_log_range),
        None => Ok(otherwise),
    };
    let [start, end] = context.arguments else { return Ok(Box::new(std::iter::empty())) };
    let tail = storage.log.tail();
    let (start, end) = (argument(start, Lsn::NONE)?, argument(end, Lsn(u64::MAX))?);
    let stream = storage.log.stream(start, Lsn(end.0.saturating_add(1)).min(tail));
    let objects = context.wanted.get(ALLOC_UNIT_NAME).is_some_and(|wanted| *wanted);
    let objects = objects.then(|| PageObjects::read(storage, context.whole)).transpose();
    let objects = objects.map_err(|error| sql_error(&error, &database.name))?;
    let clock = context.host.clock();
    let offset_s = clock.local_offset_s(clock.utc_ns());
    let is_wanted = context.wanted.contains(&true);
    Ok(Box::new(LogRecords { stream, lsns, objects, database, offset_s, is_wanted }))
}

impl Iterator for LogRecords {
    type Item = Result<Vec<Value>, SqlError>;

    fn next(&mut self) -> Option<Self::Item> {
        let LogRecords { stream, lsns, objects, database, offset_s, is_wanted } = self;
        let found = match stream.next() {
            Ok(found) => found?,
            Err(error) => return Some(Err(sql_error(&StorageError::from(error), &database.name))),
        };
        if !*is_wanted {
            return Some(Ok(vec![Value::Null; COLUMNS]));
        }
        let length = Value::SmallInt(i16::try_from(found.body.len() + RECORD_HEADER).unwrap_or(i16::MAX));
        let Ok(record) = Record::decode(found.lsn, found.kind, found.body) else {
            return Some(Ok(unreadable(lsns.write(found.lsn), length)));
        };
        let described = describe(&record);
        let (operation, context, slot) = match (record.operation(), described) {
            (Some(operation), _) => (operation, "LCX_NULL", None),
            (None, Some(description)) => (description.operation, description.context, description.slot),
            (None, None) => (UNKNOWN, "LCX_NULL", None),
        };
        let time = |wanted: &str| match record.time_ns() {
            Some(ns) if operation == wanted => moment(ns, *offset_s),
            _ => Value::Null,
        };
        let name = objects.as_mut().and_then(|objects| objects.name(record.page, record.lsn));
        let page = (!record.page.is_none()).then(|| format!("{:04x}:{:08x}", record.page.file.0, record.page.page));
        Some(Ok(vec![
            text(&lsns.write(record.lsn)),
            text(operation),
            text(context),
            text(&transaction(record.txn)),
            length,
            text(&lsns.write(record.prev)),
            name.map_or(Value::Null, Value::text),
            page.map_or(Value::Null, Value::text),
            slot.map_or(Value::Null, |slot| Value::Int(slot.into())),
            time("LOP_BEGIN_XACT"),
            time("LOP_COMMIT_XACT"),
        ]))
    }
}

/// Returns the row of a record that can't be decoded. The cause is damage or a bug, which recovery
/// reports.
fn unreadable(lsn: String, length: Value) -> Vec<Value> {
    let mut row =
        vec![text(&lsn), text(UNKNOWN), text("LCX_NULL"), text(&transaction(TxnId::NONE)), length, text(NO_LSN)];
    row.resize(COLUMNS, Value::Null);
    row
}

fn transaction(id: TxnId) -> String {
    format!("{:04x}:{:08x}", id.0 >> 32, id.0 & 0xFFFF_FFFF)
}

/// Formats a local time as `yyyy/mm/dd hh:mm:ss:mmm`.
fn moment(utc_ns: i64, offset_s: i32) -> Value {
    let ticks = ticks_of_unix_ns(utc_ns + i64::from(offset_s) * 1_000_000_000);
    let day = i32::try_from(ticks.div_euclid(TICKS_PER_DAY)).ok();
    let moment = Moment { day, ticks: Some(ticks.rem_euclid(TICKS_PER_DAY)), scale: 3, is_legacy: true, offset: None };
    let written = date_style::write(moment, ODBC_WITH_MILLISECONDS);
    written.map_or(Value::Null, |written| Value::text(written.replace('-', "/").replace('.', ":")))
}

const LSN: DataType = DataType::NVarChar(Length::Limited(25));
const COLUMNS: usize = 11;
const ALLOC_UNIT_NAME: usize = 6;
const RECORD_HEADER: usize = 4;
const UNKNOWN: &str = "LOP_UNKNOWN";
const NO_LSN: &str = "00000000:00000000:0000";
/// CONVERT style 121: `yyyy-mm-dd hh:mi:ss.mmm`.
const ODBC_WITH_MILLISECONDS: i32 = 121;
