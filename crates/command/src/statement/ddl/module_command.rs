//! CREATE and ALTER of views, CREATE of synonyms, and DROP of modules as commands; the options of
//! modules.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::module::{ModuleDefinition, define_module, drop_modules};
use crate::statement::event::{DdlEvent, EventSource};
use crate::statement::trigger::ddl_trigger::{self, ddl_scope};
use sluice_base::sync::Arc;
use sluice_catalog::{EventType, ModuleKind, ModuleOptions, ObjectName};
use sluice_plan::{default_text, object_name, rule_text, synonym_text, unsupported};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{
    self, CreateDefault, CreateRule, DefinitionVerb, DropObjects, DropTrigger, DroppedKind, ModuleContext,
    ModuleOption, SourceText, View,
};
use sluice_types::SqlError;

/// DROP of modules of a kind.
struct ModuleRemoval {
    if_exists: bool,
    kind: ModuleKind,
    names: Vec<ObjectName>,
}

/// Compiles CREATE and ALTER VIEW. An unsupported option fails with 40517. The query isn't bound
/// here.
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

/// Compiles CREATE DEFAULT. Fails as [`default_text`] does.
pub(in crate::statement) fn compile_default(default: &CreateDefault, to: &mut dyn Compilation) -> Result<(), SqlError> {
    default_text(default)?;
    add_standalone(&default.name, ModuleKind::Default, &default.text, to);
    Ok(())
}

/// Compiles CREATE RULE. Fails as [`rule_text`] does.
pub(in crate::statement) fn compile_rule(rule: &CreateRule, to: &mut dyn Compilation) -> Result<(), SqlError> {
    rule_text(rule)?;
    add_standalone(&rule.name, ModuleKind::Rule, &rule.text, to);
    Ok(())
}

fn add_standalone(name: &ast::ObjectName, kind: ModuleKind, text: &SourceText, to: &mut dyn Compilation) {
    to.add(Box::new(ModuleDefinition {
        verb: DefinitionVerb::Create,
        name: object_name(name),
        kind,
        text: Arc::from(&*text.0),
        trigger: None,
        options: ModuleOptions::default(),
    }));
}

/// Compiles DROP VIEW, FUNCTION, PROCEDURE, SYNONYM, DEFAULT and RULE. Returns false for other
/// kinds of objects. It then adds nothing to the batch.
pub(in crate::statement) fn compile_drop(drop: &DropObjects, to: &mut dyn Compilation) -> bool {
    let kind = match drop.kind {
        DroppedKind::View => ModuleKind::View,
        DroppedKind::Function => ModuleKind::InlineFunction,
        DroppedKind::Procedure => ModuleKind::Procedure,
        DroppedKind::Synonym => ModuleKind::Synonym,
        DroppedKind::Default => ModuleKind::Default,
        DroppedKind::Rule => ModuleKind::Rule,
        _ => return false,
    };
    let names = drop.names.iter().map(object_name).collect();
    to.add(Box::new(ModuleRemoval { if_exists: drop.if_exists, kind, names }));
    true
}

/// Compiles DROP TRIGGER. A trigger ON DATABASE or ALL SERVER is dropped as a DDL trigger.
pub(in crate::statement) fn compile_drop_trigger(drop: &DropTrigger, to: &mut dyn Compilation) -> Result<(), SqlError> {
    if let Some(scope) = drop.scope.as_ref().and_then(ddl_scope) {
        return ddl_trigger::compile_drop(drop, scope, to);
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

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| definition_event(env, self).into_iter().collect())
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

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| self.names.iter().filter_map(|name| removal_event(env, self.kind, name)).collect())
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(drop_modules(env, self.if_exists, self.kind, &self.names)?)
    }
}

/// Returns the event of a CREATE or ALTER of a module.
fn definition_event(env: &Env<'_, '_>, module: &ModuleDefinition) -> Option<DdlEvent> {
    let is_new = match module.verb {
        DefinitionVerb::Create => true,
        DefinitionVerb::Alter => false,
        DefinitionVerb::CreateOrAlter => !env.has_named(&module.name),
    };
    let [created, altered, _] = events_of(module.kind);
    let event = if is_new { created } else { altered };
    match &module.trigger {
        None => env.object_event(event, &module.name, kind_word(module.kind)),
        Some(trigger) => {
            let target = (&trigger.target, env.target_kind(&trigger.target));
            env.part_event(event, (&module.name.object, "TRIGGER"), target)
        }
    }
}

/// Returns the event of the DROP of a module, if the module exists.
fn removal_event(env: &Env<'_, '_>, kind: ModuleKind, name: &ObjectName) -> Option<DdlEvent> {
    let [_, _, dropped] = events_of(kind);
    let database = env.database_of(name).ok()?;
    let catalog = env.state.transaction.work.catalog(&database);
    let module = catalog.module(&env.existing(name)).filter(|module| module.kind.noun() == kind.noun())?;
    let event = env.object_event(dropped, name, kind_word(kind))?;
    let target = module.trigger.and_then(|trigger| catalog.object_by_id(trigger.parent));
    Some(match target {
        Some(target) => event.of_target(target.name(), if target.table().is_some() { "TABLE" } else { "VIEW" }),
        None => event,
    })
}

/// Returns the events of CREATE, ALTER and DROP. Synonyms, defaults and rules can't be altered.
fn events_of(kind: ModuleKind) -> [EventType; 3] {
    match kind {
        ModuleKind::View => [EventType::CREATE_VIEW, EventType::ALTER_VIEW, EventType::DROP_VIEW],
        ModuleKind::InlineFunction | ModuleKind::TableFunction | ModuleKind::ScalarFunction => {
            [EventType::CREATE_FUNCTION, EventType::ALTER_FUNCTION, EventType::DROP_FUNCTION]
        }
        ModuleKind::Procedure => [EventType::CREATE_PROCEDURE, EventType::ALTER_PROCEDURE, EventType::DROP_PROCEDURE],
        ModuleKind::Trigger => [EventType::CREATE_TRIGGER, EventType::ALTER_TRIGGER, EventType::DROP_TRIGGER],
        ModuleKind::Synonym => [EventType::CREATE_SYNONYM, EventType::CREATE_SYNONYM, EventType::DROP_SYNONYM],
        ModuleKind::Default => [EventType::CREATE_DEFAULT, EventType::CREATE_DEFAULT, EventType::DROP_DEFAULT],
        ModuleKind::Rule => [EventType::CREATE_RULE, EventType::CREATE_RULE, EventType::DROP_RULE],
    }
}

/// Returns EVENTDATA's word for a kind of modules.
fn kind_word(kind: ModuleKind) -> &'static str {
    match kind {
        ModuleKind::View => "VIEW",
        ModuleKind::InlineFunction | ModuleKind::TableFunction | ModuleKind::ScalarFunction => "FUNCTION",
        ModuleKind::Procedure => "PROCEDURE",
        ModuleKind::Trigger => "TRIGGER",
        ModuleKind::Synonym => "SYNONYM",
        ModuleKind::Default => "DEFAULT",
        ModuleKind::Rule => "RULE",
    }
}

/// Returns a view's definition, which stores `text`. Unsupported options fail with 40517; the query
/// isn't bound here.
pub(in crate::statement) fn view_definition(view: &View, text: &str) -> Result<ModuleDefinition, SqlError> {
    let options = module_options(&view.options, true)?;
    let options = ModuleOptions { has_check_option: view.check_option, ..options };
    let (verb, name) = (view.verb, object_name(&view.name));
    Ok(ModuleDefinition { verb, name, kind: ModuleKind::View, text: Arc::from(text), trigger: None, options })
}

/// Returns the stored options of a module. Unsupported options fail with 40517, SCHEMABINDING
/// unless `may_bind`. RECOMPILE, INLINE and EXECUTE AS CALLER have no effect.
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
