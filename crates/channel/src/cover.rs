//! TLS over a connection: what comes is opened, what goes is sealed. No socket is here.
//!
//! Where the log-in alone is encrypted, drivers differ in how much of a long LOGIN7 they seal: all of it, or its first packet. So there the records of
//! TLS are told from packets by their first byte, which is none that a packet has, until the first packet in clear.

use crate::certificate::Tls;
use crate::trust::Trust;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, Connection, ServerConnection};
use sluice_base::sync::Arc;
use std::fmt;
use std::io::{self, Read, Write};

/// What lies over a connection.
#[derive(Debug)]
pub struct Cover {
    tls: Connection,
    /// Whether it covers the log-in alone.
    is_of_log_in: bool,
    /// What has come and is no whole record yet, of a log-in.
    begun: Vec<u8>,
    /// Whether the other side has begun to speak in clear.
    is_lifted: bool,
}

impl Cover {
    /// A server's, before the handshake: from the first byte on, as in TDS 8.0, or amid the connection.
    pub fn of_server(tls: &Tls, is_first: bool) -> io::Result<Cover> {
        let config = if is_first { &tls.first } else { &tls.within };
        Ok(Cover::new(ServerConnection::new(Arc::clone(config)).map_err(failed)?.into()))
    }

    /// A client's, before the handshake with the server of that name.
    pub fn of_client(trust: &Trust, name: &str, is_first: bool) -> io::Result<Cover> {
        let name = ServerName::try_from(name.to_owned());
        let name = name.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, format!("'{error}'")))?;
        let config = trust.config(is_first).map_err(failed)?;
        Ok(Cover::new(ClientConnection::new(Arc::new(config), name).map_err(failed)?.into()))
    }

    fn new(tls: Connection) -> Cover {
        Cover { tls, is_of_log_in: false, begun: Vec::new(), is_lifted: false }
    }

    /// From now on only records of the log-in are expected.
    pub fn cover_log_in(&mut self) {
        self.is_of_log_in = true;
    }

    /// Whether the handshake is under way.
    #[must_use]
    pub fn is_shaking_hands(&self) -> bool {
        self.tls.is_handshaking()
    }

    /// Opens what has come and adds what was in it to `plain`; whether more may come.
    ///
    /// # Errors
    /// It is not TLS, or none that is accepted. What tells the other side so waits to be sent ([`Cover::seal`]).
    pub fn open(&mut self, raw: &[u8], plain: &mut Vec<u8>) -> io::Result<bool> {
        if !self.is_of_log_in {
            return self.open_records(raw, plain);
        }
        self.begun.extend_from_slice(raw);
        while !self.is_lifted
            && let Some(first) = self.begun.first()
        {
            if !RECORD_TYPES.contains(first) {
                self.is_lifted = true;
                break;
            }
            let Some(length) = self.begun.get(3..5) else { return Ok(true) };
            let end = RECORD_HEADER_BYTES + usize::from(u16::from_be_bytes([length[0], length[1]]));
            if self.begun.len() < end {
                return Ok(true);
            }
            let record: Vec<u8> = self.begun.drain(..end).collect();
            if !self.open_records(&record, plain)? {
                return Ok(false);
            }
        }
        plain.append(&mut self.begun);
        Ok(true)
    }

    fn open_records(&mut self, mut raw: &[u8], plain: &mut Vec<u8>) -> io::Result<bool> {
        while !raw.is_empty() {
            self.tls.read_tls(&mut raw)?;
            let state = self.tls.process_new_packets().map_err(failed)?;
            let begin = plain.len();
            plain.resize(begin + state.plaintext_bytes_to_read(), 0);
            self.tls.reader().read_exact(&mut plain[begin..])?;
            if state.peer_has_closed() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Seals `plain`, and adds it, behind what TLS itself has to say, to `sealed`.
    ///
    /// # Errors
    /// There is no more sealing, as after a handshake that failed.
    pub fn seal(&mut self, mut plain: &[u8], sealed: &mut Vec<u8>) -> io::Result<()> {
        loop {
            while self.tls.wants_write() {
                self.tls.write_tls(sealed)?;
            }
            if plain.is_empty() {
                return Ok(());
            }
            let count = self.tls.writer().write(plain)?;
            plain = &plain[count..];
        }
    }

    /// The connection ends: the other side is to be told, so that it knows that nothing was cut off.
    pub fn close(&mut self) {
        self.tls.send_close_notify();
    }

    /// The cover is taken off: what has come and was not read.
    pub fn lift(self) -> Vec<u8> {
        self.begun
    }
}

fn failed(error: rustls::Error) -> io::Error {
    match error {
        rustls::Error::InvalidCertificate(why) => {
            io::Error::new(io::ErrorKind::InvalidData, NotBelieved { why: why.to_string() })
        }
        error => io::Error::new(io::ErrorKind::InvalidData, format!("TLS: {error}")),
    }
}

/// Why a client does not go on: nobody whom it believes vouches for the server's certificate. It is what the [`io::Error`] of a [`Cover`] holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotBelieved {
    /// What is wrong with the certificate.
    pub why: String,
}

impl fmt::Display for NotBelieved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server's certificate is not to be believed: {}", self.why)
    }
}

impl std::error::Error for NotBelieved {}

/// The first bytes of TLS's records: a change of ciphers, an alert, the handshake, data.
const RECORD_TYPES: std::ops::RangeInclusive<u8> = 0x14..=0x17;
const RECORD_HEADER_BYTES: usize = 5;
