//! TLS over a connection, for both of its ends: bytes in, bytes out, and the certificates that go with them.
//!
//! No socket, no packet and no password is here: who has a connection gives what has come and sends what is given back.

mod certificate;

mod trust;

mod cover;

pub use certificate::{CertificateError, Tls};
pub use cover::{Cover, NotBelieved};
pub use trust::Trust;
