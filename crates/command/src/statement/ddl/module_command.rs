//! CREATE and ALTER of views, CREATE of synonyms, and DROP of modules as commands; the options of
//! modules.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::module::{ModuleDefinition, define_module, drop_modules};
use sluice_base::sync::Arc;
use sluice_catalog::{ModuleKind, ModuleOptions, ObjectName};
use sluice_plan::{object_name, synonym_text, unsupported};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{
    self, DefinitionVerb, DropObjects, DropTrigger, DroppedKind, ModuleContext, ModuleOption, View,
};
use sluice_types::SqlError;

/// DROP of modules of a kind.
struct ModuleRemoval {
    if_exists: bool,
    kind: ModuleKind,
    names: Vec<ObjectName>,
}

/// Compiles CREATE and ALTER VIEW.
pub(in crate::statement) fn compile_view(view: &View, to: &mut dyn Compilation) -> Result<(), SqlError> {
    to.add(Box::new(view_definition(view, &view.text.0)?));
    Ok(())
}

/// Compiles CREATE SYNONYM. Refuses a target on a linked server. The target need not exist. The
/// command resolves the synonym's own name when it runs.
pub(in crate::statement) fn compile_synonym(
    name: &ast::ObjectName,
    target: &ast::ObjectName,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(target)?;
    to.add(Box::new(ModuleDefinition {
        verb: DefinitionVerb::Create,
        name: object_name(name),
        kind: ModuleKind::Synonym,
        text: Arc::from(synonym_text(target)),
        trigger: None,
        options: ModuleOptions::default(),
    }));
    Ok(())
}

/// Compiles DROP VIEW, FUNCTION, PROCEDURE and SYNONYM. Returns false for other kinds of objects.
pub(in crate::statement) fn compile_drop(drop: &DropObjects, to: &mut dyn Compilation) -> bool {
    let kind = match drop.kind {
        DroppedKind::View => ModuleKind::View,
        DroppedKind::Function => ModuleKind::InlineFunction,
        DroppedKind::Procedure => ModuleKind::Procedure,
        DroppedKind::Synonym => ModuleKind::Synonym,
        _ => return false,
    };
    let names = drop.names.iter().map(object_name).collect();
    to.add(Box::new(ModuleRemoval { if_exists: drop.if_exists, kind, names }));
    true
}

/// Compiles DROP TRIGGER.
pub(in crate::statement) fn compile_drop_trigger(drop: &DropTrigger, to: &mut dyn Compilation) -> Result<(), SqlError> {
    if drop.scope.is_some() {
        return Err(unsupported("DROP TRIGGER ON DATABASE or ALL SERVER"));
    }
    let names = drop.names.iter().map(object_name).collect();
    to.add(Box::new(ModuleRemoval { if_exists: drop.if_exists, kind: ModuleKind::Trigger, names }));
    Ok(())
}

impl Command for ModuleDefinition {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.define_module(self.verb, self.kind, &self.name)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Module
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        define_module(env, self)
    }
}

impl Command for ModuleRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.drop_modules(self.kind, &self.names)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Drop
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(drop_modules(env, self.if_exists, self.kind, &self.names)?)
    }
}

/// Returns a view's definition, which stores `text`.
pub(in crate::statement) fn view_definition(view: &View, text: &str) -> Result<ModuleDefinition, SqlError> {
    let options = module_options(&view.options, true)?;
    let options = ModuleOptions { has_check_option: view.check_option, ..options };
    let (verb, name) = (view.verb, object_name(&view.name));
    Ok(ModuleDefinition { verb, name, kind: ModuleKind::View, text: Arc::from(text), trigger: None, options })
}

/// Returns the stored options of a module. Unsupported options are refused by name, SCHEMABINDING
/// unless `may_bind`.
pub fn module_options(options: &[ModuleOption], may_bind: bool) -> Result<ModuleOptions, SqlError> {
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
            ..ModuleOptions::default()
        }),
    }
}
