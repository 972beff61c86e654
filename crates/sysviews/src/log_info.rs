//! `sys.dm_db_log_info(database)` (virtual log files), `sys.dm_db_log_stats(database)` (the log as
//! a whole) and `sys.dm_db_log_space_usage` (space used by the current database's log).
//!
//! Columns: `relational-databases/system-dynamic-management-views/sys-dm-db-log-info-transact-sql`,
//! `sys-dm-db-log-stats-transact-sql` and `sys-dm-db-log-space-usage-transact-sql`. Parity and
//! creation of virtual log files, and log backups aren't kept and are NULL. NULL and DEFAULT denote
//! the current database. A database that doesn't exist yields no row.

use crate::column_list;
use crate::lsn::LsnText;
use crate::view::{View, number, text, whole};
use sluice_base::ids::{DatabaseId, Lsn};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::Database;
use sluice_txn::RecoveryModel;
use sluice_types::{DataType, SqlError, Value};
use sluice_wal::VlfInfo;

/// Defines `sys.dm_db_log_info`. Needs VIEW DATABASE STATE.
pub(crate) fn of_files() -> View {
    View::function(
        "dm_db_log_info",
        ViewPermission::DatabaseState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-log-info-transact-sql.md",
        ),
        &[DataType::Int],
        column_list::columns(FILE_COLUMNS),
        rows_of_files,
    )
}

/// Defines `sys.dm_db_log_stats`. Needs VIEW DATABASE STATE.
pub(crate) fn of_log() -> View {
    View::function(
        "dm_db_log_stats",
        ViewPermission::DatabaseState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-log-stats-transact-sql.md",
        ),
        &[DataType::Int],
        column_list::columns(LOG_COLUMNS),
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
        column_list::row(FILE_COLUMNS, |name| match name {
            "database_id" => Value::Int(database.id.0.into()),
            "file_id" => Value::SmallInt(LOG_FILE),
            "vlf_begin_offset" => number(vlf.offset),
            "vlf_size_mb" => Value::Float((megabytes(vlf.size) * 100.0).round() / 100.0),
            "vlf_sequence_number" => number(vlf.sequence),
            "vlf_active" => Value::Bit(vlf.active),
            "vlf_status" => Value::Int(if vlf.active { 2 } else { 0 }),
            "vlf_first_lsn" => first.clone(),
            _ => Value::Null,
        })
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
    let since = |lsn: Lsn| Value::Float(megabytes(tail.block().saturating_sub(lsn.block()) * Lsn::BLOCK_UNIT));
    // A restart would begin at the oldest open transaction, or at the checkpoint.
    let open = database.storage.writer_sights().into_iter().map(|writer| writer.first).filter(|first| !first.is_none());
    let recovery = open.chain([checkpoint]).min().unwrap_or(checkpoint);
    let ends_later = |vlf: &&VlfInfo| vlf.start.block() + vlf.size / Lsn::BLOCK_UNIT > recovery.block();
    let to_recover = active().filter(ends_later).count();
    Ok(whole(vec![column_list::row(LOG_COLUMNS, |name| match name {
        "database_id" => Value::Int(database.id.0.into()),
        "recovery_model" => text(model),
        "log_min_lsn" => text(&lsns.write(log.keep_from())),
        "log_end_lsn" => text(&lsns.write(tail)),
        "current_vlf_sequence_number" => current.map_or(Value::Null, |vlf| number(vlf.sequence)),
        "current_vlf_size_mb" => current.map_or(Value::Null, |vlf| Value::Float(megabytes(vlf.size))),
        "total_vlf_count" => number(vlfs.len() as u64),
        "total_log_size_mb" => bytes_of(&mut vlfs.iter()),
        "active_vlf_count" => number(active().count() as u64),
        "active_log_size_mb" => bytes_of(&mut active()),
        "log_truncation_holdup_reason" => text(database.storage.log_reuse_wait().name()),
        "log_checkpoint_lsn" => text(&lsns.write(checkpoint)),
        "log_since_last_checkpoint_mb" => since(checkpoint),
        "log_recovery_lsn" => text(&lsns.write(recovery)),
        "log_recovery_size_mb" => since(recovery),
        "recovery_vlf_count" => number(to_recover as u64),
        _ => Value::Null,
    })]))
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

const FILE_COLUMNS: &str = "database_id int!; file_id smallint!; vlf_begin_offset bigint!; vlf_size_mb float!; \
    vlf_sequence_number bigint!; vlf_active bit!; vlf_status int!; vlf_parity tinyint; vlf_first_lsn nvarchar(48); \
    vlf_create_lsn nvarchar(48); vlf_encryptor_thumbprint varbinary(20)";
const LOG_COLUMNS: &str = "database_id int!; recovery_model nvarchar(60); log_min_lsn nvarchar(24); \
    log_end_lsn nvarchar(24); current_vlf_sequence_number bigint; current_vlf_size_mb float; total_vlf_count bigint; \
    total_log_size_mb float; active_vlf_count bigint; active_log_size_mb float; \
    log_truncation_holdup_reason nvarchar(60); log_backup_time datetime; log_backup_lsn nvarchar(24); \
    log_since_last_log_backup_mb float; log_checkpoint_lsn nvarchar(24); log_since_last_checkpoint_mb float; \
    log_recovery_lsn nvarchar(24); log_recovery_size_mb float; recovery_vlf_count bigint";
/// The log file's id.
const LOG_FILE: i16 = 2;
