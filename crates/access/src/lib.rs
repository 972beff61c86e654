//! The crate access.
