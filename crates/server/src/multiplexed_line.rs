//! The line of a connection with MARS: moves the bytes of its SMP sessions.
//!
//! While a request runs, its packets are sent as far as its window and the socket allow. A request
//! whose client doesn't read waits, as without MARS, as long as no other request of the connection
//! waits. Then it goes on, and its answer is kept ([`crate::spool`]).

use crate::ended::Ended;
use crate::line::Line;
use crate::multiplexer::{Arrived, Multiplexer};
use sluice_base::interruption;
use sluice_base::readiness::{can_write, wait_to_write};
use sluice_base::waits::{WaitType, Waits};
use std::io;
use std::time::Duration;

impl Line {
    /// Lets all further bytes be packets of SMP.
    pub(crate) fn multiplex(&mut self, multiplexer: Multiplexer) {
        self.multiplexer = Some(Box::new(multiplexer));
    }

    /// Returns the next complete request, for which it waits. `None` if the client has gone. The
    /// answer to the request begins with the next packet.
    pub(crate) fn next_multiplexed(&mut self) -> Result<Option<Arrived>, Ended> {
        loop {
            let bytes = self.take_bytes();
            let Some(multiplexer) = &mut self.multiplexer else { return Ok(None) };
            if let Some(error) = multiplexer.failure.take() {
                return Err(error);
            }
            // Without a running request nothing is cancelled.
            multiplexer.receive(&bytes)?;
            let arrived = multiplexer.next();
            self.flush()?;
            if arrived.is_some() {
                return Ok(arrived);
            }
            if !self.read()? {
                return Ok(None);
            }
        }
    }

    /// Passes the packets of the running request on. `ends_token` says whether a token ends with
    /// the bytes written so far. Waits while the client reads too slowly, unless it has sent
    /// another request or cancels this one. Fails if the client has gone or violates the protocol.
    pub(crate) fn deliver(&mut self, waits: &Waits, ends_token: bool) -> Result<(), Ended> {
        if ends_token && self.multiplexer.as_ref().is_some_and(|multiplexer| multiplexer.has_request()) {
            // A cancellation can drop what is kept only from the end of a token on.
            self.out.end_packet();
            self.pass_on(true);
        } else {
            self.pass_on(false);
        }
        if let Ok(false) = can_write(&self.shared.socket) {
            let _wait = waits.begin(WaitType::AsyncNetworkIo);
            wait_to_write(&self.shared.socket)?;
        }
        // The windows and the requests that the watcher has read so far.
        let ahead = self.shared.take_ahead();
        self.take_packets(&ahead)?;
        self.flush()?;
        if self.must_wait() {
            let _wait = waits.begin(WaitType::AsyncNetworkIo);
            // KILL doesn't wake the thread.
            self.shared.socket.set_read_timeout(Some(TURN))?;
            let waited = self.wait_for_window();
            self.shared.socket.set_read_timeout(None)?;
            waited?;
        }
        self.begin_request();
        Ok(())
    }

    fn wait_for_window(&mut self) -> Result<(), Ended> {
        while self.must_wait() {
            match self.read() {
                Ok(true) => {}
                Ok(false) => return Err(Ended::Gone),
                Err(Ended::TooSlow) => continue,
                Err(error) => return Err(error),
            }
            let bytes = self.take_bytes();
            self.take_packets(&bytes)?;
            self.flush()?;
        }
        Ok(())
    }

    fn must_wait(&self) -> bool {
        let is_behind =
            |multiplexer: &Multiplexer| multiplexer.unsent_bytes() > UNSENT_MAX && !multiplexer.has_request();
        !self.shared.is_attended() && !interruption::is_raised() && self.multiplexer.as_deref().is_some_and(is_behind)
    }

    fn pass_on(&mut self, ends_token: bool) {
        if let Some(multiplexer) = &mut self.multiplexer {
            multiplexer.push(self.out.ready(), ends_token);
        }
        self.out.sent(self.out.ready().len());
    }

    fn take_packets(&mut self, bytes: &[u8]) -> Result<(), Ended> {
        if let Some(multiplexer) = &mut self.multiplexer
            && multiplexer.receive(bytes)?
        {
            self.shared.attend();
        }
        Ok(())
    }

    /// Takes what the watcher has read, when the request has ended. The next request reports a
    /// violation of the protocol.
    pub(crate) fn absorb(&mut self) {
        if self.multiplexer.is_none() {
            return;
        }
        let ahead = self.shared.take_ahead();
        let received = self.take_packets(&ahead);
        if let Some(multiplexer) = &mut self.multiplexer {
            multiplexer.failure = received.err();
            multiplexer.end();
        }
    }

    /// Reads and drops what the client still sends, until it is silent for a moment: a client that
    /// writes when its connection is reset doesn't see the last answer. The windows bound how much
    /// comes.
    pub(crate) fn discard_multiplexed(&mut self) -> Result<(), Ended> {
        self.shared.socket.set_read_timeout(Some(SILENCE))?;
        for _ in 0..READS_MAX {
            if !matches!(self.read(), Ok(true)) {
                break;
            }
            self.take_bytes();
        }
        Ok(())
    }

    /// Drops the part of the current session's answer that a cancellation makes unnecessary.
    /// Returns whether the end of its message was dropped.
    pub(crate) fn cut_unsent(&mut self) -> bool {
        self.multiplexer.as_mut().is_some_and(|multiplexer| multiplexer.cut())
    }

    /// Passes the packets of a complete message on and sends those that the windows allow.
    pub(crate) fn send_multiplexed(&mut self) -> io::Result<()> {
        self.pass_on(true);
        self.flush()
    }

    /// Sends the packets that the windows allow.
    fn flush(&mut self) -> io::Result<()> {
        let Some(mut multiplexer) = self.multiplexer.take() else { return Ok(()) };
        let sent = loop {
            match multiplexer.outgoing() {
                Ok([]) => break Ok(()),
                Ok(bytes) => {
                    if let Err(error) = self.write_multiplexed(bytes) {
                        break Err(error);
                    }
                }
                Err(error) => break Err(io::Error::other(sluice_engine::messages::text(&error))),
            }
            multiplexer.sent();
        };
        self.multiplexer = Some(multiplexer);
        sent
    }
}

/// The time after which a wait for the client looks for a cancellation.
const TURN: Duration = Duration::from_millis(20);
/// The time without packets after which nothing more is expected from a refused client.
const SILENCE: Duration = Duration::from_millis(200);
/// The greatest number of reads for which a refused client is heard.
const READS_MAX: u32 = 64;
/// The bytes of an answer that may wait in memory without reason.
const UNSENT_MAX: usize = 64 * 1024;
