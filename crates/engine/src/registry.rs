//! Master's list of databases: a B+tree keyed by database id. A database exists once its row here
//! is committed.
//!
//! The value of a row (`docs/file-format.md`, *The list of databases*):
//!
//! - the database's identity, u64
//! - the number of non-default options, u8
//! - each option: a tag u8 and a number u32; for file names, the number is the length of the UTF-8
//!   that follows, and for the secondary files that of their bytes (`stored_files`)
//! - the name in UTF-8, to the end

use crate::master_tree::MasterTree;
use crate::storage::MASTER_ID;
use crate::{stored_files, stored_lineage};
use sluice_base::codec::{Reader, Truncated};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, ObjectId};
use sluice_base::sync::Mutex;
use sluice_table::data_files::DataFiles;
use sluice_table::database_options::{COMPATIBILITY_LEVELS, SessionDefaults};
use sluice_table::{DatabaseOptions, DelayedDurability, Lineage, UserAccess};
use sluice_txn::{Storage, StorageError};
use std::ops::Deref;
use std::sync::Arc;

/// A database's row in the list. An option that isn't set has its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) id: DatabaseId,
    pub(crate) guid: DatabaseGuid,
    pub(crate) options: DatabaseOptions,
    /// Whether the files don't exist yet or are being removed. After a crash the next start removes
    /// such a row and its files. Used only for files outside the instance's folder, which a start
    /// would not find otherwise.
    pub(crate) is_unmade: bool,
    /// The snapshot that the database is being reverted to. The next opening completes that.
    pub(crate) reverting_to: Option<DatabaseId>,
    /// The frozen files of another database that a clone's data files are above. For a dropped
    /// database, the frozen files that it left (`shared_files`). Paths as in the options.
    pub(crate) bases: Vec<String>,
    pub(crate) lineage: Lineage,
    pub(crate) name: String,
}

/// The state that a database was reverted to: a snapshot's, which never changes. An LSN of a
/// database is never used twice, so another snapshot with the same id has another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RevertedTo {
    pub(crate) snapshot: DatabaseId,
    pub(crate) frozen_at: Lsn,
    /// The data files and filegroups, which the catalog names.
    pub(crate) files: DataFiles,
}

/// The list of databases, with the rows read last.
pub(crate) struct Registry {
    tree: MasterTree,
    known: Mutex<ReadEntries>,
}

/// The rows as they were read since the last change.
#[derive(Default)]
struct ReadEntries {
    rows: Option<Arc<Vec<Entry>>>,
    /// Counts the beginnings and ends of changes.
    changes: u64,
}

/// The rows of all databases except master, by id.
pub(crate) struct Entries {
    /// With master's, which comes first, and those of dropped databases, which have greater ids.
    rows: Arc<Vec<Entry>>,
}

impl Deref for Entries {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        let first = self.rows.partition_point(|entry| entry.id <= MASTER_ID);
        &self.rows[first..self.rows.partition_point(|entry| entry.id < FIRST_DROPPED)]
    }
}

impl Registry {
    /// Opens the list, or creates it in a new master database.
    pub(crate) fn open(master: &Arc<Storage>) -> Result<Registry, StorageError> {
        Ok(Registry { tree: MasterTree::open(master, SLOT, OBJECT)?, known: Mutex::default() })
    }

    /// Returns all databases except master.
    pub(crate) fn entries(&self) -> Result<Entries, StorageError> {
        Ok(Entries { rows: self.rows()? })
    }

    /// Returns the rows of dropped databases whose frozen files may have to be removed.
    pub(crate) fn dropped(&self) -> Result<Vec<Entry>, StorageError> {
        let rows = self.rows()?;
        Ok(rows[rows.partition_point(|entry| entry.id < FIRST_DROPPED)..].to_vec())
    }

    /// Returns master's options. `None` if they never changed.
    pub(crate) fn masters_options(&self) -> Result<Option<DatabaseOptions>, StorageError> {
        let rows = self.rows()?;
        Ok(rows.first().filter(|entry| entry.id == MASTER_ID).map(|entry| entry.options.clone()))
    }

    /// Adds the row of a database that is about to be dropped and leaves the frozen files `bases`.
    /// The row gets the least free id of those for dropped databases.
    pub(crate) fn insert_dropped(&self, entry: &Entry, bases: Vec<String>) -> Result<(), StorageError> {
        let taken = self.dropped()?;
        let mut id = FIRST_DROPPED;
        while taken.iter().any(|other| other.id == id) {
            id.0 += 1;
        }
        let (options, lineage) = (DatabaseOptions::default(), Lineage::default());
        self.insert(&Entry { id, bases, options, lineage, is_unmade: false, reverting_to: None, ..entry.clone() })
    }

    fn rows(&self) -> Result<Arc<Vec<Entry>>, StorageError> {
        let changes = {
            let known = self.known.lock();
            if let Some(rows) = &known.rows {
                return Ok(rows.clone());
            }
            known.changes
        };
        let what = "the list of databases has a row that can't be read";
        let rows = Arc::new(self.tree.rows(what, |key, value| decode(key, value).ok())?);
        let mut known = self.known.lock();
        // Rows that were read beside a change may be those before it.
        if known.changes == changes {
            known.rows = Some(rows.clone());
        }
        Ok(rows)
    }

    /// Adds a database's row, durably. Fails if the id has a row.
    pub(crate) fn insert(&self, entry: &Entry) -> Result<(), StorageError> {
        self.change(|tree| tree.insert(&key(entry.id), &encode(entry)))
    }

    /// Replaces a database's row, durably. Master's row is added with its first change.
    pub(crate) fn update(&self, entry: &Entry) -> Result<(), StorageError> {
        self.change(|tree| tree.replace(&key(entry.id), &encode(entry)))
    }

    /// The storage of master.
    pub(crate) fn master(&self) -> &Arc<Storage> {
        self.tree.master()
    }

    /// Removes a database's row, durably.
    pub(crate) fn delete(&self, id: DatabaseId) -> Result<(), StorageError> {
        self.change(|tree| tree.delete(&key(id)))
    }

    /// Changes the list. Also after an error, the rows are read anew.
    fn change(&self, change: impl FnOnce(&MasterTree) -> Result<(), StorageError>) -> Result<(), StorageError> {
        self.forget_rows();
        let changed = change(&self.tree);
        self.forget_rows();
        changed
    }

    fn forget_rows(&self) {
        let mut known = self.known.lock();
        known.changes += 1;
        known.rows = None;
    }
}

/// Returns the listing of a database for its primary data file: the value of its row.
pub(crate) fn listing(entry: &Entry) -> Vec<u8> {
    encode(entry)
}

/// Decodes a listing. The id is that of no database.
pub(crate) fn read_listing(listing: &[u8]) -> Result<Entry, Truncated> {
    decode(&key(DatabaseId(0)), listing)
}

fn key(id: DatabaseId) -> [u8; 2] {
    id.0.to_be_bytes()
}

fn encode(entry: &Entry) -> Vec<u8> {
    let mut value = entry.guid.0.to_le_bytes().to_vec();
    let (mut numbers, names) = (numbers(&entry.options), names(&entry.options));
    let files = stored_files::encode(&entry.options.data_files);
    numbers.extend(entry.is_unmade.then_some((IS_UNMADE, 1)));
    numbers.extend(entry.reverting_to.map(|id| (REVERTING_TO, id.0.into())));
    let names = names.into_iter().chain(entry.bases.iter().map(|base| (BASE, &**base)));
    let names: Vec<(u8, &str)> = names.collect();
    let lineage = stored_lineage::encode(&entry.lineage);
    let buffer = entry.options.log_buffer.as_ref().map(stored_files::encode_log_buffer);
    let sizes = stored_files::encode_sizes(&entry.options.file_sizes);
    let parts = [(DATA_FILES, files), (LINEAGE, lineage), (LOG_BUFFER, buffer), (FILE_SIZES, sizes)];
    let set = parts.iter().filter(|(_, bytes)| bytes.is_some()).count();
    value.push((numbers.len() + names.len() + set) as u8);
    for (tag, number) in numbers {
        value.push(tag);
        value.extend_from_slice(&number.to_le_bytes());
    }
    for (tag, name) in names {
        value.push(tag);
        value.extend_from_slice(&(name.len() as u32).to_le_bytes());
        value.extend_from_slice(name.as_bytes());
    }
    for (tag, bytes) in parts {
        let Some(bytes) = bytes else { continue };
        value.push(tag);
        value.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        value.extend_from_slice(&bytes);
    }
    value.extend_from_slice(entry.name.as_bytes());
    value
}

fn decode(key: &[u8], value: &[u8]) -> Result<Entry, Truncated> {
    let id = key.try_into().map(u16::from_be_bytes).map_err(|_| Truncated)?;
    let mut reader = Reader::new(value);
    let guid = DatabaseGuid(reader.u64()?);
    let ReadOptions { options, is_unmade, reverting_to, bases, lineage } = read_options(&mut reader)?;
    Ok(Entry {
        id: DatabaseId(id),
        guid,
        options,
        is_unmade,
        reverting_to,
        bases,
        lineage,
        name: String::from_utf8(reader.rest().to_vec()).map_err(|_| Truncated)?,
    })
}

/// Returns the non-default options, each with its tag.
fn numbers(options: &DatabaseOptions) -> Vec<(u8, u32)> {
    let all = [
        (DELAYED_DURABILITY, options.delayed_durability as u32),
        (ALLOW_SNAPSHOT_ISOLATION, u32::from(options.allow_snapshot_isolation)),
        (READ_COMMITTED_SNAPSHOT, u32::from(options.read_committed_snapshot)),
        (IDENTITY_CACHE_OFF, u32::from(!options.identity_cache)),
        (MAX_DEGREE, options.max_degree.into()),
        (AUTO_CREATE_STATISTICS_OFF, u32::from(!options.auto_create_statistics)),
        (AUTO_UPDATE_STATISTICS_OFF, u32::from(!options.auto_update_statistics)),
        (HAS_OBJECTS, u32::from(options.has_objects)),
        (USER_ACCESS, options.user_access as u32),
        (RECURSIVE_TRIGGERS, u32::from(options.recursive_triggers)),
        (READ_ONLY, u32::from(options.is_read_only)),
        (OFFLINE, u32::from(options.is_offline)),
        (EMERGENCY, u32::from(options.is_emergency)),
        (AUTO_CLOSE, u32::from(options.auto_close)),
        (SESSION_DEFAULTS, options.session_defaults.number().into()),
    ];
    let mut numbers: Vec<(u8, u32)> = all.into_iter().filter(|(_, number)| *number != 0).collect();
    if options.compatibility_level != DatabaseOptions::default().compatibility_level {
        numbers.push((COMPATIBILITY_LEVEL, options.compatibility_level.into()));
    }
    if options.target_recovery_time != DatabaseOptions::default().target_recovery_time {
        numbers.push((TARGET_RECOVERY_TIME, options.target_recovery_time));
    }
    numbers.extend(options.snapshot_of.map(|source| (SNAPSHOT_OF, source.0.into())));
    numbers.extend(options.data_pages_max.map(|pages| (DATA_PAGES_MAX, pages)));
    numbers.extend(options.data_growth.map(|growth| match growth {
        FileGrowth::Bytes(bytes) => (DATA_GROWTH_PAGES, u32::try_from(bytes / PAGE_BYTES).unwrap_or(u32::MAX)),
        FileGrowth::Percent(percent) => (DATA_GROWTH_PERCENT, percent),
    }));
    numbers
}

/// Returns the non-default names and paths, each with its tag.
fn names(options: &DatabaseOptions) -> Vec<(u8, &str)> {
    let all = [
        (DATA_NAME, &options.data_name),
        (LOG_NAME, &options.log_name),
        (DATA_PATH, &options.data_path),
        (LOG_PATH, &options.log_path),
        (FIRST_NAME, &options.first_name),
    ];
    all.into_iter().filter_map(|(tag, name)| Some((tag, name.as_deref()?))).collect()
}

fn read_name(reader: &mut Reader<'_>, length: u32) -> Result<Option<String>, Truncated> {
    let bytes = reader.bytes(length as usize)?.to_vec();
    String::from_utf8(bytes).map(Some).map_err(|_| Truncated)
}

/// The content of a row besides the database's identity and name.
struct ReadOptions {
    options: DatabaseOptions,
    is_unmade: bool,
    reverting_to: Option<DatabaseId>,
    bases: Vec<String>,
    lineage: Lineage,
}

/// Reads the options. Refuses an unknown option or value, because it may change the meaning of a
/// commit.
fn read_options(reader: &mut Reader<'_>) -> Result<ReadOptions, Truncated> {
    let (mut options, mut is_unmade, mut reverting_to) = (DatabaseOptions::default(), false, None);
    let (mut bases, mut lineage) = (Vec::new(), Lineage::default());
    for _ in 0..reader.u8()? {
        let (tag, number) = (reader.u8()?, reader.u32()?);
        match tag {
            DELAYED_DURABILITY => {
                let known = u8::try_from(number).ok().and_then(DelayedDurability::from_number);
                options.delayed_durability = known.ok_or(Truncated)?;
            }
            ALLOW_SNAPSHOT_ISOLATION if number == 1 => options.allow_snapshot_isolation = true,
            READ_COMMITTED_SNAPSHOT if number == 1 => options.read_committed_snapshot = true,
            IDENTITY_CACHE_OFF if number == 1 => options.identity_cache = false,
            MAX_DEGREE => options.max_degree = u16::try_from(number).map_err(|_| Truncated)?,
            AUTO_CREATE_STATISTICS_OFF if number == 1 => options.auto_create_statistics = false,
            AUTO_UPDATE_STATISTICS_OFF if number == 1 => options.auto_update_statistics = false,
            TARGET_RECOVERY_TIME => options.target_recovery_time = number,
            HAS_OBJECTS if number == 1 => options.has_objects = true,
            RECURSIVE_TRIGGERS if number == 1 => options.recursive_triggers = true,
            READ_ONLY if number == 1 => options.is_read_only = true,
            OFFLINE if number == 1 => options.is_offline = true,
            EMERGENCY if number == 1 => options.is_emergency = true,
            AUTO_CLOSE if number == 1 => options.auto_close = true,
            USER_ACCESS => {
                let known = u8::try_from(number).ok().and_then(UserAccess::from_number);
                options.user_access = known.ok_or(Truncated)?;
            }
            COMPATIBILITY_LEVEL => {
                let known = u8::try_from(number).ok().filter(|level| COMPATIBILITY_LEVELS.contains(level));
                options.compatibility_level = known.ok_or(Truncated)?;
            }
            SESSION_DEFAULTS => {
                let known = u8::try_from(number).ok().and_then(SessionDefaults::from_number);
                options.session_defaults = known.ok_or(Truncated)?;
            }
            DATA_PAGES_MAX => options.data_pages_max = Some(number),
            DATA_GROWTH_PAGES => options.data_growth = Some(FileGrowth::Bytes(u64::from(number) * PAGE_BYTES)),
            DATA_GROWTH_PERCENT => options.data_growth = Some(FileGrowth::Percent(number)),
            DATA_NAME => options.data_name = read_name(reader, number)?,
            LOG_NAME => options.log_name = read_name(reader, number)?,
            DATA_PATH => options.data_path = read_name(reader, number)?,
            LOG_PATH => options.log_path = read_name(reader, number)?,
            FIRST_NAME => options.first_name = read_name(reader, number)?,
            DATA_FILES => options.data_files = stored_files::decode(reader.bytes(number as usize)?)?,
            IS_UNMADE if number == 1 => is_unmade = true,
            SNAPSHOT_OF => options.snapshot_of = Some(database_id(number)?),
            REVERTING_TO => reverting_to = Some(database_id(number)?),
            BASE => bases.extend(read_name(reader, number)?),
            LOG_BUFFER => {
                options.log_buffer = Some(stored_files::decode_log_buffer(reader.bytes(number as usize)?)?);
            }
            FILE_SIZES => options.file_sizes = stored_files::decode_sizes(reader.bytes(number as usize)?)?,
            LINEAGE => lineage = stored_lineage::decode(reader.bytes(number as usize)?)?,
            _ => return Err(Truncated),
        }
    }
    Ok(ReadOptions { options, is_unmade, reverting_to, bases, lineage })
}

fn database_id(number: u32) -> Result<DatabaseId, Truncated> {
    u16::try_from(number).map(DatabaseId).map_err(|_| Truncated)
}

const DELAYED_DURABILITY: u8 = 1;
const ALLOW_SNAPSHOT_ISOLATION: u8 = 2;
const READ_COMMITTED_SNAPSHOT: u8 = 3;
const TARGET_RECOVERY_TIME: u8 = 4;
const IDENTITY_CACHE_OFF: u8 = 6;
const HAS_OBJECTS: u8 = 7;
const USER_ACCESS: u8 = 8;
const DATA_PAGES_MAX: u8 = 9;
const DATA_GROWTH_PAGES: u8 = 10;
const DATA_GROWTH_PERCENT: u8 = 11;
const DATA_NAME: u8 = 12;
const LOG_NAME: u8 = 13;
const AUTO_CREATE_STATISTICS_OFF: u8 = 14;
const AUTO_UPDATE_STATISTICS_OFF: u8 = 15;
const DATA_PATH: u8 = 16;
const LOG_PATH: u8 = 17;
const FIRST_NAME: u8 = 18;
const IS_UNMADE: u8 = 19;
const RECURSIVE_TRIGGERS: u8 = 20;
const READ_ONLY: u8 = 21;
const OFFLINE: u8 = 22;
const AUTO_CLOSE: u8 = 23;
const DATA_FILES: u8 = 24;
const COMPATIBILITY_LEVEL: u8 = 25;
const SESSION_DEFAULTS: u8 = 26;
const EMERGENCY: u8 = 27;
const SNAPSHOT_OF: u8 = 28;
const REVERTING_TO: u8 = 29;
const BASE: u8 = 30;
const LINEAGE: u8 = 31;
const LOG_BUFFER: u8 = 32;
const FILE_SIZES: u8 = 33;
const MAX_DEGREE: u8 = 34;
/// The ids of rows of dropped databases begin above SQL Server's greatest database id.
const FIRST_DROPPED: DatabaseId = DatabaseId(0x8000);
/// The unit of stored growth.
const PAGE_BYTES: u64 = sluice_buffer::PAGE_SIZE as u64;

/// The slot of master's boot page; the catalog uses the first ones.
const SLOT: u8 = 15;
/// The tree's object id: below user objects and unused by the catalog.
const OBJECT: ObjectId = ObjectId(63);

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::ids::FileId;
    use sluice_table::data_files::LogBufferFile;

    #[test]
    fn row_round_trips_and_damaged_row_is_rejected() {
        let entry = Entry {
            id: DatabaseId(5),
            guid: DatabaseGuid(77),
            options: DatabaseOptions {
                delayed_durability: DelayedDurability::Forced,
                identity_cache: false,
                max_degree: 4,
                auto_create_statistics: false,
                auto_update_statistics: false,
                allow_snapshot_isolation: true,
                read_committed_snapshot: true,
                recursive_triggers: true,
                compatibility_level: 130,
                session_defaults: SessionDefaults::from_number(0b101).unwrap(),
                has_objects: true,
                target_recovery_time: 0,
                user_access: UserAccess::Single,
                is_read_only: true,
                is_offline: true,
                is_emergency: true,
                auto_close: true,
                snapshot_of: Some(DatabaseId(6)),
                data_name: Some("données".to_owned()),
                log_name: Some("log".to_owned()),
                data_path: Some("/elsewhere/données.mdf".to_owned()),
                log_path: Some("logs/l.ldf".to_owned()),
                first_name: Some("Grösse".to_owned()),
                data_growth: Some(FileGrowth::Bytes(5 << 20)),
                data_pages_max: Some(6400),
                log_buffer: Some(LogBufferFile {
                    id: FileId(4),
                    name: "buffer".to_owned(),
                    path: "/dax/buffer.plog".to_owned(),
                    is_absent: true,
                }),
                data_files: {
                    let mut files = DataFiles::default();
                    files.add_filegroup("archive");
                    files
                },
                file_sizes: [(FileId::PRIMARY, 640), (FileId::LOG, 128)].into(),
            },
            is_unmade: true,
            reverting_to: Some(DatabaseId(7)),
            bases: vec!["d.mdf.layer1".to_owned(), "/elsewhere/données.ndf.layer2".to_owned()],
            lineage: Lineage {
                frozen_at: Lsn(3),
                unknown_below: Lsn(4),
                reverts: vec![(Lsn(5), Lsn(7)), (Lsn(9), Lsn(1 << 60))],
                ancestors: vec![(DatabaseGuid(78), Lsn(6))],
            },
            name: "Größe".to_owned(),
        };
        assert_eq!(decode(&key(entry.id), &encode(&entry)), Ok(entry.clone()));
        assert_eq!(decode(&key(entry.id), &encode(&entry)[..8]), Err(Truncated));
        assert_eq!(decode(&[5], &encode(&entry)), Err(Truncated));
    }
}
