//! Binds definitions that a catalog store has kept as text: filters of indexes and table types.

use crate::index_filter::{Filtered, filter_of};
use crate::{Binder, Making};
use sluice_base::ids::ObjectId;
use sluice_catalog::{Catalog, Column, DefinitionBinder, IndexFilter, Table, UserType};
use sluice_definition::index_definition::filegroup_of_tempdb;
use sluice_definition::names::{NoNames, TypeNames};
use sluice_definition::table_definition::table_type_definition;
use sluice_definition::variables::Variables;
use sluice_types::SqlError;
use std::cell::Cell;

/// Binds stored definitions without other names than those of the catalog that is read.
pub struct StoredDefinitions;

impl DefinitionBinder for StoredDefinitions {
    fn filter(
        &self,
        index: &str,
        (table, columns): (&str, &[Column]),
        definition: &str,
    ) -> Result<IndexFilter, SqlError> {
        filter_of(Filtered { is_statistics: false, index, table, columns }, definition)
    }

    fn table_of_type(&self, id: ObjectId, name: &str, definition: &str, types: &Catalog) -> Result<Table, SqlError> {
        table_of_type(id, name, definition, types)
    }
}

/// Returns the table that variables of the table type `name` are made like, from the statement that
/// defines the type. The definition is bound again, so the ids of its constraints are derived from
/// the id of the type's table.
pub fn table_of_type(id: ObjectId, name: &str, definition: &str, types: &dyn TypeNames) -> Result<Table, SqlError> {
    let items = table_type_definition(definition, types)?;
    let empty = Table::empty(id, String::new(), UserType::table_name(name, id));
    let made = Cell::new(0);
    let new_id = || constraint_id(id, made.replace(made.get() + 1));
    let making = Making {
        statement: "CREATE TYPE",
        database: Some("tempdb"),
        is_checked: true,
        new_id: &new_id,
        filegroup: &filegroup_of_tempdb,
    };
    Binder::new(&NoNames, &Variables::default()).define(&empty, &items, making).map(|(table, _)| table)
}

/// Returns the id of the constraint of a table type at `place`. The ids are above those of other
/// objects, and unique for 4,000,000 objects of a database and 256 constraints of a type.
fn constraint_id(table: ObjectId, place: i32) -> ObjectId {
    ObjectId(1 << 30 | (table.0 & 0x3F_FFFF) << 8 | place & 0xFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_type_is_bound_from_its_text() {
        let definition =
            "CREATE TYPE dbo.Pairs AS TABLE (a int PRIMARY KEY, b nvarchar(20) DEFAULT N'x', CHECK (a > 0))";
        let table = table_of_type(ObjectId(1007), "Pairs", definition, &NoNames).expect("it defines a table type");
        assert_eq!(table.name, "TT_Pairs_000003EF");
        assert_eq!((table.columns.len(), table.constraints.len(), table.indexes.len()), (2, 2, 1));
        let key = table.indexes[0].constraint.map(|key| key.id);
        assert_eq!((key, table.constraints[0].id), (Some(constraint_id(table.id, 0)), constraint_id(table.id, 1)));
    }
}
