//! The calls of an RPC request, read as its packets come: a long value goes to where the session keeps such values, and is never in memory as a whole.

use sluice_base::sync::Arc;
use sluice_engine::SqlError;
use sluice_tds::error::Fault;
use sluice_tds::request::{Call, RpcReader};
use sluice_tds::{Input, ProtocolError};
use sluice_types::LongStore;

/// A request whose packets come.
#[derive(Default)]
pub(crate) struct RpcRequest {
    reader: RpcReader,
    calls: Vec<Call>,
    failed: Option<Refusal>,
    read_bytes: u64,
}

/// Why none of a request's calls is made.
pub(crate) enum Refusal {
    /// Its bytes are wrong.
    Wrong(ProtocolError),
    /// A value of it can't be kept.
    NoPlace(SqlError),
}

impl RpcRequest {
    /// Whose long values are kept in `store`.
    pub(crate) fn new(store: Option<Arc<dyn LongStore>>) -> RpcRequest {
        RpcRequest { reader: RpcReader::default().with_store(store), ..RpcRequest::default() }
    }

    /// Reads what has come. `memory_max`: how many bytes may be in memory of the request.
    pub(crate) fn read(&mut self, input: &mut Input, memory_max: usize) {
        let before = input.waiting();
        while self.failed.is_none() {
            match self.reader.next_call(input) {
                Ok(Some(call)) => self.calls.push(call),
                Ok(None) => break,
                Err(error) => self.failed = Some(self.refusal(error)),
            }
        }
        self.read_bytes += (before - input.waiting()) as u64;
        let in_memory = self.read_bytes.saturating_sub(self.reader.kept_bytes());
        if self.failed.is_none() && in_memory > memory_max as u64 {
            self.failed = Some(Refusal::Wrong(ProtocolError::too_long("a request", in_memory, memory_max as u64)));
        }
        if self.failed.is_some() {
            // The rest is passed over, to the message's end.
            self.calls.clear();
            let waiting = input.waiting() as u64;
            let _ = input.take_some("a request", waiting);
        }
    }

    /// The calls, once the message has ended. What comes before a fault was asked for as much as the rest: nothing of it is run.
    pub(crate) fn finish(self) -> Result<Vec<Call>, Refusal> {
        match self.failed {
            Some(refusal) => Err(refusal),
            None => Ok(self.calls),
        }
    }

    fn refusal(&mut self, error: ProtocolError) -> Refusal {
        let reason = if error.fault == Fault::NotKept { self.reader.failure() } else { None };
        reason.map_or(Refusal::Wrong(error), Refusal::NoPlace)
    }
}
