//! `sys.data_spaces`: the filegroups of the current database.
//!
//! Columns: `relational-databases/system-catalog-views/sys-data-spaces-transact-sql`. There are no
//! partition schemes.

use crate::view::{View, text};
use sluice_base::ids::FilegroupId;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.data_spaces`. Every login may read all of it.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("data_space_id", DataType::Int),
        Column::not_null("type", DataType::char(2)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_default", DataType::Bit),
        Column::nullable("is_system", DataType::Bit),
    ];
    View::sys(
        "data_spaces",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-data-spaces-transact-sql.md"),
        columns,
        |context: &ViewContext<'_>| {
            let files = context.database.options().data_files;
            let row = |(id, name): (FilegroupId, &str)| {
                vec![
                    text(name),
                    Value::Int(id.0.into()),
                    text("FG"),
                    text("ROWS_FILEGROUP"),
                    Value::Bit(id == files.default_filegroup),
                    Value::Bit(false),
                ]
            };
            files.all_filegroups().map(row).collect()
        },
    )
}
