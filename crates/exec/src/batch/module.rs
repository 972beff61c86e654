//! Compiles CREATE and ALTER of functions and procedures.

use super::Batch;
use super::compiler::Compiler;
use super::program::Step;
use sluice_base::sync::Arc;
use sluice_catalog::ModuleKind;
use sluice_command::statement::{Compilation, ModuleDefinition, module_options};
use sluice_plan::{object_name, unsupported};
use sluice_session::cached_plan::CachedPlan;
use sluice_syntax::ast::{Function, FunctionBody, ModuleContext, ModuleOption, Procedure};
use sluice_table::temporary;
use sluice_types::SqlError;

impl Compiler {
    /// Compiles a function. The body of a multi-statement function is compiled to report its
    /// errors.
    pub(super) fn function(&mut self, function: &Function, line: u32) -> Result<(), SqlError> {
        let is_scalar = matches!(function.body, FunctionBody::Scalar { .. });
        let of_nulls = |option: &ModuleOption| {
            is_scalar && matches!(option, ModuleOption::ReturnsNullOnNullInput | ModuleOption::CalledOnNullInput)
        };
        let runs_as = |option: &ModuleOption| matches!(option, ModuleOption::ExecuteAs(context) if *context != ModuleContext::Caller);
        if function.options.iter().any(runs_as) {
            return Err(unsupported("function WITH EXECUTE AS another than CALLER"));
        }
        let others: Vec<_> = function.options.iter().filter(|option| !of_nulls(option)).cloned().collect();
        let options = module_options(&others, true)?;
        let kind = match &function.body {
            FunctionBody::Inline(_) => ModuleKind::InlineFunction,
            FunctionBody::Scalar { .. } => ModuleKind::ScalarFunction,
            FunctionBody::MultiStatement { .. } => ModuleKind::TableFunction,
        };
        let (verb, name) = (function.verb, object_name(&function.name));
        let text = Arc::from(&*function.text.0);
        let definition = ModuleDefinition { verb, name, kind, text, trigger: None, options };
        if kind == ModuleKind::TableFunction {
            match Batch::of_function(function, line, CachedPlan::of_batch("", ""), self.types.again()) {
                Ok(body) => self.step(Step::DefineProcedure(Box::new((definition, body)))),
                Err(errors) => self.errors.extend(errors),
            }
            return Ok(());
        }
        self.add(Box::new(definition));
        Ok(())
    }

    /// Compiles a procedure. The body is compiled to report its errors.
    pub(super) fn procedure(&mut self, procedure: &Procedure, line: u32) -> Result<(), SqlError> {
        // The EXECUTE AS context is checked with the body and applied at the call.
        let others = procedure.options.iter().filter(|option| !matches!(option, ModuleOption::ExecuteAs(_))).cloned();
        let options = module_options(&others.collect::<Vec<_>>(), false)?;
        if procedure.number.is_some() {
            return Err(unsupported("numbered procedure"));
        }
        if procedure.for_replication {
            return Err(unsupported("FOR REPLICATION"));
        }
        let (verb, name, kind) = (procedure.verb, object_name(&procedure.name), ModuleKind::Procedure);
        if temporary::is_temporary(&name.object) {
            return Err(unsupported("temporary procedure"));
        }
        let text = Arc::from(&*procedure.text.0);
        match Batch::of_procedure(procedure, line, CachedPlan::of_batch("", ""), self.types.again()) {
            Ok(body) => {
                let definition = ModuleDefinition { verb, name, kind, text, trigger: None, options };
                self.step(Step::DefineProcedure(Box::new((definition, body))));
            }
            Err(errors) => self.errors.extend(errors),
        }
        Ok(())
    }
}
