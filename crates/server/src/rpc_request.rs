//! Reads the calls of an RPC request as its packets arrive. A long value is written to the
//! session's store and is never in memory as a whole.

use sluice_base::sync::Arc;
use sluice_engine::SqlError;
use sluice_tds::error::Fault;
use sluice_tds::request::{Call, FaultyParameter, ParameterFault, RpcReader};
use sluice_tds::type_info::TypeFault;
use sluice_tds::{Input, ProtocolError};
use sluice_types::LongStore;

/// An RPC request that is being received. `failed` keeps the first failure; the calls read before
/// it are dropped.
#[derive(Default)]
pub(crate) struct RpcRequest {
    reader: RpcReader,
    calls: Vec<Call>,
    failed: Option<Refusal>,
    read_bytes: u64,
    /// The read bytes that aren't in the store.
    memory_bytes: usize,
}

/// The reason why all calls of a request are refused.
pub(crate) enum Refusal {
    /// The bytes are invalid.
    Wrong(ProtocolError),
    /// The calls may not run: a value can't be stored, a parameter is invalid (8009 to 8043), or
    /// their transaction isn't the session's.
    Denied(SqlError),
}

impl RpcRequest {
    /// Returns a request whose long values are written to `store`.
    pub(crate) fn new(store: Option<Arc<dyn LongStore>>) -> RpcRequest {
        RpcRequest { reader: RpcReader::default().with_store(store), ..RpcRequest::default() }
    }

    /// Reads the received bytes. `memory_max` limits the request's bytes in memory. Long values in
    /// the session's store don't count. After a failure the bytes are skipped, so that the next
    /// request begins at its place.
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
        let in_memory = self.read_bytes.saturating_sub(self.reader.kept_bytes()) as usize;
        self.memory_bytes = in_memory;
        if self.failed.is_none() && in_memory > memory_max {
            let error = ProtocolError::too_long("a request", in_memory as u64, memory_max as u64);
            self.failed = Some(Refusal::Wrong(error));
        }
        if self.failed.is_some() {
            // Skips the rest up to the message's end.
            self.calls.clear();
            let waiting = input.waiting() as u64;
            let _ = input.take_some("a request", waiting);
        }
    }

    /// Returns the bytes in memory of the calls read so far.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.memory_bytes
    }

    /// Returns the number of the transaction in which the client sends the request; 0 if none.
    pub(crate) fn transaction(&self) -> u64 {
        self.reader.headers().transaction
    }

    /// Returns the calls once the message has ended. A fault refuses all calls, also those before
    /// it.
    pub(crate) fn finish(self) -> Result<Vec<Call>, Refusal> {
        match self.failed {
            Some(refusal) => Err(refusal),
            None => Ok(self.calls),
        }
    }

    fn refusal(&mut self, error: ProtocolError) -> Refusal {
        let reason = match error.fault {
            Fault::NotKept => self.reader.failure(),
            _ => self.reader.faulty().map(invalid_parameter),
        };
        reason.map_or(Refusal::Wrong(error), Refusal::Denied)
    }
}

/// Returns the error of a parameter whose value or type is invalid.
fn invalid_parameter(faulty: &FaultyParameter) -> SqlError {
    let (position, name) = (faulty.position, &*faulty.name);
    let token = match faulty.fault {
        ParameterFault::Type(token, _) => format!("{token:02X}"),
        ParameterFault::Value(_) => String::new(),
    };
    match (faulty.fault, faulty.cell) {
        (ParameterFault::Value(of), None) => SqlError::invalid_rpc_value(position, name, of.name()),
        (ParameterFault::Value(of), Some((row, column))) => {
            SqlError::invalid_rpc_cell(position, name, row, column, of.name())
        }
        (ParameterFault::Type(_, TypeFault::Unknown), None) => SqlError::unknown_rpc_type(position, name, token),
        (ParameterFault::Type(_, TypeFault::Unknown), Some((row, column))) => {
            SqlError::unknown_rpc_column_type(position, name, row, column, token)
        }
        (ParameterFault::Type(_, TypeFault::Length), None) => SqlError::invalid_rpc_length(position, name, token),
        (ParameterFault::Type(_, TypeFault::Length), Some((row, column))) => {
            SqlError::invalid_rpc_column_length(position, name, row, column, token)
        }
        (ParameterFault::Type(_, TypeFault::Precision), None) => SqlError::invalid_rpc_precision(position, name, token),
        (ParameterFault::Type(_, TypeFault::Precision), Some((row, column))) => {
            SqlError::invalid_rpc_column_precision(position, name, row, column, token)
        }
    }
}
