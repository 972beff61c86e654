//! The types of users' that a batch is compiled with. What it declares has these types for good, so a batch that names some is good only as
//! long as those names mean the same types.

use crate::work::Work;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Lookups, ObjectName, UserType};
use sluice_plan::TypeNames;
use sluice_table::database::Database;

/// The types, and what has been asked of them.
pub(crate) struct Types {
    catalog: Arc<Catalog>,
    lookups: Arc<Lookups>,
    database: DatabaseId,
}

/// The look-ups of types in a database, and the version of the catalog that answered them.
#[derive(Clone, Debug)]
pub(crate) struct TypesSeen {
    database: DatabaseId,
    version: u64,
    lookups: Arc<Lookups>,
}

impl Types {
    /// Those of `database`, as a session's transaction sees them.
    pub(crate) fn of(work: &Work, database: &Arc<Database>) -> Types {
        Types::watched(&work.catalog(database), database.id)
    }

    /// The same types, for another batch.
    pub(crate) fn again(&self) -> Types {
        Types::watched(&self.catalog, self.database)
    }

    fn watched(catalog: &Catalog, database: DatabaseId) -> Types {
        let lookups = Arc::default();
        Types { catalog: Arc::new(catalog.watched(&lookups)), lookups, database }
    }

    /// What has been asked for; nothing, if nothing was.
    pub(crate) fn seen(&self) -> Option<TypesSeen> {
        let (version, lookups) = (self.catalog.version(), Arc::clone(&self.lookups));
        (!lookups.is_empty()).then_some(TypesSeen { database: self.database, version, lookups })
    }
}

impl TypeNames for Types {
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>> {
        self.catalog.user_type(name).cloned()
    }
}

impl TypesSeen {
    /// Whether the types are still the same.
    pub(crate) fn are_current(&self, work: &Work, database: &Arc<Database>) -> bool {
        let are_same = || work.catalog(database).answers_as(&self.lookups);
        self.database == database.id && (self.version == work.catalog_version(database) || are_same())
    }
}
