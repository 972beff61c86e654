//! `sys.stats`, `sys.stats_columns`, and the functions `sys.dm_db_stats_properties` and
//! `sys.dm_db_stats_histogram` of an object id and a statistics id.
//!
//! Columns: `relational-databases/system-catalog-views/sys-stats-transact-sql`,
//! `sys-stats-columns-transact-sql`,
//! `relational-databases/system-dynamic-management-views/sys-dm-db-stats-properties-transact-sql`
//! and `sys-dm-db-stats-histogram-transact-sql`. Every index has statistics, even before its first
//! sample. Modifications are counted since the database was opened.

use crate::view::{View, number, text, whole};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Measured, Origin, Statistics, Table, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, SqlError, Value};

/// Statistics, or an index without a sample.
struct StatisticsEntry<'t> {
    id: u16,
    name: &'t str,
    columns: Vec<u16>,
    origin: Origin,
    no_recompute: bool,
    filter: Option<&'t str>,
    measured: Option<&'t Measured>,
}

/// Returns all statistics of a table, ordered by id.
fn known_of(table: &Table) -> Vec<StatisticsEntry<'_>> {
    let of_index = table.indexes.iter().map(|index| {
        let known = table.statistics_of(index.id);
        StatisticsEntry {
            id: index.id,
            name: &index.name,
            columns: index.keys.iter().map(|key| table.columns[key.column].id).collect(),
            origin: Origin::Index,
            no_recompute: known.is_some_and(|known| known.no_recompute),
            filter: index.filter.as_ref().map(|filter| &*filter.definition),
            measured: known.and_then(|known| known.measured.as_ref()),
        }
    });
    let own = table.statistics.iter().filter(|own| own.origin != Origin::Index).map(|own: &Arc<Statistics>| {
        StatisticsEntry {
            id: own.id,
            name: &own.name,
            columns: own.columns.clone(),
            origin: own.origin,
            no_recompute: own.no_recompute,
            filter: own.filter.as_ref().map(|filter| &*filter.definition),
            measured: own.measured.as_ref(),
        }
    });
    let mut all: Vec<StatisticsEntry<'_>> = of_index.chain(own).collect();
    all.sort_by_key(|known| known.id);
    all
}

/// Defines `sys.stats`. Rows are subject to metadata visibility. A query for one `object_id`
/// enumerates only that object.
pub(crate) fn view() -> View {
    let bit = |name: &str| Column::nullable(name, DataType::Bit);
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("name", DataType::SYSNAME),
        Column::not_null("stats_id", DataType::Int),
        bit("auto_created"),
        bit("user_created"),
        bit("no_recompute"),
        bit("has_filter"),
        Column::nullable("filter_definition", DataType::NVarChar(Length::Max)),
        bit("is_temporary"),
        bit("is_incremental"),
        bit("has_persisted_sample"),
        Column::not_null("stats_generation_method", DataType::Int),
        Column::not_null("stats_generation_method_desc", DataType::varchar(Length::Limited(80))),
        bit("auto_drop"),
    ];
    View::sys(
        "stats",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-stats-transact-sql.md"),
        columns,
        |context| {
            let mut rows = Vec::new();
            for table in context.stored_tables() {
                rows.extend(known_of(table).into_iter().map(|known| {
                    vec![
                        Value::Int(table.id.0),
                        text(known.name),
                        Value::Int(known.id.into()),
                        Value::Bit(known.origin == Origin::Auto),
                        Value::Bit(known.origin == Origin::User),
                        Value::Bit(known.no_recompute),
                        Value::Bit(known.filter.is_some()),
                        known.filter.map_or(Value::Null, text),
                        Value::Bit(false),
                        Value::Bit(false),
                        Value::Bit(false),
                        Value::Int(0),
                        text("Sort based statistics"),
                        Value::Bit(known.origin == Origin::Auto),
                    ]
                }));
            }
            rows
        },
    )
    .by_object(&["object_id"], 2)
}

/// Defines `sys.stats_columns`. Rows are subject to metadata visibility. A query for one
/// `object_id` enumerates only that object.
pub(crate) fn of_columns() -> View {
    let columns =
        ["object_id", "stats_id", "stats_column_id", "column_id"].map(|name| Column::not_null(name, DataType::Int));
    View::sys(
        "stats_columns",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-stats-columns-transact-sql.md"),
        columns.to_vec(),
        |context| {
            let mut rows = Vec::new();
            for table in context.stored_tables() {
                for known in known_of(table) {
                    for (place, column) in known.columns.iter().enumerate() {
                        let numbers = [table.id.0, known.id.into(), place as i32 + 1, i32::from(*column)];
                        rows.push(numbers.map(Value::Int).to_vec());
                    }
                }
            }
            rows
        },
    )
    .by_object(&["object_id"], 2)
}

/// Defines `sys.dm_db_stats_properties`: one row, with NULLs before the first sample. Unknown ids,
/// and statistics whose columns the session may not read, yield none.
pub(crate) fn properties() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::not_null("stats_id", DataType::Int),
        Column::nullable("last_updated", DataType::DateTime2(7)),
        Column::nullable("rows", DataType::BigInt),
        Column::nullable("rows_sampled", DataType::BigInt),
        Column::nullable("steps", DataType::Int),
        Column::nullable("unfiltered_rows", DataType::BigInt),
        Column::nullable("modification_counter", DataType::BigInt),
        Column::nullable("persisted_sample_percent", DataType::Float),
    ];
    View::function(
        "dm_db_stats_properties",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-db-stats-properties-transact-sql.md",
        ),
        &[DataType::Int, DataType::Int],
        columns,
        |context| {
            let Some((table, wanted)) = asked(context) else { return Ok(whole(Vec::new())) };
            let known = known_of(&table).into_iter().find(|known| i64::from(known.id) == wanted);
            let known = known.filter(|known| context.may_see_values(&table, &known.columns));
            let row = |known: StatisticsEntry<'_>| {
                let ids = [Value::Int(table.id.0), Value::Int(known.id.into())];
                let Some(measured) = known.measured else {
                    return ids.into_iter().chain(vec![Value::Null; 7]).collect();
                };
                let count = context.database.activity(&table).modifications_of(known.columns[0]);
                let counted = [
                    Value::DateTime2(measured.updated_ticks),
                    number(measured.rows),
                    number(measured.rows_sampled),
                    Value::Int(measured.histogram.steps.len() as i32),
                    number(measured.unfiltered_rows),
                    number(count.saturating_sub(measured.modifications)),
                    Value::Float(0.0),
                ];
                ids.into_iter().chain(counted).collect()
            };
            Ok(whole(known.map(row).into_iter().collect()))
        },
    )
}

/// Defines `sys.dm_db_stats_histogram`: a row for each step. Unknown ids, statistics without a
/// sample, and those whose columns the session may not read, yield none.
pub(crate) fn histogram() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::not_null("stats_id", DataType::Int),
        Column::not_null("step_number", DataType::Int),
        Column::nullable("range_high_key", DataType::SqlVariant),
        Column::not_null("range_rows", DataType::Real),
        Column::not_null("equal_rows", DataType::Real),
        Column::nullable("distinct_range_rows", DataType::BigInt),
        Column::not_null("average_range_rows", DataType::Real),
    ];
    View::function(
        "dm_db_stats_histogram",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-db-stats-histogram-transact-sql.md",
        ),
        &[DataType::Int, DataType::Int],
        columns,
        steps,
    )
}

fn steps(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let Some((table, wanted)) = asked(context) else { return Ok(whole(Vec::new())) };
    let Some(known) = known_of(&table).into_iter().find(|known| i64::from(known.id) == wanted) else {
        return Ok(whole(Vec::new()));
    };
    if !context.may_see_values(&table, &known.columns) {
        return Ok(whole(Vec::new()));
    }
    let first = table.column_by_id(known.columns[0]).map(|place| table.columns[place].data_type);
    let (Some(measured), Some(data_type)) = (known.measured, first) else { return Ok(whole(Vec::new())) };
    let mut rows = Vec::new();
    for (place, step) in measured.histogram.steps.iter().enumerate() {
        let high = match &step.high {
            Value::Null => Value::Null,
            value => Value::Variant(Arc::new(Variant { value: value.clone(), data_type })),
        };
        rows.push(vec![
            Value::Int(table.id.0),
            Value::Int(known.id.into()),
            Value::Int(place as i32 + 1),
            high,
            Value::Real(step.range_rows as f32),
            Value::Real(step.equal_rows as f32),
            Value::BigInt(step.distinct_range_rows.round() as i64),
            Value::Real(step.average_range_rows() as f32),
        ]);
    }
    Ok(whole(rows))
}

/// Returns the table and the statistics id named by a function's arguments.
fn asked(context: &ViewContext<'_>) -> Option<(Arc<Table>, i64)> {
    let number = |place: usize| context.arguments.get(place).and_then(Value::as_i64);
    let id = ObjectId(i32::try_from(number(0)?).ok()?);
    Some((Arc::clone(context.catalog.stored_table_by_id(id)?), number(1)?))
}
