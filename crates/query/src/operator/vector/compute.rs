//! Computes further columns of a chunk from its columns.

use super::chunk::Chunk;
use super::expression::{Expression, columns_of};
use super::source::{Chunks, Opened, Source, Start};
use crate::operator::Run;
use sluice_types::{DataType, SqlError};

/// Appends computed columns to the rows of its input.
pub(super) struct Compute {
    /// The input.
    pub(super) input: Box<dyn Source>,
    /// The expressions of the computed columns.
    pub(super) values: Vec<Expression>,
    /// The types of the input's columns, then those of the computed ones.
    pub(super) types: Vec<DataType>,
}

struct Computing<'r> {
    of: &'r Compute,
    input: Box<dyn Chunks<'r> + 'r>,
}

impl Source for Compute {
    fn types(&self) -> &[DataType] {
        &self.types
    }

    /// Filters of the input's rows could keep a computed value from failing, so none is passed on.
    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        Ok(self.input.begin(start.unfiltered(), run)?.under(|input| Computing::over(self, input)))
    }
}

impl<'r> Computing<'r> {
    fn over(of: &'r Compute, input: Box<dyn Chunks<'r> + 'r>) -> Box<dyn Chunks<'r> + 'r> {
        Box::new(Computing { of, input })
    }
}

impl<'r> Chunks<'r> for Computing<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        // The computed columns follow the input's columns, which the input fills without them.
        chunk.columns.truncate(self.of.input.types().len());
        let goes_on = self.input.next(run, chunk)?;
        let computed = columns_of(&self.of.values, chunk, run)?.into_iter().map(|column| column.into_owned());
        let computed: Vec<_> = computed.collect();
        chunk.columns.extend(computed);
        Ok(goes_on)
    }
}
