//! Creation and modification times of objects
//! (`relational-databases/system-catalog-views/sys-objects-transact-sql`).
//!
//! Invariant: every object of a stored catalog that `sys.objects` shows has an entry. The database
//! itself has an entry as object 0.

/// When an object was created and last modified, in local nanoseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dates {
    /// The creation time.
    pub created_ns: i64,
    /// The time of the last ALTER or equivalent change. For a table, creating or changing an index
    /// counts too.
    pub modified_ns: i64,
}

impl Dates {
    /// Returns the dates of an object created at `now_ns`, local nanoseconds since 1970. It counts
    /// as modified then too.
    pub fn new(now_ns: i64) -> Dates {
        Dates { created_ns: now_ns, modified_ns: now_ns }
    }
}
