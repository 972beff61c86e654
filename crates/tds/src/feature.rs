//! Feature extensions: a client's requests at the end of LOGIN7 (MS-TDS 2.2.6.4) and the server's
//! answer in FEATUREEXTACK (2.2.7.11).
//!
//! Both are lists of features, ended by 0xFF. A feature is a number, a length (4 bytes) and its
//! data. A server may grant nothing and must not name a feature that the client didn't request.

use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::Put;

/// A requested or granted feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The feature's number.
    pub id: u8,
    /// The feature's data: empty, a version, or an answer.
    pub data: Vec<u8>,
}

/// SESSIONRECOVERY: a server that grants it must send SESSIONSTATE tokens.
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
/// UTF8_SUPPORT: granted with the byte 1. Char and varchar may then arrive in UTF-8 under a UTF-8
/// collation.
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
/// The list has more features, or longer ones, than any client sends.
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

/// Writes the features, each as id, length of 4 bytes and data, and the terminator.
pub fn write_features(features: &[Feature], out: &mut impl Put) {
    for feature in features {
        out.u8(feature.id);
        out.u32(feature.data.len() as u32);
        out.put(&feature.data);
    }
    out.u8(TERMINATOR);
}

const TERMINATOR: u8 = 0xFF;
/// A generous limit: fewer than twenty features exist.
const FEATURES_MAX: usize = 64;
/// The longest feature data: the limit of a LOGIN7 message.
const DATA_MAX: u32 = 128 * 1024;
const PLACE: &str = "the feature extensions";
