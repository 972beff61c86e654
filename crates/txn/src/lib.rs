//! The crate txn.
