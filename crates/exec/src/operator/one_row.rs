//! One row without columns.

use super::{Operator, Output, Run};
use crate::code::Row;
use sluice_types::SqlError;

/// The source of a query without FROM.
pub(super) struct OneRow;

impl Operator for OneRow {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        output(run, Row::None).map(|_| ())
    }
}
