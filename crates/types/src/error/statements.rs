//! Errors of statements.

use super::{SqlError, args};
use sluice_base::memory::OutOfMemory;

impl SqlError {
    /// 701: the statement needs more memory than is available.
    #[cold]
    pub fn out_of_memory(refused: OutOfMemory) -> SqlError {
        SqlError::new(701, 17, 123, args([&refused]))
    }

    /// 102: syntax error near `near`.
    pub fn syntax_near(near: &str) -> SqlError {
        SqlError::new(102, 15, 1, args([&near]))
    }

    /// 156: syntax error near the keyword `keyword`.
    pub fn syntax_near_keyword(keyword: &str) -> SqlError {
        SqlError::new(156, 15, 1, args([&keyword]))
    }

    /// 109: an INSERT lists more columns than values.
    pub fn more_columns_than_values() -> SqlError {
        SqlError::new(109, 15, 1, Vec::new())
    }

    /// 110: an INSERT lists fewer columns than values.
    pub fn fewer_columns_than_values() -> SqlError {
        SqlError::new(110, 15, 1, Vec::new())
    }

    /// 120: the select list of an INSERT has fewer items than its column list.
    pub fn fewer_select_items() -> SqlError {
        SqlError::new(120, 15, 1, Vec::new())
    }

    /// 121: the select list of an INSERT has more items than its column list.
    pub fn more_select_items() -> SqlError {
        SqlError::new(121, 15, 1, Vec::new())
    }

    /// 141: a SELECT that assigns variables also returns columns.
    pub fn assignment_with_retrieval() -> SqlError {
        SqlError::new(141, 15, 1, Vec::new())
    }

    /// 213: the number of values does not match the table's columns.
    pub fn column_count_mismatch() -> SqlError {
        SqlError::new(213, 16, 1, Vec::new())
    }

    /// 264: a column list names `column` twice.
    pub fn column_named_twice(column: &str) -> SqlError {
        SqlError::new(264, 16, 1, args([&column]))
    }

    /// 512: a scalar subquery returned more than one row.
    pub fn subquery_returned_more_than_one() -> SqlError {
        SqlError::new(512, 16, 1, Vec::new())
    }

    /// 515: `statement` ("INSERT", "UPDATE") would put NULL into the NOT NULL column `column` of
    /// `table` (database.schema.table).
    pub fn null_into_not_null(column: &str, table: &str, statement: &str) -> SqlError {
        SqlError::new(515, 16, 2, args([&column, &table, &statement]))
    }

    /// 547: `statement` conflicts with a constraint of `kind` ("CHECK" ...) called `name`, in
    /// `table` (schema.table) of `database`, and in `column` if given.
    pub fn constraint_conflict(
        statement: &str,
        (kind, name): (&str, &str),
        database: &str,
        table: &str,
        column: Option<&str>,
    ) -> SqlError {
        SqlError::new(547, 16, 0, args([&statement, &kind, &name, &database, &table, &column.unwrap_or_default()]))
    }

    /// 2627: a row would violate the constraint `constraint` of `table`; `kind` is "PRIMARY KEY" or
    /// "UNIQUE KEY". `key` shows the key's values, as in "(1, a)".
    pub fn duplicate_key(kind: &str, constraint: &str, table: &str, key: &str) -> SqlError {
        SqlError::new(2627, 14, 1, args([&kind, &constraint, &table, &key]))
    }

    /// 3902: COMMIT without a transaction.
    pub fn commit_without_transaction() -> SqlError {
        SqlError::new(3902, 16, 1, Vec::new())
    }

    /// 3903: ROLLBACK without a transaction.
    pub fn rollback_without_transaction() -> SqlError {
        SqlError::new(3903, 16, 1, Vec::new())
    }

    /// 8621: a plan is too deep for the remaining stack
    /// (`mssqlserver-8621-database-engine-error.md`).
    pub fn out_of_stack_in_optimizer() -> SqlError {
        SqlError::new(8621, 16, 1, Vec::new())
    }

    /// 8631: a statement or a call is nested too deeply for the remaining stack.
    pub fn out_of_stack() -> SqlError {
        SqlError::new(8631, 17, 1, Vec::new())
    }
}
