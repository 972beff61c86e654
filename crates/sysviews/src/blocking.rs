//! Lock waits: the waiting session, the blocking session and the resource, for
//! `sys.dm_exec_requests` and `sys.dm_os_waiting_tasks`.
//!
//! The entity of an index or a heap is its table's object id, as in `sys.dm_tran_locks`. Locks have
//! no addresses; a digest of the resource takes the address's place. The documentation doesn't
//! describe a transaction lock (XACT); it is formatted like the others.

use sluice_base::ids::SessionId;
use sluice_session::{Host, ViewContext};
use sluice_txn::{HeldLock, LockManager, LockMode, LockStatus, MetadataKind, Resource};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A session that waits for a lock.
pub(crate) struct Blocked {
    session: SessionId,
    /// The blocking session.
    pub(crate) blocker: SessionId,
    resource: Resource,
    /// The mode in which the blocker holds or requests the lock.
    held: LockMode,
}

/// Returns the sessions that wait for a lock, each with its blocker: the holder of a conflicting
/// lock, or an earlier waiter for the same lock. A wait for a transaction is blocked by its
/// session, in whichever database it is.
pub(crate) fn blocked(context: &ViewContext<'_>) -> Vec<Blocked> {
    let manager = &context.database.storage.locks;
    let locks = manager.inventory();
    let mut found = Vec::new();
    for (place, waiting) in locks.iter().enumerate().filter(|(_, lock)| lock.status != LockStatus::Granted) {
        let blocker = match waiting.resource {
            Resource::Transaction(database, txn) => {
                let database = context.host.database_by_id(context.host.id_of_storage(database));
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
        let (session, resource) = (waiting.session, shown(context.host, waiting.resource));
        found.extend(blocker.map(|(blocker, held)| Blocked { session, blocker, resource, held }));
    }
    found
}

/// Returns a locked resource with the id of its database instead of its storage's.
pub(crate) fn shown(host: &dyn Host, resource: Resource) -> Resource {
    resource.in_database(host.id_of_storage(resource.database()))
}

/// Returns the lock wait of `session`.
pub(crate) fn blocked_of(blocked: &[Blocked], session: SessionId) -> Option<&Blocked> {
    blocked.iter().find(|blocked| blocked.session == session)
}

impl Blocked {
    /// Returns the `resource_description` of `sys.dm_os_waiting_tasks`
    /// (`sys-dm-os-waiting-tasks-transact-sql.md`, "resource_description column").
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

    /// Returns the `wait_resource` of `sys.dm_exec_requests`.
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

/// Formats a key's hash as six bytes, as SQL Server does.
pub(crate) fn key_hash(hash: u64) -> String {
    format!("({:012x})", hash & 0xFFFF_FFFF_FFFF)
}

/// Returns the `resource_subtype` of `sys.dm_tran_locks` for a kind of metadata.
pub(crate) fn metadata_subtype(kind: MetadataKind) -> &'static str {
    match kind {
        MetadataKind::Name => "OBJECT_NAME",
        MetadataKind::Schema => "SCHEMA",
        MetadataKind::Type => "USER_TYPE",
        MetadataKind::Principals => "DATABASE_PRINCIPAL",
        MetadataKind::Permissions => "PERMISSIONS",
        MetadataKind::Statistics => "STATS",
        MetadataKind::Properties => "EXTENDED_PROPERTIES",
    }
}

/// Describes the locked piece of metadata.
pub(crate) fn metadata(kind: MetadataKind, number: u64) -> String {
    match kind {
        MetadataKind::Name => format!("hash = {}", key_hash(number)),
        MetadataKind::Schema => format!("schema_id = {number}"),
        MetadataKind::Type => format!("user_type_id = {number}"),
        MetadataKind::Principals => format!("scope = {number}"),
        MetadataKind::Permissions | MetadataKind::Properties => {
            format!("class = {}, major_id = {}", number >> 32, number as u32 as i32)
        }
        MetadataKind::Statistics => format!("object_id = {}", number as u32 as i32),
    }
}

/// Describes an application lock: owner, name, and the name's hash.
pub(crate) fn application(manager: &LockManager, resource: Resource) -> String {
    let Resource::Application(_, hash) = resource else { return String::new() };
    format!("{}:({:08x})", manager.application_name(resource).unwrap_or_default(), hash as u32)
}
