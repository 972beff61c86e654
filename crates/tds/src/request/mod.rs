//! Requests of a client after its log-in.
//!
//! - A batch (MS-TDS 2.2.6.7), RPC calls (2.2.6.6) and transaction manager requests (2.2.6.9) begin
//!   with headers. The headers name the client's transaction.
//! - The rows of a bulk load (2.2.6.1) are read by [`crate::token::TokenReader::of_bulk_load`].
//! - An attention (2.2.1.7) is only a packet type. Its answer is a DONE with
//!   [`crate::DoneStatus::ATTENTION`].

mod headers;

mod batch;

mod transaction;

mod table;

mod faulty;

mod rpc;

#[cfg(test)]
mod tests;

pub use batch::{BatchReader, write_batch};
pub use faulty::{FaultyParameter, ParameterFault};
pub use headers::Headers;
pub use rpc::{
    Argument, ArgumentValue, Call, CallHead, Parameter, ParameterFlags, Procedure, RpcEvent, RpcReader,
    SystemProcedure, write_call, write_parameter, write_separator,
};
pub use table::{TableHead, write_table};
pub use transaction::{Begin, Isolation, MESSAGE_MAX as TRANSACTION_REQUEST_MAX, TransactionRequest};
