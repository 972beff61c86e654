//! Events that the simulator's seeds must reach.
//!
//! The code reports an event where it happens ([`crate::sync::reached`]). A schedule counts the
//! reports, and the simulator shows which share of its seeds reaches each event.

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The background has taken a checkpoint of a database.
    BackgroundCheckpoint,
    /// A page was evicted for another page.
    Eviction,
    /// A log has failed and accepts no more records.
    Poison,
    /// A database that had not been closed properly was recovered.
    Recovery,
    /// A page was read from the buffer pool extension.
    ExtensionRead,
    /// A buffer pool extension has failed and is off.
    ExtensionFailure,
}

impl Probe {
    /// The number of kinds of events.
    pub const COUNT: usize = 6;
}
