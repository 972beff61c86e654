//! Input of an aggregate that has no room in memory. It waits in tempdb, sorted by group, until the
//! groups come out.

use super::Run;
use super::accumulator::{Accumulator, distinct_key};
use super::aggregate::AggregateColumn;
use super::runs::{Merge, Sorter};
use super::value_bytes::{put_value, read_value};
use sluice_types::{DataType, KeyColumn, SqlError, Value};

/// Late input of one aggregate while rows are read. They are sorted by group and, for DISTINCT and
/// lists, by key.
pub(super) struct Late {
    rows: Sorter,
    kind: Kind,
    compared: KeyColumn,
}

/// Late input of one aggregate, in the order of the groups. `next` is the first item that isn't
/// given yet.
pub(super) struct Waiting {
    rows: Merge,
    kind: Kind,
    compared: KeyColumn,
    next: Option<Item>,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Values of a DISTINCT aggregate.
    Distinct,
    /// Input of an aggregate over a list.
    Items,
    /// Values of MIN or MAX.
    Extreme,
}

struct Item {
    group: i64,
    key: Vec<u8>,
    value: Value,
    extra: Value,
}

impl Late {
    /// Returns an empty set for the aggregate `column`. The kind of the aggregate decides what is
    /// stored: items of a list, distinct values, or values of MIN and MAX.
    pub(super) fn new(column: &AggregateColumn, run: &Run<'_, '_>) -> Late {
        let kind = match &column.list {
            Some(_) => Kind::Items,
            None if column.counts_once() => Kind::Distinct,
            None => Kind::Extreme,
        };
        let compared = column.argument.map_or(KeyColumn::ascending(DataType::Int), |(_, compared)| compared);
        Late { rows: Sorter::new([false, false].into_iter(), run), kind, compared }
    }

    /// Stores a value for a group; `list` has an item's extra argument and sort key. Writes a
    /// sorted run to tempdb if memory is short.
    pub(super) fn push(
        &mut self,
        run: &Run<'_, '_>,
        group: usize,
        value: &Value,
        list: Option<(&Value, &[u8])>,
    ) -> Result<(), SqlError> {
        let (extra, key) = match (list, self.kind) {
            (Some((extra, key)), _) => (extra, key.to_vec()),
            (None, Kind::Distinct) => (&Value::Null, distinct_key(value, self.compared)),
            (None, _) => (&Value::Null, Vec::new()),
        };
        self.rows.push(run.context, &[Value::BigInt(group as i64), Value::bytes(key)], |out| {
            put_value(value, out);
            put_value(extra, out);
        })
    }

    /// Returns the items in the order of the groups, and within a group in the order of their keys.
    /// Reads and writes tempdb.
    pub(super) fn merge(self, run: &Run<'_, '_>) -> Result<Waiting, SqlError> {
        let mut waiting =
            Waiting { rows: self.rows.merge(run.context)?, kind: self.kind, compared: self.compared, next: None };
        waiting.advance()?;
        Ok(waiting)
    }
}

impl Waiting {
    /// Adds a group's items to `accumulator`. Groups must be passed in order. They are consumed.
    /// Values of DISTINCT that occur twice, or that the accumulator has seen, count once. Fails on
    /// an overflow or a failed read of tempdb.
    pub(super) fn give(&mut self, group: usize, accumulator: &mut Accumulator) -> Result<(), SqlError> {
        let mut last: Option<Vec<u8>> = None;
        while let Some(Item { key, value, extra, .. }) = self.next.take_if(|item| item.group == group as i64) {
            match self.kind {
                Kind::Items => accumulator.add_item(value, extra, key),
                Kind::Extreme => accumulator.add_one(&value, self.compared)?,
                Kind::Distinct => {
                    if !accumulator.has_seen(&key) && last.as_ref() != Some(&key) {
                        accumulator.add_one(&value, self.compared)?;
                    }
                    last = Some(key);
                }
            }
            self.advance()?;
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<(), SqlError> {
        self.next = match self.rows.next_row()? {
            Some((keys, mut record)) => {
                let [Value::BigInt(group), Value::Bytes(key)] = keys else { return Ok(()) };
                let (group, key) = (*group, key.to_vec());
                Some(Item { group, key, value: read_value(&mut record)?, extra: read_value(&mut record)? })
            }
            None => None,
        };
        Ok(())
    }
}
