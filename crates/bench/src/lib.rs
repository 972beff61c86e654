//! Measurements: the articles' small transactions on Sluice beside SQLite, and the figures of an issue's acceptance.
//!
//! Development only. Speed is compared as the median ratio of interleaved pairs, since the speed of one machine drifts.
//!
//! Instructions drift less. What a row costs is the difference of two runs of the release binary by their numbers of rows (`Collected`):
//! ```text
//! valgrind --tool=callgrind --callgrind-out-file=OUT sluice sql --data NEW_FOLDER -b -i SCRIPT
//! CREATE DATABASE PerformanceV3;
//! GO
//! SET NOCOUNT ON; USE PerformanceV3; CREATE TABLE dbo.T1(col1 INT NOT NULL);
//! GO
//! BEGIN TRAN; DECLARE @i AS INT = 1; WHILE @i <= 120000 BEGIN INSERT INTO dbo.T1(col1) VALUES(@i); SET @i += 1; END; COMMIT TRAN;
//! ```
//! With 20,000 and 120,000 rows; for delayed transactions BEGIN TRAN and COMMIT TRAN stand in the loop, behind
//! `ALTER DATABASE PerformanceV3 SET DELAYED_DURABILITY = FORCED`. `callgrind_annotate OUT` tells where they go.

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

pub mod simulated;

pub mod operators;

pub mod truths;
