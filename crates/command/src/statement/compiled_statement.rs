//! The compiled form of a statement that names tables: its locks, permissions, figures and run.

use super::Env;
use super::bound::Outcome;
use super::dml::change::Change;
use super::dml::column_value::trimmed_value;
use super::dml::compile::{compile_change, compile_insert, compile_instead, compile_merge};
use super::dml::form::publish_identity;
use super::dml::insert::Insert;
use super::dml::merge::Merge;
use super::dml::partitioned::Partitioned;
use super::profile::{Profile, may_show_plan};
use super::select::{Assign, Select, report_forgiven};
use super::select_into::SelectInto;
use super::suspended_select::SuspendedSelect;
use crate::statement::trigger::instead::Instead;
use crate::triggers::Firing;
use sluice_base::ids::ObjectId;
use sluice_base::page_counts::PageCounts;
use sluice_base::sync::Arc;
use sluice_functions::SetOptions;
use sluice_plan::{BoundBody, Need};
use sluice_query::code::{Piece, Reg};
use sluice_query::needed_lock::NeededLock;
use sluice_query::operator::{Notes, Planner, RoutineParts};
use sluice_session::CompileMode;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::dependencies::Dependencies;
use sluice_session::sink::{Message, StatementKind};
use sluice_session::statement_stats::StatementStats;
use sluice_session::statement_timer::Began;
use sluice_table::database::Database;
use sluice_table::isolation::Isolation;
use sluice_table::rowversions::RowVersions;
use sluice_table::snapshots::Sources;
use sluice_table::temporary::Scope;
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// The compiled form. It stays valid as long as its dependencies and options are as at the
/// compilation.
pub(super) struct Compiled {
    // The current database at compilation, and the look-ups there and in other databases.
    pub(super) database: Arc<Database>,
    pub(super) dependencies: Dependencies,
    // The scope of private temporary tables, if the statement names any.
    pub(super) scope: Option<Scope>,
    // Locks to take: IS on tables read, SIX on tables read and changed. The isolation level decides
    // the modes actually taken.
    pub(super) locks: Vec<NeededLock>,
    pub(super) named: Vec<Arc<Database>>,
    // Generators of the rowversions that the statement draws.
    pub(super) numbered: Vec<Arc<RowVersions>>,
    pub(super) sources: Sources,
    pub(super) parts: Arc<RoutineParts>,
    pub(super) body: Body,
    pub(super) may_suspend: bool,
    pub(super) kind: Option<StatementKind>,
    pub(super) account: Account,
    // Permissions the statement needs. `permitted` is the last principal that passed the check,
    // with the catalog versions of master and the database at that time.
    pub(super) needs: Vec<Need>,
    pub(super) permitted: Option<(u64, u64, u64)>,
    // Operator depth: the stack that the statement's cursors recurse through.
    pub(super) levels: usize,
    // The lock owner's release count and the isolation level when the locks were last taken.
    pub(super) locked: Option<(u64, Isolation)>,
    // Whether triggers fire. `instead_of` is the innermost running INSTEAD OF trigger at binding:
    // it decides whether another INSTEAD OF trigger replaces the statement.
    pub(super) fires: bool,
    pub(super) instead_of: Option<ObjectId>,
    // Browse information about the result columns, and whether operators' rows are counted.
    pub(super) mode: CompileMode,
    // The counted rows.
    pub(super) profile: Option<Profile>,
    // The SET options at compilation, and the schema in which names were looked up first.
    pub(super) options: SetOptions,
    pub(super) first_schema: Option<Arc<str>>,
}

/// Execution statistics of the compiled statement, removed from the plan on drop.
pub(super) struct Account {
    pub(super) plan: Option<Arc<CachedPlan>>,
    pub(super) stats: Arc<StatementStats>,
}

impl Drop for Account {
    fn drop(&mut self) {
        if let Some(plan) = &self.plan {
            plan.remove(&self.stats);
        }
        self.stats.leave();
    }
}

/// The statement's operators or expressions.
pub(super) enum Body {
    Select(Select),
    Assign(Assign),
    Insert(Box<Insert>),
    Change(Box<Change>),
    Merge(Box<Merge>),
    Instead(Box<Instead>),
    Partitioned(Box<Partitioned>),
    SelectInto(Box<SelectInto>),
    Set(Piece, Reg),
    Test(Piece),
    Print(Piece),
}

impl Compiled {
    /// Fails if the session lacks a permission the statement needs, or SHOWPLAN for a statement
    /// whose plan is sent. Skips the check if the
    /// principal and the catalogs are as at the last check. Names in other databases are always
    /// checked.
    #[cold]
    pub(super) fn check_permissions(&mut self, env: &Env<'_, '_>) -> Result<(), SqlError> {
        let (host, work) = (env.context.host, &env.state.transaction.work);
        let master = host.database(MASTER).map_or(0, |master| work.catalog_version(&master));
        let asked = Some((env.state.security.who.generation(), master, work.catalog_version(&self.database)));
        if self.permitted != asked || !self.named.is_empty() {
            env.state.check_needs(host, &self.needs)?;
            self.permitted = asked;
        }
        if self.mode.counts() { may_show_plan(env, &self.needs, &self.database) } else { Ok(()) }
    }

    /// Whether the compiled form is still right: the names mean the same as at compilation, private
    /// temporary tables are of the same scope, and the named databases are open.
    #[inline]
    pub(super) fn is_current(&mut self, env: &Env<'_, '_>) -> bool {
        self.dependencies.are_current(env.state.transaction.work.definitions())
            && self.scope.is_none_or(|scope| scope == env.scope())
            && (self.named.is_empty() || self.named.iter().all(|named| is_open(named, env)))
    }

    /// Takes the statement's locks. Returns whether the names are still as at compilation. Fails
    /// with the lock's error, or if the current database is closed. Locks already held by an
    /// earlier run of the transaction are taken at once. If the names have changed, the caller
    /// binds again.
    #[inline]
    pub(super) fn take_locks(&mut self, env: &mut Env<'_, '_>) -> Result<bool, SqlError> {
        let locked = Some((env.state.transaction.locks.given_back(), env.state.options.isolation));
        if self.locked == locked {
            // An earlier run took all locks and the transaction has released none since.
            env.state.transaction.locks.set_log_used(env.state.transaction.work.log_used());
            return Ok(true);
        }
        if env.state.database.is_closed() && !self.locks.is_empty() {
            return Err(env.context.host.not_open(&env.state.database.name));
        }
        let mut is_new = false;
        for lock in &self.locks {
            is_new |= env.state.take_needed(lock)?;
        }
        self.locked = locked;
        // The log used so far is the cost of choosing this transaction as a deadlock victim.
        env.state.transaction.locks.set_log_used(env.state.transaction.work.log_used());
        Ok(!is_new || self.is_current(env))
    }

    /// Ends a run, unless the statement is suspended. Gives back the locks that only served
    /// reading. Reports forgiven arithmetic errors to the client. The flag of an error is false: it
    /// arose at run time.
    #[inline]
    pub(super) fn end_run(
        &self,
        result: Result<Outcome, SqlError>,
        env: &mut Env<'_, '_>,
    ) -> Result<Outcome, (bool, SqlError)> {
        if matches!(result, Ok(Outcome::Suspended(_))) {
            return result.map_err(|error| (false, error));
        }
        self.give_back_locks(env);
        if self.parts.code.forgives_arithmetic {
            report_forgiven(env);
        }
        result.map_err(|error| (false, error))
    }

    /// Releases locks that only served reading. In autocommit mode, releases all locks. The
    /// snapshot of the statement ends. Locks on tables with row locks, and those that the
    /// transaction has pinned, stay.
    #[inline]
    pub(super) fn give_back_locks(&self, env: &mut Env<'_, '_>) {
        env.state.transaction.snapshots.end_statement();
        if env.is_autocommit() {
            env.state.transaction.sight.leave();
            env.state.transaction.snapshots.end();
            env.state.transaction.locks.unlock_all();
            return;
        }
        for NeededLock { resource, mode, .. } in &self.locks {
            let is_passing = |held| matches!(held, LockMode::IntentShared | LockMode::SchemaStability);
            let locks = &env.state.transaction.locks;
            let is_read = is_passing(*mode) && locks.mode_of(*resource).is_some_and(is_passing);
            if is_read && !locks.has_parts_of(*resource) && !env.state.transaction.pinned.contains(resource) {
                locks.unlock(*resource);
            }
        }
    }

    /// Runs the statement and records its execution statistics. These are time, pages and rows. A
    /// failed run counts too; a suspended one isn't counted before its end.
    #[inline]
    pub(super) fn run_counted(&mut self, began: Began, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
        let before = PageCounts::now();
        match self.run(env) {
            Ok(Outcome::Suspended(query)) => Ok(suspended(query, began, PageCounts::now().since(before), env)),
            Ok(outcome) => {
                self.count(began, PageCounts::now().since(before), env.frame.globals.row_count.max(0) as u64, env);
                Ok(outcome)
            }
            Err(error) => Err(self.count_failed(began, PageCounts::now().since(before), env, error)),
        }
    }

    /// Continues a suspended SELECT. Its time and pages so far are added to this part. It may be
    /// suspended again.
    pub(super) fn resume(&self, mut query: Box<SuspendedSelect>, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
        let Body::Select(select) = &self.body else { unreachable!("only a SELECT is suspended") };
        let ((began, earlier), before) = (query.resume(env), PageCounts::now());
        let result = select.go_on(query, env);
        let pages = PageCounts::now().since(before).and(earlier);
        match result {
            Ok(Some(query)) => Ok(suspended(query, began, pages, env)),
            Ok(None) => {
                self.count(began, pages, env.frame.globals.row_count.max(0) as u64, env);
                Ok(Outcome::Done)
            }
            Err(error) => Err(self.count_failed(began, pages, env, error)),
        }
    }

    /// Runs a statement that fires triggers. The statement and its triggers are one transaction. In
    /// autocommit, `@@TRANCOUNT` is 1 while the triggers run; the caller runs them and then
    /// commits. If the statement fails, its own transaction ends here. `@@ROWCOUNT` stays as it was
    /// before.
    #[cold]
    pub(super) fn run_fired(&mut self, began: Began, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
        env.begin_implicitly();
        let (is_alone, row_count) = (env.is_autocommit(), env.frame.globals.row_count);
        if is_alone {
            env.begin_transaction(None, StatementKind::beginning(self.kind));
            env.frame.globals.row_count = row_count;
        }
        match self.run_counted(began, env) {
            Ok(Outcome::Fires(firing)) => Ok(Outcome::Fires(Box::new(Firing { is_alone, kind: self.kind, ..*firing }))),
            Ok(outcome) => Ok(outcome),
            Err(error) => {
                if is_alone {
                    super::end_transaction(env);
                }
                Err(error)
            }
        }
    }

    #[cold]
    fn count_failed(&self, began: Began, pages: PageCounts, env: &Env<'_, '_>, error: SqlError) -> SqlError {
        self.count(began, pages, 0, env);
        error
    }

    #[inline(always)]
    fn count(&self, began: Began, pages: PageCounts, rows: u64, env: &Env<'_, '_>) {
        self.account.stats.add(env.context.timer.end(began), pages, rows);
    }

    #[inline]
    fn run(&mut self, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
        if self.sources.has_rows {
            env.begin_implicitly();
        }
        self.numbered.iter().for_each(|numbers| env.state.transaction.numbers(numbers));
        let is_autocommit = env.is_autocommit();
        let isolation = env.state.options.isolation;
        env.state.transaction.take_snapshot(isolation, &self.sources, is_autocommit)?;
        let routine = self.parts.routine();
        let mut notes = Notes::default();
        if let Some(kind) = self.kind {
            env.sink.begin(kind);
        }
        match &mut self.body {
            Body::Insert(insert) => return showing_identity(env, true, |env| insert.run(env, routine)).map(fired),
            Body::Select(select) if self.may_suspend && env.context.may_suspend() => {
                return Ok(select.begin(&self.parts, env)?.map_or(Outcome::Done, Outcome::Suspended));
            }
            Body::Select(select) => select.run(env, routine)?,
            Body::Change(change) => {
                return showing_identity(env, false, |env| change.run(env, routine)).map(fired);
            }
            Body::Merge(merge) => return showing_identity(env, false, |env| merge.run(env, routine)).map(fired),
            Body::Instead(instead) => return instead.run(env, routine).map(Outcome::Fires),
            Body::Partitioned(change) => change.run(env, routine)?,
            Body::SelectInto(select) => showing_identity(env, true, |env| select.run(env, routine))?,
            Body::Assign(assign) => assign.run(env, routine)?,
            Body::Set(piece, target) => {
                let value = env.run_and_sink(routine, &mut notes).0.value(*piece)?;
                env.frame.set(*target, value);
                env.frame.globals.row_count = 1;
            }
            Body::Print(piece) => {
                let text = env.run_and_sink(routine, &mut notes).0.value(*piece)?;
                env.frame.globals.row_count = 0;
                let text = text.as_str().unwrap_or_default().to_owned();
                env.sink.message(Message::Print { text, line: env.frame.globals.line });
                env.end_statement("");
            }
            Body::Test(piece) => {
                let answer = env.run_and_sink(routine, &mut notes).0.holds(*piece)?;
                env.frame.globals.row_count = 0;
                return Ok(if answer { Outcome::Yes } else { Outcome::No });
            }
        }
        Ok(Outcome::Done)
    }
}

impl Body {
    /// Whether running the body yields rows for triggers.
    pub(super) fn fires(&self) -> bool {
        match self {
            Body::Insert(insert) => insert.capture.as_ref().is_some_and(|capture| capture.rows.has_triggers()),
            Body::Change(change) => change.capture.as_ref().is_some_and(|capture| capture.rows.has_triggers()),
            Body::Merge(merge) => merge.capture.as_ref().is_some_and(|capture| capture.rows.has_triggers()),
            Body::Instead(_) => true,
            _ => false,
        }
    }
}

/// Stops the figures of a SELECT that is suspended.
#[cold]
fn suspended(mut query: Box<SuspendedSelect>, began: Began, pages: PageCounts, env: &Env<'_, '_>) -> Outcome {
    query.pause(began, pages, env);
    Outcome::Suspended(query)
}

/// Runs a statement that may insert rows, and shows the identity value that it has drawn. With
/// `resets`, `@@IDENTITY` becomes NULL if there is none, but not in a trigger, where the value of
/// the statement that fired it stays (`t-sql/functions/identity-transact-sql.md`).
#[inline]
fn showing_identity<T>(
    env: &mut Env<'_, '_>,
    resets: bool,
    run: impl FnOnce(&mut Env<'_, '_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    env.frame.globals.drawn_identity = None;
    let result = run(env);
    let resets = resets && env.state.module.trigger_rows.is_none();
    publish_identity(&mut env.frame.globals, resets);
    result
}

#[inline]
fn fired(firing: Option<Box<Firing>>) -> Outcome {
    firing.map_or(Outcome::Done, Outcome::Fires)
}

/// Whether the database's id still refers to this open database.
fn is_open(named: &Arc<Database>, env: &Env<'_, '_>) -> bool {
    env.context.host.database_by_id(named.id).is_some_and(|found| Arc::ptr_eq(&found, named))
}

/// Compiles the body of a bound statement. Adds its locks, sources and code to `planner`. Reads no
/// rows.
pub(super) fn compile_body(planner: &mut Planner<'_>, body: &BoundBody) -> Result<Body, SqlError> {
    Ok(match body {
        BoundBody::Select { rows, columns } => {
            Body::Select(Select { plan: Arc::new(planner.long_plan(rows)?), columns: columns.clone() })
        }
        BoundBody::SelectInto { name, filegroup, columns, rows, drawn } => {
            let plan = planner.plan_with(rows, |builder, place, value| match columns[place].trims() {
                true => trimmed_value(builder, &columns[place], value),
                false => builder.long_value(value, None),
            })?;
            let (name, filegroup, columns) = (name.clone(), filegroup.clone(), columns.clone());
            Body::SelectInto(Box::new(SelectInto { name, filegroup, columns, plan, drawn: *drawn }))
        }
        BoundBody::Assign { rows, targets } => {
            let targets: Vec<Reg> = targets.iter().map(|slot| planner.builder.variables()[*slot]).collect();
            // Each value is written to its variable at once, so the values behind it read the new
            // one, from left to right.
            let plan = planner
                .plan_with(rows, |builder, place, value| builder.kept_value(value, targets.get(place).copied()))?;
            Body::Assign(Assign { plan, targets })
        }
        BoundBody::Insert(insert) => Body::Insert(Box::new(compile_insert(planner, insert)?)),
        BoundBody::Update(change) => Body::Change(Box::new(compile_change(planner, change, false)?)),
        BoundBody::Delete(change) => Body::Change(Box::new(compile_change(planner, change, true)?)),
        BoundBody::Merge(merge) => Body::Merge(Box::new(compile_merge(planner, merge)?)),
        BoundBody::Instead(instead) => Body::Instead(Box::new(compile_instead(planner, instead)?)),
        BoundBody::Partitioned(change) => Body::Partitioned(Box::new(Partitioned::compile(planner, change)?)),
        BoundBody::Set { target, value } => {
            let target = planner.builder.variables()[*target];
            let value = std::slice::from_ref(value);
            let row = planner.builder.row_with(value, |builder, _, value| builder.kept_value(value, None));
            Body::Set(row[0], target)
        }
        BoundBody::Test(condition) => Body::Test(planner.builder.condition_piece(condition)),
        BoundBody::Print(value) => Body::Print(planner.builder.piece(value)),
    })
}

/// The database that holds the logins.
const MASTER: &str = "master";
