//! The stack of running triggers.

use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_functions::CountedTriggers;

/// A running trigger.
#[derive(Clone, Debug)]
pub struct RunningTrigger {
    /// The trigger.
    pub module: Arc<Module>,
    /// Value of COLUMNS_UPDATED.
    pub updated: Arc<[u8]>,
    /// The event that fired a DDL or logon trigger.
    pub event: Option<RunningEvent>,
}

/// The event of a running DDL or logon trigger.
#[derive(Clone, Debug)]
pub struct RunningEvent {
    /// The text of EVENTDATA.
    pub data: Arc<str>,
    /// The nesting level of the trigger's own statements. Deeper calls don't see the event
    /// (`t-sql/functions/eventdata-transact-sql`).
    pub level: u8,
}

/// Whether `module` fires now, within `running`. A trigger doesn't fire itself, even if a trigger
/// of the other kind runs in between (`t-sql/statements/create-trigger-transact-sql.md`, *Recursive
/// triggers*). RECURSIVE_TRIGGERS ON lets AFTER triggers fire themselves nevertheless.
pub fn is_fired(running: &[RunningTrigger], module: &Module) -> bool {
    if module.ddl.is_some() {
        let innermost = running.iter().rev().find(|running| running.module.ddl.is_some());
        return innermost.is_none_or(|running| *running.module != *module);
    }
    innermost(running, module.trigger.is_some_and(|trigger| trigger.instead_of)) != Some(module)
}

/// The innermost running INSTEAD OF trigger, or AFTER trigger. `None` if no such trigger runs.
pub fn innermost(running: &[RunningTrigger], instead_of: bool) -> Option<&Module> {
    let is_such = |running: &&RunningTrigger| running.module.trigger.is_some_and(|own| own.instead_of == instead_of);
    running.iter().rev().find(is_such).map(|running| &*running.module)
}

/// Number of running triggers that match `counted`. An unset condition matches all.
pub fn count(running: &[RunningTrigger], counted: CountedTriggers) -> usize {
    let is_meant = |running: &&RunningTrigger| {
        let instead_of = running.module.trigger.is_some_and(|trigger| trigger.instead_of);
        counted.id.is_none_or(|id| running.module.id.0 == id)
            && counted.instead_of.is_none_or(|asked| asked == instead_of)
            && counted.ddl.is_none_or(|asked| asked == running.module.ddl.is_some())
    };
    running.iter().filter(is_meant).count()
}
