//! Runs a script on an instance in crashable memory.

use crate::render::Rendering;
use crate::scripts;
use sluice_base::clock::ManualClock;
use sluice_base::random::Random;
use sluice_client::{ClientError, Connection, Target, Wish};
use sluice_engine::script::Splitter;
use sluice_engine::{ColumnInfo, Instance, InstanceOptions, Message, Session, SessionEnded, Sink, Value};
use sluice_server::{Policy, Server, ServerError, ServerOptions};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The connection of a script's sessions to the instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Embedded in the same process.
    Embedded,
    /// Embedded, and each batch is suspended after each row.
    Pulled,
    /// Over TDS, from a server on a local address.
    Served,
}

/// Runs `script` embedded. Returns its output.
pub fn run(script: &str) -> Result<String, String> {
    run_by(script, Way::Embedded)
}

/// Runs `script` in the given way. Returns its output, which notes each session that was ended; a
/// new one takes its place. Fails if the instance doesn't start, or if a session ends by a fault.
pub fn run_by(script: &str, way: Way) -> Result<String, String> {
    let mut player = Player::new(way)?;
    let mut splitter = Splitter::new();
    for line in script.split_inclusive('\n') {
        match line.trim() {
            "-- @restart" => player.restart(false)?,
            "-- @crash" => player.restart(true)?,
            directive if directive.starts_with(SESSION) => player.change_session(&directive[SESSION.len()..])?,
            _ => {
                if let Some(batch) = splitter.line(line) {
                    player.batch(&batch.text, batch.count)?;
                }
            }
        }
    }
    if let Some(batch) = splitter.finish() {
        player.batch(&batch.text, batch.count)?;
    }
    player.stop();
    Ok(player.out.text)
}

/// Describes the first difference of two outputs; `None` if they are equal.
pub fn compare(expected: &str, found: &str) -> Option<String> {
    let mut lines = (expected.lines(), found.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (lines.0.next(), lines.1.next()) {
            (None, None) => return None,
            (expected, found) if expected == found => {}
            (expected, found) => {
                let show = |line: Option<&str>| line.map_or("(the end)".to_owned(), |line| format!("`{line}`"));
                return Some(format!("line {number}: expected {}, found {}", show(expected), show(found)));
            }
        }
    }
}

struct Player {
    way: Way,
    disk: Arc<MemFs>,
    running: Option<Arc<Instance>>,
    server: Option<Server>,
    /// The sessions by name; a script begins in the one with an empty name.
    sessions: BTreeMap<String, ScriptSession>,
    session: String,
    out: Rendering,
}

/// A session of a script.
enum ScriptSession {
    Embedded(Session),
    Pulled(Session),
    Served(Box<Connection>),
}

impl ScriptSession {
    /// Runs a batch. Returns whether the session goes on.
    fn execute(&mut self, text: &str, out: &mut Rendering) -> Result<bool, String> {
        match self {
            ScriptSession::Embedded(session) => goes_on(session.execute(text, out)),
            ScriptSession::Pulled(session) => goes_on(pull(session, text, &mut RowByRow(out))),
            ScriptSession::Served(connection) => match connection.execute(text, out) {
                Ok(()) => Ok(true),
                Err(ClientError::Closed) => Ok(false),
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

/// Runs a batch in parts of one row.
fn pull(session: &mut Session, text: &str, out: &mut RowByRow<'_>) -> Result<(), SessionEnded> {
    let mut reply = session.begin(text, out)?;
    while reply.is_none() {
        reply = session.advance(out)?;
    }
    Ok(())
}

fn goes_on(result: Result<(), SessionEnded>) -> Result<bool, String> {
    match result {
        Ok(()) => Ok(true),
        Err(SessionEnded::Killed) => Ok(false),
        Err(ended) => Err(ended.to_string()),
    }
}

/// A sink that is full after each row.
struct RowByRow<'o>(&'o mut Rendering);

impl Sink for RowByRow<'_> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        Sink::columns(self.0, columns);
    }

    fn row(&mut self, row: &[Value]) {
        Sink::row(self.0, row);
    }

    fn done(&mut self, rows: Option<u64>) {
        Sink::done(self.0, rows);
    }

    fn message(&mut self, message: Message) {
        Sink::message(self.0, message);
    }

    fn is_full(&self) -> bool {
        true
    }
}

impl Player {
    fn new(way: Way) -> Result<Player, String> {
        let mut player = Player {
            way,
            disk: Arc::new(MemFs::new(1)),
            running: None,
            server: None,
            sessions: BTreeMap::new(),
            session: String::new(),
            out: Rendering::default(),
        };
        player.start()?;
        Ok(player)
    }

    fn start(&mut self) -> Result<(), String> {
        let mut options = InstanceOptions::on(self.disk.clone(), Path::new("/data"));
        options.clock = Arc::new(ManualClock::new(START_NS));
        options.random = Arc::new(Random::seeded(1));
        options.background = false;
        options.data_pages = 256;
        options.machine_memory = 1_024 * 8_192;
        options.log_bytes = 1 << 20;
        options.bulk_folder = Some(scripts::data_files());
        let instance = Instance::open(options).map_err(|error| error.to_string())?;
        if self.way == Way::Served {
            let mut options = ServerOptions::new(([127, 0, 0, 1], 0).into(), Some(PASSWORD.to_owned()));
            options.encryption = Policy::Unavailable;
            self.server = Some(Server::start(Arc::clone(&instance), options).map_err(told)?);
        }
        self.running = Some(instance);
        self.change_session("")
    }

    /// Makes the session `name` current, and connects it if it is new.
    fn change_session(&mut self, name: &str) -> Result<(), String> {
        let instance = self.running.as_ref().ok_or("no instance is running")?;
        if !self.sessions.contains_key(name) {
            let place = match &self.server {
                None => {
                    let session = instance.connect().map_err(|error| error.to_string())?;
                    match self.way {
                        Way::Pulled => ScriptSession::Pulled(session),
                        Way::Embedded | Way::Served => ScriptSession::Embedded(session),
                    }
                }
                Some(server) => ScriptSession::Served(Box::new(connect(server)?)),
            };
            self.sessions.insert(name.to_owned(), place);
        }
        self.session = name.to_owned();
        Ok(())
    }

    fn restart(&mut self, crash: bool) -> Result<(), String> {
        if crash {
            self.disk = Arc::new(self.disk.crash(CrashMode::LOSE_UNSYNCED));
        }
        self.stop();
        if let Some(instance) = self.running.take() {
            let closed = instance.close();
            // After a crash the files of the old instance are gone, so closing it must fail.
            if !crash {
                closed.map_err(|error| error.to_string())?;
            }
        }
        self.start()
    }

    /// Ends the sessions and the server.
    fn stop(&mut self) {
        self.sessions.clear();
        self.server.take().into_iter().for_each(Server::stop);
    }

    fn batch(&mut self, text: &str, count: u64) -> Result<(), String> {
        for _ in 0..count {
            let session = self.sessions.get_mut(&self.session).ok_or("no such session")?;
            if !session.execute(text, &mut self.out)? {
                self.out.text.push_str("-- the session was ended\n");
                self.sessions.remove(&self.session);
                return self.change_session(&self.session.clone());
            }
        }
        Ok(())
    }
}

/// Connects with as few client facts as an embedded session has.
fn connect(server: &Server) -> Result<Connection, String> {
    let address = server.address();
    let target = Target::new(&format!("{},{}", address.ip(), address.port()), "sa", PASSWORD)?;
    let target = Target {
        encryption: Wish::Never,
        program: String::new(),
        machine: String::new(),
        library: String::new(),
        process_id: 0,
        ..target
    };
    // The messages of the log-in (database and language) are not part of the output.
    Connection::log_in(&target, &mut Rendering::default()).map_err(|error| error.to_string())
}

fn told(error: ServerError) -> String {
    error.to_string()
}

const PASSWORD: &str = "Correct-Horse1";
/// The line that changes the session, followed by its name.
const SESSION: &str = "-- @session";
/// 2026-01-01 00:00:00 UTC; the clock is constant.
const START_NS: u64 = 1_767_225_600_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_difference_is_described() {
        assert_eq!(compare("a\nb\n", "a\nb\n"), None);
        assert_eq!(compare("a\nb\n", "a\nc\n").unwrap(), "line 2: expected `b`, found `c`");
        assert_eq!(compare("a\n", "a\nb\n").unwrap(), "line 2: expected (the end), found `b`");
        assert_eq!(compare("a\nb\n", "a\n").unwrap(), "line 2: expected `b`, found (the end)");
    }
}
