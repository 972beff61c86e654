//! Histories of concurrent transactions, checked by their reads and writes (Adya's definitions of
//! isolation, checked as in Elle: by cycles of dependencies).
//!
//! The data shows the order of versions. A list only grows, so its final state gives the order
//! of its values. A register's write has the value that it replaced. A row is inserted or deleted
//! once. So nothing is guessed, and a cycle is a proof.
//!
//! ```text
//! schedule        sessions of the engine run in turn, or on threads, and record their events
//!    |
//! event           a history
//!    |
//! graph           dependencies: write after write, read of a write, write after read
//!    |
//! judge, cycles   the anomalies, each allowed or forbidden by the affected transaction's level
//! ```

mod graph;

pub mod anomaly;

pub mod level;

pub mod event;

mod cycles;

pub mod judge;

pub mod schedule;

#[cfg(test)]
mod tests;
