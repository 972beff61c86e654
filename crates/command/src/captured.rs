//! Captures result sets as one set of rows, for INSERT ... EXECUTE and for cursors.
//!
//! Messages and row counts of statements without a result set pass through to the client. Sets with
//! different column types are converted to common types, as UNION does.

use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef, ViewPermission};
use sluice_query::operator::{KeptList, Workspace};
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_session::open_cursor::CursorRows;
use sluice_session::sink::{ColumnInfo, Message, Sink, StatementKind};
use sluice_table::database::Database;
use sluice_table::databases::Databases;
use sluice_types::precedence::common_type;
use sluice_types::{DataType, SqlError, Value, convert};
use std::borrow::Cow;

/// Sink that captures result sets. `rows` has all sets so far, converted to `types`; a row that
/// can't be kept sets `failure`, which [`Capture::finish`] returns.
pub struct Capture<'s> {
    sink: &'s mut dyn Sink,
    host: &'s dyn Databases,
    // Number of columns that each set must have, if it is known.
    width: Option<usize>,
    types: Option<Vec<DataType>>,
    // Columns of the first set.
    columns: Vec<ColumnInfo>,
    // Types of the current set.
    current: Vec<DataType>,
    in_set: bool,
    rows: CapturedRows,
    failure: Option<SqlError>,
    had_error: bool,
}

/// Captured rows, readable as a view of `sys` that only the statement with these rows can see.
pub struct Captured {
    def: Arc<SystemViewDef>,
    columns: Vec<ColumnInfo>,
    rows: Arc<CapturedRows>,
}

/// Values of rows, stored row after row. Beyond the workspace's memory they are in tempdb.
pub struct CapturedRows {
    values: KeptList<Value>,
    count: usize,
    workspace: Workspace,
}

impl<'s> Capture<'s> {
    /// Returns an empty capture. Uncaptured output goes to `sink`. A set with a number of columns
    /// other than `width` fails with 213.
    pub fn new(
        sink: &'s mut dyn Sink,
        host: &'s dyn Databases,
        width: Option<usize>,
        database: &Arc<Database>,
    ) -> Capture<'s> {
        let (types, columns, current, rows) = (None, Vec::new(), Vec::new(), CapturedRows::for_database(database));
        Capture { sink, host, width, types, columns, current, in_set: false, rows, failure: None, had_error: false }
    }

    /// Whether an error was reported.
    pub fn had_error(&self) -> bool {
        self.had_error
    }

    /// Returns the rows, or `None` if there was no result set. Fails with the first error that
    /// occurred while rows were kept. The columns of the view are named c0, c1 and so on.
    pub fn finish(self) -> Result<Option<Captured>, SqlError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let Some(types) = self.types else { return Ok(None) };
        let column = |(place, data_type): (usize, &DataType)| Column::nullable(&format!("c{place}"), *data_type);
        let columns = types.iter().enumerate().map(column).collect();
        let def = Arc::new(SystemViewDef {
            schema: "sys",
            name: NAME,
            permission: ViewPermission::Own,
            columns,
            parameters: None,
            reach: sluice_catalog::ViewReach::default(),
        });
        Ok(Some(Captured { def, columns: self.columns, rows: Arc::new(self.rows) }))
    }

    fn begin(&mut self, columns: &[ColumnInfo]) -> Result<(), SqlError> {
        self.current = columns.iter().map(|column| column.data_type).collect();
        let width = self.types.as_ref().map(Vec::len).or(self.width);
        if width.is_some_and(|width| width != columns.len()) {
            return Err(SqlError::column_count_mismatch().in_state(7));
        }
        let Some(types) = &self.types else {
            self.types = Some(self.current.clone());
            self.columns = columns.to_vec();
            return Ok(());
        };
        if *types == self.current {
            return Ok(());
        }
        let common = types.iter().zip(&self.current).map(|(a, b)| common_type(*a, *b));
        let common = common.collect::<Result<Vec<_>, _>>()?;
        self.rows = self.rows.converted(self.host, types, &common)?;
        self.types = Some(common);
        Ok(())
    }

    fn keep(&mut self, row: &[Value]) -> Result<(), SqlError> {
        let types = self.types.as_deref().unwrap_or_default();
        self.rows.push(self.host, converted(row, &self.current, types)?)
    }
}

impl Captured {
    /// Iterates over the rows.
    pub fn all(&self) -> ViewRows {
        let (rows, width) = (Arc::clone(&self.rows), self.def.columns.len());
        Box::new((0..rows.count).map(move |place| rows.get(place, width)))
    }
}

impl CapturedRows {
    /// Returns an empty list; its memory is counted in `database`.
    pub fn for_database(database: &Arc<Database>) -> CapturedRows {
        CapturedRows { values: KeptList::default(), count: 0, workspace: Workspace::for_database(database) }
    }

    /// Number of rows.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Appends a row.
    pub fn push(&mut self, host: &dyn Databases, row: Vec<Value>) -> Result<(), SqlError> {
        self.count += 1;
        row.into_iter().try_for_each(|value| self.values.push(value, &self.workspace, host))
    }

    /// Returns the row at `place`, which has `width` values.
    pub fn get(&self, place: usize, width: usize) -> Result<Vec<Value>, SqlError> {
        (place * width..(place + 1) * width).map(|number| self.values.get(number).map(Cow::into_owned)).collect()
    }

    fn converted(&self, host: &dyn Databases, from: &[DataType], to: &[DataType]) -> Result<CapturedRows, SqlError> {
        let mut all = CapturedRows { values: KeptList::default(), count: 0, workspace: self.workspace.another() };
        for place in 0..self.count {
            all.push(host, converted(&self.get(place, from.len())?, from, to)?)?;
        }
        Ok(all)
    }
}

fn converted(row: &[Value], from: &[DataType], to: &[DataType]) -> Result<Vec<Value>, SqlError> {
    let cells = row.iter().zip(from.iter().zip(to));
    cells.map(|(value, (from, to))| if from == to { Ok(value.clone()) } else { convert(value, from, to) }).collect()
}

impl Sink for Capture<'_> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.in_set = true;
        if self.failure.is_none() {
            self.failure = self.begin(columns).err();
        }
    }

    fn row(&mut self, row: &[Value]) {
        if self.failure.is_none() {
            self.failure = self.keep(row).err();
        }
    }

    fn done(&mut self, rows: Option<u64>) {
        if !std::mem::take(&mut self.in_set) {
            self.sink.done(rows);
        }
    }

    fn done_uncounted(&mut self) {
        if !std::mem::take(&mut self.in_set) {
            self.sink.done_uncounted();
        }
    }

    fn message(&mut self, message: Message) {
        self.had_error |= matches!(&message, Message::Error(error) if error.severity > 10);
        self.sink.message(message);
    }

    fn begin(&mut self, kind: StatementKind) {
        self.sink.begin(kind);
    }

    fn flush(&mut self) {
        self.sink.flush();
    }
}

impl SystemView for Captured {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        Ok(self.all())
    }
}

impl CursorRows for Captured {
    fn columns(&self) -> &[ColumnInfo] {
        &self.columns
    }

    fn count(&self) -> usize {
        self.rows.count
    }

    fn row(&self, place: usize) -> Result<Vec<Value>, SqlError> {
        self.rows.get(place, self.columns.len())
    }
}

/// Name of the view of captured rows.
pub const NAME: &str = " captured";
