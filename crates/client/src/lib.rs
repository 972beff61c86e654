//! A client of TDS servers: Sluice and SQL Server.
//!
//! Used by the shell (`sluice sql -S`), by tests and by benchmarks. The crate knows no engine and
//! prints nothing; the protocol is in `tds`.
//!
//! - [`Target`] names the server, the login and the encryption.
//! - [`Connection`] logs in, sends requests and reads answers.
//! - [`Audience`] receives an answer's columns, rows and messages in their order.
//! - [`Canceller`] cancels the running request from another thread.
//!
//! ```text
//! connection (log-in, requests, answers) -- line (packets, TLS) -- socket
//!                                             +-- canceller: an attention, from another thread
//! ```
//!
//! Invariants: one request is active at a time, and its answer is read to the end before the next.
//! Long values go to a store, so neither rows nor requests need to fit in memory.
//!
//! Failures: a [`ClientError`] means that the connection is lost ([`Connection::is_lost`]). Errors
//! of a batch are messages to the [`Audience`] and leave the connection usable.
//!
//! Start reading at [`Connection::log_in`].

mod error;

mod target;

mod line;

mod connection;

pub use connection::{Audience, Connection};
pub use error::ClientError;
pub use line::{Canceller, Paced};
pub use sluice_channel::Trust;
pub use sluice_tds::encryption::Wish;
pub use target::Target;
