//! Changes of principals, memberships and permissions. Only the difference between the old and the
//! new state is written.

use crate::statement::Env;
use crate::statement::ddl::definition::store;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Principal, PrincipalKind, Scope, Securable};
use sluice_catalog::{Catalog, CatalogStore, Security};
use sluice_session::work::Enlisted;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_txn::{LockMode, MetadataKind, StorageError};
use sluice_types::SqlError;

/// A change in progress.
pub(super) struct Changing {
    /// The database; master for server principals.
    pub database: Arc<Database>,
    /// The database's current catalog.
    pub catalog: Arc<Catalog>,
    /// The current principals, memberships and permissions.
    pub security: Arc<Security>,
}

impl Changing {
    /// Locks the scope's principals exclusively until the transaction ends.
    pub(super) fn begin(env: &mut Env<'_, '_>, scope: Scope) -> Result<Changing, SqlError> {
        let database = Changing::database_of(env, scope)?;
        Changing::begin_in(env, database, scope, LockMode::Exclusive)
    }

    /// Locks the scope's principals in shared mode, for a change of permissions.
    pub(super) fn begin_beside(env: &mut Env<'_, '_>, scope: Scope) -> Result<Changing, SqlError> {
        let database = Changing::database_of(env, scope)?;
        Changing::begin_in(env, database, scope, LockMode::Shared)
    }

    fn database_of(env: &Env<'_, '_>, scope: Scope) -> Result<Arc<Database>, SqlError> {
        let database = match scope {
            Scope::Database => Arc::clone(&env.state.database),
            Scope::Server => {
                let host = env.context.host;
                host.database(MASTER).ok_or_else(|| host.not_open(MASTER))?
            }
        };
        Ok(database)
    }

    /// Locks the principals of `scope` in the given database. `mode` is exclusive for a change of
    /// principals. The lock stays until the transaction ends. Returns the state of the catalog
    /// then.
    pub(super) fn begin_in(
        env: &mut Env<'_, '_>,
        database: Arc<Database>,
        scope: Scope,
        mode: LockMode,
    ) -> Result<Changing, SqlError> {
        env.state.transaction.begin_defining(&database)?;
        let principals = database.metadata(MetadataKind::Principals, i32::from(scope == Scope::Server));
        env.state.transaction.lock_definition(principals, mode)?;
        let catalog = env.catalog(&database);
        let security = match scope {
            Scope::Database => Arc::clone(catalog.security()),
            Scope::Server => catalog.server().map_or_else(|| Arc::new(Security::empty(scope)), Arc::clone),
        };
        Ok(Changing { database, catalog, security })
    }

    /// Locks the permissions on one securable exclusively, and pins the securable.
    pub(super) fn lock_permissions(&self, env: &mut Env<'_, '_>, securable: Securable) -> Result<(), SqlError> {
        let permissions = self.database.permissions(securable.class(), securable.major());
        env.state.transaction.lock_definition(permissions, LockMode::Exclusive)?;
        env.pin_found()
    }

    /// Stores the difference to `next` in the transaction, and makes `next` the state of the
    /// transaction's catalog. Other sessions see it after the commit.
    pub(super) fn end(self, env: &mut Env<'_, '_>, next: Security) -> Result<(), SqlError> {
        let names = self.catalog.with_security(next.clone());
        let before = self.security;
        store(env, &self.database, names, |stored, enlisted| write(stored, enlisted, &before, &next))
    }
}

/// The current local time in nanoseconds since 1970.
pub(super) fn now(env: &Env<'_, '_>) -> i64 {
    env.state.database.storage.local_ns()
}

/// Returns a new principal with an unused id and an empty sid.
pub(super) fn new_principal(env: &Env<'_, '_>, security: &Security, name: &str, kind: PrincipalKind) -> Principal {
    let made = now(env);
    let (id, name, sid) = (security.new_id(), Arc::from(name), Arc::from([]));
    Principal { id, name, kind, owner: None, sid, created_ns: made, modified_ns: made }
}

/// Returns a random sid of 16 bytes.
pub(super) fn new_sid(env: &Env<'_, '_>) -> Arc<[u8]> {
    let random = env.context.host.random();
    let halves = [random.next_u64().to_le_bytes(), random.next_u64().to_le_bytes()];
    Arc::from(halves.as_flattened())
}

fn write(
    stored: &StoredCatalog<'_>,
    enlisted: &mut Enlisted,
    before: &Security,
    next: &Security,
) -> Result<(), StorageError> {
    let (scope, transaction) = (next.scope(), &mut enlisted.transaction);
    for gone in before.permissions().iter().filter(|known| !next.permissions().contains(known)) {
        stored.delete_permission(transaction, scope, gone)?;
    }
    for gone in before.members().iter().filter(|known| !next.members().contains(known)) {
        stored.delete_member(transaction, scope, *gone)?;
    }
    for gone in before.own().iter().filter(|known| !next.own().contains(known)) {
        stored.delete_principal(transaction, scope, gone.id)?;
    }
    for new in next.own().iter().filter(|known| !before.own().contains(known)) {
        stored.insert_principal(transaction, scope, new)?;
    }
    for new in next.members().iter().filter(|known| !before.members().contains(known)) {
        stored.insert_member(transaction, scope, *new)?;
    }
    for new in next.permissions().iter().filter(|known| !before.permissions().contains(known)) {
        stored.insert_permission(transaction, scope, new)?;
    }
    Ok(())
}

const MASTER: &str = "master";
