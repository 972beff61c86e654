//! What the reuse of log space waits for.

/// What keeps the oldest virtual log file from being used again; numbers and names are those of `sys.databases.log_reuse_wait`
/// (documentation: `relational-databases/logs/the-transaction-log-sql-server`, *Factors that can delay log truncation*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum LogReuseWait {
    /// Nothing: no virtual log file but the current one is in use.
    Nothing = 0,
    /// The next checkpoint will let go of it.
    Checkpoint = 1,
    /// A log backup must have it first.
    LogBackup = 2,
    /// A transaction that began there is active.
    ActiveTransaction = 4,
}

impl LogReuseWait {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            LogReuseWait::Nothing => "NOTHING",
            LogReuseWait::Checkpoint => "CHECKPOINT",
            LogReuseWait::LogBackup => "LOG_BACKUP",
            LogReuseWait::ActiveTransaction => "ACTIVE_TRANSACTION",
        }
    }
}
