//! Window functions.
//!
//! The rows of a partition are read and kept, then the functions are computed for all of them.
//! After that the rows come out in order with the results. Rows that don't fit into memory are kept
//! in tempdb.

use super::accumulator::Accumulator;
use super::kept_list::{Item, KeptList};
use super::kept_rows::KeptRows;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::context::Context;
use crate::code::{Piece, Row};
use sluice_plan::AggregateKind;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{DataType, KeyColumn, SqlError, Value};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

/// Operator that computes window functions. Its input rows arrive by partition and in order. It
/// reads one partition, computes all functions, then returns the partition's rows; so memory holds
/// one partition, or tempdb does.
pub(super) struct Window {
    pub(super) input: Box<dyn Operator>,
    pub(super) sources: Vec<usize>,
    /// Expressions of each row: PARTITION BY, ORDER BY, then the functions' arguments.
    pub(super) taken: Vec<Piece>,
    /// Number of PARTITION BY expressions.
    pub(super) partition: usize,
    /// Number of ORDER BY expressions.
    pub(super) order: usize,
    pub(super) functions: Vec<Function>,
    /// Source of the results.
    pub(super) source: usize,
}

/// A window function. Positions are indexes into `Window::taken`.
pub(super) enum Function {
    RowNumber,
    Rank,
    DenseRank,
    /// NTILE, with the position of the number of groups.
    Ntile(usize),
    PercentRank,
    CumeDist,
    /// PERCENTILE_CONT and PERCENTILE_DISC.
    Percentile {
        /// Position of the value, by which the rows are ordered.
        value: usize,
        /// Position of the fraction, a float.
        fraction: usize,
        /// Whether the result is interpolated (PERCENTILE_CONT).
        is_continuous: bool,
    },
    /// LAG and LEAD.
    Offset {
        value: usize,
        ignores_nulls: bool,
        distance: usize,
        /// Whether the function is LAG.
        before: bool,
        default: Option<usize>,
    },
    /// FIRST_VALUE and LAST_VALUE.
    Edge {
        value: usize,
        ignores_nulls: bool,
        /// Whether the function is LAST_VALUE.
        last: bool,
        frame: Frame,
    },
    /// An aggregate function.
    Aggregate {
        kind: AggregateKind,
        /// Position and comparison of the argument; `None` for `COUNT(*)`.
        argument: Option<(usize, KeyColumn)>,
        data_type: DataType,
        frame: Frame,
    },
}

/// A window frame.
pub(super) struct Frame {
    /// ROWS; otherwise RANGE, whose borders include all peers of a row.
    pub(super) rows: bool,
    /// First row.
    pub(super) start: Bound,
    /// Last row.
    pub(super) end: Bound,
}

/// A border of a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// UNBOUNDED PRECEDING.
    First,
    /// Distance in rows from the current row; negative for PRECEDING.
    Away(i64),
    /// UNBOUNDED FOLLOWING.
    Last,
}

/// Cursor that computes partition by partition.
struct Computing<'r> {
    of: &'r Window,
    /// The input; `None` after its end.
    input: Option<Box<dyn Cursor<'r> + 'r>>,
    /// The partition whose rows come out, and the start of the next partition.
    current: Gathered,
    next: Gathered,
    /// Results of each function for the partition's rows. `given` is the number of rows returned.
    values: Vec<Values>,
    given: usize,
    workspace: Workspace,
}

/// Rows of a partition and their expressions' values, row after row.
struct Gathered {
    rows: KeptRows,
    taken: KeptList<Value>,
}

/// A function's results, in row order or in reverse.
#[derive(Default)]
struct Values {
    list: KeptList<Value>,
    is_reversed: bool,
}

/// A complete partition.
struct Partition<'p> {
    of: &'p Window,
    taken: &'p KeptList<Value>,
    count: usize,
    /// For each row the range of its peers: rows with equal ORDER BY values.
    peers: KeptList<Range<usize>>,
    keeping: Keeping<'p>,
}

/// Where results are kept.
#[derive(Clone, Copy)]
struct Keeping<'p> {
    workspace: &'p Workspace,
    context: &'p dyn Context,
}

impl Operator for Window {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        run.take_grant()?;
        let workspace = Workspace::new(run);
        let input = Some(self.input.open(run)?);
        let gathered = || Gathered { rows: KeptRows::for_sources(&self.sources), taken: KeptList::default() };
        let (current, next) = (gathered(), gathered());
        Ok(Box::new(Computing { of: self, input, current, next, values: Vec::new(), given: 0, workspace }))
    }
}

impl<'r> Computing<'r> {
    /// Reads the next partition and computes its functions. Returns false at the end.
    fn next_partition(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        run.check_cancelled()?;
        self.current.clear();
        self.values.clear();
        self.given = 0;
        self.workspace.empty();
        std::mem::swap(&mut self.current, &mut self.next);
        if let Some(input) = &mut self.input {
            if self.current.rows.count() > 0 {
                // The input may rely on its last row being current.
                self.current.rows.show(0, run)?;
            }
            loop {
                if !input.next(run)? {
                    self.input = None;
                    break;
                }
                if self.current.rows.count() > 0 && self.of.begins(&self.current.taken, run)? {
                    self.next.take(self.of, &self.workspace, run)?;
                    break;
                }
                self.current.take(self.of, &self.workspace, run)?;
            }
        }
        let count = self.current.rows.count();
        if count == 0 {
            return Ok(false);
        }
        let keeping = Keeping { workspace: &self.workspace, context: run.context };
        let partition = Partition::new(self.of, &self.current.taken, count, keeping)?;
        let values = self.of.functions.iter().map(|function| partition.values(function));
        self.values = values.collect::<Result<_, _>>()?;
        Ok(true)
    }
}

impl Gathered {
    fn take(&mut self, of: &Window, workspace: &Workspace, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        for piece in &of.taken {
            let value = run.value(*piece)?;
            self.taken.push(value, workspace, run.context.databases())?;
        }
        self.rows.keep(run)
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.taken.clear();
    }
}

impl Window {
    /// Whether the current row starts a new partition.
    fn begins(&self, taken: &KeptList<Value>, run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
        for (place, piece) in self.taken[..self.partition].iter().enumerate() {
            if compare_nulls_first(&run.value(*piece)?, &*taken.get(place)?).is_ne() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<'p> Partition<'p> {
    fn new(
        of: &'p Window,
        taken: &'p KeptList<Value>,
        count: usize,
        keeping: Keeping<'p>,
    ) -> Result<Partition<'p>, SqlError> {
        let mut partition = Partition { of, taken, count, peers: KeptList::default(), keeping };
        let mut first = 0;
        for row in 1..=count {
            if row < count && partition.are_peers(row - 1, row)? {
                continue;
            }
            for _ in first..row {
                keeping.push(&mut partition.peers, first..row)?;
            }
            first = row;
        }
        Ok(partition)
    }

    /// Whether two rows have equal ORDER BY values.
    fn are_peers(&self, left: usize, right: usize) -> Result<bool, SqlError> {
        for place in self.of.partition..self.of.partition + self.of.order {
            let left = self.taken(left, place)?;
            if compare_nulls_first(&left, &*self.taken(right, place)?).is_ne() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn peers(&self, row: usize) -> Result<Range<usize>, SqlError> {
        Ok(self.peers.get(row)?.into_owned())
    }

    fn taken(&self, row: usize, place: usize) -> Result<Cow<'_, Value>, SqlError> {
        self.taken.get(row * self.of.taken.len() + place)
    }

    /// Computes a function for all rows of the partition.
    fn values(&self, function: &Function) -> Result<Values, SqlError> {
        let each = |value: &dyn Fn(usize) -> Result<Value, SqlError>| {
            let mut list = KeptList::default();
            for row in 0..self.count {
                self.keeping.push_value(&mut list, value(row)?)?;
            }
            Ok(Values { list, is_reversed: false })
        };
        match function {
            Function::RowNumber => each(&|row| Ok(Value::BigInt(row as i64 + 1))),
            Function::Rank => each(&|row| Ok(Value::BigInt(self.peers(row)?.start as i64 + 1))),
            Function::DenseRank => {
                let rank = Cell::new(0);
                each(&|row| {
                    rank.set(rank.get() + i64::from(self.peers(row)?.start == row));
                    Ok(Value::BigInt(rank.get()))
                })
            }
            Function::Ntile(groups) => each(&|row| self.tile(row, *groups)),
            Function::PercentRank if self.count == 1 => each(&|_| Ok(Value::Float(0.0))),
            Function::PercentRank => {
                each(&|row| Ok(Value::Float(self.peers(row)?.start as f64 / (self.count - 1) as f64)))
            }
            Function::CumeDist => each(&|row| Ok(Value::Float(self.peers(row)?.end as f64 / self.count as f64))),
            Function::Percentile { value, fraction, is_continuous } => {
                let percentile = self.percentile(*value, *fraction, *is_continuous)?;
                each(&|_| Ok(percentile.clone()))
            }
            Function::Offset { value, ignores_nulls, distance, before, default } => {
                let counted = self.counted(*value, *ignores_nulls)?;
                each(&|row| {
                    let Some(away) = distance_of(&*self.taken(row, *distance)?)? else { return Ok(Value::Null) };
                    let other = counted.away(row, away, *before)?;
                    match (other.filter(|other| *other < self.count), default) {
                        (Some(other), _) => self.taken(other, *value).map(Cow::into_owned),
                        (None, Some(default)) => self.taken(row, *default).map(Cow::into_owned),
                        (None, None) => Ok(Value::Null),
                    }
                })
            }
            Function::Edge { value, ignores_nulls, last, frame } => {
                let counted = self.counted(*value, *ignores_nulls)?;
                each(&|row| match counted.edge(self.rows_of(frame, row)?, *last)? {
                    Some(edge) => self.taken(edge, *value).map(Cow::into_owned),
                    None => Ok(Value::Null),
                })
            }
            Function::Aggregate { kind, argument, data_type, frame } => {
                let new = || Accumulator::new(*kind, *data_type, false);
                self.aggregates(frame, new, &|accumulator, row| match argument {
                    None => {
                        accumulator.count_row();
                        Ok(())
                    }
                    Some((place, compared)) => match &*self.taken(row, *place)? {
                        Value::Null => Ok(()),
                        value => accumulator.add_one(value, *compared),
                    },
                })
            }
        }
    }

    /// Computes an aggregate over each row's frame. A frame that starts or ends with the partition
    /// extends the previous row's aggregate. Other frames are computed anew, unless they equal the
    /// previous frame.
    fn aggregates(
        &self,
        frame: &Frame,
        new: impl Fn() -> Accumulator,
        take: &dyn Fn(&mut Accumulator, usize) -> Result<(), SqlError>,
    ) -> Result<Values, SqlError> {
        let mut list = KeptList::default();
        let (mut accumulator, mut taken) = (new(), 0..0);
        let from_behind = frame.start != Bound::First && frame.end == Bound::Last;
        for number in 0..self.count {
            let row = if from_behind { self.count - 1 - number } else { number };
            let rows = self.rows_of(frame, row)?;
            if from_behind {
                let behind = if taken.is_empty() { self.count } else { taken.start };
                (rows.start..behind).rev().try_for_each(|row| take(&mut accumulator, row))?;
            } else if rows.start == taken.start && rows.end >= taken.end {
                (taken.end..rows.end).try_for_each(|row| take(&mut accumulator, row))?;
            } else {
                accumulator = new();
                rows.clone().try_for_each(|row| take(&mut accumulator, row))?;
            }
            taken = rows;
            self.keeping.push_value(&mut list, accumulator.finish()?)?;
        }
        Ok(Values { list, is_reversed: from_behind })
    }

    /// Returns the rows that LAG, LEAD, FIRST_VALUE and LAST_VALUE count.
    fn counted(&self, value: usize, ignores_nulls: bool) -> Result<Counted, SqlError> {
        if !ignores_nulls {
            return Ok(Counted(None));
        }
        let mut counted = KeptList::default();
        for row in 0..self.count {
            if !self.taken(row, value)?.is_null() {
                self.keeping.push(&mut counted, row)?;
            }
        }
        Ok(Counted(Some(counted)))
    }

    /// Returns the value at `fraction` of the ordered partition, ignoring NULLs. Fails with 8727 if
    /// the fraction isn't from 0 to 1.
    fn percentile(&self, value: usize, fraction: usize, is_continuous: bool) -> Result<Value, SqlError> {
        let fraction = match *self.taken(0, fraction)? {
            Value::Float(fraction) if (0.0..=1.0).contains(&fraction) => fraction,
            _ => return Err(SqlError::percentile_out_of_range()),
        };
        let Counted(Some(counted)) = self.counted(value, true)? else { return Ok(Value::Null) };
        let count = counted.count();
        let at = |place: usize| self.taken(*counted.get(place.min(count - 1))?, value).map(Cow::into_owned);
        if count == 0 {
            return Ok(Value::Null);
        }
        if !is_continuous {
            // The first value whose cumulative distribution is at least `fraction`.
            return at(((fraction * count as f64).ceil() as usize).saturating_sub(1));
        }
        let place = fraction * (count - 1) as f64;
        let (below, above) = (at(place.floor() as usize)?, at(place.ceil() as usize)?);
        match (below, above) {
            (Value::Float(below), Value::Float(above)) => Ok(Value::Float(below + (above - below) * place.fract())),
            (below, _) => Ok(below),
        }
    }

    /// Returns a row's NTILE group. If the rows can't be divided evenly, the first groups have one
    /// row more.
    fn tile(&self, row: usize, groups: usize) -> Result<Value, SqlError> {
        let groups = match *self.taken(row, groups)? {
            Value::BigInt(groups) if groups > 0 => groups as usize,
            // 4116: the argument must be a positive integer.
            _ => return Err(SqlError::positive_integer_required()),
        };
        let (size, larger) = (self.count / groups, self.count % groups);
        let in_larger = larger * (size + 1);
        let tile = if row < in_larger { row / (size + 1) } else { larger + (row - in_larger) / size.max(1) };
        Ok(Value::BigInt(tile as i64 + 1))
    }

    fn rows_of(&self, frame: &Frame, row: usize) -> Result<Range<usize>, SqlError> {
        let away =
            |rows: i64| if rows < 0 { row.saturating_sub(rows.unsigned_abs() as usize) } else { row + rows as usize };
        let start = match frame.start {
            Bound::First => 0,
            Bound::Away(rows) if frame.rows => away(rows),
            Bound::Away(_) => self.peers(row)?.start,
            Bound::Last => self.count,
        };
        let end = match frame.end {
            Bound::First => 0,
            Bound::Away(rows) if frame.rows && rows < 0 && row < rows.unsigned_abs() as usize => 0,
            Bound::Away(rows) if frame.rows => away(rows) + 1,
            Bound::Away(_) => self.peers(row)?.end,
            Bound::Last => self.count,
        };
        Ok(start.min(self.count)..end.min(self.count))
    }
}

impl Keeping<'_> {
    fn push<T: Item>(self, list: &mut KeptList<T>, item: T) -> Result<(), SqlError> {
        list.push(item, self.workspace, self.context.databases())
    }

    /// Appends a result, and checks for cancellation periodically.
    fn push_value(self, list: &mut KeptList<Value>, value: Value) -> Result<(), SqlError> {
        if list.count().is_multiple_of(VALUES_BETWEEN_CHECKS) {
            self.context.check_cancelled()?;
        }
        self.push(list, value)
    }
}

impl<'r> Cursor<'r> for Computing<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if self.given == self.current.rows.count() && !self.next_partition(run)? {
            return Ok(false);
        }
        let (number, count) = (self.given, self.current.rows.count());
        self.given += 1;
        self.current.rows.give(number, run)?;
        let value = |values: &Values| {
            let place = if values.is_reversed { count - 1 - number } else { number };
            values.list.get(place).map(Cow::into_owned)
        };
        let values = self.values.iter().map(value).collect::<Result<_, _>>()?;
        run.frame.rows[self.of.source] = Row::Values(values);
        Ok(true)
    }
}

/// The rows of a partition that are counted, in order; `None` if all are.
struct Counted(Option<KeptList<usize>>);

impl Counted {
    /// Returns the row that lies `away` counted rows before or after `row`.
    fn away(&self, row: usize, away: usize, before: bool) -> Result<Option<usize>, SqlError> {
        let Some(counted) = self.0.as_ref().filter(|_| away > 0) else {
            return Ok(if before { row.checked_sub(away) } else { row.checked_add(away) });
        };
        let place = match before {
            true => below(counted, row)?.checked_sub(away),
            false => below(counted, row + 1)?.checked_add(away - 1),
        };
        place.filter(|place| *place < counted.count()).map(|place| Ok(*counted.get(place)?)).transpose()
    }

    /// Returns the first or last counted row of a frame.
    fn edge(&self, rows: Range<usize>, last: bool) -> Result<Option<usize>, SqlError> {
        let place = match (&self.0, last) {
            (None, false) => return Ok(Some(rows.start).filter(|edge| rows.contains(edge))),
            (None, true) => return Ok(rows.end.checked_sub(1).filter(|edge| rows.contains(edge))),
            (Some(counted), false) => Some(below(counted, rows.start)?).filter(|place| *place < counted.count()),
            (Some(counted), true) => below(counted, rows.end)?.checked_sub(1),
        };
        let (Some(counted), Some(place)) = (&self.0, place) else { return Ok(None) };
        Ok(Some(*counted.get(place)?).filter(|edge| rows.contains(edge)))
    }
}

/// Returns how many of the sorted `rows` come before `row`.
fn below(rows: &KeptList<usize>, row: usize) -> Result<usize, SqlError> {
    let (mut least, mut most) = (0, rows.count());
    while least < most {
        let middle = least + (most - least) / 2;
        if *rows.get(middle)? < row {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    Ok(least)
}

/// Returns the distance of LAG or LEAD, `None` for NULL. Fails with 8730 if it is negative.
fn distance_of(value: &Value) -> Result<Option<usize>, SqlError> {
    match value {
        Value::BigInt(rows) if *rows >= 0 => Ok(Some(*rows as usize)),
        Value::BigInt(_) => Err(SqlError::negative_lag_offset()),
        _ => Ok(None),
    }
}

/// Number of values between two checks for cancellation.
const VALUES_BETWEEN_CHECKS: usize = 256;
