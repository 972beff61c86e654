//! `sys.configurations` (options of the instance) and `sys.database_scoped_configurations` (options
//! of a database).
//!
//! Columns: `relational-databases/system-catalog-views/sys-configurations-transact-sql` and
//! `sys-database-scoped-configurations-transact-sql`.

use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_session::configuration_options::OPTIONS;
use sluice_session::scoped_options::{IDENTITY_CACHE, MAX_DEGREE, SCOPED_OPTIONS, ScopedOption, ScopedValue};
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.configurations`. Every login may read all of it.
pub(crate) fn of_instance() -> View {
    let columns = vec![
        Column::not_null("configuration_id", DataType::Int),
        Column::not_null("name", DataType::NVarChar(Length::Limited(35))),
        Column::nullable("value", DataType::SqlVariant),
        Column::nullable("minimum", DataType::SqlVariant),
        Column::nullable("maximum", DataType::SqlVariant),
        Column::nullable("value_in_use", DataType::SqlVariant),
        Column::not_null("description", DataType::NVarChar(Length::Limited(255))),
        Column::not_null("is_dynamic", DataType::Bit),
        Column::not_null("is_advanced", DataType::Bit),
    ];
    View::sys(
        "configurations",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-configurations-transact-sql.md"),
        columns,
        |context| {
            let configurations = context.host.configurations();
            let rows = OPTIONS.iter().map(|option| {
                vec![
                    Value::Int(option.id),
                    text(option.name),
                    variant(configurations.value(option.id)),
                    variant(option.range.0),
                    variant(option.range.1),
                    variant(configurations.in_use(option.id)),
                    text(option.description),
                    Value::Bit(option.is_dynamic),
                    Value::Bit(option.is_advanced),
                ]
            });
            rows.collect()
        },
    )
}

/// Defines `sys.database_scoped_configurations`. All options but IDENTITY_CACHE and MAXDOP have
/// their default. Every login may read all of it.
pub(crate) fn of_database() -> View {
    let columns = vec![
        Column::not_null("configuration_id", DataType::Int),
        Column::not_null("name", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("value", DataType::SqlVariant),
        Column::nullable("value_for_secondary", DataType::SqlVariant),
        Column::nullable("is_value_default", DataType::Bit),
    ];
    View::sys(
        "database_scoped_configurations",
        ViewPermission::Public(
            "relational-databases/system-catalog-views/sys-database-scoped-configurations-transact-sql.md",
        ),
        columns,
        |context: &ViewContext<'_>| {
            let options = context.database.options();
            let value_of = |option: &ScopedOption| match option.name {
                IDENTITY_CACHE => ScopedValue::Switch(options.identity_cache),
                MAX_DEGREE => ScopedValue::Number(options.max_degree.into()),
                _ => option.default,
            };
            let row = |option: &ScopedOption| {
                let value = value_of(option);
                let shown = match value {
                    ScopedValue::Switch(on) => variant(i32::from(on)),
                    ScopedValue::Number(number) => variant(number),
                    ScopedValue::Off => Value::Variant(Arc::new(Variant { value: text("OFF"), data_type: WORD })),
                };
                let is_default = Value::Bit(value == option.default);
                vec![Value::Int(option.id), text(option.name), shown, Value::Null, is_default]
            };
            SCOPED_OPTIONS.iter().map(row).collect()
        },
    )
}

fn variant(value: i32) -> Value {
    Value::Variant(Arc::new(Variant { value: Value::Int(value), data_type: DataType::Int }))
}

/// The type of a word as a value.
const WORD: DataType = DataType::NVarChar(Length::Limited(60));
