//! The result sets of DBCC commands.

use sluice_command::statement::Env;
use sluice_session::sink::ColumnInfo;
use sluice_types::{DataType, Value};

/// Sends a result set and returns its number of rows. Columns are nullable. The row count is sent
/// unless NOCOUNT is on.
pub(super) fn show(env: &mut Env<'_, '_>, columns: &[(&str, DataType)], rows: &[Vec<Value>]) -> usize {
    let column = |(name, data_type): &(&str, DataType)| ColumnInfo::expression(*name, *data_type, true);
    env.sink.columns(&columns.iter().map(column).collect::<Vec<_>>());
    rows.iter().for_each(|row| env.sink.row(row));
    env.sink.done((!env.state.options.nocount).then_some(rows.len() as u64));
    rows.len()
}
