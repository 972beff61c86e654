//! The values of an expression for the rows of a chunk.

use super::column::{Column, Data};
use super::rows::Rows;
use sluice_types::row::integer_of;
use sluice_types::{DataType, SqlError, Value};
use std::borrow::Cow;

/// The values of an expression. Only the selected rows of a computed column have values.
pub(super) struct Values<'c> {
    /// The type of the values. A column may have a narrower one, whose values are the same.
    pub(super) data_type: DataType,
    kind: Kind<'c>,
}

enum Kind<'c> {
    /// A column of the chunk or a computed one.
    Column(Cow<'c, Column>),
    /// One value for all rows.
    Same(Value),
}

/// Integers of 64 bits: one for each row, or one for all.
#[derive(Clone, Copy)]
pub(super) enum Integers<'v> {
    /// One for each row.
    Each(&'v [i64]),
    /// One for all rows.
    Same(i64),
}

/// Doubles: one for each row, or one for all.
#[derive(Clone, Copy)]
pub(super) enum Floats<'v> {
    /// One for each row.
    Each(&'v [f64]),
    /// One for all rows.
    Same(f64),
}

/// Typed access to the values of each row.
pub(super) struct Typed<'v> {
    column: Cow<'v, Column>,
    is_same: bool,
}

impl<'c> Values<'c> {
    /// Returns the values of a column of the chunk.
    pub(super) fn of_column(column: &'c Column, data_type: DataType) -> Values<'c> {
        Values { data_type, kind: Kind::Column(Cow::Borrowed(column)) }
    }

    /// Returns the values of a computed column.
    pub(super) fn computed(column: Column, data_type: DataType) -> Values<'c> {
        Values { data_type, kind: Kind::Column(Cow::Owned(column)) }
    }

    /// Returns the same value for all rows.
    pub(super) fn same(value: Value, data_type: DataType) -> Values<'c> {
        Values { data_type, kind: Kind::Same(value) }
    }

    /// Returns the same values under another type.
    pub(super) fn under(self, data_type: DataType) -> Values<'c> {
        Values { data_type, ..self }
    }

    /// Returns the value of a row.
    pub(super) fn get(&self, row: usize) -> Value {
        match &self.kind {
            Kind::Column(column) => column.get_as(row, self.data_type),
            Kind::Same(value) => value.clone(),
        }
    }

    /// Returns the flags of NULLs; empty if no row of a column is NULL.
    pub(super) fn nulls(&self) -> &[bool] {
        match &self.kind {
            Kind::Column(column) => &column.nulls,
            Kind::Same(_) => &[],
        }
    }

    /// Whether all rows are NULL, since their common value is.
    pub(super) fn are_null(&self) -> bool {
        matches!(&self.kind, Kind::Same(Value::Null))
    }

    /// Whether a row is NULL.
    #[inline]
    pub(super) fn is_null(&self, row: usize) -> bool {
        match &self.kind {
            Kind::Column(column) => column.is_null(row),
            Kind::Same(value) => value.is_null(),
        }
    }

    /// Returns the values if they are integers of 64 bits. The integer of NULL is 0. `None` for
    /// other values.
    #[inline]
    pub(super) fn integers(&self) -> Option<Integers<'_>> {
        match &self.kind {
            Kind::Column(column) => column.as_narrow().map(Integers::Each),
            Kind::Same(value) => {
                let integer = integer_of(value).and_then(|integer| i64::try_from(integer).ok());
                integer.filter(|_| self.has_own_scale(value)).map(Integers::Same)
            }
        }
    }

    /// Returns the values if they are doubles. `None` for other values. The double of NULL is any.
    pub(super) fn floats(&self) -> Option<Floats<'_>> {
        match &self.kind {
            Kind::Column(column) => match &column.data {
                Data::Floats(values) => Some(Floats::Each(values)),
                _ => None,
            },
            Kind::Same(Value::Float(value)) => Some(Floats::Same(*value)),
            Kind::Same(Value::Real(value)) => Some(Floats::Same((*value).into())),
            Kind::Same(_) => None,
        }
    }

    /// Returns typed access to the values.
    pub(super) fn typed(&self) -> Typed<'_> {
        match &self.kind {
            Kind::Column(column) => Typed { column: Cow::Borrowed(column), is_same: false },
            Kind::Same(value) => {
                Typed { column: Cow::Owned(Column::repeated(self.data_type, value, 1)), is_same: true }
            }
        }
    }

    /// Returns the values of `count` rows as a column of their type.
    pub(super) fn into_column(self, count: usize) -> Cow<'c, Column> {
        match self.kind {
            Kind::Column(column) => match shows_same(column.data_type, self.data_type) {
                true => column,
                false => {
                    let mut column = column.into_owned();
                    column.data_type = self.data_type;
                    Cow::Owned(column)
                }
            },
            Kind::Same(value) => Cow::Owned(Column::repeated(self.data_type, &value, count)),
        }
    }

    /// Whether a decimal has the scale of the values' type; true for other values.
    fn has_own_scale(&self, value: &Value) -> bool {
        match (value, self.data_type) {
            (Value::Decimal(value), DataType::Decimal { scale, .. }) => value.scale() == scale,
            _ => true,
        }
    }
}

impl Typed<'_> {
    /// Returns a column, and the row of it that has the value of `row`: row 0 if the value is the
    /// same for all rows.
    #[inline]
    pub(super) fn at(&self, row: usize) -> (&Column, usize) {
        (&self.column, if self.is_same { 0 } else { row })
    }
}

/// Whether columns of both types show the same values for the same content.
fn shows_same(left: DataType, right: DataType) -> bool {
    let scale = |data_type| match data_type {
        DataType::Decimal { scale, .. } => Some(scale),
        _ => None,
    };
    left == right
        || left.is_string() && right.is_string()
        || left.is_binary() && right.is_binary()
        || scale(left).is_some() && scale(left) == scale(right)
}

/// Returns a column with the values of the selected rows among `count`; the others are NULL.
/// `value` gets the row's number; its error ends the call.
pub(super) fn value_by_value(
    data_type: DataType,
    (rows, count): (Rows<'_>, usize),
    mut value: impl FnMut(usize) -> Result<Value, SqlError>,
) -> Result<Column, SqlError> {
    use sluice_types::row::ColumnSink;
    let (mut column, mut next) = (Column::new(data_type), 0);
    rows.try_for_each(|row| {
        (next..row).for_each(|_| column.null());
        column.push(&value(row)?);
        next = row + 1;
        Ok(())
    })?;
    (next..count).for_each(|_| column.null());
    Ok(column)
}
