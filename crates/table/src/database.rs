//! A database as sessions see it: its storage, its published catalog and its options.

use crate::catalog_store::{SYS_OBJECTS, StoredCatalog, create_properties, write_dates};
use crate::database_file::DatabaseFile;
use crate::database_options::{DatabaseOptions, DelayedDurability, SessionDefaults, SnapshotState, UserAccess};
use crate::generator::{Generator, Owner};
use crate::generators::{Generators, place_of};
use crate::id_counter::IdCounter;
use crate::index_usage::IndexUsage;
use crate::lineage::Lineage;
use crate::loaded_catalog::LoadedCatalog;
use crate::rowversions::RowVersions;
use crate::table_activity::TableActivity;
use crate::trace_flags::TraceFlags;
use sluice_access::sample_rows;
use sluice_base::counters::DatabaseCounters;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, FileId, FilegroupId, ObjectId, SessionId};
use sluice_base::page_counts::uncounted;
use sluice_base::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_catalog::heap_bytes::disown_published;
use sluice_catalog::security::SecurableClass;
use sluice_catalog::{
    Catalog, Change, Dates, DdlScope, DefinitionBinder, Folded, LockEscalation, Measured, Object, Progression,
    PropertyClass, SchemaId, Sequence, Table, TypeId,
};
use sluice_txn::{CommitDurability, CommitFate, CommitReceipt, MetadataKind, Resource, Storage, StorageError};
use sluice_types::SqlError;

/// The parts of a database to open.
pub struct DatabaseParts {
    /// Id within the instance.
    pub id: DatabaseId,
    /// Name, in the case in which it was written.
    pub name: String,
    /// Data file, log and transactions, recovered.
    pub storage: Arc<Storage>,
    /// Performance counters.
    pub counters: Arc<DatabaseCounters>,
    /// The files, in the order of their ids.
    pub files: Vec<DatabaseFile>,
    /// The options.
    pub options: DatabaseOptions,
    /// The number of this opening among all openings of the instance, so that catalog versions of
    /// two openings differ.
    pub opening: u32,
    /// Its reverts and ancestors.
    pub lineage: Lineage,
    /// The content of the system tables, if an earlier opening has read the same.
    pub loaded: Option<LoadedCatalog>,
}

/// An open database. A database that is closed and opened again is another value of this type;
/// [`Database::is_closed`] holds for the old one.
pub struct Database {
    /// Id within the instance. The pool, the lock manager and the version store know the database
    /// by its storage's id, which differs while an earlier opening is still referenced.
    pub id: DatabaseId,
    /// The number of this opening among all openings of the instance.
    pub opening: u32,
    /// Name, in the case in which it was written.
    pub name: String,
    /// Data file, log and transactions.
    pub storage: Arc<Storage>,
    /// Performance counters.
    pub counters: Arc<DatabaseCounters>,
    /// Generator of the rowversions of its tables.
    pub rowversions: Arc<RowVersions>,
    /// Index use by statements whose plans are no longer cached.
    pub index_usage: IndexUsage,
    files: RwLock<Vec<DatabaseFile>>,
    is_closed: AtomicBool,
    // Held by the session that creates the table of extended properties.
    properties_creation: Mutex<()>,
    catalog: RwLock<Arc<Catalog>>,
    version: AtomicU64,
    // The last catalog version. A version is never used twice, not even after a rollback.
    last_version: AtomicU64,
    object_ids: IdCounter,
    schema_ids: IdCounter,
    type_ids: IdCounter,
    options: RwLock<DatabaseOptions>,
    // The instance's setting, in minutes.
    recovery_interval: AtomicU32,
    // Copy of the option outside the lock, because every commit reads it.
    delayed_durability: AtomicU8,
    generators: Generators,
    // ALLOW_SNAPSHOT_ISOLATION with its transitions, and READ_COMMITTED_SNAPSHOT. Every statement
    // reads these copies without the lock.
    snapshot_state: AtomicU8,
    reads_versions: AtomicBool,
    // `is_single` is SINGLE_USER; `user` is the session that has the database, or 0.
    is_single: AtomicBool,
    is_restricted: AtomicBool,
    user: AtomicU16,
    // Tables whose definition changed since the oldest snapshot, each with the newest published
    // snapshot number at that time.
    changed: RwLock<HashMap<ObjectId, u64>>,
    // The newest published snapshot number when the database was reverted, just before this
    // opening.
    reverted_at: AtomicU64,
    // Counters of changes, for the tables whose activity was asked for.
    activities: RwLock<HashMap<ObjectId, Arc<TableActivity>>>,
    /// Reverts and ancestors.
    lineage: Lineage,
}

impl Database {
    /// Creates the table of extended properties if the database has none yet, in a transaction of
    /// its own that is hardened on return.
    pub fn create_properties(&self) -> Result<(), StorageError> {
        let _alone = self.properties_creation.lock();
        create_properties(&self.storage)
    }

    /// Creates the system tables of a newly formatted database. Committed in full on return.
    pub fn create_catalog(storage: &Storage) -> Result<(), StorageError> {
        crate::catalog_store::create(storage)
    }

    /// Creates the additional system tables that master has for the server. Committed in full on
    /// return.
    pub fn create_server_catalog(storage: &Storage) -> Result<(), StorageError> {
        crate::catalog_store::create_server(storage)
    }

    /// Sets the database's creation date to now, as a rename does
    /// (`relational-databases/system-catalog-views/sys-databases-transact-sql`, `create_date`).
    /// Committed in full on return.
    pub fn date_again(&self) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin();
        let dates = Some(Dates::new(self.storage.local_ns()));
        match write_dates(&self.storage, &mut transaction, &[(ObjectId(0), dates)]) {
            Ok(()) => self.storage.commit(transaction, CommitDurability::Full).map(|_| ()),
            Err(error) => self.storage.rollback(transaction).and(Err(error)),
        }
    }

    /// Opens a database whose storage has been recovered, and loads its catalog. `binder` binds the
    /// definitions; `flags` are the instance's trace flags. Also opens the counters of ids and
    /// rowversions, reads the options, and applies files, growth, versions, escalation and
    /// READ_ONLY to the storage. Fails if a system table is damaged.
    pub fn open(
        parts: DatabaseParts,
        flags: Arc<TraceFlags>,
        binder: &dyn DefinitionBinder,
    ) -> Result<Arc<Database>, StorageError> {
        let DatabaseParts { id, name, storage, counters, files, options, opening, lineage, loaded } = parts;
        storage.keep_versions(options.allow_snapshot_isolation || options.read_committed_snapshot);
        // Before the catalog is loaded: the files of its trees determine their filegroups.
        options.data_files.apply_to(&storage);
        let stored = StoredCatalog::open(&storage)?;
        let loaded = loaded.map_or_else(|| LoadedCatalog::read(&stored, binder), Ok)?;
        let catalog = loaded.at_version(u64::from(opening) << VERSION_BITS | 1);
        let [objects, schemas, types] = stored.id_places();
        let object_ids = IdCounter::open(&storage, objects, loaded.last_object().0)?;
        let schema_ids = IdCounter::open(&storage, schemas, catalog.next_schema_id().0 - 1)?;
        let type_ids = IdCounter::open(&storage, types, catalog.next_type_id().0 - 1)?;
        let rowversions = Arc::new(RowVersions::open(&storage, &name)?);
        storage.set_target_recovery_time(options.recovery_target(0));
        for table in catalog.stored_tables() {
            if table.options.lock_escalation == LockEscalation::Disable {
                storage.locks.set_escalation(storage.id, table.id, false);
            }
        }
        storage.space.primary().growth.set(options.data_growth, options.data_bytes_max());
        storage.set_read_only(options.is_read_only);
        Ok(Arc::new(Database {
            id,
            opening,
            name,
            storage,
            counters,
            rowversions,
            index_usage: IndexUsage::default(),
            files: RwLock::new(files),
            is_closed: AtomicBool::new(false),
            properties_creation: Mutex::new(()),
            version: AtomicU64::new(catalog.version()),
            last_version: AtomicU64::new(catalog.version()),
            object_ids,
            schema_ids,
            type_ids,
            catalog: RwLock::new(Arc::new(catalog)),
            delayed_durability: AtomicU8::new(options.delayed_durability as u8),
            generators: Generators::new(options.identity_cache, flags),
            snapshot_state: AtomicU8::new(options.allow_snapshot_isolation as u8),
            reads_versions: AtomicBool::new(options.read_committed_snapshot),
            is_single: AtomicBool::new(options.user_access == UserAccess::Single),
            is_restricted: AtomicBool::new(options.user_access == UserAccess::Restricted),
            user: AtomicU16::new(0),
            changed: RwLock::default(),
            reverted_at: AtomicU64::new(0),
            activities: RwLock::default(),
            options: RwLock::new(options),
            recovery_interval: AtomicU32::new(0),
            lineage,
        }))
    }

    /// Whether this opening of the database is over. Its files are closed, and nothing can be read
    /// or changed through it.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Declares this opening of the database over. The host closes its files.
    pub fn set_closed(&self) {
        self.is_closed.store(true, Ordering::Release);
    }

    /// The published catalog.
    pub fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog.read())
    }

    /// The version of the published catalog, read without a lock.
    #[inline]
    pub fn catalog_version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// Publishes a transaction's definitions on top of the newest published catalog. The
    /// transaction must have committed and must still hold its locks. Does nothing without changes.
    /// Gives the catalog a new version, drops generators and counters of dropped objects, and sets
    /// lock escalation of changed tables.
    pub fn publish(&self, changes: &[Change]) {
        if changes.is_empty() {
            return;
        }
        let mut published = self.catalog.write();
        self.note_changes(changes);
        let mut next = published.at_version(self.new_version());
        changes.iter().for_each(|change| next.apply(change));
        self.version.store(next.version(), Ordering::Release);
        let next = Arc::new(next);
        *published = Arc::clone(&next);
        drop(published);
        self.let_go(changes, &next);
        self.set_escalations(changes);
        disown_published(changes);
    }

    /// Hands LOCK_ESCALATION of changed tables to the lock manager.
    fn set_escalations(&self, changes: &[Change]) {
        let escalates = |object: &Option<Object>| match object {
            Some(Object::Table(table)) => table.options.lock_escalation != LockEscalation::Disable,
            _ => true,
        };
        for change in changes {
            if let Change::Object(before, after) = change
                && escalates(before) != escalates(after)
                && let Some(object) = before.as_ref().or(after.as_ref())
            {
                self.storage.locks.set_escalation(self.storage.id, object.id(), escalates(after));
            }
        }
    }

    /// Forgets the generators and change counters of changed objects that `catalog` doesn't have. A
    /// generator is also dropped if its object has another root there. Published data doesn't
    /// change.
    pub fn let_go(&self, changes: &[Change], catalog: &Catalog) {
        let states = changes.iter().filter_map(|change| match change {
            Change::Object(before, after) => Some([before, after]),
            _ => None,
        });
        for object in states.flatten().flatten() {
            self.generators.let_go(catalog, object);
            if !catalog.has_object(object.id()) {
                self.activities.write().remove(&object.id());
            }
        }
    }

    /// Records which tables' definitions change, so that older snapshots fail with 3961. Does
    /// nothing if the database keeps no row versions.
    fn note_changes(&self, changes: &[Change]) {
        if !self.storage.keeps_versions() {
            return;
        }
        let versions = &self.storage.versions;
        let mut changed = self.changed.write();
        if !versions.has_snapshots() {
            changed.clear();
            return;
        }
        let now = versions.published();
        for change in changes {
            if let Change::Object(Some(Object::Table(before)), after) = change {
                let after = after.as_ref().and_then(Object::table);
                if !after.is_some_and(|after| after.is_defined_as(before)) {
                    changed.insert(before.id, now);
                }
            }
        }
    }

    /// Returns a version for a new catalog.
    pub fn new_version(&self) -> u64 {
        self.last_version.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns the counters of changes to `table`. They are created at the first use and kept for
    /// published tables only; a table variable and a table of the running transaction get counters
    /// of their own at each call. A table that has got columns gets a grown copy.
    pub fn activity(&self, table: &Table) -> Arc<TableActivity> {
        if let Some(known) = self.activities.read().get(&table.id)
            && known.grown_for(table).is_none()
        {
            return Arc::clone(known);
        }
        let mut activities = self.activities.write();
        let known = activities.get(&table.id);
        let activity = match known.map(|known| known.grown_for(table)) {
            Some(Some(grown)) => Arc::new(grown),
            Some(None) => return Arc::clone(&activities[&table.id]),
            None => Arc::new(TableActivity::for_table(table)),
        };
        // Counters are cached for published tables only. No later event would remove the counters
        // of an unpublished table or a table variable.
        if !table.is_variable() && self.catalog.read().stored_table_by_id(table.id).is_some() {
            activities.insert(table.id, Arc::clone(&activity));
        }
        activity
    }

    /// Estimates the rows of `table` from a sample of its pages, and samples again once an eighth
    /// of the rows has changed. Returns `None` if the pages can't be read. Plans that use the table
    /// are invalidated when the estimate is out of date.
    pub fn row_count(&self, table: &Table) -> Option<u64> {
        let activity = self.activity(table);
        let count = || {
            let place = (table.root, table.id);
            let sampled = uncounted(|| sample_rows(&self.storage, place, PAGES_FOR_A_COUNT, &mut |_, _| {}));
            sampled.ok().map(|sampled| sampled.rows_in_all())
        };
        let rows = activity.row_count(table.root, count)?;
        activity.choose_again_after(Measured::threshold(rows));
        Some(rows)
    }

    /// Invalidates all plans that use `table`: enough of its rows have changed for other plans to
    /// be better. Each plan is chosen again before its next run.
    #[cold]
    pub(crate) fn outdate_plans(&self, table: ObjectId, activity: &TableActivity) {
        activity.forget_limit();
        self.renew(|_| vec![table]);
    }

    /// Invalidates all plans that use one of the tables: each is compiled again before it runs.
    fn renew(&self, tables: impl FnOnce(&Catalog) -> Vec<ObjectId>) {
        let mut published = self.catalog.write();
        let tables = tables(&published);
        let next = tables.into_iter().fold(Catalog::clone(&published), |next, table| next.with_renewed(table));
        let next = next.at_version(self.new_version());
        self.version.store(next.version(), Ordering::Release);
        *published = Arc::new(next);
    }

    /// Returns an id for a new object.
    pub fn new_object(&self) -> ObjectId {
        ObjectId(self.object_ids.next())
    }

    /// Returns the content of the system tables. Called before any session uses the database.
    pub fn loaded_catalog(&self) -> LoadedCatalog {
        LoadedCatalog::new(self.catalog(), ObjectId(self.object_ids.last()))
    }

    /// Returns an id for a new schema.
    pub fn new_schema(&self) -> SchemaId {
        SchemaId::for_users(|| self.schema_ids.next())
    }

    /// Returns an id for a new type.
    pub fn new_type(&self) -> TypeId {
        TypeId(self.type_ids.next())
    }

    /// Returns the generator of `sequence`.
    pub fn generator(&self, sequence: &Sequence) -> Result<Arc<Generator>, StorageError> {
        let owner = Owner::Sequence(sequence.name.clone());
        self.generators.get(&self.storage, &self.name, place_of(sequence), sequence.progression, owner)
    }

    /// Returns the generator of the identity column of `table`. Panics if the table has no identity
    /// column. Opens it at the first use, which reads the recovery value.
    pub fn identity(&self, table: &Table) -> Result<Arc<Generator>, StorageError> {
        let column = table.columns.iter().find_map(|column| Some((column.data_type, column.identity?)));
        let progression = column
            .and_then(|(data_type, identity)| Progression::identity(data_type, identity.seed, identity.increment));
        let progression = progression.expect("an identity column has an integer type");
        let place = sluice_access::Sequence { root: table.root, object: table.id };
        self.generators.get(&self.storage, &self.name, place, progression, Owner::Identity)
    }

    /// Starts a new identity column of `table`: it has given no value, whatever an earlier identity
    /// column of the table gave.
    pub fn begin_identity(&self, table: &Table) -> Result<(), StorageError> {
        self.forget_identity(table);
        let place = sluice_access::Sequence { root: table.root, object: table.id };
        place.set_recovery_value(&self.storage, None).map(|_| ())
    }

    /// Forgets the identity generator of a dropped table that was in no catalog.
    pub fn forget_identity(&self, table: &Table) {
        self.generators.forget(sluice_access::Sequence { root: table.root, object: table.id });
    }

    /// Forgets the generator of a sequence that has been created or altered.
    pub fn forget_generator(&self, sequence: &Sequence) {
        self.generators.forget(place_of(sequence));
    }

    /// Writes the last values of sequences, identity columns, rowversions and ids. A clean close
    /// calls this function, so that no value is lost. All are tried; the first error is returned.
    pub fn settle_generators(&self) -> Result<(), StorageError> {
        if !self.options.read().is_updatable() {
            // They were settled when the database became read-only; in EMERGENCY none is drawn.
            return Ok(());
        }
        let ids = [&self.object_ids, &self.schema_ids, &self.type_ids];
        let settled = ids.into_iter().map(IdCounter::settle).fold(Ok(()), Result::and);
        self.generators.settle(&self.catalog()).and(self.rowversions.settle()).and(settled)
    }

    /// The lock resource of the database. Sessions in the database and statements that name it hold
    /// the lock shared.
    #[inline]
    pub fn resource(&self) -> Resource {
        Resource::Database(self.id)
    }

    /// The lock resource of table `id`.
    #[inline]
    pub fn table(&self, id: ObjectId) -> Resource {
        Resource::Object(self.storage.id, id)
    }

    /// The lock resource of an object's name. Returns `None` if `catalog` doesn't have the schema.
    pub fn object_name(&self, catalog: &Catalog, schema: &str, name: &str) -> Option<Resource> {
        let schema = catalog.schema(schema)?.id.0;
        Some(Resource::name(self.storage.id, schema, Folded::new(name).as_str()))
    }

    /// The lock resource of a type's name. Types and objects have separate name spaces. Returns
    /// `None` if `catalog` doesn't have the schema.
    pub fn type_name(&self, catalog: &Catalog, schema: &str, name: &str) -> Option<Resource> {
        let schema = catalog.schema(schema)?.id.0;
        Some(Resource::name(self.storage.id, -schema, Folded::new(name).as_str()))
    }

    /// The lock resource of a DDL trigger's name. It is that of no object, because no schema has
    /// these numbers.
    pub fn ddl_trigger_name(&self, scope: DdlScope, name: &str) -> Resource {
        Resource::name(self.storage.id, i32::MIN - scope.parent().0, Folded::new(name).as_str())
    }

    /// The lock resource of a schema's name.
    pub fn schema_name(&self, name: &str) -> Resource {
        Resource::name(self.storage.id, 0, Folded::new(name).as_str())
    }

    /// The lock resource of metadata that has a number but no object id.
    pub fn metadata(&self, kind: MetadataKind, number: i32) -> Resource {
        Resource::Metadata(self.storage.id, kind, u64::from(number as u32))
    }

    /// The lock resource of the permissions on one securable.
    pub fn permissions(&self, class: SecurableClass, major: i32) -> Resource {
        let number = (class as u64) << 32 | u64::from(major as u32);
        Resource::Metadata(self.storage.id, MetadataKind::Permissions, number)
    }

    /// The lock resource of the extended properties of a thing and its parts.
    pub fn properties(&self, class: PropertyClass, major: i32) -> Resource {
        let number = (class as u64) << 32 | u64::from(major as u32);
        Resource::Metadata(self.storage.id, MetadataKind::Properties, number)
    }

    /// The lock resource of all names. A statement that defines an object holds it in IX, a copy of
    /// the database in S.
    pub fn definitions(&self) -> Resource {
        self.table(SYS_OBJECTS)
    }

    /// The files, in the order of their ids.
    pub fn files(&self) -> Vec<DatabaseFile> {
        let options = self.options.read();
        let mut files = self.files.read().clone();
        options.name_files(&mut files);
        files
    }

    /// Adds a file that has become a part of the database.
    pub fn add_file(&self, file: DatabaseFile) {
        let mut files = self.files.write();
        files.push(file);
        files.sort_by_key(|file| file.id);
    }

    /// Takes a file out of the list of [`Database::files`], after it has ceased to be a part of the
    /// database. Only the list in memory changes. The storage's handle and the file on disk are the
    /// caller's.
    pub fn forget_file(&self, id: FileId) {
        self.files.write().retain(|file| file.id != id);
    }

    /// Returns the filegroup with a name, for a new object. Fails with 1921 if there is none, with
    /// 1922 if it has no file, and with 1924 if it is READ_ONLY.
    pub fn filegroup(&self, name: &str) -> Result<FilegroupId, SqlError> {
        let options = self.options.read();
        let id =
            options.data_files.filegroup_named(name).ok_or_else(|| SqlError::invalid_filegroup("filegroup", name))?;
        if !options.data_files.has_files(id) {
            return Err(SqlError::filegroup_without_files(name));
        }
        match options.data_files.is_read_only(id) {
            true => Err(SqlError::filegroup_is_read_only(name)),
            false => Ok(id),
        }
    }

    /// Returns the ids and names of the READ_ONLY filegroups.
    pub(crate) fn read_only_filegroups(&self) -> Vec<(FilegroupId, String)> {
        let options = self.options.read();
        let read_only = options.data_files.filegroups.iter().filter(|group| group.is_read_only);
        read_only.map(|group| (group.id, group.name.clone())).collect()
    }

    /// The current options.
    pub fn options(&self) -> DatabaseOptions {
        self.options.read().clone()
    }

    /// The options that are defaults of the sessions.
    pub fn session_defaults(&self) -> SessionDefaults {
        self.options.read().session_defaults
    }

    /// The option DELAYED_DURABILITY, read without a lock.
    #[inline]
    pub fn delayed_durability(&self) -> DelayedDurability {
        DelayedDurability::from_number(self.delayed_durability.load(Ordering::Relaxed)).unwrap_or_default()
    }

    /// The state of ALLOW_SNAPSHOT_ISOLATION.
    pub fn snapshot_state(&self) -> SnapshotState {
        SnapshotState::from_number(self.snapshot_state.load(Ordering::Acquire)).unwrap_or_default()
    }

    /// Whether READ_COMMITTED_SNAPSHOT is on, read without a lock.
    #[inline]
    pub fn reads_versions(&self) -> bool {
        self.reads_versions.load(Ordering::Acquire)
    }

    /// Fails with 924 if the database is in SINGLE_USER and another session has it.
    pub fn check_user(&self, session: SessionId) -> Result<(), SqlError> {
        let user = self.user.load(Ordering::Acquire);
        if self.is_single.load(Ordering::Acquire) && user != 0 && user != session.0 {
            return Err(SqlError::database_is_single_user(&self.name));
        }
        Ok(())
    }

    /// Whether RESTRICTED_USER admits only members of db_owner, dbcreator and sysadmin.
    #[inline]
    pub fn is_restricted(&self) -> bool {
        self.is_restricted.load(Ordering::Acquire)
    }

    /// Whether the database is in EMERGENCY, which admits only members of sysadmin.
    #[inline]
    pub fn is_emergency(&self) -> bool {
        self.storage.is_unrecovered() && !self.is_snapshot()
    }

    /// Records that the database was reverted just before this opening.
    pub fn set_reverted(&self) {
        self.reverted_at.store(self.storage.versions.published(), Ordering::Release);
    }

    /// Whether the database may have been reverted since the snapshot `sequence` of row versions,
    /// which would read the content before.
    #[inline]
    pub fn is_reverted_since(&self, sequence: u64) -> bool {
        sequence < self.reverted_at.load(Ordering::Acquire)
    }

    /// Returns what became of a commit, as this database knows it. `None` if that is unknown, or if
    /// the commit is neither one of this database nor one that it was made from.
    pub fn fate_of(&self, receipt: CommitReceipt) -> Option<CommitFate> {
        self.lineage.fate_of(&self.storage, receipt)
    }

    /// Whether the database is a snapshot of another one.
    pub fn is_snapshot(&self) -> bool {
        self.options().snapshot_of.is_some()
    }

    /// Lets `session` enter the database. Under SINGLE_USER it becomes the user if there is none.
    /// Fails with 924 if another session is the user.
    pub fn enter(&self, session: SessionId) -> Result<(), SqlError> {
        if self.is_single.load(Ordering::Acquire) {
            // If two sessions enter at once, the exchange lets one of them become the user.
            let _ = self.user.compare_exchange(0, session.0, Ordering::AcqRel, Ordering::Acquire);
        }
        self.check_user(session)
    }

    /// Sets the session that has the database under SINGLE_USER, or clears it.
    pub fn set_user(&self, session: Option<SessionId>) {
        self.user.store(session.map_or(0, |session| session.0), Ordering::Release);
    }

    /// Whether `session` has the database under SINGLE_USER.
    pub fn is_user(&self, session: SessionId) -> bool {
        self.user.load(Ordering::Acquire) == session.0
    }

    /// Registers that `session` leaves the database, which loses its single user if that was it.
    pub fn leave(&self, session: SessionId) {
        let _ = self.user.compare_exchange(session.0, 0, Ordering::AcqRel, Ordering::Acquire);
    }

    /// The lock resource that transactions with a snapshot of this database hold.
    pub fn snapshots(&self) -> Resource {
        self.table(SNAPSHOTS)
    }

    /// Changes the state of ALLOW_SNAPSHOT_ISOLATION. Row changes keep versions in all states but
    /// OFF. They are kept under READ_COMMITTED_SNAPSHOT as well, whatever this state is.
    pub fn set_snapshot_state(&self, state: SnapshotState) {
        let keeps = state != SnapshotState::Off || self.reads_versions();
        if keeps {
            // Versions must be kept before the first snapshot reads.
            self.storage.keep_versions(true);
        }
        self.snapshot_state.store(state as u8, Ordering::Release);
        self.storage.keep_versions(keeps);
    }

    /// Whether the definition of `table` has changed since the snapshot with number `sequence` was
    /// taken (3961).
    pub fn has_changed(&self, table: ObjectId, sequence: u64) -> bool {
        self.changed.read().get(&table).is_some_and(|changed| *changed > sequence)
    }

    /// Sets the instance's recovery interval in minutes; 0 means 1 minute. It applies if the
    /// database has no TARGET_RECOVERY_TIME.
    pub fn set_recovery_interval(&self, minutes: u32) {
        let options = self.options.write();
        self.recovery_interval.store(minutes, Ordering::Relaxed);
        self.storage.set_target_recovery_time(options.recovery_target(minutes));
    }

    /// Sets the options in memory. The host has written them to disk before. Passes them to the
    /// storage, the generators and the files. If a filegroup has changed, all plans become
    /// outdated. The snapshot state changes only if ALLOW_SNAPSHOT_ISOLATION does.
    pub fn set_options(&self, options: DatabaseOptions) {
        let mut held = self.options.write();
        self.generators.set_identity_cache(options.identity_cache);
        self.delayed_durability.store(options.delayed_durability as u8, Ordering::Relaxed);
        self.storage.set_target_recovery_time(options.recovery_target(self.recovery_interval.load(Ordering::Relaxed)));
        self.storage.space.primary().growth.set(options.data_growth, options.data_bytes_max());
        options.data_files.apply_to(&self.storage);
        self.storage.set_read_only(options.is_read_only);
        self.is_single.store(options.user_access == UserAccess::Single, Ordering::Release);
        self.is_restricted.store(options.user_access == UserAccess::Restricted, Ordering::Release);
        let allow = options.allow_snapshot_isolation;
        if options.read_committed_snapshot {
            self.storage.keep_versions(true);
        }
        self.reads_versions.store(options.read_committed_snapshot, Ordering::Release);
        // A change of another option keeps a transition of the snapshot state that is under way.
        let state = match allow != held.allow_snapshot_isolation {
            true => SnapshotState::from_number(allow as u8).unwrap_or_default(),
            false => self.snapshot_state(),
        };
        self.set_snapshot_state(state);
        let are_same = held.data_files.filegroups == options.data_files.filegroups;
        *held = options;
        drop(held);
        if !are_same {
            // A filegroup may be READ_ONLY now (`read_only_filegroups`).
            self.renew(|catalog| catalog.stored_tables().into_iter().map(|table| table.id).collect());
        }
    }
}

/// Bits of a catalog version that count the versions within one opening.
const VERSION_BITS: u32 = 32;
/// Pages sampled to estimate a table's rows.
const PAGES_FOR_A_COUNT: u64 = 16;
/// Object id of [`Database::snapshots`]; no object has it.
const SNAPSHOTS: ObjectId = ObjectId(-1);
