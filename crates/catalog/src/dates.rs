//! When objects were made and last altered (`relational-databases/system-catalog-views/sys-objects-transact-sql`).
//!
//! Invariant: every object of a stored catalog that `sys.objects` shows has its dates, and so has the database itself, as object 0.

/// When an object was made, and when it was last altered: local nanoseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dates {
    /// When it was made.
    pub created_ns: i64,
    /// When ALTER, or what does the same, changed it last; of a table also when an index of it was made or changed.
    pub modified_ns: i64,
}

impl Dates {
    /// Of what is made now.
    pub fn new(now_ns: i64) -> Dates {
        Dates { created_ns: now_ns, modified_ns: now_ns }
    }
}
