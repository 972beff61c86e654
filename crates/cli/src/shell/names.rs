//! The names for completion: databases, and the objects of a database with their columns, read from
//! the catalog views.
//!
//! A thread with its own session reads the names when the user presses Tab. The editor waits
//! briefly for a new answer, then uses the last one, so a slow answer doesn't block typing. The
//! thread's session never makes a database current, so it doesn't block ALTER or DROP DATABASE.

use sluice_base::sync::{Arc, Condvar, Mutex, Weak};
use sluice_engine::{Collector, Instance, Session, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// The names that can be completed.
#[derive(Clone, Default, Debug)]
pub(crate) struct KnownNames {
    pub(crate) databases: Vec<String>,
    /// The objects of each database requested so far, by the database's name in lower case.
    pub(crate) objects: BTreeMap<String, Vec<Object>>,
    /// The system views, which every database has.
    pub(crate) system: Vec<Object>,
}

/// A table, a view, a module, a sequence.
#[derive(Clone, Default, Debug)]
pub(crate) struct Object {
    pub(crate) schema: String,
    pub(crate) name: String,
    /// The type as in `sys.objects.type`.
    pub(crate) kind: String,
    pub(crate) columns: Vec<String>,
}

impl Object {
    /// Returns whether the object has rows.
    pub(crate) fn has_rows(&self) -> bool {
        matches!(self.kind.as_str(), "U" | "V" | "IF" | "TF" | "S")
    }
}

/// The names of an instance and the thread that reads them. The thread ends with this value.
pub(crate) struct Names(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The database whose names are requested and not being read yet.
    wanted: Option<String>,
    asked: u64,
    answered: u64,
    known: Arc<KnownNames>,
    is_over: bool,
}

impl Names {
    /// Returns the names of `instance`, read on the first request. A thread with a session of its
    /// own reads them; without it only the system's names are known.
    pub(crate) fn new(instance: &Arc<Instance>) -> Names {
        let known = KnownNames { system: system_views(instance), ..KnownNames::default() };
        let state = State { wanted: None, asked: 0, answered: 0, known: Arc::new(known), is_over: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let (theirs, instance) = (Arc::clone(&shared), Arc::downgrade(instance));
        // Without a thread only keywords are completed.
        let _ = std::thread::Builder::new().name("names".to_owned()).spawn(move || theirs.serve(&instance));
        Names(shared)
    }

    /// Returns the known names. Waits at most 200 ms for the current objects of `database`, then
    /// returns the last known ones.
    pub(crate) fn now(&self, database: &str) -> Arc<KnownNames> {
        let mut state = self.0.state.lock();
        state.wanted = Some(database.to_owned());
        state.asked += 1;
        let number = state.asked;
        self.0.changed.notify_all();
        for _ in 0..LOOKS {
            if state.answered >= number {
                break;
            }
            state = self.0.changed.wait_timeout(state, MOMENT / LOOKS);
        }
        Arc::clone(&state.known)
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        self.0.state.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    /// Reads requested names until the last user or the instance is gone.
    fn serve(&self, instance: &Weak<Instance>) {
        loop {
            let mut state = self.state.lock();
            while state.wanted.is_none() && !state.is_over {
                state = self.changed.wait(state);
            }
            let (number, mut known) = (state.asked, KnownNames::clone(&state.known));
            let Some(database) = state.wanted.take().filter(|_| !state.is_over) else { return };
            drop(state);
            let Some(mut session) = instance.upgrade().and_then(|instance| instance.connect().ok()) else { return };
            read(&mut session, &database, &mut known);
            drop(session);
            let mut state = self.state.lock();
            (state.known, state.answered) = (Arc::new(known), number);
            self.changed.notify_all();
        }
    }
}

fn system_views(instance: &Instance) -> Vec<Object> {
    let object = |view: sluice_engine::SystemViewName| Object {
        schema: view.schema,
        name: view.name,
        kind: "S".to_owned(),
        columns: view.columns,
    };
    instance.system_views().into_iter().map(object).collect()
}

fn read(session: &mut Session, database: &str, known: &mut KnownNames) {
    if let Some(rows) = query_rows(session, "SELECT name FROM sys.databases ORDER BY name;") {
        known.databases = rows.iter().filter_map(|row| text(row.first())).collect();
    }
    let quoted = quote(database);
    let objects = format!(
        "SELECT s.name, o.name, o.type, o.object_id FROM {quoted}.sys.objects AS o \
         JOIN {quoted}.sys.schemas AS s ON s.schema_id = o.schema_id \
         WHERE o.type IN ('U', 'V', 'P', 'FN', 'IF', 'TF', 'SO') ORDER BY o.name;"
    );
    let columns =
        format!("SELECT c.object_id, c.name FROM {quoted}.sys.columns AS c ORDER BY c.object_id, c.column_id;");
    let (Some(objects), Some(columns)) = (query_rows(session, &objects), query_rows(session, &columns)) else { return };
    let mut of_object: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for row in &columns {
        if let (Some(Value::Int(id)), Some(name)) = (row.first(), text(row.get(1))) {
            of_object.entry(*id).or_default().push(name);
        }
    }
    let object = |row: &Vec<Value>| {
        let columns = match row.get(3) {
            Some(Value::Int(id)) => of_object.remove(id).unwrap_or_default(),
            _ => Vec::new(),
        };
        let kind = text(row.get(2))?.trim().to_owned();
        Some(Object { schema: text(row.first())?, name: text(row.get(1))?, kind, columns })
    };
    known.objects.insert(database.to_ascii_lowercase(), objects.iter().filter_map(object).collect());
}

/// Returns the rows of a query; `None` if it fails.
fn query_rows(session: &mut Session, query: &str) -> Option<Vec<Vec<Value>>> {
    let mut collector = Collector::default();
    session.execute(query, &mut collector).ok()?;
    (collector.errors.is_empty()).then(|| collector.results.pop().map(|result| result.rows)).flatten()
}

fn text(value: Option<&Value>) -> Option<String> {
    match value {
        Some(Value::Str(text)) => Some(text.to_string()),
        _ => None,
    }
}

/// Returns the name in brackets; a bracket in it is doubled.
pub(crate) fn quote(name: &str) -> String {
    format!("[{}]", name.replace(']', "]]"))
}

/// The longest wait of a user for names.
const MOMENT: Duration = Duration::from_millis(200);
/// The number of checks for an answer within that time, because a wake-up may be for another
/// answer.
const LOOKS: u32 = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_engine::InstanceOptions;

    #[test]
    fn names_follow_changes_of_the_database() {
        let instance = Instance::open(InstanceOptions::in_memory()).unwrap();
        let mut session = instance.connect().unwrap();
        let names = Names::new(&instance);
        for batch in ["CREATE DATABASE D;", "USE D;", "CREATE TABLE dbo.T(a INT, [b c] INT);", "CREATE SEQUENCE dbo.S;"]
        {
            let mut collector = Collector::default();
            session.execute(batch, &mut collector).unwrap();
            assert!(collector.errors.is_empty(), "{collector:?}");
        }
        let known = names.now("D");
        assert!(known.databases.iter().any(|name| name == "D"));
        let objects = &known.objects["d"];
        let found: Vec<(&str, &str)> =
            objects.iter().map(|object| (object.name.as_str(), object.kind.as_str())).collect();
        assert_eq!(found, [("S", "SO"), ("T", "U")]);
        assert_eq!(objects[1].columns, ["a", "b c"]);
        let databases = known.system.iter().find(|view| view.name == "databases").unwrap();
        assert!(databases.schema == "sys" && databases.columns.iter().any(|column| column == "recovery_model_desc"));
        drop(session);
        instance.close().unwrap();
    }
}
