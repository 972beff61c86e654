//! Functions over rows around a row.
//!
//! All rows are read and kept; then each partition's values are computed at once, and the rows come out with them, in their order.

use super::accumulator::Accumulator;
use super::kept_rows::KeptRows;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::{Piece, Row};
use sluice_plan::AggregateKind;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{DataType, KeyColumn, SqlError, Value};
use std::ops::Range;

/// Computes window functions over its input, whose rows come partition by partition and in order.
pub(super) struct Window {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// The sources that its rows are of.
    pub(super) sources: Vec<usize>,
    /// What is taken of each row: the partition's values, the order's, then what the functions are over.
    pub(super) taken: Vec<Piece>,
    /// How many of these are the partition's.
    pub(super) partition: usize,
    /// How many of these are the order's.
    pub(super) order: usize,
    /// The functions.
    pub(super) functions: Vec<Function>,
    /// Where the values go.
    pub(super) source: usize,
}

/// A window function; places are in what is taken of a row.
pub(super) enum Function {
    /// ROW_NUMBER.
    RowNumber,
    /// RANK.
    Rank,
    /// DENSE_RANK.
    DenseRank,
    /// NTILE, and where the number of groups is.
    Ntile(usize),
    /// PERCENT_RANK.
    PercentRank,
    /// CUME_DIST.
    CumeDist,
    /// LAG and LEAD.
    Offset {
        /// Where the value is.
        value: usize,
        /// Whether only rows count whose value is not NULL.
        ignores_nulls: bool,
        /// Where the distance is.
        distance: usize,
        /// Whether the row is before.
        before: bool,
        /// Where the default is.
        default: Option<usize>,
    },
    /// FIRST_VALUE and LAST_VALUE.
    Edge {
        /// Where the value is.
        value: usize,
        /// Whether only rows count whose value is not NULL.
        ignores_nulls: bool,
        /// Whether it is the last row's.
        last: bool,
        /// The frame.
        frame: Frame,
    },
    /// An aggregate.
    Aggregate {
        /// Which.
        kind: AggregateKind,
        /// Where the argument is, and how it compares; none for `COUNT(*)`.
        argument: Option<(usize, KeyColumn)>,
        /// The type of the value.
        data_type: DataType,
        /// The frame.
        frame: Frame,
    },
}

/// Which rows around the current one.
pub(super) struct Frame {
    /// Whether borders are rows; else whole groups of rows that are equal in the order.
    pub(super) rows: bool,
    /// The first.
    pub(super) start: Bound,
    /// The last.
    pub(super) end: Bound,
}

/// A border of a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The partition's first row.
    First,
    /// So many rows away, before if negative.
    Away(i64),
    /// The partition's last row.
    Last,
}

struct Computed {
    rows: KeptRows,
    values: Vec<Value>,
    width: usize,
    numbers: Range<usize>,
    source: usize,
}

/// One partition's rows, and what is taken of them.
struct Partition<'p> {
    of: &'p Window,
    taken: &'p [Value],
    count: usize,
    /// For each row the first row that is equal to it in the order, and the one behind the last.
    peers: Vec<Range<usize>>,
}

impl Operator for Window {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let mut rows = KeptRows::of(&self.sources, run);
        let (mut taken, mut count) = (Vec::new(), 0);
        let mut input = self.input.open(run)?;
        while input.next(run)? {
            let first = taken.len();
            for piece in &self.taken {
                taken.push(run.value(*piece)?);
            }
            rows.workspace.take_row(&taken[first..])?;
            rows.keep(run)?;
            count += 1;
        }
        drop(input);
        let (width, mut values, mut begun) = (self.taken.len(), Vec::new(), 0);
        while begun < count {
            run.check_cancelled()?;
            let mut end = begun + 1;
            while end < count && self.is_same(&taken, (begun, end), 0..self.partition) {
                end += 1;
            }
            let partition = Partition::new(self, &taken[begun * width..end * width], end - begun);
            let columns = self.functions.iter().map(|function| partition.values(function, &rows.workspace));
            let mut columns = columns.map(|column| Ok(column?.into_iter())).collect::<Result<Vec<_>, SqlError>>()?;
            for _ in begun..end {
                let first = values.len();
                values.extend(columns.iter_mut().filter_map(Iterator::next));
                rows.workspace.take_row(&values[first..])?;
            }
            begun = end;
        }
        Ok(Box::new(Computed { rows, values, width: self.functions.len(), numbers: 0..count, source: self.source }))
    }
}

impl Window {
    /// Whether two rows have the same values at these places.
    fn is_same(&self, taken: &[Value], (left, right): (usize, usize), places: Range<usize>) -> bool {
        let row = |number: usize| &taken[number * self.taken.len()..][places.clone()];
        row(left).iter().zip(row(right)).all(|(left, right)| compare_nulls_first(left, right).is_eq())
    }
}

impl<'p> Partition<'p> {
    fn new(of: &'p Window, taken: &'p [Value], count: usize) -> Partition<'p> {
        let places = of.partition..of.partition + of.order;
        let mut peers = Vec::with_capacity(count);
        while peers.len() < count {
            let first = peers.len();
            let mut end = first + 1;
            while end < count && of.is_same(taken, (first, end), places.clone()) {
                end += 1;
            }
            peers.resize(end, first..end);
        }
        Partition { of, taken, count, peers }
    }

    fn taken(&self, row: usize, place: usize) -> &Value {
        &self.taken[row * self.of.taken.len() + place]
    }

    /// The values of a function for the partition's rows.
    fn values(&self, function: &Function, workspace: &Workspace) -> Result<Vec<Value>, SqlError> {
        let each = |value: &dyn Fn(usize) -> Result<Value, SqlError>| (0..self.count).map(value).collect();
        match function {
            Function::RowNumber => each(&|row| Ok(Value::BigInt(row as i64 + 1))),
            Function::Rank => each(&|row| Ok(Value::BigInt(self.peers[row].start as i64 + 1))),
            Function::DenseRank => {
                let mut rank = 0;
                let numbered = (0..self.count).map(|row| {
                    rank += i64::from(self.peers[row].start == row);
                    Ok(Value::BigInt(rank))
                });
                numbered.collect()
            }
            Function::Ntile(groups) => each(&|row| self.tile(row, *groups)),
            Function::PercentRank if self.count == 1 => Ok(vec![Value::Float(0.0)]),
            Function::PercentRank => {
                each(&|row| Ok(Value::Float(self.peers[row].start as f64 / (self.count - 1) as f64)))
            }
            Function::CumeDist => each(&|row| Ok(Value::Float(self.peers[row].end as f64 / self.count as f64))),
            Function::Offset { value, ignores_nulls, distance, before, default } => {
                let counted = self.counted(*value, *ignores_nulls);
                each(&|row| {
                    let away = distance_of(self.taken(row, *distance))?;
                    let other = counted.away(row, away, *before);
                    Ok(match (other.filter(|other| *other < self.count), default) {
                        (Some(other), _) => self.taken(other, *value).clone(),
                        (None, Some(default)) => self.taken(row, *default).clone(),
                        (None, None) => Value::Null,
                    })
                })
            }
            Function::Edge { value, ignores_nulls, last, frame } => {
                let counted = self.counted(*value, *ignores_nulls);
                each(&|row| {
                    let edge = counted.edge(self.rows_of(frame, row), *last);
                    Ok(edge.map_or(Value::Null, |edge| self.taken(edge, *value).clone()))
                })
            }
            Function::Aggregate { kind, argument, data_type, frame } => {
                let new = || Accumulator::new(*kind, *data_type, false);
                self.aggregates(frame, new, &|accumulator, row| match argument {
                    None => {
                        accumulator.count_row();
                        Ok(())
                    }
                    Some((place, argument)) => match self.taken(row, *place) {
                        Value::Null => Ok(()),
                        value => accumulator.take(value, *argument, workspace),
                    },
                })
            }
        }
    }

    /// An aggregate over each row's frame. Frames that begin with the partition, or end with it, are taken from one to the next; others each for itself,
    /// unless they are the same.
    fn aggregates(
        &self,
        frame: &Frame,
        new: impl Fn() -> Accumulator,
        take: &dyn Fn(&mut Accumulator, usize) -> Result<(), SqlError>,
    ) -> Result<Vec<Value>, SqlError> {
        let mut values = Vec::with_capacity(self.count);
        let (mut accumulator, mut taken) = (new(), 0..0);
        let from_behind = frame.start != Bound::First && frame.end == Bound::Last;
        for number in 0..self.count {
            let row = if from_behind { self.count - 1 - number } else { number };
            let rows = self.rows_of(frame, row);
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
            values.push(accumulator.finish()?);
        }
        if from_behind {
            values.reverse();
        }
        Ok(values)
    }

    /// The rows that LAG and its kin count.
    fn counted(&self, value: usize, ignores_nulls: bool) -> Counted {
        let is_some = |row: &usize| !self.taken(*row, value).is_null();
        Counted(ignores_nulls.then(|| (0..self.count).filter(is_some).collect()))
    }

    /// The number of a row's group, of as many as there are to be: the first ones are one row larger where they can't be equal.
    fn tile(&self, row: usize, groups: usize) -> Result<Value, SqlError> {
        let groups = match self.taken(row, groups) {
            Value::BigInt(groups) if *groups > 0 => *groups as usize,
            // 4116: the argument must be a positive integer.
            _ => return Err(SqlError::new(4116, 16, 1, vec!["ntile".to_owned()])),
        };
        let (size, larger) = (self.count / groups, self.count % groups);
        let in_larger = larger * (size + 1);
        let tile = if row < in_larger { row / (size + 1) } else { larger + (row - in_larger) / size.max(1) };
        Ok(Value::BigInt(tile as i64 + 1))
    }

    fn rows_of(&self, frame: &Frame, row: usize) -> Range<usize> {
        let away =
            |rows: i64| if rows < 0 { row.saturating_sub(rows.unsigned_abs() as usize) } else { row + rows as usize };
        let start = match frame.start {
            Bound::First => 0,
            Bound::Away(rows) if frame.rows => away(rows),
            Bound::Away(_) => self.peers[row].start,
            Bound::Last => self.count,
        };
        let end = match frame.end {
            Bound::First => 0,
            Bound::Away(rows) if frame.rows && rows < 0 && row < rows.unsigned_abs() as usize => 0,
            Bound::Away(rows) if frame.rows => away(rows) + 1,
            Bound::Away(_) => self.peers[row].end,
            Bound::Last => self.count,
        };
        start.min(self.count)..end.min(self.count)
    }
}

impl<'r> Cursor<'r> for Computed {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(number) = self.numbers.next() else { return Ok(false) };
        self.rows.give(number, run);
        run.frame.rows[self.source] = Row::Values(self.values[number * self.width..][..self.width].to_vec());
        Ok(true)
    }
}

/// The rows of a partition that count, in order; all of them if none are listed.
struct Counted(Option<Vec<usize>>);

impl Counted {
    /// The row that is so many counted ones away.
    fn away(&self, row: usize, away: usize, before: bool) -> Option<usize> {
        let Some(counted) = self.0.as_ref().filter(|_| away > 0) else {
            return if before { row.checked_sub(away) } else { row.checked_add(away) };
        };
        let place = match before {
            true => counted.partition_point(|other| *other < row).checked_sub(away),
            false => counted.partition_point(|other| *other <= row).checked_add(away - 1),
        };
        counted.get(place?).copied()
    }

    /// The first or the last counted row of a frame.
    fn edge(&self, rows: Range<usize>, last: bool) -> Option<usize> {
        let edge = match (&self.0, last) {
            (None, false) => Some(rows.start),
            (None, true) => rows.end.checked_sub(1),
            (Some(counted), false) => counted.get(counted.partition_point(|other| *other < rows.start)).copied(),
            (Some(counted), true) => {
                counted.partition_point(|other| *other < rows.end).checked_sub(1).map(|place| counted[place])
            }
        };
        edge.filter(|edge| rows.contains(edge))
    }
}

/// How far LAG and LEAD look: 8730 where that is below zero.
fn distance_of(value: &Value) -> Result<usize, SqlError> {
    match value {
        Value::BigInt(rows) if *rows >= 0 => Ok(*rows as usize),
        Value::BigInt(_) => Err(SqlError::new(8730, 16, 1, Vec::new())),
        _ => Ok(0),
    }
}
