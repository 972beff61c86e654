//! The events `module_start` and `module_end` of procedures and triggers. Functions raise none.

use sluice_base::events::{EventKind, FieldValue};
use sluice_catalog::Module;
use sluice_command::statement::Env;
use sluice_session::host::Host;
use sluice_session::secret;

/// A run of a module whose end may be an event that is collected.
pub(super) struct ModuleEvent {
    facts: Vec<FieldValue>,
    /// The time of the start on the monotonic clock.
    began_ns: u64,
}

impl ModuleEvent {
    /// Raises the start of a module. `line` and `statement` are of the statement that called it.
    /// Returns the run if its end must be reported.
    #[inline]
    pub(super) fn begin(env: &Env<'_, '_>, module: &Module) -> Option<Box<ModuleEvent>> {
        let events = env.context.host.waits().events();
        let is_wanted = events.is_collected(EventKind::ModuleStart) | events.is_collected(EventKind::ModuleEnd);
        if is_wanted { ModuleEvent::begin_wanted(env, module) } else { None }
    }

    #[cold]
    fn begin_wanted(env: &Env<'_, '_>, module: &Module) -> Option<Box<ModuleEvent>> {
        let host = env.context.host;
        let sight = &env.state.activity.sight;
        let caller = sight.programs.stack(sight.running()).into_iter().next();
        let (line, text) = caller.map_or((0, String::new()), |frame| (frame.line(), frame.text().to_owned()));
        let text = if secret::may_have_password(&text) { secret::SHOWN } else { text.as_str() };
        let facts = vec![
            FieldValue::from(module.kind.code()),
            FieldValue::from(&*module.name),
            FieldValue::Int(module.id.0.into()),
            FieldValue::UInt(env.state.database.id.0.into()),
            FieldValue::Int(line as i64),
            FieldValue::from(text),
        ];
        host.waits().events().raise(EventKind::ModuleStart, || facts.clone());
        let is_wanted = host.waits().events().is_collected(EventKind::ModuleEnd);
        is_wanted.then(|| Box::new(ModuleEvent { facts, began_ns: host.clock().monotonic_ns() }))
    }

    /// Raises the end of the module, whose last statement has returned or changed `row_count` rows.
    pub(super) fn end(self, host: &dyn Host, row_count: i64) {
        host.waits().events().raise(EventKind::ModuleEnd, || {
            let took_us = host.clock().monotonic_ns().saturating_sub(self.began_ns) / NS_OF_US;
            let rows = u64::try_from(row_count).unwrap_or_default();
            [took_us, rows].map(FieldValue::UInt).into_iter().chain(self.facts).collect()
        });
    }
}

const NS_OF_US: u64 = 1000;
