//! External sorting: sorted runs in tempdb, and their merge.
//!
//! A run is a work file of rows in key order. Runs are merged a few at a time until the rest can be
//! merged while rows are returned. Only neighbouring runs are merged, and of equal rows the earlier
//! run's row comes first, so the sort is stable.

use super::kept_rows::show_record;
use super::value_bytes::{put_values, read_value};
use super::work_rows::{WorkReader, WorkRows};
use super::workspace::row_bytes;
use super::{Cursor, RowsSeen, Run, Workspace};
use crate::code::context::Context;
use sluice_access::WorkKind;
use sluice_base::codec::Reader;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Sorted runs in tempdb.
pub struct Runs {
    /// For each key, whether the order is descending.
    descending: Box<[bool]>,
    runs: VecDeque<WorkRows>,
    bytes: Vec<u8>,
}

/// Collects rows in memory, and writes them as sorted runs when memory is short. Sorts by the keys,
/// stable. One row that exceeds the allowance alone is kept in memory all the same.
pub(super) struct Sorter {
    runs: Runs,
    workspace: Workspace,
    keys: Vec<Value>,
    rows: Vec<Box<[u8]>>,
    bytes: Vec<u8>,
}

/// Merged rows of several runs. Each run's first row is in its head.
pub struct Merge {
    descending: Box<[bool]>,
    heads: Vec<Head>,
    /// Binary heap of the runs that have rows left, as indexes into `heads`. The least row is at
    /// the root.
    heap: Vec<u32>,
    has_begun: bool,
}

/// A run and its next row.
struct Head {
    rows: WorkRows,
    reader: WorkReader,
    keys: Vec<Value>,
    /// Offset of the row in the record, after its keys.
    row: usize,
}

/// A cursor over merged rows: each next row becomes the current row of its sources.
pub(super) struct Merging<'s> {
    merge: Merge,
    sources: &'s [usize],
}

impl Runs {
    /// Returns no runs, for keys in these orders.
    pub fn new(descending: impl Iterator<Item = bool>) -> Runs {
        Runs { descending: descending.collect(), runs: VecDeque::new(), bytes: Vec::new() }
    }

    /// Returns whether there are no runs.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Begins a new run, whose rows must be pushed in key order.
    pub fn begin(&mut self, context: &dyn Context) -> Result<(), SqlError> {
        context.check_cancelled()?;
        self.runs.push_back(WorkRows::in_tempdb(context.databases(), WorkKind::Table)?);
        Ok(())
    }

    /// Appends a row to the last run; `put` writes the row after its keys. Does nothing before
    /// [`Runs::begin`].
    pub fn push(&mut self, keys: &[Value], put: impl FnOnce(&mut Vec<u8>)) -> Result<(), SqlError> {
        let Some(last) = self.runs.back_mut() else { return Ok(()) };
        last.append(&mut self.bytes, |out| {
            put_values(keys, out);
            put(out);
        })
    }

    /// Merges runs until one merge suffices, and returns that merge. At most `WAYS` runs are merged
    /// at once, neighbours only, so that the sort stays stable. Reads and writes tempdb.
    pub fn merge(mut self, context: &dyn Context) -> Result<Merge, SqlError> {
        while self.runs.len() > WAYS {
            let mut merged = VecDeque::new();
            while !self.runs.is_empty() {
                let some: Vec<WorkRows> = self.runs.drain(..self.runs.len().min(WAYS)).collect();
                merged.push_back(self.merged(some, context)?);
            }
            self.runs = merged;
        }
        Merge::new(std::mem::take(&mut self.descending), self.runs)
    }

    /// Merges some runs to one run.
    fn merged(&mut self, some: Vec<WorkRows>, context: &dyn Context) -> Result<WorkRows, SqlError> {
        let mut all = WorkRows::in_tempdb(context.databases(), WorkKind::Table)?;
        let (mut merge, mut seen) = (Merge::new(self.descending.clone(), some)?, RowsSeen::default());
        while let Some(record) = merge.next_record()? {
            all.append(&mut self.bytes, |out| out.extend_from_slice(record))?;
            seen.one_more_in(context)?;
        }
        Ok(all)
    }
}

impl Sorter {
    /// Returns a sorter without rows. Its flags say which keys are descending.
    pub(super) fn new(descending: impl Iterator<Item = bool>, run: &Run<'_, '_>) -> Sorter {
        let (runs, workspace) = (Runs::new(descending), Workspace::new(run));
        Sorter { runs, workspace, keys: Vec::new(), rows: Vec::new(), bytes: Vec::new() }
    }

    /// Adds a row with these keys; `put` writes the row. If memory is short, all rows so far are
    /// first written to tempdb as a sorted run. Rows aren't sorted before then.
    pub(super) fn push(
        &mut self,
        context: &dyn Context,
        keys: &[Value],
        put: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), SqlError> {
        self.bytes.clear();
        put(&mut self.bytes);
        let bytes = row_bytes(keys) + self.bytes.len();
        if !self.workspace.fits(bytes) {
            self.spill(context)?;
            // A row that exceeds the whole allowance is kept alone.
            let _is_counted = self.workspace.fits(bytes);
        }
        self.keys.extend_from_slice(keys);
        self.rows.push(self.bytes.as_slice().into());
        Ok(())
    }

    /// Returns all rows in order.
    pub(super) fn merge(mut self, context: &dyn Context) -> Result<Merge, SqlError> {
        self.spill(context)?;
        let Sorter { runs, .. } = self;
        runs.merge(context)
    }

    fn spill(&mut self, context: &dyn Context) -> Result<(), SqlError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let Sorter { runs, keys, rows, .. } = self;
        let width = runs.descending.len();
        let keys_of = |number: u32| &keys[number as usize * width..][..width];
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        order.sort_by(|left, right| compare_keys(keys_of(*left), keys_of(*right), &runs.descending));
        runs.begin(context)?;
        for number in order {
            runs.push(keys_of(number), |out| out.extend_from_slice(&rows[number as usize]))?;
        }
        self.keys.clear();
        self.rows.clear();
        self.workspace.empty();
        Ok(())
    }
}

impl Merge {
    fn new(descending: Box<[bool]>, runs: impl IntoIterator<Item = WorkRows>) -> Result<Merge, SqlError> {
        let head = |rows| Head { rows, reader: WorkReader::default(), keys: Vec::new(), row: 0 };
        let mut merge =
            Merge { descending, heads: runs.into_iter().map(head).collect(), heap: Vec::new(), has_begun: false };
        for number in 0..merge.heads.len() {
            if merge.heads[number].advance(merge.descending.len())? {
                merge.heap.push(number as u32);
            }
        }
        for place in (0..merge.heap.len() / 2).rev() {
            merge.sink(place);
        }
        Ok(merge)
    }

    /// Returns the next row's keys, and a reader of the row. `None` at the end. Both are valid
    /// until the next call.
    pub fn next_row(&mut self) -> Result<Option<(&[Value], Reader<'_>)>, SqlError> {
        let next = self.next_head()?;
        Ok(next.map(|head| (&head.keys[..], Reader::new(&head.reader.record()[head.row..]))))
    }

    /// Returns the next row's whole record.
    fn next_record(&mut self) -> Result<Option<&[u8]>, SqlError> {
        let next = self.next_head()?;
        Ok(next.map(|head| head.reader.record()))
    }

    fn next_head(&mut self) -> Result<Option<&Head>, SqlError> {
        // The caller no longer uses the last row.
        if std::mem::replace(&mut self.has_begun, true)
            && let Some(first) = self.heap.first()
        {
            if !self.heads[*first as usize].advance(self.descending.len())? {
                self.heap.swap_remove(0);
            }
            self.sink(0);
        }
        Ok(self.heap.first().map(|first| &self.heads[*first as usize]))
    }

    /// Moves the run at `place` down until the heap order holds.
    fn sink(&mut self, mut place: usize) {
        loop {
            let mut first = place;
            for child in [2 * place + 1, 2 * place + 2] {
                if child < self.heap.len() && self.is_before(self.heap[child], self.heap[first]) {
                    first = child;
                }
            }
            if first == place {
                return;
            }
            self.heap.swap(place, first);
            place = first;
        }
    }

    fn is_before(&self, one: u32, other: u32) -> bool {
        let keys = |run: u32| &self.heads[run as usize].keys;
        compare_keys(keys(one), keys(other), &self.descending).then(one.cmp(&other)).is_lt()
    }
}

impl Head {
    /// Moves to the next row. Returns false at the end.
    fn advance(&mut self, keys: usize) -> Result<bool, SqlError> {
        let Some(record) = self.rows.next(&mut self.reader)? else { return Ok(false) };
        let mut reader = Reader::new(record);
        self.keys.clear();
        for _ in 0..keys {
            self.keys.push(read_value(&mut reader)?);
        }
        self.row = record.len() - reader.rest().len();
        Ok(true)
    }
}

impl<'s> Merging<'s> {
    /// Returns a cursor over the merged rows, which become the current rows of `sources`.
    pub(super) fn new(merge: Merge, sources: &'s [usize]) -> Merging<'s> {
        Merging { merge, sources }
    }
}

impl<'r> Cursor<'r> for Merging<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some((_, mut row)) = self.merge.next_row()? else { return Ok(false) };
        show_record(&mut row, self.sources, run)?;
        Ok(true)
    }
}

/// Compares the keys of two rows; NULL is the least value. A descending key reverses its order,
/// NULLs included.
pub(super) fn compare_keys(left: &[Value], right: &[Value], descending: &[bool]) -> Ordering {
    for ((left, right), descending) in left.iter().zip(right).zip(descending) {
        let order = compare_nulls_first(left, right);
        if order != Ordering::Equal {
            return if *descending { order.reverse() } else { order };
        }
    }
    Ordering::Equal
}

/// Number of runs merged at once. A row of each is in memory, and a page of each in the buffer
/// pool.
const WAYS: usize = 32;
