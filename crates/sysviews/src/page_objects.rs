//! Which object's a page was when a log record was written about it: the name that `sys.fn_dblog` shows.
//!
//! A page becomes an object's when it is formatted, which is logged. So it was, at a record, the object's that formatted it last before; if
//! the log does not reach back so far, what it is now, unless it was formatted again since. In tempdb formatting is not logged, and
//! nothing is known.

use sluice_access::formatted_pages;
use sluice_base::hash::HashMap;
use sluice_base::ids::{Lsn, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::page;
use sluice_catalog::Catalog;
use sluice_exec::catalog_store::system_table;
use sluice_txn::{Record, Storage, StorageError};

/// The pages that the log tells of.
pub(crate) struct PageObjects {
    storage: Arc<Storage>,
    catalog: Arc<Catalog>,
    /// By whom each was formatted, and when, in the order of the log.
    formatted: HashMap<PageId, Vec<(Lsn, ObjectId)>>,
    /// What pages are now that the log does not see formatted.
    now: HashMap<PageId, Option<ObjectId>>,
}

impl PageObjects {
    /// Reads the log of `storage` for it.
    pub(crate) fn read(storage: &Arc<Storage>, catalog: &Arc<Catalog>) -> Result<PageObjects, StorageError> {
        let mut formatted: HashMap<PageId, Vec<(Lsn, ObjectId)>> = HashMap::default();
        let mut stream = storage.log.stream(Lsn::NONE, storage.log.tail());
        while let Some(found) = stream.next()? {
            let Ok(record) = Record::decode(found.lsn, found.kind, found.body) else { continue };
            for (page, object) in formatted_pages(&record) {
                formatted.entry(page).or_default().push((record.lsn, object));
            }
        }
        let (storage, catalog) = (Arc::clone(storage), Arc::clone(catalog));
        Ok(PageObjects { storage, catalog, formatted, now: HashMap::default() })
    }

    /// The name of the object whose page this was at `lsn`, if that is known and the object is there.
    pub(crate) fn name(&mut self, page: PageId, lsn: Lsn) -> Option<String> {
        if page.is_none() || self.storage.is_temporary() {
            return None;
        }
        let object = match self.formatted.get(&page) {
            // The record that formats it is about its new owner.
            Some(times) => times.iter().rev().find(|(at, _)| *at <= lsn).map(|(_, object)| *object),
            None => {
                let storage = &self.storage;
                *self.now.entry(page).or_insert_with(|| owner_now(storage, page))
            }
        };
        let object = object?;
        match self.catalog.table_by_id(object) {
            Some(table) => Some(format!("{}.{}", table.schema, table.name)),
            None => system_table(object).map(|name| format!("sys.{name}")),
        }
    }
}

fn owner_now(storage: &Storage, page: PageId) -> Option<ObjectId> {
    let bytes = storage.pool.read(storage.id, page).ok()?;
    Some(page::object(&bytes))
}
