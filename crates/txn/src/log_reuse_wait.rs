//! The reason that log space cannot be reused.

/// The reason that the oldest virtual log file cannot be reused. Numbers and names are those of
/// `sys.databases.log_reuse_wait` (documentation:
/// `relational-databases/logs/the-transaction-log-sql-server`, *Factors that can delay log
/// truncation*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum LogReuseWait {
    /// Only the current virtual log file is in use.
    Nothing = 0,
    /// The next checkpoint will free it.
    Checkpoint = 1,
    /// A log backup must read it first.
    LogBackup = 2,
    /// An active transaction began in it or before it.
    ActiveTransaction = 4,
}

impl LogReuseWait {
    /// Returns SQL Server's name, as in `sys.databases.log_reuse_wait_desc`.
    pub fn name(self) -> &'static str {
        match self {
            LogReuseWait::Nothing => "NOTHING",
            LogReuseWait::Checkpoint => "CHECKPOINT",
            LogReuseWait::LogBackup => "LOG_BACKUP",
            LogReuseWait::ActiveTransaction => "ACTIVE_TRANSACTION",
        }
    }
}
