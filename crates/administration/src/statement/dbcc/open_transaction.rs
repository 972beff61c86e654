//! DBCC OPENTRAN: the oldest active transaction in a database's log
//! (`t-sql/database-console-commands/dbcc-opentran-transact-sql.md`).
//!
//! Tempdb never shows a transaction: its log isn't kept for rollback after a restart.

use crate::statement::dbcc::result_set::show;
use sluice_base::ids::{DatabaseId, Lsn};
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_session::host::Host;
use sluice_table::database::Database;
use sluice_txn::{WriterPhase, WriterSight};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::convert::convert_with_style;
use sluice_types::{DataType, Length, SqlError, Value, convert};
use std::fmt::Write as _;

/// A compiled OPENTRAN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenTransaction {
    /// The database; `None` for the current one.
    pub(super) database: Option<DatabaseSaid>,
    /// TABLERESULTS: rows instead of messages.
    pub(super) in_rows: bool,
}

/// The database that a command names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DatabaseSaid {
    /// By name.
    Name(String),
    /// By id.
    Number(i64),
}

/// Sends the oldest active transaction, as rows or as messages. Returns the number of rows. Without
/// one it says so (7969), unless `infos` is off. As messages (7968 to 7978), it returns 0. Fails
/// with 911 for an unknown database.
pub(super) fn open_transaction(env: &mut Env<'_, '_>, asked: &OpenTransaction, infos: bool) -> Result<usize, SqlError> {
    let database = database_of(env, asked.database.as_ref())?;
    let lines = lines_of(&database, env.context.host);
    if asked.in_rows {
        let value = DataType::NVarChar(Length::Limited(256));
        let row = |(_, label, text): &Line| vec![Value::text(*label), Value::text(text.as_str())];
        let rows: Vec<_> = lines.iter().map(row).collect();
        if rows.is_empty() && infos {
            // 7969: the database has no active transaction.
            env.inform(SqlError::no_open_transactions());
        }
        return Ok(show(env, &[(database.name.as_str(), value), ("OPENTRAN", value)], &rows));
    }
    if lines.is_empty() {
        if infos {
            env.inform(SqlError::no_open_transactions());
        }
        return Ok(0);
    }
    // 7968: the database. 7970: the oldest active transaction follows.
    env.inform(SqlError::transaction_information(&database.name));
    env.inform(SqlError::oldest_transaction());
    for (message, _, text) in lines {
        if let Some(message) = message {
            env.inform(message(text));
        }
    }
    Ok(0)
}

fn database_of(env: &Env<'_, '_>, said: Option<&DatabaseSaid>) -> Result<Arc<Database>, SqlError> {
    let host = env.context.host;
    match said {
        None => Ok(Arc::clone(&env.state.database)),
        Some(DatabaseSaid::Name(name)) => host.database(name).ok_or_else(|| host.not_open(name)),
        Some(DatabaseSaid::Number(number)) => {
            let found = u16::try_from(*number).ok().and_then(|id| host.database_by_id(DatabaseId(id)));
            found.ok_or_else(|| SqlError::database_not_found(number.to_string()))
        }
    }
}

/// One line: message, row label and text. A line without a message is only in rows.
type Line = (Option<fn(String) -> SqlError>, &'static str, String);

/// Describes the oldest active transaction; empty if none is active.
fn lines_of(database: &Database, host: &dyn Host) -> Vec<Line> {
    let storage = &database.storage;
    let is_open = |writer: &WriterSight| {
        !writer.first.is_none() && matches!(writer.phase, WriterPhase::Active | WriterPhase::Prepared)
    };
    let writers = storage.writer_sights().into_iter().filter(is_open);
    let Some(oldest) = writers.min_by_key(|writer| writer.first) else { return Vec::new() };
    let (session, _) = storage.locks.session_of(oldest.owner);
    let sight = host.sessions().into_iter().find(|sight| sight.id == session);
    let seen = sight.as_ref().and_then(|sight| sight.transaction.seen(host.transaction_numbers(), &**host.clock()));
    let sid = sight.map_or_else(|| Arc::from([0_u8].as_slice()), |sight| Arc::clone(&sight.who().login.sid));
    let spid = if session.0 == 0 { ORPHANED.to_string() } else { session.0.to_string() };
    let began = oldest.began_ns.map(|ns| moment(ns, host)).unwrap_or_default();
    vec![
        (Some(SqlError::oldest_transaction_session), "OLDACT_SPID", spid),
        (Some(SqlError::oldest_transaction_user), "OLDACT_UID", "-1".to_owned()),
        (Some(SqlError::oldest_transaction_name), "OLDACT_NAME", seen.map(|seen| seen.name).unwrap_or_default()),
        (None, "OLDACT_RECOVERYUNITID", "0".to_owned()),
        (Some(oldest_lsn), "OLDACT_LSN", address_of(database, oldest.first)),
        (Some(SqlError::oldest_transaction_start), "OLDACT_STARTTIME", began),
        (Some(SqlError::oldest_transaction_sid), "OLDACT_SID", hexadecimal(&sid)),
    ]
}

/// Returns message 7975 for an LSN as [`address_of`] shows it.
fn oldest_lsn(address: String) -> SqlError {
    let mut parts = address.trim_matches(['(', ')']).split(':');
    let mut part = || parts.next().unwrap_or_default();
    SqlError::oldest_transaction_lsn(part(), part(), part())
}

fn address_of(database: &Database, lsn: Lsn) -> String {
    let address = database.storage.log.vlfs().iter().find_map(|vlf| vlf.address_of(lsn));
    let (sequence, block, record) = address.unwrap_or_default();
    format!("({sequence}:{block}:{record})")
}

/// Formats a time in local time, as `Jun  1 2004  3:30:07:197PM`.
fn moment(utc_ns: i64, host: &dyn Host) -> String {
    let offset_ns = i64::from(host.clock().local_offset_s(utc_ns)) * 1_000_000_000;
    let moment = Value::DateTime2(ticks_of_unix_ns(utc_ns + offset_ns));
    let text = DataType::varchar(Length::Limited(30));
    let moment = convert(&moment, &DataType::DateTime2(7), &DataType::DateTime);
    let written = moment.and_then(|moment| convert_with_style(&moment, &DataType::DateTime, &text, TO_MILLISECONDS));
    written.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The session id shown for an in-doubt transaction found by recovery.
const ORPHANED: i32 = -2;
/// CONVERT style with milliseconds.
const TO_MILLISECONDS: i32 = 109;
