//! A compiled batch or module body, and its registers.

use super::compiler;
use super::parameter::Parameter;
use super::program::{BoundProgram, Program, Slot};
use super::types::{Types, TypesSeen};
use sluice_base::sync::Arc;
use sluice_command::statement::BoundSlot;
use sluice_command::triggers::TriggerTables;
use sluice_plan::SetOptions;
use sluice_query::code::{Frame, Globals};
use sluice_session::cached_plan::CachedPlan;
use sluice_session::work::Work;
use sluice_syntax::ast::ModuleContext;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};

/// A compiled batch, which can run repeatedly. Bound statements are reused until the catalog
/// changes.
pub struct Batch {
    /// The program and its bound statements.
    pub(super) bound: BoundProgram,
    /// The registers.
    pub(super) frame: Frame,
    /// Plan and text that system views show.
    pub(super) plan: Arc<CachedPlan>,
    /// The parameters.
    pub(super) parameters: Arc<[Parameter]>,
    /// The text that declares the parameters.
    pub(super) declarations: Box<str>,
    /// Context of EXECUTE AS, if the batch is a module's body.
    pub(super) context: Option<ModuleContext>,
    /// Types that the batch was compiled with.
    pub(super) types: Option<TypesSeen>,
    /// The `inserted` and `deleted` tables, if the batch is a trigger's body.
    pub(super) trigger: Option<TriggerTables>,
    /// Heap bytes of the thread when the batch was taken out of the cache.
    pub(super) began: i64,
}

impl Batch {
    /// Compiles a batch and the declarations of its parameters, which are mostly empty. Tables
    /// aren't looked up yet. Returns all syntax errors, or otherwise all undeclared variables and
    /// similar errors. Nothing is cached or run.
    pub(crate) fn compile(text: &str, declarations: &str, types: Types) -> Result<Batch, Vec<SqlError>> {
        let written = sluice_syntax::parse_parameters(declarations);
        let written = written.map_err(|errors| errors.iter().map(compiler::syntax_error).collect::<Vec<_>>())?;
        let parameters = Parameter::declared(&written, &types).map_err(|error| vec![error.at_line(1)])?;
        let program = compiler::compile(text, &parameters, types);
        // The error for a duplicate parameter has no line.
        let program = program.map_err(|errors| errors.into_iter().map(|error| error.at_line(1)).collect::<Vec<_>>())?;
        let plan = CachedPlan::of_batch(text, declarations);
        Ok(Batch::of_program(program, plan, parameters, declarations))
    }

    /// Returns a batch around a compiled program, with a frame that is filled at its start.
    pub(super) fn of_program(
        (program, types): (Program, Option<TypesSeen>),
        plan: Arc<CachedPlan>,
        parameters: Vec<Parameter>,
        declarations: &str,
    ) -> Batch {
        let bound = BoundProgram::new(program, &plan);
        let (frame, declarations, parameters) = (Frame::default(), declarations.into(), parameters.into());
        Batch { bound, frame, plan, parameters, declarations, context: None, types, trigger: None, began: 0 }
    }

    /// Returns a batch around the program that another session has compiled. Its statements are
    /// unbound.
    pub(super) fn of_shared(
        (program, parameters): (Arc<Program>, Arc<[Parameter]>),
        plan: &CachedPlan,
        declarations: &str,
        context: Option<ModuleContext>,
    ) -> Batch {
        let plan = plan.for_another_session();
        let bound = BoundProgram::of_shared(program, &plan);
        let (frame, declarations) = (Frame::default(), declarations.into());
        let (types, trigger) = (None, None);
        Batch { bound, frame, plan, parameters, declarations, context, types, trigger, began: 0 }
    }

    /// Returns the last value of the parameter at `place`: after the run, the output value.
    pub fn parameter(&self, place: usize) -> &Value {
        self.frame.get(self.bound.program.variables[place])
    }

    /// Returns whether the types that the batch was compiled with are still current in `database`.
    /// `first_schema` is the schema in which types without one are looked up before dbo.
    pub(crate) fn is_current(&self, work: &Work, database: &Arc<Database>, first_schema: Option<&Arc<str>>) -> bool {
        self.types.as_ref().is_none_or(|types| types.are_current(work, database, first_schema))
    }

    /// Returns the SET options that the batch was compiled with.
    pub(super) fn options(&self) -> SetOptions {
        self.bound.program.options
    }

    /// Returns whether the batch leaves PARSEONLY on, in which case it does nothing else.
    pub fn parses_only(&self) -> bool {
        self.bound.program.parses_only
    }

    /// Unbinds statements over dropped table variables and drops long values after a run. So the
    /// cached batch keeps no storage.
    pub(super) fn forget_variables(&mut self) {
        self.frame.drop_long();
        if self.bound.program.tables.is_empty() && self.parameters.iter().all(|parameter| parameter.rows.is_none()) {
            return;
        }
        self.bound.slots.iter_mut().filter_map(Slot::bound).for_each(BoundSlot::forget);
    }

    /// Initializes the registers. Constants get their values, variables NULL, and the session
    /// figures those of `globals`.
    pub(super) fn begin(&mut self, globals: Globals) {
        let frame = &mut self.frame;
        frame.globals = globals;
        frame.grow_to(self.bound.program.code.registers);
        for (register, value) in &self.bound.program.code.constants {
            frame.set(*register, value.clone());
        }
        for register in self.bound.program.variables.iter() {
            frame.set(*register, Value::Null);
        }
    }
}
