//! The measured server: the binary as a separate process.

use super::processes;
use super::requests::{Heard, run};
use sluice_client::{Connection, Target, Wish};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server, until it is dropped.
pub(crate) struct Served {
    child: Child,
    address: String,
}

impl Served {
    /// Serves a new folder and creates the database for the measurements.
    pub(crate) fn start(binary: &Path, data: &Path) -> Result<Served, String> {
        Served::start_with(binary, data, |_| {})
    }

    /// Like `start`, with the command changed by `set`.
    pub(crate) fn start_with(binary: &Path, data: &Path, set: impl FnOnce(&mut Command)) -> Result<Served, String> {
        let served = Served::serve(binary, data, set)?;
        run(&mut served.log_in("sa", PASSWORD, "")?, &format!("CREATE DATABASE {DATABASE}"))?;
        Ok(served)
    }

    /// Serves an existing folder.
    pub(crate) fn start_again(binary: &Path, data: &Path) -> Result<Served, String> {
        Served::serve(binary, data, |_| {})
    }

    fn serve(binary: &Path, data: &Path, set: impl FnOnce(&mut Command)) -> Result<Served, String> {
        let mut command = Command::new(binary);
        command.args(["serve", "--listen", "127.0.0.1:0", "--encrypt", "off", "--data"]).arg(data);
        command.env("MSSQL_SA_PASSWORD", PASSWORD).stdout(Stdio::piped());
        set(&mut command);
        let child = command.spawn().map_err(|error| format!("{}: {error}", binary.display()))?;
        let mut served = Served { child, address: String::new() };
        let mut line = String::new();
        let out = served.child.stdout.as_mut().ok_or("it has no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim_end().strip_prefix("listening on ").map(|address| address.replace(':', ","));
        served.address = address.ok_or_else(|| format!("the server says '{line}'"))?;
        Ok(served)
    }

    pub(crate) fn connect(&self) -> Result<Connection, String> {
        self.log_in("sa", PASSWORD, DATABASE)
    }

    /// Opens a connection to another database.
    pub(crate) fn log_in_to(&self, database: &str) -> Result<Connection, String> {
        self.log_in("sa", PASSWORD, database)
    }

    /// Opens a connection as `user`.
    pub(crate) fn log_in(&self, user: &str, password: &str, database: &str) -> Result<Connection, String> {
        let target = Target {
            encryption: Wish::Never,
            database: database.to_owned(),
            ..Target::new(&self.address, user, password)?
        };
        Connection::log_in(&target, &mut Heard::default()).map_err(|error| error.to_string())
    }

    /// Returns the address in the form of sockets.
    pub(super) fn socket_address(&self) -> String {
        self.address.replace(',', ":")
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(&mut self) -> Result<(), String> {
        self.child.wait().map(|_| ()).map_err(|error| error.to_string())
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Returns the server's memory in KB.
    pub(super) fn memory_kb(&self) -> Result<u64, String> {
        processes::memory_kb(self.child.id())
    }

    /// Returns the server's CPU seconds. `None` if they can't be read.
    pub(super) fn spent_s(&self) -> Option<f64> {
        processes::spent_s(self.child.id())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // The killed server's data is removed with its folder.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// The measured database.
pub(super) const DATABASE: &str = "Bench";
const PASSWORD: &str = "Correct-Horse1";
