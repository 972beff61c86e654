//! Cost estimates. The unit is 25 ns.
//!
//! Pages are assumed to be in memory. Random reads cost more than sequential reads because of
//! processor cache misses and tree descents, not because of disk seeks. The figures only need to
//! rank the alternatives of a statement. Those of scans, hash joins, groups and nested loops were
//! measured on tables of 150,000 to 6,000,000 rows: scans, hash joins and groups run by chunks,
//! nested loops row by row. `sluice-bench operators` measures the cost per row of each operator.

/// Cost of reading `rows` rows of `bytes` bytes each, sequentially.
pub(crate) fn of_scan(rows: f64, bytes: f64) -> f64 {
    rows * (ROW + bytes * BYTE)
}

/// Cost of seeking index ranges.
pub(crate) fn of_seek(seek: SeekCost) -> f64 {
    let SeekCost { ranges, is_point, rows, bytes, looks_up } = seek;
    let lookup = if looks_up { LOOKUP } else { 0.0 };
    ranges * if is_point { POINT } else { SEEK } + of_scan(rows, bytes) + rows * (ENTRY + lookup)
}

/// The parts of the cost of a seek.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeekCost {
    /// The number of ranges.
    pub(crate) ranges: f64,
    /// Whether each range is a full key of the clustered index.
    pub(crate) is_point: bool,
    /// The number of entries found.
    pub(crate) rows: f64,
    /// The bytes of an entry, and of the row that is looked up.
    pub(crate) bytes: f64,
    /// Whether the row of each entry is looked up.
    pub(crate) looks_up: bool,
}

/// Cost of opening a system view that returns `rows` rows.
pub(crate) fn of_view(rows: f64) -> f64 {
    VIEW + rows * VIEW_ROW
}

/// Cost of comparing a name with the names of `count` objects.
pub(crate) fn of_names(count: f64) -> f64 {
    count * NAME
}

/// Cost of a hash join: `build` rows in the table, `probe` rows looked up, `pairs` results.
pub(crate) fn of_hash_join(build: f64, probe: f64, pairs: f64) -> f64 {
    HASH_START + build * BUILD + probe * PROBE + pairs
}

/// Cost of a merge join over `rows` input rows, of which `kept` are buffered for more than one
/// partner, with `pairs` results.
pub(crate) fn of_merge_join(rows: f64, kept: f64, pairs: f64) -> f64 {
    rows * MERGE + kept * KEEP + pairs
}

/// Cost of passing `rows` rows through an operator.
pub(crate) fn of_passing(rows: f64) -> f64 {
    rows * ROW
}

/// Cost of grouping `rows` rows. `is_ordered` says that the rows of a group are together.
pub(crate) fn of_groups(rows: f64, is_ordered: bool) -> f64 {
    rows * if is_ordered { GROUP_ORDERED } else { GROUP_HASH }
}

/// Cost saved by a stream aggregate compared with a hash aggregate.
pub(crate) fn saved_by_ordered_groups(rows: f64) -> f64 {
    of_groups(rows, false) - of_groups(rows, true)
}

/// Cost of a nested loops join: the inner side costs `inner` and runs `outer` times; `pairs`
/// results, one by one. The cost of the outer side isn't included.
pub(crate) fn of_loop_join(outer: f64, inner: f64, pairs: f64) -> f64 {
    outer * (inner + RUN) + pairs * PAIR
}

/// Cost of finding the partners of a row among rows that are kept by key from run to run.
pub(crate) fn of_kept_rows() -> f64 {
    KEPT
}

/// Cost of comparing `left` rows with `right` rows that are kept without a key.
pub(crate) fn of_kept_pairs(left: f64, right: f64) -> f64 {
    left * right * ROW
}

/// Passing a row to the next operator.
const ROW: f64 = 1.0;
/// Reading a byte of a row.
const BYTE: f64 = 0.005;
/// Opening a range of an index and descending to its first entry.
const SEEK: f64 = 60.0;
/// Finding a row by its full clustered key.
const POINT: f64 = 25.0;
/// Reading the next entry of a tree, beyond the cost of a heap row.
const ENTRY: f64 = 1.0;
/// Looking up the row of an index entry.
const LOOKUP: f64 = 25.0;
/// Opening a system view.
const VIEW: f64 = 40.0;
/// Making a row of a system view.
const VIEW_ROW: f64 = 20.0;
/// Comparing a name with an object's name.
const NAME: f64 = 2.0;
/// Creating a hash table.
const HASH_START: f64 = 100.0;
/// Inserting a row into the hash table.
const BUILD: f64 = 7.0;
/// Probing the hash table.
const PROBE: f64 = 2.0;
/// Opening the inner side again, for an outer row that comes one by one.
const RUN: f64 = 25.0;
/// Opening a join with kept rows, and finding a row's partners.
const KEPT: f64 = 12.0;
/// Passing on a pair of a nested loops join.
const PAIR: f64 = 8.0;
/// Comparing two rows in a merge join.
const MERGE: f64 = 1.5;
/// Buffering a row while others have its key.
const KEEP: f64 = 5.0;
/// Finding a row's group in a hash table.
const GROUP_HASH: f64 = 4.0;
/// Comparing a row with the previous row.
const GROUP_ORDERED: f64 = 1.5;
