//! The crate sim.
