//! Views and functions in Rust: a definition and a function that returns the rows.

use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef, ViewPermission};
use sluice_session::{SystemView, ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Returns a view's rows, each with a value for every column.
pub(crate) type Rows = fn(&ViewContext<'_>) -> Vec<Vec<Value>>;

/// Returns a view's rows as an iterator.
pub(crate) type Stream = fn(&ViewContext<'_>) -> Result<ViewRows, SqlError>;

/// A view or table-valued function over the current counters and in-memory state.
pub(crate) struct View {
    def: Arc<SystemViewDef>,
    rows: Source,
}

enum Source {
    Whole(Rows),
    Stream(Stream),
}

impl View {
    /// Creates the view `sys.NAME`.
    pub(crate) fn sys(name: &'static str, permission: ViewPermission, columns: Vec<Column>, rows: Rows) -> View {
        let def = SystemViewDef { schema: "sys", name, permission, columns, parameters: None };
        View { def: Arc::new(def), rows: Source::Whole(rows) }
    }

    /// Creates the view `sys.NAME` whose rows are produced on demand, or which can fail.
    pub(crate) fn stream(name: &'static str, permission: ViewPermission, columns: Vec<Column>, rows: Stream) -> View {
        let def = SystemViewDef { schema: "sys", name, permission, columns, parameters: None };
        View { def: Arc::new(def), rows: Source::Stream(rows) }
    }

    /// Creates the function `sys.NAME` with parameters of these types.
    pub(crate) fn function(
        name: &'static str,
        permission: ViewPermission,
        parameters: &'static [DataType],
        columns: Vec<Column>,
        rows: Stream,
    ) -> View {
        let def = SystemViewDef { schema: "sys", name, permission, columns, parameters: Some(parameters) };
        View { def: Arc::new(def), rows: Source::Stream(rows) }
    }
}

impl SystemView for View {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let rows = match &self.rows {
            Source::Whole(rows) => whole(rows(context)),
            Source::Stream(rows) => rows(context)?,
        };
        let is_padded = |column: &Column| column.data_type.is_string() && column.data_type.is_fixed_length();
        let padded = self.def.columns.iter().enumerate().filter(|(_, column)| is_padded(column));
        let padded: Vec<(usize, DataType)> = padded.map(|(place, column)| (place, column.data_type)).collect();
        if padded.is_empty() {
            return Ok(rows);
        }
        Ok(Box::new(rows.map(move |row| {
            let mut row = row?;
            for (place, data_type) in &padded {
                row[*place] = convert(&row[*place], &WRITTEN, data_type)?;
            }
            Ok(row)
        })))
    }
}

/// Returns complete rows as an iterator.
pub(crate) fn whole(rows: Vec<Vec<Value>>) -> ViewRows {
    Box::new(rows.into_iter().map(Ok))
}

/// The type of handles of texts and plans.
pub(crate) const HANDLE: DataType = DataType::VarBinary(Length::Limited(64));

pub(crate) fn bytes(bytes: Vec<u8>) -> Value {
    Value::Bytes(bytes.into())
}

pub(crate) fn text(text: &str) -> Value {
    Value::Str(text.into())
}

/// Returns a count as bigint.
pub(crate) fn number(number: u64) -> Value {
    Value::BigInt(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Returns nanoseconds in whole milliseconds.
pub(crate) fn milliseconds(ns: u64) -> Value {
    number(ns / 1_000_000)
}

/// Converts local nanoseconds since 1970 to a datetime.
pub(crate) fn moment(local_ns: i64) -> Value {
    let moment = Value::DateTime2(ticks_of_unix_ns(local_ns));
    convert(&moment, &DataType::DateTime2(7), &DataType::DateTime).unwrap_or(Value::Null)
}

/// The type of strings returned by a view's function, before padding to fixed length.
const WRITTEN: DataType = DataType::NVarChar(Length::Max);
