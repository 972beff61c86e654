//! TLS for both ends of a connection: bytes in, bytes out, and certificates.
//!
//! The crate has no socket, no packets and no passwords. The owner of a connection passes received
//! bytes to [`Cover::open`] and sends the bytes that [`Cover::seal`] produces.
//!
//! - [`Tls`] is a server's certificate and its two TLS configurations: within PRELOGIN packets (TLS
//!   1.2) and from the first byte (TDS 8.0, also TLS 1.3).
//! - [`Trust`] selects the servers that a client accepts.
//! - [`Cover`] is the TLS state of one connection.
//!
//! ```text
//! socket -> Cover::open -> plain packets         plain packets -> Cover::seal -> socket
//! ```
//!
//! Invariants: no private key is written to disk, and no TLS version below 1.2 is negotiated.
//!
//! Failures: an invalid certificate gives a [`CertificateError`]; invalid TLS gives an `io::Error`.
//! A client that doesn't trust the server finds a [`NotBelieved`] in the `io::Error`.
//!
//! Start reading at [`Cover`].

mod certificate;

mod trust;

mod cover;

pub use certificate::{CertificateError, Tls};
pub use cover::{Cover, NotBelieved};
pub use trust::Trust;
