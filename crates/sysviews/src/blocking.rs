//! Who waits for a lock, who has it, and what it is on: as `sys.dm_exec_requests` and `sys.dm_os_waiting_tasks` tell it.
//!
//! What stands for an index or a heap is its table's or its own object's id, as in `sys.dm_tran_locks`. Locks have no addresses here: what stands for one is a
//! digest of what it is on. The pages have no words for the lock of a transaction (XACT); it is told as the others are.

use sluice_base::ids::SessionId;
use sluice_exec::ViewContext;
use sluice_txn::{HeldLock, LockManager, LockMode, LockStatus, MetadataKind, Resource};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Who waits for a lock.
pub(crate) struct Blocked {
    session: SessionId,
    /// Who keeps it from it.
    pub(crate) blocker: SessionId,
    resource: Resource,
    /// How that one has it, or wants it.
    held: LockMode,
}

/// The sessions that wait for a lock, each with the one that keeps it from it: who has what it wants in a way that does not go with that, or who was there
/// before it and wants the same.
pub(crate) fn blocked(context: &ViewContext<'_>) -> Vec<Blocked> {
    let manager = &context.database.storage.locks;
    let locks = manager.inventory();
    let mut found = Vec::new();
    for (place, waiting) in locks.iter().enumerate().filter(|(_, lock)| lock.status != LockStatus::Granted) {
        let blocker = match waiting.resource {
            Resource::Transaction(database, txn) => {
                let database = context.host.database_by_id(database);
                let writers = database.map(|database| database.storage.active_transactions()).unwrap_or_default();
                let writer = writers.into_iter().find(|(id, _)| *id == txn);
                writer.map(|(_, owner)| (manager.session_of(owner).0, LockMode::Exclusive))
            }
            resource => {
                let stands_in_the_way = |(other, lock): &(usize, &HeldLock)| {
                    lock.resource == resource
                        && lock.session != waiting.session
                        && (lock.status == LockStatus::Granted || *other < place)
                        && !waiting.mode.is_compatible(lock.mode)
                };
                locks.iter().enumerate().find(stands_in_the_way).map(|(_, lock)| (lock.session, lock.mode))
            }
        };
        let (session, resource) = (waiting.session, waiting.resource);
        found.extend(blocker.map(|(blocker, held)| Blocked { session, blocker, resource, held }));
    }
    found
}

/// What `session` waits for, among those.
pub(crate) fn blocked_of(blocked: &[Blocked], session: SessionId) -> Option<&Blocked> {
    blocked.iter().find(|blocked| blocked.session == session)
}

impl Blocked {
    /// As `sys.dm_os_waiting_tasks` has it (`sys-dm-os-waiting-tasks-transact-sql.md`, "resource_description column").
    pub(crate) fn description(&self, manager: &LockManager) -> String {
        let (what, entity) = match self.resource {
            Resource::Database(database) => (format!("databaselock subresource=FULL dbid={}", database.0), 0),
            Resource::Object(database, object) => {
                let (database, object) = (database.0, object.0);
                (format!("objectlock lockPartition=0 objid={object} subresource=FULL dbid={database}"), object)
            }
            Resource::Page(database, object, page) => {
                let (file, page) = (page.file.0, page.page);
                (format!("pagelock fileid={file} pageid={page} dbid={} subresource=FULL", database.0), object.0)
            }
            Resource::Row(database, object, page, _) => {
                (format!("ridlock fileid={} pageid={} dbid={}", page.file.0, page.page, database.0), object.0)
            }
            Resource::Key(database, object, _) => {
                (format!("keylock hobtid={} dbid={}", object.0, database.0), object.0)
            }
            Resource::Application(database, hash) => {
                let name = manager.application_name(self.resource).unwrap_or_default();
                let principal = name.split(':').next().unwrap_or_default();
                let (hash, database) = (hash as u32, database.0);
                (format!("applicationlock hash={hash:08x} databasePrincipalId={principal} dbid={database}"), 0)
            }
            Resource::Metadata(database, kind, number) => {
                let (subtype, number) = (metadata_subtype(kind), metadata(kind, number));
                (format!("metadatalock subresource={subtype} classid={number} dbid={}", database.0), 0)
            }
            Resource::Transaction(database, txn) => (format!("xactlock xactid={} dbid={}", txn.0, database.0), 0),
        };
        let mut digest = DefaultHasher::new();
        self.resource.hash(&mut digest);
        format!("{what} id=lock{:x} mode={} associatedObjectId={entity}", digest.finish(), self.held.name())
    }

    /// As `sys.dm_exec_requests` has it in `wait_resource`.
    pub(crate) fn wait_resource(&self, manager: &LockManager) -> String {
        match self.resource {
            Resource::Database(database) => format!("DATABASE: {}:0", database.0),
            Resource::Object(database, object) => format!("OBJECT: {}:{}:0", database.0, object.0),
            Resource::Page(database, _, page) => format!("PAGE: {}:{}:{}", database.0, page.file.0, page.page),
            Resource::Row(database, _, page, slot) => {
                format!("RID: {}:{}:{}:{slot}", database.0, page.file.0, page.page)
            }
            Resource::Key(database, object, hash) => {
                format!("KEY: {}:{} {}", database.0, object.0, key_hash(hash))
            }
            Resource::Application(database, _) => {
                format!("APPLICATION: {}:{}", database.0, application(manager, self.resource))
            }
            Resource::Metadata(database, kind, number) => {
                format!("METADATA: database_id = {} {}({})", database.0, metadata_subtype(kind), metadata(kind, number))
            }
            Resource::Transaction(database, txn) => format!("XACT: {}:{}:0", database.0, txn.0),
        }
    }
}

/// A key's hash as it is shown: SQL Server has six bytes of it.
pub(crate) fn key_hash(hash: u64) -> String {
    format!("({:012x})", hash & 0xFFFF_FFFF_FFFF)
}

/// The kind of metadata that is locked, as `sys.dm_tran_locks` has it in `resource_subtype`.
pub(crate) fn metadata_subtype(kind: MetadataKind) -> &'static str {
    match kind {
        MetadataKind::Name => "OBJECT_NAME",
        MetadataKind::Schema => "SCHEMA",
        MetadataKind::Type => "USER_TYPE",
        MetadataKind::Principals => "DATABASE_PRINCIPAL",
        MetadataKind::Permissions => "PERMISSIONS",
        MetadataKind::Statistics => "STATS",
    }
}

/// Which one of its kind is locked.
pub(crate) fn metadata(kind: MetadataKind, number: u64) -> String {
    match kind {
        MetadataKind::Name => format!("hash = {}", key_hash(number)),
        MetadataKind::Schema => format!("schema_id = {number}"),
        MetadataKind::Type => format!("user_type_id = {number}"),
        MetadataKind::Principals => format!("scope = {number}"),
        MetadataKind::Permissions => format!("class = {}, major_id = {}", number >> 32, number as u32 as i32),
        MetadataKind::Statistics => format!("object_id = {}", number as u32 as i32),
    }
}

/// What an application locks: whose it is, what it calls it, and the hash of that.
pub(crate) fn application(manager: &LockManager, resource: Resource) -> String {
    let Resource::Application(_, hash) = resource else { return String::new() };
    format!("{}:({:08x})", manager.application_name(resource).unwrap_or_default(), hash as u32)
}
