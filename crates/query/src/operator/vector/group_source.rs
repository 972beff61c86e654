//! Chunks of the groups of an aggregation, for a join above it.
//!
//! A filter of keys passes the aggregation if its columns are grouping expressions that are columns
//! of the input: it leaves out whole groups, whose rows the join would drop. No filter passes
//! aggregates that can raise an error or a warning.

use super::chunk::Chunk;
use super::pass::Aggregate;
use super::row_source::Reading;
use super::sought::Sought;
use super::source::{Chunks, Opened, Source, Start};
use crate::code::Piece;
use crate::operator::Run;
use sluice_types::{DataType, SqlError};

/// Reads the groups of an aggregation.
pub(super) struct GroupSource {
    /// The aggregation.
    pub(super) aggregate: Aggregate,
    /// The grouping expression that each column is, if it is one and groups may be left out.
    pub(super) groups: Vec<Option<usize>>,
    /// The values of the columns.
    pub(super) values: Vec<Piece>,
    /// The types of the columns.
    pub(super) types: Vec<DataType>,
}

/// A run. The aggregation starts with the first chunk, when the joins above have filled their
/// filters.
enum Grouping<'r> {
    NotStarted(&'r GroupSource, Vec<Sought>),
    Started(Reading<'r>),
}

impl Source for GroupSource {
    fn types(&self) -> &[DataType] {
        &self.types
    }

    fn begin<'r>(&'r self, start: Start, _run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        let of_groups = |sought: &Sought| sought.mapped(|number| self.groups[number]);
        let sought = start.sought.iter().filter_map(of_groups).collect();
        Ok(Opened::Single(Box::new(Grouping::NotStarted(self, sought))))
    }
}

impl<'r> Chunks<'r> for Grouping<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        if let Grouping::NotStarted(source, sought) = self {
            let groups = source.aggregate.open_seeking(std::mem::take(sought), run)?;
            *self = Grouping::Started(Reading::new(&source.values, groups));
        }
        match self {
            Grouping::Started(groups) => groups.next(run, chunk),
            Grouping::NotStarted(..) => unreachable!("the aggregation has started"),
        }
    }
}
