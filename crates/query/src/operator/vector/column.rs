//! A column of a chunk: typed values, each of which may be NULL. NULLs are flags in a vector of
//! their own, empty while no value is NULL.
//!
//! Numbers, decimals, dates and the like are integers with the order of the values. They take 64
//! bits each until a value needs more; then the whole column takes 128 bits each. The type's
//! precision doesn't decide that. So a column of sums and products stays narrow while its values
//! do.

use super::rows::{NONE, compact};
use super::views::Views;
use sluice_types::decimal::MAX_PRECISION;
use sluice_types::row::{ColumnForm, ColumnSink, column_form, integer_value};
use sluice_types::{DataType, Value};

/// The values of some rows.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The type of the values.
    pub(super) data_type: DataType,
    /// A value for each row; any value for NULL.
    pub(super) data: Data,
    /// A flag for each row, set for NULL. Empty if no row is NULL.
    pub(super) nulls: Vec<bool>,
}

/// The values of a column.
#[derive(Clone, Debug)]
pub(super) enum Data {
    /// Integers of 64 bits.
    Narrow(Vec<i64>),
    /// Integers, some of which need more.
    Wide(Vec<i128>),
    /// Doubles; those of real columns are exact.
    Floats(Vec<f64>),
    /// Texts as UTF-8, or bytes.
    Bytes(Views),
}

impl Column {
    /// Returns a column without rows. The type must have a form in columns ([`column_form`]).
    pub(super) fn new(data_type: DataType) -> Column {
        let data = match column_form(data_type) {
            Some(ColumnForm::Integers) | None => Data::Narrow(Vec::new()),
            Some(ColumnForm::Floats) => Data::Floats(Vec::new()),
            Some(ColumnForm::Texts | ColumnForm::Binary) => Data::Bytes(Views::default()),
        };
        Column { data_type, data, nulls: Vec::new() }
    }

    /// Returns a column of `count` NULLs.
    pub(super) fn all_null(data_type: DataType, count: usize) -> Column {
        let mut column = Column::new(data_type);
        column.nulls.resize(count, true);
        match &mut column.data {
            Data::Narrow(values) => values.resize(count, 0),
            Data::Wide(values) => values.resize(count, 0),
            Data::Floats(values) => values.resize(count, 0.0),
            Data::Bytes(views) => (0..count).for_each(|_| views.push(&[])),
        }
        column
    }

    /// Returns a column with `count` times the same value.
    pub(super) fn repeated(data_type: DataType, value: &Value, count: usize) -> Column {
        let mut column = Column::new(data_type);
        (0..count).for_each(|_| column.push(value));
        column
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        match &self.data {
            Data::Narrow(values) => values.len(),
            Data::Wide(values) => values.len(),
            Data::Floats(values) => values.len(),
            Data::Bytes(views) => views.len(),
        }
    }

    /// Removes all rows. The memory stays.
    pub(super) fn clear(&mut self) {
        self.nulls.clear();
        match &mut self.data {
            Data::Narrow(values) => values.clear(),
            Data::Wide(_) => self.data = Data::Narrow(Vec::new()),
            Data::Floats(values) => values.clear(),
            Data::Bytes(views) => views.clear(),
        }
    }

    /// Appends a value of the column's type, or NULL. Panics for a value of another type. A decimal
    /// of another scale is converted to the type's scale.
    pub(super) fn push(&mut self, value: &Value) {
        let pushed = match (value, self.data_type) {
            (Value::Decimal(number), DataType::Decimal { scale, .. }) if number.scale() != scale => {
                self.value(&number.rescale(MAX_PRECISION, scale).map_or(Value::Null, Value::Decimal))
            }
            _ => self.value(value),
        };
        pushed.expect("a value of the column's type");
    }

    /// Whether any row is NULL.
    #[inline]
    pub(super) fn has_nulls(&self) -> bool {
        !self.nulls.is_empty()
    }

    /// Whether the value of a row is NULL. False beyond the last row.
    #[inline]
    pub(super) fn is_null(&self, row: usize) -> bool {
        self.nulls.get(row).copied().unwrap_or(false)
    }

    /// Returns the value of a row. Panics beyond the last row.
    pub(super) fn get(&self, row: usize) -> Value {
        self.get_as(row, self.data_type)
    }

    /// Returns the value of a row as a value of `data_type`, whose integers mean the same. A NULL
    /// gives NULL.
    pub(super) fn get_as(&self, row: usize, data_type: DataType) -> Value {
        if self.is_null(row) {
            return Value::Null;
        }
        match &self.data {
            Data::Narrow(values) => integer_value(data_type, values[row].into()).unwrap_or_default(),
            Data::Wide(values) => integer_value(data_type, values[row]).unwrap_or_default(),
            Data::Floats(values) if data_type == DataType::Real => Value::Real(values[row] as f32),
            Data::Floats(values) => Value::Float(values[row]),
            Data::Bytes(views) if self.data_type.is_string() => Value::text(text_of(views.get(row))),
            Data::Bytes(views) => Value::bytes(views.get(row)),
        }
    }

    /// Returns the integer of a row that isn't NULL. Panics for a column without integers.
    #[inline]
    pub(super) fn integer_at(&self, row: usize) -> i128 {
        match &self.data {
            Data::Narrow(values) => values[row].into(),
            Data::Wide(values) => values[row],
            Data::Floats(_) | Data::Bytes(_) => panic!("a column of {} has no integers", self.data_type),
        }
    }

    /// Returns the bytes of a row that isn't NULL. Panics for a column of numbers.
    #[inline]
    pub(super) fn bytes_of(&self, row: usize) -> &[u8] {
        match &self.data {
            Data::Bytes(views) => views.get(row),
            _ => panic!("a column of {} has no bytes", self.data_type),
        }
    }

    /// Returns the values if they are integers of 64 bits. `None` for wide integers, doubles and
    /// bytes.
    #[inline]
    pub(super) fn as_narrow(&self) -> Option<&[i64]> {
        match &self.data {
            Data::Narrow(values) => Some(values),
            _ => None,
        }
    }

    /// Appends row `row` of `from`, a column of the same form.
    pub(super) fn push_from(&mut self, from: &Column, row: usize) {
        if from.is_null(row) {
            return self.null();
        }
        match (&mut self.data, &from.data) {
            (Data::Bytes(to), Data::Bytes(from)) => to.push_from(from, row),
            (Data::Floats(to), Data::Floats(from)) => to.push(from[row]),
            (Data::Narrow(to), Data::Narrow(from)) => to.push(from[row]),
            (_, Data::Narrow(from)) => return self.integer_of_any_size(from[row].into()),
            (_, Data::Wide(from)) => return self.integer_of_any_size(from[row]),
            _ => panic!("a value of {} in a column of {}", from.data_type, self.data_type),
        }
        self.push_not_null();
    }

    /// Replaces the value of a row by row `from_row` of `from`.
    pub(super) fn set_from(&mut self, row: usize, from: &Column, from_row: usize) {
        if from.is_null(from_row) {
            self.nulls.resize(self.len(), false);
            self.nulls[row] = true;
            return;
        }
        if matches!((&self.data, &from.data), (Data::Narrow(_), Data::Wide(_))) {
            self.widen();
        }
        match (&mut self.data, &from.data) {
            (Data::Narrow(to), Data::Narrow(from)) => to[row] = from[from_row],
            (Data::Wide(to), Data::Wide(from)) => to[row] = from[from_row],
            (Data::Wide(to), Data::Narrow(from)) => to[row] = from[from_row].into(),
            (Data::Floats(to), Data::Floats(from)) => to[row] = from[from_row],
            (Data::Bytes(to), Data::Bytes(from)) => to.set(row, from.get(from_row)),
            _ => panic!("a value of {} in a column of {}", from.data_type, self.data_type),
        }
        if let Some(is_null) = self.nulls.get_mut(row) {
            *is_null = false;
        }
    }

    /// Drops the flags of NULLs if none is set.
    pub(super) fn drop_unset_nulls(&mut self) {
        if !self.nulls.contains(&true) {
            self.nulls.clear();
        }
    }

    /// Appends all rows of `other`, NULLs included.
    pub(super) fn append(&mut self, other: &Column) {
        if let (Data::Narrow(to), Data::Narrow(from)) = (&mut self.data, &other.data) {
            if !self.nulls.is_empty() || other.has_nulls() {
                self.nulls.resize(to.len(), false);
                self.nulls.extend((0..from.len()).map(|row| other.is_null(row)));
            }
            return to.extend_from_slice(from);
        }
        (0..other.len()).for_each(|row| self.push_from(other, row));
    }

    /// Appends the rows of `from` with these numbers, in the order of `rows`. A number out of range
    /// panics.
    pub(super) fn pick(&mut self, from: &Column, rows: &[u32]) {
        if let (Data::Narrow(to), Data::Narrow(values)) = (&mut self.data, &from.data) {
            if !self.nulls.is_empty() || from.has_nulls() {
                self.nulls.resize(to.len(), false);
                self.nulls.extend(rows.iter().map(|row| from.is_null(*row as usize)));
            }
            return to.extend(rows.iter().map(|row| values[*row as usize]));
        }
        rows.iter().for_each(|row| self.push_from(from, *row as usize));
    }

    /// Does the same as [`Column::pick`]; the number [`NONE`] appends NULL.
    pub(super) fn pick_or_null(&mut self, from: &Column, rows: &[u32]) {
        if !rows.contains(&NONE) {
            return self.pick(from, rows);
        }
        if let (Data::Narrow(to), Data::Narrow(values)) = (&mut self.data, &from.data) {
            self.nulls.resize(to.len(), false);
            self.nulls.extend(rows.iter().map(|row| *row == NONE || from.is_null(*row as usize)));
            return to.extend(rows.iter().map(|row| if *row == NONE { 0 } else { values[*row as usize] }));
        }
        for row in rows {
            if *row == NONE { self.null() } else { self.push_from(from, *row as usize) }
        }
    }

    /// Removes the rows whose flag in `keeps` is false. The order stays.
    pub(super) fn keep(&mut self, keeps: &[bool]) {
        match &mut self.data {
            Data::Narrow(values) => compact(values, keeps),
            Data::Wide(values) => compact(values, keeps),
            Data::Floats(values) => compact(values, keeps),
            Data::Bytes(views) => views.keep(keeps),
        }
        if self.has_nulls() {
            compact(&mut self.nulls, keeps);
            self.drop_unset_nulls();
        }
    }

    /// Removes all rows but the last.
    pub(super) fn keep_last(&mut self) {
        let before_last = self.len().saturating_sub(1);
        self.nulls.drain(..before_last.min(self.nulls.len()));
        match &mut self.data {
            Data::Narrow(values) => drop(values.drain(..before_last)),
            Data::Wide(values) => drop(values.drain(..before_last)),
            Data::Floats(values) => drop(values.drain(..before_last)),
            Data::Bytes(views) => views.keep_last(),
        }
    }

    /// Returns the bytes of memory that the rows use.
    pub(super) fn memory(&self) -> usize {
        let values = match &self.data {
            Data::Narrow(values) => size_of_val(&values[..]),
            Data::Wide(values) => size_of_val(&values[..]),
            Data::Floats(values) => size_of_val(&values[..]),
            Data::Bytes(views) => views.len() * size_of::<u128>() + views.long_bytes(),
        };
        values + self.nulls.len()
    }

    #[inline]
    fn push_not_null(&mut self) {
        if !self.nulls.is_empty() {
            self.nulls.push(false);
        }
    }

    #[inline]
    fn integer_of_any_size(&mut self, value: i128) {
        match (&mut self.data, i64::try_from(value)) {
            (Data::Narrow(values), Ok(value)) => values.push(value),
            (Data::Wide(values), _) => values.push(value),
            _ => {
                self.widen();
                return self.integer_of_any_size(value);
            }
        }
        self.push_not_null();
    }

    /// Makes room for integers of 128 bits. Panics for a column without integers.
    #[cold]
    fn widen(&mut self) {
        let Data::Narrow(values) = &self.data else { panic!("an integer in a column of {}", self.data_type) };
        self.data = Data::Wide(values.iter().map(|value| i128::from(*value)).collect());
    }
}

impl ColumnSink for Column {
    #[cold]
    fn null(&mut self) {
        self.nulls.resize(self.len(), false);
        self.nulls.push(true);
        match &mut self.data {
            Data::Narrow(values) => values.push(0),
            Data::Wide(values) => values.push(0),
            Data::Floats(values) => values.push(0.0),
            Data::Bytes(views) => views.push(&[]),
        }
    }

    #[inline]
    fn integer(&mut self, value: i64) {
        match &mut self.data {
            Data::Narrow(values) => values.push(value),
            _ => return self.integer_of_any_size(value.into()),
        }
        self.push_not_null();
    }

    #[inline]
    fn integers(&mut self) -> Option<&mut Vec<i64>> {
        match &mut self.data {
            Data::Narrow(values) if self.nulls.is_empty() => Some(values),
            _ => None,
        }
    }

    #[inline]
    fn wide(&mut self, value: i128) {
        self.integer_of_any_size(value);
    }

    #[inline]
    fn float(&mut self, value: f64) {
        match &mut self.data {
            Data::Floats(values) => values.push(value),
            _ => panic!("a double in a column of {}", self.data_type),
        }
        self.push_not_null();
    }

    #[inline]
    fn bytes(&mut self, value: &[u8]) {
        match &mut self.data {
            Data::Bytes(views) => views.push(value),
            _ => panic!("bytes in a column of {}", self.data_type),
        }
        self.push_not_null();
    }
}

/// Returns the text of a column's UTF-8.
pub(super) fn text_of(utf8: &[u8]) -> &str {
    std::str::from_utf8(utf8).unwrap_or_default()
}

#[cfg(test)]
mod tests;
