//! The ORDER hint of a bulk load: checks that the rows have the order of the clustered index.

use sluice_catalog::{Table, name};
use sluice_types::{DataType, KeyColumn, SqlError, Value, convert, display, encode_key_value};

/// Compares the keys of consecutive rows.
pub(super) struct OrderCheck {
    // For each key column: its place in the rows, the type there, and the key column.
    columns: Vec<(usize, DataType, KeyColumn)>,
    last: Option<(Vec<u8>, String)>,
}

impl OrderCheck {
    /// Returns the check of `order`, or `None` if it isn't the order of the clustered index: the
    /// hint is ignored then (`t-sql/statements/bulk-insert-transact-sql.md`). Fails with 4817 for
    /// an unknown column and with 4818 for a repeated one. Also `None` without ORDER, and if a key
    /// column isn't loaded.
    pub(super) fn new(
        order: &[(String, bool)],
        table: &Table,
        columns: &[String],
        types: &[DataType],
    ) -> Result<Option<OrderCheck>, SqlError> {
        let mut keys = Vec::new();
        for (place, (column, descending)) in order.iter().enumerate() {
            if order[..place].iter().any(|(other, _)| name::same(other, column)) {
                return Err(SqlError::bulk_order_column_repeated(column));
            }
            let found = table.column(column).ok_or_else(|| SqlError::bulk_order_column_not_found(column))?;
            keys.push((found, *descending));
        }
        let Some(index) = table.clustered().filter(|index| !keys.is_empty() && keys.len() <= index.keys.len()) else {
            return Ok(None);
        };
        let mut checked = Vec::new();
        for ((column, descending), key) in keys.iter().zip(&index.keys) {
            let place = columns.iter().position(|loaded| name::same(loaded, &table.columns[*column].name));
            let is_key = key.column == *column && key.descending == *descending;
            let Some(place) = place.filter(|_| is_key) else { return Ok(None) };
            checked.push((place, types[place], table.columns[*column].key(*descending)));
        }
        Ok(Some(OrderCheck { columns: checked, last: None }))
    }

    /// Fails with 4819 if the row's key is before that of the previous row. Equal keys pass. Values
    /// are converted to the columns' types first.
    pub(super) fn check(&mut self, row: &[Value]) -> Result<(), SqlError> {
        let (mut key, mut shown) = (Vec::new(), Vec::new());
        for (place, from, column) in &self.columns {
            let value = convert(&row[*place], from, &column.data_type)?;
            encode_key_value(&value, column, &mut key);
            shown.push(display::text(&value, &column.data_type));
        }
        let shown = shown.join(", ");
        if let Some((last, first)) = &self.last
            && *last > key
        {
            return Err(SqlError::bulk_order_incorrect(first, shown));
        }
        self.last = Some((key, shown));
        Ok(())
    }
}
