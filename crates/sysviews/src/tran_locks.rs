//! `sys.dm_tran_locks`: held and requested locks.
//!
//! Columns: `relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql`.
//! Columns without data are NULL. A changed row is locked by its writer's stamp, and no list of
//! these rows is kept. As in SQL Server with optimized locking, the transaction holds one exclusive
//! lock on itself (XACT), and waiters for its rows wait for that lock. The entity of a page, a row
//! or a key is the `hobt_id` of `sys.partitions`.

use crate::blocking::{request_address, shown};
use crate::column_list;
use crate::transactions::open;
use crate::view::{View, text};
use sluice_access::BTree;
use sluice_catalog::ViewPermission;
use sluice_session::{Host, ViewContext};
use sluice_txn::{HeldLock, LockManager, LockMode, LockStatus, Resource, application, key_hash};
use sluice_types::Value;

/// Defines `sys.dm_tran_locks`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    View::sys(
        "dm_tran_locks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql.md",
        ),
        column_list::columns(COLUMNS),
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
    let sessions = host.sessions();
    let request_of = |lock: &HeldLock| sessions.iter().find(|session| session.id == lock.session);
    let row_of = |lock: HeldLock| {
        let (id, request) = (number(&lock), request_of(&lock).map_or(0, |session| session.request_id()));
        let lock = with_id(lock);
        row(&lock, (id, request), manager, hobt_of(host, lock.resource))
    };
    locks.into_iter().map(row_of).collect()
}

/// Returns the `hobt_id` of a page, row or key: that of the index whose key it is, or else of the
/// table's rows, which also stand for an unknown table. Returns 0 for other resources.
fn hobt_of(host: &dyn Host, resource: Resource) -> i64 {
    let Some((database, object)) = resource.part_of() else { return 0 };
    let catalog = host.database_by_id(database).map(|database| database.catalog());
    let Some(table) = catalog.as_ref().and_then(|catalog| catalog.stored_table_by_id(object)) else {
        return i64::from(object.0) << 16;
    };
    let index = table
        .indexes
        .iter()
        .find(|index| resource.is_key_of(BTree::at(index.root, object).root))
        .or_else(|| table.clustered());
    table.partition_id(index.map_or(0, |index| index.id))
}

fn row(lock: &HeldLock, (owner_id, request): (Option<i64>, u16), manager: &LockManager, hobt: i64) -> Vec<Value> {
    let (description, entity) = match lock.resource {
        Resource::Database(_) => (String::new(), 0),
        Resource::Object(_, object) => (String::new(), object.0.into()),
        Resource::Page(_, _, page) => (format!("{}:{}", page.file.0, page.page), hobt),
        Resource::Row(_, _, page, slot) => (format!("{}:{}:{slot}", page.file.0, page.page), hobt),
        Resource::Key(_, _, hash) => (key_hash(hash), hobt),
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
    column_list::row(COLUMNS, |name| match name {
        "resource_type" => text(lock.resource.type_name()),
        "resource_subtype" => text(subtype),
        "resource_database_id" => Value::Int(lock.resource.database().0.into()),
        "resource_description" => text(&description),
        "resource_associated_entity_id" => Value::BigInt(entity),
        "resource_lock_partition" => Value::Int(0),
        "request_mode" => text(lock.mode.name()),
        "request_type" => text("LOCK"),
        "request_status" => text(status),
        "request_session_id" => Value::Int(lock.session.0.into()),
        // A request runs on one thread.
        "request_exec_context_id" => Value::Int(0),
        "request_request_id" => Value::Int(request.into()),
        "request_owner_type" => text(owner),
        // Locks of a session outside a transaction, and of a transaction that has just ended, have
        // no transaction id.
        "request_owner_id" => owner_id.map_or(Value::Null, Value::BigInt),
        "lock_owner_address" => request_address(lock.session, lock.resource, lock.status == LockStatus::Granted),
        _ => Value::Null,
    })
}

/// The columns. Locks aren't counted by reference, and have no addresses.
const COLUMNS: &str = "resource_type nvarchar(60)!; resource_subtype nvarchar(60)!; resource_database_id int!; \
    resource_description nvarchar(256); resource_associated_entity_id bigint; resource_lock_partition int!; \
    request_mode nvarchar(60)!; request_type nvarchar(60)!; request_status nvarchar(60)!; \
    request_reference_count smallint; request_lifetime int; request_session_id int!; request_exec_context_id int!; \
    request_request_id int!; request_owner_type nvarchar(60)!; request_owner_id bigint; \
    request_owner_guid uniqueidentifier; request_owner_lockspace_id nvarchar(32); lock_owner_address varbinary(8)";
