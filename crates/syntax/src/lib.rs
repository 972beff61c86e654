//! The crate syntax.
