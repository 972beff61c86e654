//! Errors of unknown and duplicate names.

use super::{SqlError, args};

impl SqlError {
    /// 137: the variable `name` (with its @) is not declared.
    pub fn undeclared_variable(name: &str) -> SqlError {
        SqlError::new(137, 15, 2, args([&name]))
    }

    /// 134: the variable `name` (with its @) is declared twice in a batch.
    pub fn duplicate_variable(name: &str) -> SqlError {
        SqlError::new(134, 15, 2, args([&name]))
    }

    /// 195: no built-in function is called `name`.
    pub fn unknown_function(name: &str) -> SqlError {
        SqlError::new(195, 15, 10, args([&name, &"built-in function name"]))
    }

    /// 207: no source has a column `name`.
    pub fn invalid_column_name(name: &str) -> SqlError {
        SqlError::new(207, 16, 1, args([&name]))
    }

    /// 208: no object is called `name` (as written in the statement).
    pub fn invalid_object_name(name: &str) -> SqlError {
        SqlError::new(208, 16, 1, args([&name]))
    }

    /// 209: more than one source has a column `name`.
    pub fn ambiguous_column_name(name: &str) -> SqlError {
        SqlError::new(209, 16, 1, args([&name]))
    }

    /// 243: CAST or CONVERT names a type that does not exist.
    pub fn undefined_type(name: &str) -> SqlError {
        SqlError::new(243, 16, 1, args([&name]))
    }

    /// 911: no database is called `name`.
    pub fn database_not_found(name: &str) -> SqlError {
        SqlError::new(911, 16, 1, args([&name]))
    }

    /// 1801: a database called `name` exists already.
    pub fn database_exists(name: &str) -> SqlError {
        SqlError::new(1801, 16, 3, args([&name]))
    }

    /// 2705: a table would have two columns `column`.
    pub fn duplicate_column_name(column: &str, table: &str) -> SqlError {
        SqlError::new(2705, 16, 3, args([&table, &column]))
    }

    /// 2714: an object called `name` exists already.
    pub fn object_exists(name: &str) -> SqlError {
        SqlError::new(2714, 16, 6, args([&name]))
    }

    /// 2715: the declaration of column, parameter or variable number `ordinal` (from 1) has an
    /// unknown type.
    pub fn type_not_found(ordinal: usize, type_name: &str) -> SqlError {
        SqlError::new(2715, 16, 6, args([&ordinal, &type_name]))
    }

    /// 2812: no procedure is called `name`.
    pub fn procedure_not_found(name: &str) -> SqlError {
        SqlError::new(2812, 16, 62, args([&name]))
    }

    /// 3701: `action` ("drop") finds no `kind` ("table", "database") `name`.
    pub fn cannot_drop(action: &str, kind: &str, name: &str) -> SqlError {
        SqlError::new(3701, 11, 5, args([&action, &kind, &name]))
    }

    /// 4104: the multi-part name `name` could not be bound.
    pub fn multi_part_identifier_not_bound(name: &str) -> SqlError {
        SqlError::new(4104, 16, 1, args([&name]))
    }
}
