//! Which rows a statement sees, and how they are locked for it: by the isolation level, by the session's snapshots, and by hints
//! (`t-sql/statements/set-transaction-isolation-level-transact-sql`, `t-sql/queries/hints-transact-sql-table`).

use crate::database::Database;
use crate::database_options::SnapshotState;
use crate::snapshots::Snapshots;
use sluice_access::{Granule, Haste, Reader};
use sluice_catalog::{HintedLevel, HintedMode, LockHints, Table};
use sluice_txn::{LockMode, LockOwner};
use sluice_types::SqlError;

/// SET TRANSACTION ISOLATION LEVEL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Isolation {
    /// Rows also of transactions that may yet be rolled back; waits for no writer.
    ReadUncommitted,
    /// Committed rows; a writer is waited for.
    #[default]
    ReadCommitted,
    /// Committed rows, which stay as they were read until the transaction ends: each is locked.
    RepeatableRead,
    /// What was read stays so, and nothing comes into it, until the transaction ends: the keys that were read are locked with the gaps between
    /// them, or the whole table, as SQL Server locks a heap.
    Serializable,
    /// Rows as they were at the transaction's first access to data; waits for no writer.
    Snapshot,
}

impl Isolation {
    /// The number that `sys.dm_exec_sessions` has for it.
    pub fn number(self) -> u8 {
        match self {
            Isolation::ReadUncommitted => 1,
            Isolation::ReadCommitted => 2,
            Isolation::RepeatableRead => 3,
            Isolation::Serializable => 4,
            Isolation::Snapshot => 5,
        }
    }

    /// What a hint makes of it for one table.
    pub fn of_hint(level: HintedLevel) -> Isolation {
        match level {
            HintedLevel::ReadUncommitted => Isolation::ReadUncommitted,
            HintedLevel::ReadCommitted | HintedLevel::ReadCommittedLock => Isolation::ReadCommitted,
            HintedLevel::RepeatableRead => Isolation::RepeatableRead,
            HintedLevel::Serializable => Isolation::Serializable,
        }
    }

    /// How a table is locked that would be so in `mode`. Under SERIALIZABLE what is read of it as a whole stays as it is; where its rows are looked for
    /// and changed (SIX) both come in one: two that shared it first would then wait for each other.
    #[inline]
    pub fn table_mode(self, mode: LockMode, reach: Reach) -> LockMode {
        match (mode, self) {
            (_, Isolation::Serializable) if reach == Reach::Whole => match mode {
                LockMode::IntentShared => LockMode::Shared,
                LockMode::IntentUpdate => LockMode::Update,
                LockMode::IntentExclusive => LockMode::Exclusive,
                mode => mode,
            },
            (LockMode::IntentShared, Isolation::ReadUncommitted | Isolation::Snapshot) => LockMode::SchemaStability,
            (LockMode::SharedIntentExclusive, _) => LockMode::IntentExclusive,
            (mode, _) => mode,
        }
    }

    /// Whose rows a statement sees that reads no versions; `locks` are its transaction's. Where rows stay locked, they are so by
    /// `granule`.
    #[inline]
    pub fn reader(self, locks: &LockOwner, granule: Granule) -> Reader<'_> {
        match self {
            Isolation::ReadUncommitted => Reader::Dirty,
            Isolation::ReadCommitted | Isolation::Serializable | Isolation::Snapshot => Reader::Committed(locks),
            Isolation::RepeatableRead => Reader::Locking(locks, LockMode::Shared, granule),
        }
    }

    /// Whose rows a statement sees of a table that it changes: never uncommitted ones. Where rows stay locked, update locks
    /// keep two that would change what both have read from waiting for each other.
    pub fn change_reader(self, locks: &LockOwner, granule: Granule) -> Reader<'_> {
        match self {
            Isolation::RepeatableRead => Reader::Locking(locks, LockMode::Update, granule),
            Isolation::ReadUncommitted | Isolation::ReadCommitted | Isolation::Serializable | Isolation::Snapshot => {
                Reader::Committed(locks)
            }
        }
    }
}

/// How much of a table a statement reads: under SERIALIZABLE that much stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Nothing: rows are put in, or what is read needs no lock that stays.
    Nothing,
    /// Keys of an index, some or all of them: these are locked, with what is between them.
    Keys,
    /// Whatever a heap has: the table is locked.
    Whole,
}

impl Reach {
    /// That of a scan of `table` by a seek, or from end to end.
    pub fn of_scan(is_seek: bool, table: &Table) -> Reach {
        if is_seek || table.clustered().is_some() { Reach::Keys } else { Reach::Whole }
    }
}

/// How a statement reads a table, besides what the session's isolation level has to say.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// By what rows are locked where they are.
    pub granule: Granule,
    /// What hints say.
    pub hints: LockHints,
    /// How much is read.
    pub reach: Reach,
}

/// What a statement sees of the tables that it reads.
#[derive(Clone, Copy)]
pub struct Sight<'s> {
    /// The session's isolation level.
    pub isolation: Isolation,
    /// Its transaction's locks.
    pub locks: &'s LockOwner,
    /// By which it reads.
    pub snapshots: &'s Snapshots,
}

impl<'s> Sight<'s> {
    /// What a session sees.
    #[inline]
    pub fn new(isolation: Isolation, locks: &'s LockOwner, snapshots: &'s Snapshots) -> Sight<'s> {
        Sight { isolation, locks, snapshots }
    }

    /// Which rows of a table in `database` are read: in one statement that depends on the database.
    #[inline]
    pub fn reader(self, database: &Database, granule: Granule) -> Reader<'s> {
        let Snapshots { transaction, statement, .. } = self.snapshots;
        match (self.isolation, transaction, statement) {
            (Isolation::Snapshot, Some(snapshot), _) if database.snapshot_state() != SnapshotState::Off => {
                Reader::Snapshot(snapshot, self.locks.id())
            }
            (Isolation::ReadCommitted, _, Some(snapshot)) if database.reads_versions() => {
                Reader::Snapshot(snapshot, self.locks.id())
            }
            _ => self.isolation.reader(self.locks, granule),
        }
    }

    /// Which rows are found that the statement is about to change: the newest, but by a snapshot of the whole transaction.
    pub fn change_reader(self, database: &Database, granule: Granule) -> Reader<'s> {
        match self.isolation {
            Isolation::Snapshot => self.reader(database, granule),
            _ => self.isolation.change_reader(self.locks, granule),
        }
    }

    /// Which rows of a table are read where hints may say something else than the isolation level. The table's own lock is taken already. 650 as in
    /// [`Sight::hurried`].
    #[inline(always)]
    pub fn hinted_reader(self, database: &Database, reading: &Reading) -> Result<Reader<'s>, SqlError> {
        // Most statements: whoever reads one row by its key should not pay for what they do not say.
        if reading.hints == LockHints::default() && self.isolation != Isolation::Serializable {
            return Ok(self.reader(database, reading.granule));
        }
        self.reader_by_hints(database, reading)
    }

    /// The two readers of a table under SNAPSHOT with UPDLOCK or XLOCK; none elsewhere. The first sees the rows of the
    /// snapshot, the second locks the newest state of each: a row that another transaction has changed since is an update
    /// conflict (3960). READCOMMITTED and READCOMMITTEDLOCK are ignored beside these hints. 650 as in [`Sight::hurried`].
    #[inline(always)]
    pub fn held_readers(
        self,
        database: &Database,
        reading: &Reading,
    ) -> Result<Option<(Reader<'s>, Reader<'s>)>, SqlError> {
        match reading.hints.mode {
            None => Ok(None),
            Some(mode) => self.readers_that_hold(database, reading, mode),
        }
    }

    #[cold]
    fn readers_that_hold(
        self,
        database: &Database,
        Reading { granule, hints, .. }: &Reading,
        mode: HintedMode,
    ) -> Result<Option<(Reader<'s>, Reader<'s>)>, SqlError> {
        let is_of_level =
            matches!(hints.level, None | Some(HintedLevel::ReadCommitted | HintedLevel::ReadCommittedLock));
        let seen = match self.reader(database, *granule) {
            seen @ Reader::Snapshot(..) if self.isolation == Isolation::Snapshot && is_of_level => seen,
            _ => return Ok(None),
        };
        let mode = match mode {
            HintedMode::Update => LockMode::Update,
            HintedMode::Exclusive => LockMode::Exclusive,
        };
        if hints.read_past {
            // Recorded: https://github.com/MicrosoftDocs/sql-docs/pull/10287.
            return Err(SqlError::new(650, 16, 1, Vec::new()));
        }
        let newest = self.hurried(Reader::Locking(self.locks, mode, Granule::Row), *hints)?;
        Ok(Some((seen, newest)))
    }

    fn reader_by_hints(self, database: &Database, reading: &Reading) -> Result<Reader<'s>, SqlError> {
        let Reading { granule, hints, .. } = *reading;
        let mode = match hints.mode {
            None => LockMode::RangeSharedShared,
            Some(HintedMode::Update) => LockMode::RangeSharedUpdate,
            Some(HintedMode::Exclusive) => LockMode::RangeExclusiveExclusive,
        };
        if let Some(reader) = self.ranges(mode, reading) {
            return self.hurried(reader, hints);
        }
        let reader = match (hints.mode, hints.level) {
            (Some(HintedMode::Update), _) => Reader::Locking(self.locks, LockMode::Update, granule),
            (Some(HintedMode::Exclusive), _) => Reader::Locking(self.locks, LockMode::Exclusive, granule),
            (None, Some(HintedLevel::ReadUncommitted)) => Reader::Dirty,
            (None, Some(HintedLevel::RepeatableRead)) => Reader::Locking(self.locks, LockMode::Shared, granule),
            (None, Some(HintedLevel::ReadCommittedLock | HintedLevel::Serializable)) => Reader::Committed(self.locks),
            (None, Some(HintedLevel::ReadCommitted)) => {
                Sight { isolation: Isolation::ReadCommitted, ..self }.reader(database, granule)
            }
            (None, None) if hints.table.is_some() => Reader::Committed(self.locks),
            (None, None) => self.reader(database, granule),
        };
        self.hurried(reader, hints)
    }

    /// Which rows are found of a table that the statement changes once it has found all: they stay as they were read, so that what they
    /// were found for still holds then. 650 as in [`Sight::hurried`].
    pub fn target_reader(self, database: &Database, reading: &Reading) -> Result<Reader<'s>, SqlError> {
        let reader = match self.isolation {
            Isolation::Snapshot => self.reader(database, reading.granule),
            _ => {
                let ranges = self.ranges(LockMode::RangeSharedUpdate, reading);
                ranges.unwrap_or(Reader::Locking(self.locks, LockMode::Update, reading.granule))
            }
        };
        self.hurried(reader, reading.hints)
    }

    /// As [`Sight::change_reader`], where hints say something else. 650 as in [`Sight::hurried`].
    pub fn hinted_change_reader(self, database: &Database, reading: &Reading) -> Result<Reader<'s>, SqlError> {
        let reader = match self.change_reader(database, reading.granule) {
            reader @ Reader::Snapshot(..) => reader,
            reader => self.ranges(LockMode::RangeSharedUpdate, reading).unwrap_or(reader),
        };
        self.hurried(reader, reading.hints)
    }

    /// Which rows a foreign key asks for: the newest committed ones, in `mode` where they stay as they were found.
    pub fn reference_reader(self, mode: LockMode) -> Reader<'s> {
        let reading = Reading { granule: Granule::Row, hints: LockHints::default(), reach: Reach::Keys };
        self.ranges(mode, &reading).unwrap_or(Reader::Committed(self.locks))
    }

    /// Whose ranges of keys are locked in `mode`, if they are: under SERIALIZABLE, be it for this table alone, which is not locked as a whole then.
    fn ranges(self, mode: LockMode, Reading { hints, reach, .. }: &Reading) -> Option<Reader<'s>> {
        let is_serializable = hints.level.map_or(self.isolation, Isolation::of_hint) == Isolation::Serializable;
        let is_by_keys = is_serializable && *reach == Reach::Keys && hints.table.is_none();
        is_by_keys.then_some(Reader::Ranges(self.locks, mode, None))
    }

    /// `reader`, or as READPAST and NOWAIT have it. 650: rows are passed over under READ COMMITTED and REPEATABLE READ alone, and where a reader by
    /// versions would not meet locks there is nothing to pass over.
    pub fn hurried(self, reader: Reader<'s>, hints: LockHints) -> Result<Reader<'s>, SqlError> {
        let Some(haste) = haste(&hints) else { return Ok(reader) };
        let has_level = match hints.level {
            Some(HintedLevel::ReadUncommitted | HintedLevel::Serializable) => false,
            Some(_) => true,
            None => !matches!(self.isolation, Isolation::ReadUncommitted | Isolation::Serializable),
        };
        let is_by_locks = !matches!(reader, Reader::Dirty | Reader::Snapshot(..));
        if haste == Haste::ReadPast && !(has_level && is_by_locks) {
            return Err(SqlError::new(650, 16, 1, Vec::new()));
        }
        Ok(reader.hurried(haste))
    }
}

/// What hints say of rows that others have; none: they are waited for. NOWAIT does not work where TABLOCK is, too.
pub fn haste(hints: &LockHints) -> Option<Haste> {
    if hints.read_past {
        return Some(Haste::ReadPast);
    }
    (hints.no_wait && hints.table.is_none()).then_some(Haste::NoWait)
}
