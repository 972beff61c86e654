//! Where the columns of a row lie.

use super::{FORMAT, HEADER};
use crate::data_type::DataType;

/// Where the columns of a row lie, computed once from their types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowLayout {
    pub(super) columns: Vec<Column>,
    /// Bytes of the whole fixed part.
    pub(super) fixed_bytes: usize,
    /// How many columns are in the variable part.
    pub(super) variable_count: usize,
    /// The row before its values are put in: header, fixed part, null bitmap and ends of the variable part.
    pub(super) empty: Vec<u8>,
}

/// One column's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) data_type: DataType,
    /// Bytes of the fixed part before this column: its own place, if it is fixed.
    pub(super) fixed_before: usize,
    /// Variable columns before this one: its own number, if it is variable.
    pub(super) variable_before: usize,
}

impl RowLayout {
    /// The layout of rows with columns of these types, in their order; at most 65,535 columns.
    pub fn new(columns: &[DataType]) -> RowLayout {
        assert!(columns.len() <= usize::from(u16::MAX), "a row of {} columns", columns.len());
        let count = columns.len();
        let mut layout =
            RowLayout { columns: Vec::with_capacity(count), fixed_bytes: 0, variable_count: 0, empty: Vec::new() };
        for data_type in columns.iter().map(|data_type| data_type.stored()) {
            layout.columns.push(Column {
                data_type,
                fixed_before: layout.fixed_bytes,
                variable_before: layout.variable_count,
            });
            match fixed_bytes(data_type) {
                Some(bytes) => layout.fixed_bytes += bytes,
                None => layout.variable_count += 1,
            }
        }
        let front = HEADER + layout.fixed_bytes + count.div_ceil(8);
        layout.empty = vec![0; front + 2 * layout.variable_count];
        layout.empty[0] = FORMAT;
        layout.empty[2..HEADER].copy_from_slice(&(count as u16).to_le_bytes());
        layout
    }

    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Bytes of a column in the fixed part; none for those of the variable part.
    pub fn fixed_bytes(data_type: &DataType) -> Option<usize> {
        fixed_bytes(*data_type)
    }

    /// The type of column `column`, from 0.
    pub fn data_type(&self, column: usize) -> DataType {
        self.columns[column].data_type
    }

    /// Where the null bitmap and the ends of the variable columns begin.
    pub(super) fn nulls_and_ends(&self) -> (usize, usize) {
        let nulls = HEADER + self.fixed_bytes;
        (nulls, nulls + self.columns.len().div_ceil(8))
    }

    /// Bytes of the fixed part of a row with the first `count` columns, and how many of these are variable.
    pub(super) fn extent(&self, count: usize) -> (usize, usize) {
        match self.columns.get(count) {
            Some(next) => (next.fixed_before, next.variable_before),
            None => (self.fixed_bytes, self.variable_count),
        }
    }
}

/// Bytes of a value in the fixed part; `None` for the types of the variable part.
pub(super) fn fixed_bytes(data_type: DataType) -> Option<usize> {
    Some(match data_type {
        DataType::Bit | DataType::TinyInt => 1,
        DataType::SmallInt => 2,
        DataType::Int | DataType::Date | DataType::Real | DataType::SmallMoney | DataType::SmallDateTime => 4,
        DataType::BigInt
        | DataType::Float
        | DataType::Money
        | DataType::Time(_)
        | DataType::DateTime
        | DataType::RowVersion
        | DataType::DateTime2(_) => 8,
        DataType::UniqueIdentifier => 16,
        DataType::DateTimeOffset(_) => 10,
        DataType::Decimal { precision, .. } if precision <= SMALL_DECIMAL => 8,
        DataType::Decimal { .. } => 16,
        DataType::Char(n, _) | DataType::Binary(n) => n.into(),
        DataType::NChar(n) => 2 * usize::from(n),
        DataType::VarChar(..)
        | DataType::NVarChar(_)
        | DataType::VarBinary(_)
        | DataType::Xml
        | DataType::SqlVariant => return None,
    })
}

/// The most digits that 8 bytes hold.
pub(super) const SMALL_DECIMAL: u8 = 18;
