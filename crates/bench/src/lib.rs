//! Measurements: the articles' small transactions on Sluice and its peers, and the figures of the
//! issues' acceptance. For development only.
//!
//! - [`figure::Figure`] is a measured value with its bar.
//! - [`mod@slice`], [`storage`], [`articles`], [`served`], [`thousand`], [`layers`] and [`truths`]
//!   have the figures of the issues, by `cargo xtask accept NAME`.
//! - [`tpch`] has the queries of TPC-H; [`queries`] compares random queries with SQLite.
//! - [`column_types`] compares operators by type, [`films`] the planner's plans with the best that
//!   hints find.
//! - [`simulated`] runs the simulator; [`operators`] measures the costs for `plan::cost`.
//!
//! ```text
//! main (command line) -> a figures' module -> Sluice, peers, or the binary -> Figure lines
//! ```
//!
//! Rules: speed is compared as the median ratio of interleaved pairs, because the speed of a
//! machine drifts. A peer that doesn't answer is omitted, and the bar is then the issue's number.
//!
//! Failures: a figure that misses its bar is printed as SHORT; an error of an engine or process
//! ends the part with its text.
//!
//! Start reading at [`pairs`] and [`mod@slice`].
//!
//! Instruction counts drift less than times. The cost of a row is the difference of two runs of the
//! release binary divided by the difference of their rows (`Collected`):
//!
//! ```text
//! valgrind --tool=callgrind --callgrind-out-file=OUT sluice sql --data NEW_FOLDER -b -i SCRIPT
//! CREATE DATABASE PerformanceV3;
//! GO
//! SET NOCOUNT ON; USE PerformanceV3; CREATE TABLE dbo.T1(col1 INT NOT NULL);
//! GO
//! BEGIN TRAN; DECLARE @i AS INT = 1;
//! WHILE @i <= 120000 BEGIN INSERT INTO dbo.T1(col1) VALUES(@i); SET @i += 1; END;
//! COMMIT TRAN;
//! ```
//! Use 20,000 and 120,000 rows. For delayed transactions, move BEGIN TRAN and COMMIT TRAN into the
//! loop and set `ALTER DATABASE PerformanceV3 SET DELAYED_DURABILITY = FORCED` first.
//! `callgrind_annotate OUT` shows the distribution.

pub mod figure;

pub mod timed;

pub mod program;

pub mod pairs;

pub mod slice;

pub mod storage;

pub mod articles;

pub mod disk;

pub mod sessions;

pub mod served;

pub mod thousand;

pub mod layers;

pub mod tpch;

mod dice;

pub mod queries;

pub mod films;

pub mod column_types;

pub mod simulated;

pub mod operators;

pub mod truths;
