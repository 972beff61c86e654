//! The trees of an open catalog, the keys of their entries, and the report of their damage.

use sluice_access::BTree;
use sluice_base::ids::{ObjectId, PageId};
use sluice_txn::{DamageLocation, Storage, StorageError};
use sluice_types::{DataType, KeyColumn, RowLayout, Value, encode_key};

/// The system tables of an open database. One handle per system table: its object id and root. It
/// borrows the storage and caches no rows.
pub struct StoredCatalog<'a> {
    pub(super) storage: &'a Storage,
    pub(super) objects: BTree,
    pub(super) names: BTree,
    pub(super) columns: BTree,
    pub(super) sequences: BTree,
    pub(super) modules: BTree,
    pub(super) indexes: BTree,
    pub(super) rules: BTree,
    pub(super) schemas: BTree,
    pub(super) statistics: BTree,
    pub(super) types: BTree,
    pub(super) dates: BTree,
    // Absent until the first property is added.
    pub(super) properties: Option<BTree>,
    pub(super) security: Trees,
    // Present in master only.
    pub(super) server: Option<Trees>,
}

/// The trees of one scope.
#[derive(Clone, Copy)]
pub(super) struct Trees {
    pub(super) principals: BTree,
    pub(super) permissions: BTree,
    pub(super) members: BTree,
}

/// The key of an object: its id with the sign bit flipped, big-endian, so that keys sort like ids.
pub(super) fn object_key(id: ObjectId) -> [u8; 4] {
    (id.0 as u32 ^ SIGN).to_be_bytes()
}

/// Returns the object id of a 4-byte key made by [`object_key`]; `None` if the key has another
/// length.
pub(super) fn object_of(key: &[u8]) -> Option<ObjectId> {
    Some(ObjectId((u32::from_be_bytes(key.try_into().ok()?) ^ SIGN) as i32))
}

/// Returns the key of a column: the table's id and the position in the table, big-endian.
pub(super) fn column_key(id: ObjectId, place: usize) -> [u8; 6] {
    let mut key = [0; 6];
    key[..4].copy_from_slice(&object_key(id));
    key[4..].copy_from_slice(&(place as u16).to_be_bytes());
    key
}

/// Returns the key in sysnames: name, then schema, both folded so that names that differ only in
/// case are equal.
pub(super) fn name_key(schema: &str, name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    let folded = |name: &str| Value::text(sluice_catalog::Folded::new(name).as_str());
    encode_key(&[folded(name), folded(schema)], &NAME_KEY, &mut key);
    key
}

/// Returns the error [`StorageError::Damaged`] for a page of the primary data file; `what` is its
/// text.
pub(super) fn damaged(storage: &Storage, page: PageId, what: &str) -> StorageError {
    let path = storage.space.path().to_owned();
    StorageError::Damaged { path, place: DamageLocation::Page(page), what: what.to_owned() }
}

/// Returns [`StorageError::Damaged`] at `root` for a row of the system table `table` that can't be
/// decoded by `layout`. The text distinguishes two cases. Later versions add columns at the end of
/// rows, so a row with more columns is said to be a later version's. Any other row can't be read. A
/// row with fewer columns is no error: it is an earlier version's and reads NULL in the others.
pub(super) fn unreadable(
    storage: &Storage,
    (table, root): (&str, PageId),
    (layout, row): (&RowLayout, &[u8]),
) -> StorageError {
    damaged(storage, root, &fault(table, layout, row))
}

/// Describes a row that can't be decoded.
fn fault(table: &str, layout: &RowLayout, row: &[u8]) -> String {
    match layout.later_columns(row) {
        0 => format!("a row of {table} cannot be read"),
        more => format!(
            "a row of {table} has {more} columns that this version doesn't know: open the database with the later \
             version that wrote it"
        ),
    }
}

/// Boot slot and object id of sysdates.
pub(super) const DATES: (u8, ObjectId) = (19, ObjectId(16));
/// Boot slot and object id of sysprops.
pub(super) const PROPERTIES: (u8, ObjectId) = (20, ObjectId(17));
/// Bytes of an object's key.
pub(super) const OBJECT_KEY: usize = 4;
/// Bytes of text in one entry of a tree.
pub(super) const PIECE_BYTES: usize = 1024;
const NAME_KEY: [KeyColumn; 2] = [KeyColumn::ascending(DataType::SYSNAME), KeyColumn::ascending(DataType::SYSNAME)];
pub(super) const SIGN: u32 = 1 << 31;
pub(super) const BOOT_PAGE: u32 = 2;

#[cfg(test)]
mod tests {
    use super::super::schema_row;
    use super::*;

    #[test]
    fn row_with_more_columns_is_a_later_version_not_damage() {
        let longer = RowLayout::new(&[DataType::SYSNAME, DataType::Int, DataType::Int, DataType::Int]);
        let mut row = Vec::new();
        longer.encode(&[Value::text("s"), Value::Int(1), Value::Int(2), Value::Null], &mut row).unwrap();
        assert!(schema_row::decode(sluice_catalog::SchemaId(5), &row).is_none());
        assert!(
            fault("sysschemas", &schema_row::layout(), &row).contains("has 2 columns that this version doesn't know")
        );
        row.truncate(6);
        row[2] = 2;
        assert_eq!(fault("sysschemas", &schema_row::layout(), &row), "a row of sysschemas cannot be read");
    }
}
