//! Groups and their aggregates. Groups are found by hashing their keys, and come out in the order in which they were met;
//! without GROUP BY there is one group, also of no rows. Several groupings (GROUPING SETS) are made side by side.

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
    /// Of what, and how that compares; none for `COUNT(*)`.
    pub(super) argument: Option<(Piece, KeyColumn)>,
    /// Whether equal values count once.
    pub(super) distinct: bool,
    /// The type of its value.
    pub(super) data_type: DataType,
    /// How STRING_AGG makes one text of many.
    pub(super) list: Option<TextList>,
}

/// Texts behind each other.
pub(super) struct TextList {
    /// What stands between each two.
    pub(super) separator: Piece,
    /// What they are ordered by.
    pub(super) order: Vec<Piece>,
    /// Its types.
    pub(super) keys: Vec<KeyColumn>,
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
    /// The groupings: the places of the expressions that each is by. The others' values are NULL.
    pub(super) sets: Vec<Vec<usize>>,
    /// What the rows of each grouping have to tell them apart.
    pub(super) levels: Vec<Vec<Value>>,
    /// Where the row goes: the groups' values, the aggregates, then what tells the groupings apart.
    pub(super) source: usize,
}

struct Group {
    set: usize,
    values: Vec<Value>,
    accumulators: Vec<Accumulator>,
}

struct Grouped<'r> {
    groups: std::vec::IntoIter<Group>,
    of: &'r Aggregate,
    _workspace: Workspace,
}

/// The groups that have been met.
struct Groups<'a> {
    of: &'a Aggregate,
    found: Vec<Group>,
    places: HashMap<Vec<u8>, usize>,
    /// The key that was looked for last, and its values.
    key: Vec<u8>,
    own: Vec<Value>,
    workspace: Workspace,
}

impl Operator for Aggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let mut groups = Groups {
            of: self,
            found: Vec::new(),
            places: HashMap::default(),
            key: Vec::new(),
            own: Vec::new(),
            workspace: Workspace::new(run),
        };
        let mut values = Vec::with_capacity(self.groups.len());
        let mut input = self.input.open(run)?;
        while input.next(run)? {
            values.clear();
            for piece in &self.groups {
                values.push(run.value(*piece)?);
            }
            for set in 0..self.sets.len() {
                let place = groups.place_of(set, &values)?;
                self.take(run, &mut groups.found[place].accumulators, &groups.workspace)?;
            }
        }
        drop(input);
        // All rows are one group, also where there are none.
        for (set, _) in self.sets.iter().enumerate().filter(|(_, places)| places.is_empty()) {
            groups.place_of(set, &[])?;
        }
        let Groups { found, workspace, .. } = groups;
        Ok(Box::new(Grouped { groups: found.into_iter(), of: self, _workspace: workspace }))
    }
}

impl Groups<'_> {
    /// The place of the group of a grouping that a row of these values belongs to.
    fn place_of(&mut self, set: usize, values: &[Value]) -> Result<usize, SqlError> {
        let Aggregate { sets, keys, aggregates, .. } = self.of;
        let places = &sets[set];
        if keys.is_empty() && sets.len() == 1 && !self.found.is_empty() {
            return Ok(0);
        }
        self.key.clear();
        if sets.len() > 1 {
            self.key.extend_from_slice(&(set as u32).to_be_bytes());
        }
        if places.len() == values.len() {
            encode_key(values, keys, &mut self.key);
        } else {
            for place in places {
                encode_key(std::slice::from_ref(&values[*place]), std::slice::from_ref(&keys[*place]), &mut self.key);
            }
        }
        if let Some(place) = self.places.get(&self.key) {
            return Ok(*place);
        }
        let value = |place: usize| if places.contains(&place) { values[place].clone() } else { Value::Null };
        self.own.clear();
        self.own.extend((0..keys.len()).map(value));
        self.workspace.take_row(&self.own)?;
        self.workspace.take(self.key.len() + aggregates.len() * size_of::<Accumulator>())?;
        self.places.insert(self.key.clone(), self.found.len());
        let new = |column: &AggregateColumn| Accumulator::new(column.kind, column.data_type, column.distinct);
        let accumulators = aggregates.iter().map(new).collect();
        self.found.push(Group { set, values: self.own.clone(), accumulators });
        Ok(self.found.len() - 1)
    }
}

impl Aggregate {
    fn take(
        &self,
        run: &mut Run<'_, '_>,
        accumulators: &mut [Accumulator],
        workspace: &Workspace,
    ) -> Result<(), SqlError> {
        for (column, accumulator) in self.aggregates.iter().zip(accumulators) {
            let Some((piece, compared)) = column.argument else {
                accumulator.count_row();
                continue;
            };
            run.evaluate(piece)?;
            let value = run.frame.get(piece.result);
            if value.is_null() {
                // STRING_AGG passes over them without a word.
                run.notes.nulls_passed_over |= column.list.is_none();
            } else if let Some(list) = &column.list {
                let text = value.clone();
                let separator = run.value(list.separator)?;
                let order = list.order.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
                let mut key = Vec::new();
                encode_key(&order, &list.keys, &mut key);
                accumulator.take_text(text, separator, key, workspace)?;
            } else {
                accumulator.take(value, compared, workspace)?;
            }
        }
        Ok(())
    }
}

impl<'r> Cursor<'r> for Grouped<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(Group { set, mut values, accumulators }) = self.groups.next() else { return Ok(false) };
        for accumulator in accumulators {
            values.push(accumulator.finish()?);
        }
        values.extend_from_slice(&self.of.levels[set]);
        run.frame.rows[self.of.source] = Row::Values(values);
        Ok(true)
    }
}
