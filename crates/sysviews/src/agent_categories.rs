//! `msdb.dbo.syscategories` before the first procedure of Agent makes its table
//! (`agent_procedures`): the predefined categories, which scripts look for before they add one.
//!
//! Columns: `relational-databases/system-tables/dbo-syscategories-transact-sql`. The table has the
//! same rows (`procedures/msdb/sp_create_agent_tables.sql`).

use crate::column_list;
use crate::view::{View, text};
use sluice_catalog::ViewPermission;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_types::Value;

/// Defines `msdb.dbo.syscategories`. Only the owners of msdb may read it.
pub(crate) fn view() -> View {
    let columns = "category_id int!; category_class int!; category_type tinyint!; name sysname!";
    View::sys(
        "syscategories",
        ViewPermission::Control("relational-databases/system-tables/dbo-syscategories-transact-sql.md"),
        column_list::columns(columns),
        |_| {
            let row = |(id, class, kind, name): &(i32, i32, u8, &str)| {
                vec![Value::Int(*id), Value::Int(*class), Value::TinyInt(*kind), text(name)]
            };
            PREDEFINED.iter().map(row).collect()
        },
    )
    .in_schema(MSDB_SCHEMA)
}

/// Id, class (job, alert, operator), type and name of each category.
const PREDEFINED: [(i32, i32, u8, &str); 10] = [
    (0, 1, 1, "[Uncategorized (Local)]"),
    (1, 1, 1, "Jobs from MSX"),
    (2, 1, 2, "[Uncategorized (Multi-Server)]"),
    (3, 1, 1, "Database Maintenance"),
    (5, 1, 1, "Full-Text"),
    (6, 1, 1, "Log Shipping"),
    (7, 1, 1, "Database Engine Tuning Advisor"),
    (8, 1, 1, "Data Collector"),
    (98, 2, 3, "[Uncategorized]"),
    (99, 3, 3, "[Uncategorized]"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_the_rows_of_the_view() {
        let script = include_str!("procedures/msdb/sp_create_agent_tables.sql");
        for (id, class, kind, name) in PREDEFINED {
            assert!(script.contains(&format!("({id}, {class}, {kind}, N'{name}')")), "{name}");
        }
    }
}
