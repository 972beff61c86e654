//! LOGINACK (MS-TDS 2.2.7.14): the server accepted the log-in. The TDS version is big-endian.

use super::LOGIN_ACK;
use crate::cursor::{Cursor, Stop};
use crate::put::{Put, cut, units_of};

/// The server's acceptance of a log-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginAck {
    /// The number of the TDS version in use ([`crate::TdsVersion::number`]).
    pub tds_version: u32,
    /// The name of the server's program.
    pub program: String,
    /// The major version of the program.
    pub major: u8,
    /// The minor version of the program.
    pub minor: u8,
    /// The build of the program.
    pub build: u16,
}

impl LoginAck {
    /// Writes the token. The name of the program is cut to 255 units.
    pub fn write(&self, out: &mut impl Put) {
        let program = cut(&self.program, u8::MAX.into());
        out.u8(LOGIN_ACK);
        out.u16((1 + 4 + 1 + units_of(program) * 2 + 4) as u16);
        out.u8(SQL_TSQL);
        out.put(&self.tds_version.to_be_bytes());
        out.b_varchar(program);
        out.put(&[self.major, self.minor]);
        out.put(&self.build.to_be_bytes());
    }

    /// Reads the token's content after its length. The interface byte is skipped.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<LoginAck, Stop> {
        cursor.u8()?;
        Ok(LoginAck {
            tds_version: u32::from_be_bytes(cursor.array()?),
            program: cursor.b_varchar()?,
            major: cursor.u8()?,
            minor: cursor.u8()?,
            build: u16::from_be_bytes(cursor.array()?),
        })
    }
}

/// The interface number of T-SQL.
const SQL_TSQL: u8 = 1;
