//! The event sessions of an instance: their definitions, and the sessions that run.

use crate::definition::{SessionDefinition, parsed, system_health};
use crate::running::RunningSession;
use sluice_base::events::{Events, Listener, Raised};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_base::waits::Waits;
use sluice_syntax::ast::{EventSession, EventSessionVerb};
use sluice_types::SqlError;

/// Where definitions are kept. Each change is durable on return.
pub trait SessionStore: Send + Sync {
    /// Writes the statement that creates the session `id`, and replaces a former one.
    fn put(&self, id: u32, statement: &str) -> Result<(), SqlError>;

    /// Removes the session `id`.
    fn remove(&self, id: u32) -> Result<(), SqlError>;

    /// Sets the identifier of the next session.
    fn set_next(&self, id: u32) -> Result<(), SqlError>;
}

/// The event sessions of an instance.
pub struct EventSessions {
    waits: Arc<Waits>,
    broker: Arc<MemoryBroker>,
    store: Box<dyn SessionStore>,
    /// Held while definitions are changed, also over the writes to the store.
    state: Mutex<State>,
    running: RwLock<Arc<[Arc<RunningSession>]>>,
}

struct State {
    definitions: Vec<Arc<SessionDefinition>>,
    /// `None` in a new instance.
    next_id: Option<u32>,
}

impl EventSessions {
    /// Returns the sessions that `store` has, as identifiers and statements. `next_id` is the next
    /// session's identifier; `None` in a new instance. A stored statement that can't be read is
    /// left out.
    pub fn open(
        (waits, broker): (&Arc<Waits>, &Arc<MemoryBroker>),
        store: Box<dyn SessionStore>,
        stored: impl Iterator<Item = (u32, String)>,
        next_id: Option<u32>,
    ) -> Arc<EventSessions> {
        let read = |(id, text): (u32, String)| SessionDefinition::new(id, parsed(&text)?).ok().map(Arc::new);
        let state = State { definitions: stored.filter_map(read).collect(), next_id };
        Arc::new(EventSessions {
            waits: waits.clone(),
            broker: broker.clone(),
            store,
            state: Mutex::new(state),
            running: RwLock::new(Arc::new([])),
        })
    }

    /// Begins to receive the instance's events, and starts the sessions with STARTUP_STATE = ON. A
    /// new instance gets the session `system_health` first. Returns the names of the sessions that
    /// could not be made or started, with the reasons.
    pub fn begin(self: &Arc<EventSessions>) -> Vec<(String, SqlError)> {
        let listener: Arc<dyn Listener> = self.clone();
        self.events().install(listener);
        let mut failed = Vec::new();
        let is_new = self.state.lock().next_id.is_none();
        if let Some(statement) = parsed(system_health()).filter(|_| is_new)
            && let Err(error) = self.create(statement)
        {
            failed.push(("system_health".to_owned(), error));
        }
        for definition in self.definitions().into_iter().filter(|definition| definition.options.starts_up) {
            if let Err(error) = self.start(&definition) {
                failed.push((definition.name().to_owned(), error));
            }
        }
        failed
    }

    /// Stops all sessions and receives no more events.
    pub fn end(&self) {
        self.set_running(Vec::new());
        self.events().uninstall();
    }

    /// Returns all definitions, in the order of their identifiers.
    pub fn definitions(&self) -> Vec<Arc<SessionDefinition>> {
        self.state.lock().definitions.clone()
    }

    /// Returns the running sessions.
    pub fn running(&self) -> Arc<[Arc<RunningSession>]> {
        self.running.read().clone()
    }

    /// Carries out CREATE, ALTER or DROP EVENT SESSION.
    pub fn carry_out(&self, statement: &EventSession) -> Result<(), SqlError> {
        match statement.verb {
            EventSessionVerb::Create => self.create(statement.clone()),
            EventSessionVerb::Alter => match statement.state {
                Some(true) => self.start(&self.named(&self.state.lock(), statement, "alter")?),
                Some(false) => self.stop(statement),
                None => self.alter(statement),
            },
            EventSessionVerb::Drop => self.drop(statement),
        }
    }

    fn create(&self, statement: EventSession) -> Result<(), SqlError> {
        let mut state = self.state.lock();
        if state.definitions.iter().any(|other| statement.name.is(other.name())) {
            return Err(SqlError::event_session_exists("event session", &statement.name.text));
        }
        let id = state.next_id.unwrap_or(FIRST_ID);
        let definition = SessionDefinition::new(id, statement)?;
        // The next identifier is stored first, so that a crash between the two reuses none.
        self.store.set_next(id + 1)?;
        state.next_id = Some(id + 1);
        self.store.put(definition.id, &definition.statement.text())?;
        state.definitions.push(Arc::new(definition));
        Ok(())
    }

    /// Changes a definition. A running session restarts with the new definition, unless only its
    /// options change, which must be done while it is stopped (25707).
    fn alter(&self, statement: &EventSession) -> Result<(), SqlError> {
        let mut state = self.state.lock();
        let former = self.named(&state, statement, "alter")?;
        let is_running = self.running().iter().any(|session| session.definition.id == former.id);
        let startup = |option: &&sluice_syntax::ast::EventSessionOption| option.word() == "STARTUP_STATE";
        if let Some(option) = statement.options.iter().find(|option| is_running && !startup(option)) {
            return Err(SqlError::event_option_of_running(option.word()));
        }
        let definition = Arc::new(former.altered(statement)?);
        self.store.put(definition.id, &definition.statement.text())?;
        let place = state.definitions.iter().position(|other| other.id == definition.id);
        place.into_iter().for_each(|place| state.definitions[place] = definition.clone());
        if is_running && !statement.parts.is_empty() {
            self.replace(definition);
        }
        Ok(())
    }

    fn drop(&self, statement: &EventSession) -> Result<(), SqlError> {
        let mut state = self.state.lock();
        let definition = self.named(&state, statement, "drop")?;
        self.store.remove(definition.id)?;
        state.definitions.retain(|other| other.id != definition.id);
        self.leave(definition.id);
        Ok(())
    }

    /// Starts a session. The caller holds `state`, or is alone. Fails with 25705 if it runs, and
    /// with 25601 if the instance lacks the memory that its targets may take.
    fn start(&self, definition: &Arc<SessionDefinition>) -> Result<(), SqlError> {
        if self.running().iter().any(|session| session.definition.id == definition.id) {
            return Err(SqlError::event_session_started());
        }
        let bytes = u64::from(definition.options.max_memory_kb) << 10;
        // The targets take the memory as events come. A session that lacks it now is refused.
        let room = self.broker.reserve(Clerk::Events, bytes * definition.targets.len() as u64);
        drop(room.map_err(|_| SqlError::event_engine_out_of_memory())?);
        self.replace(definition.clone());
        Ok(())
    }

    fn stop(&self, statement: &EventSession) -> Result<(), SqlError> {
        let state = self.state.lock();
        let definition = self.named(&state, statement, "alter")?;
        if self.leave(definition.id) { Ok(()) } else { Err(SqlError::event_session_stopped()) }
    }

    fn named(&self, state: &State, statement: &EventSession, verb: &str) -> Result<Arc<SessionDefinition>, SqlError> {
        let found = state.definitions.iter().find(|definition| statement.name.is(definition.name()));
        found.cloned().ok_or_else(|| SqlError::cannot_find(verb, "event session", &statement.name.text))
    }

    /// Runs the definition in place of a running session with its identifier, if there is one.
    fn replace(&self, definition: Arc<SessionDefinition>) {
        let id = definition.id;
        let started = RunningSession::new(definition, self.waits.clock().utc_ns(), &self.broker);
        let others = self.running();
        let others = others.iter().filter(|session| session.definition.id != id).cloned();
        self.set_running(others.chain([Arc::new(started)]).collect());
    }

    /// Ends a running session. Returns whether it ran.
    fn leave(&self, id: u32) -> bool {
        let running = self.running();
        let others: Vec<_> = running.iter().filter(|session| session.definition.id != id).cloned().collect();
        let ran = others.len() < running.len();
        self.set_running(others);
        ran
    }

    fn set_running(&self, running: Vec<Arc<RunningSession>>) {
        let kinds: Vec<_> = running.iter().flat_map(|session| session.kinds()).collect();
        *self.running.write() = running.into();
        self.events().collect(kinds.into_iter());
    }

    fn events(&self) -> &Events {
        self.waits.events()
    }
}

impl Listener for EventSessions {
    fn listen(&self, event: Raised) {
        let running = self.running();
        running.iter().for_each(|session| session.offer(&event, &**self.waits.clock()));
    }
}

/// The identifier of the first session, as in SQL Server.
const FIRST_ID: u32 = 65_536;
