//! Runs a program in a session.

use super::Construct;
use sluice_engine::{Collector, Session, SessionEnded};

/// The end of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Without an error.
    Done,
    /// With this error.
    Failed(i32),
}

/// Runs the program with `n` elements of a construct, up to the first batch that fails. Fails if
/// that error is none of [`LIMIT_ERRORS`], or if the session ends.
pub fn run(session: &mut Session, construct: &Construct, n: usize) -> Result<Outcome, String> {
    let batches = (construct.write)(n);
    let mut outcome = Outcome::Done;
    for batch in batches {
        outcome = run_batch(session, &batch)?;
        if let Outcome::Failed(number) = outcome
            && !LIMIT_ERRORS.contains(&number)
        {
            return Err(format!("{} {n}: error {number} of {:.80}", construct.name, batch));
        }
        if outcome != Outcome::Done {
            break;
        }
    }
    Ok(outcome)
}

/// Runs one batch. Fails if the session ends.
pub fn run_batch(session: &mut Session, batch: &str) -> Result<Outcome, String> {
    let mut collected = Collector::default();
    match session.execute(batch, &mut collected) {
        Ok(()) => {}
        Err(SessionEnded::Error { .. }) => return Err(format!("the session ended: {batch:.80}")),
        Err(ended) => return Err(format!("{ended}: {batch:.80}")),
    }
    Ok(collected.first_error().map_or(Outcome::Done, |(number, _)| Outcome::Failed(number)))
}

/// The errors by which a program too deep or too wide may be refused. They concern nested text,
/// nested calls, complexity for the binder or optimizer, memory, XML, and limits of single
/// constructs.
pub const LIMIT_ERRORS: &[i32] = &[
    191, 217, 8631, 8621, 8623, 8632, 701, 6335, 6309, // Nesting, the binder, the optimizer, memory, XML.
    103, 470, 4109, 8622, 447, 5313, 2205, 2209, 9341, 8115, 10738, 13606, 13607, 13608, 13609, 2628,
];
