//! Runs a script on an instance in crashable memory.

use crate::render::Rendering;
use sluice_base::clock::ManualClock;
use sluice_base::random::Random;
use sluice_engine::script::Splitter;
use sluice_engine::{Instance, InstanceOptions, Session, SessionEnded};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Runs `script` and gives its output.
pub fn run(script: &str) -> Result<String, String> {
    let mut player = Player::new()?;
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
    Ok(player.out.text)
}

/// Where two outputs first differ, told for a person; none if they are equal.
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
    disk: Arc<MemFs>,
    running: Option<Arc<Instance>>,
    /// By their names; a script begins in the one without a name.
    sessions: BTreeMap<String, Session>,
    session: String,
    out: Rendering,
}

impl Player {
    fn new() -> Result<Player, String> {
        let mut player = Player {
            disk: Arc::new(MemFs::new(1)),
            running: None,
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
        options.pool_pages = 1_024;
        options.log_bytes = 1 << 20;
        let instance = Instance::open(options).map_err(|error| error.to_string())?;
        self.running = Some(instance);
        self.change_session("")
    }

    /// What comes now is sent by the session `name`, connected now if it is not.
    fn change_session(&mut self, name: &str) -> Result<(), String> {
        let instance = self.running.as_ref().ok_or("no instance is running")?;
        if !self.sessions.contains_key(name) {
            let session = instance.connect().map_err(|error| error.to_string())?;
            self.sessions.insert(name.to_owned(), session);
        }
        self.session = name.to_owned();
        Ok(())
    }

    fn restart(&mut self, crash: bool) -> Result<(), String> {
        if crash {
            self.disk = Arc::new(self.disk.crash(CrashMode::LOSE_UNSYNCED));
        }
        self.sessions.clear();
        if let Some(instance) = self.running.take() {
            let closed = instance.close();
            // After a crash the old instance's files are gone, and closing it has to say so.
            if !crash {
                closed.map_err(|error| error.to_string())?;
            }
        }
        self.start()
    }

    fn batch(&mut self, text: &str, count: u64) -> Result<(), String> {
        for _ in 0..count {
            let session = self.sessions.get_mut(&self.session).ok_or("no such session")?;
            match session.execute(text, &mut self.out) {
                Ok(()) => {}
                Err(SessionEnded::Killed) => {
                    self.out.text.push_str("-- the session was ended\n");
                    self.sessions.remove(&self.session);
                    return self.change_session(&self.session.clone());
                }
                Err(ended) => return Err(ended.to_string()),
            }
        }
        Ok(())
    }
}

/// Changes the session; its name comes after it.
const SESSION: &str = "-- @session";
/// 2026-01-01 00:00:00 UTC; the clock stands still.
const START_NS: u64 = 1_767_225_600_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(compare("a\nb\n", "a\nb\n"), None);
        assert_eq!(compare("a\nb\n", "a\nc\n").unwrap(), "line 2: expected `b`, found `c`");
        assert_eq!(compare("a\n", "a\nb\n").unwrap(), "line 2: expected (the end), found `b`");
        assert_eq!(compare("a\nb\n", "a\n").unwrap(), "line 2: expected `b`, found (the end)");
    }
}
