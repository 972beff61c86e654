//! The triggers that run within each other.

use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_functions::CountedTriggers;

/// A trigger that runs.
#[derive(Clone, Debug)]
pub struct RunningTrigger {
    /// The trigger.
    pub module: Arc<Module>,
    /// What COLUMNS_UPDATED tells.
    pub updated: Arc<[u8]>,
}

/// Whether `module` is to run now, within `running`: no trigger is fired again by what it does itself, also where a trigger of the other kind is between
/// (`t-sql/statements/create-trigger-transact-sql.md`, *Recursive triggers*, RECURSIVE_TRIGGERS being OFF).
pub fn is_fired(running: &[RunningTrigger], module: &Module) -> bool {
    innermost(running, module.trigger.is_some_and(|trigger| trigger.instead_of)) != Some(module)
}

/// The innermost trigger that runs in place of statements, or of the others.
pub fn innermost(running: &[RunningTrigger], instead_of: bool) -> Option<&Module> {
    let is_such = |running: &&RunningTrigger| running.module.trigger.is_some_and(|own| own.instead_of == instead_of);
    running.iter().rev().find(is_such).map(|running| &*running.module)
}

/// How many of `running` are meant.
pub fn count(running: &[RunningTrigger], counted: CountedTriggers) -> usize {
    let is_meant = |running: &&RunningTrigger| {
        let instead_of = running.module.trigger.is_some_and(|trigger| trigger.instead_of);
        counted.id.is_none_or(|id| running.module.id.0 == id)
            && counted.instead_of.is_none_or(|asked| asked == instead_of)
    };
    running.iter().filter(is_meant).count()
}
