//! The crate types.
