//! The database in which programs run, and the outcome of a program.

use super::author::{Author, Program};
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::random::Random;
use sluice_engine::{
    ColumnInfo, DataType, Instance, InstanceError, InstanceOptions, Message, Session, SessionEnded, Sink, Value, Watch,
    display, messages, script,
};
use std::fmt;
use std::sync::Arc;

/// An in-memory instance with the database `world`, in which programs run in sequence, and `side`,
/// which they may change.
///
/// Later programs see the objects of earlier ones: a failure is reproduced by the programs since
/// the world's creation.
pub struct World {
    instance: Arc<Instance>,
    clock: Arc<dyn Clock>,
}

/// The outcome of a program that did not panic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The numbers of the errors of severity 11 and above, in order.
    pub errors: Vec<i32>,
    /// The texts of those errors.
    pub texts: Vec<String>,
    /// The duration in nanoseconds.
    pub took_ns: u64,
}

/// A program that a panic ended, or a world that could not be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// A description of the failure.
    pub what: String,
    /// The program's text.
    pub text: String,
}

impl World {
    /// Creates a world in which nothing has run.
    pub fn new() -> Result<World, Failure> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let options = InstanceOptions {
            clock: Arc::clone(&clock),
            random: Arc::new(Random::seeded(1)),
            background: false,
            data_pages: 256,
            log_bytes: 1 << 20,
            log_growth_bytes: 1 << 20,
            ..InstanceOptions::in_memory()
        };
        let instance = Instance::open(options).map_err(failed)?;
        let world = World { instance, clock };
        let setup =
            format!("CREATE DATABASE side\nGO\nCREATE DATABASE world\nGO\nUSE world\nGO\n{}", world.author().setup());
        let outcome = world.execute(&setup, &mut |_| {})?;
        match outcome.texts.first() {
            None => Ok(world),
            Some(text) => Err(Failure { what: format!("the world could not be made: {text}"), text: setup }),
        }
    }

    /// Returns an author that uses the system views of this instance.
    pub fn author(&self) -> Author {
        let views = self.instance.system_views();
        Author::new(views.iter().map(|view| format!("{}.{}", view.schema, view.name)).collect())
    }

    /// Runs a program in its own session. Calls `watched` with the session's watch before the
    /// program begins, and with `None` after its end.
    pub fn run(&self, program: &Program, watched: &mut dyn FnMut(Option<Watch>)) -> Result<Outcome, Failure> {
        self.execute(&format!("USE world\nGO\n{}", program.text), watched)
    }

    /// Runs the batches of any script, up to one whose error ends the session. `watched` is called
    /// as by [`World::run`].
    pub fn execute(&self, text: &str, watched: &mut dyn FnMut(Option<Watch>)) -> Result<Outcome, Failure> {
        let failure = |what: String| Failure { what, text: text.to_owned() };
        let mut session = self.instance.connect().map_err(|error| failure(error.to_string()))?;
        let start_ns = self.clock.monotonic_ns();
        let mut errors = Errors::default();
        watched(session.watch());
        let ended = run_batches(&mut session, text, &mut errors);
        watched(None);
        if let Err(SessionEnded::Fault { what }) = ended {
            return Err(failure(what));
        }
        drop(session);
        let took_ns = self.clock.monotonic_ns() - start_ns;
        Ok(Outcome { errors: errors.numbers, texts: errors.texts, took_ns })
    }
}

fn run_batches(session: &mut Session, text: &str, errors: &mut Errors) -> Result<(), SessionEnded> {
    script::batches(text).iter().try_for_each(|batch| session.execute(&batch.text, errors))
}

fn failed(error: InstanceError) -> Failure {
    Failure { what: error.to_string(), text: String::new() }
}

impl Drop for World {
    fn drop(&mut self) {
        // A failed close of an in-memory instance loses nothing.
        let _ = self.instance.close();
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.what, self.text)
    }
}

/// Keeps only errors. Accesses every value once, so that a corrupt one is noticed.
#[derive(Default)]
struct Errors {
    numbers: Vec<i32>,
    texts: Vec<String>,
    columns: Vec<DataType>,
}

impl Sink for Errors {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.columns = columns.iter().map(|column| column.data_type).collect();
    }

    fn row(&mut self, row: &[Value]) {
        for (value, data_type) in row.iter().zip(&self.columns) {
            display::text(value, data_type);
        }
    }

    fn done(&mut self, _: Option<u64>) {}

    fn message(&mut self, message: Message) {
        if let Message::Error(error) = message {
            let text = messages::text(&error);
            if error.severity > 10 {
                self.numbers.push(error.number);
                self.texts.push(text);
            }
        }
    }
}
