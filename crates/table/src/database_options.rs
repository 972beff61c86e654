//! The options that ALTER DATABASE sets. The host writes them to disk; a new option needs a field
//! here and a tag in the host's file.

use crate::data_files::{DataFiles, LogBufferFile};
use crate::database_file::{DatabaseFile, FileKind};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{DatabaseId, FileId};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// The database option DELAYED_DURABILITY (L4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum DelayedDurability {
    /// Every commit is full.
    #[default]
    Disabled = 0,
    /// A commit is delayed if COMMIT requests that.
    Allowed = 1,
    /// Every commit is delayed.
    Forced = 2,
}

/// All options of a database. The default equals SQL Server's model database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseOptions {
    /// DELAYED_DURABILITY.
    pub delayed_durability: DelayedDurability,
    /// Scoped configuration IDENTITY_CACHE: whether identity columns keep values in memory, which a
    /// crash loses (S4).
    pub identity_cache: bool,
    /// Scoped configuration MAXDOP; 0 means the instance's `max degree of parallelism`.
    pub max_degree: u16,
    /// TARGET_RECOVERY_TIME in seconds; 0 means the instance's `recovery interval`.
    pub target_recovery_time: u32,
    /// AUTO_CREATE_STATISTICS.
    pub auto_create_statistics: bool,
    /// AUTO_UPDATE_STATISTICS.
    pub auto_update_statistics: bool,
    /// ALLOW_SNAPSHOT_ISOLATION.
    pub allow_snapshot_isolation: bool,
    /// READ_COMMITTED_SNAPSHOT.
    pub read_committed_snapshot: bool,
    /// RECURSIVE_TRIGGERS: whether an AFTER trigger fires itself.
    pub recursive_triggers: bool,
    /// COMPATIBILITY_LEVEL. Statements run as at the latest level.
    pub compatibility_level: u8,
    /// ANSI_NULLS and similar options.
    pub session_defaults: SessionDefaults,
    /// SINGLE_USER, RESTRICTED_USER or MULTI_USER.
    pub user_access: UserAccess,
    /// READ_ONLY: no transaction changes the database.
    pub is_read_only: bool,
    /// OFFLINE: the database stays closed until ALTER DATABASE ... SET ONLINE.
    pub is_offline: bool,
    /// EMERGENCY: the database is opened without recovery, for members of sysadmin, to be read.
    pub is_emergency: bool,
    /// AUTO_CLOSE: the database is closed when no session uses it.
    pub auto_close: bool,
    /// The database of which this database is a snapshot. ALTER DATABASE doesn't set it.
    pub snapshot_of: Option<DatabaseId>,
    /// Logical name of the data file, if it differs from the database's name.
    pub data_name: Option<String>,
    /// Logical name of the log file, if it was changed.
    pub log_name: Option<String>,
    /// Path of the data file as CREATE DATABASE wrote it, if it isn't the default. A relative path
    /// starts at the instance's folder.
    pub data_path: Option<String>,
    /// Path of the log file, as for `data_path`.
    pub log_path: Option<String>,
    /// The persisted log buffer, if the database has one.
    pub log_buffer: Option<LogBufferFile>,
    /// The name that the database was created with, if it was renamed. The default file names keep
    /// the first name.
    pub first_name: Option<String>,
    /// FILEGROWTH of the data file, if it is set. The log stores its own.
    pub data_growth: Option<FileGrowth>,
    /// MAXSIZE of the data file in pages, if it has a limit. The log stores its own.
    pub data_pages_max: Option<u32>,
    /// The data files and filegroups besides the primary file and PRIMARY.
    pub data_files: DataFiles,
    /// Sizes of files in pages that statements gave, by file: DBCC SHRINKDATABASE makes no file
    /// shorter. A file without one has the default size.
    pub file_sizes: BTreeMap<FileId, u32>,
    /// Whether tables or sequences were ever created in the database. Kept for model alone, so that
    /// CREATE DATABASE needn't open an empty model. ALTER DATABASE doesn't set it.
    pub has_objects: bool,
}

impl DatabaseOptions {
    /// Whether sessions may change the database: it is neither READ_ONLY nor in EMERGENCY, which
    /// counts as READ_ONLY (`t-sql/statements/alter-database-transact-sql-set-options`).
    pub fn is_updatable(&self) -> bool {
        !self.is_read_only && !self.is_emergency
    }

    /// Gives `files` the logical names that were set. A file without one keeps its name.
    pub fn name_files(&self, files: &mut [DatabaseFile]) {
        for file in files {
            let given = match (file.kind, file.id) {
                (FileKind::Log, _) => self.log_name.as_ref(),
                (FileKind::LogBuffer, _) => self.log_buffer.as_ref().map(|file| &file.name),
                (FileKind::Rows, FileId::PRIMARY) => self.data_name.as_ref(),
                (FileKind::Rows, id) => self.data_files.file(id).map(|file| &file.name),
            };
            if let Some(name) = given {
                file.name.clone_from(name);
            }
        }
    }
}

impl Default for DatabaseOptions {
    fn default() -> DatabaseOptions {
        DatabaseOptions {
            delayed_durability: DelayedDurability::Disabled,
            identity_cache: true,
            max_degree: 0,
            target_recovery_time: TARGET_RECOVERY_TIME,
            auto_create_statistics: true,
            auto_update_statistics: true,
            allow_snapshot_isolation: false,
            read_committed_snapshot: false,
            recursive_triggers: false,
            compatibility_level: COMPATIBILITY_LEVEL,
            session_defaults: SessionDefaults::default(),
            user_access: UserAccess::Multi,
            is_read_only: false,
            is_offline: false,
            is_emergency: false,
            auto_close: false,
            snapshot_of: None,
            data_name: None,
            log_name: None,
            data_path: None,
            log_path: None,
            log_buffer: None,
            first_name: None,
            data_growth: None,
            data_pages_max: None,
            data_files: DataFiles::default(),
            file_sizes: BTreeMap::new(),
            has_objects: false,
        }
    }
}

/// The SET options that a database keeps as defaults of sessions that set none, of which every
/// session sets all, and the scope of cursors that are declared without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SessionDefaults(u8);

impl SessionDefaults {
    /// The options. The bit of an option in a stored number is its place here.
    pub const NAMES: [&'static str; 8] = [
        "ANSI_NULL_DEFAULT",
        "ANSI_NULLS",
        "ANSI_PADDING",
        "ANSI_WARNINGS",
        "ARITHABORT",
        "CONCAT_NULL_YIELDS_NULL",
        "QUOTED_IDENTIFIER",
        SessionDefaults::CURSOR_DEFAULT,
    ];

    /// The name of the option whose ON means LOCAL, and OFF GLOBAL.
    pub const CURSOR_DEFAULT: &'static str = "CURSOR_DEFAULT";

    /// Returns the place of an option among the names, which are compared without case. Returns
    /// `None` for another name.
    pub fn place(name: &str) -> Option<usize> {
        SessionDefaults::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether the option of this name is ON; false for an unknown name.
    pub fn is_on(self, name: &str) -> bool {
        SessionDefaults::place(name).is_some_and(|place| self.0 >> place & 1 == 1)
    }

    /// Sets the option at this place.
    pub fn set(&mut self, place: usize, on: bool) {
        self.0 = self.0 & !(1 << place) | u8::from(on) << place;
    }

    /// Returns the options as a number for storage.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the options of a stored number. `None` if it has bits without an option.
    pub fn from_number(number: u8) -> Option<SessionDefaults> {
        (u32::from(number) >> SessionDefaults::NAMES.len() == 0).then_some(SessionDefaults(number))
    }
}

/// The option that limits which sessions may use a database, numbered as in `sys.databases`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum UserAccess {
    /// All users (MULTI_USER).
    #[default]
    Multi = 0,
    /// One session at a time (SINGLE_USER).
    Single = 1,
    /// Members of db_owner, dbcreator and sysadmin (RESTRICTED_USER).
    Restricted = 2,
}

impl UserAccess {
    /// All settings, in the order of their numbers.
    pub const ALL: [UserAccess; 3] = [UserAccess::Multi, UserAccess::Single, UserAccess::Restricted];

    /// Returns the setting with this number. `None` for an unknown number.
    pub fn from_number(number: u8) -> Option<UserAccess> {
        UserAccess::ALL.get(number as usize).copied()
    }

    /// The setting's name in ALTER DATABASE and `sys.databases`.
    pub fn name(self) -> &'static str {
        match self {
            UserAccess::Multi => "MULTI_USER",
            UserAccess::Single => "SINGLE_USER",
            UserAccess::Restricted => "RESTRICTED_USER",
        }
    }
}

/// The compatibility levels, of which the last is that of SQL Server 2022.
pub const COMPATIBILITY_LEVELS: [u8; 7] = [100, 110, 120, 130, 140, 150, COMPATIBILITY_LEVEL];
/// The compatibility level of a new database.
const COMPATIBILITY_LEVEL: u8 = 160;
/// Size of a page.
pub const PAGE_BYTES: u64 = 8192;
/// TARGET_RECOVERY_TIME of a new database, in seconds.
const TARGET_RECOVERY_TIME: u32 = 60;

/// Returns a size in bytes as pages, rounded up; at most `u32::MAX`.
pub fn size_in_pages(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(PAGE_BYTES)).unwrap_or(u32::MAX)
}

impl DatabaseOptions {
    /// Whether CREATE DATABASE gave a path for a file of the database.
    pub fn is_elsewhere(&self) -> bool {
        let files = self.data_files.files.iter().map(|file| &file.path);
        let mut paths = files.chain(self.log_buffer.iter().map(|file| &file.path));
        self.data_path.is_some() || self.log_path.is_some() || paths.any(|path| is_placed(path))
    }

    /// MAXSIZE of the data file in bytes; `u64::MAX` without a limit.
    pub fn data_bytes_max(&self) -> u64 {
        self.data_pages_max.map_or(u64::MAX, |pages| u64::from(pages) * PAGE_BYTES)
    }

    /// The target time of a recovery. `interval` is the instance's recovery interval in minutes; 0
    /// means 1 minute.
    pub fn recovery_target(&self, interval: u32) -> Duration {
        match self.target_recovery_time {
            0 => Duration::from_secs(60 * u64::from(interval.max(1))),
            seconds => Duration::from_secs(seconds.into()),
        }
    }
}

/// Whether the path of a file is not just a name in the instance's folder.
fn is_placed(path: &str) -> bool {
    Path::new(path).components().count() > 1
}

/// State of ALLOW_SNAPSHOT_ISOLATION with its transitions, numbered as in `sys.databases`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum SnapshotState {
    /// Transactions may not use SNAPSHOT.
    #[default]
    Off = 0,
    /// Transactions may use SNAPSHOT.
    On = 1,
    /// Going to OFF: waits for the last transaction that uses SNAPSHOT.
    ToOff = 2,
    /// Going to ON: waits for the last transaction that keeps no row versions.
    ToOn = 3,
}

impl SnapshotState {
    /// Returns the state with this number. `None` for an unknown number.
    pub fn from_number(number: u8) -> Option<SnapshotState> {
        [SnapshotState::Off, SnapshotState::On, SnapshotState::ToOff, SnapshotState::ToOn].get(number as usize).copied()
    }
}

impl DelayedDurability {
    /// Returns the setting with this number, as in `sys.databases` and on disk. `None` for an
    /// unknown number.
    pub fn from_number(number: u8) -> Option<DelayedDurability> {
        [DelayedDurability::Disabled, DelayedDurability::Allowed, DelayedDurability::Forced]
            .get(number as usize)
            .copied()
    }
}
