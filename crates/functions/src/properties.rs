//! DATABASEPROPERTYEX: options and state of a database
//! (`t-sql/functions/databasepropertyex-transact-sql`). COLLATIONPROPERTY: properties of a
//! collation (`t-sql/functions/collation-functions-collationproperty-transact-sql`).

use crate::function::{Argument, Function};
use sluice_types::{CollationId, DataType, Value, variant};

pub(crate) const FUNCTIONS: &[Function] =
    &[ASSEMBLY_PROPERTY, COLLATION_PROPERTY, DATABASE_PROPERTY, OLD_DATABASE_PROPERTY];

/// No database has an assembly, so every name is unknown.
const ASSEMBLY_PROPERTY: Function = Function {
    name: "ASSEMBLYPROPERTY",
    doc: "ASSEMBLYPROPERTY(assembly, property): a property of an assembly; NULL for an unknown one.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::SYSNAME), Argument::As(DataType::SYSNAME)],
    result: |_| DataType::SqlVariant,
    null_makes_null: true,
    body: |_, _, _| Ok(Value::Null),
};

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

/// Undocumented since SQL Server 2016, but installers of older programs call it. It has the
/// properties of DATABASEPROPERTYEX that are integers, and those that ALTER DATABASE replaced.
const OLD_DATABASE_PROPERTY: Function = Function {
    name: "DATABASEPROPERTY",
    doc: "DATABASEPROPERTY(database, property): 1 or 0 for a setting of a database; NULL for an unknown one.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::SYSNAME), Argument::As(DataType::SYSNAME)],
    result: |_| DataType::Int,
    null_makes_null: true,
    body: |context, _, values| {
        let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches(' ').to_owned();
        let (database, asked) = (text(&values[0]), text(&values[1]));
        let word = |property: &str| {
            let found = context.database_property(&database, property).map(|(value, _)| value);
            found.map(|value| value.as_str().unwrap_or_default().to_ascii_uppercase())
        };
        let is = |property: &str, wanted: &str| {
            word(property).map_or(Value::Null, |found| Value::Int(i32::from(found == wanted)))
        };
        Ok(match asked.to_ascii_lowercase().as_str() {
            "isbulkcopy" => is("Recovery", "BULK_LOGGED"),
            "istrunclog" => is("Recovery", "SIMPLE"),
            "isdboonly" => is("UserAccess", "RESTRICTED_USER"),
            "issingleuser" => is("UserAccess", "SINGLE_USER"),
            "isreadonly" => is("Updateability", "READ_ONLY"),
            "isoffline" => is("Status", "OFFLINE"),
            "isemergencymode" => is("Status", "EMERGENCY"),
            "issuspect" => is("Status", "SUSPECT"),
            "isinrecovery" => is("Status", "RECOVERING"),
            "isinload" => is("Status", "RESTORING"),
            "isdetached" | "isnotrecovered" | "isshutdown" => is("Status", "NONE"),
            _ => match context.database_property(&database, &asked) {
                Some((value, _)) => value.as_i64().map_or(Value::Null, |number| Value::Int(number as i32)),
                None => Value::Null,
            },
        })
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
