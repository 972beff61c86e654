//! The source of chunks: a table, a join, or another chunked operator.

use super::chunk::Chunk;
use super::sought::Sought;
use crate::operator::Run;
use sluice_types::{DataType, SqlError};
use std::ops::Range;

/// Returns rows in chunks. It has no state of its runs.
pub(in crate::operator) trait Source: Send + Sync {
    /// Types of the columns of a chunk.
    fn types(&self) -> &[DataType];

    /// Starts a run. A source without a form for the wishes of `start` ignores them.
    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError>;

    /// Starts a run for one thread that returns all rows.
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        self.begin(Start::default(), run).map(Opened::single)
    }
}

/// How a run of a source starts.
#[derive(Default)]
pub(in crate::operator) struct Start {
    /// Whether several threads are to share the rows.
    pub(super) is_shared: bool,
    /// Filters that may leave out rows, since joins above would drop them.
    pub(super) sought: Vec<Sought>,
}

impl Start {
    /// Returns the start of an input whose columns are those `columns` of the source. A filter
    /// whose columns aren't all among them is left out.
    pub(super) fn of_input(&self, columns: Range<usize>) -> Start {
        let sought = self.sought.iter().filter_map(|sought| sought.within(&columns));
        Start { is_shared: self.is_shared, sought: sought.collect() }
    }

    /// Returns the same start for one thread.
    pub(super) fn alone(self) -> Start {
        Start { is_shared: false, ..self }
    }

    /// Returns the same start without filters.
    pub(super) fn unfiltered(self) -> Start {
        Start { sought: Vec::new(), ..self }
    }
}

/// A run of a source that was started.
pub(in crate::operator) enum Opened<'r> {
    /// A run for one thread.
    Single(Box<dyn Chunks<'r> + 'r>),
    /// A run that threads share.
    Shared(Box<dyn SharedChunks<'r> + 'r>),
}

/// A run of a source that several threads share: each row comes out on one of them.
pub(in crate::operator) trait SharedChunks<'r>: Send + Sync {
    /// Returns the part of one thread.
    fn open(&self) -> Box<dyn Chunks<'r> + 'r>;

    /// Ends the parts of all threads within the next few pages of rows.
    fn stop(&self);

    /// Whether reading rows has failed before the run was stopped. The failure of an expression
    /// doesn't count.
    fn has_failed(&self) -> bool;
}

/// A shared run of an operator over a shared input. `open` starts one thread's part over its input.
struct SharedOver<'r, F> {
    input: Box<dyn SharedChunks<'r> + 'r>,
    open: F,
}

impl<'r> Opened<'r> {
    /// Returns a run for one thread. Shared input is opened as one part.
    pub(super) fn single(self) -> Box<dyn Chunks<'r> + 'r> {
        match self {
            Opened::Single(chunks) => chunks,
            Opened::Shared(shared) => shared.open(),
        }
    }

    /// Returns the run of an operator over this run. `open` starts the part of one thread.
    pub(super) fn under(
        self,
        open: impl Fn(Box<dyn Chunks<'r> + 'r>) -> Box<dyn Chunks<'r> + 'r> + Send + Sync + 'r,
    ) -> Opened<'r> {
        match self {
            Opened::Single(input) => Opened::Single(open(input)),
            Opened::Shared(input) => Opened::Shared(Box::new(SharedOver { input, open })),
        }
    }
}

impl<'r, F> SharedChunks<'r> for SharedOver<'r, F>
where
    F: Fn(Box<dyn Chunks<'r> + 'r>) -> Box<dyn Chunks<'r> + 'r> + Send + Sync,
{
    fn open(&self) -> Box<dyn Chunks<'r> + 'r> {
        (self.open)(self.input.open())
    }

    fn stop(&self) {
        self.input.stop();
    }

    fn has_failed(&self) -> bool {
        self.input.has_failed()
    }
}

/// A run of a source.
pub(in crate::operator) trait Chunks<'r>: Send {
    /// Replaces the rows of `chunk` by the next rows, at least one. Returns false at the end, and
    /// must not be called afterwards.
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError>;
}

/// The number of rows of a chunk, which may exceed it a little. The columns of a chunk fit into the
/// processor's first cache.
pub(super) const ROWS: usize = 1024;
