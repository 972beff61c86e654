//! What a view of this crate is made of: its definition and a function that makes its rows.

use sluice_base::sync::Arc;
use sluice_catalog::{Column, SystemViewDef};
use sluice_exec::{SystemView, ViewContext};
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// Makes a view's rows, each with a value for every column.
pub(crate) type Rows = fn(&ViewContext<'_>) -> Vec<Vec<Value>>;

/// A view whose rows are what counters and lists in memory say now.
pub(crate) struct View {
    def: Arc<SystemViewDef>,
    rows: Rows,
}

impl View {
    /// The view `sys.NAME`.
    pub(crate) fn sys(name: &'static str, columns: Vec<Column>, rows: Rows) -> View {
        View { def: Arc::new(SystemViewDef { schema: "sys", name, columns }), rows }
    }
}

impl SystemView for View {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, context: &ViewContext<'_>) -> Result<Vec<Vec<Value>>, SqlError> {
        let mut rows = (self.rows)(context);
        let padded = |column: &Column| column.data_type.is_string() && column.data_type.is_fixed_length();
        for (place, column) in self.def.columns.iter().enumerate().filter(|(_, column)| padded(column)) {
            for row in &mut rows {
                row[place] = convert(&row[place], &WRITTEN, &column.data_type)?;
            }
        }
        Ok(rows)
    }
}

/// A string value.
pub(crate) fn text(text: &str) -> Value {
    Value::Str(text.into())
}

/// The type of a string as a view's function makes it, without padding.
const WRITTEN: DataType = DataType::NVarChar(Length::Max);
