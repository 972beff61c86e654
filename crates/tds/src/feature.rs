//! Feature extensions: what a client asks for at the end of LOGIN7 (MS-TDS 2.2.6.4), and what the server grants in FEATUREEXTACK (2.2.7.11).
//!
//! Both are a list of a number, a length (4 bytes) and bytes, ended by 0xFF. A server may grant nothing, and must not name what was not
//! asked for.

use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::Put;

/// A feature that is asked for or granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Which.
    pub id: u8,
    /// What it says; empty, a version, an answer.
    pub data: Vec<u8>,
}

/// SESSIONRECOVERY: who grants it owes SESSIONSTATE tokens.
pub const SESSION_RECOVERY: u8 = 0x01;
/// FEDAUTH: a log-in with a token.
pub const FEDERATED_AUTHENTICATION: u8 = 0x02;
/// COLUMNENCRYPTION.
pub const COLUMN_ENCRYPTION: u8 = 0x04;
/// GLOBALTRANSACTIONS.
pub const GLOBAL_TRANSACTIONS: u8 = 0x05;
/// AZURESQLSUPPORT.
pub const AZURE_SQL_SUPPORT: u8 = 0x08;
/// DATACLASSIFICATION.
pub const DATA_CLASSIFICATION: u8 = 0x09;
/// UTF8_SUPPORT: granted with one byte, 1; then char and varchar may come in UTF-8 under a collation that says so.
pub const UTF8_SUPPORT: u8 = 0x0A;
/// AZURESQLDNSCACHING.
pub const AZURE_SQL_DNS_CACHING: u8 = 0x0B;
/// JSONSUPPORT.
pub const JSON_SUPPORT: u8 = 0x0D;
/// VECTORSUPPORT.
pub const VECTOR_SUPPORT: u8 = 0x0E;
/// ENHANCEDROUTINGSUPPORT.
pub const ENHANCED_ROUTING: u8 = 0x0F;
/// USERAGENT.
pub const USER_AGENT: u8 = 0x10;

/// Reads a list up to its end.
///
/// # Errors
/// More features, or longer ones, than any client sends.
pub fn read_features(cursor: &mut Cursor<'_>) -> Result<Vec<Feature>, Stop> {
    let mut features = Vec::new();
    loop {
        let id = cursor.u8()?;
        if id == TERMINATOR {
            return Ok(features);
        }
        if features.len() == FEATURES_MAX {
            return Err(ProtocolError::too_long(PLACE, FEATURES_MAX as u64 + 1, FEATURES_MAX as u64).into());
        }
        let length = cursor.u32()?;
        if length > DATA_MAX {
            return Err(ProtocolError::too_long(PLACE, length.into(), DATA_MAX.into()).into());
        }
        features.push(Feature { id, data: cursor.bytes(length as usize)?.to_vec() });
    }
}

/// Writes a list and its end.
pub fn write_features(features: &[Feature], out: &mut impl Put) {
    for feature in features {
        out.u8(feature.id);
        out.u32(feature.data.len() as u32);
        out.put(&feature.data);
    }
    out.u8(TERMINATOR);
}

const TERMINATOR: u8 = 0xFF;
/// There are not twenty.
const FEATURES_MAX: usize = 64;
/// A LOGIN7 message is not longer.
const DATA_MAX: u32 = 128 * 1024;
const PLACE: &str = "the feature extensions";
