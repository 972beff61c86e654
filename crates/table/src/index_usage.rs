//! How often statements have used the indexes of a database since it was opened.
//!
//! A statement that runs counts its runs, and knows which indexes it uses (`statement_stats`); what is here is what is left of statements that are
//! compiled no more. Both together are `sys.dm_db_index_usage_stats`.

use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Mutex;

/// What an index is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum UseKind {
    /// Looking for values of its key.
    Seek,
    /// Reading it from end to end.
    Scan,
    /// Looking for the row that an entry of another index leads to.
    Lookup,
    /// Rows are put in, changed or taken out.
    Update,
}

/// How often, and when last.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// How often.
    pub count: u64,
    /// When it began last, in nanoseconds since 1970; 0: never.
    pub last_ns: i64,
}

/// How often an index was used, for each [`UseKind`].
pub type IndexTallies = [Tally; 4];

/// What is left of statements that are compiled no more: by table, and by the index's id, 0 for a heap.
#[derive(Debug, Default)]
pub struct IndexUsage(Mutex<HashMap<(ObjectId, u16), IndexTallies>>);

impl IndexUsage {
    /// An index was used so.
    pub fn add(&self, index: (ObjectId, u16), kind: UseKind, tally: Tally) {
        self.0.lock().entry(index).or_default()[kind as usize].add(tally);
    }

    /// All of it.
    pub fn all(&self) -> HashMap<(ObjectId, u16), IndexTallies> {
        self.0.lock().clone()
    }
}

impl Tally {
    /// That, too.
    pub fn add(&mut self, more: Tally) {
        self.count += more.count;
        self.last_ns = self.last_ns.max(more.last_ns);
    }
}
