//! Removes the permissions on a securable that is dropped or moved to another schema
//! (`t-sql/statements/alter-schema-transact-sql.md`).

use crate::statement::Env;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Permission, Scope, SecurableClass};
use sluice_catalog::{Catalog, CatalogStore};
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_txn::{LockMode, MetadataKind};
use sluice_types::SqlError;

/// Removes the permissions on a securable and returns the catalog without them.
pub(in crate::statement) fn without_permissions(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    securable: (SecurableClass, i32),
) -> Result<Catalog, SqlError> {
    without_those(env, database, catalog, securable, |_| true)
}

/// Removes the permissions on columns of an object, by column id, and returns the catalog without
/// them.
pub(in crate::statement) fn without_column_permissions(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (object, columns): (ObjectId, &[i32]),
) -> Result<Catalog, SqlError> {
    without_those(env, database, catalog, (SecurableClass::Object, object.0), |column| columns.contains(&column))
}

fn without_those(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (class, major): (SecurableClass, i32),
    is_of: impl Fn(i32) -> bool,
) -> Result<Catalog, SqlError> {
    let before = catalog.security();
    let is_gone = |known: &&Permission| known.class == class && known.major == major && is_of(known.minor);
    let (gone, kept): (Vec<Permission>, Vec<Permission>) = before.permissions().iter().partition(is_gone);
    if gone.is_empty() {
        return Ok(catalog.clone());
    }
    // A shared lock keeps the principals from changing, as for GRANT.
    env.state.transaction.lock_definition(database.metadata(MetadataKind::Principals, 0), LockMode::Shared)?;
    env.state.transaction.lock_definition(database.permissions(class, major), LockMode::Exclusive)?;
    let enlisted = env.state.transaction.work.enlist(database);
    let stored = StoredCatalog::open(&database.storage);
    let deleted = stored.and_then(|stored| {
        gone.iter().try_for_each(|gone| stored.delete_permission(&mut enlisted.transaction, Scope::Database, gone))
    });
    deleted.map_err(|error| sql_error(&error, &database.name))?;
    Ok(catalog.with_security(before.with_permissions(kept)))
}
