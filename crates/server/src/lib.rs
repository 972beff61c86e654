//! The server: an instance of the engine behind a socket, for SQL Server's own clients.
//!
//! The server speaks TDS 7.0 to 7.4 and 8.0 through `tds` and runs requests on sessions of
//! `engine`. Its own SQL is limited to the statements of transaction manager requests, log-ins and
//! metrics; the bytes of the protocol are in `tds`.
//!
//! # Main types
//!
//! - [`Server`] accepts connections, each with its own thread.
//! - [`ServerOptions`] has the address, limits, encryption and certificate.
//! - [`Metrics`] serves the counters to Prometheus.
//!
//! # Data flow
//!
//! ```text
//! server -- accepts, one thread a connection --> connection -- requests --> calls, transactions
//!   |                                              |    |                      |
//!   |                                          log_in  line (bytes)        answer (tokens)
//!   |                                                    +-- channel's cover (TLS)
//!   |                                                    +-- multiplexer: SMP sessions of MARS
//!   +-- metrics: answers Prometheus
//!   +-- watcher: finds attentions and closed sockets while requests run
//! ```
//!
//! # Invariants
//!
//! - No input of a client ends the process.
//! - Memory per connection is bounded: requests by `request_bytes_max`, answers by the packets in
//!   flight; with MARS, bytes that wait beyond that are in work files of tempdb (`spool`).
//! - Without TLS the server listens only on loopback addresses.
//! - Log-ins have priority over requests within bounds (`precedence`), and failed log-ins delay the
//!   next ones from their address (`throttle`).
//!
//! # Failures
//!
//! A protocol violation is written to the instance's error log and ends its connection only. The
//! transaction of a lost connection is rolled back. [`ServerError`] has the reasons why a server
//! doesn't start.
//!
//! Start reading at `connection`, then `answer` and `line`.

mod options;

mod ended;

mod spool;

mod message;

mod rpc_request;

mod multiplexer;

mod line;

mod multiplexed_line;

mod watcher;

mod answer;

mod throttle;

mod counts;

mod precedence;

mod shared;

mod log_in;

mod transaction;

mod calls;

mod bulk_load;

mod connection;

mod server;

mod metrics;

pub use metrics::Metrics;
pub use options::{Certificate, ServerError, ServerOptions};
pub use server::Server;
pub use sluice_tds::encryption::Policy;
