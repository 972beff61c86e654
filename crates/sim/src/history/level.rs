//! What an isolation level forbids and allows, and which dependencies it answers for where transactions of several levels meet.

use super::anomaly::Anomaly::{self, *};
use super::graph::Why;

/// An isolation level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// READ UNCOMMITTED.
    ReadUncommitted,
    /// READ COMMITTED, by locks.
    #[default]
    ReadCommitted,
    /// READ COMMITTED where the database has READ_COMMITTED_SNAPSHOT.
    ReadCommittedSnapshot,
    /// REPEATABLE READ.
    RepeatableRead,
    /// SNAPSHOT.
    Snapshot,
    /// SERIALIZABLE.
    Serializable,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 6] = [
        Level::ReadUncommitted,
        Level::ReadCommitted,
        Level::ReadCommittedSnapshot,
        Level::RepeatableRead,
        Level::Snapshot,
        Level::Serializable,
    ];

    /// As SET TRANSACTION ISOLATION LEVEL has it.
    pub fn name(self) -> &'static str {
        match self {
            Level::ReadUncommitted => "READ UNCOMMITTED",
            Level::ReadCommitted | Level::ReadCommittedSnapshot => "READ COMMITTED",
            Level::RepeatableRead => "REPEATABLE READ",
            Level::Snapshot => "SNAPSHOT",
            Level::Serializable => "SERIALIZABLE",
        }
    }

    /// What it allows.
    pub fn allows(self) -> &'static [Anomaly] {
        match self {
            Level::ReadUncommitted => {
                &[AbortedRead, IntermediateRead, CircularFlow, LostUpdate, ReadSkew, WriteSkew, Phantom, PhantomSkew]
            }
            Level::ReadCommitted | Level::ReadCommittedSnapshot => {
                &[LostUpdate, ReadSkew, WriteSkew, Phantom, PhantomSkew]
            }
            Level::RepeatableRead => &[Phantom, PhantomSkew],
            Level::Snapshot => &[WriteSkew, PhantomSkew],
            Level::Serializable => &[],
        }
    }

    /// Whether the level of the one that read promises that it has committed before the other (`ReadWrite`, `ReadRowsWrite`), or that the other had
    /// committed before (`WriteRead`); writes come one behind the other's end under each level.
    ///
    /// These are the relevant and the obligatory conflicts of a mixed serialization graph. A transaction by a snapshot promises nothing of who
    /// replaces what it has read: what it promises is in [`super::cycles`].
    pub(super) fn answers_for(self, why: Why) -> bool {
        match why {
            Why::WriteWrite => true,
            Why::WriteRead => self != Level::ReadUncommitted,
            Why::ReadWrite => matches!(self, Level::RepeatableRead | Level::Serializable),
            Why::ReadRowsWrite => self == Level::Serializable,
        }
    }
}
