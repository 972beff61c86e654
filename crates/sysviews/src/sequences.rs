//! `sys.sequences`: the sequences of a database and their current values.
//!
//! Columns: `relational-databases/system-catalog-views/sys-sequences-transact-sql`. Each value is a
//! variant with a value of the sequence's type.

use crate::objects;
use crate::view::{View, whole};
use sluice_base::sync::Arc;
use sluice_catalog::progression::value_of;
use sluice_catalog::{Cache, Catalog, Column, Sequence, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::Generator;
use sluice_table::storage_error::sql_error;
use sluice_types::type_facts::facts;
use sluice_types::variant::from_value;
use sluice_types::{DataType, SqlError, Value};

/// Defines `sys.sequences`. Rows are subject to metadata visibility. A query for one `object_id` or
/// one name enumerates only that object.
pub(crate) fn view() -> View {
    let own = vec![
        Column::not_null("start_value", DataType::SqlVariant),
        Column::not_null("increment", DataType::SqlVariant),
        Column::nullable("minimum_value", DataType::SqlVariant),
        Column::nullable("maximum_value", DataType::SqlVariant),
        Column::nullable("is_cycling", DataType::Bit),
        Column::nullable("is_cached", DataType::Bit),
        Column::nullable("cache_size", DataType::Int),
        Column::not_null("system_type_id", DataType::TinyInt),
        Column::not_null("user_type_id", DataType::Int),
        Column::not_null("precision", DataType::TinyInt),
        Column::nullable("scale", DataType::TinyInt),
        Column::not_null("current_value", DataType::SqlVariant),
        Column::not_null("is_exhausted", DataType::Bit),
        Column::nullable("last_used_value", DataType::SqlVariant),
    ];
    View::stream(
        "sequences",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-sequences-transact-sql.md"),
        [objects::columns(), own].concat(),
        rows,
    )
    .by_object(&["object_id"], 1)
    .by_name()
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let database = context.database;
    let row = |sequence: &Arc<Sequence>| {
        let generator = database.generator(sequence).map_err(|error| sql_error(&error, &database.name))?;
        Ok(row(context.catalog, sequence, &generator))
    };
    let rows = context.sequences().into_iter().map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(whole(rows))
}

fn row(catalog: &Catalog, sequence: &Sequence, generator: &Generator) -> Vec<Value> {
    let progression = &sequence.progression;
    let last_used = generator.state().current;
    let number = |number| integer(progression.data_type, number);
    let facts = facts(progression.data_type);
    // NULL for NO CACHE, and for CACHE without a size.
    let cache_size = match progression.cache {
        Cache::Size(size) => i32::try_from(size).map_or(Value::Null, Value::Int),
        Cache::None | Cache::Default => Value::Null,
    };
    let schema = objects::schema_id(catalog, &sequence.schema);
    let mut row = objects::row(catalog, (&sequence.name, sequence.id.0), 0, "SO", schema);
    row.extend([
        number(progression.start),
        number(progression.increment),
        number(progression.minimum),
        number(progression.maximum),
        Value::Bit(progression.cycles),
        Value::Bit(progression.cache != Cache::None),
        cache_size,
        Value::TinyInt(facts.id),
        Value::Int(facts.id.into()),
        Value::TinyInt(facts.precision),
        Value::TinyInt(0),
        number(last_used.unwrap_or(progression.start)),
        Value::Bit(generator.is_exhausted()),
        last_used.map_or(Value::Null, number),
    ]);
    row
}

/// Returns `number` as a variant of `data_type`, which is that of the sequence or identity column.
pub(crate) fn integer(data_type: DataType, number: i128) -> Value {
    value_of(data_type, number).map_or(Value::Null, |value| from_value(&value, data_type))
}
