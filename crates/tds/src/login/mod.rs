//! LOGIN7 (MS-TDS 2.2.6.4): 94 bytes of numbers (86 before TDS 7.2, which has neither a new
//! password nor the long length of SSPI), then the texts they point to, in UTF-16LE.
//!
//! A text is an offset from the message's start and a number of UTF-16 units; the extension and
//! SSPI count bytes. The bytes of a password are scrambled: their halves are swapped, then XORed
//! with 0xA5. The extension's offset points to a second offset, four bytes long, of the feature
//! list. Texts have at most 128 units, a file name 260, the message 128 K.

use crate::cursor::{Cursor, Stop, whole, wide};
use crate::error::ProtocolError;
use crate::feature::{Feature, read_features, write_features};
use crate::put::{Put, cut, units_of};
use crate::version::TdsVersion;
use std::fmt;

/// The client's log-in request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Login {
    /// The number of the TDS version that the client requests ([`TdsVersion::of_login`]).
    pub tds_version: u32,
    /// The packet size that the client requests: [`crate::packet::packet_size`].
    pub packet_size: u32,
    /// The version of the client's library.
    pub client_version: u32,
    /// The process number of the client.
    pub client_pid: u32,
    /// The connection that this one replaces.
    pub connection_id: u32,
    /// Byte order, character set, number format, and whether the client wants messages for USE,
    /// database and language.
    pub option_flags_1: u8,
    /// Language, ODBC, user type, integrated security: [`LANGUAGE_REQUIRED`], [`ODBC`],
    /// [`Login::is_integrated`].
    pub option_flags_2: u8,
    /// SQL type, OLE DB and read-only intent: [`OLE_DB`], [`Login::is_read_only_intended`].
    pub type_flags: u8,
    /// Change of password, user instance, binary xml, unknown collations, the extension.
    pub option_flags_3: u8,
    /// Minutes from UTC; clients leave it 0.
    pub time_zone: i32,
    /// The client's language as an LCID.
    pub lcid: u32,
    /// The name of the client's machine.
    pub host_name: String,
    /// The login name.
    pub user_name: String,
    /// The login's password.
    pub password: Password,
    /// The application's name.
    pub app_name: String,
    /// The name of the server as the client addressed it.
    pub server_name: String,
    /// The name of the client's library.
    pub library_name: String,
    /// The language requested; if empty, the login's default.
    pub language: String,
    /// The database requested; if empty, the login's default.
    pub database: String,
    /// The MAC address of the client.
    pub client_id: [u8; 6],
    /// The first step of a Windows log-in.
    pub sspi: Vec<u8>,
    /// A file to attach as a database.
    pub attach_file: String,
    /// The new password, if the client changes it.
    pub new_password: Password,
    /// The requested features. `None` if the client knows no extensions.
    pub features: Option<Vec<Feature>>,
}

/// A password. Its `Debug` output hides the text.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "Password(none)" } else { "Password(hidden)" })
    }
}

impl Login {
    /// Reads the message.
    ///
    /// # Errors
    /// The message is too long, or a text is too long or outside the message.
    pub fn read(message: &[u8]) -> Result<Login, ProtocolError> {
        if message.len() > MESSAGE_MAX {
            return Err(ProtocolError::too_long(PLACE, message.len() as u64, MESSAGE_MAX as u64));
        }
        whole(message, PLACE, |cursor| {
            let length = cursor.u32()?;
            if length as usize > message.len() {
                return Err(Stop::Missing);
            }
            Login::read_fields(cursor, &message[..(length as usize).max(HEAD_BYTES).min(message.len())])
        })
    }

    fn read_fields(cursor: &mut Cursor<'_>, message: &[u8]) -> Result<Login, Stop> {
        let mut login = Login {
            tds_version: cursor.u32()?,
            packet_size: cursor.u32()?,
            client_version: cursor.u32()?,
            client_pid: cursor.u32()?,
            connection_id: cursor.u32()?,
            option_flags_1: cursor.u8()?,
            option_flags_2: cursor.u8()?,
            type_flags: cursor.u8()?,
            option_flags_3: cursor.u8()?,
            time_zone: cursor.i32()?,
            lcid: cursor.u32()?,
            ..Login::default()
        };
        let text = |cursor: &mut Cursor<'_>, place, units_max| {
            Ok::<_, Stop>(wide(part(cursor, message, place, units_max, 2)?))
        };
        login.host_name = text(cursor, "LOGIN7's HostName", NAME_MAX)?;
        login.user_name = text(cursor, "LOGIN7's UserName", NAME_MAX)?;
        login.password = Password(unscrambled(part(cursor, message, "LOGIN7's Password", NAME_MAX, 2)?));
        login.app_name = text(cursor, "LOGIN7's AppName", NAME_MAX)?;
        login.server_name = text(cursor, "LOGIN7's ServerName", NAME_MAX)?;
        let extension = part(cursor, message, "LOGIN7's Extension", u16::MAX, 1)?;
        login.library_name = text(cursor, "LOGIN7's CltIntName", NAME_MAX)?;
        login.language = text(cursor, "LOGIN7's Language", NAME_MAX)?;
        login.database = text(cursor, "LOGIN7's Database", NAME_MAX)?;
        login.client_id = cursor.array()?;
        let (sspi_offset, sspi_short) = (cursor.u16()?, cursor.u16()?);
        login.attach_file = text(cursor, "LOGIN7's AtchDBFile", FILE_MAX)?;
        let mut sspi_long = 0;
        if login.agreed_version().is_ok_and(TdsVersion::is_wide) {
            let scrambled = part(cursor, message, "LOGIN7's ChangePassword", NAME_MAX, 2)?;
            login.new_password = Password(unscrambled(scrambled));
            sspi_long = cursor.u32()?;
        }
        // The long length counts if the short one is at its maximum.
        let sspi_length = if sspi_short == u16::MAX && sspi_long > 0 { sspi_long as usize } else { sspi_short.into() };
        login.sspi = range(message, sspi_offset.into(), sspi_length)?.to_vec();
        // tedious sets the bit also without an extension.
        if login.option_flags_3 & HAS_EXTENSION != 0 && !extension.is_empty() {
            let offset = Cursor::new(extension).u32()? as usize;
            let list = message.get(offset..).ok_or(Stop::Missing)?;
            login.features = Some(read_features(&mut Cursor::new(list))?);
        }
        Ok(login)
    }

    /// Writes the message. Truncates texts that are too long. The features come last. All lengths
    /// are recomputed.
    pub fn write(&self, out: &mut impl Put) {
        let mut texts = Vec::new();
        let mut places = Vec::new();
        let add = |texts: &mut Vec<u8>, places: &mut Vec<u8>, bytes: &[u8], unit: usize| {
            places.u16((HEAD_BYTES + texts.len()) as u16);
            places.u16((bytes.len() / unit) as u16);
            texts.put(bytes);
        };
        let names = [&self.host_name, &self.user_name];
        for name in names {
            add(&mut texts, &mut places, &wide_bytes(name, NAME_MAX), 2);
        }
        add(&mut texts, &mut places, &scrambled(&self.password.0), 2);
        for name in [&self.app_name, &self.server_name] {
            add(&mut texts, &mut places, &wide_bytes(name, NAME_MAX), 2);
        }
        // The feature list comes last; its offset is known once all texts are placed.
        let extension_at = texts.len();
        add(&mut texts, &mut places, if self.features.is_some() { &[0; 4] } else { &[] }, 1);
        for name in [&self.library_name, &self.language, &self.database] {
            add(&mut texts, &mut places, &wide_bytes(name, NAME_MAX), 2);
        }
        places.put(&self.client_id);
        let sspi = &self.sspi[..self.sspi.len().min(SSPI_MAX)];
        add(&mut texts, &mut places, sspi, 1);
        add(&mut texts, &mut places, &wide_bytes(&self.attach_file, FILE_MAX), 2);
        add(&mut texts, &mut places, &scrambled(&self.new_password.0), 2);
        places.u32(0);
        if let Some(features) = &self.features {
            let offset = (HEAD_BYTES + texts.len()) as u32;
            texts[extension_at..extension_at + 4].copy_from_slice(&offset.to_le_bytes());
            write_features(features, &mut texts);
        }
        self.write_head((HEAD_BYTES + texts.len()) as u32, out);
        out.put(&places);
        out.put(&texts);
    }

    fn write_head(&self, length: u32, out: &mut impl Put) {
        for number in
            [length, self.tds_version, self.packet_size, self.client_version, self.client_pid, self.connection_id]
        {
            out.u32(number);
        }
        let extension = if self.features.is_some() { HAS_EXTENSION } else { 0 };
        let flags_3 = self.option_flags_3 & !HAS_EXTENSION | extension;
        out.put(&[self.option_flags_1, self.option_flags_2, self.type_flags, flags_3]);
        out.put(&self.time_zone.to_le_bytes());
        out.u32(self.lcid);
    }

    /// Returns whether the client requests Windows authentication.
    pub fn is_integrated(&self) -> bool {
        self.option_flags_2 & 0x80 != 0 || !self.sspi.is_empty()
    }

    /// Returns whether the client is a driver for ODBC or OLE DB (fODBC, fOLEDB), whose session
    /// begins under ANSI_DEFAULTS ON. DB-Library sets neither bit.
    pub fn has_ansi_defaults(&self) -> bool {
        self.option_flags_2 & ODBC != 0 || self.type_flags & OLE_DB != 0
    }

    /// Returns whether the log-in fails if [`Login::language`] is unknown (fLanguage).
    pub fn is_language_required(&self) -> bool {
        self.option_flags_2 & LANGUAGE_REQUIRED != 0
    }

    /// Returns whether the client set `ApplicationIntent=ReadOnly`.
    pub fn is_read_only_intended(&self) -> bool {
        self.type_flags & 0x20 != 0
    }

    /// Returns whether [`Login::new_password`] replaces the password.
    pub fn is_change_of_password(&self) -> bool {
        self.option_flags_3 & 0x01 != 0
    }

    /// Returns the requested feature with the number `id`. `None` if the client didn't request it.
    pub fn feature(&self, id: u8) -> Option<&Feature> {
        self.features.as_deref().unwrap_or_default().iter().find(|feature| feature.id == id)
    }

    /// Returns the TDS version that client and server use.
    ///
    /// # Errors
    /// The client supports only versions older than 7.0.
    pub fn agreed_version(&self) -> Result<TdsVersion, ProtocolError> {
        TdsVersion::of_login(self.tds_version)
    }
}

/// Returns the bytes that the next offset and length point to. `unit` is the bytes in a unit of
/// length.
fn part<'m>(
    cursor: &mut Cursor<'_>,
    message: &'m [u8],
    place: &'static str,
    units_max: u16,
    unit: usize,
) -> Result<&'m [u8], Stop> {
    let (offset, units) = (cursor.u16()?, cursor.u16()?);
    if units > units_max {
        return Err(ProtocolError::too_long(place, units.into(), units_max.into()).into());
    }
    range(message, offset.into(), usize::from(units) * unit)
}

fn range(message: &[u8], offset: usize, length: usize) -> Result<&[u8], Stop> {
    // The offset of an empty text may point anywhere.
    if length == 0 { Ok(&[]) } else { message.get(offset..offset + length).ok_or(Stop::Missing) }
}

fn wide_bytes(text: &str, units_max: u16) -> Vec<u8> {
    let text = cut(text, units_max.into());
    let mut bytes = Vec::with_capacity(units_of(text) * 2);
    bytes.wide(text);
    bytes
}

fn scrambled(password: &str) -> Vec<u8> {
    let mut bytes = wide_bytes(password, NAME_MAX);
    bytes.iter_mut().for_each(|byte| *byte = byte.rotate_left(4) ^ SCRAMBLE);
    bytes
}

fn unscrambled(bytes: &[u8]) -> String {
    let bytes: Vec<u8> = bytes.iter().map(|byte| (byte ^ SCRAMBLE).rotate_left(4)).collect();
    wide(&bytes)
}

/// The longest message allowed for `Length` by 2.2.6.4.
pub const MESSAGE_MAX: usize = 128 * 1024;
/// The number of bytes before the texts since TDS 7.2.
const HEAD_BYTES: usize = 94;
const NAME_MAX: u16 = 128;
const FILE_MAX: u16 = 260;
/// Offsets have two bytes; the other parts of the message need some thousand.
const SSPI_MAX: usize = 60_000;
const SCRAMBLE: u8 = 0xA5;
const HAS_EXTENSION: u8 = 0x10;
/// Bit of [`Login::option_flags_2`]: the log-in fails if the language is unknown.
pub const LANGUAGE_REQUIRED: u8 = 0x01;
/// Bit of [`Login::option_flags_2`]: the client is an ODBC driver.
pub const ODBC: u8 = 0x02;
/// Bit of [`Login::type_flags`]: the client is an OLE DB provider.
pub const OLE_DB: u8 = 0x10;
const PLACE: &str = "LOGIN7";

#[cfg(test)]
mod tests;
