//! The options that a module's text declares, for system views.

use sluice_catalog::Module;
use sluice_syntax::ast::{ModuleContext, ModuleOption, Statement, StatementKind};

/// Options of a module's WITH clause that the catalog doesn't keep beside the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeclaredOptions {
    /// EXECUTE AS. Without the clause, a module runs as its caller.
    pub context: DeclaredContext,
    /// RECOMPILE.
    pub recompiles: bool,
    /// RETURNS NULL ON NULL INPUT.
    pub null_on_null_input: bool,
}

/// The principal of EXECUTE AS.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DeclaredContext {
    /// CALLER.
    #[default]
    Caller,
    /// SELF.
    Itself,
    /// OWNER.
    Owner,
    /// A user by name.
    User(String),
}

/// Returns the options in a module's text; the defaults if the text can't be read. Only RECOMPILE,
/// RETURNS NULL ON NULL INPUT and EXECUTE AS are read from the text; the catalog stores the others.
pub fn declared_options(module: &Module) -> DeclaredOptions {
    let script = sluice_plan::script_of(module);
    let options = match script.statements.first() {
        Some(Statement { kind: StatementKind::Procedure(procedure), .. }) => &procedure.options,
        Some(Statement { kind: StatementKind::Function(function), .. }) => &function.options,
        Some(Statement { kind: StatementKind::Trigger(trigger), .. }) => &trigger.options,
        _ => return DeclaredOptions::default(),
    };
    let mut declared = DeclaredOptions::default();
    for option in options {
        match option {
            ModuleOption::Recompile => declared.recompiles = true,
            ModuleOption::ReturnsNullOnNullInput => declared.null_on_null_input = true,
            ModuleOption::ExecuteAs(context) => {
                declared.context = match context {
                    ModuleContext::Caller => DeclaredContext::Caller,
                    ModuleContext::Itself => DeclaredContext::Itself,
                    ModuleContext::Owner => DeclaredContext::Owner,
                    ModuleContext::User(name) => DeclaredContext::User(name.to_string()),
                }
            }
            ModuleOption::Encryption
            | ModuleOption::SchemaBinding
            | ModuleOption::ViewMetadata
            | ModuleOption::NativeCompilation
            | ModuleOption::CalledOnNullInput
            | ModuleOption::Inline(_) => {}
        }
    }
    declared
}
