//! The server: an instance of the engine behind a socket, for SQL Server's own clients.
//!
//! It speaks TDS 7.4 as `tds` has it and runs what clients ask for on sessions of `engine`. It knows no SQL but the few statements
//! that requests without a text stand for, and no byte of the protocol.
//!
//! ```text
//! server ---- accepts, one thread a connection --> connection ---- requests --> calls, transactions
//!   |                                                |    |                          |
//!   |                                            log_in   line (bytes in, bytes out) answer (what a batch sends, as tokens)
//!   |                                                       +-- channel's cover (TLS)
//!   +-- metrics: answers Prometheus
//!   +-- watcher: looks for attentions and closed sockets while requests run
//! ```
//!
//! Invariants: nothing that a client sends ends the process; a client that keeps to no protocol is told off on standard error and
//! let go. Without TLS only addresses of this machine are listened on.

mod options;

mod ended;

mod line;

mod watcher;

mod answer;

mod throttle;

mod counts;

mod precedence;

mod shared;

mod log_in;

mod transaction;

mod rpc_request;

mod calls;

mod bulk_load;

mod connection;

mod server;

mod metrics;

pub use metrics::Metrics;
pub use options::{Certificate, ServerError, ServerOptions};
pub use server::Server;
pub use sluice_tds::encryption::Policy;
