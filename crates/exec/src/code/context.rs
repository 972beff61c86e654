//! What built-in functions see of the session, and how a loop learns that it is to stop.

use crate::access::{Access, access};
use crate::application_locks::{self, ApplicationLocks, ApplicationOwner};
use crate::code::frame::Globals;
use crate::code::function_rows::{Caller, FunctionCall, FunctionRows};
use crate::code::object_facts::{column_facts, index_facts, object_facts};
use crate::code::{permissions, principals};
use crate::cursor_sight::CursorList;
use crate::database_properties;
use crate::dependencies::SeenCatalogs;
use crate::host::{FirstResultOf, Host, ViewRows};
use crate::module_columns::module_columns;
use crate::running_triggers::{self, RunningTrigger};
use crate::session_sight::SessionSight;
use crate::statement_timer::StatementTimer;
use crate::visible::limits;
use crate::who::Who;
use sluice_access::EXTENT_PAGES;
use sluice_base::account;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_catalog::name::same;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, Column, Module, ObjectName, Table, TypeId, TypeKind};
use sluice_functions::{
    Asked, AskedPrincipal, CaughtError, ClientFacts, ColumnFacts, CountedTriggers, FunctionContext, Identity,
    IndexFacts, ObjectFacts, PrincipalFacts, SessionValues, UserTypeFacts,
};
use sluice_plan::unsupported;
use sluice_table::database::Database;
use sluice_table::database_options::PAGE_BYTES;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::storage_error::lock_error;
use sluice_table::temporary::{self, Scope};
use sluice_txn::{LockGate, Resource};
use sluice_types::date_text::DateOrder;
use sluice_types::{DataType, SqlError, Value};
use std::cell::{Cell, RefCell};

/// The context of a batch's calls.
pub struct CallContext<'a> {
    /// Who knows the databases and the time.
    pub host: &'a dyn Host,
    /// The current database.
    pub database: Arc<Database>,
    /// The session.
    pub session: SessionId,
    /// Times its statements.
    pub timer: StatementTimer<'a>,
    cancel: Arc<AtomicBool>,
    locks: Option<Arc<ApplicationLocks>>,
    values: Arc<SessionValues>,
    sight: Option<Arc<SessionSight>>,
    functions: Option<Arc<dyn FunctionRows>>,
    definitions: Arc<OwnDefinitions>,
    // By which its functions wait for others' definitions; and how such a wait failed.
    gate: Option<Arc<LockGate>>,
    failed: Cell<Option<Box<SqlError>>>,
    // Of a function; else the session shows them.
    cursors: Option<Arc<CursorList>>,
    // Whether a transaction is open where a function is called, and how deep in calls that is.
    in_transaction: Cell<bool>,
    level: Cell<u8>,
    // The time of the statement that runs, once it has been asked for: the same for all its rows.
    now: Cell<Option<i64>>,
    // The number of the transaction that it is, if it is none that others see and has been asked for; of use as long as `now` is.
    transaction: Cell<Option<i64>>,
    // What the CATCH block that runs was entered for.
    caught: RefCell<Option<Arc<SqlError>>>,
    // The triggers that run, the innermost last.
    triggers: RefCell<Vec<RunningTrigger>>,
    // The innermost of them that runs in place of a statement.
    instead_of: Cell<Option<ObjectId>>,
}

impl<'a> CallContext<'a> {
    /// The context of a session whose current database is `database`; `cancel` is raised by whoever wants it to stop.
    pub fn new(
        host: &'a dyn Host,
        database: Arc<Database>,
        session: SessionId,
        cancel: Arc<AtomicBool>,
    ) -> CallContext<'a> {
        CallContext {
            host,
            database,
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
            triggers: RefCell::new(Vec::new()),
            instead_of: Cell::new(None),
        }
    }

    /// The same, of a session that has such application locks.
    pub fn with_locks(self, locks: Arc<ApplicationLocks>) -> CallContext<'a> {
        CallContext { locks: Some(locks), ..self }
    }

    /// The same, of a session that keeps these values.
    pub fn with_values(self, values: Arc<SessionValues>) -> CallContext<'a> {
        CallContext { values, ..self }
    }

    /// The same, of a session that shows this of itself.
    pub fn with_sight(self, sight: Arc<SessionSight>) -> CallContext<'a> {
        CallContext { sight: Some(sight), ..self }
    }

    /// The same, of a session whose functions of several statements `functions` runs.
    pub fn with_functions(self, functions: Arc<dyn FunctionRows>) -> CallContext<'a> {
        CallContext { functions: Some(functions), ..self }
    }

    /// The same, of a session whose transaction has defined this, and waits for others' definitions by `gate`.
    pub fn with_definitions(self, definitions: Arc<OwnDefinitions>, gate: Arc<LockGate>) -> CallContext<'a> {
        CallContext { definitions, gate: Some(gate), ..self }
    }

    /// Definitions of the session's transaction.
    pub fn definitions(&self) -> &Arc<OwnDefinitions> {
        &self.definitions
    }

    /// The names of `database` as the session's transaction sees them.
    pub(super) fn catalog(&self, database: &Database) -> Arc<Catalog> {
        self.definitions.catalog(database)
    }

    /// The names of master, where logins are, as the session's transaction sees them.
    pub(crate) fn master(&self) -> Option<Arc<Catalog>> {
        self.host.database(MASTER).map(|master| self.catalog(&master))
    }

    /// The context of a function of `database` that is called here, and has such cursors.
    pub fn within(&self, database: Arc<Database>, cursors: &Arc<CursorList>) -> CallContext<'a> {
        let cancel = Arc::clone(&self.cancel);
        let inner = CallContext::new(self.host, database, self.session, cancel).with_values(Arc::clone(&self.values));
        let (locks, sight, functions) = (self.locks.clone(), self.sight.clone(), self.functions.clone());
        let cursors = Some(Arc::clone(cursors));
        CallContext {
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

    /// The rows of a user's function.
    pub fn function_rows(&self, call: FunctionCall<'_>) -> Result<ViewRows, SqlError> {
        let functions = self.functions.as_ref().ok_or_else(|| unsupported("function of several statements here"))?;
        functions.rows(call)
    }

    /// The columns of the first result of what is asked about in `database`.
    #[cold]
    pub(crate) fn first_result(
        &self,
        asked: &FirstResultOf<'_>,
        database: &Arc<Database>,
        caller: &Caller<'_>,
    ) -> Result<Vec<Vec<Value>>, SqlError> {
        let functions = self.functions.as_ref().ok_or_else(|| unsupported("description of a batch here"))?;
        functions.first_result(asked, database, caller)
    }

    /// Raised by whoever wants it to stop.
    pub fn cancel_flag(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// What the session keeps for its functions.
    pub fn values(&self) -> Arc<SessionValues> {
        Arc::clone(&self.values)
    }

    /// In which order texts have the numbers of a date.
    pub fn date_order(&self) -> DateOrder {
        self.values.date_order()
    }

    /// What the session shows of itself.
    pub fn sight(&self) -> Arc<SessionSight> {
        let hidden = || Arc::new(SessionSight::new(self.session, self.database.id));
        self.sight.clone().unwrap_or_else(hidden)
    }

    /// So many more rows have been read from tables.
    pub fn note_rows_read(&self, rows: u64) {
        if let Some(sight) = &self.sight {
            sight.note_rows_read(rows);
        }
    }

    /// A function is about to be called by a program whose figures are these.
    #[inline(always)]
    pub fn at_call(&self, globals: &Globals) {
        self.timer.let_go();
        self.in_transaction.set(globals.tran_count > 0);
        self.level.set(globals.nest_level);
    }

    /// Fails if the function that was called had to wait for a definition and was not let.
    #[inline(always)]
    pub fn after_call(&self) -> Result<(), SqlError> {
        match self.failed.take() {
            None => Ok(()),
            Some(error) => Err(*error),
        }
    }

    /// Answers a question about definitions, once nobody else is about to change the answer.
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

    /// What APPLOCK_MODE and APPLOCK_TEST are about: 3918 for a transaction's lock without one.
    fn application_lock(
        &self,
        principal: &str,
        name: &str,
        is_transaction: bool,
    ) -> Result<(Resource, ApplicationOwner), SqlError> {
        if is_transaction && !self.in_transaction.get() {
            return Err(SqlError::new(3918, 16, 2, Vec::new()));
        }
        let owner = if is_transaction { ApplicationOwner::Transaction } else { ApplicationOwner::Session };
        let principal = application_locks::principal(&self.access(&self.database), principal)?;
        Ok((application_locks::resource(self.database.id, principal, name), owner))
    }

    /// A trigger begins to run.
    pub fn enter_trigger(&self, trigger: RunningTrigger) {
        self.triggers.borrow_mut().push(trigger);
        self.note_instead();
    }

    /// The innermost one is through.
    pub fn leave_trigger(&self) {
        self.triggers.borrow_mut().pop();
        self.note_instead();
    }

    fn note_instead(&self) {
        let triggers = self.triggers.borrow();
        self.instead_of.set(running_triggers::innermost(&triggers, true).map(|module| module.id));
    }

    /// Whether `module` is to be fired by what the triggers that run do.
    pub fn fires(&self, module: &Module) -> bool {
        running_triggers::is_fired(&self.triggers.borrow(), module)
    }

    /// Whether a trigger runs.
    pub fn is_in_trigger(&self) -> bool {
        !self.triggers.borrow().is_empty()
    }

    /// The innermost trigger that runs in place of a statement.
    #[inline(always)]
    pub fn instead_of(&self) -> Option<ObjectId> {
        self.instead_of.get()
    }

    /// What the CATCH block that runs was entered for.
    pub fn caught_error(&self) -> Option<Arc<SqlError>> {
        self.caught.borrow().clone()
    }

    /// A CATCH block is entered, for `error`, or left for where `error` was asked about before.
    pub fn set_caught(&self, error: Option<Arc<SqlError>>) {
        self.caught.replace(error);
    }

    /// Whether the batch is to stop.
    #[inline(always)]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// An error if the batch is to stop; asked once a page or so of rows.
    #[inline]
    pub fn check_cancelled(&self) -> Result<(), SqlError> {
        if self.is_cancelled() {
            return Err(crate::consequence::cancelled());
        }
        account::check_request().map_err(SqlError::out_of_memory)
    }

    /// Who the session is.
    pub(crate) fn who(&self) -> Arc<Who> {
        self.sight.as_ref().map_or_else(|| Arc::new(Who::administrator()), |sight| sight.who())
    }

    /// By whom it is known in a database.
    pub(super) fn access(&self, database: &Database) -> Access {
        access(&self.who(), self.master().as_deref(), (database, &self.catalog(database)))
    }

    /// Whether the session may know of an object in the schema.
    fn sees(&self, (database, catalog): (&Database, &Catalog), schema: &str, id: ObjectId) -> bool {
        self.limits(database, catalog).is_none_or(|access| access.sees_object(catalog, schema, id))
    }

    /// By whom it is known in the database, if something is kept from it.
    fn limits(&self, database: &Database, catalog: &Catalog) -> Option<Access> {
        let who = self.who();
        if who.is_unrestricted() {
            return None;
        }
        limits(&who, self.master().as_deref(), (database, catalog))
    }

    /// The database and the name that the string `name` writes.
    pub(super) fn named(&self, names: &Definitions<'_>, name: &str) -> Option<(Arc<Database>, ObjectName)> {
        let name = crate::quoted_name::parse(name)?;
        let database = match &name.database {
            Some(database) => self.host.database(database)?,
            None => Arc::clone(&self.database),
        };
        // A temporary table is found only where it is: in tempdb.
        if !database.storage.is_temporary() {
            return Some((database, name));
        }
        let scope = Scope {
            session: self.session,
            level: self.level.get(),
            age: self.sight.as_ref().map_or(0, |sight| sight.age()),
        };
        let name = temporary::find(&name, scope, |place| names.catalog(&database).table(place).is_some());
        Some((database, name))
    }

    /// What `tell` says of a table.
    fn of_table<T>(&self, asked: Asked<'_>, tell: impl Fn(&Table) -> Option<T>) -> Option<T> {
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
                let table = Arc::clone(catalog.table_by_id(ObjectId(id))?);
                (Arc::clone(&self.database), catalog, table)
            }
            Asked::Name(name) => {
                let (database, name) = self.named(names, name)?;
                let catalog = names.catalog(&database);
                let table = Arc::clone(catalog.table(&name)?);
                (database, catalog, table)
            }
        };
        if self.sees((&database, &catalog), &table.schema, table.id) { tell(&table) } else { None }
    }

    fn user_type_in(&self, catalog: &Arc<Catalog>, asked: Asked<'_>) -> Option<UserTypeFacts> {
        let user_type = match asked {
            Asked::Id(id) => catalog.type_by_id(TypeId(id))?,
            Asked::Name(name) => {
                catalog.user_type(&crate::quoted_name::parse(name).filter(|name| name.database.is_none())?)?
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

    fn object_id_in(&self, names: &Definitions<'_>, name: &str, type_code: Option<&str>) -> Option<i32> {
        let wanted = |code: &str| type_code.is_none_or(|wanted| wanted.trim().eq_ignore_ascii_case(code));
        let (database, name) = self.named(names, name)?;
        let catalog = names.catalog(&database);
        // Each with what it belongs to: that may be known of or not.
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
        let (schema, of, id) = table.or_else(sequence).or_else(module).or_else(constraint)?;
        self.sees((&database, &catalog), schema, of).then_some(id.0)
    }

    fn object_in(&self, names: &Definitions<'_>, id: i32, database: Option<i16>) -> Option<ObjectFacts> {
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

    fn identity_named(&self, names: &Definitions<'_>, name: &str) -> Option<Identity> {
        let (database, name) = self.named(names, name)?;
        let catalog = names.catalog(&database);
        let table = catalog.table(&name)?;
        self.sees((&database, &catalog), &table.schema, table.id).then_some(())?;
        identity_in(&database, table)
    }

    /// The columns of the view or function that is asked for, if it may be known of.
    fn columns_of_module(&self, names: &Definitions<'_>, asked: Asked<'_>) -> Option<Arc<[Column]>> {
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

    /// Another statement begins: the time goes on.
    #[inline(always)]
    pub fn next_statement(&self) {
        self.now.set(None);
        self.timer.pass();
    }
}

/// The names of databases as one question sees them.
pub(super) struct Definitions<'s> {
    seen: &'s SeenCatalogs,
    own: &'s OwnDefinitions,
}

impl Definitions<'_> {
    /// The names of `database`.
    pub(super) fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.seen.catalog(database, self.own)
    }
}

impl FunctionContext for CallContext<'_> {
    fn transaction_number(&self) -> i64 {
        let (host, numbers) = (self.host, self.host.transaction_numbers());
        let seen = self.sight.as_ref().and_then(|sight| sight.transaction.seen(numbers, &**host.clock()));
        if let Some(seen) = seen {
            return seen.number;
        }
        // An assignment, a question: a transaction of its own, in which nothing happens that others could see.
        self.utc_now_ns();
        let number = self.transaction.get().unwrap_or_else(|| numbers.draw());
        self.transaction.set(Some(number));
        number
    }

    fn application_lock_mode(
        &self,
        principal: &str,
        name: &str,
        is_transaction: bool,
    ) -> Result<&'static str, SqlError> {
        let (resource, owner) = self.application_lock(principal, name, is_transaction)?;
        let mode = self.locks.as_ref().and_then(|locks| locks.mode_of(resource, owner));
        Ok(application_locks::mode_name(mode))
    }

    fn cursor_status(&self, source: &str, name: &str) -> i16 {
        let of_session = || self.sight.as_ref().map(|sight| &sight.cursors);
        let list = self.cursors.as_ref().or_else(of_session);
        list.map_or_else(|| CursorList::default().status(source, name), |list| list.status(source, name))
    }

    fn application_lock_test(
        &self,
        principal: &str,
        name: &str,
        mode: &str,
        is_transaction: bool,
    ) -> Result<bool, SqlError> {
        // 1225: it is no mode.
        let wrong = || SqlError::new(1225, 16, 3, vec!["applock_test".to_owned()]);
        let mode = application_locks::mode_named(mode).ok_or_else(wrong)?;
        let (resource, _) = self.application_lock(principal, name, is_transaction)?;
        let owner = self.locks.as_ref().map(|locks| locks.owner()).unwrap_or_default();
        Ok(!self.database.storage.locks.excludes(resource, mode, owner))
    }

    fn message(&self, number: i32) -> Option<Arc<str>> {
        Some(self.host.message(number)?.text)
    }

    fn columns_updated(&self) -> Option<Arc<[u8]>> {
        self.triggers.borrow().last().map(|running| Arc::clone(&running.updated))
    }

    fn running_triggers(&self, counted: CountedTriggers) -> i32 {
        running_triggers::count(&self.triggers.borrow(), counted) as i32
    }

    fn caught(&self) -> Option<CaughtError> {
        let error = self.caught_error()?;
        Some(CaughtError {
            number: error.number,
            severity: error.severity,
            state: error.state,
            line: error.line,
            procedure: error.procedure.as_deref().map(str::to_owned),
            message: self.host.message_text(&error),
        })
    }

    fn utc_now_ns(&self) -> i64 {
        if let Some(now) = self.now.get() {
            return now;
        }
        let now = self.host.clock().utc_ns();
        self.now.set(Some(now));
        self.transaction.set(None);
        now
    }

    fn local_offset_s(&self) -> i32 {
        self.host.clock().local_offset_s(self.utc_now_ns())
    }

    fn random(&self) -> &Random {
        self.host.random()
    }

    fn session_values(&self) -> &SessionValues {
        &self.values
    }

    fn current_database(&self) -> i16 {
        self.database.id.0 as i16
    }

    fn last_rowversion(&self) -> u64 {
        self.database.rowversions.last()
    }

    fn least_active_rowversion(&self) -> u64 {
        self.database.rowversions.least_active()
    }

    fn database_id(&self, name: &str) -> Option<i16> {
        self.host.database_id(name).map(|id| id.0 as i16)
    }

    fn database_name(&self, id: i16) -> Option<String> {
        let id = DatabaseId(u16::try_from(id).ok()?);
        self.host.database_by_id(id).map(|database| database.name.clone())
    }

    fn database_property(&self, name: &str, property: &str) -> Option<(Value, DataType)> {
        match self.host.database(name) {
            Some(database) => database_properties::of(&database, property),
            // One that could not be opened.
            None if self.host.database_id(name).is_some() && property.eq_ignore_ascii_case("Status") => {
                Some((Value::text("SUSPECT"), DataType::SYSNAME))
            }
            None => None,
        }
    }

    fn has_access(&self, name: &str) -> Option<bool> {
        match self.host.database(name) {
            Some(database) => Some(database.check_user(self.session).is_ok() && self.access(&database).may_enter()),
            None => self.host.database_id(name).map(|_| false),
        }
    }

    fn original_login(&self) -> String {
        self.who().original.name.to_string()
    }

    fn login(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts> {
        principals::login((self.master().as_deref(), &self.who()), asked)
    }

    fn user(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts> {
        principals::user(&self.access(&self.database), asked)
    }

    fn is_member(&self, role: &str, user: Option<&str>) -> Option<bool> {
        principals::is_member(&self.access(&self.database), role, user)
    }

    fn is_server_member(&self, role: &str, login: Option<&str>) -> Option<bool> {
        principals::is_server_member(&self.access(&self.database), role, login)
    }

    fn has_permission(
        &self,
        securable: (Option<&str>, Option<&str>),
        permission: &str,
        sub: (Option<&str>, Option<&str>),
    ) -> Option<bool> {
        permissions::has_permission(self, securable, permission, sub)
    }

    fn client(&self) -> Arc<ClientFacts> {
        self.sight.as_ref().map(|sight| sight.client()).unwrap_or_default()
    }

    fn file_pages_used(&self, id: i16) -> Option<i64> {
        let storage = &self.database.storage;
        match id {
            DATA_FILE => {
                sluice_access::used_extents(storage).ok().map(|extents| i64::from(extents) * i64::from(EXTENT_PAGES))
            }
            _ => i64::try_from(storage.log.usage().used_bytes.div_ceil(PAGE_BYTES)).ok(),
        }
    }

    fn file_id(&self, name: &str) -> Option<i16> {
        let files = self.database.files();
        files.iter().find(|file| same(&file.name, name)).map(|file| file.id().0 as i16)
    }

    fn file_name(&self, id: i16) -> Option<String> {
        let files = self.database.files();
        files.into_iter().find(|file| file.id().0 as i16 == id).map(|file| file.name)
    }

    fn schema_id(&self, name: &str) -> Option<i32> {
        self.settled(|names| names.catalog(&self.database).schema(name).map(|schema| schema.id.0))
    }

    fn schema_name(&self, id: i32) -> Option<String> {
        let catalog = self.catalog(&self.database);
        catalog.schemas().find(|schema| schema.id.0 == id).map(|schema| schema.name.to_string())
    }

    fn user_type(&self, asked: Asked<'_>) -> Option<UserTypeFacts> {
        self.settled(|names| self.user_type_in(&names.catalog(&self.database), asked))
    }

    fn object_id(&self, name: &str, type_code: Option<&str>) -> Option<i32> {
        self.settled(|names| self.object_id_in(names, name, type_code))
    }

    fn object(&self, id: i32, database: Option<i16>) -> Option<ObjectFacts> {
        self.settled(|names| self.object_in(names, id, database))
    }

    fn column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ColumnFacts> {
        self.of_table(table, |table| column_facts(&table.columns, column))
            .or_else(|| self.settled(|names| column_facts(&self.columns_of_module(names, table)?, column)))
    }

    fn index(&self, table: Asked<'_>, index: Asked<'_>) -> Option<IndexFacts> {
        self.of_table(table, |table| index_facts(table, index))
    }

    fn identity(&self, name: &str) -> Option<Identity> {
        self.settled(|names| self.identity_named(names, name))
    }

    fn statistics_date(&self, table: i32, statistics: i32) -> Option<i64> {
        let catalog = self.catalog(&self.database);
        let table = catalog.table_by_id(ObjectId(table))?;
        self.sees((&self.database, &catalog), &table.schema, table.id).then_some(())?;
        Some(table.statistics_of(u16::try_from(statistics).ok()?)?.measured.as_ref()?.updated_ticks)
    }

    fn identity_of(&self, table: i32) -> Option<Identity> {
        identity_in(&self.database, self.catalog(&self.database).table_by_id(ObjectId(table))?)
    }
}

fn identity_in(database: &Database, table: &Table) -> Option<Identity> {
    let sluice_catalog::Identity { seed, increment } = table.columns[table.identity()?].identity?;
    // A page that cannot be read is told by whoever uses the table.
    let last = database.identity(table).ok()?.last_given();
    Some(Identity { seed, increment, last })
}

/// The id of a table's key or constraint that is called `name`, if it has a `wanted` type.
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

/// Where logins are.
const MASTER: &str = "master";
/// The id of a database's data file.
const DATA_FILE: i16 = 1;
