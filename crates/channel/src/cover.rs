//! TLS over a connection, without the socket: decrypts received bytes and encrypts bytes to send.
//!
//! If only the log-in is encrypted, drivers differ in how much of a long LOGIN7 they encrypt: all
//! of it, or its first packet. So TLS records are distinguished from packets by their first byte
//! until the first plain packet arrives. No packet type equals a TLS record type.

use crate::certificate::Tls;
use crate::trust::Trust;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, Connection, ServerConnection};
use sluice_base::sync::Arc;
use std::fmt;
use std::io::{self, Read, Write};

/// The TLS state of a connection.
#[derive(Debug)]
pub struct Cover {
    tls: Connection,
    /// Whether only the log-in is encrypted.
    is_of_log_in: bool,
    /// An incomplete record of a log-in.
    begun: Vec<u8>,
    /// Whether the other side has sent a plain packet.
    is_lifted: bool,
}

impl Cover {
    /// Returns a server's cover before the handshake. `is_first` selects TDS 8.0, where TLS begins
    /// the connection.
    pub fn of_server(tls: &Tls, is_first: bool) -> io::Result<Cover> {
        let config = if is_first { &tls.first } else { &tls.within };
        Ok(Cover::new(ServerConnection::new(Arc::clone(config)).map_err(failed)?.into()))
    }

    /// Returns a client's cover before the handshake with the server `name`. Fails if the name is
    /// no host name. Nothing is sent before [`Cover::seal`].
    pub fn of_client(trust: &Trust, name: &str, is_first: bool) -> io::Result<Cover> {
        let name = ServerName::try_from(name.to_owned());
        let name = name.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, format!("'{error}'")))?;
        let config = trust.config(is_first).map_err(failed)?;
        Ok(Cover::new(ClientConnection::new(Arc::new(config), name).map_err(failed)?.into()))
    }

    fn new(tls: Connection) -> Cover {
        Cover { tls, is_of_log_in: false, begun: Vec::new(), is_lifted: false }
    }

    /// From now on, expects TLS records only for the log-in.
    pub fn cover_log_in(&mut self) {
        self.is_of_log_in = true;
    }

    /// Returns whether the handshake is in progress.
    #[must_use]
    pub fn is_shaking_hands(&self) -> bool {
        self.tls.is_handshaking()
    }

    /// Decrypts `raw` and appends the content to `plain`. Returns whether more may follow. If only
    /// the log-in is covered, the first byte that begins no TLS record ends the cover, and it and
    /// all later bytes are plain. A part of a record waits for the rest.
    ///
    /// # Errors
    /// The bytes are not valid TLS, or the handshake is refused. The alert for the other side is
    /// then sent by the next [`Cover::seal`].
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

    /// Appends pending TLS messages and the encrypted `plain` to `sealed`.
    ///
    /// # Errors
    /// The connection can't encrypt, for example after a failed handshake.
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

    /// Queues TLS's close notification for the next [`Cover::seal`], so that the other side knows
    /// that nothing was cut off.
    pub fn close(&mut self) {
        self.tls.send_close_notify();
    }

    /// Ends encryption and returns the received bytes that are not decrypted.
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

/// The server's certificate is not trusted. The [`io::Error`] of a [`Cover`] contains this error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotBelieved {
    /// The fault of the certificate.
    pub why: String,
}

impl fmt::Display for NotBelieved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server's certificate is not trusted: {}", self.why)
    }
}

impl std::error::Error for NotBelieved {}

/// The types of TLS records: change of ciphers, alert, handshake, data.
const RECORD_TYPES: std::ops::RangeInclusive<u8> = 0x14..=0x17;
const RECORD_HEADER_BYTES: usize = 5;
