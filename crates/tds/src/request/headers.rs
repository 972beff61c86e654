//! ALL_HEADERS (MS-TDS 2.2.5.3): a length of all, then headers, each a length, a type and bytes.

use crate::cursor::{Cursor, Stop, whole};
use crate::error::ProtocolError;
use crate::put::Put;

/// What a request says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Headers {
    /// The transaction, as ENVCHANGE told it; 0: none.
    pub transaction: u64,
    /// How many requests are under way; without MARS 1.
    pub outstanding: u32,
    /// The client's activity, for its traces.
    pub trace: Option<[u8; 20]>,
}

impl Headers {
    /// Of a client within the transaction, or, by 0, in none.
    pub fn of(transaction: u64) -> Headers {
        Headers { transaction, outstanding: 1, trace: None }
    }

    /// Reads them.
    ///
    /// # Errors
    /// A length is none, or a header is refused.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Headers, Stop> {
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
                // A newer client may say more.
                _ => {}
            }
        }
        Ok(headers)
    }

    /// Writes them.
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
/// What a client may want to know of changes of a query's result is the longest, two texts of 64 KB; and it is refused.
const TOTAL_MAX: u32 = 256 * 1024;
const PLACE: &str = "ALL_HEADERS";
