//! User-defined types: alias types and table types. A table type has a hidden table that describes
//! its columns and keys.

use crate::bound_object::BoundObjects;
use crate::table::Table;
use crate::type_id::TypeId;
use sluice_base::sync::Arc;
use sluice_types::DataType;

/// A user-defined type. Immutable.
#[derive(Clone, PartialEq, Debug)]
pub struct UserType {
    /// The type's id, never reused in the database.
    pub id: TypeId,
    /// The schema's name, spelled as in the schema.
    pub schema: String,
    /// The name as defined.
    pub name: String,
    /// The kind of type.
    pub kind: TypeKind,
    /// The default and the rule bound to an alias type, which its new columns inherit.
    pub bound: BoundObjects,
}

/// The kinds of user-defined types.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// An alias of a system type.
    Alias {
        /// The system type.
        data_type: DataType,
        /// Whether columns of the type allow NULL by default.
        nullable: bool,
    },
    /// A table type.
    Table {
        /// The text of the CREATE TYPE statement.
        definition: Arc<str>,
        /// The template of the type's variables, without rows and storage. Its id is
        /// `type_table_object_id`.
        table: Arc<Table>,
    },
}

impl UserType {
    /// Returns the system type of an alias type. `None` for a table type.
    pub fn alias_of(&self) -> Option<DataType> {
        match &self.kind {
            TypeKind::Alias { data_type, .. } => Some(*data_type),
            TypeKind::Table { .. } => None,
        }
    }

    /// Returns the template table of a table type. `None` for an alias type.
    pub fn table(&self) -> Option<&Arc<Table>> {
        match &self.kind {
            TypeKind::Alias { .. } => None,
            TypeKind::Table { table, .. } => Some(table),
        }
    }

    /// Returns the name of a table type's table in `sys`: `TT_`, at most eight characters of the
    /// type's name, and the table's id.
    pub fn table_name(name: &str, table: sluice_base::ids::ObjectId) -> String {
        let short: String = name.chars().take(NAME_SHOWN).collect();
        format!("TT_{short}_{:08X}", table.0)
    }
}

/// The id of the first user-defined type.
pub(crate) const FIRST: TypeId = TypeId(257);
/// Number of characters of a table type's name in its table's name.
const NAME_SHOWN: usize = 8;
