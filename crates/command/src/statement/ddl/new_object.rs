//! The schema of a new object.

use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, ObjectName};
use sluice_types::SqlError;

/// Returns the schema of a new object. Fails with 2760 if it doesn't exist or can't hold objects.
pub(in crate::statement) fn schema_of_new<'c>(catalog: &'c Catalog, name: &ObjectName) -> Result<&'c str, SqlError> {
    let written = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
    let schema = catalog.schema(written).filter(|schema| schema.takes_objects());
    let schema = schema.ok_or_else(|| SqlError::schema_not_found(written))?;
    Ok(&schema.name)
}
