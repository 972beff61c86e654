//! Runs the probes of a part and judges their outcomes.

use super::index::{Entry, Part};
use sluice_engine::{ColumnInfo, Instance, InstanceOptions, Message, Sink, Value, messages};
use std::sync::Arc;

/// The status of a name.
pub(super) enum Status {
    /// Every probe succeeds.
    Works,
    /// Some probes are refused, for these reasons.
    Partly(Vec<String>),
    /// Every probe is refused.
    Refused,
}

/// Runs the probes of `part` in a database of their own, each in a new session. Returns the status
/// of each entry. Probes with errors that are no refusals are added to `faults` and count as
/// refused.
pub(super) fn run(part: &Part, faults: &mut Vec<String>) -> Result<Vec<Status>, String> {
    let instance = Instance::open(InstanceOptions::in_memory()).map_err(|error| error.to_string())?;
    let place = &part.file;
    if let Some((number, text)) = execute(&instance, "master", &format!("CREATE DATABASE {DATABASE}"))? {
        return Err(format!("{place}: Msg {number}: {text}"));
    }
    for batch in &part.setup {
        if let Some((number, text)) = execute(&instance, DATABASE, batch)? {
            return Err(format!("{place}: {batch}: Msg {number}: {text}"));
        }
    }
    part.entries.iter().map(|entry| status(&instance, part, entry, faults)).collect()
}

fn status(instance: &Arc<Instance>, part: &Part, entry: &Entry, faults: &mut Vec<String>) -> Result<Status, String> {
    let mut reasons = Vec::new();
    for probe in &entry.probes {
        match judge(part, execute(instance, DATABASE, probe)?) {
            Outcome::Works => {}
            Outcome::Refused(reason) => reasons.push(reason),
            Outcome::Fault(error) => {
                faults.push(format!("{}: {}: {probe}: {error}", part.file, entry.name));
                reasons.push(error);
            }
        }
    }
    Ok(match reasons.len() {
        0 => Status::Works,
        refused if refused == entry.probes.len() => Status::Refused,
        _ => Status::Partly(reasons),
    })
}

/// The outcome of a probe.
#[derive(PartialEq, Eq, Debug)]
enum Outcome {
    Works,
    /// The engine refuses a feature by its name.
    Refused(String),
    /// Another error.
    Fault(String),
}

fn judge(part: &Part, error: Option<(i32, String)>) -> Outcome {
    let Some((number, text)) = error else { return Outcome::Works };
    match number {
        UNSUPPORTED => Outcome::Refused(text.split('\'').nth(1).unwrap_or(&text).to_owned()),
        _ if DISABLED.contains(&number) => Outcome::Refused(format!("error {number}")),
        _ if part.known.contains(&number) => Outcome::Works,
        _ if part.absent.contains(&number) => Outcome::Refused("doesn't exist".to_owned()),
        _ if part.unknown.is_some_and(|unknown| unknown != number) => Outcome::Works,
        _ => Outcome::Fault(format!("Msg {number}: {text}")),
    }
}

/// Runs batches divided by ` GO ` in a new session. Returns the first error.
fn execute(instance: &Arc<Instance>, database: &str, batches: &str) -> Result<Option<(i32, String)>, String> {
    let mut session = instance.connect().map_err(|error| error.to_string())?;
    let mut heard = FirstError::default();
    for batch in [format!("USE {database}").as_str()].into_iter().chain(batches.split(" GO ")) {
        // The session may be ended by the error that is reported.
        if session.execute(batch, &mut heard).is_err() || heard.0.is_some() {
            break;
        }
    }
    Ok(heard.0)
}

/// Keeps the first error of a session.
#[derive(Default)]
struct FirstError(Option<(i32, String)>);

impl Sink for FirstError {
    fn columns(&mut self, _columns: &[ColumnInfo]) {}

    fn row(&mut self, _row: &[Value]) {}

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: Message) {
        if let Message::Error(error) = message
            && error.severity > 10
        {
            let text = messages::text(&error);
            self.0.get_or_insert((error.number, text));
        }
    }
}

/// The database of the probes.
const DATABASE: &str = "compat";
/// "Keyword or statement option '%1' is not supported in this version of SQL Server."
const UNSUPPORTED: i32 = 40517;
/// Errors of features that SQL Server also has turned off or not set up: 7202 of servers that
/// aren't linked, 15281.
const DISABLED: [i32; 2] = [7202, 15281];

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(number: i32, unknown: Option<i32>, absent: &[i32]) -> Outcome {
        let part = Part {
            file: String::new(),
            title: String::new(),
            source: String::new(),
            setup: Vec::new(),
            unknown,
            absent: absent.to_vec(),
            known: vec![4860],
            entries: Vec::new(),
        };
        judge(&part, Some((number, "option 'X' is".to_owned())))
    }

    #[test]
    fn only_refusals_by_name_are_refusals() {
        let fault = |number| Outcome::Fault(format!("Msg {number}: option 'X' is"));
        assert_eq!(outcome(40517, None, &[]), Outcome::Refused("X".to_owned()));
        assert_eq!(outcome(102, None, &[]), fault(102));
        assert_eq!(outcome(208, None, &[208]), Outcome::Refused("doesn't exist".to_owned()));
        assert_eq!(outcome(4860, None, &[]), Outcome::Works);
        assert_eq!((outcome(201, Some(2812), &[]), outcome(2812, Some(2812), &[])), (Outcome::Works, fault(2812)));
    }
}
