//! What a client asks for once it is logged in: a batch (MS-TDS 2.2.6.7), calls (2.2.6.6), a transaction (2.2.6.9), and a bulk load
//! (2.2.6.1), whose rows [`crate::token::TokenReader::of_bulk_load`] reads. An attention (2.2.1.7) is its packet's type and no more; its
//! answer is a DONE with [`crate::DoneStatus::ATTENTION`].
//!
//! All but bulk loads and attentions begin with headers, which say in which transaction the client believes itself to be.

mod headers;

mod batch;

mod transaction;

mod table;

mod rpc;

#[cfg(test)]
mod tests;

pub use batch::{BatchReader, write_batch};
pub use headers::Headers;
pub use rpc::{
    Argument, ArgumentValue, Call, CallHead, Parameter, ParameterFlags, Procedure, RpcEvent, RpcReader,
    SystemProcedure, write_call, write_parameter, write_separator,
};
pub use table::{TableHead, write_table};
pub use transaction::{Begin, Isolation, MESSAGE_MAX as TRANSACTION_REQUEST_MAX, TransactionRequest};
