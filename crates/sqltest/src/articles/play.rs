//! Runs the binary on the scripts and compares its output.

use super::amounts::Amounts;
use super::course::Run;
use super::golden::{Comparison, Golden};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the folder of the articles' scripts: `SLUICE_WORKLOADS`, or `shared/workloads` beside
/// the project. Fails if the folder doesn't exist.
pub fn workloads() -> Result<PathBuf, String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap_or(Path::new("/"));
    let folder = std::env::var_os("SLUICE_WORKLOADS").map_or_else(|| beside.join("shared/workloads"), PathBuf::from);
    if folder.join("00-performancev3.sql").is_file() {
        return Ok(folder);
    }
    Err(format!("no workloads in {}: set SLUICE_WORKLOADS", folder.display()))
}

/// Runs the processes of one article, which share their data.
#[derive(Debug)]
pub struct Player {
    /// The binary `sluice`.
    pub binary: PathBuf,
    /// The folder of the articles' scripts.
    pub workloads: PathBuf,
    /// A folder for data and shortened scripts, initially empty.
    pub folder: PathBuf,
    /// The amounts of work.
    pub amounts: Amounts,
}

impl Player {
    /// Runs the scripts in one process and compares the output. The error describes the first
    /// difference.
    pub fn play(&self, run: &Run) -> Result<Comparison, String> {
        let mut command = Command::new(&self.binary);
        command.args(["sql", "-b", "-W", "--data"]).arg(self.folder.join("data")).stdin(Stdio::null());
        for script in run.scripts {
            command.arg("-i").arg(self.script(script)?);
        }
        let output = command.output().map_err(|error| format!("{}: {error}", self.binary.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let golden = read(&ours().join(format!("{}.out", run.golden)))?;
        let found = Golden::read(&golden, &self.amounts)
            .and_then(|golden| golden.compare(&text))
            .map_err(|what| format!("{}: {what}", run.golden))?;
        let expected = i32::from(run.refused);
        if output.status.code() != Some(expected) {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {} instead of exit code {expected}: {errors}", run.golden, output.status));
        }
        Ok(found)
    }

    /// Returns the path of the script, or of a copy with smaller amounts.
    fn script(&self, name: &str) -> Result<PathBuf, String> {
        let path = match name.strip_prefix('+') {
            Some(name) => return Ok(ours().join(format!("{name}.sql"))),
            None => self.workloads.join(format!("{name}.sql")),
        };
        let Some(text) = self.amounts.put_into(&read(&path)?) else { return Ok(path) };
        let copy = self.folder.join(format!("{name}.sql"));
        std::fs::write(&copy, text).map_err(|error| format!("{}: {error}", copy.display()))?;
        Ok(copy)
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the folder of the golden files and the project's own scripts.
fn ours() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/articles")
}
