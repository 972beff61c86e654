//! Values as sqlcmd prints them, and how wide it makes their columns.

use crate::data_type::DataType;
use crate::value::Value;

/// The text of `value`, of type `data_type`; NULL is `NULL`.
pub fn text(value: &Value, data_type: &DataType) -> String {
    let _ = (value, data_type);
    panic!("not yet")
}

/// The width of a column of `data_type` in characters, before its name is considered; `None` for `max` types, whose
/// width is the client's to choose.
pub fn width(data_type: &DataType) -> Option<usize> {
    let _ = data_type;
    panic!("not yet")
}

/// Whether the values of `data_type` are printed at the right of their column.
pub fn is_right_aligned(data_type: &DataType) -> bool {
    !data_type.is_string()
}
