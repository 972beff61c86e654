//! The crate buffer.
