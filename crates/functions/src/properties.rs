//! DATABASEPROPERTYEX: what is set for a database, and how it is (`t-sql/functions/databasepropertyex-transact-sql`).

use crate::function::{Argument, Function};
use sluice_types::{DataType, Length, Value};

pub(crate) const FUNCTIONS: &[Function] = &[Function {
    name: "DATABASEPROPERTYEX",
    doc: "DATABASEPROPERTYEX(database, property): a setting or state of a database; NULL for what is not known.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::SYSNAME), Argument::As(DataType::SYSNAME)],
    // Of SQL Server's `sql_variant` the text; a number converts from it.
    result: |_| DataType::NVarChar(Length::Limited(128)),
    null_makes_null: true,
    body: |context, _, values| {
        let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches(' ').to_owned();
        let found = context.database_property(&text(&values[0]), &text(&values[1]));
        Ok(found.map_or(Value::Null, Value::text))
    },
}];
