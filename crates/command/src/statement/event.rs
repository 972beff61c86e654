//! DDL events: the events that commands and system procedures declare, the triggers that watch
//! them, and EVENTDATA.
//!
//! A command declares its events ([`crate::statement::Command::events`]). They are computed before
//! it runs, because a dropped object can't be described any more. The caller of the command
//! ([`Raising`]) then runs the triggers within the command's transaction, before it commits.
//! Nothing of this happens while no trigger watches the events.

use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{DdlScope, EventType, Module, ObjectName};
use sluice_session::access::access;
use sluice_session::transaction_sight::Beginning;
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::convert::convert_with_style;
use sluice_types::xml::escape_text;
use sluice_types::{DataType, Length, Value};
use std::fmt::Write;

/// The events of a command.
pub enum EventSource<'c> {
    /// The command raises no event.
    None,
    /// The events are part of the command's transaction. Their triggers can roll it back.
    Undoable(EventList<'c>),
    /// The command is no part of a transaction. Its triggers run after it and can't undo it.
    Final(EventList<'c>),
}

// Returns the events that a run of the command would raise now.
type EventList<'c> = Box<dyn Fn(&Env<'_, '_>) -> Vec<DdlEvent> + 'c>;

/// An event, with the elements of EVENTDATA that describe it. `facts` is built up by the `with`
/// methods; the head of EVENTDATA is added by [`DdlEvent::data`].
#[derive(Clone)]
pub struct DdlEvent {
    event: EventType,
    // The database that changes; `None` for an event of the server.
    database: Option<Arc<Database>>,
    // Elements in XML.
    facts: String,
}

/// A trigger that an event fires, and its database.
pub type Watcher = (Arc<Database>, Arc<Module>);

/// The events of a running command that triggers watch.
pub struct Raising {
    /// Each event and its triggers, in firing order.
    pub events: Vec<(DdlEvent, Vec<Watcher>)>,
    /// Whether the transaction was begun for the command and ends with it.
    pub is_alone: bool,
    is_final: bool,
}

impl<'c> EventSource<'c> {
    /// Declares events that are part of the command's transaction.
    pub fn undoable(events: impl Fn(&Env<'_, '_>) -> Vec<DdlEvent> + 'c) -> EventSource<'c> {
        EventSource::Undoable(Box::new(events))
    }

    /// Declares events of a command that can't be undone.
    pub fn of_final(events: impl Fn(&Env<'_, '_>) -> Vec<DdlEvent> + 'c) -> EventSource<'c> {
        EventSource::Final(Box::new(events))
    }

    /// Whether the command can raise an event.
    pub fn is_some(&self) -> bool {
        !matches!(self, EventSource::None)
    }

    fn list(&self, env: &Env<'_, '_>) -> Vec<DdlEvent> {
        match self {
            EventSource::None => Vec::new(),
            EventSource::Undoable(events) | EventSource::Final(events) => events(env),
        }
    }
}

impl DdlEvent {
    /// Returns an event of `database`, or of the server.
    pub fn new(event: EventType, database: Option<Arc<Database>>) -> DdlEvent {
        DdlEvent { event, database, facts: String::new() }
    }

    /// Adds an element with a text.
    pub fn with(mut self, name: &str, text: &str) -> DdlEvent {
        element(&mut self.facts, name, |to| escape_text(text, to));
        self
    }

    /// Adds the elements that name an object and its type.
    pub fn about(self, name: &str, kind: &str) -> DdlEvent {
        self.with("ObjectName", name).with("ObjectType", kind)
    }

    /// Adds the elements that name the object to which the event's object belongs.
    pub fn of_target(self, name: &str, kind: &str) -> DdlEvent {
        self.with("TargetObjectName", name).with("TargetObjectType", kind)
    }

    /// Adds an element that contains an element `item` for each text.
    pub fn with_list<T: AsRef<str>>(mut self, name: &str, item: &str, texts: impl IntoIterator<Item = T>) -> DdlEvent {
        element(&mut self.facts, name, |to| {
            texts.into_iter().for_each(|text| element(to, item, |to| escape_text(text.as_ref(), to)));
        });
        self
    }

    /// Adds an element whose content is XML.
    pub fn with_xml(mut self, name: &str, content: &str) -> DdlEvent {
        element(&mut self.facts, name, |to| to.push_str(content));
        self
    }

    /// Whether both events are of the same type and about the same thing.
    fn is_same(&self, other: &DdlEvent) -> bool {
        self.event == other.event && self.facts == other.facts
    }

    /// Returns the value of EVENTDATA for the event of the statement `text`. It's an EVENT_INSTANCE
    /// element with the time, session, login, the event's own elements, the SET options and the
    /// text of the statement.
    pub fn data(&self, env: &Env<'_, '_>, text: &str) -> String {
        let mut data = String::new();
        element(&mut data, "EVENT_INSTANCE", |to| {
            head(to, env, self.event);
            let who = &env.state.security.who;
            element(to, "LoginName", |to| escape_text(&who.login.name, to));
            if let Some(database) = &self.database {
                element(to, "UserName", |to| escape_text(&user_name(env, database), to));
                element(to, "DatabaseName", |to| escape_text(&database.name, to));
            }
            to.push_str(&self.facts);
            element(to, "TSQLCommand", |to| {
                set_options(to, env);
                element(to, "CommandText", |to| escape_text(text, to));
            });
        });
        data
    }
}

impl Raising {
    /// Computes the events of a command that is about to run, and begins its transaction if it has
    /// none. Returns `None` if no trigger watches an event. The caller calls [`Raising::ran`] after
    /// the command. Events that the command can't undo begin their transaction only then.
    pub fn begin(env: &mut Env<'_, '_>, source: &EventSource<'_>) -> Option<Raising> {
        let events = source.list(env).into_iter().map(|event| (watchers(env, &event), event));
        let events: Vec<_> = events.filter(|(watchers, _)| !watchers.is_empty()).collect();
        if events.is_empty() {
            return None;
        }
        let events = events.into_iter().map(|(watchers, event)| (event, watchers)).collect();
        let is_final = matches!(source, EventSource::Final(_));
        if !is_final {
            env.begin_implicitly();
        }
        let mut raising = Raising { events, is_alone: false, is_final };
        if !is_final {
            raising.begin_transaction(env);
        }
        Some(raising)
    }

    /// Ends the command's own work. After a failure, the events stay that have happened: those that
    /// the command couldn't raise again. Triggers that the command dropped no longer fire. A
    /// transaction for the triggers begins here if the events can't be undone.
    pub fn ran(&mut self, env: &mut Env<'_, '_>, source: &EventSource<'_>, has_failed: bool) {
        if has_failed {
            let left = source.list(env);
            self.events.retain(|(event, _)| !left.iter().any(|other| other.is_same(event)));
        }
        for (event, triggers) in &mut self.events {
            let now = watchers(env, event);
            triggers
                .retain(|(_, module)| now.iter().any(|(_, other)| other.id == module.id && other.ddl == module.ddl));
        }
        if self.is_final {
            self.begin_transaction(env);
        }
    }

    fn begin_transaction(&mut self, env: &mut Env<'_, '_>) {
        self.is_alone = env.is_autocommit();
        if self.is_alone {
            let row_count = env.frame.globals.row_count;
            env.begin_transaction(None, Beginning::Other);
            env.frame.globals.row_count = row_count;
        }
    }
}

impl Env<'_, '_> {
    /// Returns the event about the object `name`, which may be new. Returns `None` if the database
    /// isn't found, and for a temporary object: those raise no events
    /// (`relational-databases/triggers/ddl-triggers`).
    pub fn object_event(&self, event: EventType, name: &ObjectName, kind: &str) -> Option<DdlEvent> {
        if temporary::is_temporary(&name.object) {
            return None;
        }
        let database = self.event_database(name)?;
        let schema = self.event_schema(&database, name);
        Some(DdlEvent::new(event, Some(database)).with("SchemaName", &schema).about(&name.object, kind))
    }

    /// Returns the events about those of the objects `names` that exist.
    pub fn object_events(&self, event: EventType, names: &[ObjectName], kind: &str) -> Vec<DdlEvent> {
        let existing = names.iter().filter(|name| self.has_named(name));
        existing.filter_map(|name| self.object_event(event, name, kind)).collect()
    }

    /// Returns the event about a part of the table or view `target`, such as an index. `None` for a
    /// temporary table, and if the database isn't found.
    pub fn part_event(
        &self,
        event: EventType,
        (name, kind): (&str, &str),
        (target, target_kind): (&ObjectName, &str),
    ) -> Option<DdlEvent> {
        let of = ObjectName { object: name.to_owned(), ..target.clone() };
        if temporary::is_temporary(&target.object) {
            return None;
        }
        Some(self.object_event(event, &of, kind)?.of_target(&target.object, target_kind))
    }

    /// Returns an event of the current database.
    pub fn database_event(&self, event: EventType) -> DdlEvent {
        DdlEvent::new(event, Some(Arc::clone(&self.state.database)))
    }

    /// Whether an object has the name.
    pub fn has_named(&self, name: &ObjectName) -> bool {
        let name = &self.existing(name);
        let Some(database) = self.event_database(name) else { return false };
        let catalog = self.state.transaction.work.catalog(&database);
        catalog.is_taken(&self.event_schema(&database, name), &name.object)
    }

    /// Returns the word for the kind of the table or view `name`. VIEW if a module has the name,
    /// otherwise TABLE.
    pub fn target_kind(&self, name: &ObjectName) -> &'static str {
        let catalog = self.event_database(name).map(|database| self.state.transaction.work.catalog(&database));
        if catalog.is_some_and(|catalog| catalog.module(&self.existing(name)).is_some()) { "VIEW" } else { "TABLE" }
    }

    fn event_database(&self, name: &ObjectName) -> Option<Arc<Database>> {
        match &name.database {
            Some(database) => self.context.host.database(database),
            None => Some(Arc::clone(&self.state.database)),
        }
    }

    fn event_schema(&self, database: &Arc<Database>, name: &ObjectName) -> String {
        let name = self.existing(name);
        let written = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
        let catalog = self.state.transaction.work.catalog(database);
        catalog.schema(written).map_or_else(|| written.to_owned(), |schema| schema.name.to_string())
    }
}

/// Returns the triggers that watch the event: those of the server, then those of the database
/// (`relational-databases/triggers/specify-first-and-last-triggers`).
fn watchers(env: &Env<'_, '_>, event: &DdlEvent) -> Vec<Watcher> {
    let of_server = env.context.host.database(MASTER).map(|master| (master, DdlScope::Server));
    let of_database = event.database.clone().map(|database| (database, DdlScope::Database));
    let scopes = of_server.into_iter().chain(of_database);
    scopes.flat_map(|(database, scope)| watchers_in(env, (database, scope), event.event)).collect()
}

/// Returns the triggers of a scope that watch the event, in firing order. Disabled triggers don't
/// count. First and last come by `sp_settriggerorder`, the others in no fixed order.
pub fn watchers_in(env: &Env<'_, '_>, (database, scope): (Arc<Database>, DdlScope), event: EventType) -> Vec<Watcher> {
    let catalog = env.state.transaction.work.catalog(&database);
    let triggers = catalog.triggers_of(scope.parent());
    let is_fired = |module: &&Arc<Module>| module.ddl.as_ref().is_some_and(|ddl| ddl.watches(event));
    let mut fired: Vec<Arc<Module>> = triggers.into_iter().filter(is_fired).cloned().collect();
    fired.sort_by_key(|module| module.ddl.as_ref().map_or(0, |ddl| ddl.rank(event)));
    fired.into_iter().map(|module| (Arc::clone(&database), module)).collect()
}

/// Returns the value of EVENTDATA for the log-on of the session
/// (`relational-databases/triggers/capture-logon-trigger-event-data`). A client of this machine is
/// shown as `<local machine>`.
pub fn logon_data(env: &Env<'_, '_>, is_pooled: bool) -> String {
    let mut data = String::new();
    let login = &env.state.security.who.login;
    let client = env.state.activity.sight.client();
    let remote = client.network.as_ref().filter(|network| network.client_address != network.local_address);
    let host = remote.map_or(LOCAL_MACHINE, |network| &network.client_address);
    element(&mut data, "EVENT_INSTANCE", |to| {
        head(to, env, EventType::LOGON);
        element(to, "LoginName", |to| escape_text(&login.name, to));
        element(to, "LoginType", |to| to.push_str("SQL Login"));
        element(to, "SID", |to| to.push_str(&sluice_functions::base64_encoded(&login.sid, false)));
        element(to, "ClientHost", |to| escape_text(host, to));
        element(to, "IsPooled", |to| to.push(if is_pooled { '1' } else { '0' }));
    });
    data
}

/// Writes the elements that all events begin with.
fn head(to: &mut String, env: &Env<'_, '_>, event: EventType) {
    element(to, "EventType", |to| to.push_str(event.name()));
    let clock = env.context.host.clock();
    let utc = clock.utc_ns();
    let local = utc + i64::from(clock.local_offset_s(utc)) * NS_PER_SECOND;
    let now = Value::DateTime2(ticks_of_unix_ns(local) / TICKS_PER_MS * TICKS_PER_MS);
    let written = convert_with_style(&now, &DataType::DateTime2(3), &DataType::NVarChar(Length::Max), ISO_8601);
    element(to, "PostTime", |to| to.push_str(written.ok().as_ref().and_then(Value::as_str).unwrap_or_default()));
    element(to, "SPID", |to| to.push_str(&env.state.id.0.to_string()));
    element(to, "ServerName", |to| escape_text(sluice_functions::SERVER_NAME, to));
}

/// Writes an element.
fn element(to: &mut String, name: &str, content: impl FnOnce(&mut String)) {
    let _ = write!(to, "<{name}>");
    content(to);
    let _ = write!(to, "</{name}>");
}

/// Returns the action of an ALTER TABLE on kinds of parts; empty without names. It's one XML
/// element called `verb`, with an element for each kind and its names.
pub(in crate::statement) fn action_list(verb: &str, parts: &[(&str, Vec<&str>)]) -> String {
    let mut list = String::new();
    if parts.iter().any(|(_, names)| !names.is_empty()) {
        element(&mut list, verb, |to| {
            for (kind, names) in parts.iter().filter(|(_, names)| !names.is_empty()) {
                element(to, kind, |to| names.iter().for_each(|name| element(to, "Name", |to| escape_text(name, to))));
            }
        });
    }
    list
}

fn set_options(to: &mut String, env: &Env<'_, '_>) {
    use sluice_functions::SetOption::{AnsiNullDefaultOn, AnsiNulls, AnsiPadding, QuotedIdentifier};
    let meaning = env.state.options.meaning;
    let word = |option| if meaning.has(option) { "ON" } else { "OFF" };
    let _ = write!(
        to,
        "<SetOptions ANSI_NULLS=\"{}\" ANSI_NULL_DEFAULT=\"{}\" ANSI_PADDING=\"{}\" QUOTED_IDENTIFIER=\"{}\" \
         ENCRYPTED=\"FALSE\"/>",
        word(AnsiNulls),
        word(AnsiNullDefaultOn),
        word(AnsiPadding),
        word(QuotedIdentifier)
    );
}

fn user_name(env: &Env<'_, '_>, database: &Arc<Database>) -> String {
    let master = env.context.host.database(MASTER).map(|master| env.state.transaction.work.catalog(&master));
    let catalog = env.state.transaction.work.catalog(database);
    let access = access(&env.state.security.who, master.as_deref(), (database, &catalog));
    let user = access.user_id().and_then(|user| access.database().principal(user));
    user.map_or_else(String::new, |user| user.name.to_string())
}

const MASTER: &str = "master";
/// The host of a client on the server's machine.
const LOCAL_MACHINE: &str = "<local machine>";
const NS_PER_SECOND: i64 = 1_000_000_000;
const TICKS_PER_MS: i64 = 10_000;
/// The style of ISO 8601 in CONVERT.
const ISO_8601: i32 = 126;
