//! `sys.partitions`: the one partition of each heap and index, with how many rows it has.
//!
//! Columns as on `relational-databases/system-catalog-views/sys-partitions-transact-sql`. Rows are counted when they are asked for, those of
//! transactions that are not over too; nobody keeps their number. There are no filtered indexes: each has as many as its table.

use crate::view::{View, number, text, whole};
use sluice_access::Reader;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Table};
use sluice_exec::storage_error::sql_error;
use sluice_exec::table_rows::TableRows;
use sluice_exec::{Database, ViewContext, ViewRows};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("partition_id", DataType::BigInt),
        Column::not_null("object_id", DataType::Int),
        Column::not_null("index_id", DataType::Int),
        Column::not_null("partition_number", DataType::Int),
        Column::not_null("hobt_id", DataType::BigInt),
        Column::nullable("rows", DataType::BigInt),
        Column::not_null("filestream_filegroup_id", DataType::SmallInt),
        Column::not_null("data_compression", DataType::TinyInt),
        Column::nullable("data_compression_desc", DataType::NVarChar(Length::Limited(60))),
    ];
    View::stream("partitions", columns, rows)
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let counts = context.wanted.get(ROWS).is_some_and(|wanted| *wanted);
    let mut rows = Vec::new();
    for table in context.catalog.tables() {
        let count = if counts { number(count(context.database, table)?) } else { Value::Null };
        let heap = table.clustered().is_none().then_some(0);
        for index in heap.into_iter().chain(table.indexes.iter().map(|index| index.id)) {
            let id = Value::BigInt(i64::from(table.id.0) << 16 | i64::from(index));
            rows.push(vec![
                id.clone(),
                Value::Int(table.id.0),
                Value::Int(index.into()),
                Value::Int(1),
                id,
                count.clone(),
                Value::SmallInt(0),
                Value::TinyInt(0),
                text("NONE"),
            ]);
        }
    }
    Ok(whole(rows))
}

fn count(database: &Arc<Database>, table: &Arc<Table>) -> Result<u64, SqlError> {
    let to_sql = |error| sql_error(&error, &database.name);
    let rows = TableRows::new(Arc::clone(database), table);
    let mut scan = rows.scan(Reader::Dirty).map_err(to_sql)?;
    let mut count = 0;
    while scan.next().map_err(to_sql)?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// The place of the column of that name.
const ROWS: usize = 5;
