//! Encodes the rows of a module in sysmodules: the first row has its properties, the following rows
//! its text in pieces.

use super::stored::PIECE_BYTES;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind, ModuleOptions, Trigger, TriggerEvents};
use sluice_types::{DataType, Length, RowLayout, Value};

/// Content of the first row.
pub(super) struct ModuleRow {
    schema: String,
    name: String,
    kind: ModuleKind,
    trigger: Option<Trigger>,
    options: ModuleOptions,
    /// Number of pieces that follow.
    pub(super) pieces: usize,
}

/// Encodes the first row: the module's properties and the number of its pieces of text, not the
/// text itself ([`pieces`]).
pub(super) fn encode(module: &Module) -> Vec<u8> {
    let values = [
        Value::text(module.schema.as_str()),
        Value::text(module.name.as_str()),
        Value::text(module.kind.code()),
        Value::Int(i32::try_from(pieces(module).count()).unwrap_or(i32::MAX)),
        module.trigger.map_or(Value::Null, |trigger| Value::Int(trigger.parent.0)),
        Value::Int(flags_of(module)),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters, a code and a number are within a row");
    row
}

/// The text in UTF-8 pieces.
pub(super) fn pieces(module: &Module) -> impl Iterator<Item = &[u8]> {
    module.definition.as_bytes().chunks(PIECE_BYTES)
}

/// Returns `None` if the bytes are damaged.
pub(super) fn decode(row: &[u8]) -> Option<ModuleRow> {
    let layout = layout();
    let text = |column| Some(layout.read(row, column).ok()?.as_str()?.to_owned());
    let pieces = usize::try_from(layout.read(row, 3).ok()?.as_i64()?).ok()?;
    let number = |column| Some(i32::try_from(layout.read(row, column).ok()?.as_i64()?).ok());
    let flags = number(5)??;
    let trigger = number(4).flatten().map(|parent| Trigger {
        parent: ObjectId(parent),
        events: TriggerEvents::of_bits((flags & EVENTS) as u8),
        instead_of: flags & INSTEAD_OF != 0,
        is_disabled: flags & DISABLED != 0,
        not_for_replication: flags & NOT_FOR_REPLICATION != 0,
    });
    let options = ModuleOptions {
        is_schema_bound: flags & SCHEMA_BOUND != 0,
        is_encrypted: flags & ENCRYPTED != 0,
        has_check_option: flags & CHECK_OPTION != 0,
        lacks_ansi_nulls: flags & NO_ANSI_NULLS != 0,
        lacks_quoted_identifier: flags & NO_QUOTED_IDENTIFIER != 0,
        number: (flags >> NUMBER) as u16,
    };
    Some(ModuleRow {
        options,
        schema: text(0)?,
        name: text(1)?,
        kind: ModuleKind::of_code(&text(2)?)?,
        trigger,
        pieces,
    })
}

impl ModuleRow {
    /// Returns the module, or `None` if `text` isn't UTF-8.
    pub(super) fn with_text(self, id: ObjectId, text: Vec<u8>) -> Option<Module> {
        let ModuleRow { schema, name, kind, trigger, options, .. } = self;
        Some(Module { id, schema, name, kind, definition: Arc::from(String::from_utf8(text).ok()?), trigger, options })
    }
}

fn flags_of(module: &Module) -> i32 {
    let flag = |is_so, bit| if is_so { bit } else { 0 };
    let ModuleOptions {
        is_schema_bound,
        is_encrypted,
        has_check_option,
        lacks_ansi_nulls,
        lacks_quoted_identifier,
        number,
    } = module.options;
    let options = flag(is_schema_bound, SCHEMA_BOUND)
        | flag(is_encrypted, ENCRYPTED)
        | flag(has_check_option, CHECK_OPTION)
        | flag(lacks_ansi_nulls, NO_ANSI_NULLS)
        | flag(lacks_quoted_identifier, NO_QUOTED_IDENTIFIER)
        | i32::from(number) << NUMBER;
    let Some(trigger) = module.trigger else { return options };
    options
        | i32::from(trigger.events.bits())
        | flag(trigger.instead_of, INSTEAD_OF)
        | flag(trigger.is_disabled, DISABLED)
        | flag(trigger.not_for_replication, NOT_FOR_REPLICATION)
}

fn layout() -> RowLayout {
    let names = [DataType::SYSNAME, DataType::SYSNAME, DataType::varchar(Length::Limited(2))];
    RowLayout::new(&[&names[..], &[DataType::Int, DataType::Int, DataType::Int]].concat())
}

/// Flags of a trigger; these bits are its events.
const EVENTS: i32 = 7;
const INSTEAD_OF: i32 = 8;
const DISABLED: i32 = 16;
const NOT_FOR_REPLICATION: i32 = 32;
/// Flags of any module.
const SCHEMA_BOUND: i32 = 64;
const ENCRYPTED: i32 = 128;
const CHECK_OPTION: i32 = 256;
/// Flags of modules that were created under ANSI_NULLS OFF and QUOTED_IDENTIFIER OFF.
const NO_ANSI_NULLS: i32 = 512;
const NO_QUOTED_IDENTIFIER: i32 = 1024;
/// Bits from here on: the number of a procedure in its group, at most 32767.
const NUMBER: u32 = 16;
