//! `sys.dm_tran_locks`: held and requested locks.
//!
//! Columns: `relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql`,
//! except columns without data. A changed row is locked by its writer's stamp, and no list of these
//! rows is kept. As in SQL Server with optimized locking, the transaction holds one exclusive lock
//! on itself (XACT), and waiters for its rows wait for that lock. The entity of a row or key is its
//! table's object id, because a table has one heap.

use crate::blocking::shown;
use crate::transactions::open;
use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_txn::{HeldLock, LockManager, LockMode, LockStatus, Resource, application, key_hash};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_tran_locks`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let word = DataType::NVarChar(Length::Limited(60));
    let columns = vec![
        Column::not_null("resource_type", word),
        Column::not_null("resource_subtype", word),
        Column::not_null("resource_database_id", DataType::Int),
        Column::nullable("resource_description", DataType::NVarChar(Length::Limited(256))),
        Column::nullable("resource_associated_entity_id", DataType::BigInt),
        Column::not_null("resource_lock_partition", DataType::Int),
        Column::not_null("request_mode", word),
        Column::not_null("request_type", word),
        Column::not_null("request_status", word),
        Column::not_null("request_session_id", DataType::Int),
        Column::not_null("request_exec_context_id", DataType::Int),
        Column::not_null("request_request_id", DataType::Int),
        Column::not_null("request_owner_type", word),
        Column::nullable("request_owner_id", DataType::BigInt),
    ];
    View::sys(
        "dm_tran_locks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql.md",
        ),
        columns,
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let manager = &context.database.storage.locks;
    let mut locks = manager.inventory();
    for database in context.host.databases() {
        for (txn, owner) in database.storage.active_transactions() {
            let (session, is_transaction) = manager.session_of(owner);
            let (resource, mode) = (Resource::Transaction(database.storage.id, txn), LockMode::Exclusive);
            locks.push(HeldLock { resource, mode, status: LockStatus::Granted, owner, session, is_transaction });
        }
    }
    let open = open(context);
    let number = |lock: &HeldLock| {
        let (_, seen) = open.iter().find(|(session, _)| session.id == lock.session && lock.is_transaction)?;
        Some(seen.number)
    };
    let host = context.host;
    let with_id = |lock: HeldLock| HeldLock { resource: shown(host, lock.resource), ..lock };
    locks.into_iter().map(|lock| (number(&lock), with_id(lock))).map(|(id, lock)| row(&lock, id, manager)).collect()
}

fn row(lock: &HeldLock, owner_id: Option<i64>, manager: &LockManager) -> Vec<Value> {
    let (description, entity) = match lock.resource {
        Resource::Database(_) => (String::new(), 0),
        Resource::Object(_, object) => (String::new(), object.0.into()),
        Resource::Page(_, object, page) => (format!("{}:{}", page.file.0, page.page), object.0.into()),
        Resource::Row(_, object, page, slot) => (format!("{}:{}:{slot}", page.file.0, page.page), object.0.into()),
        Resource::Key(_, object, hash) => (key_hash(hash), object.0.into()),
        Resource::Application(_, hash) => {
            (application(&manager.application_name(lock.resource).unwrap_or_default(), hash), 0)
        }
        Resource::Metadata(_, kind, number) => (kind.locked(number), 0),
        Resource::Transaction(_, txn) => (format!("XACT:{}", txn.0), 0),
    };
    let subtype = if let Resource::Metadata(_, kind, _) = lock.resource { kind.subtype() } else { "" };
    let status = match lock.status {
        LockStatus::Granted => "GRANT",
        LockStatus::Converting => "CONVERT",
        LockStatus::Waiting => "WAIT",
    };
    let owner = if lock.is_transaction { "TRANSACTION" } else { "SHARED_TRANSACTION_WORKSPACE" };
    vec![
        text(lock.resource.type_name()),
        text(subtype),
        Value::Int(lock.resource.database().0.into()),
        text(&description),
        Value::BigInt(entity),
        Value::Int(0),
        text(lock.mode.name()),
        text("LOCK"),
        text(status),
        Value::Int(lock.session.0.into()),
        // A session runs one request at a time, on one thread.
        Value::Int(0),
        Value::Int(0),
        text(owner),
        // Locks of a session outside a transaction, and of a transaction that has just ended, have
        // no transaction id.
        owner_id.map_or(Value::Null, Value::BigInt),
    ]
}
