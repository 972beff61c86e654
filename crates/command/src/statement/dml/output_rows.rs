//! The expressions that make the rows of an OUTPUT clause or of a capture.

use sluice_plan::{BoundOutput, ColumnId, Expr};
use sluice_query::code::Piece;
use sluice_query::operator::Planner;
use sluice_session::sink::ColumnInfo;
use sluice_types::SqlError;

/// A compiled OUTPUT clause.
pub(in crate::statement) struct Output {
    /// Frame source of the `inserted` row.
    pub(in crate::statement) inserted: usize,
    /// Frame source and values of the columns that are computed when read.
    pub(in crate::statement) computed: Option<(usize, Vec<Piece>)>,
    /// Frame source of `$action` in a MERGE.
    pub(in crate::statement) action: Option<usize>,
    /// The values of each row.
    pub(in crate::statement) values: Vec<Piece>,
    /// The columns as the client sees them.
    pub(in crate::statement) columns: Vec<ColumnInfo>,
    /// Frame source of the rows kept for an INSERT (OUTPUT INTO).
    pub(in crate::statement) into: Option<usize>,
}

/// Compiles what makes the rows of an OUTPUT clause.
pub(super) fn compile_output_rows(planner: &mut Planner<'_>, output: &BoundOutput) -> Result<Output, SqlError> {
    let inserted = planner.builder.source(&output.inserted, None);
    let computed = compile_virtual(planner, &output.computed);
    let action = output.action.map(|id| planner.builder.source(&[id], None));
    let values = output.values.iter().map(|value| planner.builder.long_piece(value)).collect();
    Ok(Output { inserted, computed, action, values, columns: output.columns.clone(), into: None })
}

/// Compiles the columns that are computed when read.
pub(super) fn compile_virtual(planner: &mut Planner<'_>, computed: &[(ColumnId, Expr)]) -> Option<(usize, Vec<Piece>)> {
    if computed.is_empty() {
        return None;
    }
    let values = computed.iter().map(|(_, value)| planner.builder.piece(value)).collect();
    let columns: Vec<_> = computed.iter().map(|(id, _)| *id).collect();
    Some((planner.builder.source(&columns, None), values))
}
