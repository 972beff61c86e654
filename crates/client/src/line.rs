//! The bytes of a connection: messages to the server, pieces of answers, and the attention that
//! another thread may send.

use crate::error::ClientError;
use sluice_base::sync::{Arc, Mutex};
use sluice_channel::Cover;
use sluice_tds::{Input, PacketKind, PacketReader, PacketWriter, ProtocolError, Put, Status};
use std::io::{self, Read, Write};
use std::net::TcpStream;

/// The side of the connection's own thread. The other side, which may send an attention meanwhile,
/// is in `shared`.
pub(crate) struct Line {
    pub(crate) shared: Arc<Shared>,
    pub(crate) out: PacketWriter,
    packets: PacketReader,
    bytes: Vec<u8>,
    start: usize,
}

/// The state shared with the cancelling thread.
pub(crate) struct Shared {
    pub(crate) socket: TcpStream,
    sending: Mutex<Sending>,
}

#[derive(Default)]
struct Sending {
    cover: Option<Cover>,
    sealed: Vec<u8>,
    is_running: bool,
    is_attended: bool,
}

/// A sink for a long message that sends packets while they are written, so that memory stays
/// bounded.
pub struct Paced<'l> {
    line: &'l mut Line,
    failed: Option<io::Error>,
}

impl Put for Paced<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.line.out.put(bytes);
        if self.failed.is_none() && self.line.out.ready().len() >= SEND_BYTES {
            self.failed = self.line.send_ready().err();
        }
    }

    fn is_closed(&self) -> bool {
        self.failed.is_some()
    }

    fn is_lost(&self) -> bool {
        self.failed.is_some()
    }
}

/// The number of ready bytes from which a system call pays.
const SEND_BYTES: usize = 64 << 10;
/// Cancels the running request of a connection.
#[derive(Clone)]
pub struct Canceller {
    shared: Arc<Shared>,
}

impl Canceller {
    /// Sends one attention for the running request. Does nothing if no request runs. An answer in
    /// progress must still be read to its end.
    pub fn cancel(&self) {
        let mut sending = self.shared.sending.lock();
        if sending.is_running && !std::mem::replace(&mut sending.is_attended, true) {
            let mut attention = PacketWriter::new(PacketKind::Attention);
            attention.finish();
            // A send error is reported when the answer is read.
            let _ = self.shared.send(attention.ready(), &mut sending);
        }
    }
}

impl Shared {
    fn send(&self, plain: &[u8], sending: &mut Sending) -> io::Result<()> {
        let Some(cover) = &mut sending.cover else { return (&self.socket).write_all(plain) };
        sending.sealed.clear();
        cover.seal(plain, &mut sending.sealed)?;
        (&self.socket).write_all(&sending.sealed)
    }
}

impl Line {
    /// Returns the line of a new connection, without encryption.
    pub(crate) fn new(socket: TcpStream) -> Line {
        Line {
            shared: Arc::new(Shared { socket, sending: Mutex::default() }),
            out: PacketWriter::new(PacketKind::Prelogin),
            packets: PacketReader::new(),
            bytes: Vec::new(),
            start: 0,
        }
    }

    /// Returns a handle by which another thread can cancel this line's request.
    pub(crate) fn canceller(&self) -> Canceller {
        Canceller { shared: Arc::clone(&self.shared) }
    }

    /// Sets the negotiated packet size in bytes, header included. The size holds for packets sent
    /// from now on, and longer packets from the server are rejected.
    pub(crate) fn set_packet_size(&mut self, size: u16) {
        self.packets.set_packet_size(size);
        self.out.set_packet_size(size);
    }

    /// Sends a message.
    pub(crate) fn send(
        &mut self,
        kind: PacketKind,
        status: Status,
        write: impl FnOnce(&mut PacketWriter),
    ) -> io::Result<()> {
        self.out.begin(kind, status);
        write(&mut self.out);
        self.out.finish();
        self.send_ready()
    }

    /// Sends a long message, packet by packet as they fill. The first failure to send ends it with
    /// that error; the rest is not sent.
    pub(crate) fn send_paced(
        &mut self,
        kind: PacketKind,
        status: Status,
        write: impl FnOnce(&mut Paced<'_>),
    ) -> io::Result<()> {
        self.out.begin(kind, status);
        let mut paced = Paced { line: self, failed: None };
        write(&mut paced);
        paced.failed.map_or(Ok(()), Err)?;
        self.out.finish();
        self.send_ready()
    }

    fn send_ready(&mut self) -> io::Result<()> {
        let sent = self.shared.send(self.out.ready(), &mut self.shared.sending.lock());
        self.out.sent(self.out.ready().len());
        sent
    }

    /// Marks a request as running, so that it may be cancelled.
    pub(crate) fn begin_request(&self) {
        let mut sending = self.shared.sending.lock();
        (sending.is_running, sending.is_attended) = (true, false);
    }

    /// Marks the request as answered. Returns whether an attention was sent, which the server still
    /// has to acknowledge.
    pub(crate) fn end_request(&self) -> bool {
        let mut sending = self.shared.sending.lock();
        sending.is_running = false;
        std::mem::take(&mut sending.is_attended)
    }

    /// Reads the next piece of an answer into `input`. Blocks until a piece is there. Fails if the
    /// server closes the connection.
    pub(crate) fn feed(&mut self, input: &mut Input) -> Result<(), ClientError> {
        loop {
            let mut rest = &self.bytes[self.start..];
            let waiting = rest.len();
            let piece = self.packets.take(&mut rest)?;
            self.start += waiting - rest.len();
            if let Some(piece) = piece {
                input.feed(piece.payload);
                if piece.ends {
                    input.end();
                }
                return Ok(());
            }
            self.read()?;
        }
    }

    /// Reads a complete message. Fails if it is longer than a log-in's messages may be, or the
    /// server closes the connection.
    pub(crate) fn message(&mut self) -> Result<Input, ClientError> {
        let mut input = Input::new();
        while !input.has_ended() {
            self.feed(&mut input)?;
            if input.waiting() > MESSAGE_BYTES_MAX {
                return Err(
                    ProtocolError::too_long("a message", input.waiting() as u64, MESSAGE_BYTES_MAX as u64).into()
                );
            }
        }
        Ok(input)
    }

    fn read(&mut self) -> Result<(), ClientError> {
        self.bytes.clear();
        self.start = 0;
        while self.bytes.is_empty() {
            self.bytes.resize(READ_BYTES, 0);
            let count = (&self.shared.socket).read(&mut self.bytes);
            self.bytes.truncate(*count.as_ref().unwrap_or(&0));
            if count? == 0 {
                return Err(ClientError::Closed);
            }
            if let Some(cover) = &mut self.shared.sending.lock().cover {
                let raw = std::mem::take(&mut self.bytes);
                if !cover.open(&raw, &mut self.bytes)? && self.bytes.is_empty() {
                    return Err(ClientError::Closed);
                }
            }
        }
        Ok(())
    }

    /// Does the TLS handshake, inside PRELOGIN packets or, if `is_first`, without packets.
    /// Everything after it is encrypted. Fails if the server closes the connection or isn't
    /// trusted.
    pub(crate) fn cover(&mut self, mut cover: Cover, is_first: bool) -> Result<(), ClientError> {
        let mut sealed = Vec::new();
        loop {
            cover.seal(&[], &mut sealed)?;
            if is_first {
                (&self.shared.socket).write_all(&sealed)?;
            } else if !sealed.is_empty() {
                self.send(PacketKind::Prelogin, Status::NORMAL, |out| out.put(&sealed))?;
            }
            sealed.clear();
            if !cover.is_shaking_hands() {
                self.shared.sending.lock().cover = Some(cover);
                return Ok(());
            }
            let raw = if is_first {
                self.read()?;
                std::mem::take(&mut self.bytes)
            } else {
                self.message()?.rest().to_vec()
            };
            if !cover.open(&raw, &mut self.bytes)? {
                return Err(ClientError::Closed);
            }
        }
    }

    /// Ends encryption after the log-in.
    pub(crate) fn uncover(&mut self) {
        self.shared.sending.lock().cover = None;
    }
}

const READ_BYTES: usize = 16 * 1024;
/// The size limit for a complete message of the log-in or handshake.
const MESSAGE_BYTES_MAX: usize = 1 << 20;
