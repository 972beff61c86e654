//! Reads all chunks of a source on several threads, for one consumer on the statement's thread.
//!
//! The helpers scan, filter, compute and probe, and put their chunks into a queue. The statement's
//! thread takes chunks from the queue, and reads rows itself while the queue is empty. The chunks
//! come in any order.
//!
//! # Invariants
//! - A consumer reads either all chunks or, after an error, no more. So a statement that succeeds
//!   on one thread succeeds on several, since one thread evaluates the same expressions.
//! - All helpers have ended when [`each_chunk`] returns, also by a panic: a helper that waits for
//!   room in the queue waits for a consumer that is still there.

use super::chunk::Chunk;
use super::pass::Parallel;
use super::sought::Sought;
use super::source::{Opened, SharedChunks, Source, Start};
use crate::code::Frame;
use crate::code::context::Context;
use crate::operator::routine::Routine;
use crate::operator::{Notes, Run};
use sluice_base::sync::{Condvar, Mutex};
use sluice_table::isolation::Sight;
use sluice_types::{DataType, SqlError};

/// Calls `take` with each chunk of `source` until it returns false. `sought` lets the source leave
/// rows out, which it may ignore. Several threads read the source if `parallel` says how, and if
/// the statement's cost and the settings allow it; plans whose `take` may refuse have no
/// `parallel`. Fails as the source and `take` do.
pub(super) fn each_chunk<'r>(
    (source, sought): (&'r dyn Source, Vec<Sought>),
    parallel: Option<&Parallel>,
    run: &mut Run<'_, 'r>,
    take: &mut dyn FnMut(&mut Chunk, &mut Run<'_, 'r>) -> Result<bool, SqlError>,
) -> Result<(), SqlError> {
    let degree = parallel.map_or(1, |parallel| parallel.degree(run));
    let mut chunks = match source.begin(Start { is_shared: degree > 1, sought }, run)? {
        Opened::Single(chunks) => chunks,
        Opened::Shared(input) => {
            return Gathering::new(&*input, source.types(), degree, run).take_all(degree, run, take);
        }
    };
    let mut chunk = Chunk::new(source.types());
    while chunks.next(run, &mut chunk)? && take(&mut chunk, run)? {}
    Ok(())
}

/// Threads that read a source together.
struct Gathering<'t, 'r> {
    input: &'t dyn SharedChunks<'r>,
    types: &'t [DataType],
    routine: Routine<'r>,
    sight: Sight<'r>,
    /// Registers and notes for the helpers.
    seeds: Mutex<Vec<(Frame, Notes)>>,
    queue: Mutex<Queue>,
    /// Notified when the queue changes.
    changed: Condvar,
}

/// Chunks on their way from the helpers to the consumer.
#[derive(Default)]
struct Queue {
    full: Vec<Chunk>,
    /// Chunks whose rows have been consumed.
    spare: Vec<Chunk>,
    /// The number of helpers that may add chunks.
    helpers: usize,
    /// The error of a helper.
    error: Option<SqlError>,
    /// Whether the consumer needs no more chunks.
    is_over: bool,
}

/// Ends the part of a helper.
struct Helping<'g, 't, 'r>(&'g Gathering<'t, 'r>);

impl Drop for Helping<'_, '_, '_> {
    fn drop(&mut self) {
        self.0.queue.lock().helpers -= 1;
        self.0.changed.notify_all();
    }
}

/// Ends the helpers with the consumer.
struct Consuming<'g, 't, 'r>(&'g Gathering<'t, 'r>);

impl Drop for Consuming<'_, '_, '_> {
    fn drop(&mut self) {
        self.0.input.stop();
        self.0.queue.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

impl<'t, 'r> Gathering<'t, 'r> {
    fn new(
        input: &'t dyn SharedChunks<'r>,
        types: &'t [DataType],
        degree: usize,
        run: &Run<'_, 'r>,
    ) -> Gathering<'t, 'r> {
        let (routine, sight) = (run.routine, run.sight);
        let seed = |_| (run.frame.for_helper(routine.code.sources.len()), run.helper_notes());
        let seeds = Mutex::new((1..degree).map(seed).collect());
        Gathering { input, types, routine, sight, seeds, queue: Mutex::default(), changed: Condvar::new() }
    }

    /// Reads the source with up to `degree` threads, and passes the chunks to `take`.
    fn take_all(
        &self,
        degree: usize,
        run: &mut Run<'_, 'r>,
        take: &mut dyn FnMut(&mut Chunk, &mut Run<'_, 'r>) -> Result<bool, SqlError>,
    ) -> Result<(), SqlError> {
        let (context, mut result) = (run.context, Ok(()));
        let help = |context: &dyn Context| self.help(context);
        context.run_together(degree - 1, &help, &mut || result = self.consume(run, take));
        result
    }

    /// Reads chunks into the queue, with a context of the helper's own.
    fn help(&self, context: &dyn Context) {
        let Some((mut frame, mut notes)) = self.seeds.lock().pop() else { return };
        self.queue.lock().helpers += 1;
        let _helping = Helping(self);
        let mut run = Run { frame: &mut frame, routine: self.routine, context, sight: self.sight, notes: &mut notes };
        let mut chunks = self.input.open();
        while let Some(mut chunk) = self.spare() {
            match chunks.next(&mut run, &mut chunk) {
                Ok(true) => self.queue.lock().full.push(chunk),
                Ok(false) => return,
                Err(error) => {
                    self.input.stop();
                    self.queue.lock().error.get_or_insert(error);
                    return;
                }
            }
            self.changed.notify_all();
        }
    }

    /// Returns a chunk to fill once the queue has room. Returns `None` if no more are needed.
    fn spare(&self) -> Option<Chunk> {
        let mut queue = self.queue.lock();
        while queue.full.len() >= QUEUED_MAX && !queue.is_over {
            queue = self.changed.wait(queue);
        }
        (!queue.is_over).then(|| queue.spare.pop().unwrap_or_else(|| Chunk::new(self.types)))
    }

    /// Passes the chunks of all threads to `take`. Reads chunks while the queue is empty.
    fn consume(
        &self,
        run: &mut Run<'_, 'r>,
        take: &mut dyn FnMut(&mut Chunk, &mut Run<'_, 'r>) -> Result<bool, SqlError>,
    ) -> Result<(), SqlError> {
        let _consuming = Consuming(self);
        let (mut own, mut chunk) = (Some(self.input.open()), Chunk::new(self.types));
        loop {
            if let Some(mut chunk) = self.queued(own.is_some())? {
                if !take(&mut chunk, run)? {
                    return Ok(());
                }
                self.queue.lock().spare.push(chunk);
                self.changed.notify_all();
                continue;
            }
            let Some(chunks) = &mut own else { return Ok(()) };
            if !chunks.next(run, &mut chunk)? {
                own = None;
            } else if !take(&mut chunk, run)? {
                return Ok(());
            }
        }
    }

    /// Returns a chunk of a helper. If there is none, returns `None` at once if the caller
    /// `has_own` rows to read, and otherwise when all helpers have ended. Fails with the error of a
    /// helper.
    fn queued(&self, has_own: bool) -> Result<Option<Chunk>, SqlError> {
        let mut queue = self.queue.lock();
        loop {
            if let Some(error) = queue.error.take() {
                return Err(error);
            }
            let chunk = queue.full.pop();
            if chunk.is_some() || has_own || queue.helpers == 0 {
                return Ok(chunk);
            }
            queue = self.changed.wait(queue);
        }
    }
}

/// The number of chunks in the queue from which helpers wait.
const QUEUED_MAX: usize = 8;
