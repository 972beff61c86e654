//! The owner of a page at the time of a log record, for the object names of `sys.fn_dblog`.
//!
//! A page gets its owner when it is formatted, which is logged. At a record, the owner is the
//! object of the last preceding format record. Without such a record in the log, it is the page's
//! current owner, unless the page was formatted later. tempdb doesn't log formatting, so owners are
//! unknown there.

use sluice_access::formatted_pages;
use sluice_base::hash::HashMap;
use sluice_base::ids::{Lsn, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::page;
use sluice_catalog::Catalog;
use sluice_table::catalog_store::system_table;
use sluice_txn::{Record, Storage, StorageError};

/// The owners of pages, from the log.
pub(crate) struct PageObjects {
    storage: Arc<Storage>,
    catalog: Arc<Catalog>,
    /// The owners of each page with the LSNs of the format records, in log order.
    formatted: HashMap<PageId, Vec<(Lsn, ObjectId)>>,
    /// The current owners of pages without a format record.
    now: HashMap<PageId, Option<ObjectId>>,
}

impl PageObjects {
    /// Reads the whole active log of `storage` once. A record that can't be decoded is passed over;
    /// fails if the log can't be read.
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

    /// Returns `schema.table` of the page's owner at `lsn`, if known and still existing. May read
    /// the page itself. `None` for tempdb and for a page without an owner.
    pub(crate) fn name(&mut self, page: PageId, lsn: Lsn) -> Option<String> {
        if page.is_none() || self.storage.is_temporary() {
            return None;
        }
        let object = match self.formatted.get(&page) {
            // The format record itself belongs to the new owner.
            Some(times) => times.iter().rev().find(|(at, _)| *at <= lsn).map(|(_, object)| *object),
            None => {
                let storage = &self.storage;
                *self.now.entry(page).or_insert_with(|| owner_now(storage, page))
            }
        };
        let object = object?;
        match self.catalog.stored_table_by_id(object) {
            Some(table) => Some(format!("{}.{}", table.schema, table.name)),
            None => system_table(object).map(|name| format!("sys.{name}")),
        }
    }
}

fn owner_now(storage: &Storage, page: PageId) -> Option<ObjectId> {
    let bytes = storage.pool.read(storage.id, page).ok()?;
    Some(page::object(&bytes))
}
