//! LOGINACK (MS-TDS 2.2.7.14): the log-in was accepted. The TDS version stands there with its highest byte first.

use super::LOGIN_ACK;
use crate::cursor::{Cursor, Stop};
use crate::put::{Put, cut, units_of};

/// The log-in was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginAck {
    /// The TDS version that is spoken: [`crate::login::VERSION_7_4`], [`crate::login::VERSION_8_0`].
    pub tds_version: u32,
    /// The server's program.
    pub program: String,
    /// Its version.
    pub major: u8,
    /// Its version.
    pub minor: u8,
    /// Its version.
    pub build: u16,
}

impl LoginAck {
    /// Writes it.
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

    /// Reads what stands behind the token's length.
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

/// The interface: T-SQL.
const SQL_TSQL: u8 = 1;
