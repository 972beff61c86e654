//! ALL_HEADERS (MS-TDS 2.2.5.3): a total length, then headers, each a length, a type and data. A
//! query notification is refused, and headers of unknown types are skipped.

use crate::cursor::{Cursor, Stop, whole};
use crate::error::ProtocolError;
use crate::put::Put;

/// The headers of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Headers {
    /// The transaction's number from ENVCHANGE; 0 if none.
    pub transaction: u64,
    /// The number of active requests; 1 without MARS.
    pub outstanding: u32,
    /// Activity identifiers for the client's traces.
    pub trace: Option<[u8; 20]>,
}

impl Headers {
    /// Returns the headers of a client in `transaction`, or outside a transaction if it is 0.
    pub fn new(transaction: u64) -> Headers {
        Headers { transaction, outstanding: 1, trace: None }
    }

    /// Reads the headers. A message before TDS 7.2 has none. The total length has a limit.
    ///
    /// # Errors
    /// A length is invalid, or a header is unsupported.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Headers, Stop> {
        if !cursor.version().is_wide() {
            return Ok(Headers::default());
        }
        let total = cursor.u32()?;
        if total > TOTAL_MAX {
            return Err(ProtocolError::too_long(PLACE, total.into(), TOTAL_MAX.into()).into());
        }
        let length = (total as usize).checked_sub(LENGTH_BYTES);
        let bytes = cursor.bytes(length.ok_or(ProtocolError::invalid(PLACE, total.into()))?)?;
        Ok(whole(bytes, PLACE, Headers::read_each)?)
    }

    fn read_each(cursor: &mut Cursor<'_>) -> Result<Headers, Stop> {
        let mut headers = Headers::default();
        while !cursor.is_empty() {
            let length = cursor.u32()?;
            let kind = cursor.u16()?;
            let rest = (length as usize).checked_sub(LENGTH_BYTES + KIND_BYTES);
            let mut data = Cursor::new(cursor.bytes(rest.ok_or(ProtocolError::invalid(PLACE, length.into()))?)?);
            match kind {
                QUERY_NOTIFICATION => {
                    return Err(ProtocolError::unsupported(PLACE, "a query notification").into());
                }
                TRANSACTION => (headers.transaction, headers.outstanding) = (data.u64()?, data.u32()?),
                TRACE => headers.trace = Some(data.array()?),
                // Skips header types that newer clients may send.
                _ => {}
            }
        }
        Ok(headers)
    }

    /// Writes the headers. The header of the transaction is always written, that of tracing if
    /// there is one.
    pub fn write(&self, out: &mut impl Put) {
        let trace_bytes = if self.trace.is_some() { TRACE_BYTES } else { 0 };
        out.u32(LENGTH_BYTES as u32 + TRANSACTION_BYTES + trace_bytes);
        out.u32(TRANSACTION_BYTES);
        out.u16(TRANSACTION);
        out.u64(self.transaction);
        out.u32(self.outstanding);
        if let Some(trace) = &self.trace {
            out.u32(TRACE_BYTES);
            out.u16(TRACE);
            out.put(trace);
        }
    }
}

const QUERY_NOTIFICATION: u16 = 1;
const TRANSACTION: u16 = 2;
const TRACE: u16 = 3;
const LENGTH_BYTES: usize = 4;
const KIND_BYTES: usize = 2;
const TRANSACTION_BYTES: u32 = 18;
const TRACE_BYTES: u32 = 26;
/// The longest header is a query notification, with two texts of 64 KB; it is refused.
const TOTAL_MAX: u32 = 256 * 1024;
const PLACE: &str = "ALL_HEADERS";
