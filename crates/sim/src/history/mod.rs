//! Histories of transactions that ran at the same time, judged by what they read and wrote (Adya's definitions of isolation, checked as Elle
//! does it: by cycles of dependencies).
//!
//! What is written says by itself in which order it came: a list only ever grows, so that its last state tells the order of all that was put
//! into it; a register's write tells the value that it replaced; a row comes once or goes once. So the order of versions is known and nothing has
//! to be guessed, and a cycle is a proof.
//!
//! ```text
//! schedule   sessions of the engine take turns, or run on threads of their own, and write down what they did
//!    |
//! event      a history
//!    |
//! graph      who depends on whom: by a write after a write, a read of a write, a write after a read
//!    |
//! anomaly    what is wrong with it
//!    |
//! level, cycles   whose isolation level forbids that: in one history transactions may have different ones
//! ```

pub mod event;

mod graph;

pub mod anomaly;

pub mod level;

mod cycles;

pub mod schedule;

#[cfg(test)]
mod tests;
