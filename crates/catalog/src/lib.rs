//! The crate catalog.
