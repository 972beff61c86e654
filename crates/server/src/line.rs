//! A connection's bytes: messages of the client's from packets, packets of ours to the socket.
//!
//! While a request runs, the watcher reads from the socket in the connection's place, since an attention or the client's end must be noticed then.
//! What it reads and is no attention is kept in [`Shared::ahead`] and read when the request is through. Who may read is told by
//! [`Ahead::is_watched`], under the lock, so that never two wait for the same bytes.
//!
//! Where a [`Cover`] lies over the connection, whoever reads opens what has come, and only the connection's own end seals and sends: what is kept is plain.

use crate::ended::Ended;
use sluice_base::readiness::can_read;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_channel::Cover;
use sluice_tds::packet::{HEADER_BYTES, opens_with_tls};
use sluice_tds::{Input, PacketKind, PacketReader, PacketWriter, ProtocolError, Put, Status};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// A message of the client's.
pub(crate) struct Message {
    /// What it is.
    pub(crate) kind: PacketKind,
    /// The bits of its packets.
    pub(crate) status: Status,
    /// Its bytes.
    pub(crate) input: Input,
}

/// Whether a message ended with the ignore bit: it is to be dropped.
#[must_use]
pub(crate) struct GivenUp(pub(crate) bool);

/// The connection's own end.
pub(crate) struct Line {
    /// What the watcher and the server see of it.
    pub(crate) shared: Arc<Shared>,
    /// Packets to the client.
    pub(crate) out: PacketWriter,
    packets: PacketReader,
    /// Bytes that have come, and how many of them are read.
    bytes: Vec<u8>,
    start: usize,
    /// Whether there is a cover.
    is_covered: bool,
    /// What is sealed, while it is sent.
    sealed: Vec<u8>,
}

/// A connection's socket, for those who look after it.
pub(crate) struct Shared {
    /// The socket.
    pub(crate) socket: TcpStream,
    ahead: Mutex<Ahead>,
    cover: Mutex<Option<Cover>>,
    is_attended: AtomicBool,
    is_closed: AtomicBool,
}

#[derive(Default)]
struct Ahead {
    bytes: Vec<u8>,
    is_watched: bool,
    /// Whether the bytes begin within a message, of which rows are read while it comes.
    is_within_message: bool,
}

impl Line {
    /// Of a socket that has just connected.
    pub(crate) fn new(socket: TcpStream) -> Line {
        let (is_attended, is_closed) = (AtomicBool::new(false), AtomicBool::new(false));
        let (ahead, cover) = (Mutex::default(), Mutex::default());
        Line {
            shared: Arc::new(Shared { socket, ahead, cover, is_attended, is_closed }),
            out: PacketWriter::new(PacketKind::TabularResult),
            packets: PacketReader::new(),
            bytes: Vec::new(),
            start: 0,
            is_covered: false,
            sealed: Vec::new(),
        }
    }

    /// The packet size that was agreed on.
    pub(crate) fn set_packet_size(&mut self, size: u16) {
        self.packets.set_packet_size(size);
        self.out.set_packet_size(size);
    }

    /// The next message, of at most `bytes_max` bytes, or the first packet of a bulk load ([`Line::receive_more`]); `None`: the client has gone. `before_read` is asked before each wait for bytes.
    pub(crate) fn receive(
        &mut self,
        bytes_max: usize,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
    ) -> Result<Option<Message>, Ended> {
        self.gather(bytes_max, before_read, |_, _| {}, true)
    }

    /// The same; `on_piece` may read what has come of a message of the kind that it is told. What it reads does not count.
    pub(crate) fn receive_read(
        &mut self,
        bytes_max: usize,
        on_piece: impl FnMut(PacketKind, &mut Input),
    ) -> Result<Option<Message>, Ended> {
        self.gather(bytes_max, |_| Ok(()), on_piece, true)
    }

    /// The next message, or, unless it is to be whole, what has come of it.
    fn gather(
        &mut self,
        bytes_max: usize,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
        mut on_piece: impl FnMut(PacketKind, &mut Input),
        is_whole: bool,
    ) -> Result<Option<Message>, Ended> {
        let mut input = Input::new();
        let mut status = Status::NORMAL;
        loop {
            let mut rest = &self.bytes[self.start..];
            let waiting = rest.len();
            let piece = self.packets.take(&mut rest)?;
            self.start += waiting - rest.len();
            if let Some(piece) = piece {
                if piece.begins && piece.header.kind == PacketKind::Attention {
                    // The attention gives up the message whose packets came before it.
                    input.clear();
                }
                // Later packets of a message reset nothing, whatever they say (MS-TDS 2.2.3.1.2).
                status = if piece.begins {
                    piece.header.status
                } else {
                    status.with(piece.header.status.in_later_packets())
                };
                input.feed_whole(piece.payload, "a request", bytes_max).map_err(Ended::TooLarge)?;
                let is_front = piece.header.kind == PacketKind::BulkLoad && self.packets.is_between_packets();
                let is_end = piece.ends || !is_whole && !piece.payload.is_empty();
                if is_end {
                    input.end();
                }
                on_piece(piece.header.kind, &mut input);
                if is_end || is_front {
                    return Ok(Some(Message { kind: piece.header.kind, status, input }));
                }
                continue;
            }
            before_read(&self.shared.socket)?;
            if !self.read()? {
                let is_within = self.packets.is_within_message();
                return if is_within { Err(ProtocolError::truncated("a packet").into()) } else { Ok(None) };
            }
        }
    }

    /// Reads what is left of a message that has begun, to no use: up to its end, or until it is more than `bytes_max`.
    pub(crate) fn discard_message(&mut self, bytes_max: usize) -> Result<(), Ended> {
        let mut bytes = 0;
        while self.packets.is_within_message() && bytes <= bytes_max {
            let mut rest = &self.bytes[self.start..];
            let waiting = rest.len();
            let piece = self.packets.take(&mut rest)?;
            self.start += waiting - rest.len();
            let payload = piece.map(|piece| piece.payload.len());
            match payload {
                Some(payload) => bytes += payload,
                None if self.read()? => {}
                None => return Err(Ended::Gone),
            }
        }
        Ok(())
    }

    /// More of a message that has begun, to the end of a packet: within a packet nobody could tell an attention from what it holds. Whether its
    /// sender gives it up.
    pub(crate) fn receive_more(&mut self, input: &mut Input) -> Result<GivenUp, Ended> {
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
                if piece.begins && piece.header.kind == PacketKind::Attention {
                    self.shared.is_attended.store(true, Ordering::Relaxed);
                }
                if self.packets.is_between_packets() {
                    return Ok(GivenUp(piece.is_given_up()));
                }
                continue;
            }
            if !self.read()? {
                return Err(ProtocolError::truncated("a packet").into());
            }
        }
    }

    /// Reads more bytes, those that the watcher has read first; whether there are any, or may be.
    fn read(&mut self) -> Result<bool, Ended> {
        let ahead = std::mem::take(&mut self.shared.ahead.lock().bytes);
        self.start = 0;
        if ahead.is_empty() {
            // The memory stays: giving back so much of it has the allocator tidy up, at every request.
            self.bytes.clear();
            let may_come = self.shared.read(&mut self.bytes)?;
            // An idle connection keeps no more than what it is about to read.
            self.bytes.shrink_to(READ_BYTES);
            // Of a record that is covered there may be nothing to read yet.
            return Ok(may_come || !self.bytes.is_empty());
        }
        self.bytes = ahead;
        Ok(true)
    }

    /// A request begins to run: the watcher may read from now on.
    pub(crate) fn begin_request(&mut self) {
        let mut ahead = self.shared.ahead.lock();
        ahead.bytes.extend_from_slice(&self.bytes[self.start..]);
        ahead.is_watched = true;
        ahead.is_within_message = self.packets.is_within_message();
        drop(ahead);
        self.bytes.clear();
        self.start = 0;
    }

    /// It waits for more of itself, which the watcher may not read meanwhile.
    pub(crate) fn pause_request(&mut self) {
        let mut ahead = self.shared.ahead.lock();
        self.shared.take_attentions(&mut ahead);
        ahead.is_watched = false;
    }

    /// It has run; whether the client wanted it to stop.
    pub(crate) fn end_request(&mut self) -> bool {
        let mut ahead = self.shared.ahead.lock();
        // An attention that came together with the request is seen by nobody else.
        self.shared.take_attentions(&mut ahead);
        ahead.is_watched = false;
        drop(ahead);
        self.shared.is_attended.swap(false, Ordering::Relaxed)
    }

    /// Ends the message and sends what of it is not sent.
    pub(crate) fn finish(&mut self) -> Result<(), Ended> {
        self.out.finish();
        Ok(self.send()?)
    }

    /// Sends the packets that are full.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        let sent = if self.is_covered {
            let (cover, sealed) = (&self.shared.cover, &mut self.sealed);
            sealed.clear();
            let is_sealed = cover.lock().as_mut().map_or(Ok(()), |cover| cover.seal(self.out.ready(), sealed));
            is_sealed.and_then(|()| (&self.shared.socket).write_all(sealed))
        } else {
            (&self.shared.socket).write_all(self.out.ready())
        };
        self.out.sent(self.out.ready().len());
        sent
    }

    /// Whether the client begins with TLS, as TDS 8.0 does.
    pub(crate) fn begins_with_tls(
        &mut self,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
    ) -> Result<bool, Ended> {
        before_read(&self.shared.socket)?;
        self.read()?;
        Ok(self.bytes.first().is_some_and(|first| opens_with_tls(*first)))
    }

    /// Shakes hands from the first byte on; all is covered then.
    pub(crate) fn cover_first(
        &mut self,
        mut cover: Cover,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let mut raw = std::mem::take(&mut self.bytes);
        loop {
            let opened = cover.open(&raw, &mut self.bytes);
            self.sealed.clear();
            cover.seal(&[], &mut self.sealed)?;
            (&self.shared.socket).write_all(&self.sealed)?;
            if !opened? {
                return Err(Ended::Gone);
            }
            if !cover.is_shaking_hands() {
                break;
            }
            before_read(&self.shared.socket)?;
            raw.resize(READ_BYTES, 0);
            let count = (&self.shared.socket).read(&mut raw)?;
            if count == 0 {
                return Err(Ended::Gone);
            }
            raw.truncate(count);
        }
        self.put_on(cover);
        Ok(())
    }

    /// Shakes hands within packets of the type PRELOGIN; what comes then is covered, or the log-in alone.
    pub(crate) fn cover_within(
        &mut self,
        mut cover: Cover,
        is_of_log_in: bool,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let mut plain = Vec::new();
        while cover.is_shaking_hands() {
            let message = self.gather(HANDSHAKE_BYTES_MAX, &before_read, |_, _| {}, false)?.ok_or(Ended::Gone)?;
            if message.kind != PacketKind::Prelogin {
                return Err(Ended::Unexpected("TLS within PRELOGIN is due"));
            }
            let opened = cover.open(message.input.rest(), &mut plain);
            self.sealed.clear();
            cover.seal(&[], &mut self.sealed)?;
            if !self.sealed.is_empty() {
                self.out.begin(PacketKind::Prelogin, Status::NORMAL);
                self.out.put(&self.sealed);
                self.finish()?;
            }
            if !opened? {
                return Err(Ended::Gone);
            }
        }
        if is_of_log_in {
            cover.cover_log_in();
        }
        // Not every client ends its last message of the handshake.
        self.packets = PacketReader::new();
        let raw = self.bytes.split_off(self.start);
        self.bytes.clear();
        self.start = 0;
        cover.open(&raw, &mut self.bytes)?;
        self.put_on(cover);
        Ok(())
    }

    fn put_on(&mut self, cover: Cover) {
        *self.shared.cover.lock() = Some(cover);
        self.is_covered = true;
    }

    /// What comes and goes from now on is plain, if the log-in alone was covered.
    pub(crate) fn uncover(&mut self) {
        self.is_covered = false;
        if let Some(cover) = self.shared.cover.lock().take() {
            self.bytes.append(&mut cover.lift());
        }
    }

    /// Waits; the client, whose turn it is not to speak, may only go meanwhile.
    pub(crate) fn wait(&self, limit: Duration) -> Result<(), Ended> {
        self.shared.socket.set_read_timeout(Some(limit))?;
        let heard = self.shared.socket.peek(&mut [0]);
        self.shared.socket.set_read_timeout(None)?;
        match heard {
            Ok(0) => Err(Ended::Gone),
            Ok(_) => Err(Ended::Unexpected("an answer is due")),
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Ok(()),
                _ => Err(error.into()),
            },
        }
    }

    /// Waits for the client to say something or to go, for so long at most. What it says is left to be read.
    pub(crate) fn hear(&self, limit: Duration) {
        if self.start == self.bytes.len() {
            // Where that fails, so does the next read, and tells why.
            let _ = self.shared.socket.set_read_timeout(Some(limit));
            let _ = self.shared.socket.peek(&mut [0]);
            let _ = self.shared.socket.set_read_timeout(None);
        }
    }

    /// Tells the client that nothing more comes.
    pub(crate) fn end(&mut self) {
        if self.is_covered {
            if let Some(cover) = self.shared.cover.lock().as_mut() {
                cover.close();
            }
            // Who has gone needs no word.
            let _ = self.shared.socket.set_write_timeout(Some(FAREWELL));
            let _ = self.send();
        }
    }
}

impl Shared {
    /// Looks for what has come while a request runs; whether it is to stop, since its client wants it to or has gone.
    pub(crate) fn look(&self) -> bool {
        let mut ahead = self.ahead.lock();
        if !ahead.is_watched {
            return false;
        }
        if ahead.bytes.len() < AHEAD_MAX && !self.is_closed.load(Ordering::Relaxed) {
            match can_read(&self.socket) {
                Ok(true) => self.read_ahead(&mut ahead.bytes),
                Ok(false) => {}
                // What can't be told is told by the next write.
                Err(_) => return false,
            }
        }
        self.take_attentions(&mut ahead);
        self.is_attended.load(Ordering::Relaxed) || self.is_closed.load(Ordering::Relaxed)
    }

    fn read_ahead(&self, bytes: &mut Vec<u8>) {
        if !self.read(bytes).unwrap_or(false) {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Reads once and adds what was in it; whether more may come. Only one may do so at a time.
    fn read(&self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let begin = bytes.len();
        bytes.resize(begin + READ_BYTES, 0);
        let count = (&self.socket).read(&mut bytes[begin..]);
        bytes.truncate(begin + *count.as_ref().unwrap_or(&0));
        if count? == 0 {
            return Ok(false);
        }
        match self.cover.lock().as_mut() {
            None => Ok(true),
            Some(cover) => {
                let raw = bytes.split_off(begin);
                cover.open(&raw, bytes)
            }
        }
    }

    /// Takes attentions out of packets that have come; what is no packet is left to who reads the rest. So is an attention within a message,
    /// which ends there.
    fn take_attentions(&self, ahead: &mut Ahead) {
        let Ahead { bytes, is_within_message, .. } = ahead;
        let (mut at, mut is_within) = (0, *is_within_message);
        while let Some(header) = bytes.get(at..at + HEADER_BYTES) {
            let (kind, status) = (header[0], Status(header[1]));
            let length = usize::from(u16::from_be_bytes([header[2], header[3]]));
            if length < HEADER_BYTES {
                return;
            }
            let is_attention = kind == PacketKind::Attention as u8 && length == HEADER_BYTES;
            if is_attention {
                self.is_attended.store(true, Ordering::Relaxed);
            }
            if is_attention && !is_within {
                bytes.drain(at..at + HEADER_BYTES);
            } else {
                is_within &= !is_attention && !status.has(Status::END_OF_MESSAGE);
                at += length;
            }
        }
    }

    /// Whether the client wants the request that runs to stop.
    pub(crate) fn is_attended(&self) -> bool {
        self.is_attended.load(Ordering::Relaxed)
    }

    /// Ends the connection: who reads or writes is told so.
    pub(crate) fn close(&self) {
        // What runs is stopped even where so much has come that nothing more is read.
        self.is_closed.store(true, Ordering::Relaxed);
        // One that is closed already is as it is to be.
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}

const READ_BYTES: usize = 8 * 1024;
/// What a handshake's messages may come to, one by one.
const HANDSHAKE_BYTES_MAX: usize = 64 * 1024;
/// How long a client that is let go may take to hear so.
const FAREWELL: Duration = Duration::from_secs(1);
/// How much of further requests is read while one runs.
const AHEAD_MAX: usize = 256 * 1024;
