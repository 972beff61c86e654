//! Who encrypts what: the answer to PRELOGIN's ENCRYPTION (MS-TDS 2.2.6.5), and what both sides then do.
//!
//! | the client says | server offers | server requires | server has no certificate |
//! |---|---|---|---|
//! | off (0) | off: the log-in alone | required (3): everything | not supported (2): nothing |
//! | on (1), required (3) | on: everything | on: everything | not supported: the client goes |
//! | not supported (2) | not supported: nothing | required: refused | not supported: nothing |
//!
//! The TLS handshake that follows rides in packets of the type PRELOGIN, with TLS 1.2 at most: a message of a handshake of TLS 1.3 would come
//! when packets have ended. Where the log-in alone is encrypted, the server speaks in clear from its answer to it on.
//!
//! TDS 8.0 turns this around: the connection begins with TLS (ALPN `tds/8.0`, TLS 1.3 allowed), and PRELOGIN comes inside. Its
//! ENCRYPTION has then nothing to decide, and the answer is "not supported", as the drivers' strict modes say it themselves.

use crate::error::ProtocolError;

/// The values of ENCRYPTION.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Encryption {
    /// Possible; only the log-in is encrypted.
    Off = 0,
    /// Wanted for everything.
    On = 1,
    /// Impossible.
    NotSupported = 2,
    /// Demanded for everything.
    Required = 3,
}

/// What a server is set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// It has no certificate.
    Unavailable,
    /// As the client likes.
    Offered,
    /// Everything of every client ("Force Encryption").
    Required,
    /// Only TLS from the first byte on ("Force Strict Encryption").
    Strict,
}

/// What of a connection is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Nothing.
    Plain,
    /// The LOGIN7 message alone.
    Login,
    /// Everything from the handshake within PRELOGIN packets on.
    Whole,
    /// Everything from the first byte on: no handshake is to come.
    Already,
    /// The two sides do not go together: the connection is closed after the answer.
    Refused,
}

/// What a server answers, and what is encrypted then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The answer's ENCRYPTION.
    pub answer: Encryption,
    /// What is encrypted.
    pub cover: Cover,
}

/// What a client wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// `Encrypt=no`, and no TLS at all.
    Never,
    /// `Encrypt=optional`: the log-in at least, where the server can.
    Optional,
    /// `Encrypt=mandatory`: everything.
    Mandatory,
    /// `Encrypt=strict`: TDS 8.0.
    Strict,
}

/// The server's side: the client says `asked`, within TLS or not. A client that says nothing is one that cannot encrypt.
///
/// # Errors
/// Outside of TLS, `asked` is none of the values, or asks for a log-in by certificate.
pub fn settle(policy: Policy, asked: Option<u8>, is_within_tls: bool) -> Result<Settled, ProtocolError> {
    if is_within_tls {
        return Ok(Settled { answer: Encryption::NotSupported, cover: Cover::Already });
    }
    let asked = asked.map_or(Ok(Encryption::NotSupported), encryption)?;
    let settled = |answer, cover| Settled { answer, cover };
    Ok(match (policy, asked) {
        (Policy::Strict, _) => settled(Encryption::Required, Cover::Refused),
        (Policy::Unavailable, Encryption::Off | Encryption::NotSupported) => {
            settled(Encryption::NotSupported, Cover::Plain)
        }
        (Policy::Unavailable, _) => settled(Encryption::NotSupported, Cover::Refused),
        (_, Encryption::On | Encryption::Required) => settled(Encryption::On, Cover::Whole),
        (Policy::Offered, Encryption::Off) => settled(Encryption::Off, Cover::Login),
        (Policy::Offered, Encryption::NotSupported) => settled(Encryption::NotSupported, Cover::Plain),
        (Policy::Required, Encryption::Off) => settled(Encryption::Required, Cover::Whole),
        (Policy::Required, Encryption::NotSupported) => settled(Encryption::Required, Cover::Refused),
    })
}

impl Wish {
    /// What the client's PRELOGIN says.
    pub const fn says(self) -> Encryption {
        match self {
            Wish::Never | Wish::Strict => Encryption::NotSupported,
            Wish::Optional => Encryption::Off,
            Wish::Mandatory => Encryption::On,
        }
    }

    /// The client's side: what the server's answer makes of the wish.
    ///
    /// # Errors
    /// The answer is none of the values.
    pub fn settle(self, answer: Option<u8>) -> Result<Cover, ProtocolError> {
        if self == Wish::Strict {
            return Ok(Cover::Already);
        }
        let answer = answer.map_or(Ok(Encryption::NotSupported), encryption)?;
        Ok(match (self, answer) {
            (Wish::Never, Encryption::Off | Encryption::NotSupported) => Cover::Plain,
            (Wish::Never, _) => Cover::Refused,
            (Wish::Optional, Encryption::Off) => Cover::Login,
            (Wish::Optional, Encryption::NotSupported) => Cover::Plain,
            (_, Encryption::On | Encryption::Required) => Cover::Whole,
            (_, Encryption::Off | Encryption::NotSupported) => Cover::Refused,
        })
    }
}

fn encryption(byte: u8) -> Result<Encryption, ProtocolError> {
    const PLACE: &str = "PRELOGIN's ENCRYPTION";
    Ok(match byte {
        0 => Encryption::Off,
        1 => Encryption::On,
        2 => Encryption::NotSupported,
        3 => Encryption::Required,
        byte if byte & CLIENT_CERTIFICATE != 0 => {
            return Err(ProtocolError::unsupported(PLACE, "a log-in by the client's certificate"));
        }
        byte => return Err(ProtocolError::invalid(PLACE, byte.into())),
    })
}

/// The bit with which a client wants to be known by its certificate.
const CLIENT_CERTIFICATE: u8 = 0x80;

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of the table, from both sides: the client must make of the answer what the server made of the wish.
    #[test]
    fn both_sides_settle_on_the_same() {
        use Cover::{Login, Plain, Refused, Whole};
        let expected = [
            (Policy::Unavailable, [Plain, Plain, Refused]),
            (Policy::Offered, [Plain, Login, Whole]),
            (Policy::Required, [Refused, Whole, Whole]),
        ];
        for (policy, covers) in expected {
            for (wish, cover) in [Wish::Never, Wish::Optional, Wish::Mandatory].into_iter().zip(covers) {
                let settled = settle(policy, Some(wish.says() as u8), false).expect("a value");
                assert_eq!(settled.cover, cover, "{policy:?} {wish:?}");
                assert_eq!(wish.settle(Some(settled.answer as u8)), Ok(cover), "{policy:?} {wish:?}");
            }
            let strict = settle(policy, Some(Wish::Strict.says() as u8), true).expect("within TLS");
            assert_eq!(strict, Settled { answer: Encryption::NotSupported, cover: Cover::Already });
        }
        assert_eq!(settle(Policy::Strict, Some(1), false).map(|settled| settled.cover), Ok(Refused));
        // tiberius says "required".
        assert_eq!(settle(Policy::Offered, Some(3), false).map(|settled| settled.answer), Ok(Encryption::On));
    }

    #[test]
    fn what_is_no_wish() {
        assert_eq!(settle(Policy::Offered, Some(9), false), Err(ProtocolError::invalid("PRELOGIN's ENCRYPTION", 9)));
        assert!(settle(Policy::Offered, Some(0x81), false).is_err());
        assert_eq!(settle(Policy::Offered, None, false).map(|settled| settled.cover), Ok(Cover::Plain));
    }
}
