//! A change of who there is and who may do what: written down as the difference of what was and what is to be.

use crate::catalog_store::StoredCatalog;
use crate::database::Database;
use crate::statement::Env;
use crate::statement::schema::store;
use crate::work::Enlisted;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Principal, PrincipalKind, Scope};
use sluice_catalog::{Catalog, CatalogStore, Security};
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// What a change is made to.
pub(super) struct Changing {
    /// The database: master, where it is about the server.
    pub database: Arc<Database>,
    /// Its names, as they are now.
    pub catalog: Arc<Catalog>,
    /// Who there is now.
    pub security: Arc<Security>,
}

impl Changing {
    /// Takes the right to change the scope for the rest of the transaction.
    pub(super) fn begin(env: &mut Env<'_, '_>, scope: Scope) -> Result<Changing, SqlError> {
        let database = match scope {
            Scope::Database => Arc::clone(&env.state.database),
            Scope::Server => {
                let host = env.context.host;
                host.database(MASTER).ok_or_else(|| host.not_open(MASTER))?
            }
        };
        Changing::begin_in(env, database, scope)
    }

    /// The same in that database.
    pub(super) fn begin_in(env: &mut Env<'_, '_>, database: Arc<Database>, scope: Scope) -> Result<Changing, SqlError> {
        env.state.define(&database)?;
        // Only now do the names stand still.
        let catalog = env.state.work.catalog(&database);
        let security = match scope {
            Scope::Database => Arc::clone(catalog.security()),
            Scope::Server => catalog.server().map_or_else(|| Arc::new(Security::empty(scope)), Arc::clone),
        };
        Ok(Changing { database, catalog, security })
    }

    /// Writes down that it is `next` now.
    pub(super) fn end(self, env: &mut Env<'_, '_>, next: Security) -> Result<(), SqlError> {
        let names = self.catalog.with_security(next.clone());
        let before = self.security;
        store(env, &self.database, names, |stored, enlisted| write(stored, enlisted, &before, &next))
    }
}

/// Now, in local nanoseconds since 1970.
pub(super) fn now(env: &Env<'_, '_>) -> i64 {
    env.state.database.storage.local_ns()
}

/// A principal that is made now, without an id yet.
pub(super) fn new_principal(env: &Env<'_, '_>, security: &Security, name: &str, kind: PrincipalKind) -> Principal {
    let made = now(env);
    let (id, name, sid) = (security.new_id(), Arc::from(name), Arc::from([]));
    Principal { id, name, kind, owner: None, sid, created_ns: made, modified_ns: made }
}

/// A sid that nobody has.
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
