//! The sessions of SMP on one connection (MARS): their requests and their unsent answers.
//!
//! Bytes in, bytes out: the connection's line moves them. All SMP sessions belong to one session of
//! the engine, which runs one request at a time, in the order in which the requests became
//! complete. A request is complete before it runs, also the rows of a bulk load, and an answer that
//! the client doesn't read yet waits here. So no request waits for the client while it runs, and
//! requests of one connection never wait for each other's packets
//! (`docs/decisions/2026-12-01-mars.md`).

use crate::ended::Ended;
use crate::message::Message;
use crate::rpc_request::RpcRequest;
use crate::spool::Spool;
use sluice_base::counters::ChildConnections;
use sluice_base::sync::Arc;
use sluice_engine::{AwaitedLoad, SqlError};
use sluice_tds::packet::HEADER_BYTES;
use sluice_tds::smp::{SmpFlow, SmpHeader, SmpKind, take_packet};
use sluice_tds::{Input, PacketKind, PacketReader, Piece, ProtocolError, Status, TdsVersion};
use sluice_types::LongStore;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The properties of the connection that all its SMP sessions share.
pub(crate) struct Terms {
    pub(crate) version: TdsVersion,
    pub(crate) packet_size: u16,
    /// The greatest number of bytes of requests in memory.
    pub(crate) request_bytes_max: usize,
    /// The store for long values of requests and for bytes that wait.
    pub(crate) store: Option<Arc<dyn LongStore>>,
    /// The SMP sessions as the views show them.
    pub(crate) connections: Arc<ChildConnections>,
}

/// The SMP sessions of a connection. `current` is the one whose request runs or ran last.
pub(crate) struct Multiplexer {
    terms: Terms,
    channels: BTreeMap<u16, Channel>,
    /// Sessions that have ended. The client may still acknowledge their last packets.
    ended: BTreeSet<u16>,
    /// The sessions of the complete requests, in the order of arrival.
    arrived: VecDeque<u16>,
    current: u16,
    is_running: bool,
    /// The rows of the bulk load that runs.
    load: Spool,
    /// An incomplete SMP packet.
    rest: Vec<u8>,
    /// SMP packets to send.
    wire: Vec<u8>,
    /// TDS packets received since the last [`Multiplexer::take_count`].
    count: u64,
    /// The violation of the protocol that was found while a request ran.
    pub(crate) failure: Option<Ended>,
}

/// A request that has arrived completely.
pub(crate) enum Arrived {
    Request {
        message: Message,
        /// The calls of an RPC request.
        calls: Option<Box<RpcRequest>>,
        /// The rows of a bulk load.
        rows: Option<Spool>,
    },
    /// A request over the limit; the rest of it isn't read.
    TooLarge(ProtocolError),
}

/// One SMP session.
struct Channel {
    flow: SmpFlow,
    packets: PacketReader,
    gathering: Gathering,
    requests: VecDeque<Arrived>,
    /// Packets received behind a waiting request. The window moves past them when the request is
    /// taken, so that their number is bounded.
    withheld: u32,
    /// TDS packets of answers.
    unsent: Spool,
    /// The INSERT BULK whose rows are due in this session.
    awaited: Option<AwaitedLoad>,
    /// Whether the client has ended the session while its request runs.
    is_over: bool,
    /// Whether a request was too large. Nothing more is read.
    is_refused: bool,
}

/// A message whose packets are arriving.
#[derive(Default)]
struct Gathering {
    input: Input,
    status: Status,
    calls: Option<Box<RpcRequest>>,
    rows: Option<Spool>,
}

impl Multiplexer {
    pub(crate) fn new(terms: Terms) -> Multiplexer {
        Multiplexer {
            terms,
            channels: BTreeMap::new(),
            ended: BTreeSet::new(),
            arrived: VecDeque::new(),
            current: 0,
            is_running: false,
            load: Spool::default(),
            rest: Vec::new(),
            wire: Vec::new(),
            count: 0,
            failure: None,
        }
    }

    /// Returns the session whose request runs or ran last.
    pub(crate) fn current(&self) -> u16 {
        self.current
    }

    /// Takes received bytes. Returns whether the client cancels the running request: by an
    /// attention or by the end of its session.
    ///
    /// # Errors
    /// The bytes violate SMP or TDS; this ends the connection (MC-SMP 3.1.5).
    pub(crate) fn receive(&mut self, bytes: &[u8]) -> Result<bool, Ended> {
        self.rest.extend_from_slice(bytes);
        let received = std::mem::take(&mut self.rest);
        let (mut left, mut is_cancelled) = (received.as_slice(), false);
        while let Some((header, payload)) = take_packet(&mut left)? {
            is_cancelled |= self.receive_packet(&header, payload)?;
        }
        self.rest = left.to_vec();
        Ok(is_cancelled)
    }

    fn receive_packet(&mut self, header: &SmpHeader, payload: &[u8]) -> Result<bool, Ended> {
        let session = header.session;
        if header.kind == SmpKind::Syn {
            self.open(header)?;
            return Ok(false);
        }
        let is_running = self.is_running && session == self.current;
        let Some(channel) = self.channels.get_mut(&session) else {
            return match self.ended.contains(&session) && header.kind != SmpKind::Data {
                true => Ok(false),
                false => Err(ProtocolError::invalid("the session of an SMP packet", session.into()).into()),
            };
        };
        channel.flow.receive(header)?;
        match header.kind {
            SmpKind::Data => self.receive_data(session, payload, is_running),
            SmpKind::Fin if is_running => {
                channel.is_over = true;
                Ok(true)
            }
            SmpKind::Fin => {
                self.close(session);
                Ok(false)
            }
            SmpKind::Ack | SmpKind::Syn => Ok(false),
        }
    }

    fn open(&mut self, syn: &SmpHeader) -> Result<(), Ended> {
        let session = syn.session;
        if self.channels.contains_key(&session) {
            return Err(ProtocolError::invalid("SYN of an open SMP session", session.into()).into());
        }
        if self.channels.len() >= SESSIONS_MAX {
            let count = self.channels.len() as u64 + 1;
            return Err(ProtocolError::too_long("the list of SMP sessions", count, SESSIONS_MAX as u64).into());
        }
        let mut packets = PacketReader::new();
        packets.set_packet_size(self.terms.packet_size);
        let channel = Channel {
            flow: SmpFlow::for_server(syn)?,
            packets,
            gathering: Gathering::default(),
            requests: VecDeque::new(),
            withheld: 0,
            unsent: Spool::new(self.terms.store.clone()),
            awaited: None,
            is_over: false,
            is_refused: false,
        };
        self.channels.insert(session, channel);
        self.ended.remove(&session);
        self.terms.connections.open(session);
        Ok(())
    }

    /// Ends a session: its requests that haven't run and its unsent answer are dropped.
    fn close(&mut self, session: u16) {
        let Some(mut channel) = self.channels.remove(&session) else { return };
        self.wire.extend_from_slice(&channel.flow.control(SmpKind::Fin).bytes());
        self.arrived.retain(|arrived| *arrived != session);
        self.ended.insert(session);
        self.terms.connections.close(session);
    }

    fn receive_data(&mut self, session: u16, mut payload: &[u8], is_running: bool) -> Result<bool, Ended> {
        let of_others = self.channels.iter().filter(|(other, _)| **other != session);
        let held_bytes: usize = of_others.map(|(_, channel)| channel.request_bytes()).sum();
        let Some(channel) = self.channels.get_mut(&session) else { return Ok(false) };
        if channel.is_refused {
            return Ok(false);
        }
        let bytes_max = self.terms.request_bytes_max.saturating_sub(held_bytes);
        let (was_waiting, mut is_cancelled) = (!channel.requests.is_empty(), false);
        while let Some(piece) = channel.packets.take(&mut payload)? {
            if piece.begins {
                channel.gathering = Gathering::new(&self.terms);
                if piece.header.kind == PacketKind::Attention {
                    self.arrived.retain(|arrived| *arrived != session);
                    channel.requests.clear();
                }
            }
            if let Err(error) = channel.gathering.take(&piece, bytes_max, &self.terms) {
                channel.is_refused = true;
                channel.requests.push_back(Arrived::TooLarge(error));
                self.arrived.push_back(session);
                break;
            }
            if !piece.ends {
                continue;
            }
            let arrived = std::mem::take(&mut channel.gathering).end(piece.header.kind);
            if is_running && piece.header.kind == PacketKind::Attention {
                is_cancelled = true;
                continue;
            }
            channel.requests.push_back(arrived);
            self.arrived.push_back(session);
        }
        let packets = channel.packets.take_count();
        self.count += packets;
        self.terms.connections.received(session, packets);
        match was_waiting && !channel.requests.is_empty() {
            true => channel.withheld += 1,
            false => channel.accept(1, &mut self.wire),
        }
        Ok(is_cancelled)
    }

    /// Takes the request that arrived first. Its session becomes the current one.
    pub(crate) fn next(&mut self) -> Option<Arrived> {
        let session = self.arrived.pop_front()?;
        self.current = session;
        let channel = self.channels.get_mut(&session)?;
        let withheld = std::mem::take(&mut channel.withheld);
        channel.accept(withheld, &mut self.wire);
        channel.requests.pop_front()
    }

    /// Whether a complete request waits.
    pub(crate) fn has_request(&self) -> bool {
        !self.arrived.is_empty()
    }

    /// Marks the current request as running, and returns the bytes of an incomplete packet, which
    /// the watcher continues.
    pub(crate) fn begin(&mut self) -> Vec<u8> {
        self.is_running = true;
        std::mem::take(&mut self.rest)
    }

    /// Marks the current request as ended.
    pub(crate) fn end(&mut self) {
        self.is_running = false;
    }

    /// Closes the current session if the client has ended it. The request has ended.
    pub(crate) fn close_ended(&mut self) {
        if self.channels.get(&self.current).is_some_and(|channel| channel.is_over) {
            self.close(self.current);
        }
    }

    /// Sets the rows that [`Multiplexer::more_rows`] returns.
    pub(crate) fn set_rows(&mut self, rows: Spool) {
        self.load = rows;
    }

    /// Appends further bytes of the bulk load's rows, or marks their end.
    ///
    /// # Errors
    /// The work file can't be read.
    pub(crate) fn more_rows(&mut self, input: &mut Input) -> Result<(), SqlError> {
        let bytes = self.load.front()?;
        if bytes.is_empty() {
            input.end();
            return Ok(());
        }
        let count = bytes.len().min(ROWS_BYTES);
        input.feed(&bytes[..count]);
        self.load.take(count);
        Ok(())
    }

    /// Keeps the INSERT BULK of the current session, whose rows are still to come.
    pub(crate) fn keep_load(&mut self, load: AwaitedLoad) {
        if let Some(channel) = self.channels.get_mut(&self.current) {
            channel.awaited = Some(load);
        }
    }

    /// Returns the INSERT BULK of the current session, whose rows are due.
    pub(crate) fn take_load(&mut self) -> Option<AwaitedLoad> {
        self.channels.get_mut(&self.current)?.awaited.take()
    }

    /// Forgets the INSERT BULKs of all sessions.
    pub(crate) fn forget_loads(&mut self) {
        self.channels.values_mut().for_each(|channel| channel.awaited = None);
    }

    /// Appends TDS packets to the answer of the current session. `ends_token` says whether a token
    /// ends with them. Packets for an ended session are dropped.
    pub(crate) fn push(&mut self, packets: &[u8], ends_token: bool) {
        if let Some(channel) = self.channels.get_mut(&self.current).filter(|channel| !channel.is_over) {
            channel.unsent.push(packets, ends_token);
        }
    }

    /// Drops the part of the current session's unsent answer that can be left out. Returns whether
    /// something was dropped, the end of the message included.
    pub(crate) fn cut(&mut self) -> bool {
        self.channels.get_mut(&self.current).is_some_and(|channel| channel.unsent.cut())
    }

    /// Returns the bytes in memory of the current session's unsent answer.
    pub(crate) fn unsent_bytes(&self) -> usize {
        self.channels.get(&self.current).map_or(0, |channel| channel.unsent.memory_bytes())
    }

    /// Puts the packets that the windows allow among those to send, up to a bound, and returns
    /// those to send. The caller sends them and calls [`Multiplexer::sent`].
    ///
    /// # Errors
    /// A work file can't be read.
    pub(crate) fn outgoing(&mut self) -> Result<&[u8], SqlError> {
        for (session, channel) in &mut self.channels {
            let mut packets = 0;
            while channel.flow.can_send() && self.wire.len() < WIRE_BYTES {
                let [_, _, high, low, ..] = *channel.unsent.front()? else { break };
                let length = usize::from(u16::from_be_bytes([high, low])).max(HEADER_BYTES);
                self.wire.extend_from_slice(&channel.flow.data(length as u32).bytes());
                self.wire.extend_from_slice(&channel.unsent.front()?[..length]);
                channel.unsent.take(length);
                packets += 1;
            }
            if packets > 0 {
                self.terms.connections.sent(*session, packets);
            }
        }
        Ok(&self.wire)
    }

    /// Removes the packets to send, which have been sent.
    pub(crate) fn sent(&mut self) {
        self.wire.clear();
        self.wire.shrink_to(WIRE_BYTES);
    }

    /// Returns the number of TDS packets received since the last call.
    pub(crate) fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }
}

impl Channel {
    /// Returns the bytes in memory of the session's requests that haven't run.
    fn request_bytes(&self) -> usize {
        let of_request = |request: &Arrived| match request {
            Arrived::Request { message, calls, rows } => bytes_of(&message.input, calls, rows),
            Arrived::TooLarge(_) => 0,
        };
        let Gathering { input, calls, rows, .. } = &self.gathering;
        bytes_of(input, calls, rows) + self.requests.iter().map(of_request).sum::<usize>()
    }

    /// Moves the window by `packets`. Adds an ACK to the packets to send if one is due.
    fn accept(&mut self, packets: u32, wire: &mut Vec<u8>) {
        self.flow.accept(packets);
        if self.flow.owes_ack() {
            wire.extend_from_slice(&self.flow.control(SmpKind::Ack).bytes());
        }
    }
}

impl Gathering {
    fn new(terms: &Terms) -> Gathering {
        Gathering { input: Input::of_version(terms.version), ..Gathering::default() }
    }

    /// Takes a piece of the message. Fails if the message is longer than `bytes_max`; the rows of a
    /// bulk load don't count.
    fn take(&mut self, piece: &Piece<'_>, bytes_max: usize, terms: &Terms) -> Result<(), ProtocolError> {
        // The reset bits count only in the first packet of a message (MS-TDS 2.2.3.1.2).
        self.status = match piece.begins {
            true => piece.header.status,
            false => self.status.with(piece.header.status.in_later_packets()),
        };
        match piece.header.kind {
            PacketKind::BulkLoad => {
                let rows = self.rows.get_or_insert_with(|| Spool::new(terms.store.clone()));
                rows.push(piece.payload, false);
                return Ok(());
            }
            PacketKind::Attention => {}
            _ => self.input.feed_whole(piece.payload, "a request", bytes_max)?,
        }
        if piece.ends {
            self.input.end();
        }
        if piece.header.kind == PacketKind::Rpc {
            let calls = self.calls.get_or_insert_with(|| Box::new(RpcRequest::new(terms.store.clone())));
            calls.read(&mut self.input, bytes_max);
        }
        Ok(())
    }

    fn end(self, kind: PacketKind) -> Arrived {
        let message = Message { kind, status: self.status, input: self.input };
        Arrived::Request { message, calls: self.calls, rows: self.rows }
    }
}

fn bytes_of(input: &Input, calls: &Option<Box<RpcRequest>>, rows: &Option<Spool>) -> usize {
    let calls = calls.as_ref().map_or(0, |calls| calls.memory_bytes());
    input.waiting() + calls + rows.as_ref().map_or(0, Spool::memory_bytes)
}

/// Whether SMP packets cancel the request of `session`: by an attention or the end of the session.
/// An incomplete or invalid packet ends the search; the connection's own thread reports it.
pub(crate) fn cancels(mut bytes: &[u8], session: u16) -> bool {
    while let Ok(Some((header, payload))) = take_packet(&mut bytes) {
        let is_attention =
            header.kind == SmpKind::Data && payload.len() == HEADER_BYTES && payload[0] == PacketKind::Attention as u8;
        if header.session == session && (header.kind == SmpKind::Fin || is_attention) {
            return true;
        }
    }
    false
}

/// The greatest number of open SMP sessions on a connection.
const SESSIONS_MAX: usize = 1024;
/// The bytes of a bulk load's rows that are read at a time.
const ROWS_BYTES: usize = 64 * 1024;
/// The number of bytes to send from which no packet is added.
const WIRE_BYTES: usize = 64 * 1024;
