//! Access paths: the ways to find a table's rows ([`candidates`]), the choice between them
//! ([`choice`]), and index nested loops joins ([`join`]).
//!
//! A candidate is a scan of the table, a scan of a covering index, or a seek in an index whose
//! leading key columns have conditions. Conditions that a seek answers exactly aren't evaluated
//! again. An index *covers* a table if it has all columns that the statement uses; its entries are
//! then read instead of the rows.

mod choice;
mod filter;
pub(crate) mod join;
mod order;
mod sargable;
pub(crate) use choice::{cost_of_entries, cost_of_scan};
pub(crate) use order::{bring_into_order, cost_of_reading, ways_to_read, with_the_extreme};

use crate::expression::{ColumnId, Condition};
use crate::physical::{PathHint, PathMethod, ScanTarget, Seek, SeekRange, ViewSeek, ViewTarget};
use crate::statement::Subquery;
use filter::is_implied;
use sargable::{ColumnRange, Sargable, Subject};
use sluice_catalog::index::CLUSTERED;
use sluice_catalog::{Index, Table};
use sluice_types::{DataType, Length, RowLayout};

/// A way to find the rows of a table that satisfy some conditions.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The index range to read; `None` is a full scan.
    pub(crate) seek: Option<Seek>,
    /// The positions of the conditions that the seek answers exactly.
    pub(crate) answered: Vec<usize>,
    /// Whether the candidate returns at most one row.
    pub(crate) is_one_row: bool,
    /// The number of leading key columns restricted to one or several values.
    pub(crate) equal: usize,
    /// The number of bounds on the next column.
    pub(crate) bounds: usize,
    /// Whether each entry needs a row lookup.
    pub(crate) looks_up: bool,
    /// The estimated bytes read per row: of the row, or of the index entry.
    pub(crate) bytes: usize,
}

/// A table and the statement's requirements on it.
#[derive(Clone, Copy)]
pub(crate) struct TableUse<'s> {
    /// The table.
    pub(crate) table: &'s Table,
    /// The ids of the table's columns, in table order.
    pub(crate) columns: &'s [ColumnId],
    /// The ordinals of the used columns; `None` if the row itself must be read.
    pub(crate) needed: Option<&'s [usize]>,
    /// The estimated number of rows, if known.
    pub(crate) rows: Option<u64>,
    /// The statement's subqueries.
    pub(crate) subqueries: &'s [Subquery],
}

impl<'s> TableUse<'s> {
    /// Returns a scan's requirements on its table.
    pub(crate) fn for_scan(target: &'s ScanTarget, subqueries: &'s [Subquery]) -> TableUse<'s> {
        // A statement that changes rows, or locks them for change, must read the rows themselves.
        let is_for_reading = target.locator.is_none() && target.address.is_none() && target.hints.mode.is_none();
        let needed = is_for_reading.then_some(target.needed.as_slice());
        TableUse { table: &target.table, columns: &target.columns, needed, rows: target.rows, subqueries }
    }
}

/// Returns the candidates for the rows that satisfy all conditions. The full scan is the first.
pub(crate) fn candidates(table_use: TableUse<'_>, conditions: &[Condition]) -> Vec<Candidate> {
    let TableUse { table, columns, needed, subqueries, .. } = table_use;
    let mut found = vec![scan(None, row_bytes(table))];
    if table.indexes.is_empty() {
        return found;
    }
    let sargable = Subject { defs: &table.columns, columns, subqueries }.sargable(conditions);
    for index in &table.indexes {
        if index.filter.as_ref().is_some_and(|filter| !is_implied(filter, table_use, conditions, &sargable)) {
            continue;
        }
        let (is_covering, bytes) = (covers(table, index, needed), entry_bytes(table, index));
        let sought = seek_in(index, &sargable, is_covering, bytes);
        if sought.equal + sought.bounds > 0 {
            found.push(sought);
        }
        if is_covering && !index.is_clustered() {
            found.push(scan(Some(Seek::all(index.id, true)), bytes));
        }
    }
    found
}

/// Chooses the best candidate for a scan, and removes the conditions that it answers.
pub(crate) fn seek(target: &mut ScanTarget, conditions: &mut Vec<Condition>, subqueries: &[Subquery]) {
    let table_use = TableUse::for_scan(target, subqueries);
    let mut ways = candidates(table_use, conditions);
    if target.hint != PathHint::default() {
        ways.extend(hinted_scans(table_use, &target.hint, conditions));
        ways.retain(|way| allows(&target.hint, way));
    }
    let Some(best) = choice::best(table_use, ways) else {
        target.is_refused = true;
        return;
    };
    target.seek = best.seek;
    let mut number = 0;
    conditions.retain(|_| {
        number += 1;
        !best.answered.contains(&(number - 1))
    });
}

/// Sets the values by which a system view finds the rows that satisfy the conditions. All
/// conditions remain, because the view may return other rows too.
pub(crate) fn seek_view(target: &mut ViewTarget, conditions: &[Condition], subqueries: &[Subquery]) {
    let subject = Subject { defs: &target.def.columns, columns: &target.columns, subqueries };
    let sargable = subject.sargable(conditions).into_iter().filter(|part| target.def.reach.has(part.column));
    let seek = |part: Sargable| {
        let has_bounds = part.ranges.iter().any(|range| matches!(range, ColumnRange::Between(..)));
        let ranges = multiplied(&[SeekRange::default()], &part.ranges);
        (!has_bounds).then_some(ViewSeek { column: part.column, ranges })
    };
    target.seeks = sargable.filter_map(seek).collect();
}

/// Returns scans of the indexes named by a hint, even if each entry needs a row lookup.
fn hinted_scans(table_use: TableUse<'_>, hint: &PathHint, conditions: &[Condition]) -> Vec<Candidate> {
    let TableUse { table, columns, subqueries, .. } = table_use;
    let sargable = Subject { defs: &table.columns, columns, subqueries }.sargable(conditions);
    let is_it = |index: &&Index| {
        let is_whole = index.filter.as_ref().is_none_or(|filter| is_implied(filter, table_use, conditions, &sargable));
        hint.indexes.contains(&index.id) && !index.is_clustered() && is_whole
    };
    let scan_of =
        |index: &Index| Candidate { looks_up: true, ..scan(Some(Seek::all(index.id, false)), row_bytes(table)) };
    table.indexes.iter().filter(is_it).map(scan_of).collect()
}

/// Whether the hint allows a candidate.
fn allows(hint: &PathHint, way: &Candidate) -> bool {
    let is_seek = way.equal + way.bounds > 0;
    let is_method = hint.methods.iter().all(|method| (*method == PathMethod::Seek) == is_seek);
    // A table scan counts as a scan of the clustered index.
    let is_named = |id: &u16| match &way.seek {
        Some(seek) => seek.index == *id && (*id != 0),
        None => *id <= CLUSTERED,
    };
    let is_deep = way.equal + usize::from(way.bounds > 0) >= hint.sought;
    is_method && is_deep && (hint.indexes.is_empty() || hint.indexes.iter().any(is_named))
}

/// Returns the seek that finds the rows of a table to change, if any.
pub(crate) fn of_change(
    (table, row): (&Table, &[ColumnId]),
    conditions: &[Condition],
    subqueries: &[Subquery],
) -> Option<Seek> {
    let table_use = TableUse { table, columns: row, needed: None, rows: None, subqueries };
    choice::best(table_use, candidates(table_use, conditions))?.seek
}

/// Returns the scans over all rows that need no row lookup.
fn whole_scans(target: &ScanTarget) -> Vec<Option<Seek>> {
    let table_use = TableUse::for_scan(target, &[]);
    let covering = target.table.indexes.iter().filter(|index| {
        !index.is_clustered() && index.filter.is_none() && covers(&target.table, index, table_use.needed)
    });
    std::iter::once(None).chain(covering.map(|index| Some(Seek::all(index.id, true)))).collect()
}

/// Whether the index covers the needed columns: its key, its included columns and the clustered
/// key. `None` needs the row itself.
fn covers(table: &Table, index: &Index, needed: Option<&[usize]>) -> bool {
    if index.is_clustered() {
        return true;
    }
    let Some(needed) = needed else { return false };
    let clustered = table.clustered();
    let is_key = |index: &Index, place: &usize| index.keys.iter().any(|key| key.column == *place);
    let has = |place: &usize| {
        is_key(index, place)
            || table.stored_beside(index).any(|stored| stored == *place)
            || clustered.is_some_and(|index| is_key(index, place))
    };
    needed.iter().all(has)
}

fn scan(seek: Option<Seek>, bytes: usize) -> Candidate {
    Candidate { seek, answered: Vec::new(), is_one_row: false, equal: 0, bounds: 0, looks_up: false, bytes }
}

/// Returns the seek in an index that answers the most conditions.
fn seek_in(index: &Index, sargable: &[Sargable], is_covering: bool, bytes: usize) -> Candidate {
    let mut ranges = vec![SeekRange::default()];
    let (mut answered, mut equal, mut fixed) = (Vec::new(), 0, 0);
    let mut take = |part: &Sargable| answered.extend(part.is_exact.then_some(part.condition));
    for key in &index.keys {
        let of_points = |part: &&Sargable| part.column == key.column && part.ranges.iter().all(ColumnRange::is_point);
        // A single value is preferred to several.
        let parts = sargable.iter().filter(of_points);
        let Some(part) = parts.min_by_key(|part| part.ranges.len()) else { break };
        if ranges.len() * part.ranges.len() > RANGES_MAX {
            break;
        }
        if ranges.len() == 1 && part.ranges.len() == 1 {
            fixed += 1;
        }
        equal += 1;
        ranges = multiplied(&ranges, &part.ranges);
        take(part);
    }
    let mut bounds = 0;
    if let Some(key) = index.keys.get(equal) {
        let of_next: Vec<&Sargable> = sargable.iter().filter(|part| part.column == key.column).collect();
        let end = |wanted: fn(&ColumnRange) -> bool| {
            of_next.iter().find(|part| matches!(part.ranges.as_slice(), [only] if wanted(only)))
        };
        let from = end(|range| matches!(range, ColumnRange::Between(Some(_), None)));
        let to = end(|range| matches!(range, ColumnRange::Between(None, Some(_))));
        if from.is_some() || to.is_some() {
            for part in from.into_iter().chain(to) {
                ranges = multiplied(&ranges, &part.ranges);
                take(part);
                bounds += 1;
            }
        } else if let Some(part) = of_next.first()
            && ranges.len() * part.ranges.len() <= RANGES_MAX
        {
            ranges = multiplied(&ranges, &part.ranges);
            take(part);
            bounds = 1;
        }
    }
    let is_one_row = index.unique && fixed == index.keys.len();
    let looks_up = !is_covering;
    let covers = is_covering && !index.is_clustered();
    let seek = Some(Seek { index: index.id, covers, fixed, ranges });
    Candidate { seek, answered, is_one_row, equal, bounds, looks_up, bytes }
}

/// Combines each range with each range of the next column. Existing bounds are kept.
fn multiplied(ranges: &[SeekRange], next: &[ColumnRange]) -> Vec<SeekRange> {
    let with = |range: &SeekRange, next: &ColumnRange| {
        let mut range = range.clone();
        match next {
            ColumnRange::Equal(value) => range.equal.push(value.clone()),
            ColumnRange::Between(from, to) => {
                range.from = range.from.or_else(|| from.clone());
                range.to = range.to.or_else(|| to.clone());
            }
            ColumnRange::Like(like) => range.like = Some(like.clone()),
        }
        range
    };
    ranges.iter().flat_map(|range| next.iter().map(move |next| with(range, next))).collect()
}

/// Estimates the bytes of a row.
pub(crate) fn row_bytes(table: &Table) -> usize {
    table.columns.iter().filter(|column| !column.is_virtual()).map(|column| value_bytes(column.data_type)).sum()
}

/// Estimates the bytes of an index entry: key, row locator and included columns. An entry of a
/// clustered index is the row.
fn entry_bytes(table: &Table, index: &Index) -> usize {
    let of_key = |index: &Index| -> usize {
        index.keys.iter().map(|key| value_bytes(table.columns[key.column].data_type)).sum()
    };
    if index.is_clustered() {
        return row_bytes(table);
    }
    let included: usize = table.stored_beside(index).map(|place| value_bytes(table.columns[place].data_type)).sum();
    // The sort key is stored next to the values.
    let locator = table.clustered().map_or(RID_BYTES, of_key);
    2 * of_key(index) + included + 2 * locator
}

/// Estimates the bytes of a value. For a variable-length type this is half the maximum, with a
/// limit.
pub(crate) fn value_bytes(data_type: DataType) -> usize {
    RowLayout::fixed_bytes(&data_type).unwrap_or_else(|| match data_type.length() {
        Some(Length::Limited(length)) => (usize::from(length) / 2).clamp(1, LONG_BYTES),
        _ => LONG_BYTES,
    })
}

/// The maximum number of ranges of a seek.
const RANGES_MAX: usize = 4096;
/// The bytes of a heap row locator.
const RID_BYTES: usize = 8;
/// The assumed bytes of a long value.
const LONG_BYTES: usize = 100;
