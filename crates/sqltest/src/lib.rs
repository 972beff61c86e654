//! The crate sqltest.
