//! After a lying sync and a power cut: which data may be missing, and which damage must be
//! reported.
//!
//! The file decides. For a log, any suffix of its commits may be missing, and a commit across both
//! databases may exist in one. For master's log, commits across both databases may be rolled back.
//! A data file is right or refused, unless the page was written again since (`docs/fault-model.md`,
//! *A sync that lies*).

use super::image::Image;
use super::life::{Looked, look};
use super::record::{DATABASES, Excuse, Record};
use crate::machine::Machine;
use std::path::Path;

/// The outcome after a lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aftermath {
    /// All guaranteed data is present.
    Right,
    /// An error named a file.
    Refused,
    /// The lie was of a kind without guarantees, and other data was found.
    Unpromised,
    /// Master's log has lost the decision of a commit across the databases, and other data was
    /// found.
    DecisionLost,
}

/// Opens the machine whose last life had these lying syncs, and compares.
pub(super) fn check(machine: &Machine, record: &mut Record, lies: &[Lie]) -> Result<Aftermath, String> {
    let refused = |text: &str| match [".mdf", ".ldf"].iter().any(|file| text.contains(file)) {
        true => Ok(Aftermath::Refused),
        false => Err(format!("after a lie, an error that names no file: {text}")),
    };
    let instance = match machine.open() {
        Ok(instance) => instance,
        Err(error) => return refused(&error.to_string()),
    };
    let mut session = instance.connect().map_err(|error| error.to_string())?;
    // A transaction across databases whose decision master lost is rolled back, whatever followed.
    let loses_decision = lies.iter().any(|lie| lie.file == "mastlog.ldf") && record.has_across();
    let outcome = match look(machine, &mut session) {
        Ok(Looked::Found(found)) => compare(record, found, lies),
        Ok(Looked::Failed(number, _)) if CHECK_ERRORS.contains(&number) => return Ok(Aftermath::Refused),
        Ok(Looked::Failed(_, text)) => return refused(&text),
        Ok(Looked::Stopped) => Err("it stopped without a fault".to_owned()),
        Err(what) => Err(what),
    };
    match outcome {
        Ok(()) => Ok(Aftermath::Right),
        Err(_) if lies.iter().any(|lie| lie.is_unpromised) => Ok(Aftermath::Unpromised),
        Err(_) if loses_decision => Ok(Aftermath::DecisionLost),
        Err(what) => Err(format!("after {lies:?}: {what}")),
    }
}

/// A lying sync.
#[derive(Clone, Debug)]
pub(super) struct Lie {
    pub(super) file: String,
    /// Whether the file is a data file that was written once more before the power cut, so that
    /// nothing is guaranteed.
    pub(super) is_unpromised: bool,
}

impl Lie {
    /// Returns the lies of a life, from its trace.
    pub(super) fn all(machine: &Machine) -> Vec<Lie> {
        let trace = machine.trace();
        let lied = |(call, path): &(u64, std::path::PathBuf)| {
            let file = name_of(path);
            let later = trace.lines().skip(*call as usize + 1);
            let is_written = |line: &str| line.starts_with("write") && line.contains(&file);
            Lie { is_unpromised: file.ends_with(".mdf") && later.into_iter().any(is_written), file }
        };
        machine.lies().iter().map(lied).collect()
    }

    fn is_of_log(&self) -> bool {
        self.file.ends_with(".ldf")
    }
}

fn compare(record: &mut Record, found: [Image; 2], lies: &[Lie]) -> Result<(), String> {
    let of_database = |name: &str| lies.iter().any(|lie| lie.file == format!("{name}_log.ldf"));
    // A lie about a folder or master's log may lose the whole database.
    let of_names = |place: usize| {
        found[place] == Image::default() && lies.iter().any(|lie| lie.file == "mastlog.ldf" || !lie.file.contains('.'))
    };
    let excuse = Excuse {
        suffix: [0, 1].map(|place| of_database(DATABASES[place]) || of_names(place)),
        halves: lies.iter().any(Lie::is_of_log) || of_names(0) || of_names(1),
    };
    record.check(found, excuse)
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The errors of DBCC CHECKDB about pages and their allocation.
const CHECK_ERRORS: [i32; 2] = [8939, 8978];
