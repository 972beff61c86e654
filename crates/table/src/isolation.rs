//! Rows that a statement sees and the locks that it takes on them: by isolation level, by the
//! session's snapshots, and by hints
//! (`t-sql/statements/set-transaction-isolation-level-transact-sql`,
//! `t-sql/queries/hints-transact-sql-table`).

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
    /// Reads uncommitted rows too; waits for no writer.
    ReadUncommitted,
    /// Reads committed rows; waits for writers.
    #[default]
    ReadCommitted,
    /// Reads committed rows and keeps each one locked until the transaction ends.
    RepeatableRead,
    /// Locks the keys read and the gaps between them until the transaction ends, so that no row
    /// changes or appears there. A heap is locked as a whole, as in SQL Server.
    Serializable,
    /// Reads rows as of the transaction's first access to data; waits for no writer.
    Snapshot,
}

impl Isolation {
    /// Returns the level's number in `sys.dm_exec_sessions`: 1 READ UNCOMMITTED to 4 SERIALIZABLE,
    /// 5 SNAPSHOT.
    pub fn number(self) -> u8 {
        match self {
            Isolation::ReadUncommitted => 1,
            Isolation::ReadCommitted => 2,
            Isolation::RepeatableRead => 3,
            Isolation::Serializable => 4,
            Isolation::Snapshot => 5,
        }
    }

    /// Returns the level that a table hint sets for one table. READCOMMITTEDLOCK gives READ
    /// COMMITTED; its refusal of row versions is the caller's part.
    pub fn of_hint(level: HintedLevel) -> Isolation {
        match level {
            HintedLevel::ReadUncommitted => Isolation::ReadUncommitted,
            HintedLevel::ReadCommitted | HintedLevel::ReadCommittedLock => Isolation::ReadCommitted,
            HintedLevel::RepeatableRead => Isolation::RepeatableRead,
            HintedLevel::Serializable => Isolation::Serializable,
        }
    }

    /// Returns the mode in which a table is locked. `mode` is SIX for a change that also reads the
    /// whole table, otherwise the mode under READ COMMITTED.
    ///
    /// - SERIALIZABLE that reads the whole table: IS, IU and IX become S, U and X, because the
    ///   table must stay as it was read. SIX stays: two sessions that first shared the table and
    ///   then changed it would deadlock.
    /// - A table that allows no row and no page locks: IS of a reader that keeps its locks, IU, IX
    ///   and SIX become S, U and X.
    /// - READ UNCOMMITTED and SNAPSHOT: IS becomes Sch-S.
    /// - Otherwise SIX becomes IX, and other modes stay.
    #[inline]
    pub fn table_mode(self, mode: LockMode, reach: Reach) -> LockMode {
        match (mode, self) {
            (LockMode::IntentShared, Isolation::RepeatableRead | Isolation::Serializable) if reach == Reach::Table => {
                LockMode::Shared
            }
            (LockMode::IntentUpdate, _) if reach == Reach::Table => LockMode::Update,
            (LockMode::IntentExclusive | LockMode::SharedIntentExclusive, _) if reach == Reach::Table => {
                LockMode::Exclusive
            }
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

    /// Returns the reader for a statement that reads no versions. `locks` are its transaction's
    /// locks; rows that stay locked are locked by `granule`.
    #[inline]
    pub fn reader(self, locks: &LockOwner, granule: Granule) -> Reader<'_> {
        match self {
            Isolation::ReadUncommitted => Reader::Dirty,
            Isolation::ReadCommitted | Isolation::Serializable | Isolation::Snapshot => Reader::Committed(locks),
            Isolation::RepeatableRead => Reader::Locking(locks, LockMode::Shared, granule),
        }
    }

    /// Returns the reader for a table that the statement changes; it never sees uncommitted rows.
    /// Rows that stay locked get update locks, so that two statements that read and then change the
    /// same row don't deadlock.
    pub fn change_reader(self, locks: &LockOwner, granule: Granule) -> Reader<'_> {
        match self {
            Isolation::RepeatableRead => Reader::Locking(locks, LockMode::Update, granule),
            Isolation::ReadUncommitted | Isolation::ReadCommitted | Isolation::Serializable | Isolation::Snapshot => {
                Reader::Committed(locks)
            }
        }
    }
}

/// The part of a table that a statement reads. SERIALIZABLE protects this part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// No part: the statement inserts rows, or its reads need no lock that stays.
    Nothing,
    /// Keys of an index. They are locked with the gaps between them.
    Keys,
    /// A whole heap: the table is locked.
    Whole,
    /// Any part of a table that allows no row and no page locks.
    Table,
}

impl Reach {
    /// The reach of a seek or a full scan of `table`.
    pub fn of_scan(is_seek: bool, table: &Table) -> Reach {
        if is_seek || table.clustered().is_some() { Reach::Keys } else { Reach::Whole }
    }
}

/// How a statement reads a table, apart from the session's isolation level.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The granule of row locks.
    pub granule: Granule,
    /// Table hints of the statement.
    pub hints: LockHints,
    /// The part of the table that is read.
    pub reach: Reach,
}

/// Determines which rows a statement sees in the tables that it reads.
#[derive(Clone, Copy)]
pub struct Sight<'s> {
    /// The session's isolation level.
    pub isolation: Isolation,
    /// Locks of the session's transaction.
    pub locks: &'s LockOwner,
    /// Snapshots of the session's transaction and statement.
    pub snapshots: &'s Snapshots,
}

impl<'s> Sight<'s> {
    /// Returns what a session with this level, locks and snapshots sees.
    #[inline]
    pub fn new(isolation: Isolation, locks: &'s LockOwner, snapshots: &'s Snapshots) -> Sight<'s> {
        Sight { isolation, locks, snapshots }
    }

    /// Returns the reader for a table in `database`. One statement may use different readers for
    /// different databases. Under SNAPSHOT, and under READ COMMITTED in a database with
    /// READ_COMMITTED_SNAPSHOT, it reads versions; otherwise it reads the newest rows with the
    /// level's locks at `granule`.
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

    /// Returns the reader that finds the rows to change: the newest rows, except under SNAPSHOT.
    pub fn change_reader(self, database: &Database, granule: Granule) -> Reader<'s> {
        match self.isolation {
            Isolation::Snapshot => self.reader(database, granule),
            _ => self.isolation.change_reader(self.locks, granule),
        }
    }

    /// Returns the reader for a table with hints. The caller has locked the table already. Fails
    /// with 650 as [`Sight::hurried`] does.
    #[inline(always)]
    pub fn hinted_reader(self, database: &Database, reading: &Reading) -> Result<Reader<'s>, SqlError> {
        // The fast path for most statements: a read of one row by its key shouldn't pay for hints.
        if reading.hints == LockHints::default() && self.isolation != Isolation::Serializable {
            return Ok(self.reader(database, reading.granule));
        }
        self.reader_by_hints(database, reading)
    }

    /// Returns two readers for a table with UPDLOCK or XLOCK under SNAPSHOT, and `None` otherwise.
    /// The first reader sees the snapshot's rows. The second locks each row's newest state; if
    /// another transaction has changed the row since, the read fails with 3960. READCOMMITTED and
    /// READCOMMITTEDLOCK are ignored beside these hints. Fails with 650 as [`Sight::hurried`] does.
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
            return Err(SqlError::readpast_isolation_level());
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

    /// Returns the reader for a target table whose rows are all found before the first is changed.
    /// Found rows stay locked, so that they still meet the statement's conditions when they are
    /// changed. Fails with 650 as [`Sight::hurried`] does.
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

    /// Returns [`Sight::change_reader`] with hints applied. Fails with 650 as [`Sight::hurried`]
    /// does.
    pub fn hinted_change_reader(self, database: &Database, reading: &Reading) -> Result<Reader<'s>, SqlError> {
        let reader = match self.change_reader(database, reading.granule) {
            reader @ Reader::Snapshot(..) => reader,
            reader => self.ranges(LockMode::RangeSharedUpdate, reading).unwrap_or(reader),
        };
        self.hurried(reader, reading.hints)
    }

    /// Returns the reader for a foreign-key check. It reads the newest committed rows, and locks
    /// key ranges in `mode` under SERIALIZABLE.
    pub fn reference_reader(self, mode: LockMode) -> Reader<'s> {
        let reading = Reading { granule: Granule::Row, hints: LockHints::default(), reach: Reach::Keys };
        self.ranges(mode, &reading).unwrap_or(Reader::Committed(self.locks))
    }

    /// Returns a reader that locks key ranges in `mode`, under SERIALIZABLE by level or by hint.
    /// Returns `None` if the table is locked as a whole.
    fn ranges(self, mode: LockMode, Reading { hints, reach, .. }: &Reading) -> Option<Reader<'s>> {
        let is_serializable = hints.level.map_or(self.isolation, Isolation::of_hint) == Isolation::Serializable;
        let is_by_keys = is_serializable && *reach == Reach::Keys && hints.table.is_none();
        is_by_keys.then_some(Reader::Ranges(self.locks, mode, None))
    }

    /// Applies READPAST and NOWAIT to `reader`. READPAST fails with 650 under READ UNCOMMITTED and
    /// SERIALIZABLE, and for a reader of versions, which meets no locks. Without these hints,
    /// `reader` is returned unchanged. A level given by another hint decides instead of the
    /// session's.
    pub fn hurried(self, reader: Reader<'s>, hints: LockHints) -> Result<Reader<'s>, SqlError> {
        let Some(haste) = haste(&hints) else { return Ok(reader) };
        let has_level = match hints.level {
            Some(HintedLevel::ReadUncommitted | HintedLevel::Serializable) => false,
            Some(_) => true,
            None => !matches!(self.isolation, Isolation::ReadUncommitted | Isolation::Serializable),
        };
        let is_by_locks = !matches!(reader, Reader::Dirty | Reader::Snapshot(..));
        if haste == Haste::ReadPast && !(has_level && is_by_locks) {
            return Err(SqlError::readpast_isolation_level());
        }
        Ok(reader.hurried(haste))
    }
}

/// How the hints treat rows that other sessions have locked; `None` means to wait. TABLOCK cancels
/// NOWAIT.
pub fn haste(hints: &LockHints) -> Option<Haste> {
    if hints.read_past {
        return Some(Haste::ReadPast);
    }
    (hints.no_wait && hints.table.is_none()).then_some(Haste::NoWait)
}
