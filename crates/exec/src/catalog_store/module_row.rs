//! The rows of a module in sysmodules: the first says what it is, those behind it have its text in pieces.

use super::PIECE_BYTES;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind};
use sluice_types::{DataType, Length, RowLayout, Value};

/// What the first row says.
pub(super) struct ModuleRow {
    schema: String,
    name: String,
    kind: ModuleKind,
    /// How many pieces follow.
    pub(super) pieces: usize,
}

/// The first row.
pub(super) fn encode(module: &Module) -> Vec<u8> {
    let values = [
        Value::text(module.schema.as_str()),
        Value::text(module.name.as_str()),
        Value::text(module.kind.code()),
        Value::Int(i32::try_from(pieces(module).count()).unwrap_or(i32::MAX)),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters, a code and a number are within a row");
    row
}

/// The text in pieces, UTF-8.
pub(super) fn pieces(module: &Module) -> impl Iterator<Item = &[u8]> {
    module.definition.as_bytes().chunks(PIECE_BYTES)
}

/// `None` where the bytes are no such row.
pub(super) fn decode(row: &[u8]) -> Option<ModuleRow> {
    let layout = layout();
    let text = |column| Some(layout.read(row, column).ok()?.as_str()?.to_owned());
    let pieces = usize::try_from(layout.read(row, 3).ok()?.as_i64()?).ok()?;
    Some(ModuleRow { schema: text(0)?, name: text(1)?, kind: ModuleKind::of_code(&text(2)?)?, pieces })
}

impl ModuleRow {
    /// The module; `None` where the text is none.
    pub(super) fn with_text(self, id: ObjectId, text: Vec<u8>) -> Option<Module> {
        let ModuleRow { schema, name, kind, .. } = self;
        Some(Module { id, schema, name, kind, definition: Arc::from(String::from_utf8(text).ok()?) })
    }
}

fn layout() -> RowLayout {
    RowLayout::new(&[DataType::SYSNAME, DataType::SYSNAME, DataType::varchar(Length::Limited(2)), DataType::Int])
}
