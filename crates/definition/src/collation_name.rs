//! The name in a COLLATE clause.

use crate::refusal::unsupported;
use sluice_syntax::ast;
use sluice_types::named_collation::is_unsupported;
use sluice_types::{CollationId, DataType, SqlError};

/// Resolves a COLLATE clause for a value of `data_type`. Fails with 448 if the name is unknown,
/// with 447 if the type isn't a string. DATABASE_DEFAULT and CATALOG_DEFAULT are the default. Known
/// names that aren't supported fail with 40517.
pub fn collation_named(name: &ast::Name, data_type: DataType) -> Result<CollationId, SqlError> {
    let is_default = name.is("DATABASE_DEFAULT") || name.is("CATALOG_DEFAULT");
    let collation = if is_default { Some(CollationId::DEFAULT) } else { CollationId::named(&name.text) };
    let collation = collation.ok_or_else(|| match is_unsupported(&name.text) {
        true => unsupported(&format!("COLLATE {}", name.text)),
        false => SqlError::invalid_collation(&name.text),
    })?;
    if !data_type.is_string() {
        return Err(SqlError::collate_of_invalid_type(data_type.name()));
    }
    Ok(collation)
}
