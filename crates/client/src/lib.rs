//! The other end of a connection: a client of servers that speak TDS, ours and SQL Server's.
//!
//! It logs in, sends batches, and gives what is answered to an [`Audience`]. For the shell against a server, for tests and for measurements: it knows no
//! engine, prints nothing, and has no more of the protocol than `tds` has.
//!
//! ```text
//! connection (log-in, requests, answers) -- line (packets, TLS) -- socket
//!                                             +-- canceller: an attention, from another thread
//! ```

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
