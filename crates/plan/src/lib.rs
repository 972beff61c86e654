//! The crate plan.
