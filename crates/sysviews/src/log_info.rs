//! `sys.dm_db_log_info(database)` (virtual log files), `sys.dm_db_log_stats(database)` (the log as
//! a whole) and `sys.dm_db_log_space_usage` (space used by the current database's log).
//!
//! Columns: `relational-databases/system-dynamic-management-views/sys-dm-db-log-info-transact-sql`,
//! `sys-dm-db-log-stats-transact-sql` and `sys-dm-db-log-space-usage-transact-sql`, except columns
//! without data: creation times of virtual log files and log backup times aren't kept. NULL and
//! DEFAULT denote the current database. A database that doesn't exist yields no row.

use crate::lsn::LsnText;
use crate::view::{View, number, text, whole};
use sluice_base::ids::{DatabaseId, Lsn};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::Database;
use sluice_txn::RecoveryModel;
use sluice_types::{DataType, Length, SqlError, Value};
use sluice_wal::VlfInfo;

/// Defines `sys.dm_db_log_info`. Needs VIEW DATABASE STATE.
pub(crate) fn of_files() -> View {
    let columns = vec![
        Column::not_null("database_id", DataType::Int),
        Column::not_null("file_id", DataType::SmallInt),
        Column::not_null("vlf_begin_offset", DataType::BigInt),
        Column::not_null("vlf_size_mb", DataType::Float),
        Column::not_null("vlf_sequence_number", DataType::BigInt),
        Column::not_null("vlf_active", DataType::Bit),
        Column::not_null("vlf_status", DataType::Int),
        Column::nullable("vlf_first_lsn", DataType::NVarChar(Length::Limited(48))),
    ];
    View::function(
        "dm_db_log_info",
        ViewPermission::DatabaseState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-log-info-transact-sql.md",
        ),
        &[DataType::Int],
        columns,
        rows_of_files,
    )
}

/// Defines `sys.dm_db_log_stats`. Needs VIEW DATABASE STATE.
pub(crate) fn of_log() -> View {
    let lsn = DataType::NVarChar(Length::Limited(24));
    let columns = vec![
        Column::not_null("database_id", DataType::Int),
        Column::nullable("recovery_model", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("log_min_lsn", lsn),
        Column::nullable("log_end_lsn", lsn),
        Column::nullable("current_vlf_sequence_number", DataType::BigInt),
        Column::nullable("current_vlf_size_mb", DataType::Float),
        Column::nullable("total_vlf_count", DataType::BigInt),
        Column::nullable("total_log_size_mb", DataType::Float),
        Column::nullable("active_vlf_count", DataType::BigInt),
        Column::nullable("active_log_size_mb", DataType::Float),
        Column::nullable("log_truncation_holdup_reason", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("log_checkpoint_lsn", lsn),
        Column::nullable("log_since_last_checkpoint_mb", DataType::Float),
    ];
    View::function(
        "dm_db_log_stats",
        ViewPermission::DatabaseState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-log-stats-transact-sql.md",
        ),
        &[DataType::Int],
        columns,
        rows_of_log,
    )
}

/// Defines `sys.dm_db_log_space_usage`. Needs VIEW SERVER STATE.
pub(crate) fn of_space() -> View {
    let columns = vec![
        Column::not_null("database_id", DataType::SmallInt),
        Column::not_null("total_log_size_in_bytes", DataType::BigInt),
        Column::not_null("used_log_space_in_bytes", DataType::BigInt),
        Column::not_null("used_log_space_in_percent", DataType::Real),
    ];
    View::sys(
        "dm_db_log_space_usage",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-log-space-usage-transact-sql.md",
        ),
        columns,
        |context| {
            let usage = context.database.storage.log.usage();
            let percent = usage.used_bytes as f64 * 100.0 / usage.total_bytes.max(1) as f64;
            let id = Value::SmallInt(context.database.id.0 as i16);
            vec![vec![id, number(usage.total_bytes), number(usage.used_bytes), Value::Real(percent as f32)]]
        },
    )
}

/// Returns the database named by the argument.
fn database_of(context: &ViewContext<'_>) -> Option<Arc<Database>> {
    match context.arguments.first().and_then(Value::as_i64) {
        Some(id) => context.host.database_by_id(DatabaseId(u16::try_from(id).ok()?)),
        None => Some(Arc::clone(context.database)),
    }
}

fn rows_of_files(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let Some(database) = database_of(context) else { return Ok(whole(Vec::new())) };
    let log = &database.storage.log;
    let mut lsns = LsnText::new(log);
    let mut row = |vlf: VlfInfo| {
        let first =
            if vlf.active { text(&lsns.write(Lsn::new(vlf.start.block(), 0))) } else { text(&lsns.write(Lsn::NONE)) };
        vec![
            Value::Int(database.id.0.into()),
            Value::SmallInt(LOG_FILE),
            number(vlf.offset),
            Value::Float((megabytes(vlf.size) * 100.0).round() / 100.0),
            number(vlf.sequence),
            Value::Bit(vlf.active),
            Value::Int(if vlf.active { 2 } else { 0 }),
            first,
        ]
    };
    Ok(whole(log.vlfs().into_iter().map(&mut row).collect()))
}

fn rows_of_log(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let Some(database) = database_of(context) else { return Ok(whole(Vec::new())) };
    let log = &database.storage.log;
    let mut lsns = LsnText::new(log);
    let vlfs = log.vlfs();
    let active = || vlfs.iter().filter(|vlf| vlf.active);
    let current = active().max_by_key(|vlf| vlf.sequence);
    let bytes_of = |vlfs: &mut dyn Iterator<Item = &VlfInfo>| Value::Float(megabytes(vlfs.map(|vlf| vlf.size).sum()));
    let model = match log.recovery_model() {
        RecoveryModel::Full => "FULL",
        RecoveryModel::BulkLogged => "BULK_LOGGED",
        RecoveryModel::Simple => "SIMPLE",
    };
    let (tail, checkpoint) = (log.tail(), log.checkpoint());
    let since = tail.block().saturating_sub(checkpoint.block()) * Lsn::BLOCK_UNIT;
    Ok(whole(vec![vec![
        Value::Int(database.id.0.into()),
        text(model),
        text(&lsns.write(log.keep_from())),
        text(&lsns.write(tail)),
        current.map_or(Value::Null, |vlf| number(vlf.sequence)),
        current.map_or(Value::Null, |vlf| Value::Float(megabytes(vlf.size))),
        number(vlfs.len() as u64),
        bytes_of(&mut vlfs.iter()),
        number(active().count() as u64),
        bytes_of(&mut active()),
        text(database.storage.log_reuse_wait().name()),
        text(&lsns.write(checkpoint)),
        Value::Float(megabytes(since)),
    ]]))
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// The log file's id.
const LOG_FILE: i16 = 2;
