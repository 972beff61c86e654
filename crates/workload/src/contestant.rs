//! An engine that does the articles' work, and what that cost.

use crate::case::{Case, Durability};

/// What a case cost an engine. What the engine does not count is not there.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Seconds of the work alone.
    pub seconds: f64,
    /// Flushes of the log.
    pub flushes: Option<u64>,
    /// Waits for a flush (WRITELOG), of the session.
    pub waits: Option<u64>,
    /// The milliseconds in them.
    pub wait_ms: Option<u64>,
    /// Bytes that went to the log's file.
    pub log_bytes: Option<u64>,
}

/// An engine.
pub trait Contestant {
    /// Its name and version.
    fn name(&self) -> &str;

    /// With which setting it commits so.
    fn setting(&self, durability: Durability) -> &'static str;

    /// Does a case with `rows` rows in a new table of its own; `None` where it has no such thing.
    fn measure(&mut self, case: &Case, rows: u32) -> Result<Option<Cost>, String>;
}
