//! Aggregation of an input that is sorted by group: a group comes out after its last row, and only
//! one group is kept.

use super::aggregate::{Aggregate, Groups};
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::Row;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{KeyColumn, SqlError, Value};

/// Operator with one grouping, by at least one expression, over an input sorted by group.
pub(super) struct StreamAggregate(pub(super) Aggregate);

struct Streaming<'r> {
    of: &'r Aggregate,
    input: Box<dyn Cursor<'r> + 'r>,
    groups: Groups<'r>,
    /// Grouping values of the current row, which may be the first row of the next group.
    values: Vec<Value>,
    /// Grouping values of the current group.
    of_group: Vec<Value>,
    has_row: bool,
    is_at_end: bool,
    seen: RowsSeen,
}

impl Operator for StreamAggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let of = &self.0;
        Ok(Box::new(Streaming {
            of,
            input: of.input.open(run)?,
            groups: Groups::new(of, 0, run),
            values: Vec::new(),
            of_group: Vec::new(),
            has_row: false,
            is_at_end: false,
            seen: RowsSeen::default(),
        }))
    }
}

impl<'r> Streaming<'r> {
    fn advance(&mut self, run: &mut Run<'_, 'r>) -> Result<(), SqlError> {
        self.seen.one_more(run)?;
        self.has_row = !self.is_at_end && self.input.next(run)?;
        self.is_at_end = !self.has_row;
        self.values.clear();
        if self.has_row {
            for piece in &self.of.groups {
                self.values.push(run.value(*piece)?);
            }
        }
        Ok(())
    }

    /// Whether the current row belongs to the group.
    fn is_of_group(&self) -> bool {
        let mut values = self.values.iter().zip(&self.of_group).zip(&self.of.keys);
        self.has_row && values.all(|((value, other), key)| is_same(value, other, key))
    }
}

/// Whether two values are equal under the key's collation.
fn is_same(left: &Value, right: &Value, key: &KeyColumn) -> bool {
    match (left, right) {
        (Value::Str(left), Value::Str(right)) if !key.collation.is_as_default() => {
            let (rules, page) = (key.collation.rules(), key.data_type.code_page());
            rules.key(left, page) == rules.key(right, page)
        }
        _ => compare_nulls_first(left, right).is_eq(),
    }
}

impl<'r> Cursor<'r> for Streaming<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if !self.has_row {
            self.advance(run)?;
        }
        if !self.has_row {
            return Ok(false);
        }
        std::mem::swap(&mut self.values, &mut self.of_group);
        self.groups.begin(&self.of_group)?;
        loop {
            self.groups.take(0, run)?;
            self.advance(run)?;
            if !self.is_of_group() {
                break;
            }
        }
        let values = self.groups.give(run)?;
        run.frame.rows[self.of.source] = Row::Values(values);
        Ok(true)
    }
}
