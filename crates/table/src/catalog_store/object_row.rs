//! Encodes and decodes the row of a table in sysobjects.

use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_catalog::{Compression, LockEscalation, Table, TableOptions};
use sluice_types::{DataType, Length, RowLayout, Value};

/// The properties of a table, as in its row.
pub(super) struct ObjectRow {
    pub schema: String,
    pub name: String,
    pub root: PageId,
    pub columns: usize,
    pub last_column: u16,
    pub options: TableOptions,
    pub bases: Vec<ObjectId>,
}

/// Returns the row of a table: schema, name, root, number of columns, the last column id with the
/// options in one number, and the ids of the tables that an indexed view reads.
pub(super) fn encode(table: &Table) -> Vec<u8> {
    let values = [
        Value::text(table.schema.as_str()),
        Value::text(table.name.as_str()),
        Value::SmallInt(table.root.file.0 as i16),
        Value::BigInt(table.root.page.into()),
        Value::SmallInt(table.columns.len() as i16),
        Value::Int(i32::from(table.last_column) | option_bits(table.options) << ID_BITS),
        match table.is_of_view() {
            true => Value::Bytes(table.bases.iter().flat_map(|base| base.0.to_be_bytes()).collect()),
            false => Value::Null,
        },
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters, four numbers and 256 ids are within a row");
    row
}

/// Decodes the row. Columns, indexes and rules are read from other trees. Returns `None` if the
/// bytes are damaged.
pub(super) fn decode(row: &[u8]) -> Option<ObjectRow> {
    let layout = layout();
    let number = |column| layout.read(row, column).ok()?.as_i64();
    let text = |column| Some(layout.read(row, column).ok()?.as_str()?.to_owned());
    let file = FileId(u16::try_from(number(2)?).ok()?);
    let page = u32::try_from(number(3)?).ok()?;
    let columns = usize::try_from(number(4)?).ok()?;
    let last = i32::try_from(number(5)?).ok()?;
    let (last_column, options) = ((last & ID_MASK) as u16, options_of(last >> ID_BITS)?);
    let bases = match layout.read(row, 6).ok()? {
        Value::Bytes(ids) => ids.chunks(4).map(|id| Some(ObjectId(i32::from_be_bytes(id.try_into().ok()?)))).collect(),
        _ => Some(Vec::new()),
    };
    let (schema, name, root) = (text(0)?, text(1)?, PageId { file, page });
    Some(ObjectRow { schema, name, root, columns, last_column, options, bases: bases? })
}

fn option_bits(options: TableOptions) -> i32 {
    let TableOptions { lock_escalation, locks_on_bulk_load, large_values_out_of_row, compression, is_marked } = options;
    i32::from(lock_escalation.number().0)
        | i32::from(locks_on_bulk_load) << 2
        | i32::from(compression.number().0) << 3
        | i32::from(large_values_out_of_row) << 5
        | i32::from(is_marked) << 6
}

/// Returns `None` for bits without a meaning.
fn options_of(bits: i32) -> Option<TableOptions> {
    let lock_escalation = LockEscalation::numbered((bits & 3) as u8)?;
    let compression = Compression::numbered((bits >> 3 & 3) as u8)?;
    let (locks_on_bulk_load, large_values_out_of_row, is_marked) = (bits & 4 != 0, bits & 32 != 0, bits & 64 != 0);
    let options = TableOptions { lock_escalation, locks_on_bulk_load, large_values_out_of_row, compression, is_marked };
    (option_bits(options) == bits).then_some(options)
}

/// Returns the layout of a row that describes a table, in sysobjects.
pub(super) fn layout() -> RowLayout {
    let root = [DataType::SmallInt, DataType::BigInt];
    let columns = [DataType::SmallInt, DataType::Int, DataType::VarBinary(Length::Limited(8000))];
    RowLayout::new(&[&[DataType::SYSNAME, DataType::SYSNAME][..], &root, &columns].concat())
}

/// The options follow the greatest column id in one number.
const ID_BITS: u32 = 16;
const ID_MASK: i32 = 0xFFFF;
