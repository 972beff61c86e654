//! ENVCHANGE (MS-TDS 2.2.7.9): a change of the session's environment, new value before old.
//!
//! Names and sizes are texts. A collation and a transaction are bytes after their length. A
//! transaction's number (8 bytes) is the new value at its start and the old value at its end. The
//! client sends it back with every request ([`crate::request`]).

use super::ENV_CHANGE;
use crate::collation::WireCollation;
use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::{Put, units_of};
use crate::version::TdsVersion;

/// A change of the session's environment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EnvChange {
    /// The database (1).
    Database {
        /// The name of the new database.
        new: String,
        /// The name of the old database.
        old: String,
    },
    /// The language (2).
    Language {
        /// The name of the new language.
        new: String,
        /// The name of the old language.
        old: String,
    },
    /// The packet size (4), from the next message on.
    PacketSize {
        /// The new size in bytes.
        new: u32,
        /// The old size in bytes.
        old: u32,
    },
    /// The database's collation (7).
    Collation {
        /// The new collation.
        new: WireCollation,
        /// The old collation, if there was one.
        old: Option<WireCollation>,
    },
    /// A transaction has begun (8).
    Begin(u64),
    /// A transaction was committed (9).
    Commit(u64),
    /// A transaction was rolled back (10).
    Rollback(u64),
    /// The session was reset (18): the answer to RESETCONNECTION.
    Reset,
    /// Another change, by its number. A client may skip it.
    Other(u8),
}

impl EnvChange {
    /// Writes the token, unless the client's version lacks the change. Writes [`EnvChange::Other`],
    /// which is only read, without values. A packet size is written as text.
    pub fn write(&self, out: &mut impl Put) {
        if !self.is_in(out.version()) {
            return;
        }
        let (packet_new, packet_old);
        let (kind, new, old) = match self {
            EnvChange::Database { new, old } => (1, Part::Text(new), Part::Text(old)),
            EnvChange::Language { new, old } => (2, Part::Text(new), Part::Text(old)),
            EnvChange::PacketSize { new, old } => {
                (packet_new, packet_old) = (new.to_string(), old.to_string());
                (4, Part::Text(&packet_new), Part::Text(&packet_old))
            }
            EnvChange::Collation { new, old } => {
                (7, Part::Bytes(&new.0), Part::Bytes(old.as_ref().map_or(&[], |old| &old.0)))
            }
            EnvChange::Begin(id) => (8, Part::Id(*id), Part::Bytes(&[])),
            EnvChange::Commit(id) => (9, Part::Bytes(&[]), Part::Id(*id)),
            EnvChange::Rollback(id) => (10, Part::Bytes(&[]), Part::Id(*id)),
            EnvChange::Reset => (18, Part::Bytes(&[]), Part::Bytes(&[])),
            EnvChange::Other(kind) => (*kind, Part::Bytes(&[]), Part::Bytes(&[])),
        };
        out.u8(ENV_CHANGE);
        out.u16((1 + new.len() + old.len()) as u16);
        out.u8(kind);
        new.put(out);
        old.put(out);
    }

    /// Returns whether clients of `version` know the change.
    fn is_in(&self, version: TdsVersion) -> bool {
        match self {
            EnvChange::Database { .. } | EnvChange::Language { .. } | EnvChange::PacketSize { .. } => true,
            EnvChange::Collation { .. } => version.has_collations(),
            EnvChange::Begin(_)
            | EnvChange::Commit(_)
            | EnvChange::Rollback(_)
            | EnvChange::Reset
            | EnvChange::Other(_) => version.is_wide(),
        }
    }

    /// Reads the token's content after its length. An unknown kind has its number; the rest of it
    /// is left unread.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<EnvChange, Stop> {
        let kind = cursor.u8()?;
        Ok(match kind {
            1 => EnvChange::Database { new: cursor.b_varchar()?, old: cursor.b_varchar()? },
            2 => EnvChange::Language { new: cursor.b_varchar()?, old: cursor.b_varchar()? },
            4 => EnvChange::PacketSize { new: number(cursor)?, old: number(cursor)? },
            7 => {
                let new = collation(cursor)?.ok_or(ProtocolError::invalid(PLACE, 0))?;
                EnvChange::Collation { new, old: collation(cursor)? }
            }
            8 => EnvChange::Begin(id(cursor)?),
            9 | 10 => {
                cursor.u8()?;
                let id = id(cursor)?;
                if kind == 9 { EnvChange::Commit(id) } else { EnvChange::Rollback(id) }
            }
            18 => EnvChange::Reset,
            other => EnvChange::Other(other),
        })
    }
}

/// A new or an old value.
enum Part<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
    Id(u64),
}

impl Part<'_> {
    fn len(&self) -> usize {
        1 + match self {
            Part::Text(text) => units_of(crate::put::cut(text, u8::MAX.into())) * 2,
            Part::Bytes(bytes) => bytes.len(),
            Part::Id(_) => size_of::<u64>(),
        }
    }

    fn put(&self, out: &mut impl Put) {
        match self {
            Part::Text(text) => out.b_varchar(text),
            Part::Bytes(bytes) => {
                out.u8(bytes.len() as u8);
                out.put(bytes);
            }
            Part::Id(id) => {
                out.u8(size_of::<u64>() as u8);
                out.u64(*id);
            }
        }
    }
}

fn number(cursor: &mut Cursor<'_>) -> Result<u32, Stop> {
    let text = cursor.b_varchar()?;
    text.parse().map_err(|_| ProtocolError::invalid(PLACE, text.len() as u64).into())
}

fn collation(cursor: &mut Cursor<'_>) -> Result<Option<WireCollation>, Stop> {
    match cursor.u8()? {
        0 => Ok(None),
        5 => Ok(Some(WireCollation(cursor.array()?))),
        length => Err(ProtocolError::invalid(PLACE, length.into()).into()),
    }
}

fn id(cursor: &mut Cursor<'_>) -> Result<u64, Stop> {
    match cursor.u8()? {
        8 => cursor.u64(),
        length => Err(ProtocolError::invalid(PLACE, length.into()).into()),
    }
}

const PLACE: &str = "ENVCHANGE";
