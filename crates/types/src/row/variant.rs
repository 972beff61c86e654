//! A variant's bytes in a row: the type's number (1 byte), length (4), precision (1) and scale (1),
//! then a row of its value alone. For char and varchar, precision and scale hold the number of the
//! code page, 0 for 1252.

use super::{RowDamaged, RowLayout};
use crate::code_page::CodePage;
use crate::type_number::{numbers_of, type_of};
use crate::value::{Value, Variant};
use crate::variant;

/// Returns the bytes of a variant. Panics for a value that is longer than a variant can be.
pub fn bytes(variant: &Variant) -> Vec<u8> {
    let (kind, length, precision, scale) = numbers_of(variant.data_type);
    let mut bytes = vec![kind];
    bytes.extend(length.to_le_bytes());
    match variant.data_type.code_page() {
        Some(page) if page != CodePage::DEFAULT => bytes.extend(page.number().to_le_bytes()),
        _ => bytes.extend([precision, scale]),
    }
    let mut row = Vec::new();
    let fits = RowLayout::new(&[variant.data_type]).encode(std::slice::from_ref(&variant.value), &mut row);
    assert!(fits.is_ok(), "a value of at most 8,000 bytes is never too long for a row");
    bytes.extend(row);
    bytes
}

/// Returns the number of bytes of a variant in a row.
pub fn bytes_len(variant: &Variant) -> usize {
    bytes(variant).len()
}

/// Decodes a variant from its bytes. A type that no variant can have is damage.
pub fn read(bytes: &[u8]) -> Result<Value, RowDamaged> {
    let (head, row) = bytes.split_first_chunk::<HEAD_BYTES>().ok_or(RowDamaged)?;
    let length = i32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    let page = match u16::from_le_bytes([head[5], head[6]]) {
        0 => CodePage::DEFAULT,
        number => CodePage::of_number(number).unwrap_or_default(),
    };
    let data_type = type_of(head[0], length, head[5], head[6])
        .map(|data_type| data_type.in_code_page(page))
        .filter(crate::data_type::DataType::fits_variant)
        .ok_or(RowDamaged)?;
    let value = RowLayout::new(&[data_type]).read(row, 0)?;
    Ok(variant::from_value(&value, data_type))
}

const HEAD_BYTES: usize = 7;
