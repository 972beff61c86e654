//! The bytes of a connection: messages from the client's packets, packets to the socket.
//!
//! While a request runs, the watcher reads from the socket instead of the connection's thread, to
//! notice an attention or a closed socket. Other bytes that the watcher reads are kept in
//! [`Shared::ahead`] until the request ends. [`Ahead::is_watched`], under its lock, decides which
//! thread may read, so two threads never wait for the same bytes.
//!
//! With MARS, the packets of messages are in packets of SMP: see [`crate::multiplexed_line`].
//!
//! With a [`Cover`], either reader decrypts the bytes, so the kept bytes are plain. Only the
//! connection's thread encrypts and sends.

use crate::ended::Ended;
use crate::message::Message;
use crate::multiplexer::{self, Multiplexer};
use sluice_base::clock::Clock;
use sluice_base::counters::{ConnectionCounters, NetworkCounters};
use sluice_base::readiness::can_read;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_channel::Cover;
use sluice_tds::packet::{HEADER_BYTES, opens_with_tls};
use sluice_tds::smp::take_packet;
use sluice_tds::{Input, PacketKind, PacketReader, PacketWriter, ProtocolError, Put, Status, TdsVersion};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// Whether a message ended with the ignore bit: the receiver drops it.
#[must_use]
pub(crate) struct GivenUp(pub(crate) bool);

/// The side of the connection's own thread. It alone sends and receives, except while the watcher
/// reads.
pub(crate) struct Line {
    /// The side of the watcher and the server.
    pub(crate) shared: Arc<Shared>,
    pub(crate) out: PacketWriter,
    packets: PacketReader,
    version: TdsVersion,
    /// Received bytes; those before `start` are read.
    bytes: Vec<u8>,
    start: usize,
    /// Whether the connection is encrypted.
    is_covered: bool,
    /// Encrypted bytes that are being sent.
    sealed: Vec<u8>,
    /// The SMP sessions; `None` without MARS.
    pub(crate) multiplexer: Option<Box<Multiplexer>>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.count_packets();
    }
}

/// A connection's socket, shared with the watcher and the server. `is_attended` is set by an
/// attention and taken at the end of the request; `is_closed` stays.
pub(crate) struct Shared {
    pub(crate) socket: TcpStream,
    ahead: Mutex<Ahead>,
    cover: Mutex<Option<Cover>>,
    is_attended: AtomicBool,
    is_closed: AtomicBool,
    /// The counters of the instance's connections.
    counters: Arc<NetworkCounters>,
    /// The counters of this connection.
    pub(crate) traffic: Arc<ConnectionCounters>,
    clock: Arc<dyn Clock>,
}

#[derive(Default)]
struct Ahead {
    bytes: Vec<u8>,
    is_watched: bool,
    /// Whether the bytes begin within a message, such as the rows of a bulk load.
    is_within_message: bool,
    /// The SMP session whose request runs; `None` without MARS.
    session: Option<u16>,
}

impl Line {
    /// Returns the line of a new connection. Packets have the default size and version, and nothing
    /// is encrypted until a handshake.
    pub(crate) fn new(socket: TcpStream, counters: Arc<NetworkCounters>, clock: Arc<dyn Clock>) -> Line {
        let (is_attended, is_closed) = (AtomicBool::new(false), AtomicBool::new(false));
        let (ahead, cover, traffic) = (Mutex::default(), Mutex::default(), Arc::default());
        Line {
            shared: Arc::new(Shared { socket, ahead, cover, is_attended, is_closed, counters, traffic, clock }),
            out: PacketWriter::new(PacketKind::TabularResult),
            packets: PacketReader::new(),
            version: TdsVersion::default(),
            bytes: Vec::new(),
            start: 0,
            is_covered: false,
            sealed: Vec::new(),
            multiplexer: None,
        }
    }

    /// Sets the version of the protocol that the client and the server agreed on.
    pub(crate) fn set_version(&mut self, version: TdsVersion) {
        self.version = version;
        self.out.set_version(version);
    }

    /// Sets the negotiated packet size for both directions.
    pub(crate) fn set_packet_size(&mut self, size: u16) {
        self.packets.set_packet_size(size);
        self.out.set_packet_size(size);
    }

    /// Returns the next message, or the first packet of a bulk load ([`Line::receive_more`]). More
    /// than `bytes_max` bytes fail with [`Ended::TooLarge`]. Returns `None` if the client has gone
    /// between messages. Calls `before_read` before each wait for bytes.
    pub(crate) fn receive(
        &mut self,
        bytes_max: usize,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
    ) -> Result<Option<Message>, Ended> {
        self.gather(bytes_max, before_read, |_, _| {}, true)
    }

    /// Returns the next message, or the first packet of a bulk load, like [`Line::receive`].
    /// Returns `None` if the client closed the connection between messages; within a message that
    /// is an error. After each packet, `on_piece` gets the kind of message and the bytes received
    /// so far. It may consume bytes, which then don't count towards `bytes_max`.
    pub(crate) fn receive_read(
        &mut self,
        bytes_max: usize,
        on_piece: impl FnMut(PacketKind, &mut Input),
    ) -> Result<Option<Message>, Ended> {
        self.gather(bytes_max, |_| Ok(()), on_piece, true)
    }

    /// Returns the next message, complete or, for a bulk load, as far as received.
    fn gather(
        &mut self,
        bytes_max: usize,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
        mut on_piece: impl FnMut(PacketKind, &mut Input),
        is_whole: bool,
    ) -> Result<Option<Message>, Ended> {
        let mut input = Input::of_version(self.version);
        let mut status = Status::NORMAL;
        loop {
            let mut rest = &self.bytes[self.start..];
            let waiting = rest.len();
            let piece = self.packets.take(&mut rest)?;
            self.start += waiting - rest.len();
            if let Some(piece) = piece {
                if piece.begins && piece.header.kind == PacketKind::Attention {
                    // The attention abandons the message whose packets came before it.
                    input.clear();
                }
                // The reset bits count only in the first packet of a message (MS-TDS 2.2.3.1.2).
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

    /// Reads and drops the rest of a message, at most `bytes_max` bytes. The message may go on
    /// beyond that: the caller then closes the connection. Fails if the client goes.
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

    /// Reads more of a message, up to the end of a packet: within a packet an attention can't be
    /// distinguished from data. Returns whether the sender abandoned the message. An attention
    /// within it marks the request as attended. Blocks; fails if the client goes.
    pub(crate) fn receive_more(&mut self, input: &mut Input) -> Result<GivenUp, Ended> {
        if let Some(multiplexer) = &mut self.multiplexer {
            return multiplexer.more_rows(input).map(|()| GivenUp(false)).map_err(Ended::storage);
        }
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

    /// Returns the received bytes that are not read, and marks them as read.
    pub(crate) fn take_bytes(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.drain(..std::mem::take(&mut self.start));
        bytes
    }

    /// Reads more bytes, first those that the watcher has read. Returns false at the connection's
    /// end.
    pub(crate) fn read(&mut self) -> Result<bool, Ended> {
        let ahead = std::mem::take(&mut self.shared.ahead.lock().bytes);
        self.start = 0;
        if ahead.is_empty() {
            // Keeps the memory: freeing it at every request would make the allocator return it to
            // the system.
            self.bytes.clear();
            let may_come = self.shared.read(&mut self.bytes)?;
            // An idle connection keeps only the space of one read.
            self.bytes.shrink_to(READ_BYTES);
            // An incomplete TLS record gives no bytes yet.
            return Ok(may_come || !self.bytes.is_empty());
        }
        self.bytes = ahead;
        Ok(true)
    }

    /// Adds the packets since the last call to the counters of the instance and the connection.
    fn count_packets(&mut self) {
        let (mut received, sent) = (self.packets.take_count(), self.out.take_count());
        if let Some(multiplexer) = &mut self.multiplexer {
            received += multiplexer.take_count();
        }
        self.shared.counters.packets_received.add(received);
        self.shared.counters.packets_sent.add(sent);
        self.shared.traffic.add(received, sent, self.shared.clock.utc_coarse_ns());
    }

    /// Marks a request as running: the watcher may read from now on. Received bytes that no message
    /// has taken are handed over to it.
    pub(crate) fn begin_request(&mut self) {
        self.count_packets();
        let mut ahead = self.shared.ahead.lock();
        ahead.bytes.extend_from_slice(&self.bytes[self.start..]);
        if let Some(multiplexer) = &mut self.multiplexer {
            ahead.bytes.splice(..0, multiplexer.begin());
            ahead.session = Some(multiplexer.current());
        }
        ahead.is_watched = true;
        ahead.is_within_message = self.packets.is_within_message();
        drop(ahead);
        self.bytes.clear();
        self.start = 0;
    }

    /// Stops the watcher's reads while the request reads its own message. Attentions received so
    /// far are taken out and mark the request.
    pub(crate) fn pause_request(&mut self) {
        let mut ahead = self.shared.ahead.lock();
        self.shared.take_attentions(&mut ahead);
        ahead.is_watched = false;
    }

    /// Marks the request as ended. Returns whether the client sent an attention. An attention
    /// counts once. Bytes read ahead stay for the next request.
    pub(crate) fn end_request(&mut self) -> bool {
        self.absorb();
        let mut ahead = self.shared.ahead.lock();
        // Takes an attention that arrived together with the request, which the watcher never saw.
        self.shared.take_attentions(&mut ahead);
        ahead.is_watched = false;
        drop(ahead);
        self.shared.is_attended.swap(false, Ordering::Relaxed)
    }

    /// Ends the message and sends the packets that aren't sent yet. Blocks while the client doesn't
    /// read.
    pub(crate) fn finish(&mut self) -> Result<(), Ended> {
        self.out.finish();
        Ok(self.send()?)
    }

    /// Sends the full packets. They are encrypted first if the connection is covered. The packets
    /// are gone even if sending fails.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        let sent = if self.multiplexer.is_some() {
            self.send_multiplexed()
        } else if self.is_covered {
            let (cover, sealed) = (&self.shared.cover, &mut self.sealed);
            sealed.clear();
            let is_sealed = cover.lock().as_mut().map_or(Ok(()), |cover| cover.seal(self.out.ready(), sealed));
            is_sealed.and_then(|()| (&self.shared.socket).write_all(sealed))
        } else {
            (&self.shared.socket).write_all(self.out.ready())
        };
        self.out.sent(self.out.ready().len());
        self.count_packets();
        sent
    }

    /// Sends packets of SMP. On a covered connection each is a TLS record of its own, as far as it
    /// fits. Otherwise Microsoft's ODBC driver ends a connection that several threads read, as
    /// observed with version 18.6.
    pub(crate) fn write_multiplexed(&mut self, packets: &[u8]) -> io::Result<()> {
        if !self.is_covered {
            return (&self.shared.socket).write_all(packets);
        }
        self.sealed.clear();
        let mut rest = packets;
        if let Some(cover) = self.shared.cover.lock().as_mut() {
            while !rest.is_empty() {
                let packet = rest;
                take_packet(&mut rest).map_err(io::Error::other)?.ok_or(io::ErrorKind::UnexpectedEof)?;
                cover.seal(&packet[..packet.len() - rest.len()], &mut self.sealed)?;
            }
        }
        (&self.shared.socket).write_all(&self.sealed)
    }

    /// Waits for the client's first bytes, which stay unread. Returns whether the client begins
    /// with TLS, as in TDS 8.0; false if it has gone. Calls `before_read` before the wait.
    pub(crate) fn begins_with_tls(
        &mut self,
        before_read: impl Fn(&TcpStream) -> Result<(), Ended>,
    ) -> Result<bool, Ended> {
        before_read(&self.shared.socket)?;
        self.read()?;
        Ok(self.bytes.first().is_some_and(|first| opens_with_tls(*first)))
    }

    /// Does the TLS handshake from the first byte on. Everything after it is encrypted.
    /// `before_read` sets the time limit of each read, and its failure ends the handshake. An alert
    /// is sent before a failure.
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

    /// Does the TLS handshake within PRELOGIN packets. Encrypts everything after it, or only the
    /// log-in if `is_of_log_in`. Another kind of message, or one of more than 64 KB, ends the
    /// connection. Bytes after the handshake are opened as encrypted ones.
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
        // Not every client sets the end-of-message bit on its last handshake message.
        self.count_packets();
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

    /// Ends encryption after a log-in that alone was encrypted. Bytes that TLS holds undelivered
    /// become plain input.
    pub(crate) fn uncover(&mut self) {
        self.is_covered = false;
        if let Some(cover) = self.shared.cover.lock().take() {
            self.bytes.append(&mut cover.lift());
        }
    }

    /// Waits for `limit`, or until the client goes, which fails with [`Ended::Gone`]. The client
    /// must not send anything meanwhile: bytes from it fail with [`Ended::Unexpected`].
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

    /// Waits until the client sends something or goes, at most for `limit`. Leaves the bytes
    /// unread. Returns at once if received bytes are waiting; failures are left to the next read.
    pub(crate) fn wait_for_input(&self, limit: Duration) {
        if self.start == self.bytes.len() {
            // A failure is reported by the next read.
            let _ = self.shared.socket.set_read_timeout(Some(limit));
            let _ = self.shared.socket.peek(&mut [0]);
            let _ = self.shared.socket.set_read_timeout(None);
        }
    }

    /// Sends TLS's closing alert and anything unsent, within a second; a failure doesn't matter.
    /// Without TLS does nothing. The socket stays open.
    pub(crate) fn end(&mut self) {
        if self.is_covered {
            if let Some(cover) = self.shared.cover.lock().as_mut() {
                cover.close();
            }
            // A send error doesn't matter: the client has gone.
            let _ = self.shared.socket.set_write_timeout(Some(FAREWELL));
            let _ = self.send();
        }
    }
}

impl Shared {
    /// Reads what has arrived while a request runs, without blocking. Returns whether the request
    /// must stop, because the client sent an attention or has gone. Keeps at most 256 KB; more
    /// stays in the socket. Returns false without a running request.
    pub(crate) fn look(&self) -> bool {
        let mut ahead = self.ahead.lock();
        if !ahead.is_watched {
            return false;
        }
        if ahead.bytes.len() < AHEAD_MAX && !self.is_closed.load(Ordering::Relaxed) {
            match can_read(&self.socket) {
                Ok(true) => self.read_ahead(&mut ahead.bytes),
                Ok(false) => {}
                // A poll error is reported by the next write to the socket.
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

    /// Reads once and appends the decrypted bytes. Returns whether more may come. Only one thread
    /// may call this at a time.
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

    /// Removes attentions from the received packets. Leaves invalid packets and an attention within
    /// a message, which abandons it, to the connection's thread.
    fn take_attentions(&self, ahead: &mut Ahead) {
        let Ahead { bytes, is_within_message, session, .. } = ahead;
        if let Some(session) = *session {
            // The connection's thread takes them when the request has ended.
            if multiplexer::cancels(bytes, session) {
                self.is_attended.store(true, Ordering::Relaxed);
            }
            return;
        }
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
                self.counters.packets_received.add(1);
            } else {
                is_within &= !is_attention && !status.has(Status::END_OF_MESSAGE);
                at += length;
            }
        }
    }

    /// Stops the watcher's reads and returns what it has read.
    pub(crate) fn take_ahead(&self) -> Vec<u8> {
        let mut ahead = self.ahead.lock();
        ahead.is_watched = false;
        std::mem::take(&mut ahead.bytes)
    }

    /// Cancels the running request as an attention does.
    pub(crate) fn attend(&self) {
        self.is_attended.store(true, Ordering::Relaxed);
    }

    /// Whether the client cancelled the running request by an attention that its end hasn't taken
    /// yet.
    pub(crate) fn is_attended(&self) -> bool {
        self.is_attended.load(Ordering::Relaxed)
    }

    /// Closes the connection: its reads and writes fail from now on. The watcher then stops the
    /// running request. Works from any thread, and more than once.
    pub(crate) fn close(&self) {
        // Stops the running request even if the read-ahead buffer is full and the socket isn't read
        // any more.
        self.is_closed.store(true, Ordering::Relaxed);
        // The socket may already be closed.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Ends the connection once it waits for a request. An answer that is being sent is completed.
    /// Works from any thread.
    pub(crate) fn stop_reading(&self) {
        // The socket may already be closed.
        let _ = self.socket.shutdown(Shutdown::Read);
    }
}

const READ_BYTES: usize = 8 * 1024;
/// The size limit of one handshake message.
const HANDSHAKE_BYTES_MAX: usize = 64 * 1024;
/// The time limit for sending the last bytes to a client whose connection ends.
const FAREWELL: Duration = Duration::from_secs(1);
/// The limit of bytes read ahead while a request runs.
const AHEAD_MAX: usize = 256 * 1024;
