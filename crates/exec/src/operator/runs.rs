//! Sorted runs in tempdb, and their merge: what a sort has beyond its memory.
//!
//! A run is a work file with rows in the order of their keys. Runs are merged a few at a time until so few are left that their rows can be
//! given as they are merged. Only neighbours are merged, and of equal rows the earlier run's comes first, so that the sort is stable as it
//! is in memory.

use super::kept_rows::show_record;
use super::value_bytes::{put_values, read_value};
use super::work_rows::{WorkReader, WorkRows};
use super::workspace::row_bytes;
use super::{Cursor, RowsSeen, Run, Workspace};
use crate::code::CallContext;
use sluice_access::WorkKind;
use sluice_base::codec::Reader;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Sorted runs.
pub(crate) struct Runs {
    /// Of each key whether the greatest comes first.
    descending: Box<[bool]>,
    runs: VecDeque<WorkRows>,
    bytes: Vec<u8>,
}

/// Rows on their way into sorted runs: those that memory has room for are sorted at once.
pub(super) struct Sorter {
    runs: Runs,
    workspace: Workspace,
    keys: Vec<Value>,
    rows: Vec<Box<[u8]>>,
    bytes: Vec<u8>,
}

/// The rows of some runs, in their order.
pub(crate) struct Merge {
    descending: Box<[bool]>,
    heads: Vec<Head>,
    /// The numbers of the runs that have a row left: none comes before the one at half its place.
    heap: Vec<u32>,
    has_begun: bool,
}

/// A run, and its first row that has not come out.
struct Head {
    rows: WorkRows,
    reader: WorkReader,
    keys: Vec<Value>,
    /// Where the row begins in the record, behind its keys.
    row: usize,
}

/// The rows of a merge.
pub(super) struct Merging<'s> {
    merge: Merge,
    sources: &'s [usize],
}

impl Runs {
    /// None yet, of rows with such keys.
    pub(crate) fn new(descending: impl Iterator<Item = bool>) -> Runs {
        Runs { descending: descending.collect(), runs: VecDeque::new(), bytes: Vec::new() }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Begins another run.
    pub(crate) fn begin(&mut self, context: &CallContext<'_>) -> Result<(), SqlError> {
        context.check_cancelled()?;
        self.runs.push_back(WorkRows::of(context.host, WorkKind::Table)?);
        Ok(())
    }

    /// A row of the run that was begun last: it has these keys, and `put` writes it.
    pub(crate) fn push(&mut self, keys: &[Value], put: impl FnOnce(&mut Vec<u8>)) -> Result<(), SqlError> {
        let Some(last) = self.runs.back_mut() else { return Ok(()) };
        last.append(&mut self.bytes, |out| {
            put_values(keys, out);
            put(out);
        })
    }

    /// All rows, in order.
    pub(crate) fn merge(mut self, context: &CallContext<'_>) -> Result<Merge, SqlError> {
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

    /// One run of some.
    fn merged(&mut self, some: Vec<WorkRows>, context: &CallContext<'_>) -> Result<WorkRows, SqlError> {
        let mut all = WorkRows::of(context.host, WorkKind::Table)?;
        let (mut merge, mut seen) = (Merge::new(self.descending.clone(), some)?, RowsSeen::default());
        while let Some(record) = merge.next_record()? {
            all.append(&mut self.bytes, |out| out.extend_from_slice(record))?;
            seen.one_more_in(context)?;
        }
        Ok(all)
    }
}

impl Sorter {
    /// None yet, of rows with such keys.
    pub(super) fn new(descending: impl Iterator<Item = bool>, run: &Run<'_, '_>) -> Sorter {
        let (runs, workspace) = (Runs::new(descending), Workspace::new(run));
        Sorter { runs, workspace, keys: Vec::new(), rows: Vec::new(), bytes: Vec::new() }
    }

    /// A row with these keys, which `put` writes.
    pub(super) fn push(
        &mut self,
        context: &CallContext<'_>,
        keys: &[Value],
        put: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), SqlError> {
        self.bytes.clear();
        put(&mut self.bytes);
        let bytes = row_bytes(keys) + self.bytes.len();
        if !self.workspace.fits(bytes) {
            self.spill(context)?;
            // A row that is longer than all that there is goes on alone.
            let _is_counted = self.workspace.fits(bytes);
        }
        self.keys.extend_from_slice(keys);
        self.rows.push(self.bytes.as_slice().into());
        Ok(())
    }

    /// All rows, in order.
    pub(super) fn merge(mut self, context: &CallContext<'_>) -> Result<Merge, SqlError> {
        self.spill(context)?;
        let Sorter { runs, .. } = self;
        runs.merge(context)
    }

    fn spill(&mut self, context: &CallContext<'_>) -> Result<(), SqlError> {
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

    /// The next row: its keys, and its bytes behind them.
    pub(crate) fn next(&mut self) -> Result<Option<(&[Value], Reader<'_>)>, SqlError> {
        let next = self.next_head()?;
        Ok(next.map(|head| (&head.keys[..], Reader::new(&head.reader.record()[head.row..]))))
    }

    /// The next row, and all of its record.
    fn next_record(&mut self) -> Result<Option<&[u8]>, SqlError> {
        let next = self.next_head()?;
        Ok(next.map(|head| head.reader.record()))
    }

    fn next_head(&mut self) -> Result<Option<&Head>, SqlError> {
        // The row that came last has been used by now.
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

    /// Brings the run at a place of the heap down to where no other comes before it.
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
    /// Goes to the next row; false at the end.
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
    /// Rows of these sources.
    pub(super) fn new(merge: Merge, sources: &'s [usize]) -> Merging<'s> {
        Merging { merge, sources }
    }
}

impl<'r> Cursor<'r> for Merging<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some((_, mut row)) = self.merge.next()? else { return Ok(false) };
        show_record(&mut row, self.sources, run)?;
        Ok(true)
    }
}

/// The order of two rows' keys; NULL is the least of all.
pub(super) fn compare_keys(left: &[Value], right: &[Value], descending: &[bool]) -> Ordering {
    for ((left, right), descending) in left.iter().zip(right).zip(descending) {
        let order = compare_nulls_first(left, right);
        if order != Ordering::Equal {
            return if *descending { order.reverse() } else { order };
        }
    }
    Ordering::Equal
}

/// How many runs are merged at once: a row of each is in memory, and a page of each in the pool.
const WAYS: usize = 32;
