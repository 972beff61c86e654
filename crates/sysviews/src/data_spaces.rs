//! `sys.data_spaces` and `sys.filegroups`: the filegroups of the current database.
//!
//! Columns: `relational-databases/system-catalog-views/sys-data-spaces-transact-sql` and
//! `sys-filegroups-transact-sql`. There are no partition schemes.

use crate::view::{View, text};
use sluice_base::ids::FilegroupId;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::data_files::DataFiles;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.data_spaces`. Every login may read all of it.
pub(crate) fn view() -> View {
    View::sys(
        "data_spaces",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-data-spaces-transact-sql.md"),
        columns(),
        |context: &ViewContext<'_>| {
            let files = context.database.options().data_files;
            files.all_filegroups().map(|group| row(&files, group)).collect()
        },
    )
}

/// Defines `sys.filegroups`. Every login may read all of it.
pub(crate) fn filegroups() -> View {
    let own = [
        Column::nullable("filegroup_guid", DataType::UniqueIdentifier),
        Column::nullable("log_filegroup_id", DataType::Int),
        Column::nullable("is_read_only", DataType::Bit),
        Column::nullable("is_autogrow_all_files", DataType::Bit),
    ];
    View::sys(
        "filegroups",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-filegroups-transact-sql.md"),
        columns().into_iter().chain(own).collect(),
        |context: &ViewContext<'_>| {
            let files = context.database.options().data_files;
            let row = |(id, name): (FilegroupId, &str)| {
                let own = [Value::Null, Value::Null, Value::Bit(files.is_read_only(id)), Value::Bit(false)];
                row(&files, (id, name)).into_iter().chain(own).collect()
            };
            files.all_filegroups().map(row).collect()
        },
    )
}

fn columns() -> Vec<Column> {
    vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("data_space_id", DataType::Int),
        Column::not_null("type", DataType::char(2)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_default", DataType::Bit),
        Column::nullable("is_system", DataType::Bit),
    ]
}

fn row(files: &DataFiles, (id, name): (FilegroupId, &str)) -> Vec<Value> {
    vec![
        text(name),
        Value::Int(id.0.into()),
        text("FG"),
        text("ROWS_FILEGROUP"),
        Value::Bit(id == files.default_filegroup),
        Value::Bit(false),
    ]
}
