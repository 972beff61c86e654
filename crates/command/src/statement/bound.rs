//! Statements that name tables. A statement is bound at its first run, and again when the names it
//! uses have changed.

use super::Env;
use super::bound_statement::{BoundSource, BoundStatement, kind_of_rows};
use super::dml::change::Change;
use super::dml::column_value::trimmed_value;
use super::dml::compile::{compile_change, compile_insert, compile_instead, compile_merge};
use super::dml::insert::Insert;
use super::dml::merge::Merge;
use super::dml::output::OutputClause;
use super::function::Registry;
use super::select::{Assign, Select, report_forgiven};
use super::select_into::SelectInto;
use super::suspended_select::SuspendedSelect;
use crate::statement::ddl::statistics::refresh;
use crate::statement::trigger::instead::Instead;
use crate::triggers::Firing;
use sluice_base::ids::ObjectId;
use sluice_base::page_counts::PageCounts;
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_functions::SetOptions;
use sluice_plan::explain::{PlanLine, explain, kind_of};
use sluice_plan::{Bound, BoundBody, BrowseMode, Need, Variables};
use sluice_query::code::{Builder, Code, Piece, Reg};
use sluice_query::needed_lock::NeededLock;
use sluice_query::operator::{Notes, Planner, RoutineParts};
use sluice_session::cached_plan::CachedPlan;
use sluice_session::dependencies::Dependencies;
use sluice_session::names::SessionNames;
use sluice_session::sink::{ColumnInfo, Message, StatementKind};
use sluice_session::spent::Spent;
use sluice_session::statement_stats::StatementStats;
use sluice_session::statement_timer::Began;
use sluice_table::database::Database;
use sluice_table::isolation::Isolation;
use sluice_table::rowversions::RowVersions;
use sluice_table::snapshots::Sources;
use sluice_table::temporary::Scope;
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// A session's state of a statement: its last compiled form.
pub struct BoundSlot {
    statement: Arc<BoundStatement>,
    // The cached plan that contains the statement, and the statement's byte range in the plan's
    // text.
    plan: Option<Arc<CachedPlan>>,
    place: (usize, usize),
    // Number of compilations.
    generation: u64,
    // Whether a SELECT may be suspended. Its caller then handles `Outcome::Suspended`.
    may_suspend: bool,
    // Registers reserved for the statement by its last compilation, as (first, end).
    region: Option<(Reg, Reg)>,
    compiled: Option<Compiled>,
    // Look-ups of the last attempt to bind that failed.
    looked_up: Dependencies,
}

/// Result of a statement. A tag and a pointer, so that it fits in registers.
pub enum Outcome {
    /// The statement is done.
    Done,
    /// A condition that is true.
    Yes,
    /// A condition that is false or unknown.
    No,
    /// The statement is done except for its triggers.
    Fires(Box<Firing>),
    /// The sink is full. The statement continues by [`BoundSlot::resume`].
    Suspended(Box<SuspendedSelect>),
}

struct Compiled {
    // The current database at compilation, and the look-ups there and in other databases.
    database: Arc<Database>,
    dependencies: Dependencies,
    // The scope of private temporary tables, if the statement names any.
    scope: Option<Scope>,
    // Locks to take: IS on tables read, SIX on tables read and changed. The isolation level decides
    // the modes actually taken.
    locks: Vec<NeededLock>,
    named: Vec<Arc<Database>>,
    // Generators of the rowversions that the statement draws.
    numbered: Vec<Arc<RowVersions>>,
    sources: Sources,
    parts: Arc<RoutineParts>,
    body: Body,
    may_suspend: bool,
    kind: Option<StatementKind>,
    account: Account,
    // Permissions the statement needs. `permitted` is the last principal that passed the check,
    // with the catalog versions of master and the database at that time.
    needs: Vec<Need>,
    permitted: Option<(u64, u64, u64)>,
    // Operator depth: the stack that the statement's cursors recurse through.
    levels: usize,
    // The lock owner's release count and the isolation level when the locks were last taken.
    locked: Option<(u64, Isolation)>,
    // Whether triggers fire. `instead_of` is the innermost running INSTEAD OF trigger at binding:
    // it decides whether another INSTEAD OF trigger replaces the statement.
    fires: bool,
    instead_of: Option<ObjectId>,
    // Detail of the browse information about the result columns.
    browse: BrowseMode,
    // The SET options at compilation.
    options: SetOptions,
}

/// Execution statistics of the compiled statement, removed from the plan on drop.
struct Account {
    plan: Option<Arc<CachedPlan>>,
    stats: Arc<StatementStats>,
}

impl Drop for Account {
    fn drop(&mut self) {
        if let Some(plan) = &self.plan {
            plan.remove(&self.stats);
        }
        self.stats.leave();
    }
}

enum Body {
    Select(Select),
    Assign(Assign),
    Insert(Box<Insert>),
    Change(Box<Change>),
    Merge(Box<Merge>),
    Instead(Box<Instead>),
    SelectInto(Box<SelectInto>),
    Set(Piece, Reg),
    Test(Piece),
    Print(Piece),
}

impl BoundSlot {
    /// Makes an unbound statement that sees `variables`, which are in `registers`.
    pub fn new(source: BoundSource, variables: Arc<Variables>, registers: Arc<[Reg]>) -> BoundSlot {
        BoundSlot::for_statement(Arc::new(BoundStatement::new(source, variables, registers)))
    }

    /// Makes an unbound slot.
    pub fn for_statement(statement: Arc<BoundStatement>) -> BoundSlot {
        BoundSlot {
            statement,
            plan: None,
            place: (0, 0),
            generation: 0,
            may_suspend: false,
            region: None,
            compiled: None,
            looked_up: Dependencies::default(),
        }
    }

    /// Records that the statement is at byte range `place` in the text of `plan`.
    pub fn stands_in(&mut self, plan: &Arc<CachedPlan>, place: (usize, usize)) {
        (self.plan, self.place) = (Some(Arc::clone(plan)), place);
    }

    /// Lets a SELECT be suspended if its batch may be.
    pub fn suspends(&mut self) {
        self.may_suspend = true;
    }

    /// Runs the statement, and binds it first if it isn't current. The flag of an error says
    /// whether the error arose while binding.
    #[inline]
    pub fn run(&mut self, env: &mut Env<'_, '_>) -> Result<Outcome, (bool, SqlError)> {
        loop {
            let mode = self.mode(env);
            let current = match &mut self.compiled {
                Some(compiled) => {
                    Arc::ptr_eq(&compiled.database, &env.state.database)
                        && compiled.is_current(env)
                        && compiled.instead_of == env.context.instead_of()
                        && compiled.browse == mode
                        && compiled.options == env.state.options.meaning
                }
                None => false,
            };
            if !current {
                let database = Arc::clone(&env.state.database);
                let began = env.state.options.statistics_time.then(|| Spent::now(&**env.context.host.clock()));
                self.bind_settled(&database, env)?;
                env.tell_compiled(began);
                env.context.timer.let_go();
            }
            let Some(compiled) = &mut self.compiled else { continue };
            if env.state.security.is_restricted {
                compiled.check_permissions(env).map_err(|error| (false, error))?;
            }
            if !stack::has_room_for(compiled.levels) {
                return Err((false, SqlError::out_of_stack()));
            }
            let began = env.context.timer.begin();
            if env.is_autocommit() {
                env.state.transaction.sight.enter(StatementKind::beginning(compiled.kind), began.ticks());
            }
            let result = match compiled.take_locks(env) {
                Ok(true) if compiled.fires => compiled.run_fired(began, env),
                Ok(true) => compiled.run_counted(began, env),
                Ok(false) => {
                    // The names changed while the statement waited for a lock: bind again.
                    compiled.give_back_locks(env);
                    self.compiled = None;
                    continue;
                }
                Err(error) => Err(error),
            };
            return compiled.end_run(result, env);
        }
    }

    /// Continues a suspended run until it ends or the sink is full again.
    #[cold]
    pub fn resume(&mut self, query: Box<SuspendedSelect>, env: &mut Env<'_, '_>) -> Result<Outcome, (bool, SqlError)> {
        let Some(compiled) = &mut self.compiled else { unreachable!("a suspended statement stays compiled") };
        let result = compiled.resume(query, env);
        compiled.end_run(result, env)
    }

    /// The browse mode in force for this statement.
    #[inline(always)]
    fn mode(&self, env: &Env<'_, '_>) -> BrowseMode {
        match env.state.options.browse {
            // Rows of INSERT ... EXEC aren't shown to a client.
            mode if mode != BrowseMode::Off && self.statement.is_shown && env.state.module.inserting.is_none() => mode,
            _ => BrowseMode::Off,
        }
    }

    /// Whether the statement has been bound, perhaps to names that have changed since.
    #[inline]
    pub fn is_bound(&self) -> bool {
        self.compiled.is_some()
    }

    /// Drops the compiled form.
    pub fn forget(&mut self) {
        self.compiled = None;
    }

    /// Binds as [`BoundSlot::bind`], and waits for transactions that are defining names the
    /// statement looks up.
    ///
    /// Waits for names that weren't found and, if binding fails, also for names that were found.
    /// Binds again after a wait that changed a name.
    #[cold]
    pub fn bind_settled(&mut self, database: &Arc<Database>, env: &mut Env<'_, '_>) -> Result<(), (bool, SqlError)> {
        loop {
            let bound = self.bind(database, env);
            let dependencies = match &mut self.compiled {
                Some(compiled) => &mut compiled.dependencies,
                None => &mut self.looked_up,
            };
            let has_changed = env
                .state
                .transaction
                .wait_for_definers(dependencies, bound.is_err())
                .map_err(|error| (false, error))?;
            if !has_changed {
                return bound.map_err(|error| (true, error));
            }
        }
    }

    /// Binds the statement to the names that the session sees now, with `database` as the current
    /// database.
    #[cold]
    pub fn bind(&mut self, database: &Arc<Database>, env: &mut Env<'_, '_>) -> Result<(), SqlError> {
        // If the first attempt created statistics, bind again to use them. The second attempt
        // creates none.
        if !self.bind_once(database, env, true)? {
            self.bind_once(database, env, false)?;
        }
        Ok(())
    }

    /// Binds once. Returns false, with nothing bound, if `may_look` and new statistics were created
    /// from the rows.
    fn bind_once(&mut self, database: &Arc<Database>, env: &mut Env<'_, '_>, may_look: bool) -> Result<bool, SqlError> {
        self.compiled = None;
        let names = names_of(database, env);
        let browse = self.mode(env);
        let bound = self.statement.bound(&names, browse);
        let bound = bound.inspect_err(|_| self.looked_up = names.seen.dependencies())?;
        if may_look && refresh(env, &bound) {
            return Ok(false);
        }
        let compiled = self.compile(&names, &bound, env.frame.registers.len() as Reg);
        let mut compiled = compiled.inspect_err(|_| self.looked_up = names.seen.dependencies())?;
        compiled.browse = browse;
        env.frame.grow_to(compiled.parts.code.registers);
        env.frame.make_room(compiled.parts.code.sources.len());
        for (register, value) in &compiled.parts.code.constants {
            env.frame.set(*register, value.clone());
        }
        self.compiled = Some(compiled);
        Ok(true)
    }

    /// Returns the columns of the result, if the statement has one, bound to current names. Fails
    /// if the session lacks permission to run the statement.
    pub fn columns(&mut self, env: &mut Env<'_, '_>) -> Result<Option<Vec<ColumnInfo>>, SqlError> {
        let database = Arc::clone(&env.state.database);
        self.bind(&database, env)?;
        if let (true, Some(compiled)) = (env.state.security.is_restricted, &mut self.compiled) {
            compiled.check_permissions(env)?;
        }
        Ok(self.compiled.as_ref().and_then(|compiled| match &compiled.body {
            Body::Select(select) => Some(select.columns.clone()),
            Body::Insert(insert) => insert.output.as_ref().and_then(OutputClause::columns),
            Body::Change(change) => change.output.as_ref().and_then(OutputClause::columns),
            Body::Merge(merge) => merge.output.as_ref().and_then(OutputClause::columns),
            Body::Instead(_) | Body::SelectInto(_) => None,
            Body::Assign(_) | Body::Set(..) | Body::Test(_) | Body::Print(_) => None,
        }))
    }

    /// Returns the statement kind, the plan in words and the permissions needed, bound to current
    /// names with `database` as the current database.
    pub fn explain(
        &self,
        database: &Arc<Database>,
        env: &Env<'_, '_>,
    ) -> Result<(&'static str, Vec<PlanLine>, Vec<Need>), SqlError> {
        let bound = self.statement.bound(&names_of(database, env), BrowseMode::Off)?;
        let plan = explain(&bound, &self.statement.variables, &database.name);
        Ok((kind_of(&bound.body), plan, bound.needs))
    }

    /// The statement's text; empty if it belongs to no cached plan.
    pub fn text(&self) -> &str {
        let (start, end) = self.place;
        self.plan.as_ref().and_then(|plan| plan.text.get(start..end)).unwrap_or_default()
    }

    fn compile(&mut self, names: &SessionNames<'_>, bound: &Bound, free: Reg) -> Result<Compiled, SqlError> {
        self.generation += 1;
        // Reuses the registers of the last compilation: a loop that creates and drops its table
        // compiles in each iteration.
        let (first, end) = self.region.unwrap_or((free, free));
        let compiled = self.compile_at(names, bound, first)?;
        if compiled.parts.code.registers <= end || end == free {
            self.region = Some((first, compiled.parts.code.registers.max(end)));
            return Ok(compiled);
        }
        let compiled = self.compile_at(names, bound, free)?;
        self.region = Some((free, compiled.parts.code.registers));
        Ok(compiled)
    }

    fn compile_at(&self, names: &SessionNames<'_>, bound: &Bound, first: Reg) -> Result<Compiled, SqlError> {
        let mut builder = Builder::new(first, self.statement.registers.to_vec()).under(names.options);
        let mut planner = Planner::new(names, &mut builder, &bound.subqueries);
        let mut functions = Registry::new(names);
        functions.enter(&mut planner, &bound.functions)?;
        let in_functions = std::mem::take(&mut functions.needs);
        for target in &bound.generators {
            planner.generator(target)?;
        }
        // Compile the statement's own operators first: subqueries refer to columns of the rows
        // around them.
        let body = compile_body(&mut planner, &bound.body)?;
        let subplans = planner.subplans(&bound.subqueries)?;
        let (mut locks, named, sources) = (planner.locks, planner.named, planner.sources);
        let stats = StatementStats::new(self.place, self.generation, names.host.clock(), planner.uses);
        let stats = Arc::new(stats);
        if let Some(plan) = &self.plan {
            plan.add(&stats);
        }
        let account = Account { plan: self.plan.clone(), stats };
        let numbered = planner.numbered;
        let database = Arc::clone(names.database);
        let dependencies = names.seen.dependencies();
        locks.extend(dependencies.modules().map(|module| NeededLock::new(module, LockMode::SchemaStability)));
        Ok(Compiled {
            database,
            scope: dependencies.has_private_names().then_some(names.scope),
            dependencies,
            locks,
            named,
            numbered,
            sources,
            parts: Arc::new(RoutineParts {
                code: Code { cost: bound.cost(), ..builder.finish() },
                subplans,
                functions: functions.finish(),
            }),
            may_suspend: self.may_suspend,
            fires: body.fires(),
            instead_of: names.instead_of,
            browse: BrowseMode::Off,
            options: names.options,
            body,
            kind: kind_of_rows(&self.statement.source, &bound.body),
            account,
            needs: bound.needs.iter().chain(&in_functions).cloned().collect(),
            permitted: None,
            levels: bound.levels,
            locked: None,
        })
    }
}

impl Compiled {
    /// Fails if the session lacks a permission the statement needs. Skips the check if the
    /// principal and the catalogs are as at the last check.
    #[cold]
    fn check_permissions(&mut self, env: &Env<'_, '_>) -> Result<(), SqlError> {
        let (host, work) = (env.context.host, &env.state.transaction.work);
        let master = host.database(MASTER).map_or(0, |master| work.catalog_version(&master));
        let asked = Some((env.state.security.who.generation(), master, work.catalog_version(&self.database)));
        if self.permitted != asked || !self.named.is_empty() {
            env.state.check_needs(host, &self.needs)?;
            self.permitted = asked;
        }
        Ok(())
    }

    /// Whether the names still mean the same as at compilation.
    #[inline]
    fn is_current(&mut self, env: &Env<'_, '_>) -> bool {
        self.dependencies.are_current(env.state.transaction.work.definitions())
            && self.scope.is_none_or(|scope| scope == env.scope())
            && (self.named.is_empty() || self.named.iter().all(|named| is_open(named, env)))
    }

    /// Takes the statement's locks. Returns whether the names are still as at compilation.
    #[inline]
    fn take_locks(&mut self, env: &mut Env<'_, '_>) -> Result<bool, SqlError> {
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

    /// Ends a run, unless the statement is suspended.
    #[inline]
    fn end_run(&self, result: Result<Outcome, SqlError>, env: &mut Env<'_, '_>) -> Result<Outcome, (bool, SqlError)> {
        if matches!(result, Ok(Outcome::Suspended(_))) {
            return result.map_err(|error| (false, error));
        }
        self.give_back_locks(env);
        if self.parts.code.forgives_arithmetic {
            report_forgiven(env);
        }
        result.map_err(|error| (false, error))
    }

    /// Releases locks that only served reading. In autocommit mode, releases all locks.
    #[inline]
    fn give_back_locks(&self, env: &mut Env<'_, '_>) {
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

    /// Runs the statement and records its execution statistics.
    #[inline]
    fn run_counted(&mut self, began: Began, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
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

    /// Continues a suspended SELECT.
    fn resume(&self, mut query: Box<SuspendedSelect>, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
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

    /// Runs a statement that fires triggers. The statement and its triggers are one transaction.
    #[cold]
    fn run_fired(&mut self, began: Began, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
        env.begin_implicitly();
        let (is_alone, row_count) = (env.is_autocommit(), env.frame.globals.row_count);
        if is_alone {
            env.begin_transaction(None, StatementKind::beginning(self.kind));
            env.frame.globals.row_count = row_count;
        }
        match self.run_counted(began, env) {
            Ok(Outcome::Fires(firing)) => Ok(Outcome::Fires(Box::new(Firing { is_alone, ..*firing }))),
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
            Body::Insert(insert) => return insert.run(env, routine).map(fired),
            Body::Select(select) if self.may_suspend && env.context.may_suspend() => {
                return Ok(select.begin(&self.parts, env)?.map_or(Outcome::Done, Outcome::Suspended));
            }
            Body::Select(select) => select.run(env, routine)?,
            Body::Change(change) => return change.run(env, routine).map(fired),
            Body::Merge(merge) => return merge.run(env, routine).map(fired),
            Body::Instead(instead) => return instead.run(env, routine).map(Outcome::Fires),
            Body::SelectInto(select) => select.run(env, routine)?,
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
                env.end_statement();
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
    fn fires(&self) -> bool {
        match self {
            Body::Insert(insert) => insert.capture.is_some(),
            Body::Change(change) => change.capture.is_some(),
            Body::Merge(merge) => merge.capture.is_some(),
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

#[inline]
fn fired(firing: Option<Box<Firing>>) -> Outcome {
    firing.map_or(Outcome::Done, Outcome::Fires)
}

/// The names that the session sees now, with `database` as the current database.
fn names_of<'n>(database: &'n Arc<Database>, env: &'n Env<'_, '_>) -> SessionNames<'n> {
    SessionNames {
        host: env.context.host,
        database,
        work: &env.state.transaction.work,
        scope: env.scope(),
        table_variables: &env.state.module.table_variables,
        module_schema: env.state.module.schema.as_deref(),
        captured: env.state.module.captured.as_ref(),
        trigger: env.state.module.trigger_rows.as_ref(),
        restricted: env.state.security.is_restricted.then_some(&env.state.security.who),
        instead_of: env.context.instead_of(),
        no_instead: false,
        binding: env.state.module.binding.as_ref(),
        options: env.state.options.meaning,
        seen: Arc::default(),
    }
}

/// Whether the database's id still refers to this open database.
fn is_open(named: &Arc<Database>, env: &Env<'_, '_>) -> bool {
    env.context.host.database_by_id(named.id).is_some_and(|found| Arc::ptr_eq(&found, named))
}

fn compile_body(planner: &mut Planner<'_>, body: &BoundBody) -> Result<Body, SqlError> {
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
            // A single value may be written to its variable at once, because no later value reads
            // the variable.
            let only = if let [only] = targets.as_slice() { Some(*only) } else { None };
            let plan = planner.plan_with(rows, |builder, _, value| builder.kept_value(value, only))?;
            Body::Assign(Assign { plan, targets })
        }
        BoundBody::Insert(insert) => Body::Insert(Box::new(compile_insert(planner, insert)?)),
        BoundBody::Update(change) => Body::Change(Box::new(compile_change(planner, change, false)?)),
        BoundBody::Delete(change) => Body::Change(Box::new(compile_change(planner, change, true)?)),
        BoundBody::Merge(merge) => Body::Merge(Box::new(compile_merge(planner, merge)?)),
        BoundBody::Instead(instead) => Body::Instead(Box::new(compile_instead(planner, instead)?)),
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
