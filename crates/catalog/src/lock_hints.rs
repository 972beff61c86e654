//! Lock hints of table references (`t-sql/queries/hints-transact-sql-table`).

/// The lock hints of a table; the default is no hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LockHints {
    /// The isolation level for this table.
    pub level: Option<HintedLevel>,
    /// UPDLOCK or XLOCK.
    pub mode: Option<HintedMode>,
    /// `Some(false)` for TABLOCK, `Some(true)` for TABLOCKX.
    pub table: Option<bool>,
    /// READPAST: rows locked by other transactions are skipped.
    pub read_past: bool,
    /// NOWAIT: a lock conflict fails at once instead of waiting.
    pub no_wait: bool,
}

/// An isolation level for one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintedLevel {
    /// NOLOCK, READUNCOMMITTED.
    ReadUncommitted,
    /// READCOMMITTED.
    ReadCommitted,
    /// READCOMMITTEDLOCK: uses locks even if the database reads versions.
    ReadCommittedLock,
    /// REPEATABLEREAD.
    RepeatableRead,
    /// HOLDLOCK, SERIALIZABLE.
    Serializable,
}

/// Row lock modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintedMode {
    /// UPDLOCK.
    Update,
    /// XLOCK.
    Exclusive,
}
