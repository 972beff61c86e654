//! Compiles CREATE, ALTER and DROP of views, functions, procedures and synonyms.

use super::Batch;
use super::compiler::Compiler;
use super::program::Step;
use super::simple_step::refuse_server;
use sluice_base::sync::Arc;
use sluice_catalog::{ModuleKind, ModuleOptions};
use sluice_command::statement::ModuleDefinition;
use sluice_plan::{object_name, synonym_text, unsupported};
use sluice_session::cached_plan::CachedPlan;
use sluice_syntax::ast::{
    DefinitionVerb, DropObjects, DroppedKind, Function, FunctionBody, ModuleContext, ModuleOption, ObjectName,
    Procedure, View,
};
use sluice_table::temporary;
use sluice_types::SqlError;

impl Compiler {
    pub(super) fn view(&mut self, view: &View) -> Result<(), SqlError> {
        let definition = view_definition(view, &view.text.0)?;
        self.step(Step::DefineModule(Box::new(definition)));
        Ok(())
    }

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
        self.step(Step::DefineModule(Box::new(definition)));
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

    /// Compiles CREATE SYNONYM. The target need not exist.
    pub(super) fn synonym(&mut self, name: &ObjectName, target: &ObjectName) -> Result<(), SqlError> {
        refuse_server(target)?;
        let (verb, kind) = (DefinitionVerb::Create, ModuleKind::Synonym);
        let (name, text) = (object_name(name), Arc::from(synonym_text(target)));
        self.step(Step::DefineModule(Box::new(ModuleDefinition {
            verb,
            name,
            kind,
            text,
            trigger: None,
            options: ModuleOptions::default(),
        })));
        Ok(())
    }

    /// Compiles DROP of modules. Returns false for other kinds of objects.
    pub(super) fn drop_objects(&mut self, drop: &DropObjects) -> bool {
        let kind = match drop.kind {
            DroppedKind::View => ModuleKind::View,
            DroppedKind::Function => ModuleKind::InlineFunction,
            DroppedKind::Procedure => ModuleKind::Procedure,
            DroppedKind::Synonym => ModuleKind::Synonym,
            _ => return false,
        };
        self.step(Step::DropModules(drop.if_exists, kind, drop.names.iter().map(object_name).collect()));
        true
    }
}

/// Returns a view's definition, which stores `text`.
pub(super) fn view_definition(view: &View, text: &str) -> Result<ModuleDefinition, SqlError> {
    let options = module_options(&view.options, true)?;
    let options = ModuleOptions { has_check_option: view.check_option, ..options };
    let (verb, name) = (view.verb, object_name(&view.name));
    Ok(ModuleDefinition { verb, name, kind: ModuleKind::View, text: Arc::from(text), trigger: None, options })
}

/// Returns the stored options of a module. Unsupported options are refused by name, SCHEMABINDING
/// unless `may_bind`.
pub(super) fn module_options(options: &[ModuleOption], may_bind: bool) -> Result<ModuleOptions, SqlError> {
    // A cached plan serves as well as a recompiled one.
    let is_harmless = |option: &&ModuleOption| match option {
        // Inlining only affects speed.
        ModuleOption::Recompile | ModuleOption::Inline(_) => true,
        ModuleOption::Encryption => true,
        ModuleOption::SchemaBinding => may_bind,
        ModuleOption::ExecuteAs(context) => *context == ModuleContext::Caller,
        _ => false,
    };
    let refused = options.iter().find(|option| !is_harmless(option)).map(|option| match option {
        ModuleOption::SchemaBinding => "WITH SCHEMABINDING",
        ModuleOption::ViewMetadata => "WITH VIEW_METADATA",
        ModuleOption::ExecuteAs(_) => "WITH EXECUTE AS",
        ModuleOption::NativeCompilation => "WITH NATIVE_COMPILATION",
        ModuleOption::Recompile
        | ModuleOption::Encryption
        | ModuleOption::ReturnsNullOnNullInput
        | ModuleOption::CalledOnNullInput
        | ModuleOption::Inline(_) => "option of a module",
    });
    match refused {
        Some(refused) => Err(unsupported(refused)),
        None => Ok(ModuleOptions {
            is_schema_bound: options.contains(&ModuleOption::SchemaBinding),
            is_encrypted: options.contains(&ModuleOption::Encryption),
            has_check_option: false,
        }),
    }
}
