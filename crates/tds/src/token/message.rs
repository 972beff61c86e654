//! ERROR and INFO (MS-TDS 2.2.7.10, 2.2.7.13): a message with its number and origin.

use super::{ERROR, INFO};
use crate::cursor::{Cursor, Stop};
use crate::put::{Put, cut, units_of};

/// A message. Severities up to 10 are sent as INFO, greater ones as ERROR.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The message number: for example 208, or 0 for PRINT.
    pub number: i32,
    /// The message's state.
    pub state: u8,
    /// The message's severity.
    pub severity: u8,
    /// The message's text.
    pub text: String,
    /// The server's name.
    pub server: String,
    /// The procedure's name; empty outside a procedure.
    pub procedure: String,
    /// The line, from 1 on.
    pub line: u32,
}

/// Writes an ERROR.
pub fn write_error(message: &Message, out: &mut impl Put) {
    write(ERROR, message, out);
}

/// Writes an INFO.
pub fn write_info(message: &Message, out: &mut impl Put) {
    write(INFO, message, out);
}

/// Writes a message. Truncates a text that is too long for the token's length of two bytes.
fn write(token: u8, message: &Message, out: &mut impl Put) {
    let (server, procedure) = (cut(&message.server, u8::MAX.into()), cut(&message.procedure, u8::MAX.into()));
    let is_wide = out.version().is_wide();
    let fixed_bytes = if is_wide { FIXED_BYTES } else { FIXED_BYTES - 2 };
    let rest = fixed_bytes + (units_of(server) + units_of(procedure)) * 2;
    let text = cut(&message.text, (usize::from(u16::MAX) - rest) / 2);
    out.u8(token);
    out.u16((rest + units_of(text) * 2) as u16);
    out.put(&message.number.to_le_bytes());
    out.put(&[message.state, message.severity]);
    out.us_varchar(text);
    out.b_varchar(server);
    out.b_varchar(procedure);
    if is_wide {
        out.u32(message.line);
    } else {
        out.u16(u16::try_from(message.line).unwrap_or(u16::MAX));
    }
}

/// Reads the content of a message after its length; before TDS 7.2 the line has two bytes.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Message, Stop> {
    Ok(Message {
        number: cursor.i32()?,
        state: cursor.u8()?,
        severity: cursor.u8()?,
        text: cursor.us_varchar()?,
        server: cursor.b_varchar()?,
        procedure: cursor.b_varchar()?,
        line: if cursor.version().is_wide() { cursor.u32()? } else { cursor.u16()?.into() },
    })
}

/// Number, state, severity, the three texts' lengths, line. Before TDS 7.2 the line has 2 bytes.
const FIXED_BYTES: usize = 4 + 1 + 1 + 2 + 1 + 1 + 4;
