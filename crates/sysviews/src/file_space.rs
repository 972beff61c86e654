//! `sys.dm_db_file_space_usage`: the use of the pages of the current database's data files.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-db-file-space-usage-transact-sql`,
//! except columns without data. There are no mixed extents. tempdb, which has no backups, has NULL
//! modified pages. Internal objects are the work tables of statements in tempdb.

use crate::view::{View, whole};
use sluice_access as access;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::storage_error;
use sluice_txn::{DataFileSpace, StorageError};
use sluice_types::{DataType, SqlError, Value};

/// Defines `sys.dm_db_file_space_usage`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let pages = |name| Column::nullable(name, DataType::BigInt);
    let columns = vec![
        Column::nullable("database_id", DataType::SmallInt),
        Column::nullable("file_id", DataType::SmallInt),
        Column::nullable("filegroup_id", DataType::SmallInt),
        pages("total_page_count"),
        pages("allocated_extent_page_count"),
        pages("unallocated_extent_page_count"),
        pages("version_store_reserved_page_count"),
        pages("user_object_reserved_page_count"),
        pages("internal_object_reserved_page_count"),
        pages("mixed_extent_page_count"),
        pages("modified_extent_page_count"),
    ];
    View::stream(
        "dm_db_file_space_usage",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-db-file-space-usage-transact-sql.md",
        ),
        columns,
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let database = context.database;
    let storage = &database.storage;
    let failed = |error| storage_error::sql_error(&error, &database.name);
    let row = |file: &DataFileSpace| row(context, file).map_err(failed);
    storage.space.files().iter().map(|file| row(file)).collect::<Result<Vec<_>, SqlError>>().map(whole)
}

fn row(context: &ViewContext<'_>, file: &DataFileSpace) -> Result<Vec<Value>, StorageError> {
    let database = context.database;
    let storage = &database.storage;
    let extent = u64::from(access::EXTENT_PAGES);
    let total = u64::from(access::file_pages(storage, file.id)?);
    let used = u64::from(access::used_extents(storage, file.id)?) * extent;
    // Row versions and work tables are in tempdb alone, which has one data file.
    let versions = match storage.is_temporary() {
        true => context.host.databases().iter().map(|other| storage.versions.spilled_pages(other.storage.id)).sum(),
        false => 0,
    };
    let freed = storage.counters.work_extents_freed.get();
    let internal = storage.counters.work_extents.get().saturating_sub(freed) * extent;
    let user = used.saturating_sub(versions + internal);
    let pages = [total, used, total.saturating_sub(used), versions, user, internal, 0];
    let modified = match storage.is_temporary() {
        true => Value::Null,
        false => Value::BigInt((u64::from(access::modified_extents(storage, file.id)?) * extent) as i64),
    };
    let ids = [database.id.0, file.id.0, file.filegroup.0].map(|id| Value::SmallInt(id as i16));
    Ok(ids.into_iter().chain(pages.map(|count| Value::BigInt(count as i64))).chain([modified]).collect())
}
