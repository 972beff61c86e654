//! What a plan costs, about: in the time that it takes to hand one row on from one operator to the next (some 25 ns).
//!
//! Pages are taken to be in memory: what is read at random costs more than what lies together, because it misses the processor's caches and
//! descends a tree, not because a disk would turn. The figures are estimates, not measurements: they are right as far as they put the ways of
//! a statement into their order. `sluice-bench operators` measures what a row costs in each operator.

/// Reading rows from end to end, each `bytes` long: `rows` of them.
pub(crate) fn of_scan(rows: f64, bytes: f64) -> f64 {
    rows * (ROW + bytes * BYTE)
}

/// Seeking `ranges` parts of an index, which have `rows` entries of `bytes` bytes together; for each a row is looked up, perhaps.
pub(crate) fn of_seek(ranges: f64, rows: f64, bytes: f64, looks_up: bool) -> f64 {
    let lookup = if looks_up { LOOKUP } else { 0.0 };
    ranges * SEEK + of_scan(rows, bytes) + rows * (ENTRY + lookup)
}

/// Pairing `probe` rows with `build` rows that are kept by their keys; `pairs` come out.
pub(crate) fn of_hash_join(build: f64, probe: f64, pairs: f64) -> f64 {
    HASH_START + build * BUILD + probe * PROBE + pairs
}

/// Going side by side through inputs that have so many rows together; `kept` of them are kept for more than one partner; `pairs` come out.
pub(crate) fn of_merge_join(rows: f64, kept: f64, pairs: f64) -> f64 {
    rows * MERGE + kept * KEEP + pairs
}

/// What is saved where the rows of groups come one behind the other, and are not looked for in a table.
pub(crate) fn saved_by_ordered_groups(rows: f64) -> f64 {
    rows * (GROUP_HASH - GROUP_ORDERED)
}

/// Running something that costs `inner` once for each of so many rows; `pairs` come out.
pub(crate) fn of_loop_join(outer: f64, inner: f64, pairs: f64) -> f64 {
    outer * (inner + RUN) + pairs
}

/// Handing a row on.
const ROW: f64 = 1.0;
/// Reading a byte of it.
const BYTE: f64 = 0.01;
/// Coming to the first entry of a range.
const SEEK: f64 = 20.0;
/// Coming from an entry of a tree to the next, beyond what a heap's row costs.
const ENTRY: f64 = 1.0;
/// Coming from an entry to its row.
const LOOKUP: f64 = 15.0;
/// Making a table of keys.
const HASH_START: f64 = 50.0;
/// Keeping a row by its key.
const BUILD: f64 = 6.0;
/// Looking for a key.
const PROBE: f64 = 3.0;
/// Opening the inner side again.
const RUN: f64 = 4.0;
/// Comparing a row with one of the other side.
const MERGE: f64 = 1.5;
/// Keeping a row as long as others have its key.
const KEEP: f64 = 5.0;
/// Finding a row's group in a table.
const GROUP_HASH: f64 = 4.0;
/// Comparing a row with the one before.
const GROUP_ORDERED: f64 = 1.5;
