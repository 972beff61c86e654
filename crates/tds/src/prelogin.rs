//! PRELOGIN (MS-TDS 2.2.6.5), sent by the client, and by the server in a packet of type
//! TabularResult.
//!
//! The message is a table of options, ended by 0xFF, then the options' data. An entry is a number,
//! an offset from the message's start and a length (two bytes each, big-endian). VERSION comes
//! first. Unknown options are skipped, because newer clients send more.

use crate::cursor::{Cursor, Stop, whole};
use crate::error::ProtocolError;
use crate::put::Put;

/// The options of a PRELOGIN message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prelogin {
    /// The sender's version.
    pub version: Version,
    /// The encryption requested or granted: [`crate::encryption`]. A raw byte, because TDS 8.0
    /// clients send arbitrary values.
    pub encryption: Option<u8>,
    /// The instance requested, up to its zero byte. A server answers 0x00 if it is that instance
    /// and 0x01 if not.
    pub instance: Option<Vec<u8>>,
    /// The number of the client's thread.
    pub thread: Option<u32>,
    /// Whether the client requests MARS, and whether the server grants it.
    pub mars: Option<bool>,
    /// Connection and activity identifiers for the client's traces.
    pub trace: Option<[u8; 36]>,
    /// Whether the client supports federated authentication.
    pub federated: Option<u8>,
    /// The nonce of federated authentication.
    pub nonce: Option<[u8; 32]>,
}

/// A version of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Version {
    /// Major.
    pub major: u8,
    /// Minor.
    pub minor: u8,
    /// Build.
    pub build: u16,
    /// Sub-build.
    pub sub_build: u16,
}

impl Prelogin {
    /// Reads the message. The message has a limit of length. Options without data are as if left
    /// out, but for VERSION.
    ///
    /// # Errors
    /// VERSION isn't the first option, or an option has a wrong length or is outside the message.
    pub fn read(message: &[u8]) -> Result<Prelogin, ProtocolError> {
        if message.len() > MESSAGE_MAX {
            return Err(ProtocolError::too_long(PLACE, message.len() as u64, MESSAGE_MAX as u64));
        }
        let mut prelogin = Prelogin::default();
        let mut has_version = false;
        let mut table = Cursor::new(message);
        loop {
            let entry = whole(table.rest(), PLACE, |cursor| {
                let token = cursor.u8()?;
                let place = if token == TERMINATOR { None } else { Some((big_endian(cursor)?, big_endian(cursor)?)) };
                table = *cursor;
                Ok((token, place))
            })?;
            let (token, Some((offset, length))) = entry else { break };
            let data = message.get(usize::from(offset)..usize::from(offset) + usize::from(length));
            let data = data.ok_or(ProtocolError::truncated(PLACE))?;
            if !has_version && token != VERSION {
                return Err(ProtocolError::invalid("PRELOGIN's first option", token.into()));
            }
            has_version = true;
            // A server sends some supported options without data.
            if token == VERSION || !data.is_empty() {
                whole(data, PLACE, |cursor| prelogin.option(token, cursor))?;
            }
        }
        if has_version { Ok(prelogin) } else { Err(ProtocolError::truncated(PLACE)) }
    }

    fn option(&mut self, token: u8, data: &mut Cursor<'_>) -> Result<(), Stop> {
        match token {
            VERSION => {
                let (major, minor) = (data.u8()?, data.u8()?);
                // The sub-build is the one little-endian number.
                self.version = Version { major, minor, build: big_endian(data)?, sub_build: data.u16()? };
            }
            ENCRYPTION => self.encryption = Some(data.u8()?),
            INSTANCE => self.instance = data.rest().split(|byte| *byte == 0).next().map(<[u8]>::to_vec),
            // Sluice doesn't use these two options, so a wrong length counts as absent.
            THREAD => self.thread = data.u32().ok(),
            MARS => self.mars = Some(data.u8()? != 0),
            TRACE => self.trace = data.array().ok(),
            FEDERATED => self.federated = Some(data.u8()?),
            NONCE => self.nonce = Some(data.array()?),
            _ => {}
        }
        Ok(())
    }

    /// Writes the message. Options that are `None` are left out. VERSION is first, and data follows
    /// the table in the same order.
    pub fn write(&self, out: &mut impl Put) {
        let Version { major, minor, build, sub_build } = self.version;
        let (build, sub_build) = (build.to_be_bytes(), sub_build.to_le_bytes());
        let version = [major, minor, build[0], build[1], sub_build[0], sub_build[1]];
        let instance = self.instance.as_ref().map(|name| [name.as_slice(), &[0]].concat());
        let mut options: Vec<(u8, Vec<u8>)> = vec![(VERSION, version.to_vec())];
        let mut add = |token, data: Option<Vec<u8>>| options.extend(data.map(|data| (token, data)));
        add(ENCRYPTION, self.encryption.map(|byte| vec![byte]));
        add(INSTANCE, instance);
        add(THREAD, self.thread.map(|thread| thread.to_le_bytes().to_vec()));
        add(MARS, self.mars.map(|is_on| vec![is_on.into()]));
        add(TRACE, self.trace.map(|trace| trace.to_vec()));
        add(FEDERATED, self.federated.map(|byte| vec![byte]));
        add(NONCE, self.nonce.map(|nonce| nonce.to_vec()));
        let mut offset = options.len() * ENTRY_BYTES + 1;
        for (token, data) in &options {
            out.u8(*token);
            out.put(&(offset as u16).to_be_bytes());
            out.put(&(data.len() as u16).to_be_bytes());
            offset += data.len();
        }
        out.u8(TERMINATOR);
        for (_, data) in &options {
            out.put(data);
        }
    }
}

fn big_endian(cursor: &mut Cursor<'_>) -> Result<u16, Stop> {
    Ok(u16::from_be_bytes(cursor.array()?))
}

const VERSION: u8 = 0;
const ENCRYPTION: u8 = 1;
const INSTANCE: u8 = 2;
const THREAD: u8 = 3;
const MARS: u8 = 4;
const TRACE: u8 = 5;
const FEDERATED: u8 = 6;
const NONCE: u8 = 7;
const TERMINATOR: u8 = 0xFF;
/// Bytes of an entry in the option table.
const ENTRY_BYTES: usize = 5;
/// The longest message. Clients send less than a hundred bytes.
pub const MESSAGE_MAX: usize = 4096;
const PLACE: &str = "PRELOGIN";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// MS-TDS 4.1, without the packet's header.
    const EXAMPLE: &[u8] = &[
        0x00, 0x00, 0x1A, 0x00, 0x06, 0x01, 0x00, 0x20, 0x00, 0x01, 0x02, 0x00, 0x21, 0x00, 0x01, 0x03, 0x00, 0x22,
        0x00, 0x04, 0x04, 0x00, 0x26, 0x00, 0x01, 0xFF, 0x09, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0xB8, 0x0D,
        0x00, 0x00, 0x01,
    ];

    #[test]
    fn specification_example_round_trips() {
        let expected = Prelogin {
            version: Version { major: 9, ..Version::default() },
            encryption: Some(1),
            instance: Some(Vec::new()),
            thread: Some(0xDB8),
            mars: Some(true),
            ..Prelogin::default()
        };
        assert_eq!(Prelogin::read(EXAMPLE), Ok(expected.clone()));
        let mut written = Vec::new();
        expected.write(&mut written);
        assert_eq!(written, EXAMPLE);
    }

    #[test]
    fn invalid_prelogins_are_rejected() {
        for (bytes, error) in [
            (&[][..], ProtocolError::truncated(PLACE)),
            (&[0xFF], ProtocolError::truncated(PLACE)),
            (&[0, 0, 1], ProtocolError::truncated(PLACE)),
            (&[0, 0, 6, 0, 9, 0xFF, 1, 2, 3], ProtocolError::truncated(PLACE)),
            (&[1, 0, 6, 0, 1, 0xFF, 1], ProtocolError::invalid("PRELOGIN's first option", 1)),
        ] {
            assert_eq!(Prelogin::read(bytes), Err(error), "{bytes:?}");
        }
    }

    /// Newer versions of go-mssqldb, tedious and other drivers may send options unknown to Sluice.
    #[test]
    fn unknown_options_are_skipped() {
        let bytes = [0, 0, 11, 0, 6, 0x20, 0, 17, 0, 1, 0xFF, 16, 0, 0x0F, 0xA0, 7, 0, 99];
        let version = Version { major: 16, minor: 0, build: 4000, sub_build: 7 };
        assert_eq!(Prelogin::read(&bytes), Ok(Prelogin { version, ..Prelogin::default() }));
    }

    prop_compose! {
        fn prelogin()(
            version in any::<(u8, u8, u16, u16)>(),
            encryption in any::<Option<u8>>(),
            instance in proptest::option::of(proptest::collection::vec(1..=u8::MAX, 0..20)),
            thread in any::<Option<u32>>(),
            mars in any::<Option<bool>>(),
            trace in any::<Option<[u8; 16]>>(),
            federated in any::<Option<u8>>(),
            nonce in any::<Option<[u8; 32]>>(),
        ) -> Prelogin {
            let (major, minor, build, sub_build) = version;
            let trace = trace.map(|half| { let mut all = [7; 36]; all[..16].copy_from_slice(&half); all });
            Prelogin { version: Version { major, minor, build, sub_build }, encryption, instance, thread, mars, trace, federated, nonce }
        }
    }

    proptest! {
        #[test]
        fn written_prelogin_is_read_back(prelogin in prelogin()) {
            let mut bytes = Vec::new();
            prelogin.write(&mut bytes);
            prop_assert_eq!(Prelogin::read(&bytes), Ok(prelogin));
        }

        #[test]
        fn random_bytes_never_panic(bytes in proptest::collection::vec(prop_oneof![0..8u8, Just(0xFF), any::<u8>()], 0..60)) {
            let _ = Prelogin::read(&bytes);
        }
    }
}
