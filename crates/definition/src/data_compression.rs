//! DATA_COMPRESSION of tables and indexes, and the rules of sparse columns.

use crate::refusal::unsupported;
use sluice_catalog::{Column, Compression, Table};
use sluice_syntax::ast::{NamedOption, OptionValue};
use sluice_types::{DataType, SqlError};

/// Returns the last DATA_COMPRESSION among `options`, or `None` without one. The kinds of
/// columnstore indexes and other values fail with 40517, and so do options of partitions (a list
/// behind the value).
pub fn compression_in(options: &[NamedOption]) -> Result<Option<Compression>, SqlError> {
    let mut found = None;
    for option in options.iter().filter(|option| option.name.is("DATA_COMPRESSION")) {
        let named = match &option.value {
            Some(OptionValue::Word(word)) if option.list.is_empty() => {
                let refused = || unsupported(&format!("DATA_COMPRESSION = {}", word.text.to_uppercase()));
                Compression::named(&word.text).ok_or_else(refused)?
            }
            _ => return Err(unsupported("DATA_COMPRESSION")),
        };
        found = Some(named);
    }
    Ok(found)
}

/// Checks a sparse column of the table written as `table`. Fails with 1731 if the column is not
/// nullable or has a property or type that sparse columns can't have
/// (`relational-databases/tables/use-sparse-columns`).
pub fn check_sparse(column: &Column, table: &str) -> Result<(), SqlError> {
    let Column { data_type, nullable, flags, .. } = column;
    let is_unfit = data_type.is_lob() || *data_type == DataType::RowVersion || column.user_type.is_some();
    let is_fit = *nullable && !is_unfit && !flags.is_row_guid && column.identity.is_none();
    if flags.is_sparse && !is_fit {
        return Err(SqlError::invalid_sparse_column(&column.name, table));
    }
    Ok(())
}

/// Fails with 11418 if `table`, which `action` (create, alter) shows as `shown`, has both sparse
/// columns and compressed rows.
pub fn check_sparse_uncompressed(action: &str, shown: &str, table: &Table) -> Result<(), SqlError> {
    match (table.has_sparse() || table.column_set().is_some()) && table.options.compression != Compression::None {
        true => Err(SqlError::sparse_columns_not_compressible(action, shown)),
        false => Ok(()),
    }
}
