//! Views and functions in Rust: a definition and a function that returns the rows. The rows of a
//! view hold strings without padding; `View` pads those of char and nchar columns.

use sluice_base::sync::Arc;
use sluice_catalog::{Column, RowsGuess, SystemViewDef, ViewPermission, ViewReach};
use sluice_session::{SystemView, ViewContext, ViewRows};
use sluice_types::calendar::ticks_of_unix_ns;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Returns a view's rows, each with a value for every column.
pub(crate) type Rows = fn(&ViewContext<'_>) -> Vec<Vec<Value>>;

/// Returns a view's rows as an iterator. Fails with the error that ends the reading statement.
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
        View::new((name, permission), columns, None, Source::Whole(rows))
    }

    /// Creates the view `sys.NAME` whose rows are produced on demand, or which can fail.
    pub(crate) fn stream(name: &'static str, permission: ViewPermission, columns: Vec<Column>, rows: Stream) -> View {
        View::new((name, permission), columns, None, Source::Stream(rows))
    }

    /// Creates the function `sys.NAME` with parameters of these types.
    pub(crate) fn function(
        name: &'static str,
        permission: ViewPermission,
        parameters: &'static [DataType],
        columns: Vec<Column>,
        rows: Stream,
    ) -> View {
        View::new((name, permission), columns, Some(parameters), Source::Stream(rows))
    }

    /// Creates the view `schema.name`, which has columns and never a row.
    pub(crate) fn empty(
        (schema, name): (&'static str, &'static str),
        permission: ViewPermission,
        columns: Vec<Column>,
    ) -> View {
        View::new((name, permission), columns, None, Source::Whole(|_| Vec::new())).in_schema(schema)
    }

    /// Moves the view from `sys` to another schema.
    pub(crate) fn in_schema(self, schema: &'static str) -> View {
        let def = SystemViewDef { schema, ..SystemViewDef::clone(&self.def) };
        View { def: Arc::new(def), ..self }
    }

    fn new(
        (name, permission): (&'static str, ViewPermission),
        columns: Vec<Column>,
        parameters: Option<&'static [DataType]>,
        rows: Source,
    ) -> View {
        let reach = ViewReach::default();
        View { def: SystemViewDef { schema: "sys", name, permission, columns, parameters, reach }.into(), rows }
    }

    /// Declares that the view's rows come from the objects of its context (`ViewContext::tables`
    /// and the like), with about `each` rows an object. A query for one value of a column in `ids`
    /// then gets a context with that object alone. Panics if the view lacks a column.
    pub(crate) fn by_object(self, ids: &[&str], each: u32) -> View {
        self.reaching(|view, reach| {
            reach.ids = ids.iter().map(|name| place_of(view, name)).collect();
            reach.rows = RowsGuess::EachObject(each);
        })
    }

    /// Declares that the column `name` has the name of the object or of one of its constraints, so
    /// a query for one name enumerates only that object.
    pub(crate) fn by_name(self) -> View {
        self.reaching(|view, reach| reach.name = Some(place_of(view, "name")))
    }

    /// Declares that this column has the id of a table to which foreign keys refer, so a query for
    /// one id enumerates only the tables that refer to it.
    pub(crate) fn by_referenced(self, column: &str) -> View {
        self.reaching(|view, reach| reach.referenced = Some(place_of(view, column)))
    }

    /// Declares that the view has about this number of rows in any database, for the optimizer's
    /// estimate.
    pub(crate) fn about(self, rows: u32) -> View {
        self.reaching(|_, reach| reach.rows = RowsGuess::About(rows))
    }

    fn reaching(self, declare: impl FnOnce(&SystemViewDef, &mut ViewReach)) -> View {
        let mut reach = self.def.reach.clone();
        declare(&self.def, &mut reach);
        let def = SystemViewDef { reach, ..SystemViewDef::clone(&self.def) };
        View { def: Arc::new(def), ..self }
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

/// Returns the ordinal of the column called `name`, which must exist.
fn place_of(view: &SystemViewDef, name: &str) -> usize {
    let place = view.columns.iter().position(|column| column.name == name);
    place.unwrap_or_else(|| panic!("{} has no column {name}", view.name))
}

/// Returns complete rows as an iterator.
pub(crate) fn whole(rows: Vec<Vec<Value>>) -> ViewRows {
    Box::new(rows.into_iter().map(Ok))
}

/// The type of handles of texts and plans.
pub(crate) const HANDLE: DataType = DataType::VarBinary(Length::Limited(64));

/// Returns the bytes as a binary value.
pub(crate) fn bytes(bytes: Vec<u8>) -> Value {
    Value::Bytes(bytes.into())
}

/// Returns the text as a string value.
pub(crate) fn text(text: &str) -> Value {
    Value::Str(text.into())
}

/// Returns a count as bigint. A count beyond bigint becomes the greatest bigint.
pub(crate) fn number(number: u64) -> Value {
    Value::BigInt(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Returns nanoseconds as whole milliseconds in a bigint; fractions are cut off.
pub(crate) fn milliseconds(ns: u64) -> Value {
    number(ns / 1_000_000)
}

/// Converts local nanoseconds since 1970 to a datetime. NULL if datetime can't hold it.
pub(crate) fn moment(local_ns: i64) -> Value {
    let moment = Value::DateTime2(ticks_of_unix_ns(local_ns));
    convert(&moment, &DataType::DateTime2(7), &DataType::DateTime).unwrap_or(Value::Null)
}

/// The type of strings returned by a view's function, before padding to fixed length.
const WRITTEN: DataType = DataType::NVarChar(Length::Max);
