//! Copies model's user objects into a new database: schemas, types, tables, sequences and modules,
//! with their rows and current values.
//!
//! Invariant: the copy reads committed objects only. It holds shared locks on the definitions and
//! on each table, so that no session changes them meanwhile.

use crate::catalog_store::{StoredCatalog, write_dates};
use crate::database::Database;
use crate::table_index::{TableIndex, locator_of, rid_of};
use crate::table_storage;
use sluice_access::{self as access, AppendCursor, Heap, Reader, Rid};
use sluice_base::hash::HashMap;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::security::{Scope, schemas_of_fixed_roles};
use sluice_catalog::{CatalogStore, Security, Sequence, Table, TableFilegroups};
use sluice_txn::{CommitDurability, LockMode, LockOwner, Storage, StorageError, Transaction};
use std::ops::Bound;
use std::time::Duration;

/// Copies the user objects of `from` into `to`, a database that has only system tables. Objects
/// keep their ids. The copy is committed in full on return. Fails with `LockTimeout` if a lock on
/// `from` isn't granted within 20 seconds. On a failure, the copy is rolled back.
pub fn copy_objects(from: &Database, to: &Storage) -> Result<(), StorageError> {
    let mut owner = from.storage.locks.owner(Arc::new(AtomicBool::new(false)));
    let copied = copy_held(from, &mut owner, to);
    owner.unlock_all();
    copied
}

fn copy_held(from: &Database, owner: &mut LockOwner, to: &Storage) -> Result<(), StorageError> {
    owner.lock_within(from.definitions(), LockMode::Shared, Some(PATIENCE))?;
    let catalog = from.catalog();
    for table in catalog.stored_tables() {
        owner.lock_within(from.table(table.id), LockMode::Shared, Some(PATIENCE))?;
    }
    // Writes the last values of identity columns and sequences to their pages, which are copied.
    from.settle_generators()?;
    let mut transaction = to.begin();
    let copy = |transaction: &mut Transaction| {
        let stored = StoredCatalog::open(to)?;
        // A schema of a fixed role that was dropped in model is in no new database
        // (`relational-databases/security/authentication-access`,
        // `ownership-and-user-schema-separation.md`).
        schemas_of_fixed_roles().try_for_each(|schema| stored.delete_schema(transaction, &schema))?;
        let own = catalog.schemas().filter(|schema| !schema.is_built_in());
        own.into_iter().try_for_each(|schema| stored.insert_schema(transaction, schema))?;
        catalog.user_types().iter().try_for_each(|user_type| stored.insert_type(transaction, user_type))?;
        for table in catalog.stored_tables() {
            copy_table(from, owner, (to, &stored), transaction, table)?;
        }
        for sequence in catalog.sequences() {
            copy_sequence(from, (to, &stored), transaction, sequence)?;
        }
        catalog.all_modules().iter().try_for_each(|module| stored.insert_module(transaction, module))?;
        catalog.properties().all().into_iter().try_for_each(|known| stored.insert_property(transaction, known))?;
        let dates = catalog.dates().iter().filter(|(id, _)| id.0 != 0).map(|(id, dates)| (*id, Some(*dates)));
        write_dates(to, transaction, &dates.collect::<Vec<_>>())?;
        copy_security(&stored, transaction, catalog.security())
    };
    match copy(&mut transaction) {
        Ok(()) => to.commit(transaction, CommitDurability::Full).map(|_| ()),
        Err(error) => to.rollback(transaction).and(Err(error)),
    }
}

fn copy_security(
    stored: &StoredCatalog<'_>,
    transaction: &mut Transaction,
    security: &Security,
) -> Result<(), StorageError> {
    let scope = Scope::Database;
    security.own().iter().try_for_each(|known| stored.insert_principal(transaction, scope, known))?;
    security.members().iter().try_for_each(|known| stored.insert_member(transaction, scope, *known))?;
    security.permissions().iter().try_for_each(|known| stored.insert_permission(transaction, scope, known))
}

fn copy_table(
    from: &Database,
    owner: &LockOwner,
    (to, stored): (&Storage, &StoredCatalog<'_>),
    transaction: &mut Transaction,
    table: &Table,
) -> Result<(), StorageError> {
    // The roots and filegroups of the model mean nothing in the new database.
    let mut copy = Table { root: PageId::NONE, filegroups: TableFilegroups::default(), ..table.clone() };
    copy.indexes.iter_mut().for_each(|index| index.filegroup = None);
    table_storage::create(to, transaction, &mut copy)?;
    stored.insert_table(transaction, &copy)?;
    let reader = Reader::Committed(owner);
    let mut places = HashMap::default();
    if table.clustered().is_none() {
        let mut scan = Heap { root: table.root, object: table.id }.scan(&from.storage, reader)?;
        let (heap, mut cursor) = (Heap { root: copy.root, object: copy.id }, AppendCursor::default());
        while let Some((place, row)) = scan.next()? {
            let copied = heap.insert(to, transaction, &mut cursor, row)?;
            if !table.indexes.is_empty() {
                places.insert(place, copied);
            }
        }
    }
    for (old, new) in table.indexes.iter().zip(&copy.indexes).filter(|(old, _)| !old.root.is_none()) {
        let (old, new) = (TableIndex::new(table, old), TableIndex::new(&copy, new));
        copy_index((from, &old), (to, &new), reader, transaction, &places)?;
    }
    copy_recovery_value((from, table.root), (to, copy.root), table.id)
}

/// Copies an index. `places` maps the old heap locators in its entries to the new ones.
fn copy_index(
    (from, old): (&Database, &TableIndex),
    (to, new): (&Storage, &TableIndex),
    reader: Reader<'_>,
    transaction: &mut Transaction,
    places: &HashMap<Rid, Rid>,
) -> Result<(), StorageError> {
    let mut scan = old.tree.rows(&from.storage, reader, Bound::Unbounded, Bound::Unbounded)?;
    while let Some((key, value)) = scan.next()? {
        let place = |locator: &[u8]| Some(locator_of(*places.get(&rid_of(locator)?)?));
        match old.relocated(key, value, place) {
            Some((key, value)) => new.tree.insert(to, transaction, &key, &value)?,
            None => new.tree.insert(to, transaction, key, value)?,
        }
    }
    Ok(())
}

fn copy_sequence(
    from: &Database,
    (to, stored): (&Storage, &StoredCatalog<'_>),
    transaction: &mut Transaction,
    sequence: &Sequence,
) -> Result<(), StorageError> {
    let place = access::Sequence::create(to, transaction, sequence.id)?;
    stored.insert_sequence(transaction, &Sequence { root: place.root, ..sequence.clone() })?;
    copy_recovery_value((from, sequence.root), (to, place.root), sequence.id)
}

fn copy_recovery_value(
    (from, old): (&Database, PageId),
    (to, new): (&Storage, PageId),
    object: ObjectId,
) -> Result<(), StorageError> {
    match (access::Sequence { root: old, object }).recovery_value(&from.storage)? {
        None => Ok(()),
        value => access::Sequence { root: new, object }.set_recovery_value(to, value).map(|_| ()),
    }
}

/// Time that the copy waits for a lock of another session.
const PATIENCE: Duration = Duration::from_secs(20);
