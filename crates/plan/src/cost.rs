//! Cost estimates. The unit is the time to pass one row between two operators, about 25 ns.
//!
//! Pages are assumed to be in memory. Random reads cost more than sequential reads because of
//! processor cache misses and tree descents, not because of disk seeks. The figures are estimates,
//! not measurements; they only need to rank the alternatives of a statement. `sluice-bench
//! operators` measures the cost per row of each operator.

/// Cost of reading `rows` rows of `bytes` bytes each, sequentially.
pub(crate) fn of_scan(rows: f64, bytes: f64) -> f64 {
    rows * (ROW + bytes * BYTE)
}

/// Cost of seeking `ranges` index ranges with `rows` entries of `bytes` bytes in total. `looks_up`
/// adds a row lookup per entry.
pub(crate) fn of_seek(ranges: f64, rows: f64, bytes: f64, looks_up: bool) -> f64 {
    let lookup = if looks_up { LOOKUP } else { 0.0 };
    ranges * SEEK + of_scan(rows, bytes) + rows * (ENTRY + lookup)
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
/// results. The cost of the outer side isn't included.
pub(crate) fn of_loop_join(outer: f64, inner: f64, pairs: f64) -> f64 {
    outer * (inner + RUN) + pairs
}

/// Passing a row to the next operator.
const ROW: f64 = 1.0;
/// Reading a byte of a row.
const BYTE: f64 = 0.01;
/// Descending to the first entry of a range.
const SEEK: f64 = 20.0;
/// Reading the next entry of a tree, beyond the cost of a heap row.
const ENTRY: f64 = 1.0;
/// Looking up the row of an index entry.
const LOOKUP: f64 = 15.0;
/// Opening a system view.
const VIEW: f64 = 40.0;
/// Making a row of a system view.
const VIEW_ROW: f64 = 20.0;
/// Comparing a name with an object's name.
const NAME: f64 = 2.0;
/// Creating a hash table.
const HASH_START: f64 = 50.0;
/// Inserting a row into the hash table.
const BUILD: f64 = 6.0;
/// Probing the hash table.
const PROBE: f64 = 3.0;
/// Opening the inner side again.
const RUN: f64 = 4.0;
/// Comparing two rows in a merge join.
const MERGE: f64 = 1.5;
/// Buffering a row while others have its key.
const KEEP: f64 = 5.0;
/// Finding a row's group in a hash table.
const GROUP_HASH: f64 = 4.0;
/// Comparing a row with the previous row.
const GROUP_ORDERED: f64 = 1.5;
