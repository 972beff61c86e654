//! The columns of views, inline functions and multi-statement table functions.
//!
//! SQL Server stores a view's columns when the view is created or refreshed. This module derives
//! the current columns from the text. A view whose text can't be bound any more has no columns.

use crate::host::Host;
use sluice_base::sync::Arc;
use sluice_binder::{Binder, function_columns};
use sluice_catalog::{Catalog, Column, Module, ModuleKind, SystemViewDef, Table};
use sluice_plan::{Names, Variables};
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Returns the columns of `module` in `database`, whose names are `catalog`. Derived by binding its
/// text now. Empty if that fails or the module has no columns.
pub fn module_columns(
    host: &dyn Host,
    database: &Arc<Database>,
    catalog: &Arc<Catalog>,
    module: &Arc<Module>,
) -> Arc<[Column]> {
    match module.kind {
        // A function that uses a dropped type has no columns.
        ModuleKind::TableFunction => function_columns(module, &**catalog).unwrap_or_default().into(),
        ModuleKind::View | ModuleKind::InlineFunction => {
            let names = NamesOf { host, database, catalog };
            Binder::new(&names, &Variables::default()).module(module).unwrap_or_default().into()
        }
        _ => Arc::default(),
    }
}

/// All names of a database, without a session's permissions.
pub(crate) struct NamesOf<'a> {
    pub(crate) host: &'a dyn Host,
    pub(crate) database: &'a Arc<Database>,
    pub(crate) catalog: &'a Arc<Catalog>,
}

impl Names for NamesOf<'_> {
    fn catalog(&self, database: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError> {
        Ok(match database {
            Some(other) => self.host.find_database(other)?.map(|other| match other.id == self.database.id {
                true => Arc::clone(self.catalog),
                false => other.catalog(),
            }),
            None => Some(Arc::clone(self.catalog)),
        })
    }

    fn current_database(&self) -> String {
        self.database.name.clone()
    }

    fn row_count(&self, _database: Option<&str>, _table: &Table) -> Option<u64> {
        None
    }

    fn view(&self, schema: &str, name: &str) -> Option<Arc<SystemViewDef>> {
        self.host.view(schema, name).map(|view| Arc::clone(view.def()))
    }

    fn system_module(&self, schema: &str, name: &str) -> Option<Arc<Module>> {
        self.host.system_module(schema, name).filter(|module| module.kind.has_rows())
    }
}
