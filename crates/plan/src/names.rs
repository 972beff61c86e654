//! What the binder asks about names.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Module, ModuleKind, ObjectName, SystemViewDef, Table, UserType};
use sluice_syntax::ast;
use sluice_types::SqlError;

/// The names that a session can see.
pub trait Names {
    /// The catalog of the database `database`, of the current one if none is named; `None` if there is no such database.
    fn catalog(&self, database: Option<&str>) -> Option<Arc<Catalog>>;

    /// The name of the current database, for messages.
    fn current_database(&self) -> String;

    /// The schema that names without one are looked for in before the default schema: of the procedure or function that the statement stands in.
    fn module_schema(&self) -> Option<String> {
        None
    }

    /// Where `name` points: itself, unless it is the name of a temporary table, which is in tempdb and called something else there.
    fn place(&self, name: &ObjectName) -> ObjectName {
        name.clone()
    }

    /// How many rows `table` has, about, which is in that database; none where that is not known.
    fn row_count(&self, _database: Option<&str>, _table: &Table) -> Option<u64> {
        None
    }

    /// The table variable `name` (with its @), which the batch declares.
    fn table_variable(&self, _name: &str) -> Option<Arc<Table>> {
        None
    }

    /// `inserted` or `deleted`, in any case, where the statement stands in a trigger.
    fn trigger_rows(&self, _name: &str) -> Option<Arc<SystemViewDef>> {
        None
    }

    /// Whether the INSTEAD OF trigger with this id is the one that runs: it is not fired by what it does itself.
    fn is_instead(&self, _trigger: ObjectId) -> bool {
        false
    }

    /// The module that is about to be made WITH SCHEMABINDING.
    fn binding(&self) -> Option<&Binding> {
        None
    }

    /// The system view `name` in `schema`.
    fn view(&self, schema: &str, name: &str) -> Option<Arc<SystemViewDef>>;

    /// The system view `name` in `schema`, if it is a query over others.
    fn system_module(&self, _schema: &str, _name: &str) -> Option<Arc<Module>> {
        None
    }
}

/// A module that is about to be made WITH SCHEMABINDING.
#[derive(Clone, Debug)]
pub struct Binding {
    kind: &'static str,
    name: String,
    // How many modules are being bound where its own text is.
    depth: usize,
}

impl Binding {
    /// Of that module.
    pub fn of(module: &Module) -> Binding {
        let depth = usize::from(module.kind.has_rows());
        Binding { kind: module.kind.noun(), name: module.name.clone(), depth }
    }

    /// Of a module of statements, of that kind and name.
    pub fn of_statements(kind: ModuleKind, name: &str) -> Binding {
        Binding { kind: kind.noun(), name: name.to_owned(), depth: 0 }
    }

    /// 2788: its own text names a synonym.
    pub(crate) fn refuse_synonym(&self, depth: usize) -> Result<(), SqlError> {
        if depth == self.depth { Err(SqlError::new(2788, 16, 1, Vec::new())) } else { Ok(()) }
    }

    /// Of what its own text names (`depth` modules being bound): 4512 for a name that has not two parts, 4513 for a module that is not bound to its schema.
    pub(crate) fn check(
        &self,
        depth: usize,
        written: &ast::ObjectName,
        module: Option<&Module>,
    ) -> Result<(), SqlError> {
        if depth != self.depth {
            return Ok(());
        }
        let args = |shown: String| vec![self.kind.to_owned(), self.name.clone(), shown];
        if written.schema.is_none() || written.database.is_some() {
            return Err(SqlError::new(4512, 16, 3, args(object_name(written).to_string())));
        }
        if module.is_some_and(|module| !module.options.is_schema_bound) {
            return Err(SqlError::new(4513, 16, 1, args(object_name(written).to_string())));
        }
        Ok(())
    }
}

/// What declarations ask about users' types.
pub trait TypeNames {
    /// The type that `name`, which says no database, means.
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>>;
}

impl TypeNames for Catalog {
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>> {
        Catalog::user_type(self, name).cloned()
    }
}

impl TypeNames for NoNames {
    fn user_type(&self, _name: &ObjectName) -> Option<Arc<UserType>> {
        None
    }
}

/// The names that an expression without tables sees.
#[derive(Clone, Copy, Debug)]
pub struct NoNames;

impl Names for NoNames {
    fn catalog(&self, _database: Option<&str>) -> Option<Arc<Catalog>> {
        None
    }

    fn current_database(&self) -> String {
        String::new()
    }

    fn view(&self, _schema: &str, _name: &str) -> Option<Arc<SystemViewDef>> {
        None
    }
}

/// A written name of up to three parts, as the catalog takes it.
pub fn object_name(written: &ast::ObjectName) -> ObjectName {
    let text = |name: &Option<ast::Name>| name.as_ref().map(|name| name.text.to_string());
    ObjectName {
        database: text(&written.database),
        schema: text(&written.schema),
        object: written.name.text.to_string(),
    }
}
