//! `sys.dm_io_virtual_file_stats(database, file)`: I/O statistics of each file since the instance
//! started (requirement L10).
//!
//! Columns: `sys-dm-io-virtual-file-stats-transact-sql`. `file_handle`, a Windows handle, is NULL.
//! NULL denotes all databases or all files. An id that doesn't exist yields no row. There is no
//! resource governor, so its queue times are 0.

use crate::column_list;
use crate::files::files_of;
use crate::view::{View, milliseconds, number};
use sluice_base::ids::DatabaseId;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{ViewContext, ViewRows};
use sluice_table::FileFacts;
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.dm_io_virtual_file_stats`. Needs VIEW SERVER STATE.
pub(crate) fn function() -> View {
    let columns = vec![
        Column::not_null("database_id", DataType::SmallInt),
        Column::not_null("file_id", DataType::SmallInt),
        Column::not_null("sample_ms", DataType::BigInt),
        Column::not_null("num_of_reads", DataType::BigInt),
        Column::not_null("num_of_bytes_read", DataType::BigInt),
        Column::not_null("io_stall_read_ms", DataType::BigInt),
        Column::not_null("num_of_writes", DataType::BigInt),
        Column::not_null("num_of_bytes_written", DataType::BigInt),
        Column::not_null("io_stall_write_ms", DataType::BigInt),
        Column::not_null("io_stall", DataType::BigInt),
        Column::not_null("size_on_disk_bytes", DataType::BigInt),
        Column::nullable("file_handle", DataType::VarBinary(Length::Limited(8))),
        Column::not_null("io_stall_queued_read_ms", DataType::BigInt),
        Column::not_null("io_stall_queued_write_ms", DataType::BigInt),
    ];
    View::function(
        "dm_io_virtual_file_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-io-virtual-file-stats-transact-sql.md",
        ),
        &[DataType::Int, DataType::Int],
        columns,
        rows,
    )
}

/// Defines `sys.fn_virtualfilestats`, the same figures under the names of SQL Server 2000
/// (`relational-databases/system-functions/sys-fn-virtualfilestats-transact-sql.md`). Needs VIEW
/// SERVER STATE. `FileHandle` is NULL.
pub(crate) fn old_function() -> View {
    let columns = column_list::columns(
        "DbId smallint!; FileId smallint!; TimeStamp bigint!; NumberReads bigint!; BytesRead bigint!; \
         IoStallReadMS bigint!; NumberWrites bigint!; BytesWritten bigint!; IoStallWriteMS bigint!; IoStallMS bigint!; \
         FileHandle bigint; BytesOnDisk bigint!",
    );
    View::function(
        "fn_virtualfilestats",
        ViewPermission::ServerState("relational-databases/system-functions/sys-fn-virtualfilestats-transact-sql.md"),
        &[DataType::Int, DataType::Int],
        columns,
        |context| {
            let old = |mut row: Vec<Value>| {
                // The queue times have no columns. The handle is before the size on disk.
                row.truncate(row.len() - 2);
                let places = row.len();
                row.swap(places - 2, places - 1);
                row
            };
            Ok(Box::new(rows(context)?.map(move |row| row.map(old))))
        },
    )
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let [database, file] = context.arguments else { return Ok(Box::new(std::iter::empty())) };
    let (database, file) = (database.as_i64(), file.as_i64());
    let since_start_ns = context.host.clock().monotonic_ns().saturating_sub(context.host.started_ns());
    let files = files_of(context, database).into_iter();
    let asked = files.filter(move |(_, shown)| file.is_none_or(|id| id == i64::from(shown.file.id.0)));
    Ok(Box::new(asked.map(move |(of, file)| Ok(row(of, &file, since_start_ns)))))
}

fn row(database: DatabaseId, facts: &FileFacts, since_start_ns: u64) -> Vec<Value> {
    let FileFacts { file, bytes_on_disk, .. } = facts;
    let counters = &file.counters;
    let (read_ns, write_ns) = (counters.read_stall_ns.get(), counters.write_stall_ns.get());
    vec![
        Value::SmallInt(database.0 as i16),
        Value::SmallInt(file.id.0 as i16),
        milliseconds(since_start_ns),
        number(counters.reads.get()),
        number(counters.bytes_read.get()),
        milliseconds(read_ns),
        number(counters.writes.get()),
        number(counters.bytes_written.get()),
        milliseconds(write_ns),
        milliseconds(read_ns + write_ns),
        number(*bytes_on_disk),
        Value::Null,
        number(0),
        number(0),
    ]
}
