//! Groups and their aggregates. Groups are found by hashing their keys, and come out in the order in which they were met;
//! without GROUP BY there is one group, also of no rows.

use super::accumulator::Accumulator;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::{Piece, Row};
use sluice_base::hash::HashMap;
use sluice_plan::AggregateKind;
use sluice_types::{DataType, KeyColumn, SqlError, Value, encode_key};

/// One aggregate of the operator.
pub(super) struct AggregateColumn {
    /// Which.
    pub(super) kind: AggregateKind,
    /// Of what, and of which type; none for `COUNT(*)`.
    pub(super) argument: Option<(Piece, DataType)>,
    /// Whether equal values count once.
    pub(super) distinct: bool,
    /// The type of its value.
    pub(super) data_type: DataType,
}

/// Groups rows.
pub(super) struct Aggregate {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// The grouping expressions.
    pub(super) groups: Vec<Piece>,
    /// Their types.
    pub(super) keys: Vec<KeyColumn>,
    /// The aggregates.
    pub(super) aggregates: Vec<AggregateColumn>,
    /// Where the row goes: the groups' values, then the aggregates.
    pub(super) source: usize,
}

/// A group.
pub(super) struct Group {
    /// The values of the grouping expressions.
    pub(super) values: Vec<Value>,
    /// Its aggregates.
    pub(super) accumulators: Vec<Accumulator>,
}

/// The groups, one after the other.
pub(super) struct Grouped {
    groups: std::vec::IntoIter<Group>,
    source: usize,
    _workspace: Workspace,
}

impl Operator for Aggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let workspace = Workspace::new(run);
        let mut found: Vec<Group> = Vec::new();
        let mut places: HashMap<Vec<u8>, usize> = HashMap::default();
        if self.groups.is_empty() {
            found.push(self.new_group(Vec::new()));
        }
        let (mut values, mut key) = (Vec::new(), Vec::new());
        let mut input = self.input.open(run)?;
        while input.next(run)? {
            let mut place = 0;
            if !self.groups.is_empty() {
                values.clear();
                for piece in &self.groups {
                    values.push(run.value(*piece)?);
                }
                key.clear();
                encode_key(&values, &self.keys, &mut key);
                place = match places.get(&key) {
                    Some(place) => *place,
                    None => {
                        workspace.take_row(&values)?;
                        workspace.take(key.len() + self.aggregates.len() * size_of::<Accumulator>())?;
                        places.insert(key.clone(), found.len());
                        found.push(self.new_group(values.clone()));
                        found.len() - 1
                    }
                };
            }
            self.take(run, &mut found[place].accumulators, &workspace)?;
        }
        Ok(Box::new(Grouped::new(found, self.source, workspace)))
    }
}

impl Aggregate {
    fn new_group(&self, values: Vec<Value>) -> Group {
        let new = |column: &AggregateColumn| Accumulator::new(column.kind, column.data_type, column.distinct);
        Group { values, accumulators: self.aggregates.iter().map(new).collect() }
    }

    fn take(
        &self,
        run: &mut Run<'_, '_>,
        accumulators: &mut [Accumulator],
        workspace: &Workspace,
    ) -> Result<(), SqlError> {
        for (column, accumulator) in self.aggregates.iter().zip(accumulators) {
            let Some((piece, data_type)) = column.argument else {
                accumulator.count_row();
                continue;
            };
            run.evaluate(piece)?;
            let value = run.frame.get(piece.result);
            if value.is_null() {
                run.notes.nulls_passed_over = true;
            } else {
                accumulator.take(value, data_type, workspace)?;
            }
        }
        Ok(())
    }
}

impl Grouped {
    /// The rows go to `source`; `workspace` has what the groups take.
    pub(super) fn new(groups: Vec<Group>, source: usize, workspace: Workspace) -> Grouped {
        Grouped { groups: groups.into_iter(), source, _workspace: workspace }
    }
}

impl<'r> Cursor<'r> for Grouped {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(Group { mut values, accumulators }) = self.groups.next() else { return Ok(false) };
        for accumulator in accumulators {
            values.push(accumulator.finish()?);
        }
        run.frame.rows[self.source] = Row::Values(values);
        Ok(true)
    }
}
