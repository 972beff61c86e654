//! DATABASEPROPERTYEX: options and state of a database
//! (`t-sql/functions/databasepropertyex-transact-sql`). COLLATIONPROPERTY: properties of a
//! collation (`t-sql/functions/collation-functions-collationproperty-transact-sql`).

use crate::function::{Argument, Function};
use sluice_types::{CollationId, DataType, Value, variant};

pub(crate) const FUNCTIONS: &[Function] = &[COLLATION_PROPERTY, DATABASE_PROPERTY];

const DATABASE_PROPERTY: Function = Function {
    name: "DATABASEPROPERTYEX",
    doc: "DATABASEPROPERTYEX(database, property): a setting or state of a database; NULL for an unknown one.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::SYSNAME), Argument::As(DataType::SYSNAME)],
    result: |_| DataType::SqlVariant,
    null_makes_null: true,
    body: |context, _, values| {
        let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches(' ').to_owned();
        let found = context.database_property(&text(&values[0]), &text(&values[1]));
        Ok(found.map_or(Value::Null, |(value, data_type)| variant::from_value(&value, data_type)))
    },
};

const COLLATION_PROPERTY: Function = Function {
    name: "COLLATIONPROPERTY",
    doc: "COLLATIONPROPERTY(collation, property): CodePage, LCID, ComparisonStyle or Version of a collation.",
    arity: (2, 2),
    deterministic: true,
    arguments: &[Argument::As(DataType::SYSNAME), Argument::As(DataType::SYSNAME)],
    result: |_| DataType::SqlVariant,
    null_makes_null: true,
    body: |_, _, values| {
        let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches(' ').to_ascii_lowercase();
        let Some(collation) = CollationId::named(&text(&values[0])) else { return Ok(Value::Null) };
        let (value, data_type) = match text(&values[1]).as_str() {
            "codepage" => (Value::Int(collation.rules().code_page.number().into()), DataType::Int),
            "lcid" => (Value::Int(collation.lcid()), DataType::Int),
            "comparisonstyle" => (Value::Int(comparison_style(collation)), DataType::Int),
            "version" => (Value::TinyInt(collation.version()), DataType::TinyInt),
            _ => return Ok(Value::Null),
        };
        Ok(variant::from_value(&value, data_type))
    },
};

/// Returns a bit for each ignored difference; 0 for a binary collation.
fn comparison_style(collation: CollationId) -> i32 {
    let rules = collation.rules();
    // `SQL_` collations don't name kana and width sensitivity, and ignore both.
    let is_old = collation.name().starts_with("SQL_");
    let ignored = [
        (!rules.case_sensitive, 1),
        (!rules.accent_sensitive, 2),
        (!rules.kana_sensitive || is_old, 0x1_0000),
        (!rules.width_sensitive || is_old, 0x2_0000),
    ];
    ignored.iter().filter(|(is_ignored, _)| *is_ignored && !rules.binary).map(|(_, bit)| bit).sum()
}
