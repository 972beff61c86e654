//! The rows that a statement adds to an indexed view and removes from it, before they are applied.

use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::{IndexedView, ViewPart};
use sluice_query::operator::put_values;
use sluice_types::arithmetic::{Operator, evaluate};
use sluice_types::{DataType, KeyColumn, SqlError, Value, encode_key_value};
use std::collections::BTreeMap;

/// Rows of an indexed view that are added and removed, by the view's clustered key.
pub(super) struct Delta {
    table: Arc<Table>,
    parts: Vec<ViewPart>,
    // The columns that identify a row, first those of the clustered key.
    identity: Vec<(usize, KeyColumn)>,
    is_grouped: bool,
    pub(super) rows: BTreeMap<Vec<u8>, RowDelta>,
}

/// The change of one row of a view without GROUP BY, or of one group.
pub(super) struct RowDelta {
    /// The values of a row of the view; the sums are those of one change.
    pub(super) values: Vec<Value>,
    /// Number of rows added less those removed. For a group, the change of its COUNT_BIG(*).
    pub(super) count: i64,
    /// For each column, what is added to a group's sum and what is subtracted from it.
    pub(super) sums: Vec<(Option<Value>, Option<Value>)>,
}

impl Delta {
    /// Returns a change without rows.
    pub(super) fn new(table: &Arc<Table>, shape: &IndexedView) -> Delta {
        let keys = table.clustered().map_or(&[][..], |index| &index.keys);
        let of_key = keys.iter().map(|key| key.column);
        let is_other = |place: &usize| !keys.iter().any(|key| key.column == *place);
        let is_value = |place: &usize| shape.parts[*place] == ViewPart::Value;
        let others = (0..table.columns.len()).filter(is_other).filter(is_value);
        let (is_grouped, columns) = (shape.is_grouped(), &table.columns);
        // Rows of a view without GROUP BY are compared by their bytes, apart from the key.
        let others = others.filter(|_| is_grouped);
        Delta {
            table: Arc::clone(table),
            parts: shape.parts.clone(),
            identity: of_key.chain(others).map(|place| (place, columns[place].key(false))).collect(),
            is_grouped,
            rows: BTreeMap::new(),
        }
    }

    /// Adds a row that the view's query has returned for changed rows. `sign` is 1 if the view gets
    /// the row and -1 if it loses it. Rows that are added and removed cancel each other out.
    pub(super) fn add(&mut self, row: Vec<Value>, sign: i64) -> Result<(), SqlError> {
        let row = row.into_iter().map(Value::into_whole).collect::<Result<Vec<_>, _>>()?;
        let mut key = Vec::new();
        self.identity.iter().for_each(|(place, column)| encode_key_value(&row[*place], column, &mut key));
        if !self.is_grouped {
            put_values(&row, &mut key);
        }
        let width = row.len();
        let count = match self.parts.iter().position(|part| *part == ViewPart::Rows) {
            Some(place) => row[place].as_i64().unwrap_or_default(),
            None => 1,
        };
        let known = self.rows.entry(key).or_insert_with(|| RowDelta {
            values: row.clone(),
            count: 0,
            sums: vec![(None, None); if self.is_grouped { width } else { 0 }],
        });
        known.count += sign * count;
        for (place, sum) in known.sums.iter_mut().enumerate() {
            if self.parts[place] == ViewPart::Value {
                continue;
            }
            let side = if sign > 0 { &mut sum.0 } else { &mut sum.1 };
            *side = Some(match side.take() {
                Some(before) => evaluate(Operator::Add, &before, &row[place], self.table.columns[place].data_type)?,
                None => row[place].clone(),
            });
        }
        Ok(())
    }

    /// Whether rows are added, and whether rows are removed. A group with another sum counts as
    /// both. Sums of floating-point numbers aren't compared: they depend on the order of the rows.
    pub(super) fn differences(&self) -> (bool, bool) {
        let is_exact = |place: usize| !matches!(self.table.columns[place].data_type, DataType::Float | DataType::Real);
        let differs = |change: &RowDelta| {
            let mut sums = change.sums.iter().enumerate().filter(|(place, _)| is_exact(*place));
            sums.any(|(_, (added, removed))| added != removed)
        };
        let is_missing = self.rows.values().any(|change| change.count > 0 || differs(change));
        let is_surplus = self.rows.values().any(|change| change.count < 0 || differs(change));
        (is_missing, is_surplus)
    }

    /// Whether nothing is added or removed.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
