//! Runs the binary in a temporary folder.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A temporary folder with scripts and data, and the binary that runs in it.
pub(crate) struct Program {
    folder: TempDir,
}

/// The outcome of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Program {
    pub(crate) fn new() -> Program {
        Program { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Returns the command `sluice sql --data data ARGUMENTS`, in the folder.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = self.bare(&["sql", "--data", "data"]);
        command.args(arguments);
        command
    }

    /// Returns the command `sluice ARGUMENTS`, in the folder.
    pub(crate) fn bare(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sluice"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Ran {
        ran(self.command(arguments).output().unwrap())
    }

    /// Runs a query that must succeed. Returns its values without headers and counts.
    pub(crate) fn query(&self, text: &str) -> String {
        let ran = self.run(&["-b", "-h", "-1", "-W", "-Q", &format!("SET NOCOUNT ON; {text}")]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{text}: {ran:?}");
        ran.out.trim_end().to_owned()
    }

    /// Runs `sluice sql` with `input` on standard input.
    pub(crate) fn run_input(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        ran(child.wait_with_output().unwrap())
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().expect("no signal ended it"),
    }
}
