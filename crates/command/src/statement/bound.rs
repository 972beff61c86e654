//! Statements that name tables. A statement is bound at its first run, and again when the names it
//! uses have changed. `compiled_statement` has the compiled form.

use super::Env;
use super::bound_statement::{BoundSource, BoundStatement, kind_of_rows};
use super::compiled_statement::{Account, Body, Compiled, compile_body};
use super::dml::output::OutputClause;
use super::function::Registry;
use super::profile::Profile;
use super::suspended_select::SuspendedSelect;
use crate::statement::ddl::statistics::refresh;
use crate::triggers::Firing;
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_base::waits::note_work;
use sluice_base::work_counts::WorkCount;
use sluice_plan::parallel::ParallelParts;
use sluice_plan::{BrowseMode, Variables};
use sluice_query::code::{Builder, Code, GrantEstimate, Reg, VariableRegisters};
use sluice_query::needed_lock::NeededLock;
use sluice_query::operator::{Counters, Planner, RoutineParts};
use sluice_session::CompileMode;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::dependencies::Dependencies;
use sluice_session::names::SessionNames;
use sluice_session::secret;
use sluice_session::sink::{ColumnInfo, StatementKind};
use sluice_session::spent::Spent;
use sluice_session::statement_stats::StatementStats;
use sluice_showplan::StoredPlan;
use sluice_table::database::Database;
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// A session's state of a statement: its last compiled form. It's one per session and statement;
/// nothing is compiled before the first run.
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

impl BoundSlot {
    /// Makes an unbound statement that sees `variables`, which are in `registers`.
    pub fn new(source: BoundSource, variables: Arc<Variables>, registers: VariableRegisters) -> BoundSlot {
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
    /// whether the error arose while binding. Also binds again if names, options, database or
    /// browse mode differ from the compiled form's. Checks permissions, takes the locks, runs,
    /// counts the run and gives back the locks. An error while binding is tried again once other
    /// sessions' definitions are settled. Fails with 8631 if the stack is too short for the
    /// operators.
    #[inline]
    pub fn run(&mut self, env: &mut Env<'_, '_>) -> Result<Outcome, (bool, SqlError)> {
        loop {
            let mode = self.mode(env);
            let current = match &mut self.compiled {
                Some(compiled) => {
                    Arc::ptr_eq(&compiled.database, &env.state.database)
                        && compiled.is_current(env)
                        && compiled.instead_of == env.context.instead_of()
                        && compiled.mode == mode
                        && compiled.options == env.state.options.meaning
                        && compiled.first_schema.as_ref() == env.state.first_schema()
                }
                None => false,
            };
            if !current {
                let database = Arc::clone(&env.state.database);
                let began = env.state.options.statistics_time.then(|| Spent::now(&**env.context.host.clock()));
                note_work(WorkCount::Compilation);
                note_work(WorkCount::Recompilation);
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

    /// Continues a suspended run until it ends or the sink is full again. The flag of an error is
    /// that of [`BoundSlot::run`].
    #[cold]
    pub fn resume(&mut self, query: Box<SuspendedSelect>, env: &mut Env<'_, '_>) -> Result<Outcome, (bool, SqlError)> {
        let Some(compiled) = &mut self.compiled else { unreachable!("a suspended statement stays compiled") };
        let result = compiled.resume(query, env);
        compiled.end_run(result, env)
    }

    /// The mode in which this statement is compiled.
    #[inline(always)]
    fn mode(&self, env: &Env<'_, '_>) -> CompileMode {
        match env.state.options.compile_mode {
            CompileMode::PLAIN => CompileMode::PLAIN,
            mode => self.restricted(mode, env),
        }
    }

    /// Returns the part of the session's mode that applies to this statement. Rows and plans of
    /// INSERT ... EXEC aren't shown to a client.
    #[cold]
    fn restricted(&self, mode: CompileMode, env: &Env<'_, '_>) -> CompileMode {
        match () {
            () if env.state.module.inserting.is_some() => CompileMode::PLAIN,
            () if self.statement.is_shown => mode,
            () => mode.browsing(BrowseMode::Off),
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
    /// database. If binding created statistics, binds once more to use them.
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
        let mode = self.mode(env);
        let bound = self.statement.bound(&names, mode.browse());
        let bound = bound.inspect_err(|_| self.looked_up = names.seen.dependencies())?;
        if may_look && refresh(env, &bound) {
            return Ok(false);
        }
        let (variables, options) = (Arc::clone(&self.statement.variables), names.options);
        let bound = Arc::new(StoredPlan { bound, variables, database: database.name.clone(), options });
        let compiled = self.compile(&names, (&bound, mode), env.frame.registers.len() as Reg);
        let compiled = compiled.inspect_err(|_| self.looked_up = names.seen.dependencies())?;
        env.frame.grow_to(compiled.parts.code.registers);
        env.frame.make_room(compiled.parts.code.sources.len());
        for (register, value) in &compiled.parts.code.constants {
            env.frame.set(*register, value.clone());
        }
        self.compiled = Some(compiled);
        Ok(true)
    }

    /// Returns the columns of the result, if the statement has one, bound to current names. Fails
    /// if the session lacks permission to run the statement. Nothing is run. `None` for statements
    /// without a result set, such as assignments.
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
            Body::Instead(_) | Body::Partitioned(_) | Body::SelectInto(_) => None,
            Body::Assign(_) | Body::Set(..) | Body::Test(_) | Body::Print(_) => None,
        }))
    }

    /// Returns the statement bound to current names with `database` as the current database.
    pub fn stored_plan(&self, database: &Arc<Database>, env: &Env<'_, '_>) -> Result<StoredPlan, SqlError> {
        let names = names_of(database, env);
        let bound = self.statement.bound(&names, BrowseMode::Off)?;
        let (variables, options) = (Arc::clone(&self.statement.variables), names.options);
        Ok(StoredPlan { bound, variables, database: database.name.clone(), options })
    }

    /// Forgets the counted rows of earlier runs.
    pub fn begin_profile(&self) {
        self.compiled.iter().filter_map(|compiled| compiled.profile.as_ref()).for_each(Profile::begin);
    }

    /// The counted rows of the last run; `None` if they weren't counted.
    pub fn profile(&self) -> Option<&Profile> {
        self.compiled.as_ref()?.profile.as_ref()
    }

    /// The statement's text; empty if it belongs to no cached plan.
    pub fn text(&self) -> &str {
        let (start, end) = self.place;
        self.plan.as_ref().and_then(|plan| plan.text.get(start..end)).unwrap_or_default()
    }

    /// Whether views may show the statement's plan. Long statements aren't kept, since their plans
    /// are as long, nor are those whose text is hidden.
    fn keeps_plan(&self) -> bool {
        let is_shown = self.plan.as_ref().is_some_and(|plan| *plan.text != *secret::SHOWN);
        is_shown && self.place.1 - self.place.0 <= SHOWN_MAX
    }

    fn compile(
        &mut self,
        names: &SessionNames<'_>,
        plan: (&Arc<StoredPlan>, CompileMode),
        free: Reg,
    ) -> Result<Compiled, SqlError> {
        self.generation += 1;
        // Reuses the registers of the last compilation: a loop that creates and drops its table
        // compiles in each iteration.
        let (first, end) = self.region.unwrap_or((free, free));
        let compiled = self.compile_at(names, plan, first)?;
        if compiled.parts.code.registers <= end || end == free {
            self.region = Some((first, compiled.parts.code.registers.max(end)));
            return Ok(compiled);
        }
        let compiled = self.compile_at(names, plan, free)?;
        self.region = Some((free, compiled.parts.code.registers));
        Ok(compiled)
    }

    fn compile_at(
        &self,
        names: &SessionNames<'_>,
        (plan, mode): (&Arc<StoredPlan>, CompileMode),
        first: Reg,
    ) -> Result<Compiled, SqlError> {
        let bound = &plan.bound;
        let mut builder = Builder::new(first, self.statement.registers.clone()).under(names.options);
        let mut planner = Planner::new(names, &mut builder, &bound.subqueries);
        planner.counters = mode.counts().then(Counters::default);
        planner.parallel = ParallelParts::new(bound);
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
        let profile = planner.counters.map(|counters| Profile::new(plan, counters));
        let mut stats = StatementStats::new(self.place, self.generation, names.host.clock(), planner.uses);
        stats.plan = self.keeps_plan().then(|| Arc::clone(plan));
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
                code: Code {
                    grant: GrantEstimate { cost: bound.cost(), bytes: bound.workspace_bytes() },
                    degree_hint: bound.degree_hint,
                    ..builder.finish()?
                },
                subplans,
                functions: functions.finish(),
            }),
            may_suspend: self.may_suspend,
            fires: body.fires(),
            instead_of: names.instead_of,
            mode,
            options: names.options,
            first_schema: names.first_schema.map(Arc::from),
            body,
            kind: kind_of_rows(&self.statement.source, &bound.body),
            account,
            needs: bound.needs.iter().chain(&in_functions).cloned().collect(),
            permitted: None,
            // A counted operator has a counter of its own around it.
            levels: if profile.is_some() { 2 * bound.levels } else { bound.levels },
            profile,
            locked: None,
        })
    }
}

/// The names that the session sees now, with `database` as the current database.
fn names_of<'n>(database: &'n Arc<Database>, env: &'n Env<'_, '_>) -> SessionNames<'n> {
    SessionNames {
        host: env.context.host,
        database,
        work: &env.state.transaction.work,
        scope: env.scope(),
        table_variables: &env.state.module.table_variables,
        first_schema: env.state.first_schema().map(|schema| &**schema),
        captured: env.state.module.captured.as_ref(),
        stand_ins: &env.state.module.stand_ins,
        trigger: env.state.module.trigger_rows.as_ref(),
        restricted: env.state.security.is_restricted.then_some(&env.state.security.who),
        instead_of: env.context.instead_of(),
        no_instead: false,
        binding: env.state.module.binding.as_ref(),
        options: env.state.options.meaning,
        seen: Arc::default(),
    }
}

/// Bytes of the longest statement whose plan is kept for views.
const SHOWN_MAX: usize = 8192;
