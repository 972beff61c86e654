//! Results of all engines in one form.

use rusqlite::types::ValueRef;
use sluice_engine::{DataType, Value, display};
use std::cmp::Ordering;

/// A value of any engine.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Null,
    /// Any number. All numbers of the queries are exact as doubles.
    Number(f64),
    /// A text, or a date or moment as ISO text.
    Text(String),
}

impl Cell {
    /// Returns a value of Sluice.
    pub(super) fn of_sluice(value: &Value, data_type: &DataType) -> Cell {
        match value {
            Value::Null => Cell::Null,
            Value::Bit(is_set) => Cell::Number(f64::from(u8::from(*is_set))),
            Value::TinyInt(number) => Cell::Number(f64::from(*number)),
            Value::SmallInt(number) => Cell::Number(f64::from(*number)),
            Value::Int(number) => Cell::Number(f64::from(*number)),
            Value::BigInt(number) => Cell::Number(*number as f64),
            Value::Float(number) => Cell::Number(*number),
            Value::Real(number) => Cell::Number(f64::from(*number)),
            Value::Money(ten_thousandths) => Cell::Number(*ten_thousandths as f64 / 10_000.0),
            Value::Decimal(number) => Cell::Number(number.to_f64()),
            other => Cell::Text(display::text(other, data_type)),
        }
    }

    /// Returns a value of SQLite.
    pub(super) fn of_sqlite(value: ValueRef<'_>) -> Cell {
        match value {
            ValueRef::Null => Cell::Null,
            ValueRef::Integer(number) => Cell::Number(number as f64),
            ValueRef::Real(number) => Cell::Number(number),
            ValueRef::Text(text) | ValueRef::Blob(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
        }
    }

    fn order(&self, other: &Cell) -> Ordering {
        match (self, other) {
            (Cell::Number(one), Cell::Number(other)) => one.partial_cmp(other).unwrap_or(Ordering::Equal),
            (Cell::Text(one), Cell::Text(other)) => one.cmp(other),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Cell::Null => 0,
            Cell::Number(_) => 1,
            Cell::Text(_) => 2,
        }
    }
}

/// Sorts rows by all their cells.
pub(super) fn sort(rows: &mut [Vec<Cell>]) {
    rows.sort_by(|one, other| {
        let orders = one.iter().zip(other).map(|(one, other)| one.order(other));
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
}

/// Describes the first row that only one of the results has.
pub(super) fn difference(sluice: &[Vec<Cell>], sqlite: &[Vec<Cell>]) -> String {
    let place = sluice.iter().zip(sqlite).position(|(one, other)| one != other);
    let place = place.unwrap_or(sluice.len().min(sqlite.len()));
    format!(
        "{} rows instead of {}; row {place}: {:?} instead of {:?}",
        sluice.len(),
        sqlite.len(),
        sluice.get(place),
        sqlite.get(place)
    )
}
