//! Objects of a catalog: tables, sequences and modules.

use crate::module::Module;
use crate::security::ObjectKind;
use crate::sequence::Sequence;
use crate::table::Table;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// An object of a database.
#[derive(Clone, Debug)]
pub enum Object {
    /// A table.
    Table(Arc<Table>),
    /// A sequence.
    Sequence(Arc<Sequence>),
    /// A view, function, procedure, trigger or synonym.
    Module(Arc<Module>),
}

impl Object {
    /// Returns the object's id.
    pub fn id(&self) -> ObjectId {
        match self {
            Object::Table(table) => table.id,
            Object::Sequence(sequence) => sequence.id,
            Object::Module(module) => module.id,
        }
    }

    /// Returns the object's kind, as its permissions see it.
    pub fn kind(&self) -> ObjectKind {
        match self {
            Object::Table(_) => ObjectKind::Table,
            Object::Sequence(_) => ObjectKind::Sequence,
            Object::Module(module) => module.kind.into(),
        }
    }

    /// Returns the name of the object's schema.
    pub fn schema(&self) -> &str {
        match self {
            Object::Table(table) => &table.schema,
            Object::Sequence(sequence) => &sequence.schema,
            Object::Module(module) => &module.schema,
        }
    }

    /// Returns the object's name.
    pub fn name(&self) -> &str {
        match self {
            Object::Table(table) => &table.name,
            Object::Sequence(sequence) => &sequence.name,
            Object::Module(module) => &module.name,
        }
    }

    /// Whether both are the same state of the same object. By identity: two equal copies are not
    /// the same state, since every change makes a new one.
    pub fn is_same(&self, other: &Object) -> bool {
        match (self, other) {
            (Object::Table(one), Object::Table(other)) => Arc::ptr_eq(one, other),
            (Object::Sequence(one), Object::Sequence(other)) => Arc::ptr_eq(one, other),
            (Object::Module(one), Object::Module(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Returns the table. `None` for another object, an indexed view included.
    pub fn table(&self) -> Option<&Arc<Table>> {
        if let Object::Table(table) = self { Some(table) } else { None }
    }

    /// Returns the table that has the object's rows: the table itself, or the rows of an indexed
    /// view. `None` for an object without rows of its own.
    pub fn stored(&self) -> Option<&Arc<Table>> {
        self.table().or_else(|| self.module()?.rows.as_ref())
    }

    /// Returns the object with another state of the table that has its rows. The object must be a
    /// table or an indexed view.
    pub fn with_stored(&self, table: Table) -> Object {
        match self {
            Object::Module(view) => {
                Object::Module(Arc::new(Module { rows: Some(Arc::new(table)), ..Module::clone(view) }))
            }
            _ => Object::Table(Arc::new(table)),
        }
    }

    /// Returns the sequence, or `None` for another object.
    pub fn sequence(&self) -> Option<&Arc<Sequence>> {
        if let Object::Sequence(sequence) = self { Some(sequence) } else { None }
    }

    /// Returns the module, or `None` for another object.
    pub fn module(&self) -> Option<&Arc<Module>> {
        if let Object::Module(module) = self { Some(module) } else { None }
    }
}
