//! The context of a statement, and the frame of a statement that changes something.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::ObjectName;
use sluice_plan::Need;
use sluice_query::code::Frame;
use sluice_query::operator::{Notes, Routine, Run};
use sluice_session::call_context::CallContext;
use sluice_session::names::SessionNames;
use sluice_session::rights::Rights;
use sluice_session::sink::Sink;
use sluice_session::spent::Spent;
use sluice_session::state::SessionState;
use sluice_session::transaction_sight::Beginning;
use sluice_session::work::Mark;
use sluice_syntax::ast::DefinitionVerb;
use sluice_table::database::Database;
use sluice_table::isolation::{Isolation, Sight};
use sluice_table::temporary::{self, Scope, TEMPDB};
use sluice_types::SqlError;

/// The context a statement runs in.
pub struct Env<'e, 'h> {
    /// The session.
    pub state: &'e mut SessionState,
    /// The batch's registers.
    pub frame: &'e mut Frame,
    /// Host, current database and clock.
    pub context: &'e mut CallContext<'h>,
    /// Receives rows and messages.
    pub sink: &'e mut dyn Sink,
}

impl Env<'_, '_> {
    /// Whether the statement is a transaction of its own.
    #[inline]
    pub fn is_autocommit(&self) -> bool {
        self.frame.globals.tran_count == 0
    }

    /// Makes `database` the current database of the session. Does nothing if it is already. Waits
    /// for its lock. Fails with 911 or the error of its state if it is gone or not open, and with
    /// 924 if another session has it in SINGLE_USER. The session's permission isn't checked.
    pub fn change_database(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        if !Arc::ptr_eq(&self.state.database, database) {
            let host = self.context.host;
            let find = || host.database_by_id(database.id).ok_or_else(|| host.not_open(&database.name));
            self.state.change_database(database, find)?;
            self.context.database = Arc::clone(&self.state.database);
            self.state.look_up_default_schema(host);
        }
        Ok(())
    }

    /// The scope in which the statement creates temporary tables.
    pub(super) fn scope(&self) -> Scope {
        Scope { session: self.state.id, level: self.frame.globals.nest_level, age: self.state.activity.sight.age() }
    }

    /// Resolves the name of a table: the session's innermost temporary table of that name, or the
    /// name as [`Env::existing`] returns it.
    pub fn placed(&self, name: &ObjectName) -> ObjectName {
        let place = temporary::find(name, self.scope(), |place| {
            let tempdb = self.context.host.database(TEMPDB);
            tempdb.is_some_and(|tempdb| self.state.transaction.work.catalog(&tempdb).table(place).is_some())
        });
        self.existing(&place)
    }

    /// Returns the name of an existing object as a statement that defines something looks it up: in
    /// the default schema of the session's user, then in dbo.
    pub fn existing(&self, name: &ObjectName) -> ObjectName {
        if self.state.security.default_schema.is_none() {
            return name.clone();
        }
        let catalog = self.state.transaction.work.catalog(&self.state.database);
        self.state.in_default_schema(&catalog, name.clone())
    }

    /// Returns the name of the module that a statement creates or alters.
    pub fn defined(&self, name: &ObjectName, verb: DefinitionVerb) -> ObjectName {
        match verb {
            DefinitionVerb::Create => self.state.new_name(name),
            DefinitionVerb::Alter => self.existing(name),
            DefinitionVerb::CreateOrAlter => {
                let known = self.existing(name);
                let catalog = self.state.transaction.work.catalog(&self.state.database);
                if catalog.object(&known).is_some() { known } else { self.state.new_name(name) }
            }
        }
    }

    /// Returns a run of the statement's code, and the sink for its output.
    pub(super) fn run_and_sink<'s>(
        &'s mut self,
        routine: Routine<'s>,
        notes: &'s mut Notes,
    ) -> (Run<'s, 's>, &'s mut dyn Sink) {
        let sight =
            Sight::new(self.state.options.isolation, &self.state.transaction.locks, &self.state.transaction.snapshots);
        (Run { frame: self.frame, routine, context: self.context, sight, notes }, self.sink)
    }

    /// Returns the database that `name` contains, or the current one. Fails with 911 if there is no
    /// such database, and with the error of its state if it isn't open.
    pub fn database_of(&self, name: &ObjectName) -> Result<Arc<Database>, SqlError> {
        let unknown = || SqlError::database_not_found(name.database.as_deref().unwrap_or_default());
        self.find_database_of(name)?.ok_or_else(unknown)
    }

    /// Returns the database that `name` contains, or the current one. Returns `None` if there is no
    /// such database. Fails with the error of its state if it isn't open.
    pub fn find_database_of(&self, name: &ObjectName) -> Result<Option<Arc<Database>>, SqlError> {
        let Some(written) = &name.database else { return Ok(Some(Arc::clone(&self.state.database))) };
        let found = self.context.host.find_database(written)?;
        found.iter().try_for_each(|database| database.check_user(self.state.id))?;
        Ok(found)
    }

    /// Fails if the session lacks a permission that a definition needs.
    pub(super) fn check_needs(&self, needs: &[Need]) -> Result<(), SqlError> {
        self.permitted(|_| self.state.check_needs(self.context.host, needs))
    }

    /// Runs a permission check. A session that isn't restricted skips the check.
    pub fn permitted(&self, check: impl FnOnce(&Rights<'_>) -> Result<(), SqlError>) -> Result<(), SqlError> {
        if self.state.security.is_restricted { check(&Rights::new(self.state, self.context.host)) } else { Ok(()) }
    }

    /// The names that the session sees now. They are those of the transaction, the running module
    /// and its table variables; each lookup is recorded.
    pub fn names(&self) -> SessionNames<'_> {
        SessionNames {
            host: self.context.host,
            database: &self.state.database,
            work: &self.state.transaction.work,
            scope: self.scope(),
            table_variables: &self.state.module.table_variables,
            first_schema: self.state.first_schema().map(|schema| &**schema),
            captured: None,
            stand_ins: &[],
            trigger: self.state.module.trigger_rows.as_ref(),
            restricted: self.state.security.is_restricted.then_some(&self.state.security.who),
            instead_of: self.context.instead_of(),
            no_instead: false,
            binding: None,
            options: self.state.options.meaning,
            seen: self.state.transaction.definition.seen_by_statement(),
        }
    }

    /// Starts a statement that changes data or definitions. Returns the mark to roll back to if the
    /// statement fails. Fails with 3930 in a doomed transaction, which can only be rolled back.
    #[inline(always)]
    pub fn begin_change(&mut self) -> Result<Mark, SqlError> {
        self.begin_implicitly();
        if self.frame.globals.is_doomed {
            return Err(SqlError::transaction_is_doomed());
        }
        self.state.transaction.sight.enter_at(|| self.context.timer.now());
        Ok(self.state.transaction.work.mark())
    }

    /// BEGIN TRANSACTION. Only the outermost level starts a transaction. Takes no lock and enlists
    /// no database. An inner level only counts, and its name is ignored. Sets `@@ROWCOUNT` to 0.
    #[inline]
    pub fn begin_transaction(&mut self, name: Option<&str>, beginning: Beginning) {
        self.frame.globals.row_count = 0;
        self.frame.globals.tran_count += 1;
        if self.frame.globals.tran_count == 1 {
            self.state.transaction.work.set_name(name);
            let is_snapshot = self.state.options.isolation == Isolation::Snapshot;
            self.state.transaction.snapshots.began_with = is_snapshot;
            self.state.transaction.sight.begin(beginning, is_snapshot, || self.context.timer.now());
            if let Some(name) = name {
                self.state.transaction.sight.set_name(name);
            }
            return;
        }
        self.state.transaction.sight.set_open(self.frame.globals.tran_count);
    }

    /// Rolls the open transaction back to `mark`. An error leaves a part of the changes, so the
    /// transaction is doomed then: it can't be committed.
    pub fn roll_back_to(&mut self, mark: Mark) -> Result<(), SqlError> {
        let undone = self.state.transaction.work.roll_back_to(mark);
        self.frame.globals.is_doomed |= undone.is_err() && self.frame.globals.tran_count > 0;
        undone
    }

    /// Starts a transaction that stays open if SET IMPLICIT_TRANSACTIONS is ON and none is active.
    #[inline]
    pub fn begin_implicitly(&mut self) {
        if self.state.options.implicit_transactions && self.is_autocommit() {
            self.begin_transaction(None, Beginning::Implicit);
        }
    }

    /// Reports the end of a statement without rows, except in procedures under SET NOCOUNT ON.
    /// `words` are those of [`Sink::end_statement`](sluice_session::sink::Sink::end_statement).
    pub fn end_statement(&mut self, words: &str) {
        if self.is_in_batch() || !self.state.options.nocount {
            self.sink.end_statement(words);
        }
    }

    /// Ends a statement that changes data or definitions: keeps all of its changes or undoes them.
    /// In autocommit mode, also commits; the commit is durable unless the database forces delayed
    /// durability. Returns the error of a failed commit.
    #[inline(always)]
    pub fn settle<T>(&mut self, before: Mark, result: Result<T, SqlError>) -> Result<T, SqlError> {
        let of_variables = self.state.transaction.work.end_statement(result.is_ok());
        let value = match result {
            Ok(value) => value,
            Err(error) => return Err(self.undone(before, error)),
        };
        if let Err(error) = of_variables {
            return Err(self.undone(before, error));
        }
        if self.is_autocommit() {
            self.state.transaction.commit(false)?;
        }
        Ok(value)
    }

    /// Undoes the statement. Returns `error`, or the error of the rollback.
    #[cold]
    fn undone(&mut self, before: Mark, error: SqlError) -> SqlError {
        let undone = if self.is_autocommit() { self.state.transaction.roll_back() } else { self.roll_back_to(before) };
        undone.map_or_else(|failed| failed, |()| error)
    }

    /// Takes the right to create an object in `database`. Model's option `has_objects` is saved
    /// before model gets its first object. Locks the database for it, so it fails with a lock's
    /// error.
    pub fn define_object(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        if database.id == MODEL && !database.options().has_objects {
            self.context.host.set_options(database, &|options| options.has_objects = true)?;
        }
        self.state.transaction.begin_defining(database)
    }

    /// Fails with 226 inside a transaction, and if IMPLICIT_TRANSACTIONS is ON.
    pub fn refuse_in_transaction(&self, statement: &str) -> Result<(), SqlError> {
        let is_alone = self.is_autocommit() && !self.state.options.implicit_transactions;
        if is_alone { Ok(()) } else { Err(SqlError::not_allowed_in_transaction(statement)) }
    }

    /// Ends a statement: sets the row count and, unless NOCOUNT is ON, reports it. NOCOUNT keeps
    /// the ends of a batch's statements (MS-TDS 2.2.7.6), but not those of a procedure's
    /// (`t-sql/statements/set-nocount-transact-sql.md`).
    #[inline]
    pub fn done(&mut self, rows: u64) {
        self.frame.globals.row_count = rows as i64;
        match self.state.options.nocount {
            false => self.sink.done(Some(rows)),
            true if self.is_in_batch() => self.sink.done_uncounted(),
            true => self.sink.done(None),
        }
    }

    /// Whether the running statement is one of the batch itself.
    fn is_in_batch(&self) -> bool {
        self.frame.globals.nest_level == 0
    }

    /// Reports (3613) the compilation time since `began` (SET STATISTICS TIME). Adds it to the
    /// batch's sum. Does nothing with `None`.
    pub fn tell_compiled(&mut self, began: Option<Spent>) {
        if let Some(began) = began {
            let took = Spent::now(&**self.context.host.clock()).since(began);
            self.state.activity.compiled = self.state.activity.compiled.and(took);
            let [cpu_ms, elapsed_ms] = took.milliseconds();
            self.inform(SqlError::parse_and_compile_time(cpu_ms, elapsed_ms));
        }
    }

    /// Sends an informational message.
    pub fn inform(&mut self, message: SqlError) {
        let mut message = message.at_line(self.frame.globals.line);
        message.severity = 0;
        self.sink.message(sluice_session::sink::Message::Error(message));
    }
}

/// Model's id, as in SQL Server.
const MODEL: DatabaseId = DatabaseId(3);
