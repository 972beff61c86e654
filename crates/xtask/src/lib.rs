//! The crate xtask.
