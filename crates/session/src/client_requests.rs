//! State of a client's requests that outlasts one batch.

use crate::bulk::Awaited;
use crate::prepared::PreparedStatements;
use crate::request_rows::GivenRows;

/// State of a client's requests that outlasts one batch.
#[derive(Default)]
pub struct ClientRequests {
    /// Prepared statements of the client.
    pub prepared: PreparedStatements,
    /// Rows sent by the client for table variables of the next batch.
    pub given_rows: Vec<GivenRows>,
    /// Bulk load that waits for its next part.
    pub bulk: Option<Awaited>,
}
