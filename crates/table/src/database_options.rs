//! What ALTER DATABASE sets for a database. The host keeps it on disk; a new option gets a field here and a tag there.

use sluice_base::file_growth::FileGrowth;
use std::time::Duration;

/// The database option DELAYED_DURABILITY (L4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum DelayedDurability {
    /// Every commit is full.
    #[default]
    Disabled = 0,
    /// A commit is delayed if it says so.
    Allowed = 1,
    /// Every commit is delayed.
    Forced = 2,
}

/// All options of a database; the default is what SQL Server's model begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseOptions {
    /// DELAYED_DURABILITY.
    pub delayed_durability: DelayedDurability,
    /// The scoped configuration IDENTITY_CACHE: whether identity columns keep values in memory that a crash loses (S4).
    pub identity_cache: bool,
    /// TARGET_RECOVERY_TIME, in seconds; 0 is the instance's `recovery interval`.
    pub target_recovery_time: u32,
    /// AUTO_CREATE_STATISTICS.
    pub auto_create_statistics: bool,
    /// AUTO_UPDATE_STATISTICS.
    pub auto_update_statistics: bool,
    /// ALLOW_SNAPSHOT_ISOLATION.
    pub allow_snapshot_isolation: bool,
    /// READ_COMMITTED_SNAPSHOT.
    pub read_committed_snapshot: bool,
    /// SINGLE_USER, RESTRICTED_USER or MULTI_USER.
    pub user_access: UserAccess,
    /// The logical name of the data file, where it is not the database's.
    pub data_name: Option<String>,
    /// The logical name of the log file, where it is not the one that it got first.
    pub log_name: Option<String>,
    /// Where the data file is, as CREATE DATABASE wrote it, if that is elsewhere than where the instance would have put it; a relative path
    /// begins at the instance's folder.
    pub data_path: Option<String>,
    /// The same of the log file.
    pub log_path: Option<String>,
    /// The name that the database was made with, if it has another one now: its files keep that.
    pub first_name: Option<String>,
    /// FILEGROWTH of the data file, if it is set; the log's is in the log.
    pub data_growth: Option<FileGrowth>,
    /// MAXSIZE of the data file in pages, if it has one; the log's is in the log.
    pub data_pages_max: Option<u32>,
    /// Whether tables or sequences have ever been made in it; kept for model alone, so that nobody has to open model to know
    /// that a new database begins empty. No option of ALTER DATABASE.
    pub has_objects: bool,
}

impl Default for DatabaseOptions {
    fn default() -> DatabaseOptions {
        DatabaseOptions {
            delayed_durability: DelayedDurability::Disabled,
            identity_cache: true,
            target_recovery_time: TARGET_RECOVERY_TIME,
            auto_create_statistics: true,
            auto_update_statistics: true,
            allow_snapshot_isolation: false,
            read_committed_snapshot: false,
            user_access: UserAccess::Multi,
            data_name: None,
            log_name: None,
            data_path: None,
            log_path: None,
            first_name: None,
            data_growth: None,
            data_pages_max: None,
            has_objects: false,
        }
    }
}

/// Who may connect to a database; the numbers of `sys.databases`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum UserAccess {
    /// All users.
    #[default]
    Multi = 0,
    /// One session at a time.
    Single = 1,
    /// Members of db_owner, dbcreator and sysadmin: every session is the latter.
    Restricted = 2,
}

impl UserAccess {
    /// All settings, in the order of their numbers.
    pub const ALL: [UserAccess; 3] = [UserAccess::Multi, UserAccess::Single, UserAccess::Restricted];

    /// The setting with this number.
    pub fn of(number: u8) -> Option<UserAccess> {
        UserAccess::ALL.get(number as usize).copied()
    }

    /// As ALTER DATABASE and `sys.databases` call it.
    pub fn name(self) -> &'static str {
        match self {
            UserAccess::Multi => "MULTI_USER",
            UserAccess::Single => "SINGLE_USER",
            UserAccess::Restricted => "RESTRICTED_USER",
        }
    }
}

/// Of a page.
pub const PAGE_BYTES: u64 = 8192;
/// What a new database has for TARGET_RECOVERY_TIME, in seconds.
const TARGET_RECOVERY_TIME: u32 = 60;

impl DatabaseOptions {
    /// Whether a file of the database is where CREATE DATABASE said, and not where the instance would have put it.
    pub fn is_elsewhere(&self) -> bool {
        self.data_path.is_some() || self.log_path.is_some()
    }

    /// MAXSIZE of the data file, in bytes.
    pub fn data_bytes_max(&self) -> u64 {
        self.data_pages_max.map_or(u64::MAX, |pages| u64::from(pages) * PAGE_BYTES)
    }

    /// How long a recovery may take, where the instance's recovery interval is so many minutes; 0 stands for one.
    pub fn recovery_target(&self, interval: u32) -> Duration {
        match self.target_recovery_time {
            0 => Duration::from_secs(60 * u64::from(interval.max(1))),
            seconds => Duration::from_secs(seconds.into()),
        }
    }
}

/// Whether transactions may work by a snapshot in a database: ALLOW_SNAPSHOT_ISOLATION with its way from one setting to the other, by the
/// numbers of `sys.databases`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum SnapshotState {
    /// They may not.
    #[default]
    Off = 0,
    /// They may.
    On = 1,
    /// They may not any more; the last one that does is waited for.
    ToOff = 2,
    /// They may not yet; the last transaction that keeps no versions is waited for.
    ToOn = 3,
}

impl SnapshotState {
    /// The state with this number.
    pub fn of(number: u8) -> Option<SnapshotState> {
        [SnapshotState::Off, SnapshotState::On, SnapshotState::ToOff, SnapshotState::ToOn].get(number as usize).copied()
    }
}

impl DelayedDurability {
    /// The setting with this number, as `sys.databases` and the disk have it.
    pub fn of(number: u8) -> Option<DelayedDurability> {
        [DelayedDurability::Disabled, DelayedDurability::Allowed, DelayedDurability::Forced]
            .get(number as usize)
            .copied()
    }
}
