//! `sys.dm_tran_active_transactions`, `dm_tran_session_transactions`,
//! `dm_tran_database_transactions` and `dm_tran_current_transaction`: open transactions, their
//! sessions, and their work per database.
//!
//! Columns: `sys-dm-tran-active-transactions-transact-sql` and the pages of the other views, except
//! columns without data. Every transaction belongs to a session; in-doubt transactions kept by
//! recovery aren't shown. Times are local.

use crate::exec_sessions::{time, transaction_of};
use crate::lsn::LsnText;
use crate::view::{View, number, text};
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{SeenTransaction, SessionSight, ViewContext};
use sluice_txn::{WriterPhase, WriterSight};
use sluice_types::{DataType, Length, Value};

/// Returns all sessions with an open transaction, and the transactions.
pub(crate) fn open(context: &ViewContext<'_>) -> Vec<(Arc<SessionSight>, SeenTransaction)> {
    let seen = |session: Arc<SessionSight>| Some((Arc::clone(&session), transaction_of(context, &session)?));
    context.host.sessions().into_iter().filter_map(seen).collect()
}

/// Returns the open transactions as [`open`] does, without the reading statement's own autocommit
/// transaction.
pub(crate) fn open_beside(context: &ViewContext<'_>) -> Vec<(Arc<SessionSight>, SeenTransaction)> {
    let mut open = open(context);
    open.retain(|(session, seen)| session.id != context.session || seen.open > 0);
    open
}

/// Defines `sys.dm_tran_active_transactions`. Needs VIEW SERVER STATE.
pub(crate) fn active() -> View {
    let columns = vec![
        Column::not_null("transaction_id", DataType::BigInt),
        Column::not_null("name", DataType::NVarChar(Length::Limited(32))),
        Column::not_null("transaction_begin_time", DataType::DateTime),
        Column::not_null("transaction_type", DataType::Int),
        Column::nullable("transaction_uow", DataType::UniqueIdentifier),
        Column::not_null("transaction_state", DataType::Int),
    ];
    View::sys(
        "dm_tran_active_transactions",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-active-transactions-transact-sql.md",
        ),
        columns,
        |context| {
            let row = |(_, seen): (Arc<SessionSight>, SeenTransaction)| {
                vec![
                    Value::BigInt(seen.number),
                    text(&seen.name),
                    time(context, seen.began_ns),
                    type_of(&seen),
                    // No transaction is distributed.
                    Value::Null,
                    Value::Int(ACTIVE),
                ]
            };
            open(context).into_iter().map(row).collect()
        },
    )
}

/// Defines `sys.dm_tran_session_transactions`. Needs VIEW SERVER STATE.
pub(crate) fn of_sessions() -> View {
    let columns = vec![
        Column::not_null("session_id", DataType::Int),
        Column::not_null("transaction_id", DataType::BigInt),
        Column::not_null("enlist_count", DataType::Int),
        Column::not_null("is_user_transaction", DataType::Bit),
        Column::not_null("is_local", DataType::Bit),
        Column::not_null("is_enlisted", DataType::Bit),
        Column::not_null("is_bound", DataType::Bit),
        Column::not_null("open_transaction_count", DataType::Int),
    ];
    View::sys(
        "dm_tran_session_transactions",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-session-transactions-transact-sql.md",
        ),
        columns,
        |context| {
            let row = |(session, seen): (Arc<SessionSight>, SeenTransaction)| {
                vec![
                    Value::Int(session.id.0.into()),
                    Value::BigInt(seen.number),
                    Value::Int(session.is_running().into()),
                    // An autocommit transaction counts as a system transaction.
                    Value::Bit(seen.open > 0),
                    Value::Bit(true),
                    Value::Bit(false),
                    Value::Bit(false),
                    Value::Int(i32::try_from(seen.open).unwrap_or(i32::MAX)),
                ]
            };
            open_beside(context).into_iter().map(row).collect()
        },
    )
}

/// Defines `sys.dm_tran_database_transactions`. Needs VIEW SERVER STATE.
pub(crate) fn of_databases() -> View {
    let lsn = DataType::numeric(25, 0);
    let columns = vec![
        Column::not_null("transaction_id", DataType::BigInt),
        Column::not_null("database_id", DataType::Int),
        Column::nullable("database_transaction_begin_time", DataType::DateTime),
        Column::not_null("database_transaction_type", DataType::Int),
        Column::not_null("database_transaction_state", DataType::Int),
        Column::nullable("database_transaction_status", DataType::Int),
        Column::nullable("database_transaction_status2", DataType::Int),
        Column::not_null("database_transaction_log_record_count", DataType::BigInt),
        Column::not_null("database_transaction_replicate_record_count", DataType::Int),
        Column::not_null("database_transaction_log_bytes_used", DataType::BigInt),
        Column::not_null("database_transaction_log_bytes_reserved", DataType::BigInt),
        Column::nullable("database_transaction_log_bytes_used_system", DataType::Int),
        Column::nullable("database_transaction_log_bytes_reserved_system", DataType::Int),
        Column::nullable("database_transaction_begin_lsn", lsn),
        Column::nullable("database_transaction_last_lsn", lsn),
        Column::nullable("database_transaction_most_recent_savepoint_lsn", lsn),
        Column::nullable("database_transaction_commit_lsn", lsn),
        Column::nullable("database_transaction_last_rollback_lsn", lsn),
        Column::nullable("database_transaction_next_undo_lsn", lsn),
    ];
    View::sys(
        "dm_tran_database_transactions",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-database-transactions-transact-sql.md",
        ),
        columns,
        databases,
    )
}

fn databases(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let open = open(context);
    let manager = &context.database.storage.locks;
    let of_session = |id: SessionId| open.iter().find(|(session, _)| session.id == id).map(|(_, seen)| seen);
    let mut locked: Vec<(SessionId, DatabaseId)> = Vec::new();
    for lock in manager.inventory().iter().filter(|lock| lock.is_transaction) {
        locked.push((lock.session, lock.resource.database()));
    }
    locked.sort_unstable();
    locked.dedup();
    let mut rows = Vec::new();
    for database in context.host.databases() {
        let mut lsns = LsnText::new(&database.storage.log);
        for writer in database.storage.writer_sights() {
            let (session, _) = manager.session_of(writer.owner);
            let Some(seen) = of_session(session) else { continue };
            locked.retain(|known| *known != (session, database.id));
            rows.push(row_of(context, seen, database.id, Some((&writer, &mut lsns))));
        }
    }
    // A transaction with locks in a database takes part in it, even without changes.
    for (session, database) in locked {
        rows.extend(of_session(session).map(|seen| row_of(context, seen, database, None)));
    }
    rows
}

fn row_of(
    context: &ViewContext<'_>,
    seen: &SeenTransaction,
    database: DatabaseId,
    writer: Option<(&WriterSight, &mut LsnText)>,
) -> Vec<Value> {
    let front = [Value::BigInt(seen.number), Value::Int(database.0.into())];
    let none = || Value::Null;
    let (began, state, [records, used, reserved], [first, last]) = match writer {
        None => (none(), NOTHING_LOGGED, [0; 3].map(number), [none(), none()]),
        Some((writer, lsns)) => (
            writer.began_ns.map_or(Value::Null, |ns| time(context, ns)),
            state_of(writer),
            [writer.log_records, writer.log_bytes, writer.log_reserved].map(number),
            [lsns.number(writer.first), lsns.number(writer.last)],
        ),
    };
    // System transactions and later LSNs aren't recorded for each transaction.
    let head = [began, type_of(seen), Value::Int(state), none(), none(), records, Value::Int(0), used, reserved];
    let tail = [none(), none(), first, last, none(), none(), none(), none()];
    front.into_iter().chain(head).chain(tail).collect()
}

fn state_of(writer: &WriterSight) -> i32 {
    match writer.phase {
        WriterPhase::Active if writer.log_records == 0 => NOTHING_LOGGED,
        WriterPhase::Active => LOGGED,
        WriterPhase::Prepared => PREPARED,
        WriterPhase::Committed => COMMITTING,
        WriterPhase::RolledBack => ROLLED_BACK,
    }
}

/// Defines `sys.dm_tran_current_transaction`: the row of the reading session's transaction, or none
/// outside of one. Needs VIEW SERVER STATE.
pub(crate) fn current() -> View {
    let columns = vec![
        Column::not_null("transaction_id", DataType::BigInt),
        Column::not_null("transaction_is_snapshot", DataType::Bit),
        Column::not_null("last_transaction_sequence_num", DataType::BigInt),
    ];
    View::sys(
        "dm_tran_current_transaction",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-current-transaction-transact-sql.md",
        ),
        columns,
        |context| {
            let sessions = context.host.sessions();
            let own = sessions.iter().find(|session| session.id == context.session);
            let seen = own.and_then(|session| Some((session, transaction_of(context, session)?)));
            let row = |(session, seen): (&Arc<SessionSight>, SeenTransaction)| {
                let is_snapshot = match seen.open {
                    0 => session.isolation() == SNAPSHOT,
                    _ => session.transaction.is_snapshot(),
                };
                let last = context.database.storage.versions.published();
                vec![Value::BigInt(seen.number), Value::Bit(is_snapshot), number(last)]
            };
            seen.map(row).into_iter().collect()
        },
    )
}

fn type_of(seen: &SeenTransaction) -> Value {
    Value::Int(if seen.is_read_only { READ_ONLY } else { READ_WRITE })
}

const READ_WRITE: i32 = 1;
const READ_ONLY: i32 = 2;
/// A value of `transaction_state`.
const ACTIVE: i32 = 2;
/// A value of `database_transaction_state`.
const NOTHING_LOGGED: i32 = 3;
const LOGGED: i32 = 4;
const PREPARED: i32 = 5;
const ROLLED_BACK: i32 = 11;
const COMMITTING: i32 = 12;
/// The number of the isolation level.
const SNAPSHOT: i16 = 5;
