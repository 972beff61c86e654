//! Result sets that are kept instead of being sent, as one: what INSERT ... EXECUTE inserts, what a cursor goes over.
//!
//! Messages go on to the client, as do the counts of statements without a result set. Sets of other types are brought to common ones,
//! as UNION would.

use crate::host::{Host, SystemView, ViewContext, ViewRows};
use crate::open_cursor::CursorRows;
use crate::operator::{KeptList, Workspace};
use crate::sink::{ColumnInfo, Message, Sink, StatementKind};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef, ViewPermission};
use sluice_table::database::Database;
use sluice_types::precedence::common_type;
use sluice_types::{DataType, SqlError, Value, convert};
use std::borrow::Cow;

/// Keeps result sets.
pub struct Capture<'s> {
    sink: &'s mut dyn Sink,
    host: &'s dyn Host,
    // How many columns each set must have, if that is known.
    width: Option<usize>,
    types: Option<Vec<DataType>>,
    // Of the first set.
    columns: Vec<ColumnInfo>,
    // Of the set that comes.
    current: Vec<DataType>,
    in_set: bool,
    rows: CapturedRows,
    failure: Option<SqlError>,
    had_error: bool,
}

/// Rows that have been kept, as a view of this name in `sys`, which nobody can write but who has them.
pub struct Captured {
    def: Arc<SystemViewDef>,
    columns: Vec<ColumnInfo>,
    rows: Arc<CapturedRows>,
}

/// The values of rows, one row's behind the other's.
pub struct CapturedRows {
    values: KeptList<Value>,
    count: usize,
    workspace: Workspace,
}

impl<'s> Capture<'s> {
    /// None yet. What is not kept goes to `sink`; 213 for a set that has not `width` columns.
    pub fn new(
        sink: &'s mut dyn Sink,
        host: &'s dyn Host,
        width: Option<usize>,
        database: &Arc<Database>,
    ) -> Capture<'s> {
        let (types, columns, current, rows) = (None, Vec::new(), Vec::new(), CapturedRows::of(database));
        Capture { sink, host, width, types, columns, current, in_set: false, rows, failure: None, had_error: false }
    }

    /// Whether an error was told.
    pub fn had_error(&self) -> bool {
        self.had_error
    }

    /// The rows, if there was a result set.
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
        });
        Ok(Some(Captured { def, columns: self.columns, rows: Arc::new(self.rows) }))
    }

    fn begin(&mut self, columns: &[ColumnInfo]) -> Result<(), SqlError> {
        self.current = columns.iter().map(|column| column.data_type).collect();
        let width = self.types.as_ref().map(Vec::len).or(self.width);
        if width.is_some_and(|width| width != columns.len()) {
            return Err(SqlError::column_count_mismatch());
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
    /// The rows, one after the other.
    pub fn all(&self) -> ViewRows {
        let (rows, width) = (Arc::clone(&self.rows), self.def.columns.len());
        Box::new((0..rows.count).map(move |place| rows.get(place, width)))
    }
}

impl CapturedRows {
    /// None yet; their memory is counted in `database`.
    pub fn of(database: &Arc<Database>) -> CapturedRows {
        CapturedRows { values: KeptList::default(), count: 0, workspace: Workspace::of(database) }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// One more row.
    pub fn push(&mut self, host: &dyn Host, row: Vec<Value>) -> Result<(), SqlError> {
        self.count += 1;
        row.into_iter().try_for_each(|value| self.values.push(value, &self.workspace, host))
    }

    /// The row at a place, of so many values.
    pub fn get(&self, place: usize, width: usize) -> Result<Vec<Value>, SqlError> {
        (place * width..(place + 1) * width).map(|number| self.values.get(number).map(Cow::into_owned)).collect()
    }

    /// The same rows as values of other types.
    fn converted(&self, host: &dyn Host, from: &[DataType], to: &[DataType]) -> Result<CapturedRows, SqlError> {
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

/// What the rows are called while they are inserted.
pub const NAME: &str = " captured";
