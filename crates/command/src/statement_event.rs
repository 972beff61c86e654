//! The events of statements: `sql_statement_starting` and `sql_statement_completed`, and
//! `sp_statement_starting` and `sp_statement_completed` inside modules.
//!
//! The steps of programs are statements. Statements that the register machine runs by itself (SET
//! and IF of variables) raise no events.

use sluice_base::clock::Clock;
use sluice_base::events::{EventKind, FieldValue, KindSet};
use sluice_query::code::Globals;
use sluice_session::figures::{Figures, Total};
use sluice_session::host::Host;
use sluice_session::secret;

/// The events of statements.
pub const KINDS: KindSet = KindSet::new(&[
    EventKind::SqlStatementStarting,
    EventKind::SqlStatementCompleted,
    EventKind::SpStatementStarting,
    EventKind::SpStatementCompleted,
]);

/// A statement as its events show it.
#[derive(Clone, Copy)]
pub struct StatementFacts<'a> {
    /// The text.
    pub text: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// The module that has the statement; `None` for a batch.
    pub module: Option<&'a str>,
}

/// A statement whose end is an event that is collected.
pub(crate) struct StatementEvent {
    text: Box<str>,
    line: u32,
    module: Option<Box<str>>,
    figures: Figures,
}

impl StatementEvent {
    /// Raises the start of a statement. Returns the statement if its end must be reported.
    pub(crate) fn begin(host: &dyn Host, globals: &Globals, statement: StatementFacts<'_>) -> Option<StatementEvent> {
        let events = host.waits().events();
        if !events.is_any_collected(KINDS) {
            return None;
        }
        // The batch that defines a module has the module's name too.
        let module = statement.module.filter(|_| globals.nest_level > 0);
        // Passwords are neither kept nor shown.
        let text = if secret::may_have_password(statement.text) { secret::SHOWN } else { statement.text };
        let line = FieldValue::Int(statement.line.into());
        match module {
            None => events.raise(EventKind::SqlStatementStarting, || vec![line, text.into()]),
            Some(module) => events.raise(EventKind::SpStatementStarting, || {
                vec![FieldValue::UInt(globals.nest_level.into()), line, module.into(), text.into()]
            }),
        }
        let completed = completed_kind(module.is_some());
        events.is_collected(completed).then(|| StatementEvent {
            text: text.into(),
            line: statement.line,
            module: module.map(Box::from),
            figures: Figures::begin(&**host.clock()),
        })
    }

    /// Stops the figures before the statement is suspended.
    pub(crate) fn pause(&mut self, clock: &dyn Clock) {
        self.figures.pause(clock);
    }

    /// Continues the figures on this thread.
    pub(crate) fn resume(&mut self, clock: &dyn Clock) {
        self.figures.resume(clock);
    }

    /// Raises the end of the statement.
    pub(crate) fn end(self, host: &dyn Host, globals: &Globals) {
        host.waits().events().raise(completed_kind(self.module.is_some()), || {
            let Total { spent, pages } = self.figures.end(&**host.clock());
            let level = self.module.is_some().then(|| FieldValue::UInt(globals.nest_level.into()));
            let duration = FieldValue::Int((spent.elapsed_ns / NS_OF_US) as i64);
            let rows = u64::try_from(globals.row_count).unwrap_or_default();
            let counts = [pages.physical_reads, pages.logical_reads, pages.logical_writes, rows];
            let counts = [spent.cpu_ns / NS_OF_US].into_iter().chain(counts).map(FieldValue::UInt);
            let texts = self.module.iter().chain([&self.text]).map(|text| FieldValue::from(&**text));
            let line = FieldValue::Int(self.line.into());
            level.into_iter().chain([duration]).chain(counts).chain([line]).chain(texts).collect()
        });
    }
}

fn completed_kind(is_in_module: bool) -> EventKind {
    if is_in_module { EventKind::SpStatementCompleted } else { EventKind::SqlStatementCompleted }
}

const NS_OF_US: u64 = 1000;
