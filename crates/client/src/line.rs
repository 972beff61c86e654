//! The connection's bytes: messages to the server, pieces of its answers, and the attention that another thread may send.

use crate::error::ClientError;
use sluice_base::sync::{Arc, Mutex};
use sluice_channel::Cover;
use sluice_tds::{Input, PacketKind, PacketReader, PacketWriter, ProtocolError, Put, Status};
use std::io::{self, Read, Write};
use std::net::TcpStream;

/// The connection's own end.
pub(crate) struct Line {
    pub(crate) shared: Arc<Shared>,
    /// Packets to the server.
    pub(crate) out: PacketWriter,
    packets: PacketReader,
    bytes: Vec<u8>,
    start: usize,
}

/// What the thread that cancels has of it.
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

/// Where a long message is written: of what is written little is in memory.
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
}

/// How much is worth a call of the system.
const SEND_BYTES: usize = 64 << 10;
/// Stops what runs on a connection.
#[derive(Clone)]
pub struct Canceller {
    shared: Arc<Shared>,
}

impl Canceller {
    /// Asks the server to stop the request that runs, once; nothing, if none does.
    pub fn cancel(&self) {
        let mut sending = self.shared.sending.lock();
        if sending.is_running && !std::mem::replace(&mut sending.is_attended, true) {
            let mut attention = PacketWriter::new(PacketKind::Attention);
            attention.finish();
            // Who reads the answer finds out that there is no connection.
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
    pub(crate) fn new(socket: TcpStream) -> Line {
        Line {
            shared: Arc::new(Shared { socket, sending: Mutex::default() }),
            out: PacketWriter::new(PacketKind::Prelogin),
            packets: PacketReader::new(),
            bytes: Vec::new(),
            start: 0,
        }
    }

    pub(crate) fn canceller(&self) -> Canceller {
        Canceller { shared: Arc::clone(&self.shared) }
    }

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

    /// Sends a long message: its packets go as they fill.
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

    /// A request runs from now on: it may be cancelled.
    pub(crate) fn begin_request(&self) {
        let mut sending = self.shared.sending.lock();
        (sending.is_running, sending.is_attended) = (true, false);
    }

    /// Its answer is read; whether the server was asked to stop, and owes an answer to that too.
    pub(crate) fn end_request(&self) -> bool {
        let mut sending = self.shared.sending.lock();
        sending.is_running = false;
        std::mem::take(&mut sending.is_attended)
    }

    /// Feeds the next piece of an answer to `input`; whether there is one.
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

    /// The next message, as a whole.
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

    /// Shakes hands, in packets of the type PRELOGIN or without packets; all is covered then.
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

    /// The log-in is sent: both sides go on in clear.
    pub(crate) fn uncover(&mut self) {
        self.shared.sending.lock().cover = None;
    }
}

const READ_BYTES: usize = 16 * 1024;
/// The longest message that is taken as a whole: of the log-in and the handshake.
const MESSAGE_BYTES_MAX: usize = 1 << 20;
