//! User-defined types in systypes. No tree ensures that their names are unique; each definition
//! locks its name.

use super::stored::{OBJECT_KEY, StoredCatalog, column_key, damaged, object_of, unreadable};
use super::type_row;
use super::type_row::TypeRow;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, DefinitionBinder, TypeId, UserType};
use sluice_txn::StorageError;
use std::ops::Bound;

impl StoredCatalog<'_> {
    /// Loads all types, in the order of their ids. `binder` binds the definitions of table types,
    /// which may use alias types but no other table types. Fails with `Damaged` if a row can't be
    /// read or bound.
    pub(super) fn load_types(&self, binder: &dyn DefinitionBinder) -> Result<Vec<Arc<UserType>>, StorageError> {
        let broken = || damaged(self.storage, self.types.root, "a row of systypes cannot be read");
        let rows = self.read_types()?;
        // Columns of table types may use alias types, which are therefore loaded first.
        let (tables, aliases): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, row, _)| row.table().is_some());
        let mut types = Vec::new();
        for (id, row, text) in aliases {
            let user_type = row.with_text(id, text, (binder, &Catalog::empty()));
            types.push(Arc::new(user_type.ok_or_else(broken)?));
        }
        let known = Catalog::empty().and_types(types.clone());
        for (id, row, text) in tables {
            types.push(Arc::new(row.with_text(id, text, (binder, &known)).ok_or_else(broken)?));
        }
        types.sort_by_key(|user_type| user_type.id);
        Ok(types)
    }

    /// Reads the rows of all types with their texts.
    fn read_types(&self) -> Result<Vec<(TypeId, TypeRow, Vec<u8>)>, StorageError> {
        let broken = || damaged(self.storage, self.types.root, "a row of systypes cannot be read");
        let (mut rows, mut scan) = (Vec::new(), self.types.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?);
        while let Some((key, row)) = scan.next()? {
            let id = key.get(..OBJECT_KEY).and_then(object_of).ok_or_else(broken)?;
            let unreadable = || unreadable(self.storage, ("systypes", self.types.root), (&type_row::layout(), row));
            let row = type_row::decode(row).ok_or_else(unreadable)?;
            let mut text = Vec::new();
            for _ in 0..row.pieces {
                let (_, piece) = scan.next()?.ok_or_else(broken)?;
                text.extend_from_slice(piece);
            }
            rows.push((TypeId(id.0), row, text));
        }
        Ok(rows)
    }

    /// The greatest id of a table type's table. `None` without table types.
    pub(super) fn last_type_table(&self) -> Result<Option<ObjectId>, StorageError> {
        let rows = self.read_types()?;
        Ok(rows.iter().filter_map(|(_, row, _)| row.table()).max_by_key(|id| id.0))
    }
}

/// The keys of a type's rows.
pub(super) fn keys(user_type: &UserType) -> Vec<[u8; 6]> {
    (0..=type_row::pieces(user_type).len()).map(|number| column_key(ObjectId(user_type.id.0), number)).collect()
}
