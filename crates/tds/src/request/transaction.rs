//! Transaction manager requests (MS-TDS 2.2.6.9): BEGIN, COMMIT, ROLLBACK and SAVE without a batch.
//!
//! A name is a number of bytes, in one byte, then UTF-16LE. COMMIT and ROLLBACK may begin the next
//! transaction at once. Requests of distributed transactions are refused by name.

use super::Headers;
use crate::cursor::{Cursor, Stop, whole, wide};
use crate::error::ProtocolError;
use crate::put::{Put, cut, units_of};

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TransactionRequest {
    /// BEGIN TRANSACTION.
    Begin(Begin),
    /// COMMIT TRANSACTION.
    Commit {
        /// The transaction's name; may be empty.
        name: String,
        /// The transaction that begins after the commit.
        next: Option<Begin>,
    },
    /// ROLLBACK TRANSACTION, of the transaction or to a savepoint.
    Rollback {
        /// The name of the transaction or savepoint; may be empty.
        name: String,
        /// The transaction that begins after the rollback.
        next: Option<Begin>,
    },
    /// SAVE TRANSACTION.
    Save {
        /// The savepoint's name.
        name: String,
    },
}

/// The options of a new transaction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Begin {
    /// The isolation level, which the session keeps.
    pub isolation: Isolation,
    /// The transaction's name; may be empty.
    pub name: String,
}

/// An isolation level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Isolation {
    /// The session's current level.
    #[default]
    Unchanged = 0,
    /// READ UNCOMMITTED.
    ReadUncommitted = 1,
    /// READ COMMITTED.
    ReadCommitted = 2,
    /// REPEATABLE READ.
    RepeatableRead = 3,
    /// SERIALIZABLE.
    Serializable = 4,
    /// SNAPSHOT.
    Snapshot = 5,
}

impl TransactionRequest {
    /// Reads the message. The end of the message must be reached.
    ///
    /// # Errors
    /// The message is not a valid request, or the request is unsupported.
    pub fn read(message: &[u8]) -> Result<(Headers, TransactionRequest), ProtocolError> {
        whole(message, PLACE, |cursor| {
            let headers = Headers::read(cursor)?;
            let request = match cursor.u16()? {
                BEGIN => TransactionRequest::Begin(begin(cursor)?),
                COMMIT => TransactionRequest::Commit { name: name(cursor)?, next: next(cursor)? },
                ROLLBACK => TransactionRequest::Rollback { name: name(cursor)?, next: next(cursor)? },
                SAVE => TransactionRequest::Save { name: name(cursor)? },
                other => return Err(refused(other).into()),
            };
            Ok((headers, request))
        })
    }

    /// Writes the message. The headers come first.
    pub fn write(&self, headers: &Headers, out: &mut impl Put) {
        headers.write(out);
        match self {
            TransactionRequest::Begin(begin) => {
                out.u16(BEGIN);
                put_begin(begin, out);
            }
            TransactionRequest::Commit { name, next } => {
                out.u16(COMMIT);
                put_end(name, next.as_ref(), out);
            }
            TransactionRequest::Rollback { name, next } => {
                out.u16(ROLLBACK);
                put_end(name, next.as_ref(), out);
            }
            TransactionRequest::Save { name } => {
                out.u16(SAVE);
                put_name(name, out);
            }
        }
    }
}

fn refused(request: u16) -> ProtocolError {
    match request {
        0 => ProtocolError::unsupported(PLACE, "the coordinator of distributed transactions (TM_GET_DTC_ADDRESS)"),
        1 => ProtocolError::unsupported(PLACE, "a distributed transaction (TM_PROPAGATE_XACT)"),
        6 => ProtocolError::unsupported(PLACE, "a distributed transaction (TM_PROMOTE_XACT)"),
        other => ProtocolError::invalid(PLACE, other.into()),
    }
}

fn begin(cursor: &mut Cursor<'_>) -> Result<Begin, Stop> {
    let isolation = match cursor.u8()? {
        0 => Isolation::Unchanged,
        1 => Isolation::ReadUncommitted,
        2 => Isolation::ReadCommitted,
        3 => Isolation::RepeatableRead,
        4 => Isolation::Serializable,
        5 => Isolation::Snapshot,
        other => return Err(ProtocolError::invalid("an isolation level", other.into()).into()),
    };
    Ok(Begin { isolation, name: name(cursor)? })
}

fn next(cursor: &mut Cursor<'_>) -> Result<Option<Begin>, Stop> {
    if cursor.u8()? & AND_BEGIN == 0 { Ok(None) } else { begin(cursor).map(Some) }
}

fn name(cursor: &mut Cursor<'_>) -> Result<String, Stop> {
    let length = cursor.u8()?;
    if length % 2 == 1 {
        return Err(ProtocolError::invalid("a transaction's name", length.into()).into());
    }
    Ok(wide(cursor.bytes(length.into())?))
}

fn put_begin(begin: &Begin, out: &mut impl Put) {
    out.u8(begin.isolation as u8);
    put_name(&begin.name, out);
}

fn put_end(name: &str, next: Option<&Begin>, out: &mut impl Put) {
    put_name(name, out);
    out.u8(if next.is_some() { AND_BEGIN } else { 0 });
    if let Some(begin) = next {
        put_begin(begin, out);
    }
}

fn put_name(name: &str, out: &mut impl Put) {
    let name = cut(name, usize::from(u8::MAX) / 2);
    out.u8(units_of(name) as u8 * 2);
    out.wide(name);
}

/// The longest message: headers and two names.
pub const MESSAGE_MAX: usize = 2048;
const BEGIN: u16 = 5;
const COMMIT: u16 = 7;
const ROLLBACK: u16 = 8;
const SAVE: u16 = 9;
const AND_BEGIN: u8 = 1;
const PLACE: &str = "a request of the transaction manager";
