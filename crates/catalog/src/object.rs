//! An object of a catalog: a table, a sequence or a module.

use crate::module::Module;
use crate::sequence::Sequence;
use crate::table::Table;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// An object.
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
    /// Its id.
    pub fn id(&self) -> ObjectId {
        match self {
            Object::Table(table) => table.id,
            Object::Sequence(sequence) => sequence.id,
            Object::Module(module) => module.id,
        }
    }

    /// The name of its schema.
    pub fn schema(&self) -> &str {
        match self {
            Object::Table(table) => &table.schema,
            Object::Sequence(sequence) => &sequence.schema,
            Object::Module(module) => &module.schema,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Object::Table(table) => &table.name,
            Object::Sequence(sequence) => &sequence.name,
            Object::Module(module) => &module.name,
        }
    }

    /// Whether both are one state of one object.
    pub fn is_same(&self, other: &Object) -> bool {
        match (self, other) {
            (Object::Table(one), Object::Table(other)) => Arc::ptr_eq(one, other),
            (Object::Sequence(one), Object::Sequence(other)) => Arc::ptr_eq(one, other),
            (Object::Module(one), Object::Module(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        if let Object::Table(table) = self { Some(table) } else { None }
    }

    /// The sequence, if it is one.
    pub fn sequence(&self) -> Option<&Arc<Sequence>> {
        if let Object::Sequence(sequence) = self { Some(sequence) } else { None }
    }

    /// The module, if it is one.
    pub fn module(&self) -> Option<&Arc<Module>> {
        if let Object::Module(module) = self { Some(module) } else { None }
    }
}
