//! The crate wal.
