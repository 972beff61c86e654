//! The types of users' that a batch is compiled with. What it declares has these types for good, so a batch that names some is good only as
//! long as the names of its database stay.

use crate::database::Database;
use crate::work::Work;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, ObjectName, UserType};
use sluice_plan::TypeNames;
use std::cell::Cell;

/// The types, and whether any has been asked for.
pub(crate) struct Types {
    catalog: Arc<Catalog>,
    database: DatabaseId,
    asked: Cell<bool>,
}

/// Under which names types were asked for: of which database, in which version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TypesSeen {
    database: DatabaseId,
    version: u64,
}

impl Types {
    /// Those of `database`, as a session's transaction sees them.
    pub(crate) fn of(work: &Work, database: &Arc<Database>) -> Types {
        Types { catalog: work.catalog(database), database: database.id, asked: Cell::new(false) }
    }

    /// The same types, for another batch.
    pub(crate) fn again(&self) -> Types {
        Types { catalog: Arc::clone(&self.catalog), database: self.database, asked: Cell::new(false) }
    }

    /// What has been asked for; nothing, if nothing was.
    pub(crate) fn seen(&self) -> Option<TypesSeen> {
        self.asked.get().then(|| TypesSeen { database: self.database, version: self.catalog.version() })
    }
}

impl TypeNames for Types {
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>> {
        self.asked.set(true);
        self.catalog.user_type(name).cloned()
    }
}

impl TypesSeen {
    /// Whether the names are still the same.
    pub(crate) fn are_current(self, work: &Work, database: &Arc<Database>) -> bool {
        self.database == database.id && self.version == work.catalog_version(database)
    }
}
