//! The articles' log-flush tables as workloads: the same loops and sequences on Sluice, on SQLite, and on PostgreSQL and MariaDB where their
//! servers answer. `sluice bench` shows what they give; `sluice-bench` judges it by an issue's bars.
//!
//! It measures and prints nothing. Seconds are a monotonic clock's around the work alone, on the engines that live in this process, and
//! the server's own on the others, so that no client's way to it counts. Flushes, waits and bytes are what the engine itself counts;
//! where one counts none, there is none.

pub mod shape;

pub mod median;

pub mod case;

pub mod contestant;

pub mod sluice;

pub mod sqlite;

pub mod postgres;

pub mod mariadb;

pub mod contest;
