//! `sys.dm_os_buffer_descriptors`: the pages in the buffer pool and its extension (requirement B2).
//!
//! Columns: `sys-dm-os-buffer-descriptors-transact-sql`. A page in memory and in the extension has
//! one row, with 0 in `is_in_bpool_extension`. The view reads no page, so what only its content
//! shows is NULL.

use crate::view::{View, text};
use sluice_base::ids::DatabaseId;
use sluice_buffer::{Descriptor, PageType};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_os_buffer_descriptors`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::nullable("database_id", DataType::Int),
        Column::nullable("file_id", DataType::Int),
        Column::nullable("page_id", DataType::Int),
        Column::nullable("page_level", DataType::Int),
        Column::nullable("allocation_unit_id", DataType::BigInt),
        Column::nullable("page_type", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("row_count", DataType::Int),
        Column::nullable("free_space_in_bytes", DataType::Int),
        Column::nullable("is_modified", DataType::Bit),
        Column::nullable("numa_node", DataType::Int),
        Column::nullable("read_microsec", DataType::BigInt),
        Column::nullable("is_in_bpool_extension", DataType::Bit),
    ];
    View::sys(
        "dm_os_buffer_descriptors",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-buffer-descriptors-transact-sql.md",
        ),
        columns,
        |context| {
            let pages = context.database.storage.pool.descriptors();
            pages.iter().map(|page| row(context.host.id_of_storage(page.database), page)).collect()
        },
    )
}

fn row(database: DatabaseId, page: &Descriptor) -> Vec<Value> {
    vec![
        Value::Int(database.0.into()),
        Value::Int(page.page.file.0.into()),
        Value::Int(page.page.page as i32),
        Value::Null,
        Value::Null,
        page.page_type.and_then(name_of).map_or(Value::Null, text),
        Value::Null,
        Value::Null,
        Value::Bit(page.is_dirty),
        Value::Int(0),
        Value::Null,
        Value::Bit(page.is_in_extension),
    ]
}

/// Returns SQL Server's name of a page type, or `None` if SQL Server has no such type.
fn name_of(page_type: PageType) -> Option<&'static str> {
    let names = [
        (PageType::FILE_HEADER, "FILEHEADER_PAGE"),
        (PageType::BOOT, "BOOT_PAGE"),
        (PageType::GAM, "GAM_PAGE"),
        (PageType::IAM, "IAM_PAGE"),
        (PageType::DATA, "DATA_PAGE"),
        (PageType::INDEX, "INDEX_PAGE"),
        (PageType::LOB, "TEXT_MIX_PAGE"),
    ];
    names.iter().find(|(known, _)| *known == page_type).map(|(_, name)| *name)
}
