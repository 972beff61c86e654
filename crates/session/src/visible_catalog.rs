//! The part of a catalog that a session may see, kept for a statement's further reads.
//!
//! Reducing a catalog takes time in proportion to its objects, and a join of system views would
//! reduce it for each outer row.

use crate::access::Access;
use crate::visible::{limits, visible};
use crate::who::Who;
use sluice_base::sync::Arc;
use sluice_catalog::Catalog;
use sluice_table::database::Database;
use std::cell::RefCell;

/// The session's access to a database and the part of its catalog that the session may see.
pub struct LimitedCatalog {
    /// The session's principals and permissions in the database.
    pub access: Access,
    /// The visible part.
    pub seen: Arc<Catalog>,
}

/// The visible part of the catalog that was read last.
#[derive(Default)]
pub struct VisibleCatalogs {
    last: RefCell<Option<LastRead>>,
}

/// A reduced catalog with the catalogs and principals for which it is valid.
struct LastRead {
    catalog: Arc<Catalog>,
    master: Option<Arc<Catalog>>,
    who: Arc<Who>,
    limited: Option<Arc<LimitedCatalog>>,
}

impl VisibleCatalogs {
    /// Returns the part of a database's catalog that `who` may see, or `None` if everything is
    /// visible. `master` is master's catalog. The last result is kept, and returned again for the
    /// same identity and catalogs.
    pub fn limited(
        &self,
        (who, master): (&Arc<Who>, Option<Arc<Catalog>>),
        (database, catalog): (&Database, &Arc<Catalog>),
    ) -> Option<Arc<LimitedCatalog>> {
        if who.is_unrestricted() {
            return None;
        }
        let mut last = self.last.borrow_mut();
        if let Some(last) = last.as_ref().filter(|last| last.is_for(who, master.as_ref(), catalog)) {
            return last.limited.clone();
        }
        let access = limits(who, master.as_deref(), (database, catalog));
        let limited = access.map(|access| {
            let seen = Arc::new(visible(&access, catalog));
            Arc::new(LimitedCatalog { access, seen })
        });
        let (catalog, who) = (Arc::clone(catalog), Arc::clone(who));
        *last = Some(LastRead { catalog, master, who, limited: limited.clone() });
        limited
    }
}

impl LastRead {
    fn is_for(&self, who: &Arc<Who>, master: Option<&Arc<Catalog>>, catalog: &Arc<Catalog>) -> bool {
        let is_master = match (&self.master, master) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        is_master && Arc::ptr_eq(&self.catalog, catalog) && Arc::ptr_eq(&self.who, who)
    }
}
