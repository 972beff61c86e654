//! The definition of an event session, checked against the objects that exist.

use crate::objects::{ACTIONS, Action, TargetKind, names, shown};
use crate::predicate::Predicate;
use crate::target_definition::{TargetDefinition, target_named};
use sluice_base::events::EventKind;
use sluice_syntax::Script;
use sluice_syntax::ast::{
    EventObject, EventSession, EventSessionOption, EventSessionPart, EventSessionVerb, FileSize, Literal, SessionEvent,
    SizeUnit, StatementKind,
};
use sluice_types::SqlError;

/// A checked definition.
#[derive(Clone, Debug)]
pub struct SessionDefinition {
    /// The identifier of the session.
    pub id: u32,
    /// The statement that creates the session.
    pub statement: EventSession,
    /// The options, with their defaults.
    pub options: SessionOptions,
    /// The events, in the order of their addition.
    pub events: Vec<EventDefinition>,
    /// The targets, in the order of their addition.
    pub targets: Vec<TargetDefinition>,
}

/// The options of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionOptions {
    /// MAX_MEMORY in KB.
    pub max_memory_kb: u32,
    /// EVENT_RETENTION_MODE.
    pub retention: Retention,
    /// MAX_DISPATCH_LATENCY in seconds; 0 for INFINITE.
    pub dispatch_latency_s: u32,
    /// MAX_EVENT_SIZE in KB; 0 for none.
    pub max_event_kb: u32,
    /// STARTUP_STATE.
    pub starts_up: bool,
}

/// The events that are lost if a session has no room for an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retention {
    /// `ALLOW_SINGLE_EVENT_LOSS`.
    SingleEventLoss,
    /// `ALLOW_MULTIPLE_EVENT_LOSS`.
    MultipleEventLoss,
}

/// An event of a session.
#[derive(Clone, Debug)]
pub struct EventDefinition {
    /// The kind of event.
    pub kind: EventKind,
    /// The attributes that SET sets, with their values.
    pub settings: Vec<(String, u32)>,
    /// The actions.
    pub actions: Vec<&'static Action>,
    /// The condition as T-SQL.
    pub predicate_text: Option<String>,
    pub(crate) predicate: Option<Predicate>,
}

impl SessionDefinition {
    /// Checks the definition of the session `id` in a CREATE EVENT SESSION, and returns it. Fails
    /// with 25702, 25703, 25708, 25632 or 25640 for a repeated, invalid, too large or too small
    /// option, with the errors of an event or target, and with 40517 for an unsupported option. No
    /// session is made here.
    pub fn new(id: u32, statement: EventSession) -> Result<SessionDefinition, SqlError> {
        let options = options(&statement.options)?;
        let mut definition = SessionDefinition { id, statement, options, events: Vec::new(), targets: Vec::new() };
        let parts = std::mem::take(&mut definition.statement.parts);
        for part in &parts {
            definition.add(part)?;
        }
        definition.statement.parts = parts;
        Ok(definition)
    }

    /// Returns the definition after an ALTER. ADD and DROP in one statement fail with 40517, a
    /// dropped event or target that the session hasn't with 25653, and an unknown one with 25623.
    /// Other errors are those of a new definition
    /// (`t-sql/statements/alter-event-session-transact-sql.md`).
    pub(crate) fn altered(&self, change: &EventSession) -> Result<SessionDefinition, SqlError> {
        if change.parts.iter().any(EventSessionPart::is_drop) && !change.parts.iter().all(EventSessionPart::is_drop) {
            return Err(SqlError::unsupported_option("ADD and DROP in one ALTER EVENT SESSION"));
        }
        let mut statement = self.statement.clone();
        for part in &change.parts {
            match part {
                EventSessionPart::DropEvent(event) => {
                    let kind = event_named(event)?;
                    remove(&mut statement.parts, |part| adds_event(part, kind), ("event", event))?;
                }
                EventSessionPart::DropTarget(target) => {
                    let kind = target_named(target)?.kind;
                    remove(&mut statement.parts, |part| adds_target(part, kind), ("target", target))?;
                }
                added => statement.parts.push(added.clone()),
            }
        }
        // Duplicates within the ALTER itself fail; an option of the ALTER replaces the former one.
        options(&change.options)?;
        for option in &change.options {
            statement.options.retain(|former| former.word() != option.word());
            statement.options.push(option.clone());
        }
        SessionDefinition::new(self.id, statement)
    }

    /// Returns the name of the session.
    pub fn name(&self) -> &str {
        &self.statement.name.text
    }

    fn add(&mut self, part: &EventSessionPart) -> Result<(), SqlError> {
        match part {
            EventSessionPart::AddEvent(event) => {
                let added = event_definition(event)?;
                if self.events.iter().any(|other| other.kind == added.kind) {
                    return Err(SqlError::event_object_exists("event", shown(&event.event)));
                }
                self.events.push(added);
            }
            EventSessionPart::AddTarget(target) => {
                let added = TargetDefinition::new(target)?;
                if self.targets.iter().any(|other| other.target.kind == added.target.kind) {
                    return Err(SqlError::event_object_exists("target", shown(&target.target)));
                }
                self.targets.push(added);
            }
            EventSessionPart::DropEvent(_) | EventSessionPart::DropTarget(_) => {}
        }
        Ok(())
    }
}

fn adds_event(part: &EventSessionPart, kind: EventKind) -> bool {
    matches!(part, EventSessionPart::AddEvent(added) if event_named(&added.event).is_ok_and(|named| named == kind))
}

fn adds_target(part: &EventSessionPart, kind: TargetKind) -> bool {
    matches!(part, EventSessionPart::AddTarget(added)
        if target_named(&added.target).is_ok_and(|target| target.kind == kind))
}

/// Removes the part that `is_it` finds. Fails with 25653 if there is none.
fn remove(
    parts: &mut Vec<EventSessionPart>,
    is_it: impl Fn(&EventSessionPart) -> bool,
    (kind, object): (&str, &EventObject),
) -> Result<(), SqlError> {
    let place = parts.iter().position(is_it);
    parts.remove(place.ok_or_else(|| SqlError::event_object_not_in_session(kind, shown(object)))?);
    Ok(())
}

fn event_definition(written: &SessionEvent) -> Result<EventDefinition, SqlError> {
    let kind = event_named(&written.event)?;
    let settings = settings_of(written, kind)?;
    let mut actions: Vec<&'static Action> = Vec::new();
    for action in &written.actions {
        let known = ACTIONS.iter().find(|known| names(action, known.package, known.name));
        let known = known.ok_or_else(|| SqlError::event_object_not_found("action", shown(action)))?;
        if actions.iter().any(|other| other.name == known.name) {
            return Err(SqlError::event_object_repeated("action", shown(action)));
        }
        actions.push(known);
    }
    let predicate = written.predicate.as_ref().map(|predicate| Predicate::new(predicate, kind.def())).transpose()?;
    let predicate_text = written.predicate.as_ref().map(|predicate| predicate.text());
    if predicate_text.as_ref().is_some_and(|text| text.chars().count() > PREDICATE_MAX) {
        return Err(SqlError::predicate_too_long(kind.def().name, PREDICATE_MAX));
    }
    Ok(EventDefinition { kind, settings, actions, predicate_text, predicate })
}

/// Checks the SET of an event, and returns the names and values. `collect_NAME = 1` collects the
/// field NAME of the event, which is always collected; 0 fails with 40517. Fails with 25629 for an
/// unknown attribute, with 25650 for a repeated one, and with 25651 for a value that is no number.
fn settings_of(written: &SessionEvent, kind: EventKind) -> Result<Vec<(String, u32)>, SqlError> {
    let mut settings: Vec<(String, u32)> = Vec::new();
    for setting in &written.fields {
        let (name, event) = (setting.name.text.to_lowercase(), || shown(&written.event));
        let field = name.strip_prefix("collect_").filter(|field| OPTIONAL_FIELDS.contains(field));
        if !field.is_some_and(|field| kind.def().fields.iter().any(|known| known.name == field)) {
            return Err(SqlError::no_event_attribute("event", event(), &setting.name.text));
        }
        if settings.iter().any(|(other, _)| *other == name) {
            return Err(SqlError::event_attribute_repeated("event", event(), &name));
        }
        match &setting.value {
            Literal::Integer(1) => settings.push((name, 1)),
            Literal::Integer(_) => {
                return Err(SqlError::unsupported_option(format!("CREATE EVENT SESSION SET {name} = 0")));
            }
            _ => return Err(SqlError::event_attribute_type("event", event(), &name, "boolean")),
        }
    }
    Ok(settings)
}

fn event_named(written: &EventObject) -> Result<EventKind, SqlError> {
    let found = EventKind::ALL.iter().find(|kind| names(written, kind.def().package, kind.def().name));
    found.copied().ok_or_else(|| SqlError::event_object_not_found("event", shown(written)))
}

/// Returns the options with their defaults. Fails with 25702 for an option that is set twice.
fn options(written: &[EventSessionOption]) -> Result<SessionOptions, SqlError> {
    let mut options = SessionOptions {
        max_memory_kb: 4096,
        retention: Retention::SingleEventLoss,
        dispatch_latency_s: 30,
        max_event_kb: 0,
        starts_up: false,
    };
    for (place, option) in written.iter().enumerate() {
        if written[..place].iter().any(|other| other.word() == option.word()) {
            return Err(SqlError::event_option_repeated(option.word()));
        }
        match option {
            EventSessionOption::MaxMemory(size) => options.max_memory_kb = kilobytes(size, option)?,
            EventSessionOption::MaxEventSize(size) => options.max_event_kb = kilobytes(size, option)?,
            EventSessionOption::RetentionMode(mode) if mode.is("ALLOW_SINGLE_EVENT_LOSS") => {
                options.retention = Retention::SingleEventLoss;
            }
            EventSessionOption::RetentionMode(mode) if mode.is("ALLOW_MULTIPLE_EVENT_LOSS") => {
                options.retention = Retention::MultipleEventLoss;
            }
            EventSessionOption::RetentionMode(mode) if mode.is("NO_EVENT_LOSS") => {
                return Err(SqlError::unsupported_option("EVENT_RETENTION_MODE = NO_EVENT_LOSS"));
            }
            EventSessionOption::PartitionMode(mode) if mode.is("NONE") => {}
            EventSessionOption::PartitionMode(mode) if mode.is("PER_NODE") || mode.is("PER_CPU") => {
                let mode = mode.text.to_ascii_uppercase();
                return Err(SqlError::unsupported_option(format_args!("MEMORY_PARTITION_MODE = {mode}")));
            }
            EventSessionOption::RetentionMode(_) | EventSessionOption::PartitionMode(_) => {
                return Err(SqlError::event_option_invalid(option.word()));
            }
            EventSessionOption::DispatchLatency(seconds) => options.dispatch_latency_s = seconds.unwrap_or(0),
            EventSessionOption::TrackCausality(true) => {
                return Err(SqlError::unsupported_option("TRACK_CAUSALITY = ON"));
            }
            EventSessionOption::TrackCausality(false) | EventSessionOption::UnlimitedDuration => {}
            EventSessionOption::StartupState(on) => options.starts_up = *on,
        }
    }
    if options.max_memory_kb < MEMORY_MIN_KB {
        return Err(SqlError::event_buffer_too_small(MEMORY_MIN_KB * 1024));
    }
    if options.max_event_kb > 0 && options.max_event_kb < options.max_memory_kb {
        return Err(SqlError::event_size_too_small());
    }
    Ok(options)
}

/// Returns a size in KB; the default unit is the megabyte. Fails with 25708 beyond 2 GB.
fn kilobytes(size: &FileSize, option: &EventSessionOption) -> Result<u32, SqlError> {
    let factor: u64 = match size.unit {
        Some(SizeUnit::Kilobytes) => 1,
        None | Some(SizeUnit::Megabytes) => 1 << 10,
        Some(SizeUnit::Gigabytes | SizeUnit::Terabytes) => return Err(SqlError::event_option_invalid(option.word())),
    };
    let size = u64::from(size.number) * factor;
    let size = u32::try_from(size).ok().filter(|size| *size <= MEMORY_MAX_KB);
    size.ok_or_else(|| SqlError::event_option_too_large(option.word()))
}

/// Returns the CREATE EVENT SESSION of the default session `system_health`
/// (`relational-databases/extended-events/use-the-system-health-session.md`): errors of severity 20
/// and above, errors of memory, and deadlocks.
pub(crate) fn system_health() -> &'static str {
    "CREATE EVENT SESSION system_health ON SERVER \
     ADD EVENT sqlserver.error_reported (ACTION (sqlserver.session_id, sqlserver.database_id, sqlserver.sql_text) \
     WHERE severity >= 20 OR error_number = 17803 OR error_number = 701 OR error_number = 802 \
     OR error_number = 8645 OR error_number = 8651 OR error_number = 8657 OR error_number = 8902), \
     ADD EVENT sqlserver.xml_deadlock_report \
     ADD TARGET package0.ring_buffer (SET max_events_limit = 5000) \
     WITH (MAX_MEMORY = 512KB, STARTUP_STATE = ON)"
}

/// Reads a stored CREATE EVENT SESSION. `None` if the text isn't one.
pub(crate) fn parsed(text: &str) -> Option<EventSession> {
    let Script { statements, errors, .. } = sluice_syntax::parse(text);
    match statements.into_iter().next().map(|statement| statement.kind) {
        Some(StatementKind::EventSession(session)) if errors.is_empty() && session.verb == EventSessionVerb::Create => {
            Some(*session)
        }
        _ => None,
    }
}

/// The greatest length of a condition in characters.
const PREDICATE_MAX: usize = 3000;
/// The fields whose collection SET may ask for.
const OPTIONAL_FIELDS: [&str; 3] = ["batch_text", "object_name", "statement"];
/// The smallest MAX_MEMORY.
const MEMORY_MIN_KB: u32 = 192;
/// The greatest MAX_MEMORY and MAX_EVENT_SIZE.
const MEMORY_MAX_KB: u32 = 2 << 20;
