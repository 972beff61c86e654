//! The articles' tables as workloads: the same loops and sequences on Sluice, on SQLite,
//! and on PostgreSQL and MariaDB servers if available. `sluice bench` shows the results;
//! `sluice-bench` compares them with an issue's bars.
//!
//! - [`case`] defines the tables and cases.
//! - [`contestant`] is the trait of an engine and the cost of a case.
//! - [`contest`] measures contestants in turn.
//! - [`cache`] measures the article on the buffer pool extension; [`cache_peers`] its peers.
//! - [`sluice`], [`sqlite`], [`postgres`] and [`mariadb`] are the engines.
//!
//! ```text
//! Plan -> contest::hold -> Contestant::measure, in turn -> Entry (case, engine, cost)
//! ```
//!
//! Rules: the crate prints nothing. Embedded engines are timed by a monotonic clock around the work
//! alone, servers by their own clock, so that client overhead doesn't count. Flushes, waits and
//! bytes come from the engine's own counters, if it has them.
//!
//! Failures: an error of an engine ends the measurement with its text. A server that doesn't answer
//! is omitted.
//!
//! Start reading at [`contest`].

pub mod shape;

pub mod median;

pub mod case;

pub mod contestant;

pub mod sluice;

pub mod sqlite;

pub mod postgres;

pub mod mariadb;

pub mod contest;

pub mod cache;

pub mod cache_peers;
