//! State of a client's requests that outlasts one batch.

use crate::bulk::Awaited;
use crate::prepared::PreparedStatements;
use crate::request_rows::GivenRows;
use sluice_types::{DataType, Value};

/// State of a client's requests that outlasts one batch.
#[derive(Default)]
pub struct ClientRequests {
    /// Prepared statements of the client.
    pub prepared: PreparedStatements,
    /// Rows sent by the client for table variables of the next batch.
    pub given_rows: Vec<GivenRows>,
    /// Bulk load that waits for its next part.
    pub bulk: Option<Awaited>,
    /// Value of the scalar function that the client calls.
    pub function_value: FunctionValue,
}

/// The value of a scalar function that a client calls by RPC. It goes to the client in its own
/// type. The value of a function that EXECUTE calls goes to the variable for a procedure's status.
#[derive(Default)]
pub enum FunctionValue {
    /// The running batch isn't a call by RPC.
    #[default]
    NotAwaited,
    /// The running call has not returned a function's value.
    Awaited,
    /// The function has returned this value.
    Returned(DataType, Value),
}
