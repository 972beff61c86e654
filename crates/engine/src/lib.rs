//! The crate engine.
