//! Name resolution for a session's statements.

use crate::access::access;
use crate::data_file_rows::{self, DataFileRows};
use crate::dependencies::SeenCatalogs;
use crate::host::{Host, SystemView};
use crate::running_module::StandIn;
use crate::table_variables::TableVariables;
use crate::who::Who;
use crate::work::Work;
use sluice_base::ids::{ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_catalog::security::{Securable, codes};
use sluice_catalog::{Catalog, Module, ModuleKind, ObjectName, SystemViewDef, Table};
use sluice_functions::SetOptions;
use sluice_plan::{Binding, Names};
use sluice_query::code::context::ViewHandle;
use sluice_query::source_names::SourceNames;
use sluice_table::database::Database;
use sluice_table::temporary::{self, Scope, TEMPDB};
use sluice_types::SqlError;

/// The names that a session sees.
pub struct SessionNames<'a> {
    /// The instance.
    pub host: &'a dyn Host,
    /// The current database.
    pub database: &'a Arc<Database>,
    /// The session's transaction, which may have changed definitions.
    pub work: &'a Work,
    /// Scope of private temporary tables.
    pub scope: Scope,
    /// Table variables of the batch.
    pub table_variables: &'a TableVariables,
    /// Schema in which names are looked up first, if it isn't dbo.
    pub first_schema: Option<&'a str>,
    /// Captured rows that only this statement can name.
    pub captured: Option<&'a Arc<dyn SystemView>>,
    /// Tables for which other rows stand inside views.
    pub stand_ins: &'a [StandIn],
    /// `inserted` and `deleted` of the trigger that contains the statement.
    pub trigger: Option<&'a [Arc<dyn SystemView>; 2]>,
    /// The session's principal, if its permissions are checked.
    pub restricted: Option<&'a Arc<Who>>,
    /// The innermost running INSTEAD OF trigger.
    pub instead_of: Option<ObjectId>,
    /// Whether INSTEAD OF triggers don't replace the statement: a bulk load without FIRE_TRIGGERS.
    pub no_instead: bool,
    /// The module that is being created WITH SCHEMABINDING.
    pub binding: Option<&'a Binding>,
    /// The SET options that statements are bound with.
    pub options: SetOptions,
    /// Catalogs and lookups of the statement.
    pub seen: Arc<SeenCatalogs>,
}

impl SessionNames<'_> {
    /// Returns the database called `name`, or the current database. Returns `None` if it doesn't
    /// exist. Fails with the error of its state if it exists and isn't open.
    pub fn database(&self, name: Option<&str>) -> Result<Option<Arc<Database>>, SqlError> {
        match name {
            Some(name) => self.host.find_database(name),
            None => Ok(Some(Arc::clone(self.database))),
        }
    }
}

impl SessionNames<'_> {
    /// Returns the system view `name` in `schema`. `inserted` and `deleted` have an empty schema.
    /// The view that the statement's context has captured comes before the host's. `None` if there
    /// is none.
    pub fn system_view(&self, schema: &str, name: &str) -> Option<Arc<dyn SystemView>> {
        if schema.is_empty() {
            return self.of_trigger(name).cloned();
        }
        if name == data_file_rows::NAME {
            return Some(Arc::new(DataFileRows::any()));
        }
        let is_named = |rows: &&Arc<dyn SystemView>| rows.def().schema == schema && rows.def().name == name;
        if let Some(rows) = self.stand_ins.iter().map(|stand_in| &stand_in.rows).find(is_named) {
            return Some(Arc::clone(rows));
        }
        let captured = self.captured.filter(is_named);
        captured.cloned().or_else(|| self.host.view(schema, name))
    }
}

impl SessionNames<'_> {
    fn of_trigger(&self, name: &str) -> Option<&Arc<dyn SystemView>> {
        self.trigger?.iter().find(|rows| rows.def().name.eq_ignore_ascii_case(name))
    }
}

impl SourceNames for SessionNames<'_> {
    fn find_database(&self, name: Option<&str>) -> Result<Option<Arc<Database>>, SqlError> {
        SessionNames::database(self, name)
    }

    fn session(&self) -> SessionId {
        self.scope.session
    }

    fn view(&self, schema: &str, name: &str) -> Option<ViewHandle> {
        self.system_view(schema, name).map(|view| Arc::new(view) as ViewHandle)
    }
}

impl Names for SessionNames<'_> {
    fn set_options(&self) -> SetOptions {
        self.options
    }

    fn catalog(&self, database: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError> {
        let found = self.database(database)?;
        Ok(found.map(|database| self.seen.catalog(&database, self.work.definitions())))
    }

    fn current_database(&self) -> String {
        self.database.name.clone()
    }

    fn first_schema(&self) -> Option<String> {
        self.first_schema.map(str::to_owned)
    }

    fn place(&self, name: &ObjectName) -> ObjectName {
        temporary::find(name, self.scope, |place| {
            let tempdb = self.host.database(TEMPDB);
            tempdb.is_some_and(|tempdb| self.seen.catalog(&tempdb, self.work.definitions()).table(place).is_some())
        })
    }

    fn row_count(&self, database: Option<&str>, table: &Table) -> Option<u64> {
        if table.is_variable() {
            return None;
        }
        self.database(database).ok()??.row_count(table)
    }

    fn view_row_count(&self, database: Option<&str>, view: &SystemViewDef) -> Option<u64> {
        let objects = self.catalog(database).ok()??.object_count();
        view.reach.rows_among(objects)
    }

    fn table_variable(&self, name: &str) -> Option<Arc<Table>> {
        self.table_variables.get(name)
    }

    fn system_module(&self, schema: &str, name: &str) -> Option<Arc<Module>> {
        self.host.system_module(schema, name).filter(|module| module.kind != ModuleKind::Procedure)
    }

    fn trigger_rows(&self, name: &str) -> Option<Arc<SystemViewDef>> {
        self.of_trigger(name).map(|rows| Arc::clone(rows.def()))
    }

    fn data_file(&self, options: &mut [Option<String>]) -> Result<Arc<SystemViewDef>, SqlError> {
        // The format file is read here, before the permissions of the whole statement are checked.
        if let Some(who) = self.restricted {
            let master = self.host.database(MASTER).map(|master| self.work.catalog(&master));
            let access = access(who, master.as_deref(), (self.database, &self.work.catalog(self.database)));
            if !access.may(Securable::Server, codes::ADMINISTER_BULK_OPERATIONS) {
                return Err(SqlError::bulk_load_permission());
            }
        }
        data_file_rows::describe(self.host, options)
    }

    fn stand_in(&self, table: &Table) -> Option<Arc<SystemViewDef>> {
        let stand_in = self.stand_ins.iter().find(|stand_in| stand_in.table == table.id)?;
        Some(Arc::clone(stand_in.rows.def()))
    }

    fn binding(&self) -> Option<&Binding> {
        self.binding
    }

    fn is_instead(&self, trigger: ObjectId) -> bool {
        self.no_instead || self.instead_of == Some(trigger)
    }

    fn view(&self, schema: &str, name: &str) -> Option<Arc<SystemViewDef>> {
        self.system_view(schema, name).map(|view| Arc::clone(view.def()))
    }
}

/// The database that has the logins.
const MASTER: &str = "master";
