//! `sys.database_files` and `sys.master_files`: the files of a database, and of all databases.
//!
//! Columns: `relational-databases/system-catalog-views/sys-database-files-transact-sql` and
//! `sys-master-files-transact-sql`, except columns without data. Sizes are in pages of 8 KB.

use crate::view::{View, text};
use sluice_access as access;
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_buffer::PAGE_SIZE;
use sluice_catalog::security::{Securable, codes};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_session::access::Access;
use sluice_table::{Database, DatabaseFile, FileFacts, FileKind};
use sluice_types::{DataType, Length, Value};
use sluice_wal::PERSISTED_BUFFER_BYTES;

/// Defines `sys.database_files`. Every login may read all of it.
pub(crate) fn of_database() -> View {
    View::sys(
        "database_files",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-database-files-transact-sql.md"),
        columns(),
        |context: &ViewContext<'_>| files_of_open(context.database).iter().map(row).collect(),
    )
}

/// Defines `sys.master_files`, for closed databases too. Without the permission the view is empty.
pub(crate) fn of_instance() -> View {
    let id = Column::not_null("database_id", DataType::Int);
    let credential = Column::nullable("credential_id", DataType::Int);
    let columns = [id].into_iter().chain(columns()).chain([credential]).collect();
    View::sys(
        "master_files",
        ViewPermission::Filtered("relational-databases/system-catalog-views/sys-master-files-transact-sql.md"),
        columns,
        |context: &ViewContext<'_>| {
            let with_id = |(id, file): (DatabaseId, FileFacts)| {
                [Value::Int(id.0.into())].into_iter().chain(row(&file)).chain([Value::Null]).collect()
            };
            let files = if sees_files(context) { files_of(context, None) } else { Vec::new() };
            files.into_iter().map(with_id).collect()
        },
    )
}

/// Whether the session sees the files of all databases: it has CREATE DATABASE, ALTER ANY DATABASE
/// or VIEW ANY DEFINITION (`sys-master-files-transact-sql.md`, *Permissions*).
fn sees_files(context: &ViewContext<'_>) -> bool {
    let may = |access: &Access| {
        let codes = [codes::CREATE_ANY_DATABASE, codes::ALTER_ANY_DATABASE, codes::VIEW_ANY_DEFINITION];
        codes.into_iter().any(|code| access.may(Securable::Server, code))
            || access.may(Securable::Database, codes::CREATE_DATABASE)
    };
    let of_master = |master: Arc<Database>| context.access_to(&master, &master.catalog());
    context.who.is_unrestricted() || context.host.database("master").map(of_master).is_some_and(|access| may(&access))
}

/// Returns the files of all databases, or of the one with the id `only`; none for an unknown id.
/// Opens no database. Files of a database that is not open are those last known.
pub(crate) fn files_of(context: &ViewContext<'_>, only: Option<i64>) -> Vec<(DatabaseId, FileFacts)> {
    let listed = context.host.listed().into_iter();
    let asked = listed.filter(|listed| only.is_none_or(|id| id == i64::from(listed.id.0)));
    let files = asked.flat_map(|listed| {
        let files = match &listed.open {
            Some(database) => files_of_open(database),
            None => context.host.closed_files(listed.id),
        };
        files.into_iter().map(move |file| (listed.id, file))
    });
    files.collect()
}

/// Returns the files of an open database.
fn files_of_open(database: &Database) -> Vec<FileFacts> {
    let options = database.options();
    let described = |file: DatabaseFile| {
        let (growth, max_bytes) = match database.storage.space.file(file.id) {
            Some(space) => (access::growth(&space), space.growth.max_bytes()),
            None if file.kind == FileKind::LogBuffer => (FileGrowth::Bytes(0), PERSISTED_BUFFER_BYTES),
            None => database.storage.log.growth(),
        };
        let is_read_only = file.filegroup.is_some_and(|id| options.data_files.is_read_only(id));
        let is_sparse = database.is_snapshot();
        let [bytes, bytes_on_disk] = lengths(database, &file);
        FileFacts { bytes, bytes_on_disk, growth, max_bytes, is_read_only, is_sparse, file }
    };
    database.files().into_iter().map(described).collect()
}

/// Returns the length of a file in bytes, and its bytes on disk.
fn lengths(database: &Database, file: &DatabaseFile) -> [u64; 2] {
    let storage = &database.storage;
    // A file whose length can't be read counts as empty. Statements that use the file report the
    // error.
    match file.kind {
        FileKind::Log => [storage.log.file_bytes().unwrap_or(0); 2],
        FileKind::LogBuffer => [PERSISTED_BUFFER_BYTES; 2],
        FileKind::Rows => storage
            .space
            .file(file.id)
            .map_or([0; 2], |space| [space.handle.len().unwrap_or(0), space.handle.bytes_on_disk().unwrap_or(0)]),
    }
}

fn columns() -> Vec<Column> {
    let lsn = |name| Column::nullable(name, DataType::numeric(25, 0));
    vec![
        Column::not_null("file_id", DataType::Int),
        Column::nullable("file_guid", DataType::UniqueIdentifier),
        Column::not_null("type", DataType::TinyInt),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("data_space_id", DataType::Int),
        Column::not_null("name", DataType::SYSNAME),
        Column::nullable("physical_name", DataType::NVarChar(Length::Limited(260))),
        Column::nullable("state", DataType::TinyInt),
        Column::nullable("state_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("size", DataType::Int),
        Column::not_null("max_size", DataType::Int),
        Column::not_null("growth", DataType::Int),
        Column::not_null("is_media_read_only", DataType::Bit),
        Column::not_null("is_read_only", DataType::Bit),
        Column::not_null("is_sparse", DataType::Bit),
        Column::not_null("is_percent_growth", DataType::Bit),
        Column::not_null("is_name_reserved", DataType::Bit),
        Column::not_null("is_persistent_log_buffer", DataType::Bit),
        lsn("create_lsn"),
        lsn("drop_lsn"),
        lsn("read_only_lsn"),
        lsn("read_write_lsn"),
        lsn("differential_base_lsn"),
        Column::nullable("differential_base_guid", DataType::UniqueIdentifier),
        Column::nullable("differential_base_time", DataType::DateTime),
        lsn("redo_start_lsn"),
        Column::nullable("redo_start_fork_guid", DataType::UniqueIdentifier),
        lsn("redo_target_lsn"),
        Column::nullable("redo_target_fork_guid", DataType::UniqueIdentifier),
        lsn("backup_lsn"),
    ]
}

fn row(facts: &FileFacts) -> Vec<Value> {
    let FileFacts { file, bytes, growth, max_bytes, is_read_only, is_sparse, .. } = facts;
    let (kind, kind_name) = file.kind.shown();
    let data_space = file.filegroup.map_or(0, |filegroup| filegroup.0.into());
    let pages = |bytes: u64| Value::Int(i32::try_from(bytes / PAGE_SIZE as u64).unwrap_or(i32::MAX));
    let (growth, is_percent) = match *growth {
        FileGrowth::Bytes(bytes) => (pages(bytes), false),
        FileGrowth::Percent(percent) => (Value::Int(i32::try_from(percent).unwrap_or(i32::MAX)), true),
    };
    let max_size = if *max_bytes == u64::MAX { Value::Int(UNLIMITED) } else { pages(*max_bytes) };
    let mut row = vec![
        Value::Int(file.id.0.into()),
        Value::Null,
        Value::TinyInt(kind),
        text(kind_name),
        Value::Int(data_space),
        text(&file.name),
        text(&file.path.display().to_string()),
        Value::TinyInt(0),
        text("ONLINE"),
        pages(*bytes),
        max_size,
        growth,
        Value::Bit(false),
        Value::Bit(*is_read_only),
        Value::Bit(*is_sparse),
        Value::Bit(is_percent),
        Value::Bit(false),
        Value::Bit(file.kind == FileKind::LogBuffer),
    ];
    // The LSNs of files in differential backups and restores.
    row.resize(row.len() + 12, Value::Null);
    row
}

/// MAXSIZE of a file without a limit.
const UNLIMITED: i32 = -1;
