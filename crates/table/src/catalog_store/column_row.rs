//! Encodes and decodes the row of a column in syscolumns: name, type, nullability, seed and
//! increment of an identity, id and flags in one number, collation unless it's the default, and the
//! alias type. Type numbers are SQL Server's `sys.types.user_type_id`.

use sluice_catalog::progression::{number_of, value_of};
use sluice_catalog::{Column, ColumnFlags, Identity, TypeId};
use sluice_types::type_number::{numbers_of, type_of};
use sluice_types::{CollationId, DataType, RowLayout, Value};

/// Returns the row of a column. The key holds the table and the position, and sysconstraints holds
/// the formula of a computed column, so the row has neither.
pub(super) fn encode(column: &Column) -> Vec<u8> {
    let (kind, length, precision, scale) = numbers_of(column.data_type);
    let identity = |number: fn(Identity) -> i128| {
        column.identity.and_then(|identity| value_of(NUMBER, number(identity))).unwrap_or(Value::Null)
    };
    let values = [
        Value::text(column.name.as_str()),
        Value::TinyInt(kind),
        Value::Int(length),
        Value::TinyInt(precision),
        Value::TinyInt(scale),
        Value::Bit(column.nullable),
        identity(|identity| identity.seed),
        identity(|identity| identity.increment),
        Value::Int(i32::from(column.id) | flag_bits(column.flags) << ID_BITS),
        match column.collation {
            CollationId::DEFAULT => Value::Null,
            other => Value::text(other.name()),
        },
        column.user_type.map_or(Value::Null, |user_type| Value::Int(user_type.0)),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters and nine numbers are within a row");
    row
}

/// Decodes the row of a column; `None` if the bytes are damaged. The formula of a computed column
/// is in sysconstraints. The result has no formula, default or other constraint yet.
pub(super) fn decode(row: &[u8]) -> Option<Column> {
    let layout = layout();
    let number = |column| layout.read(row, column).ok()?.as_i64();
    let name = layout.read(row, 0).ok()?.as_str()?.to_owned();
    let small = |column| u8::try_from(number(column)?).ok();
    let data_type = type_of(small(1)?, i32::try_from(number(2)?).ok()?, small(3)?, small(4)?)?;
    let identity = match (number_of(&layout.read(row, 6).ok()?), number_of(&layout.read(row, 7).ok()?)) {
        (Some(seed), Some(increment)) if increment != 0 => Some(Identity { seed, increment }),
        _ => None,
    };
    let numbered = i32::try_from(number(8)?).ok()?;
    let (id, flags) = ((numbered & ID_MASK) as u16, flags_of(numbered >> ID_BITS)?);
    let collation = match layout.read(row, 9).ok()? {
        Value::Null => CollationId::DEFAULT,
        name => CollationId::named(name.as_str()?)?,
    };
    let data_type = data_type.in_code_page(collation.rules().code_page);
    let user_type = match layout.read(row, 10).ok()? {
        Value::Null => None,
        id => Some(TypeId(i32::try_from(id.as_i64()?).ok()?)),
    };
    Some(Column { id, user_type, identity, collation, flags, ..Column::new(name, data_type, number(5)? != 0) })
}

fn flag_bits(flags: ColumnFlags) -> i32 {
    let ColumnFlags {
        is_row_guid,
        not_for_replication,
        is_trimmed,
        is_stored,
        is_sparse,
        is_column_set,
        shows_identity: _,
    } = flags;
    [is_row_guid, not_for_replication, is_trimmed, is_stored, is_sparse, is_column_set]
        .iter()
        .rev()
        .fold(0, |bits, flag| bits << 1 | i32::from(*flag))
}

/// Returns `None` for bits without a meaning.
fn flags_of(bits: i32) -> Option<ColumnFlags> {
    let has = |place: u32| bits >> place & 1 != 0;
    let flags = ColumnFlags {
        is_row_guid: has(0),
        not_for_replication: has(1),
        is_trimmed: has(2),
        is_stored: has(3),
        is_sparse: has(4),
        is_column_set: has(5),
        shows_identity: false,
    };
    (flag_bits(flags) == bits).then_some(flags)
}

/// Returns the layout of a row that describes a column.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[
        DataType::SYSNAME,
        DataType::TinyInt,
        DataType::Int,
        DataType::TinyInt,
        DataType::TinyInt,
        DataType::Bit,
        NUMBER,
        NUMBER,
        DataType::Int,
        DataType::SYSNAME,
        DataType::Int,
    ])
}

/// The flags follow the column's id in one number.
const ID_BITS: u32 = 16;
const ID_MASK: i32 = 0xFFFF;
/// Type of the identity's seed and increment, which are NULL if the column isn't an identity
/// column.
const NUMBER: DataType = DataType::decimal(38, 0);
