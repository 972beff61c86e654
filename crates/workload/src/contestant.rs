//! An engine that runs the articles' work, and the cost of it.

use crate::case::{Case, Durability};

/// The cost of a case on an engine. Counts that the engine lacks are `None`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Seconds of the work alone.
    pub seconds: f64,
    /// Log flushes.
    pub flushes: Option<u64>,
    /// The session's waits for a flush (WRITELOG).
    pub waits: Option<u64>,
    /// The duration of the waits in milliseconds.
    pub wait_ms: Option<u64>,
    /// Bytes written to the log file.
    pub log_bytes: Option<u64>,
}

/// An engine.
pub trait Contestant {
    /// Returns the engine's name and version.
    fn name(&self) -> &str;

    /// Returns the engine's setting for the durability.
    fn setting(&self, durability: Durability) -> &'static str;

    /// Runs a case with `rows` rows in a new table. Returns `None` if the engine doesn't support
    /// the case.
    fn measure(&mut self, case: &Case, rows: u32) -> Result<Option<Cost>, String>;
}
