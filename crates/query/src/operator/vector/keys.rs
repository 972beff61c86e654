//! Order, equality and hashes of the values of columns.
//!
//! Two columns that are compared have one type; one of them may be wider. Texts compare under the
//! default collation, since plans replace texts of another collation by their sort keys.

use super::column::{Column, Data};
use sluice_types::compare::compare_bytes;
use sluice_types::key::{append_key_utf8, short_key_utf8};
use sluice_types::variant::significant;
use sluice_types::{DataType, collation};
use std::cmp::Ordering;

/// Compares a row of one column with a row of another. Neither value is NULL.
#[inline]
pub(super) fn compare_rows((left, left_row): (&Column, usize), (right, right_row): (&Column, usize)) -> Ordering {
    match (&left.data, &right.data) {
        (Data::Narrow(left), Data::Narrow(right)) => left[left_row].cmp(&right[right_row]),
        (Data::Floats(left), Data::Floats(right)) => compare_floats(left[left_row], right[right_row]),
        (Data::Bytes(one), Data::Bytes(other)) => {
            compare_bytes_of(left.data_type, one.get(left_row), other.get(right_row))
        }
        _ => left.integer_at(left_row).cmp(&right.integer_at(right_row)),
    }
}

/// Compares two texts or two binary values.
#[inline]
pub(super) fn compare_bytes_of(data_type: DataType, left: &[u8], right: &[u8]) -> Ordering {
    if data_type.is_string() { collation::compare_utf8(left, right) } else { compare_bytes(left, right) }
}

/// Compares two rows; NULL is less than any value, and equal to NULL.
#[inline]
pub(super) fn compare_nulls_first(left: (&Column, usize), right: (&Column, usize)) -> Ordering {
    match (left.0.is_null(left.1), right.0.is_null(right.1)) {
        (false, false) => compare_rows(left, right),
        (left, right) => right.cmp(&left),
    }
}

/// Returns a number for each row, its front, so that a row before another one has no greater front.
/// Rows with equal fronts may differ. NULL, the least value, has the front 0.
pub(super) fn fronts(column: &Column) -> Vec<u64> {
    let of = |row: usize, front: u64| if column.is_null(row) { 0 } else { front.max(1) };
    let of_integer = |value: i64| (value ^ i64::MIN) as u64;
    match &column.data {
        Data::Narrow(values) => values.iter().enumerate().map(|(row, value)| of(row, of_integer(*value))).collect(),
        Data::Wide(values) => {
            let narrow = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            values.iter().enumerate().map(|(row, value)| of(row, of_integer(narrow(*value)))).collect()
        }
        Data::Floats(values) => {
            // Both zeros are equal.
            let bits = |value: f64| (value + 0.0).to_bits();
            let ordered = |bits: u64| if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
            values.iter().enumerate().map(|(row, value)| of(row, ordered(bits(*value)))).collect()
        }
        Data::Bytes(views) => {
            let (is_text, mut key) = (column.data_type.is_string(), Vec::new());
            let key_of = |row: usize, key: &mut Vec<u8>| {
                key.clear();
                match is_text {
                    true => append_key_utf8(views.get(row), key),
                    false => key.extend_from_slice(significant(views.get(row))),
                }
            };
            // The bytes after those that all keys begin with.
            let mut shared: Option<Vec<u8>> = None;
            for row in (0..views.len()).filter(|row| !column.is_null(*row)) {
                key_of(row, &mut key);
                match &mut shared {
                    Some(shared) => {
                        shared.truncate(shared.iter().zip(&key).take_while(|(one, other)| one == other).count())
                    }
                    None => shared = Some(key.clone()),
                }
            }
            let skipped = shared.map_or(0, |shared| shared.len());
            let front = |row| {
                if column.is_null(row) {
                    return 0;
                }
                key_of(row, &mut key);
                let mut front = [0; 8];
                let bytes = key.get(skipped..).unwrap_or_default();
                let count = bytes.len().min(front.len());
                front[..count].copy_from_slice(&bytes[..count]);
                u64::from_be_bytes(front).max(1)
            };
            (0..views.len()).map(front).collect()
        }
    }
}

/// Compares two doubles, which are never NaN.
#[inline]
pub(super) fn compare_floats(left: f64, right: f64) -> Ordering {
    left.partial_cmp(&right).unwrap_or(Ordering::Equal)
}

/// Whether two rows are equal. NULL equals NULL.
#[inline]
pub(super) fn are_equal(left: (&Column, usize), right: (&Column, usize)) -> bool {
    match (left.0.is_null(left.1), right.0.is_null(right.1)) {
        (false, false) => match (&left.0.data, &right.0.data) {
            (Data::Bytes(one), Data::Bytes(other)) if one.is_same(left.1, other, right.1) => true,
            _ => compare_rows(left, right).is_eq(),
        },
        (left, right) => left == right,
    }
}

/// Mixes the value of each row into the row's hash. Equal values mix equally, also of columns of
/// different widths. Sets the flag of each row whose value is NULL.
pub(super) fn add_hashes(column: &Column, hashes: &mut [u64], has_null: &mut [bool]) {
    // The content of a NULL is any.
    let null_rows = column.nulls.iter().enumerate().filter(|(_, is_null)| **is_null);
    let of_nulls: Vec<(usize, u64)> = null_rows.map(|(row, _)| (row, mixed(hashes[row], NULL))).collect();
    match &column.data {
        Data::Narrow(values) => {
            hashes.iter_mut().zip(values).for_each(|(hash, value)| *hash = mixed(*hash, *value as u64));
        }
        Data::Wide(values) => {
            for (hash, value) in hashes.iter_mut().zip(values) {
                *hash = match i64::try_from(*value) {
                    Ok(value) => mixed(*hash, value as u64),
                    Err(_) => mixed(mixed(*hash, *value as u64), (*value >> 64) as u64),
                };
            }
        }
        Data::Floats(values) => {
            for (hash, value) in hashes.iter_mut().zip(values) {
                // Both zeros are equal.
                *hash = mixed(*hash, if *value == 0.0 { 0 } else { value.to_bits() });
            }
        }
        Data::Bytes(views) => {
            let (is_text, mut key) = (column.data_type.is_string(), Vec::new());
            for (row, hash) in hashes.iter_mut().enumerate() {
                let value = views.get(row);
                if !is_text {
                    *hash = with_bytes(*hash, significant(value));
                } else if let Some(word) = short_key_utf8(value) {
                    *hash = mixed(*hash, word);
                } else {
                    key.clear();
                    append_key_utf8(value, &mut key);
                    *hash = with_bytes(*hash, &key);
                }
            }
        }
    }
    for (row, hash) in of_nulls {
        has_null[row] = true;
        hashes[row] = hash;
    }
}

/// Mixes bytes into a hash. Less than 8 bytes are mixed as one number, as those of
/// [`short_key_utf8`] are.
fn with_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = words.iter().fold(hash, |hash, word| mixed(hash, u64::from_le_bytes(*word)));
    mixed(hash, u64::from_le_bytes(last))
}

/// Mixes a value into a hash by multiplying and folding. The low bits of the result depend on all
/// bits of both.
#[inline]
fn mixed(hash: u64, value: u64) -> u64 {
    let product = u128::from(hash ^ value ^ SEED) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

// Odd constants without structure: fraction bits of the square roots of 5, 7 and 11.
const SEED: u64 = 0x3C6E_F372_FE94_F82B;
const FACTOR: u64 = 0xA54F_F53A_5F1D_36F1;
const NULL: u64 = 0x510E_527F_ADE6_82D1;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::{Decimal, Length, Value};

    fn column(data_type: DataType, values: &[Value]) -> Column {
        let mut column = Column::new(data_type);
        values.iter().for_each(|value| column.push(value));
        column
    }

    /// Each pair of values is equal, less or greater as [`sluice_types::compare`] has it, and equal
    /// values have equal hashes.
    #[test]
    fn rows_compare_as_values_do() {
        let texts = ["a", "A  ", "b", "é", "É", "ab", "", "  ", "straße", "STRASSE", "a long text of letters", "ﬀ"];
        let decimal = |units| Value::Decimal(Decimal::new(units, 3).expect("38 digits"));
        let cases = [
            (DataType::varchar(Length::Limited(30)), texts.map(Value::text).to_vec()),
            (DataType::NVarChar(Length::Limited(30)), texts.map(Value::text).to_vec()),
            (
                DataType::VarBinary(Length::Limited(9)),
                [&[1, 0][..], &[1], &[], &[0], &[1, 2]].map(Value::bytes).to_vec(),
            ),
            (DataType::Float, [0.0, -0.0, 1.5, -7.25].map(Value::Float).to_vec()),
            (DataType::decimal(38, 3), [7, -7, 10i128.pow(37), -10i128.pow(37), 0].map(decimal).to_vec()),
            (
                DataType::UniqueIdentifier,
                (0..16).map(|place| Value::Guid(std::array::from_fn(|byte| u8::from(byte == place) * 0x90))).collect(),
            ),
        ];
        for (data_type, values) in cases {
            let mut all = values.clone();
            all.push(Value::Null);
            let all = column(data_type, &all);
            let (mut hashes, mut has_null) = (vec![0; all.len()], vec![false; all.len()]);
            add_hashes(&all, &mut hashes, &mut has_null);
            assert_eq!(has_null.iter().filter(|has_null| **has_null).count(), 1);
            for (left, one) in values.iter().enumerate() {
                let alone = column(data_type, std::slice::from_ref(one));
                let mut hash = [0];
                add_hashes(&alone, &mut hash, &mut [false]);
                assert_eq!(hash[0], hashes[left], "{one:?}");
                assert_eq!(compare_nulls_first((&all, left), (&all, values.len())), Ordering::Greater);
                for (right, other) in values.iter().enumerate() {
                    let expected = sluice_types::compare(one, other);
                    assert_eq!(Some(compare_rows((&all, left), (&all, right))), expected, "{one:?}, {other:?}");
                    assert_eq!(are_equal((&alone, 0), (&all, right)), expected == Some(Ordering::Equal));
                    if expected == Some(Ordering::Equal) {
                        assert_eq!(hashes[left], hashes[right], "{one:?}, {other:?}");
                    }
                }
            }
        }
    }
}
