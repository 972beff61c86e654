//! The crate functions.
