//! `sys.syslanguages`: the languages of sessions.
//!
//! Columns: `relational-databases/system-compatibility-views/sys-syslanguages-transact-sql`.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_functions::{LANGUAGES, Language};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.syslanguages`. Every login may read all of it.
pub(crate) fn view() -> View {
    let names = |characters| DataType::NVarChar(Length::Limited(characters));
    let columns = vec![
        Column::not_null("langid", DataType::SmallInt),
        Column::not_null("dateformat", DataType::NChar(3)),
        Column::not_null("datefirst", DataType::TinyInt),
        Column::nullable("upgrade", DataType::Int),
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("alias", DataType::SYSNAME),
        Column::nullable("months", names(372)),
        Column::nullable("shortmonths", names(132)),
        Column::nullable("days", names(217)),
        Column::not_null("lcid", DataType::Int),
        Column::not_null("msglangid", DataType::SmallInt),
    ];
    View::sys(
        "syslanguages",
        ViewPermission::Public("relational-databases/system-compatibility-views/sys-syslanguages-transact-sql.md"),
        columns,
        |_| LANGUAGES.iter().map(row).collect(),
    )
}

fn row(language: &Language) -> Vec<Value> {
    vec![
        Value::SmallInt(language.id),
        text(language.date_order.word()),
        Value::TinyInt(language.first_day),
        Value::Int(0),
        text(language.name),
        text(language.alias),
        text(language.months),
        text(language.short_months),
        text(language.days),
        Value::Int(language.lcid),
        Value::SmallInt(language.message_group),
    ]
}
