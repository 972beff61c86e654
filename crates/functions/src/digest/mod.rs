//! The hash functions of HASHBYTES. Each takes a complete message.

mod md4;
mod md5;
mod message;
mod sha1;
mod sha2;

pub(crate) use md4::md4;
pub(crate) use md5::md5;
pub use sha1::sha1;
pub(crate) use sha2::{sha256, sha512};
