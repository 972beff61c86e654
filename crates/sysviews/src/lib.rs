//! The crate sysviews.
