//! The context of a batch: the session as expressions, operators and built-in functions see it.

use crate::access::{Access, access};
use crate::application_locks::{self, ApplicationLocks, ApplicationOwner};
use crate::call_context::function_rows::{Caller, FunctionRows};
use crate::call_context::object_facts::{column_facts, object_facts, system_object_facts, system_object_id};
use crate::cursor_sight::CursorList;
use crate::dependencies::SeenCatalogs;
use crate::host::{FirstResultOf, Host};
use crate::module_columns::module_columns;
use crate::module_facts::{computed_column_facts, parameter_facts, view_column_facts};
use crate::running_triggers::{self, RunningTrigger};
use crate::session_sight::SessionSight;
use crate::statement_timer::StatementTimer;
use crate::visible::limits;
use crate::visible_catalog::{LimitedCatalog, VisibleCatalogs};
use crate::who::Who;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::name::same;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, Column, Module, ModuleKind, ObjectName, Table, TypeId, TypeKind};
use sluice_functions::{Asked, ColumnFacts, ComputedFacts, Identity, ObjectFacts, SessionValues, UserTypeFacts};
use sluice_plan::unsupported;
use sluice_table::database::Database;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::storage_error::lock_error;
use sluice_table::temporary::{self, Scope};
use sluice_txn::{LockGate, Resource};
use sluice_types::{SqlError, Value};
use std::cell::{Cell, RefCell};

/// The context of a batch's function calls. It lasts for one batch or function call.
pub struct CallContext<'a> {
    /// The instance: databases, clock, messages.
    pub host: &'a dyn Host,
    /// The current database.
    pub database: Arc<Database>,
    /// The database of the caller, in a procedure of master that every database can call:
    /// `DB_NAME()` and dynamic statements mean it.
    pub callers_database: Option<Arc<Database>>,
    /// The session.
    pub session: SessionId,
    /// Timer of the session's statements.
    pub timer: StatementTimer<'a>,
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) locks: Option<Arc<ApplicationLocks>>,
    pub(super) values: Arc<SessionValues>,
    pub(super) sight: Option<Arc<SessionSight>>,
    pub(super) functions: Option<Arc<dyn FunctionRows>>,
    pub(super) definitions: Arc<OwnDefinitions>,
    // Gate through which functions wait for other sessions' definitions.
    gate: Option<Arc<LockGate>>,
    pub(super) failed: Cell<Option<Box<SqlError>>>,
    // Cursors of the running function. Outside functions the session's cursors are used.
    pub(super) cursors: Option<Arc<CursorList>>,
    // Whether a transaction is open at the call of the function.
    pub(super) in_transaction: Cell<bool>,
    pub(super) level: Cell<u8>,
    // Time of the running statement, set when it is first read. It is the same for all rows.
    pub(super) now: Cell<Option<i64>>,
    // Number of the statement's own transaction, drawn when first read. Used if no transaction is
    // visible to others, and valid as long as `now` is set.
    pub(super) transaction: Cell<Option<i64>>,
    // Error for which the running CATCH block was entered.
    caught: RefCell<Option<Arc<SqlError>>>,
    // Whether a SELECT may be suspended here.
    may_suspend: Cell<bool>,
    // Running triggers, the innermost last.
    pub(super) triggers: RefCell<Vec<RunningTrigger>>,
    // Innermost running INSTEAD OF trigger.
    instead_of: Cell<Option<ObjectId>>,
    // The visible part of the catalog that a system view has read last.
    visible: VisibleCatalogs,
}

impl<'a> CallContext<'a> {
    /// Returns the context of a session whose current database is `database`. Setting `cancel`
    /// stops the batch. It has no locks, functions, own definitions or triggers until the `with_`
    /// methods add them.
    pub fn new(
        host: &'a dyn Host,
        database: Arc<Database>,
        session: SessionId,
        cancel: Arc<AtomicBool>,
    ) -> CallContext<'a> {
        CallContext {
            host,
            database,
            callers_database: None,
            session,
            timer: StatementTimer::new(&**host.clock()),
            cancel,
            locks: None,
            values: Arc::default(),
            sight: None,
            functions: None,
            definitions: Arc::default(),
            gate: None,
            failed: Cell::new(None),
            cursors: None,
            in_transaction: Cell::new(false),
            level: Cell::new(0),
            now: Cell::new(None),
            transaction: Cell::new(None),
            caught: RefCell::new(None),
            may_suspend: Cell::new(false),
            triggers: RefCell::new(Vec::new()),
            instead_of: Cell::new(None),
            visible: VisibleCatalogs::default(),
        }
    }

    /// Sets the session's application locks.
    pub fn with_locks(self, locks: Arc<ApplicationLocks>) -> CallContext<'a> {
        CallContext { locks: Some(locks), ..self }
    }

    /// Sets the values that the session keeps for its functions.
    pub fn with_values(self, values: Arc<SessionValues>) -> CallContext<'a> {
        CallContext { values, ..self }
    }

    /// Sets the state that the session shows to system views.
    pub fn with_sight(self, sight: Arc<SessionSight>) -> CallContext<'a> {
        CallContext { sight: Some(sight), ..self }
    }

    /// Sets the runner of multi-statement functions.
    pub fn with_functions(self, functions: Arc<dyn FunctionRows>) -> CallContext<'a> {
        CallContext { functions: Some(functions), ..self }
    }

    /// Sets the definitions of the session's transaction, and the gate for waits on other sessions'
    /// definitions.
    pub fn with_definitions(self, definitions: Arc<OwnDefinitions>, gate: Arc<LockGate>) -> CallContext<'a> {
        CallContext { definitions, gate: Some(gate), ..self }
    }

    /// Returns the definitions of the session's transaction.
    pub fn definitions(&self) -> &Arc<OwnDefinitions> {
        &self.definitions
    }

    /// Returns the catalog of `database` as the session's transaction sees it.
    pub(super) fn catalog(&self, database: &Database) -> Arc<Catalog> {
        self.definitions.catalog(database)
    }

    /// Returns the catalog of master, which holds the logins, as the session's transaction sees it.
    /// `None` if master isn't open.
    pub fn master(&self) -> Option<Arc<Catalog>> {
        self.host.database(MASTER).map(|master| self.catalog(&master))
    }

    /// Returns the context of a function of `database` that is called here and owns `cursors`. It
    /// shares the session's values, definitions, locks, and the statement's time; the rest is new.
    pub fn within(&self, database: Arc<Database>, cursors: &Arc<CursorList>) -> CallContext<'a> {
        let cancel = Arc::clone(&self.cancel);
        let callers_database = self.callers_database.clone().filter(|_| database.id == self.database.id);
        let inner = CallContext::new(self.host, database, self.session, cancel).with_values(Arc::clone(&self.values));
        let (locks, sight, functions) = (self.locks.clone(), self.sight.clone(), self.functions.clone());
        let cursors = Some(Arc::clone(cursors));
        CallContext {
            callers_database,
            locks,
            sight,
            functions,
            definitions: Arc::clone(&self.definitions),
            gate: self.gate.clone(),
            cursors,
            now: self.now.clone(),
            transaction: self.transaction.clone(),
            ..inner
        }
    }

    /// Returns the columns of the first result set of the batch or module `asked` in `database`.
    /// Fails with 40517 in a context that can't describe batches.
    #[cold]
    pub fn first_result(
        &self,
        asked: &FirstResultOf<'_>,
        database: &Arc<Database>,
        caller: &Caller<'_>,
    ) -> Result<Vec<Vec<Value>>, SqlError> {
        let functions = self.functions.as_ref().ok_or_else(|| unsupported("description of a batch here"))?;
        functions.first_result(asked, database, caller)
    }

    /// Returns the values that the session keeps for its functions.
    pub fn values(&self) -> Arc<SessionValues> {
        Arc::clone(&self.values)
    }

    /// Returns the state that the session shows to system views. Without one, returns a new one
    /// that no view reads.
    pub fn sight(&self) -> Arc<SessionSight> {
        let hidden = || Arc::new(SessionSight::new(self.session, self.database.id));
        self.sight.clone().unwrap_or_else(hidden)
    }

    /// Repeats `answer` until no other session is changing a definition that it read. If waiting
    /// for one fails, keeps the error for the statement and returns `None`.
    pub(super) fn settled<T>(&self, answer: impl Fn(&Definitions<'_>) -> Option<T>) -> Option<T> {
        loop {
            let seen = SeenCatalogs::default();
            let found = answer(&Definitions { seen: &seen, own: &self.definitions });
            let Some(gate) = &self.gate else { return found };
            match seen.wait_for_definers(gate, &self.definitions) {
                Ok(false) => return found,
                Ok(true) => {}
                Err(error) => {
                    self.failed.set(Some(Box::new(lock_error(&error))));
                    return None;
                }
            }
        }
    }

    /// Returns the resource and owner for APPLOCK_MODE and APPLOCK_TEST. Fails with 3918 for a
    /// transaction's lock outside a transaction. Fails with the principal's error if it isn't one
    /// of the session's.
    pub(super) fn application_lock(
        &self,
        principal: &str,
        name: &str,
        is_transaction: bool,
    ) -> Result<(Resource, ApplicationOwner), SqlError> {
        if is_transaction && !self.in_transaction.get() {
            return Err(SqlError::user_transaction_required());
        }
        let owner = if is_transaction { ApplicationOwner::Transaction } else { ApplicationOwner::Session };
        let principal = application_locks::principal(&self.access(&self.database), principal)?;
        Ok((application_locks::resource(self.database.id, principal, name), owner))
    }

    /// Whether a SELECT of the running program may be suspended when the sink is full.
    #[inline]
    pub fn may_suspend(&self) -> bool {
        self.may_suspend.get()
    }

    /// Sets whether a SELECT may be suspended. Returns the former setting.
    pub fn set_may_suspend(&self, may_suspend: bool) -> bool {
        self.may_suspend.replace(may_suspend)
    }

    /// Pushes a trigger that begins to run. Each call is paired with
    /// [`CallContext::leave_trigger`].
    pub fn enter_trigger(&self, trigger: RunningTrigger) {
        self.triggers.borrow_mut().push(trigger);
        self.note_instead();
    }

    /// Pops the innermost trigger; does nothing if none runs.
    pub fn leave_trigger(&self) {
        self.triggers.borrow_mut().pop();
        self.note_instead();
    }

    fn note_instead(&self) {
        let triggers = self.triggers.borrow();
        self.instead_of.set(running_triggers::innermost(&triggers, true).map(|module| module.id));
    }

    /// Returns whether a change made by the running triggers fires `module`.
    pub fn fires(&self, module: &Module) -> bool {
        running_triggers::is_fired(&self.triggers.borrow(), module)
    }

    /// Returns whether an AFTER trigger runs.
    pub fn is_in_after_trigger(&self) -> bool {
        running_triggers::innermost(&self.triggers.borrow(), false).is_some()
    }

    /// Returns whether a trigger runs.
    pub fn is_in_trigger(&self) -> bool {
        !self.triggers.borrow().is_empty()
    }

    /// Returns the id of the innermost running INSTEAD OF trigger; `None` if there is none.
    #[inline(always)]
    pub fn instead_of(&self) -> Option<ObjectId> {
        self.instead_of.get()
    }

    /// Returns the error for which the running CATCH block was entered; `None` outside of one.
    pub fn caught_error(&self) -> Option<Arc<SqlError>> {
        self.caught.borrow().clone()
    }

    /// Sets the error of the CATCH block that is entered, or restores the outer block's error on
    /// exit.
    pub fn set_caught(&self, error: Option<Arc<SqlError>>) {
        self.caught.replace(error);
    }

    /// Returns the principals of the session. Without a session they are the administrator's.
    pub fn who(&self) -> Arc<Who> {
        self.sight.as_ref().map_or_else(|| Arc::new(Who::administrator()), |sight| sight.who())
    }

    /// Returns the session's principals and permissions in `database`.
    pub(super) fn access(&self, database: &Database) -> Access {
        access(&self.who(), self.master().as_deref(), (database, &self.catalog(database)))
    }

    /// Returns the default schema of the session's user in the current database, if it isn't dbo.
    pub(super) fn user_schema(&self) -> Option<Arc<str>> {
        match self.who().is_unrestricted() {
            true => None,
            false => self.access(&self.database).default_schema().cloned(),
        }
    }

    /// Returns whether the session may see the metadata of an object in the schema.
    pub(super) fn sees(&self, (database, catalog): (&Database, &Catalog), schema: &str, id: ObjectId) -> bool {
        self.limits(database, catalog).is_none_or(|access| access.sees_object(catalog, schema, id))
    }

    /// Returns the session's access to the database, or `None` if the session is unrestricted
    /// there.
    fn limits(&self, database: &Database, catalog: &Catalog) -> Option<Access> {
        let who = self.who();
        if who.is_unrestricted() {
            return None;
        }
        limits(&who, self.master().as_deref(), (database, catalog))
    }

    /// Returns the part of a database's catalog that the session may see, or `None` if it may see
    /// everything.
    pub(super) fn limited(&self, database: &Database, catalog: &Arc<Catalog>) -> Option<Arc<LimitedCatalog>> {
        self.visible.limited((&self.who(), self.master()), (database, catalog))
    }

    /// Parses `name` and returns its database and the object's name. A part of one name that is a
    /// `#` table or procedure becomes its padded name. `None` if the name can't be parsed or its
    /// database isn't open. The object need not exist.
    pub(super) fn named(&self, names: &Definitions<'_>, name: &str) -> Option<(Arc<Database>, ObjectName)> {
        let name = crate::quoted_name::parse(name)?;
        let database = match &name.database {
            Some(database) => self.host.database(database)?,
            None => Arc::clone(&self.database),
        };
        // Temporary tables and procedures exist only in tempdb.
        if !database.storage.is_temporary() {
            let first = if name.database.is_none() { self.user_schema() } else { None };
            let name = names.catalog(&database).in_schema(name, first.as_deref());
            return Some((database, name));
        }
        let scope = Scope {
            session: self.session,
            level: self.level.get(),
            age: self.sight.as_ref().map_or(0, |sight| sight.age()),
        };
        let catalog = names.catalog(&database);
        let procedure = temporary::procedure_place(&name, scope);
        if temporary::is_temporary(&name.object) && catalog.module(&procedure).is_some() {
            return Some((database, procedure));
        }
        let name = temporary::find(&name, scope, |place| catalog.table(place).is_some());
        Some((database, name))
    }

    /// Returns `tell` of the table, or `None` if the table doesn't exist or the session may not see
    /// it. The rows of an indexed view count as a table, and so do, by id, the tables of table
    /// types.
    pub(super) fn of_table<T>(&self, asked: Asked<'_>, tell: impl Fn(&Table) -> Option<T>) -> Option<T> {
        self.settled(|names| self.of_table_in(names, asked, &tell))
    }

    fn of_table_in<T>(
        &self,
        names: &Definitions<'_>,
        asked: Asked<'_>,
        tell: impl Fn(&Table) -> Option<T>,
    ) -> Option<T> {
        let (database, catalog, table) = match asked {
            Asked::Id(id) => {
                let catalog = names.catalog(&self.database);
                // All types are read for an id that is no table's and no module's.
                let of_type = || match catalog.module_by_id(ObjectId(id)) {
                    Some(_) => None,
                    None => catalog.type_tables().find(|table| table.id == ObjectId(id)),
                };
                let table = Arc::clone(catalog.stored_table_by_id(ObjectId(id)).or_else(of_type)?);
                (Arc::clone(&self.database), catalog, table)
            }
            Asked::Name(name) => {
                let (database, name) = self.named(names, name)?;
                let catalog = names.catalog(&database);
                let table = Arc::clone(catalog.stored_table(&name)?);
                (database, catalog, table)
            }
        };
        if self.sees((&database, &catalog), &table.schema, table.id) { tell(&table) } else { None }
    }

    /// Returns the properties of a computed column of a table of the current database. `None` for
    /// another column.
    pub(super) fn table_computed_column(
        &self,
        names: &Definitions<'_>,
        table: Asked<'_>,
        column: Asked<'_>,
    ) -> Option<ComputedFacts> {
        let catalog = names.catalog(&self.database);
        self.of_table_in(names, table, |table| {
            let asked = column_facts(&table.columns, column)?;
            let place = table.columns.iter().position(|column| i32::from(column.id) == asked.id)?;
            computed_column_facts(self.host, &self.database, &catalog, (table, place))
        })
    }

    /// Returns the properties of the value of a column of a view of the current database. `None`
    /// for another object.
    pub(super) fn view_column(
        &self,
        names: &Definitions<'_>,
        view: Asked<'_>,
        column: Asked<'_>,
    ) -> Option<ComputedFacts> {
        let Asked::Id(id) = view else { return None };
        let asked = column_facts(&self.columns_of_module(names, view)?, column)?;
        let catalog = names.catalog(&self.database);
        let module = catalog.module_by_id(ObjectId(id)).filter(|module| module.kind == ModuleKind::View)?;
        let place = usize::try_from(asked.id - 1).ok()?;
        view_column_facts(self.host, &self.database, &catalog, (module, place))
    }

    /// Returns the facts of a parameter, asked for by name, of a procedure or function of the
    /// current database, asked for by id. `None` if the module or parameter doesn't exist or the
    /// session doesn't see it.
    pub(super) fn parameter(
        &self,
        names: &Definitions<'_>,
        module: Asked<'_>,
        parameter: Asked<'_>,
    ) -> Option<ColumnFacts> {
        let (Asked::Id(id), Asked::Name(name)) = (module, parameter) else { return None };
        let catalog = names.catalog(&self.database);
        let module = catalog.module_by_id(ObjectId(id))?;
        let is_seen = self.sees((&self.database, &catalog), &module.schema, module.id);
        if is_seen { parameter_facts(module, &catalog, name) } else { None }
    }

    /// Returns `tell` of a module of the current database, or false if the session may not see it.
    pub(super) fn of_module(&self, id: i32, tell: impl Fn(&Arc<Catalog>, &Arc<Module>) -> bool) -> bool {
        let told = self.settled(|names| {
            let catalog = names.catalog(&self.database);
            let module = catalog.module_by_id(ObjectId(id))?;
            let is_seen = self.sees((&self.database, &catalog), &module.schema, module.id);
            is_seen.then(|| tell(&catalog, module))
        });
        told.unwrap_or_default()
    }

    /// Returns the facts of a user-defined type of the current database, by id or name. `None` if
    /// there is none, or the session may not see it.
    pub(super) fn user_type_in(&self, catalog: &Arc<Catalog>, asked: Asked<'_>) -> Option<UserTypeFacts> {
        let user_type = match asked {
            Asked::Id(id) => catalog.type_by_id(TypeId(id))?,
            Asked::Name(name) => {
                let name = crate::quoted_name::parse(name).filter(|name| name.database.is_none())?;
                catalog.user_type(&catalog.type_in_schema(name, self.user_schema().as_deref()))?
            }
        };
        if let Some(access) = self.limits(&self.database, catalog) {
            let schema = catalog.schema(&user_type.schema)?;
            access.privileges().sees_type(schema, user_type.id).then_some(())?;
        }
        let nullable = matches!(user_type.kind, TypeKind::Alias { nullable: true, .. });
        let (id, name, data_type) = (user_type.id.0, user_type.name.clone(), user_type.alias_of());
        Some(UserTypeFacts { id, name, data_type, nullable })
    }

    /// Returns the id of an object: a table, sequence, module or constraint, in this order, or a
    /// system object. `type_code` restricts the kind. `None` if there is none, or the session may
    /// not see it.
    pub(super) fn object_id_in(&self, names: &Definitions<'_>, name: &str, type_code: Option<&str>) -> Option<i32> {
        let wanted = |code: &str| type_code.is_none_or(|wanted| wanted.trim().eq_ignore_ascii_case(code));
        let (database, name) = self.named(names, name)?;
        let catalog = names.catalog(&database);
        // Each object comes with the object whose visibility decides.
        let table = catalog.table(&name).filter(|_| wanted("U")).map(|table| (&table.schema, table.id, table.id));
        let sequence = || {
            let found = catalog.sequence(&name).filter(|_| wanted("SO"));
            found.map(|sequence| (&sequence.schema, sequence.id, sequence.id))
        };
        let module = || {
            let found = catalog.module(&name).filter(|module| wanted(module.kind.code()));
            let parent = |module: &Module| module.trigger.map_or(module.id, |trigger| trigger.parent);
            found.map(|module| (&module.schema, parent(module), module.id))
        };
        let constraint = || {
            let table = catalog.table_of_constraint(&name)?;
            Some((&table.schema, table.id, constraint_id(table, &name, &wanted)?))
        };
        match table.or_else(sequence).or_else(module).or_else(constraint) {
            Some((schema, of, id)) => self.sees((&database, &catalog), schema, of).then_some(id.0),
            None => {
                let named = ObjectName { database: Some(database.name.clone()), ..name };
                system_object_id(self.host.system_objects(), &named, &wanted)
            }
        }
    }

    /// Returns the facts of an object by id. A negative id is a system object. `None` if there is
    /// none, the database isn't open, or the session may not see it. The definition is left out if
    /// the session may not see that.
    pub(super) fn object_in(&self, names: &Definitions<'_>, id: i32, database: Option<i16>) -> Option<ObjectFacts> {
        if id < 0 {
            return system_object_facts(self.host.system_objects(), id);
        }
        let database = match database {
            Some(database) => self.host.database_by_id(DatabaseId(u16::try_from(database).ok()?))?,
            None => Arc::clone(&self.database),
        };
        let catalog = names.catalog(&database);
        let (of, mut facts) = object_facts(&catalog, ObjectId(id))?;
        if let Some(access) = self.limits(&database, &catalog) {
            access.sees_object(&catalog, &facts.schema, of).then_some(())?;
            facts.definition = facts.definition.filter(|_| access.sees_definition(&catalog, &facts.schema, of));
        }
        Some(facts)
    }

    /// Returns seed, increment and last value of the identity column of a table. `None` without
    /// one, or if the session may not see the table.
    pub(super) fn identity_named(&self, names: &Definitions<'_>, name: &str) -> Option<Identity> {
        let (database, name) = self.named(names, name)?;
        let catalog = names.catalog(&database);
        let table = catalog.table(&name)?;
        self.sees((&database, &catalog), &table.schema, table.id).then_some(())?;
        identity_in(&database, table)
    }

    /// Returns the columns of a view or function, or `None` if the session may not see it. `None`
    /// also if there is none. An id is one of the current database.
    pub(super) fn columns_of_module(&self, names: &Definitions<'_>, asked: Asked<'_>) -> Option<Arc<[Column]>> {
        let (database, catalog, module) = match asked {
            Asked::Id(id) => {
                let catalog = names.catalog(&self.database);
                let module = Arc::clone(catalog.module_by_id(ObjectId(id))?);
                (Arc::clone(&self.database), catalog, module)
            }
            Asked::Name(name) => {
                let (database, name) = self.named(names, name)?;
                let catalog = names.catalog(&database);
                let module = Arc::clone(catalog.module(&name)?);
                (database, catalog, module)
            }
        };
        let is_seen = self.sees((&database, &catalog), &module.schema, module.id);
        is_seen.then(|| module_columns(self.host, &database, &catalog, &module))
    }
}

/// The catalogs read for one metadata question, so that all of its answers are of one moment.
pub(super) struct Definitions<'s> {
    seen: &'s SeenCatalogs,
    own: &'s OwnDefinitions,
}

impl Definitions<'_> {
    /// Returns the catalog of `database` as the transaction sees it, the same at each call.
    pub(super) fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.seen.catalog(database, self.own)
    }
}

/// Returns seed, increment and last value of the identity column of a table. `None` without one, or
/// if the last value can't be read.
pub(super) fn identity_in(database: &Database, table: &Table) -> Option<Identity> {
    let sluice_catalog::Identity { seed, increment } = table.columns[table.identity()?].identity?;
    // A statement that uses the table reports an unreadable page.
    let last = database.identity(table).ok()?.last_given();
    Some(Identity { seed, increment, last })
}

/// Returns the id of the table's key or constraint called `name`, if its type is `wanted`.
fn constraint_id(table: &Table, name: &ObjectName, wanted: &dyn Fn(&str) -> bool) -> Option<ObjectId> {
    if !same(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &table.schema) {
        return None;
    }
    let of_keys = table.indexes.iter().filter_map(|index| {
        let key = index.constraint?;
        Some((&index.name, key.id, if key.is_primary { "PK" } else { "UQ" }))
    });
    let others = table.constraints.iter().map(|constraint| (&constraint.name, constraint.id, constraint.rule.code()));
    let mut all = of_keys.chain(others);
    all.find(|(known, _, code)| same(known, &name.object) && wanted(code)).map(|(_, id, _)| id)
}

/// The database that holds the logins.
const MASTER: &str = "master";
