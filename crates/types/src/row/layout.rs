//! The positions of columns in a row.

use super::{FORMAT, HEADER};
use crate::data_type::DataType;
use crate::type_facts::facts;
use crate::type_spec::RowForm;
use std::ops::Range;

/// The positions of columns in a row, computed once from their types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowLayout {
    pub(super) columns: Vec<Column>,
    /// Bytes of the fixed part.
    pub(super) fixed_bytes: usize,
    /// Number of columns in the variable part.
    pub(super) variable_count: usize,
    /// A plain row without values: header, fixed part, null bitmap and ends of the variable part.
    pub(super) empty: Vec<u8>,
    /// The format of the rows that the layout writes.
    pub(super) form: Form,
}

/// The format of the rows of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Plain,
    Sparse(Box<SparseForm>),
    Compressed,
}

/// The positions of dense and sparse columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SparseForm {
    /// The layout of the dense columns.
    pub(super) dense: RowLayout,
    /// The dense columns' positions in the table.
    pub(super) places: Vec<usize>,
    /// For each column its number among the dense ones; `None` for a sparse column.
    pub(super) numbers: Vec<Option<usize>>,
    pub(super) types: Vec<DataType>,
}

/// The place of a column in a row.
pub(super) enum Slot {
    /// The column is NULL.
    Null,
    /// The bit 1, which needs no bytes.
    True,
    /// The bytes of the value, or of a link. The range is within the row.
    Bytes(Range<usize>),
}

/// The position of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) data_type: DataType,
    /// Bytes in the fixed part, unless the column is variable.
    pub(super) fixed_bytes: Option<u16>,
    /// Bytes of the fixed part before this column: the column's offset if it is fixed.
    pub(super) fixed_before: usize,
    /// Number of variable columns before this column: the column's index if it is variable.
    pub(super) variable_before: usize,
}

impl RowLayout {
    /// Returns the layout of rows of which some columns are sparse: those for which `is_sparse` has
    /// true. Their rows aren't compressed.
    pub fn with_sparse(columns: &[DataType], is_sparse: &[bool]) -> RowLayout {
        let mut layout = RowLayout::new(columns);
        if is_sparse.contains(&true) {
            layout.form = Form::Sparse(Box::new(SparseForm::new(columns, is_sparse)));
        }
        layout
    }

    /// Returns the layout of rows with row compression.
    pub fn compressed(columns: &[DataType]) -> RowLayout {
        RowLayout { form: Form::Compressed, ..RowLayout::new(columns) }
    }

    /// Whether rows have the plain format, neither sparse nor compressed.
    pub fn is_plain(&self) -> bool {
        matches!(self.form, Form::Plain)
    }

    /// Returns the layout of rows with columns of these types, at most 65,535 columns. They are
    /// plain rows: format 1, fixed part first. Panics beyond 65,535 columns.
    pub fn new(columns: &[DataType]) -> RowLayout {
        assert!(columns.len() <= usize::from(u16::MAX), "a row of {} columns", columns.len());
        let count = columns.len();
        let mut layout = RowLayout {
            columns: Vec::with_capacity(count),
            fixed_bytes: 0,
            variable_count: 0,
            empty: Vec::new(),
            form: Form::Plain,
        };
        for data_type in columns.iter().map(|data_type| data_type.stored()) {
            let fixed_bytes = fixed_bytes(data_type);
            layout.columns.push(Column {
                data_type,
                fixed_bytes,
                fixed_before: layout.fixed_bytes,
                variable_before: layout.variable_count,
            });
            match fixed_bytes {
                Some(bytes) => layout.fixed_bytes += usize::from(bytes),
                None => layout.variable_count += 1,
            }
        }
        let front = HEADER + layout.fixed_bytes + count.div_ceil(8);
        layout.empty = vec![0; front + 2 * layout.variable_count];
        layout.empty[0] = FORMAT;
        layout.empty[2..HEADER].copy_from_slice(&(count as u16).to_le_bytes());
        layout
    }

    /// Returns the number of columns.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there are no columns.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Returns the number of columns of a plain row beyond those of the layout; 0 for other bytes.
    pub fn later_columns(&self, row: &[u8]) -> usize {
        match row {
            [FORMAT, _, low, high, ..] => usize::from(u16::from_le_bytes([*low, *high])).saturating_sub(self.len()),
            _ => 0,
        }
    }

    /// Returns the bytes of a column in the fixed part, or `None` for types of the variable part.
    pub fn fixed_bytes(data_type: &DataType) -> Option<usize> {
        fixed_bytes(*data_type).map(usize::from)
    }

    /// Returns the type of column `column`, from 0.
    pub fn data_type(&self, column: usize) -> DataType {
        self.columns[column].data_type
    }

    /// Returns the offsets of the null bitmap and of the variable columns' ends.
    pub(super) fn nulls_and_ends(&self) -> (usize, usize) {
        let nulls = HEADER + self.fixed_bytes;
        (nulls, nulls + self.columns.len().div_ceil(8))
    }

    /// Returns the bytes of the fixed part of a row with the first `count` columns, and the number
    /// of variable columns among them.
    pub(super) fn extent(&self, count: usize) -> (usize, usize) {
        match self.columns.get(count) {
            Some(next) => (next.fixed_before, next.variable_before),
            None => (self.fixed_bytes, self.variable_count),
        }
    }
}

impl SparseForm {
    fn new(types: &[DataType], is_sparse: &[bool]) -> SparseForm {
        let places: Vec<usize> = (0..types.len()).filter(|place| !is_sparse[*place]).collect();
        let dense = RowLayout::new(&places.iter().map(|place| types[*place]).collect::<Vec<_>>());
        let numbers = (0..types.len()).map(|place| places.iter().position(|dense| *dense == place)).collect();
        let types = types.iter().map(|data_type| data_type.stored()).collect();
        SparseForm { dense, places, numbers, types }
    }
}

/// Returns the bytes of a value in the fixed part, or `None` for types of the variable part.
fn fixed_bytes(data_type: DataType) -> Option<u16> {
    match (data_type.spec().row, data_type) {
        (RowForm::Fixed(bytes), _) => Some(bytes),
        (RowForm::Decimal, DataType::Decimal { precision: ..=RowForm::SMALL_DECIMAL, .. }) => Some(8),
        (RowForm::Decimal, _) => Some(16),
        (RowForm::Padded, _) => Some(facts(data_type).max_length.unsigned_abs()),
        (RowForm::Variable, _) => None,
    }
}
