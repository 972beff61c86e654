//! The encryption negotiated by PRELOGIN's ENCRYPTION option (MS-TDS 2.2.6.5).
//!
//! | the client says | server offers | server requires | server has no certificate |
//! |---|---|---|---|
//! | off (0) | off: the log-in alone | required (3): everything | not supported (2): nothing |
//! | on (1), required (3) | on: everything | on: everything | not supported: the client goes |
//! | not supported (2) | not supported: nothing | required: refused | not supported: nothing |
//!
//! The TLS handshake that follows is carried in PRELOGIN packets and uses TLS 1.2 at most: TLS 1.3
//! would send a handshake message after packets have ended. If only the log-in is encrypted, the
//! server sends plain packets from its answer to the log-in on.
//!
//! TDS 8.0 reverses the order: the connection begins with TLS (ALPN `tds/8.0`, TLS 1.3 allowed),
//! and PRELOGIN is sent inside it. ENCRYPTION then decides nothing. The server answers "not
//! supported", as drivers in strict mode do.

use crate::error::ProtocolError;

/// The values of ENCRYPTION in PRELOGIN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Encryption {
    /// Encryption is possible; only the log-in is encrypted.
    Off = 0,
    /// Everything is to be encrypted.
    On = 1,
    /// Encryption is impossible.
    NotSupported = 2,
    /// Everything must be encrypted.
    Required = 3,
}

/// A server's encryption setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// The server has no certificate.
    Unavailable,
    /// The client decides.
    Offered,
    /// Everything is encrypted for all clients ("Force Encryption").
    Required,
    /// The connection must begin with TLS ("Force Strict Encryption").
    Strict,
}

/// The part of a connection that is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Nothing.
    Plain,
    /// The LOGIN7 message alone.
    Login,
    /// Everything from the handshake within PRELOGIN packets on.
    Whole,
    /// Everything from the first byte on: no handshake follows.
    Already,
    /// The settings of the two sides conflict: the connection is closed after the answer.
    Refused,
}

/// The outcome of the negotiation on the server's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The value of ENCRYPTION in the server's answer.
    pub answer: Encryption,
    /// The part of the connection that is encrypted.
    pub cover: Cover,
}

/// A client's `Encrypt` setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// `Encrypt=no`: no TLS at all.
    Never,
    /// `Encrypt=optional`: at least the log-in, if the server supports TLS.
    Optional,
    /// `Encrypt=mandatory`: everything.
    Mandatory,
    /// `Encrypt=strict`: TDS 8.0.
    Strict,
}

/// Negotiates on the server's side. `asked` is the client's ENCRYPTION; a client that omits it
/// can't encrypt. `Refused` ends the connection after the answer: one side demands what the other
/// lacks. Within TLS nothing more is covered.
///
/// # Errors
/// Outside TLS, `asked` is not a defined value or requests a log-in by client certificate.
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
    /// Returns the value of ENCRYPTION in the client's PRELOGIN. Never, and a client within TLS,
    /// says that it can't encrypt.
    pub const fn says(self) -> Encryption {
        match self {
            Wish::Never | Wish::Strict => Encryption::NotSupported,
            Wish::Optional => Encryption::Off,
            Wish::Mandatory => Encryption::On,
        }
    }

    /// Negotiates on the client's side, from the server's answer. A server that omits it can't
    /// encrypt.
    ///
    /// # Errors
    /// The answer is not a defined value.
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

/// The bit by which a client requests authentication by its certificate.
const CLIENT_CERTIFICATE: u8 = 0x80;

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of the table, from both sides: client and server must reach the same cover.
    #[test]
    fn client_and_server_agree_on_encryption() {
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
        // tiberius sends "required".
        assert_eq!(settle(Policy::Offered, Some(3), false).map(|settled| settled.answer), Ok(Encryption::On));
    }

    #[test]
    fn invalid_encryption_values_are_rejected() {
        assert_eq!(settle(Policy::Offered, Some(9), false), Err(ProtocolError::invalid("PRELOGIN's ENCRYPTION", 9)));
        assert!(settle(Policy::Offered, Some(0x81), false).is_err());
        assert_eq!(settle(Policy::Offered, None, false).map(|settled| settled.cover), Ok(Cover::Plain));
    }
}
