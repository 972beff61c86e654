//! The anomalies that each isolation level forbids or allows, and the dependencies that it
//! guarantees in histories with several levels.

use super::anomaly::Anomaly::{self, *};
use super::graph::Why;

/// An isolation level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// READ UNCOMMITTED.
    ReadUncommitted,
    /// READ COMMITTED with locks.
    #[default]
    ReadCommitted,
    /// READ COMMITTED in a database with READ_COMMITTED_SNAPSHOT.
    ReadCommittedSnapshot,
    /// REPEATABLE READ.
    RepeatableRead,
    /// SNAPSHOT.
    Snapshot,
    /// SERIALIZABLE.
    Serializable,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 6] = [
        Level::ReadUncommitted,
        Level::ReadCommitted,
        Level::ReadCommittedSnapshot,
        Level::RepeatableRead,
        Level::Snapshot,
        Level::Serializable,
    ];

    /// Returns the name in SET TRANSACTION ISOLATION LEVEL.
    pub fn name(self) -> &'static str {
        match self {
            Level::ReadUncommitted => "READ UNCOMMITTED",
            Level::ReadCommitted | Level::ReadCommittedSnapshot => "READ COMMITTED",
            Level::RepeatableRead => "REPEATABLE READ",
            Level::Snapshot => "SNAPSHOT",
            Level::Serializable => "SERIALIZABLE",
        }
    }

    /// Returns the anomalies that the level allows.
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

    /// Returns whether the reader's level guarantees that the reader committed before the other
    /// transaction (`ReadWrite`, `ReadRowsWrite`), or that the other had committed before
    /// (`WriteRead`). Every level orders writes.
    ///
    /// These are the relevant and obligatory conflicts of a mixed serialization graph. A SNAPSHOT
    /// transaction guarantees nothing about transactions that replace values it has read;
    /// [`super::cycles`] has its guarantees.
    pub(super) fn answers_for(self, why: Why) -> bool {
        match why {
            Why::WriteWrite => true,
            Why::WriteRead => self != Level::ReadUncommitted,
            Why::ReadWrite => matches!(self, Level::RepeatableRead | Level::Serializable),
            Why::ReadRowsWrite => self == Level::Serializable,
        }
    }
}
