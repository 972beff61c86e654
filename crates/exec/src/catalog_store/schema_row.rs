//! The row of a schema in sysschemas: its name.

use sluice_catalog::{Schema, SchemaId};
use sluice_types::{DataType, RowLayout, Value};

pub(super) fn encode(schema: &Schema) -> Vec<u8> {
    let mut row = Vec::new();
    layout().encode(&[Value::text(&*schema.name)], &mut row).expect("a name of 128 characters is within a row");
    row
}

/// `None` where the bytes are no such row.
pub(super) fn decode(id: SchemaId, row: &[u8]) -> Option<Schema> {
    Some(Schema { id, name: layout().read(row, 0).ok()?.as_str()?.to_owned().into() })
}

fn layout() -> RowLayout {
    RowLayout::new(&[DataType::SYSNAME])
}
