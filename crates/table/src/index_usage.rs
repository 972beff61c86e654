//! Counts how often statements have used the indexes of a database since it was opened.
//!
//! A cached plan counts its own runs and knows its indexes (`statement_stats`). This module keeps
//! the counts of plans that are no longer cached. `sys.dm_db_index_usage_stats` shows the sum of
//! both.

use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Mutex;

/// The kind of an index use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum UseKind {
    /// A search by key.
    Seek,
    /// A scan of the whole index.
    Scan,
    /// A search for the row that an entry of another index refers to.
    Lookup,
    /// An insert, update or delete of rows.
    Update,
}

/// A count of uses and the time of the last.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Number of uses.
    pub count: u64,
    /// Start of the last use in nanoseconds since 1970; 0 if there was none.
    pub last_ns: i64,
}

/// The uses of one index, by [`UseKind`].
pub type IndexTallies = [Tally; 4];

/// Counts of plans that are no longer cached, by table and index id (0 for a heap).
#[derive(Debug, Default)]
pub struct IndexUsage(Mutex<HashMap<(ObjectId, u16), IndexTallies>>);

impl IndexUsage {
    /// Adds `tally` to the uses of `index`.
    pub fn add(&self, index: (ObjectId, u16), kind: UseKind, tally: Tally) {
        self.0.lock().entry(index).or_default()[kind as usize].add(tally);
    }

    /// Returns a copy of all counts.
    pub fn all(&self) -> HashMap<(ObjectId, u16), IndexTallies> {
        self.0.lock().clone()
    }
}

impl Tally {
    /// Adds the count of another tally, and takes its time if that is later.
    pub fn add(&mut self, more: Tally) {
        self.count += more.count;
        self.last_ns = self.last_ns.max(more.last_ns);
    }
}
