//! The event sessions of an instance: their definitions, and the sessions that run.

use crate::definition::{SessionDefinition, parsed, system_health};
use crate::file::{FileEnvironment, FileEvents};
use crate::running::RunningSession;
use crate::targets::TargetState;
use sluice_base::events::{Events, Listener, Raised};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_base::waits::Waits;
use sluice_syntax::ast::{EventSession, EventSessionVerb};
use sluice_types::SqlError;
use std::time::Duration;

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
    files: Arc<FileEnvironment>,
    store: Box<dyn SessionStore>,
    /// Held while definitions are changed, also over the writes to the store.
    state: Mutex<State>,
    running: RwLock<Arc<[Arc<RunningSession>]>>,
}

struct State {
    definitions: Vec<Arc<SessionDefinition>>,
    /// `None` in a new instance.
    next_id: Option<u32>,
    /// The identifiers of stored definitions that can't be read.
    unreadable: Vec<u32>,
}

/// The reason why a session is missing after a start.
pub enum StartFailure {
    /// The stored definition with the identifier can't be read.
    Unreadable(u32),
    /// The session of that name can't be created or started.
    Failed(String, SqlError),
}

impl EventSessions {
    /// Returns the sessions that `store` has, as identifiers and statements. `next_id` is the next
    /// session's identifier; `None` in a new instance. A stored statement that can't be read is
    /// left out and reported by [`EventSessions::begin`].
    pub fn open(
        (waits, broker): (&Arc<Waits>, &Arc<MemoryBroker>),
        files: FileEnvironment,
        store: Box<dyn SessionStore>,
        stored: impl Iterator<Item = (u32, String)>,
        next_id: Option<u32>,
    ) -> Arc<EventSessions> {
        let mut state = State { definitions: Vec::new(), next_id, unreadable: Vec::new() };
        for (id, text) in stored {
            match parsed(&text).and_then(|statement| SessionDefinition::new(id, statement).ok()) {
                Some(definition) => state.definitions.push(Arc::new(definition)),
                None => state.unreadable.push(id),
            }
        }
        Arc::new(EventSessions {
            waits: waits.clone(),
            broker: broker.clone(),
            files: Arc::new(files),
            store,
            state: Mutex::new(state),
            running: RwLock::new(Arc::new([])),
        })
    }

    /// Begins to receive the instance's events, and starts the sessions with STARTUP_STATE = ON. A
    /// new instance gets the session `system_health` first. Returns the sessions that can't be read
    /// or started.
    pub fn begin(self: &Arc<EventSessions>) -> Vec<StartFailure> {
        let listener: Arc<dyn Listener> = self.clone();
        self.events().install(listener);
        let unreadable = self.state.lock().unreadable.clone();
        let mut failed: Vec<StartFailure> = unreadable.into_iter().map(StartFailure::Unreadable).collect();
        let is_new = self.state.lock().next_id.is_none();
        if let Some(statement) = parsed(system_health()).filter(|_| is_new)
            && let Err(error) = self.create(statement)
        {
            failed.push(StartFailure::Failed("system_health".to_owned(), error));
        }
        for definition in self.definitions().into_iter().filter(|definition| definition.options.starts_up) {
            if let Err(error) = self.start(&definition) {
                failed.push(StartFailure::Failed(definition.name().to_owned(), error));
            }
        }
        failed
    }

    /// Stops all sessions, writes their files and receives no more events.
    pub fn end(&self) {
        let running = self.running();
        self.set_running(Vec::new());
        self.events().uninstall();
        running.iter().for_each(|session| self.write_all(session));
    }

    /// Waits until events may have to be written to files: 250 ms if a session has a file, else
    /// until one gets a file. [`EventSessions::call_writer`] ends the wait.
    pub fn wait_for_events(&self) {
        let has_files = self.running().iter().any(|session| session.files().next().is_some());
        self.files.call.wait(has_files.then_some(PAUSE));
    }

    /// Ends a wait in [`EventSessions::wait_for_events`].
    pub fn call_writer(&self) {
        self.files.call.call();
    }

    /// Writes the events that are due to files. Called by a background thread.
    pub fn write_due(&self) {
        let clock = &**self.waits.clock();
        self.running().iter().flat_map(|session| session.files()).for_each(|file| file.write_due(clock));
    }

    /// Reads the event files that a path names; see [`FileEvents::open`].
    pub fn read_files(&self, pattern: &str, start: Option<(&str, u64)>) -> Result<FileEvents, SqlError> {
        FileEvents::open(&self.files, pattern, start)
    }

    /// Returns all definitions, in the order of their identifiers.
    pub fn definitions(&self) -> Vec<Arc<SessionDefinition>> {
        self.state.lock().definitions.clone()
    }

    /// Returns the running sessions.
    pub fn running(&self) -> Arc<[Arc<RunningSession>]> {
        self.running.read().clone()
    }

    /// Carries out CREATE, ALTER or DROP EVENT SESSION. Fails with 25631 if a new session's name is
    /// taken, with 15151 for an unknown one, with 25704 or 25705 if it is stopped or started
    /// already, with 25707 for an option of a running one, with 25601 without memory, and with the
    /// errors of the definition. If the changed targets of a running session can't be begun, fails
    /// with 25602: the definition is changed, and the session goes on as before.
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
            self.replace(definition)?;
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
        self.replace(definition.clone())
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

    /// Runs the definition in place of a running session with its identifier, if there is one. That
    /// session's targets go on if they are the same. Fails if a target can't be begun.
    fn replace(&self, definition: Arc<SessionDefinition>) -> Result<(), SqlError> {
        let id = definition.id;
        let running = self.running();
        let former = running.iter().find(|session| session.definition.id == id);
        let targets = definition.targets.iter().map(|target| {
            match former.and_then(|former| former.target_like(target, &definition)) {
                Some(same) => Ok(same),
                None => {
                    let services = (&self.broker, &**self.waits.clock());
                    TargetState::new(target, &definition, services, &self.files).map(Arc::new)
                }
            }
        });
        let targets = targets.collect::<Result<Vec<_>, SqlError>>()?;
        let started_ns = former.map_or_else(|| self.waits.clock().utc_ns(), |former| former.started_ns);
        let started = RunningSession::new(definition, targets, started_ns);
        let others = running.iter().filter(|session| session.definition.id != id).cloned();
        self.set_running(others.chain([Arc::new(started)]).collect());
        former.iter().for_each(|former| self.write_all(former));
        Ok(())
    }

    /// Ends a running session and writes its files. Returns whether it ran.
    fn leave(&self, id: u32) -> bool {
        let running = self.running();
        let (left, others): (Vec<_>, Vec<_>) = running.iter().cloned().partition(|session| session.definition.id == id);
        self.set_running(others);
        left.iter().for_each(|session| self.write_all(session));
        !left.is_empty()
    }

    fn write_all(&self, session: &RunningSession) {
        session.files().for_each(|file| file.write_all(&**self.waits.clock()));
    }

    fn set_running(&self, running: Vec<Arc<RunningSession>>) {
        let kinds: Vec<_> = running.iter().flat_map(|session| session.kinds()).collect();
        let running: Arc<[Arc<RunningSession>]> = running.into();
        let former = std::mem::replace(&mut *self.running.write(), running);
        self.events().collect(kinds.into_iter());
        self.call_writer();
        drop(former);
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

/// The time between two looks at the events that wait to be written.
const PAUSE: Duration = Duration::from_millis(250);
/// The identifier of the first session, as in SQL Server.
const FIRST_ID: u32 = 65_536;
