//! Encodes and decodes the row of a schema in sysschemas: its name and owner. The key is the id.

use sluice_catalog::security::PrincipalId;
use sluice_catalog::{Schema, SchemaId};
use sluice_types::{DataType, RowLayout, Value};

/// Returns the row of a schema.
pub(super) fn encode(schema: &Schema) -> Vec<u8> {
    let mut row = Vec::new();
    let values = [Value::text(&*schema.name), Value::Int(schema.owner.0)];
    layout().encode(&values, &mut row).expect("a name of 128 characters is within a row");
    row
}

/// Decodes the row of a schema; `None` if the bytes are damaged.
pub(super) fn decode(id: SchemaId, row: &[u8]) -> Option<Schema> {
    let name = layout().read(row, 0).ok()?.as_str()?.to_owned().into();
    let Value::Int(owner) = layout().read(row, 1).ok()? else { return None };
    Some(Schema { id, name, owner: PrincipalId(owner) })
}

/// Returns the layout of a row that describes a schema.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[DataType::SYSNAME, DataType::Int])
}
