//! Index keys: bytes whose order is the values' order. See FORMAT.md.

use crate::data_type::DataType;
use crate::value::Value;

/// One column of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyColumn {
    /// Its type.
    pub data_type: DataType,
    /// Whether greater values come first.
    pub descending: bool,
}

impl KeyColumn {
    /// A column in ascending order.
    pub const fn ascending(data_type: DataType) -> KeyColumn {
        KeyColumn { data_type, descending: false }
    }
}

/// Appends the key of `values` to `key`. `values` may be fewer than `columns`: the result is then a prefix of every key that begins
/// with them.
pub fn encode_key(values: &[Value], columns: &[KeyColumn], key: &mut Vec<u8>) {
    let _ = (values, columns, key);
    panic!("not yet")
}
