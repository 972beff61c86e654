//! The rows that a reader sees, its locks, and its reaction to rows of other transactions.

use sluice_txn::{LockMode, LockOwner, OwnerId, Snapshot};

/// The rows that a reader sees, and its locks.
#[derive(Clone, Copy, Debug)]
pub enum Reader<'a> {
    /// All rows, those of active transactions included (READ UNCOMMITTED).
    Dirty,
    /// Committed rows and the own transaction's. Waits for the writers of other rows.
    Committed(&'a LockOwner),
    /// As `Committed`, with each row, or its page, locked before it is read: in S to keep it
    /// (REPEATABLE READ), in U or X for a later change. The owner has the table in IS or IX.
    Locking(&'a LockOwner, LockMode, Granule),
    /// As [`Reader::Committed`], or [`Reader::Locking`] with the given locks, but without waiting
    /// for rows of other transactions.
    Hurried(&'a LockOwner, Option<(LockMode, Granule)>, Haste),
    /// A range of a tree, with each key locked in a range mode so that no key comes into it
    /// (SERIALIZABLE): RangeS-S for reads, RangeS-U for possible changes, RangeX-X. Rows elsewhere
    /// are read by [`Reader::of_rows`].
    Ranges(&'a LockOwner, LockMode, Option<Haste>),
    /// The rows committed when the snapshot was taken, as they were then, and those of this owner's
    /// transaction. Never waits.
    Snapshot(&'a Snapshot, OwnerId),
}

/// The reaction to a row of another transaction, in place of waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Haste {
    /// Fails with `LockTimeout` (NOWAIT).
    NoWait,
    /// Skips the row (READPAST). Locks on pages and tables are waited for.
    ReadPast,
}

impl<'a> Reader<'a> {
    /// Returns the owner that waits for writers, if any. `None` for readers of uncommitted rows and
    /// of snapshots.
    pub(crate) fn owner(self) -> Option<&'a LockOwner> {
        match self {
            Reader::Dirty | Reader::Snapshot(..) => None,
            Reader::Committed(owner)
            | Reader::Locking(owner, ..)
            | Reader::Hurried(owner, ..)
            | Reader::Ranges(owner, ..) => Some(owner),
        }
    }

    /// Returns the reaction to rows of other transactions; `None` means waiting.
    pub(crate) fn haste(self) -> Option<Haste> {
        match self {
            Reader::Hurried(.., haste) => Some(haste),
            Reader::Ranges(.., haste) => haste,
            Reader::Dirty | Reader::Committed(_) | Reader::Locking(..) | Reader::Snapshot(..) => None,
        }
    }

    /// Whether several threads may share a scan for this reader. A reader that locks rows, or
    /// doesn't wait for them, reads on one thread.
    pub(crate) fn can_share(self) -> bool {
        matches!(self, Reader::Dirty | Reader::Committed(_) | Reader::Snapshot(..))
    }

    /// Returns the reader for rows that keys of a range lead to: these have no range of their own.
    #[inline]
    pub fn of_rows(self) -> Reader<'a> {
        let Reader::Ranges(owner, mode, haste) = self else { return self };
        let locking = Reader::Locking(owner, mode.without_range(), Granule::Row);
        haste.map_or(locking, |haste| locking.hurried(haste))
    }

    /// Returns the same reader without waiting. A reader that never waits is unchanged. `ReadPast`
    /// skips locked rows, `NoWait` fails with `LockTimeout`.
    pub fn hurried(self, haste: Haste) -> Reader<'a> {
        match self {
            Reader::Committed(owner) => Reader::Hurried(owner, None, haste),
            Reader::Locking(owner, mode, granule) => Reader::Hurried(owner, Some((mode, granule)), haste),
            Reader::Ranges(owner, mode, _) => Reader::Ranges(owner, mode, Some(haste)),
            Reader::Dirty | Reader::Hurried(..) | Reader::Snapshot(..) => self,
        }
    }
}

/// The granularity of a reader's locks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granule {
    /// Row by row.
    Row,
    /// Page by page, for a reader of all rows of a page.
    Page,
    /// Row by row for the first few rows, then page by page.
    Growing,
}
