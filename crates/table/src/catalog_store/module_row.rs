//! Encodes the rows of a module in sysmodules: the first row has its properties, the following rows
//! its text in pieces, with the names of its columns behind it.

use super::stored::PIECE_BYTES;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{DdlScope, DdlTrigger, EventType, Module, ModuleKind, ModuleOptions, Trigger, TriggerEvents};
use sluice_types::{DataType, Length, RowLayout, Value};

/// The properties of a module, as in its first row.
pub(super) struct ModuleRow {
    schema: String,
    name: String,
    kind: ModuleKind,
    trigger: Option<Trigger>,
    ddl: Option<Arc<DdlTrigger>>,
    options: ModuleOptions,
    /// Number of bytes of the names of columns at the end of the text.
    column_bytes: Option<usize>,
    /// Number of pieces that follow.
    pub(super) pieces: usize,
}

/// Encodes the first row: the module's properties and the number of its pieces of text, not the
/// text itself ([`pieces`]). The flags of a trigger and of the module's options share one number.
pub(super) fn encode(module: &Module) -> Vec<u8> {
    let values = [
        Value::text(module.schema.as_str()),
        Value::text(module.name.as_str()),
        Value::text(module.kind.code()),
        Value::Int(i32::try_from(pieces(module).count()).unwrap_or(i32::MAX)),
        module.trigger.map_or(Value::Null, |trigger| Value::Int(trigger.parent.0)),
        Value::Int(flags_of(module)),
        module.ddl.as_ref().map_or(Value::Null, |ddl| Value::Bytes(events_of(ddl).into())),
        module.columns.as_ref().map_or(Value::Null, |names| Value::Int(i32::try_from(names.len()).unwrap_or(i32::MAX))),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters, numbers and 1,000 events are within a row");
    row
}

/// The text in UTF-8 pieces, then the names of the columns.
pub(super) fn pieces(module: &Module) -> impl Iterator<Item = &[u8]> {
    let names = module.columns.as_ref().map_or(&[][..], |names| names.as_bytes());
    module.definition.as_bytes().chunks(PIECE_BYTES).chain(names.chunks(PIECE_BYTES))
}

/// Decodes the first row; the pieces of text are read by the caller. Returns `None` if the bytes
/// are damaged.
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
        first: TriggerEvents::of_bits((flags >> FIRST) as u8),
        last: TriggerEvents::of_bits((flags >> LAST) as u8),
    });
    let ddl = match layout.read(row, 6).ok()? {
        Value::Bytes(events) => Some(Arc::new(ddl_trigger(&events, flags)?)),
        _ => None,
    };
    let options = ModuleOptions {
        is_schema_bound: flags & SCHEMA_BOUND != 0,
        is_encrypted: flags & ENCRYPTED != 0,
        has_check_option: flags & CHECK_OPTION != 0,
        lacks_ansi_nulls: flags & NO_ANSI_NULLS != 0,
        lacks_quoted_identifier: flags & NO_QUOTED_IDENTIFIER != 0,
        is_marked: flags & MARKED != 0,
        number: if trigger.is_some() { 0 } else { (flags >> NUMBER) as u16 },
    };
    let column_bytes = number(7).flatten().map(usize::try_from).transpose().ok()?;
    Some(ModuleRow {
        options,
        column_bytes,
        schema: text(0)?,
        name: text(1)?,
        kind: ModuleKind::of_code(&text(2)?)?,
        trigger,
        ddl,
        pieces,
    })
}

impl ModuleRow {
    /// Returns the module, or `None` if `text` isn't UTF-8 or too short.
    pub(super) fn with_text(self, id: ObjectId, mut text: Vec<u8>) -> Option<Module> {
        let ModuleRow { schema, name, kind, trigger, ddl, options, column_bytes, .. } = self;
        let columns = match column_bytes {
            Some(bytes) => {
                let names = text.split_off(text.len().checked_sub(bytes)?);
                Some(Arc::from(String::from_utf8(names).ok()?))
            }
            None => None,
        };
        let definition = Arc::from(String::from_utf8(text).ok()?);
        Some(Module { id, schema, name, kind, definition, trigger, ddl, options, columns, rows: None })
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
        is_marked,
        number,
    } = module.options;
    let options = flag(is_schema_bound, SCHEMA_BOUND)
        | flag(is_encrypted, ENCRYPTED)
        | flag(has_check_option, CHECK_OPTION)
        | flag(lacks_ansi_nulls, NO_ANSI_NULLS)
        | flag(lacks_quoted_identifier, NO_QUOTED_IDENTIFIER)
        | flag(is_marked, MARKED)
        | i32::from(number) << NUMBER;
    if let Some(ddl) = &module.ddl {
        let of_server = flag(ddl.scope == DdlScope::Server, OF_SERVER);
        return options | of_server | flag(ddl.is_disabled, DISABLED);
    }
    let Some(trigger) = module.trigger else { return options };
    options
        | i32::from(trigger.first.bits()) << FIRST
        | i32::from(trigger.last.bits()) << LAST
        | i32::from(trigger.events.bits())
        | flag(trigger.instead_of, INSTEAD_OF)
        | flag(trigger.is_disabled, DISABLED)
        | flag(trigger.not_for_replication, NOT_FOR_REPLICATION)
}

/// Encodes the events of a DDL trigger: the number of each, and its role.
fn events_of(ddl: &DdlTrigger) -> Vec<u8> {
    let roles = [(&ddl.events, WRITTEN), (&ddl.first, FIRES_FIRST), (&ddl.last, FIRES_LAST)];
    let events = roles.into_iter().flat_map(|(events, role)| events.iter().map(move |event| (event, role)));
    let bytes = events.flat_map(|(event, role)| {
        let [low, high] = event.0.to_le_bytes();
        [low, high, role]
    });
    bytes.collect()
}

/// Returns the DDL trigger of these events and flags, or `None` if the bytes are damaged.
fn ddl_trigger(events: &[u8], flags: i32) -> Option<DdlTrigger> {
    let scope = if flags & OF_SERVER != 0 { DdlScope::Server } else { DdlScope::Database };
    let is_disabled = flags & DISABLED != 0;
    let mut ddl = DdlTrigger { scope, events: Vec::new(), first: Vec::new(), last: Vec::new(), is_disabled };
    for event in events.chunks(EVENT_BYTES) {
        let [low, high, role] = *event.first_chunk::<EVENT_BYTES>()?;
        let list = match role {
            WRITTEN => &mut ddl.events,
            FIRES_FIRST => &mut ddl.first,
            FIRES_LAST => &mut ddl.last,
            _ => return None,
        };
        list.push(EventType(u16::from_le_bytes([low, high])));
    }
    Some(ddl)
}

/// Returns the layout of a row that describes a module.
pub(super) fn layout() -> RowLayout {
    let names = [DataType::SYSNAME, DataType::SYSNAME, DataType::varchar(Length::Limited(2))];
    let events = DataType::VarBinary(Length::Limited(8000));
    RowLayout::new(&[&names[..], &[DataType::Int, DataType::Int, DataType::Int, events, DataType::Int]].concat())
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
/// Bits of a trigger on a table or view: the events for which it fires first, and last.
const FIRST: u32 = 16;
const LAST: u32 = 19;
/// Flag of a DDL trigger ON ALL SERVER.
const OF_SERVER: i32 = 2048;
/// Flag of a module that is marked as an object of the system.
const MARKED: i32 = 4096;
/// Bytes of an event of a DDL trigger, and the roles of events.
const EVENT_BYTES: usize = 3;
const WRITTEN: u8 = 0;
const FIRES_FIRST: u8 = 1;
const FIRES_LAST: u8 = 2;
