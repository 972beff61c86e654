//! Users' types: other names for the system's types, and table types.

use crate::table::Table;
use crate::type_id::TypeId;
use sluice_base::sync::Arc;
use sluice_types::DataType;

/// A type that a user made. Immutable.
#[derive(Clone, PartialEq, Debug)]
pub struct UserType {
    /// Its number, never given to another type of the database.
    pub id: TypeId,
    /// The schema it is in, spelled as the schema is.
    pub schema: String,
    /// Its name, spelled as defined.
    pub name: String,
    /// What it is.
    pub kind: TypeKind,
}

/// The kinds of users' types.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// Another name for a type of the system's.
    Alias {
        /// That type.
        data_type: DataType,
        /// Whether a column that doesn't say may hold NULL.
        nullable: bool,
    },
    /// A table type.
    Table {
        /// The CREATE TYPE that defines it.
        definition: Arc<str>,
        /// The table that variables of it are made like; it has no rows and no storage. Its id is `type_table_object_id`.
        table: Arc<Table>,
    },
}

impl UserType {
    /// The type that it is another name for.
    pub fn alias_of(&self) -> Option<DataType> {
        match &self.kind {
            TypeKind::Alias { data_type, .. } => Some(*data_type),
            TypeKind::Table { .. } => None,
        }
    }

    /// The table that its variables are made like.
    pub fn table(&self) -> Option<&Arc<Table>> {
        match &self.kind {
            TypeKind::Alias { .. } => None,
            TypeKind::Table { table, .. } => Some(table),
        }
    }

    /// The name of a table type's table among the objects of `sys`: `TT_`, of the type's name at most eight characters, and its id.
    pub fn table_name(name: &str, table: sluice_base::ids::ObjectId) -> String {
        let short: String = name.chars().take(NAME_SHOWN).collect();
        format!("TT_{short}_{:08X}", table.0)
    }
}

/// The number of the first type that a user makes.
pub(crate) const FIRST: TypeId = TypeId(257);
/// How much of a table type's name its table's has.
const NAME_SHOWN: usize = 8;
