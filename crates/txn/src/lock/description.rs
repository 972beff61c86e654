//! Locked resources in words: the columns of the views and the elements of deadlock reports.

use super::mode::LockMode;
use super::resource::{MetadataKind, Resource};
use std::hash::{BuildHasher, BuildHasherDefault};

/// A locked resource as `resource_description` of `sys.dm_os_waiting_tasks` and the element of a
/// deadlock report show it.
pub struct ResourceDescription {
    /// The kind of lock: the first word of the description, the name of the element.
    pub kind: &'static str,
    /// Names and values, without those that every kind has.
    pub attributes: Vec<(&'static str, String)>,
    /// The id of the lock.
    pub id: String,
    /// The table or index; 0 for other resources.
    pub object: i32,
}

impl Resource {
    /// Describes the resource. `name` is the application's name for it.
    pub fn description(self, name: &str) -> ResourceDescription {
        let dbid = ("dbid", self.database().0.to_string());
        let full = ("subresource", "FULL".to_owned());
        let (kind, attributes, object) = match self {
            Resource::Database(_) => ("databaselock", vec![full, dbid], 0),
            Resource::Object(_, object) => {
                let partition = ("lockPartition", "0".to_owned());
                ("objectlock", vec![partition, ("objid", object.0.to_string()), full, dbid], object.0)
            }
            Resource::Page(_, object, page) => {
                let (file, page) = (("fileid", page.file.0.to_string()), ("pageid", page.page.to_string()));
                ("pagelock", vec![file, page, dbid, full], object.0)
            }
            Resource::Row(_, object, page, _) => {
                let (file, page) = (("fileid", page.file.0.to_string()), ("pageid", page.page.to_string()));
                ("ridlock", vec![file, page, dbid], object.0)
            }
            Resource::Key(_, object, _) => ("keylock", vec![("hobtid", object.0.to_string()), dbid], object.0),
            Resource::Application(_, hash) => {
                let principal = name.split(':').next().unwrap_or_default().to_owned();
                let hash = ("hash", format!("{:08x}", hash as u32));
                ("applicationlock", vec![hash, ("databasePrincipalId", principal), dbid], 0)
            }
            Resource::Metadata(_, kind, number) => {
                let subtype = ("subresource", kind.subtype().to_owned());
                ("metadatalock", vec![subtype, ("classid", kind.locked(number)), dbid], 0)
            }
            Resource::Transaction(_, txn) => ("xactlock", vec![("xactid", txn.0.to_string()), dbid], 0),
        };
        let digest = BuildHasherDefault::<sluice_base::hash::FixedHasher>::default().hash_one(self);
        ResourceDescription { kind, attributes, id: format!("lock{digest:x}"), object }
    }

    /// Returns the `wait_resource` of `sys.dm_exec_requests`. `name` is the application's name for
    /// the resource.
    pub fn wait_resource(self, name: &str) -> String {
        let database = self.database().0;
        match self {
            Resource::Database(_) => format!("DATABASE: {database}:0"),
            Resource::Object(_, object) => format!("OBJECT: {database}:{}:0", object.0),
            Resource::Page(_, _, page) => format!("PAGE: {database}:{}:{}", page.file.0, page.page),
            Resource::Row(_, _, page, slot) => format!("RID: {database}:{}:{}:{slot}", page.file.0, page.page),
            Resource::Key(_, object, hash) => format!("KEY: {database}:{} {}", object.0, key_hash(hash)),
            Resource::Application(_, hash) => format!("APPLICATION: {database}:{}", application(name, hash)),
            Resource::Metadata(_, kind, number) => {
                format!("METADATA: database_id = {database} {}({})", kind.subtype(), kind.locked(number))
            }
            Resource::Transaction(_, txn) => format!("XACT: {database}:{}:0", txn.0),
        }
    }

    /// Returns the `resource_type` of `sys.dm_tran_locks`.
    pub fn type_name(self) -> &'static str {
        match self {
            Resource::Database(_) => "DATABASE",
            Resource::Object(..) => "OBJECT",
            Resource::Page(..) => "PAGE",
            Resource::Row(..) => "RID",
            Resource::Key(..) => "KEY",
            Resource::Application(..) => "APPLICATION",
            Resource::Metadata(..) => "METADATA",
            Resource::Transaction(..) => "XACT",
        }
    }
}

impl ResourceDescription {
    /// Returns the description of a lock that is held in `mode`.
    pub fn text(&self, mode: LockMode) -> String {
        let attributes = self.attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
        let (kind, id, object) = (self.kind, &self.id, self.object);
        format!("{kind}{attributes} id={id} mode={} associatedObjectId={object}", mode.name())
    }
}

impl MetadataKind {
    /// Returns the `resource_subtype` of `sys.dm_tran_locks`.
    pub fn subtype(self) -> &'static str {
        match self {
            MetadataKind::Name => "OBJECT_NAME",
            MetadataKind::Schema => "SCHEMA",
            MetadataKind::Type => "USER_TYPE",
            MetadataKind::Principals => "DATABASE_PRINCIPAL",
            MetadataKind::Permissions => "PERMISSIONS",
            MetadataKind::Statistics => "STATS",
            MetadataKind::Properties => "EXTENDED_PROPERTIES",
        }
    }

    /// Describes the locked piece of metadata. `number` is the name's hash, an id, or for
    /// principals a scope. Permissions and properties have the class in its upper 32 bits and the
    /// major id in its lower ones.
    pub fn locked(self, number: u64) -> String {
        match self {
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
}

/// Formats a key's hash as six bytes, as SQL Server does.
pub fn key_hash(hash: u64) -> String {
    format!("({:012x})", hash & 0xFFFF_FFFF_FFFF)
}

/// Describes an application lock: owner and name, and the name's hash.
pub fn application(name: &str, hash: u64) -> String {
    format!("{name}:({:08x})", hash as u32)
}
