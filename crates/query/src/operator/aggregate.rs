//! Hash aggregation. Groups are found by hashing their keys, and come out in the order of their
//! first rows. Without GROUP BY there is one group, even for no rows. Several groupings (GROUPING
//! SETS) are computed side by side. Their groups come out in the order of their totals, unless rows
//! went to tempdb.
//!
//! If there is no memory for another group, rows of existing groups are still aggregated. All other
//! rows are written to tempdb in partitions. After the existing groups have come out, the
//! partitions are aggregated one by one in the same way. An aggregate's input may not fit into
//! memory either: another distinct value, a text, a longer extreme. Such input waits in tempdb
//! until its group comes out (`aggregate_late`).

use super::accumulator::Accumulator;
use super::aggregate_late::{Late, Waiting};
use super::partitions::{Partitions, hash_of};
use super::value_bytes::{put_values, read_value};
use super::work_rows::{WorkReader, WorkRows};
use super::workspace::row_bytes;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::{Piece, Row};
use sluice_base::codec::Reader;
use sluice_base::hash::HashMap;
use sluice_plan::AggregateKind;
use sluice_types::{DataType, KeyColumn, SqlError, Value, encode_key};

/// A compiled aggregate of a GROUP BY.
pub(super) struct AggregateColumn {
    pub(super) kind: AggregateKind,
    /// Argument and its comparison; `None` for `COUNT(*)`.
    pub(super) argument: Option<(Piece, KeyColumn)>,
    pub(super) distinct: bool,
    pub(super) data_type: DataType,
    /// Whether a skipped NULL raises warning 8153.
    pub(super) warns: bool,
    /// Order of the input and an extra argument, of an aggregate over a list.
    pub(super) list: Option<InputList>,
}

/// The order of an aggregate's input and its extra argument.
pub(super) struct InputList {
    /// Separator of STRING_AGG or fraction of a percentile.
    pub(super) extra: Piece,
    /// Expressions of ORDER BY.
    pub(super) order: Vec<Piece>,
    /// Types of these expressions.
    pub(super) keys: Vec<KeyColumn>,
}

/// The hash aggregation: a compiled operator. Its run reads the whole input at the first `next`,
/// then returns a row for each group of each grouping.
pub(super) struct Aggregate {
    pub(super) input: Box<dyn Operator>,
    pub(super) groups: Vec<Piece>,
    /// Types of the grouping expressions.
    pub(super) keys: Vec<KeyColumn>,
    pub(super) aggregates: Vec<AggregateColumn>,
    /// Groupings, each with the positions of its expressions. Other expressions are NULL in its
    /// rows.
    pub(super) sets: Vec<Vec<usize>>,
    /// Values that identify each grouping in its rows.
    pub(super) levels: Vec<Vec<Value>>,
    /// Source of the result rows: group values, aggregates, then the values that identify the
    /// grouping.
    pub(super) source: usize,
    /// Whether an overflow makes an aggregate NULL.
    pub(super) forgives: bool,
}

struct Group {
    set: usize,
    values: Vec<Value>,
    accumulators: Vec<Accumulator>,
}

struct Grouped<'r> {
    of: &'r Aggregate,
    groups: std::iter::Enumerate<std::vec::IntoIter<Group>>,
    /// Late input of the groups, one for each aggregate; empty if there is none.
    waiting: Vec<Option<Waiting>>,
    /// Partitions whose groups haven't come out, each with its level of partitioning.
    parts: Vec<(WorkRows, u32)>,
    workspace: Option<Workspace>,
}

/// The groups in memory. `found` is in the order of the groups' first rows, and `places` finds a
/// group by its key. Rows wait in `late` if only an aggregate lacks memory, and in `parts` if the
/// whole group does.
pub(super) struct Groups<'a> {
    of: &'a Aggregate,
    found: Vec<Group>,
    places: HashMap<Vec<u8>, usize>,
    /// Buffers of `place_of`: the key and the group's values.
    key: Vec<u8>,
    own: Vec<Value>,
    workspace: Workspace,
    /// Late input of the groups, one for each aggregate.
    late: Vec<Option<Late>>,
    /// Rows of groups that aren't in memory, once there are some.
    parts: Option<Partitions>,
    level: u32,
}

/// Input of an aggregate from one row.
#[derive(Clone, Copy)]
struct Taken<'v> {
    value: &'v Value,
    list: Option<(&'v Value, &'v [u8])>,
}

impl Operator for Aggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        if !self.groups.is_empty() {
            run.take_grant()?;
        }
        let mut groups = Groups::new(self, 0, run);
        let mut values = Vec::with_capacity(self.groups.len());
        let mut input = self.input.open(run)?;
        while input.next(run)? {
            values.clear();
            for piece in &self.groups {
                values.push(run.value(*piece)?);
            }
            for set in 0..self.sets.len() {
                match groups.place_of(set, &values)? {
                    Some(place) => groups.take(place, run)?,
                    None => groups.put_off(set, &values, run)?,
                }
            }
        }
        drop(input);
        // A grouping without expressions has one group even without rows.
        for (set, _) in self.sets.iter().enumerate().filter(|(_, places)| places.is_empty()) {
            groups.place_of(set, &[])?;
        }
        Ok(Box::new(groups.finish(Vec::new(), run)?))
    }
}

impl<'r> Groups<'r> {
    /// Returns no groups. `level` is 0 for the input, and greater for the rows of a partition from
    /// tempdb, so that their keys are hashed differently.
    pub(super) fn new(of: &'r Aggregate, level: u32, run: &Run<'_, '_>) -> Groups<'r> {
        Groups {
            of,
            found: Vec::new(),
            places: HashMap::default(),
            key: Vec::new(),
            own: Vec::new(),
            workspace: Workspace::new(run),
            late: Vec::new(),
            parts: None,
            level,
        }
    }

    /// Returns the place of the group of grouping `set` for a row with these values. Returns `None`
    /// if there is no memory for a new group.
    fn place_of(&mut self, set: usize, values: &[Value]) -> Result<Option<usize>, SqlError> {
        let Aggregate { sets, keys, .. } = self.of;
        let places = &sets[set];
        if keys.is_empty() && sets.len() == 1 && !self.found.is_empty() {
            return Ok(Some(0));
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
            return Ok(Some(*place));
        }
        // Earlier rows of this group may be in a partition, so the group must not start here.
        if self.parts.is_some() && !places.is_empty() {
            return Ok(None);
        }
        let value = |place: usize| if places.contains(&place) { values[place].clone() } else { Value::Null };
        self.own.clear();
        self.own.extend((0..keys.len()).map(value));
        let bytes = self.group_bytes(&self.own) + self.key.len();
        if places.is_empty() {
            self.workspace.take(bytes)?;
        } else if !self.workspace.fits(bytes) {
            return Ok(None);
        }
        self.places.insert(self.key.clone(), self.found.len());
        self.add(set, self.own.clone());
        Ok(Some(self.found.len() - 1))
    }

    /// Starts the only group. `values` are the values of its grouping expressions; no row is
    /// aggregated yet, which [`Groups::take`] does at place 0. [`Groups::give`] must have returned
    /// the group before. Fails only if there is no memory for the group.
    pub(super) fn begin(&mut self, values: &[Value]) -> Result<(), SqlError> {
        self.found.clear();
        self.workspace.empty();
        self.workspace.take(self.group_bytes(values))?;
        self.add(0, values.to_vec());
        Ok(())
    }

    /// Returns the result row of the only group. Values that waited in tempdb are added first.
    /// Returns an empty row if there is no group. The groups are empty afterwards.
    pub(super) fn give(&mut self, run: &mut Run<'_, '_>) -> Result<Vec<Value>, SqlError> {
        let Some(Group { mut values, accumulators, .. }) = self.found.pop() else { return Ok(Vec::new()) };
        let mut late = std::mem::take(&mut self.late).into_iter();
        for mut accumulator in accumulators {
            if let Some(late) = late.next().flatten() {
                late.merge(run)?.give(0, &mut accumulator)?;
            }
            run.frame.forgiven.overflow |= accumulator.has_overflowed();
            values.push(accumulator.finish()?);
        }
        values.extend_from_slice(&self.of.levels[0]);
        Ok(values)
    }

    /// Bytes of a group with these values.
    fn group_bytes(&self, values: &[Value]) -> usize {
        row_bytes(values) + self.of.aggregates.len() * size_of::<Accumulator>() + GROUP_BYTES
    }

    fn add(&mut self, set: usize, values: Vec<Value>) {
        let new = |column: &AggregateColumn| {
            Accumulator::new(column.kind, column.data_type, column.counts_once()).forgiving(self.of.forgives)
        };
        let accumulators = self.of.aggregates.iter().map(new).collect();
        self.found.push(Group { set, values, accumulators });
    }

    /// Aggregates the current row into the group at `place`. A NULL argument is skipped and noted
    /// for warning 8153 if the aggregate raises it. A value without room in memory waits
    /// in tempdb.
    pub(super) fn take(&mut self, place: usize, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        for (number, column) in self.of.aggregates.iter().enumerate() {
            let Some((piece, _)) = column.argument else {
                self.found[place].accumulators[number].count_row();
                continue;
            };
            run.evaluate(piece)?;
            if run.frame.get(piece.result).is_null() {
                run.notes.nulls_passed_over |= column.warns;
                continue;
            }
            match &column.list {
                None => {
                    let (value, list) = (run.frame.get(piece.result), None);
                    if !self.takes((place, number), Taken { value, list })? {
                        let value = value.clone();
                        self.wait((place, number), Taken { value: &value, list }, run)?;
                    }
                }
                Some(list) => {
                    let value = run.frame.get(piece.result).clone();
                    let extra = run.value(list.extra)?;
                    let order = list.order.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
                    let mut key = Vec::new();
                    encode_key(&order, &list.keys, &mut key);
                    let taken = Taken { value: &value, list: Some((&extra, &key)) };
                    if !self.takes((place, number), taken)? {
                        self.wait((place, number), taken, run)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds input to an aggregate. Returns false if there is no memory for it.
    #[inline]
    fn takes(&mut self, (place, number): (usize, usize), taken: Taken<'_>) -> Result<bool, SqlError> {
        let Groups { of, found, workspace, .. } = self;
        let accumulator = &mut found[place].accumulators[number];
        match (taken.list, of.aggregates[number].argument) {
            (Some((extra, key)), _) => Ok(accumulator.take_item(taken.value, extra, key, workspace)),
            (None, Some((_, compared))) => accumulator.take(taken.value, compared, workspace),
            (None, None) => Ok(true),
        }
    }

    #[cold]
    fn wait(&mut self, (place, number): (usize, usize), taken: Taken<'_>, run: &Run<'_, '_>) -> Result<(), SqlError> {
        self.late.resize_with(self.of.aggregates.len(), || None);
        let late = match &mut self.late[number] {
            Some(late) => late,
            none => none.insert(Late::new(&self.of.aggregates[number], run)),
        };
        late.push(run, place, taken.value, taken.list)
    }

    /// Writes the current row to its partition.
    #[cold]
    fn put_off(&mut self, set: usize, values: &[Value], run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let mut row = vec![Value::Int(set as i32)];
        row.extend_from_slice(values);
        for column in &self.of.aggregates {
            for piece in column.pieces() {
                row.push(run.value(piece)?);
            }
        }
        self.put_row_off(&row, run)
    }

    fn put_row_off(&mut self, row: &[Value], run: &Run<'_, '_>) -> Result<(), SqlError> {
        let (hash, level) = (hash_of(&self.key), self.level);
        self.parts.get_or_insert_with(|| Partitions::new(level)).push(run, hash, |out| put_values(row, out))
    }

    #[cold]
    fn take_part(&mut self, rows: &WorkRows, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let (mut reader, mut row) = (WorkReader::default(), Vec::new());
        let width =
            1 + self.of.groups.len() + self.of.aggregates.iter().map(|column| column.pieces().count()).sum::<usize>();
        while let Some(record) = rows.next(&mut reader)? {
            let mut record = Reader::new(record);
            row.clear();
            for _ in 0..width {
                row.push(read_value(&mut record)?);
            }
            let set = row[0].as_i64().unwrap_or_default() as usize;
            let (values, arguments) = row[1..].split_at(self.of.groups.len());
            match self.place_of(set, values)? {
                Some(place) => self.take_values(place, arguments, run)?,
                None => self.put_row_off(&row, run)?,
            }
        }
        Ok(())
    }

    /// Aggregates a row whose arguments have been computed.
    fn take_values(&mut self, place: usize, arguments: &[Value], run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let mut rest = arguments;
        for (number, column) in self.of.aggregates.iter().enumerate() {
            let (own, others) = rest.split_at(column.pieces().count());
            rest = others;
            let Some((value, others)) = own.split_first() else {
                self.found[place].accumulators[number].count_row();
                continue;
            };
            if value.is_null() {
                run.notes.nulls_passed_over |= column.warns;
                continue;
            }
            let mut key = Vec::new();
            let list = column.list.as_ref().zip(others.split_first()).map(|(list, (extra, order))| {
                encode_key(order, &list.keys, &mut key);
                extra
            });
            let taken = Taken { value, list: list.map(|extra| (extra, key.as_slice())) };
            if !self.takes((place, number), taken)? {
                self.wait((place, number), taken, run)?;
            }
        }
        Ok(())
    }

    /// Returns the groups, followed by those of `parts`.
    fn finish(self, mut parts: Vec<(WorkRows, u32)>, run: &Run<'_, '_>) -> Result<Grouped<'r>, SqlError> {
        let Groups { of, mut found, workspace, late, parts: own, .. } = self;
        let waiting = late.into_iter().map(|late| late.map(|late| late.merge(run)).transpose());
        let waiting = waiting.collect::<Result<Vec<_>, _>>()?;
        if let Some(own) = own {
            let level = own.level() + 1;
            parts.extend(own.into_parts().flatten().map(|rows| (rows, level)));
        }
        let is_whole = parts.is_empty() && waiting.iter().all(Option::is_none);
        let has_totals = of.sets.len() > 1;
        if is_whole && has_totals && workspace.fits(found.iter().map(|group| row_bytes(&group.values)).sum()) {
            let chains = of.chains();
            found.sort_by_cached_key(|group| of.total_key(group, &chains[group.set]));
        }
        let groups = found.into_iter().enumerate();
        Ok(Grouped { of, groups, waiting, parts, workspace: Some(workspace) })
    }
}

impl Aggregate {
    /// Returns the chain of each grouping, and the order of the grouping expressions in it. The
    /// groupings of a chain are totals of those before: the last ones listed follow the first, as
    /// SQL Server's examples of ROLLUP and CUBE show their rows
    /// (`t-sql/queries/select-group-by-transact-sql`).
    fn chains(&self) -> Vec<(u32, Vec<usize>)> {
        let mut chains = vec![None; self.sets.len()];
        for chain in 0.. {
            let Some(first) = chains.iter().position(Option::is_none) else { break };
            let (mut members, mut last) = (vec![first], first);
            while let Some(next) = (first..self.sets.len()).rev().find(|next| {
                let (total, of) = (&self.sets[*next], &self.sets[last]);
                chains[*next].is_none() && total.len() + 1 == of.len() && total.iter().all(|place| of.contains(place))
            }) {
                members.push(next);
                last = next;
            }
            let mut order: Vec<usize> = Vec::new();
            for member in members.iter().rev() {
                let new = self.sets[*member].iter().filter(|place| !order.contains(place));
                let new: Vec<usize> = new.copied().collect();
                order.extend(new);
            }
            members.iter().for_each(|member| chains[*member] = Some((chain, order.clone())));
        }
        chains.into_iter().flatten().collect()
    }

    /// Returns a group's place in the order of the groups: by its chain and the grouping
    /// expressions, and the total of each beginning behind its groups.
    fn total_key(&self, group: &Group, (chain, order): &(u32, Vec<usize>)) -> Vec<u8> {
        let mut key = chain.to_be_bytes().to_vec();
        for place in order {
            let is_total = !self.sets[group.set].contains(place);
            key.push(is_total.into());
            if is_total {
                break;
            }
            let (value, column) = (&group.values[*place], &self.keys[*place]);
            encode_key(std::slice::from_ref(value), std::slice::from_ref(column), &mut key);
        }
        key
    }
}

impl AggregateColumn {
    /// Whether duplicates are removed; MIN and MAX don't need that.
    pub(super) fn counts_once(&self) -> bool {
        self.distinct && !matches!(self.kind, AggregateKind::Min | AggregateKind::Max)
    }

    /// The expressions that the aggregate needs from a row.
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        let list = self.list.iter().flat_map(|list| std::iter::once(list.extra).chain(list.order.iter().copied()));
        self.argument.iter().map(|(piece, _)| *piece).chain(list)
    }
}

impl<'r> Cursor<'r> for Grouped<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        loop {
            if let Some((number, Group { set, mut values, accumulators })) = self.groups.next() {
                for (place, mut accumulator) in accumulators.into_iter().enumerate() {
                    if let Some(Some(waiting)) = self.waiting.get_mut(place) {
                        waiting.give(number, &mut accumulator)?;
                    }
                    run.frame.forgiven.overflow |= accumulator.has_overflowed();
                    values.push(accumulator.finish()?);
                }
                values.extend_from_slice(&self.of.levels[set]);
                run.frame.rows[self.of.source] = Row::Values(values);
                return Ok(true);
            }
            let mut parts = std::mem::take(&mut self.parts);
            let Some((rows, level)) = parts.pop() else { return Ok(false) };
            let mut groups = Groups::new(self.of, level, run);
            // Releases the memory of the previous groups for the new ones.
            self.workspace = None;
            groups.take_part(&rows, run)?;
            drop(rows);
            *self = groups.finish(parts, run)?;
        }
    }
}

/// Bytes of a group's entry in the hash table.
const GROUP_BYTES: usize = 64;
