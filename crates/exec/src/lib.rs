//! The crate exec.
