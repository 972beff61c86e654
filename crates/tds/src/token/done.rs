//! DONE, DONEPROC and DONEINPROC (MS-TDS 2.2.7.6 to 2.2.7.8): the end of a statement, of a
//! procedure, of a statement in a procedure.

use super::{DONE, DONE_IN_PROC, DONE_PROC};
use crate::cursor::{Cursor, Stop};
use crate::put::Put;

/// The kind of unit that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoneKind {
    /// A statement of a batch.
    Statement,
    /// A procedure called by RPC or by a statement of a batch.
    Procedure,
    /// A statement in a procedure, or in a batch that `sp_executesql` runs.
    InProcedure,
}

/// A DONE token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The kind of unit that ended.
    pub kind: DoneKind,
    /// The status bits.
    pub status: DoneStatus,
    /// The kind of statement, for example 0xC1 for SELECT. mssql-jdbc reads it.
    pub command: u16,
    /// The number of rows, valid if the status has COUNT.
    pub rows: u64,
}

/// The status bits of a DONE.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DoneStatus(pub u16);

impl DoneStatus {
    /// The last DONE of the answer.
    pub const FINAL: DoneStatus = DoneStatus(0);
    /// More results follow.
    pub const MORE: DoneStatus = DoneStatus(0x0001);
    /// An error occurred; its ERROR token came before.
    pub const ERROR: DoneStatus = DoneStatus(0x0002);
    /// A transaction is open.
    pub const IN_TRANSACTION: DoneStatus = DoneStatus(0x0004);
    /// The row count is valid.
    pub const COUNT: DoneStatus = DoneStatus(0x0010);
    /// The answer to an attention.
    pub const ATTENTION: DoneStatus = DoneStatus(0x0020);
    /// A call has ended and others of the same request follow.
    pub const RPC_IN_BATCH: DoneStatus = DoneStatus(0x0080);
    /// An error ended the result: the client must discard the part that was sent.
    pub const SERVER_ERROR: DoneStatus = DoneStatus(0x0100);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: DoneStatus) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both sets of bits.
    #[must_use]
    pub const fn with(self, other: DoneStatus) -> DoneStatus {
        DoneStatus(self.0 | other.0)
    }
}

impl Done {
    /// Writes the token. Before TDS 7.2, a number of rows beyond 32 bits becomes the greatest.
    pub fn write(&self, out: &mut impl Put) {
        out.u8(match self.kind {
            DoneKind::Statement => DONE,
            DoneKind::Procedure => DONE_PROC,
            DoneKind::InProcedure => DONE_IN_PROC,
        });
        out.u16(self.status.0);
        out.u16(self.command);
        if out.version().is_wide() {
            out.u64(self.rows);
        } else {
            out.u32(u32::try_from(self.rows).unwrap_or(u32::MAX));
        }
    }

    /// Reads the content after the token's byte; the row count has the width of the version.
    pub(super) fn read(kind: DoneKind, cursor: &mut Cursor<'_>) -> Result<Done, Stop> {
        let (status, command) = (DoneStatus(cursor.u16()?), cursor.u16()?);
        let rows = if cursor.version().is_wide() { cursor.u64()? } else { cursor.u32()?.into() };
        Ok(Done { kind, status, command, rows })
    }
}
