//! The crate bench.
