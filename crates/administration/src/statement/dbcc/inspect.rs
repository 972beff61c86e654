//! DBCC SQLPERF and related commands that report on the engine or clear its caches.
//!
//! `t-sql/database-console-commands` has a page for each. Columns of unknown content aren't shown:
//! parity and creation LSN of virtual log files.

use crate::statement::dbcc::open_transaction::{OpenTransaction, open_transaction};
use crate::statement::dbcc::result_set::show;
use crate::statement::dbcc::show_statistics::{StatisticsShown, show_statistics};
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_functions::SetOption;
use sluice_session::quoted_name;
use sluice_table::database::Database;
use sluice_table::isolation::Isolation;
use sluice_types::{DataType, Length, SqlError, Value};

/// A compiled DBCC command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Inspection {
    /// SQLPERF(LOGSPACE).
    LogSpace,
    /// SQLPERF("sys.dm_os_wait_stats", CLEAR).
    ClearWaits,
    /// SQLPERF("sys.dm_os_latch_stats", CLEAR).
    ClearLatches,
    /// LOGINFO of a database, or of the current one.
    LogInfo(Option<String>),
    /// INPUTBUFFER of a session; `None` is the own one, @@SPID.
    InputBuffer(Option<i64>),
    /// USEROPTIONS.
    UserOptions,
    /// DROPCLEANBUFFERS.
    DropCleanBuffers,
    /// FREEPROCCACHE.
    FreeProcedureCache,
    /// FREESESSIONCACHE, which does nothing here.
    Nothing,
    /// The start of CHECKCONSTRAINTS; a procedure does the check.
    Constraints,
    /// The start of a command that rebuilds or reorganizes a table; a procedure does the work.
    /// The table is `None` if it is named by its id.
    Maintenance { command: &'static str, database: Option<String>, table: Option<String> },
    /// UPDATEUSAGE of a database (or the current one) and a table in it. It only checks the names:
    /// space usage is always counted on demand.
    Usage(Option<String>, Option<String>),
    /// OPENTRAN.
    OpenTransaction(OpenTransaction),
    /// SHOW_STATISTICS.
    Statistics(StatisticsShown),
}

/// Runs a command. Informs with 2528 at the end if `infos`. Fails with 911 for an unknown database,
/// with 2501 for an unknown table, with 2767 for unknown statistics, and with 7955 for a session
/// that doesn't exist. `@@ROWCOUNT` becomes the number of rows shown.
pub(super) fn inspect(env: &mut Env<'_, '_>, inspection: &Inspection, infos: bool) -> Result<(), SqlError> {
    let mut shown = 0;
    match inspection {
        Inspection::LogSpace => shown = log_space(env),
        Inspection::ClearWaits => env.context.host.waits().clear(),
        Inspection::ClearLatches => env.context.host.waits().clear_page_latches(),
        Inspection::LogInfo(name) => shown = log_info(env, name.as_deref())?,
        Inspection::InputBuffer(session) => {
            let own = i64::from(env.state.id.0);
            shown = input_buffer(env, session.unwrap_or(own))?;
        }
        Inspection::UserOptions => shown = user_options(env),
        Inspection::DropCleanBuffers => {
            // All databases share one buffer pool.
            env.state.database.storage.pool.drop_clean_buffers();
        }
        Inspection::Statistics(statistics) => shown = show_statistics(env, statistics)?,
        Inspection::OpenTransaction(asked) => shown = open_transaction(env, asked, infos)?,
        Inspection::FreeProcedureCache => env.context.host.forget_plans(),
        Inspection::Constraints if !env.state.options.meaning.has(SetOption::ConcatNullYieldsNull) => {
            return Err(SqlError::check_constraints_needs_concat_null());
        }
        Inspection::Nothing | Inspection::Constraints | Inspection::Maintenance { .. } => {}
        Inspection::Usage(database, table) => check_usage(env, database.as_deref(), table.as_deref())?,
    }
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = shown as i64;
    Ok(())
}

fn log_space(env: &mut Env<'_, '_>) -> usize {
    let columns = [
        ("Database Name", DataType::SYSNAME),
        ("Log Size (MB)", DataType::Real),
        ("Log Space Used (%)", DataType::Real),
        ("Status", DataType::Int),
    ];
    let row = |database: &Arc<Database>| {
        let usage = database.storage.log.usage();
        let megabytes = usage.total_bytes as f64 / f64::from(1 << 20);
        let used = usage.used_bytes as f64 * 100.0 / usage.total_bytes.max(1) as f64;
        let name = Value::text(database.name.as_str());
        vec![name, Value::Real(megabytes as f32), Value::Real(used as f32), Value::Int(0)]
    };
    // How much of a log is in use is known only while its database is open.
    let host = env.context.host;
    let opened = host.listed().into_iter().filter_map(|listed| host.database_by_id(listed.id));
    let rows: Vec<_> = opened.map(|database| row(&database)).collect();
    show(env, &columns, &rows)
}

fn log_info(env: &mut Env<'_, '_>, name: Option<&str>) -> Result<usize, SqlError> {
    let database = match name {
        Some(name) => env.context.host.database(name).ok_or_else(|| env.context.host.not_open(name))?,
        None => Arc::clone(&env.state.database),
    };
    let columns = [
        ("RecoveryUnitId", DataType::Int),
        ("FileId", DataType::Int),
        ("FileSize", DataType::BigInt),
        ("StartOffset", DataType::BigInt),
        ("FSeqNo", DataType::Int),
        ("Status", DataType::Int),
        ("Parity", DataType::TinyInt),
        ("CreateLSN", DataType::numeric(25, 0)),
    ];
    let mut rows = Vec::new();
    for vlf in database.storage.log.vlfs() {
        let status = if vlf.active { ACTIVE } else { INACTIVE };
        let sequence = Value::Int(i32::try_from(vlf.sequence).unwrap_or(i32::MAX));
        let [size, offset] = [vlf.size, vlf.offset].map(|bytes| Value::BigInt(bytes as i64));
        let mut row = vec![Value::Int(0), Value::Int(LOG_FILE), size, offset, sequence, Value::Int(status)];
        // Blocks have checksums rather than parities, and the LSN of a file's growth isn't kept.
        row.extend([Value::Null, Value::Null]);
        rows.push(row);
    }
    Ok(show(env, &columns, &rows))
}

/// Checks the names of UPDATEUSAGE. Fails with 911 if the database doesn't exist and with 2501 if
/// the table doesn't.
fn check_usage(env: &Env<'_, '_>, database: Option<&str>, table: Option<&str>) -> Result<(), SqlError> {
    let database = match database {
        Some(name) => env.context.host.database(name).ok_or_else(|| env.context.host.not_open(name))?,
        None => Arc::clone(&env.state.database),
    };
    let Some(table) = table else { return Ok(()) };
    let missing = || SqlError::table_not_found(table);
    let name = quoted_name::parse(table).filter(|name| name.database.is_none()).ok_or_else(missing)?;
    env.state.transaction.work.catalog(&database).stored_table(&name).map(|_| ()).ok_or_else(missing)
}

fn input_buffer(env: &mut Env<'_, '_>, session: i64) -> Result<usize, SqlError> {
    let sessions = env.context.host.sessions();
    let found = sessions.iter().find(|sight| i64::from(sight.id.0) == session);
    // 7955: the session doesn't exist.
    let sight = found.ok_or_else(|| SqlError::invalid_spid(session))?;
    let text = sight.input();
    let columns = [
        ("EventType", DataType::NVarChar(Length::Limited(30))),
        ("Parameters", DataType::SmallInt),
        ("EventInfo", DataType::NVarChar(Length::Limited(4000))),
    ];
    let (event, info) = match text {
        Some(text) => ("Language Event", Value::text(text)),
        None => ("No Event", Value::Null),
    };
    Ok(show(env, &columns, &[vec![Value::text(event), Value::SmallInt(0), info]]))
}

fn user_options(env: &mut Env<'_, '_>) -> usize {
    let options = env.state.options;
    let isolation = match options.isolation {
        Isolation::ReadUncommitted => "read uncommitted",
        Isolation::ReadCommitted if env.state.database.reads_versions() => "read committed snapshot",
        Isolation::ReadCommitted => "read committed",
        Isolation::RepeatableRead => "repeatable read",
        Isolation::Serializable => "serializable",
        Isolation::Snapshot => "snapshot",
    };
    let timeout = env.frame.globals.lock_timeout_ms.unwrap_or(-1).to_string();
    let date_first = env.state.values.date_first().to_string();
    let text_size = env.state.values.text_size().to_string();
    let mut lines = vec![
        ("textsize", text_size.as_str()),
        ("language", env.state.values.language().name),
        ("dateformat", env.state.values.date_order().word()),
        ("datefirst", &date_first),
        ("lock_timeout", &timeout),
    ];
    let is_on = |option: &SetOption| options.meaning.has(*option);
    lines.extend(SetOption::ALL.into_iter().filter(is_on).map(|option| (option.name(), "SET")));
    let switched = [
        ("nocount", options.nocount),
        ("xact_abort", options.xact_abort),
        ("cursor_close_on_commit", options.cursor_close_on_commit),
        ("implicit_transactions", options.implicit_transactions),
    ];
    lines.extend(switched.iter().filter(|(_, on)| *on).map(|(name, _)| (*name, "SET")));
    lines.push(("isolation level", isolation));
    let columns = [("Set Option", DataType::SYSNAME), ("Value", DataType::SYSNAME)];
    let rows: Vec<_> = lines.iter().map(|(name, value)| vec![Value::text(*name), Value::text(*value)]).collect();
    show(env, &columns, &rows)
}

/// The log file's id.
const LOG_FILE: i32 = 2;
/// LOGINFO status of a virtual log file that holds needed records, and of a reusable file.
const ACTIVE: i32 = 2;
const INACTIVE: i32 = 0;
