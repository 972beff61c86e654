//! Encodes the row of an index in sysindexes. Its columns are one value of three bytes each: the
//! column's position as u16, and its role.

use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_catalog::{Compression, Index, IndexKey, IndexOptions, KeyConstraint};
use sluice_types::{DataType, Length, RowLayout, Value};

/// Returns the row of an index. The key holds the table's and the index's id; sysconstraints holds
/// the definition of a filter.
pub(super) fn encode(index: &Index) -> Vec<u8> {
    let keys = index.keys.iter().map(|key| (key.column, if key.descending { DESCENDING } else { ASCENDING }));
    let included = index.included.iter().map(|column| (*column, INCLUDED));
    let columns: Vec<u8> = keys
        .chain(included)
        .flat_map(|(column, role)| {
            let [low, high] = (column as u16).to_le_bytes();
            [low, high, role]
        })
        .collect();
    let values = [
        Value::text(index.name.as_str()),
        Value::SmallInt(index.root.file.0 as i16),
        Value::BigInt(i64::from(index.root.page) | flag_bits(index) << PAGE_BITS),
        Value::Bit(index.unique),
        index.constraint.map_or(Value::Null, |constraint| Value::Int(constraint.id.0)),
        Value::Bit(index.is_primary_key()),
        Value::Bit(index.constraint.is_some_and(|constraint| constraint.is_system_named)),
        Value::Bytes(columns.into()),
        Value::Bit(index.options.ignore_dup_key),
        Value::TinyInt(index.options.fill_factor),
        Value::Bit(index.options.is_padded),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("a name of 128 characters, numbers and 1,024 columns are within a row");
    row
}

/// Returns the index with an empty filter; `id` comes from its key. Returns `None` if the bytes are
/// damaged.
pub(super) fn decode(id: u16, row: &[u8]) -> Option<Index> {
    let layout = layout();
    let read = |column| layout.read(row, column).ok();
    let number = |column| read(column)?.as_i64();
    let file = FileId(u16::try_from(number(1)?).ok()?);
    let (page, bits) = (number(2)? as u32, number(2)? >> PAGE_BITS);
    if !(0..=FLAGS).contains(&bits) {
        return None;
    }
    let constraint = match read(4)? {
        Value::Null => None,
        value => {
            let id = ObjectId(i32::try_from(value.as_i64()?).ok()?);
            Some(KeyConstraint { id, is_primary: number(5)? != 0, is_system_named: number(6)? != 0 })
        }
    };
    let (mut keys, mut included) = (Vec::new(), Vec::new());
    let Value::Bytes(columns) = read(7)? else { return None };
    for column in columns.chunks(COLUMN_BYTES) {
        let [low, high, role] = *column.first_chunk::<COLUMN_BYTES>()?;
        let column = usize::from(u16::from_le_bytes([low, high]));
        match role {
            ASCENDING | DESCENDING => keys.push(IndexKey { column, descending: role == DESCENDING }),
            INCLUDED => included.push(column),
            _ => return None,
        }
    }
    let options = IndexOptions {
        ignore_dup_key: number(8)? != 0,
        fill_factor: u8::try_from(number(9)?).ok()?,
        is_padded: number(10)? != 0,
        denies_row_locks: bits & NO_ROW_LOCKS != 0,
        denies_page_locks: bits & NO_PAGE_LOCKS != 0,
        is_for_sequential_key: bits & SEQUENTIAL_KEY != 0,
    };
    let name = read(0)?.as_str()?.to_owned();
    let index = Index {
        id,
        name,
        root: PageId { file, page },
        unique: number(3)? != 0,
        constraint,
        keys,
        included,
        filter: None,
        options,
        compression: Compression::numbered((bits >> COMPRESSION_BITS & 3) as u8)?,
        is_disabled: bits & DISABLED != 0,
        filegroup: None,
    };
    (!index.keys.is_empty()).then_some(index)
}

fn flag_bits(index: &Index) -> i64 {
    let flag = |is_set: bool, bit: i64| if is_set { bit } else { 0 };
    flag(index.options.denies_row_locks, NO_ROW_LOCKS)
        | flag(index.options.denies_page_locks, NO_PAGE_LOCKS)
        | flag(index.options.is_for_sequential_key, SEQUENTIAL_KEY)
        | flag(index.is_disabled, DISABLED)
        | i64::from(index.compression.number().0) << COMPRESSION_BITS
}

/// Returns the layout of a row that describes an index.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[
        DataType::SYSNAME,
        DataType::SmallInt,
        DataType::BigInt,
        DataType::Bit,
        DataType::Int,
        DataType::Bit,
        DataType::Bit,
        DataType::VarBinary(Length::Limited(8000)),
        DataType::Bit,
        DataType::TinyInt,
        DataType::Bit,
    ])
}

/// The flags follow the root's page in one number.
const PAGE_BITS: u32 = 32;
const NO_ROW_LOCKS: i64 = 1;
const NO_PAGE_LOCKS: i64 = 2;
const SEQUENTIAL_KEY: i64 = 4;
const DISABLED: i64 = 8;
/// Two bits for DATA_COMPRESSION.
const COMPRESSION_BITS: u32 = 4;
const FLAGS: i64 = 63;
const COLUMN_BYTES: usize = 3;
const ASCENDING: u8 = 0;
const DESCENDING: u8 = 1;
const INCLUDED: u8 = 2;
