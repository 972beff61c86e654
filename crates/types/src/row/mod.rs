//! Rows as bytes: fixed part, null bitmap, variable part. See FORMAT.md.

use crate::data_type::DataType;
use crate::value::Value;

/// The bytes are no row of this layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowDamaged;

/// The row would need more than 65,535 bytes (a page holds far less; the access layer says so).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowTooLong {
    /// How many it would need.
    pub bytes: usize,
}

/// Where the columns of a row lie, computed once from their types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowLayout {
    columns: Vec<DataType>,
}

impl RowLayout {
    /// The layout of rows with columns of these types, in their order.
    pub fn new(columns: &[DataType]) -> RowLayout {
        RowLayout { columns: columns.to_vec() }
    }

    /// Puts `values` (one of each column's type, or NULL) as a row into `row`, whose earlier content is dropped. Does
    /// not allocate once `row` has grown.
    pub fn encode(&self, values: &[Value], row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        let _ = (values, row);
        panic!("not yet")
    }

    /// The value of column `column`, from 0.
    pub fn read(&self, row: &[u8], column: usize) -> Result<Value, RowDamaged> {
        let _ = (row, column);
        panic!("not yet")
    }

    /// All values, into `values`, whose earlier content is dropped.
    pub fn read_all(&self, row: &[u8], values: &mut Vec<Value>) -> Result<(), RowDamaged> {
        let _ = (row, values);
        panic!("not yet")
    }

    /// The column of type int, or `None` if it is NULL, without making a [`Value`].
    pub fn read_i32(&self, row: &[u8], column: usize) -> Result<Option<i32>, RowDamaged> {
        let _ = (row, column);
        panic!("not yet")
    }

    /// The column of type bigint, or `None` if it is NULL, without making a [`Value`].
    pub fn read_i64(&self, row: &[u8], column: usize) -> Result<Option<i64>, RowDamaged> {
        let _ = (row, column);
        panic!("not yet")
    }
}
