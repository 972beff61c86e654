//! How a statement's hints have a table locked (`t-sql/queries/hints-transact-sql-table`).

/// What the hints for a table say; nothing, where none stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LockHints {
    /// Which rows are seen, and for how long they stay as they are.
    pub level: Option<HintedLevel>,
    /// That rows are locked like those that are to be changed.
    pub mode: Option<HintedMode>,
    /// That the table is locked as a whole (TABLOCK); for nobody else's use at all, if the flag is set (TABLOCKX).
    pub table: Option<bool>,
    /// That rows which others have locked are passed over (READPAST).
    pub read_past: bool,
    /// That what others have locked is not waited for (NOWAIT).
    pub no_wait: bool,
}

/// An isolation level for one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintedLevel {
    /// NOLOCK, READUNCOMMITTED.
    ReadUncommitted,
    /// READCOMMITTED.
    ReadCommitted,
    /// READCOMMITTEDLOCK: by locks, also where the database would read versions.
    ReadCommittedLock,
    /// REPEATABLEREAD.
    RepeatableRead,
    /// HOLDLOCK, SERIALIZABLE.
    Serializable,
}

/// How rows are locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintedMode {
    /// UPDLOCK.
    Update,
    /// XLOCK.
    Exclusive,
}
