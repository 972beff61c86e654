//! The columns of the table, view or query to copy.

use super::report::Report;
use crate::bcp_options::{BcpOptions, Direction, name_parts};
use crate::client::Failure;
use sluice_bulk::layout::LaidColumn;
use sluice_client::{Audience, Connection};
use sluice_engine::Value;
use sluice_tds::{Column, ColumnFlags, Message};

/// The columns of the source, as the server describes them.
pub(super) struct TableColumns {
    pub(super) columns: Vec<Column>,
}

impl TableColumns {
    /// Returns the columns of the source. Prints the server's errors. A query has none here: its
    /// own answer describes them.
    pub(super) fn of_source(
        connection: &mut Connection,
        options: &BcpOptions,
        report: &mut Report<'_>,
    ) -> Result<TableColumns, Failure> {
        let mut described = Described { columns: Vec::new(), report };
        let text = match options.direction {
            // The query's own answer describes the columns.
            Direction::QueryOut => return Ok(TableColumns { columns: Vec::new() }),
            _ => format!("SELECT TOP (0) * FROM {}", options.source),
        };
        connection.execute(&text, &mut described).map_err(|error| Failure::Outside(error.to_string()))?;
        let columns = described.columns;
        if report.has_failed { Err(Failure::Batch) } else { Ok(TableColumns { columns }) }
    }

    /// Returns the columns as a layout needs them.
    pub(super) fn laid(&self, with_collations: bool) -> Vec<LaidColumn> {
        laid(&self.columns, with_collations)
    }
}

/// Returns the columns as bcp's layouts take them; collations only if wanted.
pub(super) fn laid(columns: &[Column], with_collations: bool) -> Vec<LaidColumn> {
    let collation = |column: &Column| {
        let id = column.info.collation.id().filter(|_| with_collations && column.info.data_type.is_string());
        id.map(|id| id.name()).unwrap_or_default()
    };
    let column = |column: &Column| LaidColumn {
        name: column.name.clone(),
        data_type: column.info.data_type,
        nullable: column.flags.has(ColumnFlags::NULLABLE),
        collation: collation(column),
    };
    columns.iter().map(column).collect()
}

/// Returns, for each column of the table, its name, whether it is an identity, and whether its
/// values are the system's: those of computed columns and rowversions. Reads the catalog views of
/// the table's database. Empty for a name that is no object there. Prints the server's errors and
/// fails with them.
pub(super) fn kinds(
    connection: &mut Connection,
    options: &BcpOptions,
    report: &mut Report<'_>,
) -> Result<Vec<(String, bool, bool)>, Failure> {
    let name = options.source.replace('\'', "''");
    let database = match name_parts(&options.source)[..] {
        [database, _, _] => format!("{database}."),
        _ => String::new(),
    };
    let text = format!(
        "SELECT name, is_identity, CASE WHEN is_computed = 1 OR system_type_id = 189 THEN CAST(1 AS bit) ELSE \
         CAST(0 AS bit) END FROM {database}sys.columns WHERE object_id = OBJECT_ID(N'{name}')"
    );
    let mut kinds = Kinds { kinds: Vec::new(), report };
    connection.execute(&text, &mut kinds).map_err(|error| Failure::Outside(error.to_string()))?;
    let kinds = kinds.kinds;
    if report.has_failed { Err(Failure::Batch) } else { Ok(kinds) }
}

struct Kinds<'r, 'o> {
    kinds: Vec<(String, bool, bool)>,
    report: &'r mut Report<'o>,
}

impl Audience for Kinds<'_, '_> {
    fn columns(&mut self, _columns: &[Column]) {}

    fn row(&mut self, row: &[Value]) {
        if let [name, Value::Bit(is_identity), Value::Bit(is_computed)] = row {
            self.kinds.push((name.as_str().unwrap_or_default().to_owned(), *is_identity, *is_computed));
        }
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: &Message) {
        self.report.message(message);
    }
}

struct Described<'r, 'o> {
    columns: Vec<Column>,
    report: &'r mut Report<'o>,
}

impl Audience for Described<'_, '_> {
    fn columns(&mut self, columns: &[Column]) {
        self.columns = columns.to_vec();
    }

    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: &Message) {
        self.report.message(message);
    }
}
