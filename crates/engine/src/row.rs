//! A pulled row, and the Rust values of its columns.

use crate::error::QueryError;
use sluice_base::sync::Arc;
use sluice_session::ColumnInfo;
use sluice_types::Value;

/// A row of a result set.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    columns: Arc<[ColumnInfo]>,
    values: Vec<Value>,
}

/// A Rust type that values are read as.
pub trait FromValue<'r>: Sized {
    /// The type's name in errors.
    const NAME: &'static str;

    /// Returns the value, or `None` if it has another type or is out of range. `value` is NULL only
    /// for types that include it.
    fn from_value(value: &'r Value) -> Option<Self>;

    /// Whether NULL is a value of the type.
    fn takes_null() -> bool {
        false
    }
}

/// A column's position, from 0, or its name. Names are compared without regard to ASCII case; the
/// first of several columns with one name counts.
pub trait ColumnIndex {
    /// Returns the column's position.
    fn place_in(&self, columns: &[ColumnInfo]) -> Result<usize, QueryError>;
}

impl Row {
    /// Returns a row of these values, one for each column.
    pub(crate) fn new(columns: Arc<[ColumnInfo]>, values: Vec<Value>) -> Row {
        Row { columns, values }
    }

    /// Returns the value of a column. Fails if there is no such column, if it has another type, and
    /// if it is NULL; `Option` takes NULL. Columns are found by name or place.
    pub fn get<'r, T: FromValue<'r>>(&'r self, column: impl ColumnIndex) -> Result<T, QueryError> {
        let place = column.place_in(&self.columns)?;
        let value = &self.values[place];
        let found = if value.is_null() && !T::takes_null() { None } else { T::from_value(value) };
        found.ok_or_else(|| QueryError::WrongType {
            column: self.columns[place].name.clone(),
            data_type: if value.is_null() { "NULL".to_owned() } else { self.columns[place].data_type.to_string() },
            wanted: T::NAME,
        })
    }

    /// The values of all columns.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the values of all columns.
    pub fn into_values(self) -> Vec<Value> {
        self.values
    }

    /// The columns of the result set.
    pub fn columns(&self) -> &[ColumnInfo] {
        &self.columns
    }
}

impl ColumnIndex for usize {
    fn place_in(&self, columns: &[ColumnInfo]) -> Result<usize, QueryError> {
        let is_there = *self < columns.len();
        is_there.then_some(*self).ok_or_else(|| QueryError::NoColumn { column: self.to_string() })
    }
}

impl ColumnIndex for &str {
    fn place_in(&self, columns: &[ColumnInfo]) -> Result<usize, QueryError> {
        let found = columns.iter().position(|column| column.name.eq_ignore_ascii_case(self));
        found.ok_or_else(|| QueryError::NoColumn { column: (*self).to_owned() })
    }
}

macro_rules! integers {
    ($($type:ty),*) => {
        $(impl FromValue<'_> for $type {
            const NAME: &'static str = stringify!($type);

            fn from_value(value: &Value) -> Option<$type> {
                value.as_i64()?.try_into().ok()
            }
        })*
    };
}

integers!(u8, i16, i32, i64);

impl FromValue<'_> for bool {
    const NAME: &'static str = "bool";

    fn from_value(value: &Value) -> Option<bool> {
        if let Value::Bit(value) = value { Some(*value) } else { None }
    }
}

impl FromValue<'_> for f64 {
    const NAME: &'static str = "f64";

    fn from_value(value: &Value) -> Option<f64> {
        match value {
            Value::Float(value) => Some(*value),
            Value::Real(value) => Some((*value).into()),
            _ => None,
        }
    }
}

impl<'r> FromValue<'r> for &'r str {
    const NAME: &'static str = "&str";

    fn from_value(value: &'r Value) -> Option<&'r str> {
        value.as_str()
    }
}

impl FromValue<'_> for String {
    const NAME: &'static str = "String";

    fn from_value(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

impl<'r> FromValue<'r> for &'r [u8] {
    const NAME: &'static str = "&[u8]";

    fn from_value(value: &'r Value) -> Option<&'r [u8]> {
        value.as_bytes()
    }
}

impl FromValue<'_> for Vec<u8> {
    const NAME: &'static str = "Vec<u8>";

    fn from_value(value: &Value) -> Option<Vec<u8>> {
        value.as_bytes().map(<[u8]>::to_vec)
    }
}

impl FromValue<'_> for Value {
    const NAME: &'static str = "Value";

    fn from_value(value: &Value) -> Option<Value> {
        Some(value.clone())
    }

    fn takes_null() -> bool {
        true
    }
}

impl<'r, T: FromValue<'r>> FromValue<'r> for Option<T> {
    const NAME: &'static str = T::NAME;

    fn from_value(value: &'r Value) -> Option<Option<T>> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }

    fn takes_null() -> bool {
        true
    }
}
