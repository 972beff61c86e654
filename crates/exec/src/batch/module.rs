//! CREATE and ALTER of functions and procedures.

use super::body::check;
use super::compiled_batch::Batch;
use super::compiler::Compiler;
use super::procedure_group::{group_number, in_group};
use super::types::Types;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{ModuleKind, ModuleOptions};
use sluice_command::statement::{
    Command, CommandError, Compilation, Env, EventSource, ModuleDefinition, check_module_context, define_module,
    is_interpreted, module_options,
};
use sluice_plan::{Binding, object_name, unsupported};
use sluice_session::cached_plan::CachedPlan;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::running_module::FirstSchema;
use sluice_syntax::ast::{Function, FunctionBody, ModuleContext, ModuleOption, Procedure};
use sluice_table::temporary;
use sluice_types::SqlError;

impl Compiler {
    /// Compiles a function. The body of an interpreted function is compiled to report its errors.
    /// The definition is added as a command; the catalog changes at its run. Unsupported options
    /// fail with 40517.
    pub(super) fn function(&mut self, function: &Function, line: u32) -> Result<(), SqlError> {
        let is_scalar = matches!(function.body, FunctionBody::Scalar { .. });
        let of_nulls = |option: &ModuleOption| {
            is_scalar && matches!(option, ModuleOption::ReturnsNullOnNullInput | ModuleOption::CalledOnNullInput)
        };
        // The EXECUTE AS context is checked with the body and applied at the call.
        let is_inline = matches!(function.body, FunctionBody::Inline(_));
        let is_own =
            |option: &ModuleOption| of_nulls(option) || !is_inline && matches!(option, ModuleOption::ExecuteAs(_));
        let others: Vec<_> = function.options.iter().filter(|option| !is_own(option)).cloned().collect();
        let options = module_options(&others, true)?;
        let kind = match &function.body {
            FunctionBody::Inline(_) => ModuleKind::InlineFunction,
            FunctionBody::Scalar { .. } => ModuleKind::ScalarFunction,
            FunctionBody::MultiStatement { .. } => ModuleKind::TableFunction,
        };
        let (verb, name) = (function.verb, object_name(&function.name));
        let text = Arc::from(&*function.text.0);
        let definition = ModuleDefinition { verb, name, kind, text, trigger: None, options };
        if kind == ModuleKind::TableFunction || is_interpreted(function) {
            self.define_checked(definition, ModuleSource::Function(Box::new(function.clone())), line);
        } else {
            self.add(Box::new(definition));
        }
        Ok(())
    }

    /// Compiles a procedure. The body is compiled to report its errors. The definition is added as
    /// a command; the catalog changes at its run. FOR REPLICATION and other unsupported options
    /// fail with 40517.
    pub(super) fn procedure(&mut self, procedure: &Procedure, line: u32) -> Result<(), SqlError> {
        // The EXECUTE AS context is checked with the body and applied at the call.
        let others = procedure.options.iter().filter(|option| !matches!(option, ModuleOption::ExecuteAs(_))).cloned();
        let options = module_options(&others.collect::<Vec<_>>(), false)?;
        let number = group_number(procedure.number)?;
        let options = ModuleOptions { number, ..options };
        if procedure.for_replication {
            return Err(unsupported("FOR REPLICATION"));
        }
        let (verb, kind) = (procedure.verb, ModuleKind::Procedure);
        let name = in_group(object_name(&procedure.name), number);
        let runs_as = |option: &ModuleOption| matches!(option, ModuleOption::ExecuteAs(context) if *context != ModuleContext::Caller);
        if temporary::is_temporary(&name.object) && number > 0 {
            return Err(unsupported("temporary procedure with a number"));
        }
        if temporary::is_temporary(&name.object) && procedure.options.iter().any(runs_as) {
            // Its owner would be that of tempdb, not its creator.
            return Err(unsupported("temporary procedure WITH EXECUTE AS another than CALLER"));
        }
        let text = Arc::from(&*procedure.text.0);
        let definition = ModuleDefinition { verb, name, kind, text, trigger: None, options };
        self.define_checked(definition, ModuleSource::Procedure(Box::new(procedure.clone())), line);
        Ok(())
    }

    /// Adds the definition of a module whose body compiles. Errors of the body are the batch's.
    fn define_checked(&mut self, definition: ModuleDefinition, source: ModuleSource, line: u32) {
        match source.compile(line, self.types.again()) {
            Ok(body) => {
                let body = Mutex::new(Some(Box::new(body)));
                self.add(Box::new(CheckedDefinition { definition, source, line, body }));
            }
            Err(errors) => self.errors.extend(errors),
        }
    }
}

/// CREATE or ALTER of a module whose statements are bound before it is stored.
struct CheckedDefinition {
    definition: ModuleDefinition,
    source: ModuleSource,
    line: u32,
    /// The body, compiled with the batch. The first run takes it.
    body: Mutex<Option<Box<Batch>>>,
}

/// A module's statement, which has its body.
enum ModuleSource {
    /// A procedure.
    Procedure(Box<Procedure>),
    /// An interpreted function.
    Function(Box<Function>),
}

impl ModuleSource {
    fn compile(&self, line: u32, types: Types) -> Result<Batch, Vec<SqlError>> {
        let plan = CachedPlan::of_batch("", "");
        match self {
            ModuleSource::Procedure(procedure) => Batch::of_procedure(procedure, line, plan, types),
            ModuleSource::Function(function) => Batch::of_function(function, line, plan, types),
        }
    }
}

impl CheckedDefinition {
    /// Returns the compiled body. An earlier statement may have changed the meaning of its types or
    /// an option, and a batch may run again; then the body is compiled again.
    fn compiled(&self, env: &Env<'_, '_>) -> Result<Box<Batch>, Vec<SqlError>> {
        let (work, database) = (&env.state.transaction.work, &env.state.database);
        let first_schema = env.state.security.default_schema.as_ref();
        let is_current =
            |body: &Batch| body.options() == env.state.options.meaning && body.is_current(work, database, first_schema);
        match self.body.lock().take().filter(|body| is_current(body)) {
            Some(body) => Ok(body),
            None => self.source.compile(self.line, Types::for_session(env.state)).map(Box::new),
        }
    }
}

impl Command for CheckedDefinition {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        self.definition.needs(rights)
    }

    fn class(&self) -> StatementClass {
        self.definition.class()
    }

    fn events(&self) -> EventSource<'_> {
        self.definition.events()
    }

    /// Creates or alters the module after binding its statements as far as the named objects exist.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let mut body = self.compiled(env).map_err(CommandError::Invalid)?;
        let ModuleDefinition { verb, name, kind, options, .. } = &self.definition;
        let name = &env.defined(name, *verb);
        let schema = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
        let around = std::mem::replace(&mut env.state.module.schema, FirstSchema::of_module(schema));
        env.state.module.binding = options.is_schema_bound.then(|| Binding::for_statements(*kind, &name.object));
        let checked = check(env, &mut body);
        env.state.module.binding = None;
        env.state.module.schema = around;
        if let Err(mut errors) = checked {
            // A scalar function may call itself, and functions that don't exist yet.
            errors.retain(|error| *kind != ModuleKind::ScalarFunction || error.number != UNKNOWN_FUNCTION);
            if !errors.is_empty() {
                return Err(CommandError::Invalid(errors));
            }
        }
        if let Some(context) = &body.context {
            check_module_context(env, context, schema)?;
        }
        define_module(env, &self.definition)
    }
}

/// "Cannot find either column or the user-defined function".
const UNKNOWN_FUNCTION: i32 = 4121;
