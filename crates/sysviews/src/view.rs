//! What a view of this crate is made of: its definition and a function that makes its rows.

use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef, ViewPermission};
use sluice_exec::{SystemView, ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Makes a view's rows, each with a value for every column.
pub(crate) type Rows = fn(&ViewContext<'_>) -> Vec<Vec<Value>>;

/// The same, one row after the other.
pub(crate) type Stream = fn(&ViewContext<'_>) -> Result<ViewRows, SqlError>;

/// A view, or a function that makes rows: what counters and lists in memory say now.
pub(crate) struct View {
    def: Arc<SystemViewDef>,
    rows: Source,
}

enum Source {
    Whole(Rows),
    Stream(Stream),
}

impl View {
    /// The view `sys.NAME`.
    pub(crate) fn sys(name: &'static str, permission: ViewPermission, columns: Vec<Column>, rows: Rows) -> View {
        let def = SystemViewDef { schema: "sys", name, permission, columns, parameters: None };
        View { def: Arc::new(def), rows: Source::Whole(rows) }
    }

    /// The view `sys.NAME`, whose rows may come to nothing, or one by one.
    pub(crate) fn stream(name: &'static str, permission: ViewPermission, columns: Vec<Column>, rows: Stream) -> View {
        let def = SystemViewDef { schema: "sys", name, permission, columns, parameters: None };
        View { def: Arc::new(def), rows: Source::Stream(rows) }
    }

    /// The function `sys.NAME`, of so many arguments of these types.
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

/// Rows that are all there.
pub(crate) fn whole(rows: Vec<Vec<Value>>) -> ViewRows {
    Box::new(rows.into_iter().map(Ok))
}

/// What stands for a text or a plan.
pub(crate) const HANDLE: DataType = DataType::VarBinary(Length::Limited(64));

/// A binary value.
pub(crate) fn bytes(bytes: Vec<u8>) -> Value {
    Value::Bytes(bytes.into())
}

/// A string value.
pub(crate) fn text(text: &str) -> Value {
    Value::Str(text.into())
}

/// A count.
pub(crate) fn number(number: u64) -> Value {
    Value::BigInt(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Nanoseconds, in whole milliseconds.
pub(crate) fn milliseconds(ns: u64) -> Value {
    number(ns / 1_000_000)
}

/// A moment in local nanoseconds since 1970, as a datetime.
pub(crate) fn moment(local_ns: i64) -> Value {
    let moment = Value::DateTime2(ticks_of_unix_ns(local_ns));
    convert(&moment, &DataType::DateTime2(7), &DataType::DateTime).unwrap_or(Value::Null)
}

/// The type of a string as a view's function makes it, without padding.
const WRITTEN: DataType = DataType::NVarChar(Length::Max);
