//! Measurements: the articles' small transactions on Sluice beside SQLite, and the figures of an issue's acceptance.
//!
//! Development only. Speed is compared as the median ratio of interleaved pairs, since the speed of one machine drifts.

pub mod figure;

pub mod shape;

pub mod timed;

pub mod sqlite;

pub mod postgres;

pub mod sluice;

pub mod program;

pub mod slice;

pub mod storage;

pub mod sessions;

pub mod simulated;
