//! The state of a database, as `sys.databases` and DATABASEPROPERTYEX show it
//! (`relational-databases/databases/database-states`).

/// The state of a database, numbered as in `sys.databases`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum DatabaseState {
    /// It is open, or the first use opens it.
    Online = 0,
    /// It is being opened and recovered.
    Recovering = 2,
    /// Its files can't be used now, and it is recovered when they can.
    RecoveryPending = 3,
    /// Its files are damaged, or don't belong together.
    Suspect = 4,
    /// Only administrators may use it, to read.
    Emergency = 5,
    /// It was closed by ALTER DATABASE and stays closed.
    Offline = 6,
}

impl DatabaseState {
    /// The state's name in `sys.databases` and ALTER DATABASE.
    pub fn name(self) -> &'static str {
        match self {
            DatabaseState::Online => "ONLINE",
            DatabaseState::Recovering => "RECOVERING",
            DatabaseState::RecoveryPending => "RECOVERY_PENDING",
            DatabaseState::Suspect => "SUSPECT",
            DatabaseState::Emergency => "EMERGENCY",
            DatabaseState::Offline => "OFFLINE",
        }
    }
}
