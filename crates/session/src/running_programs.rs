//! The programs that a session runs, each called by the one before it: the stack of Transact-SQL.
//!
//! The session pushes and pops under a lock of its own; reports of other sessions read it. The end
//! of the batch empties the stack, so that an idle session keeps no plan.

use crate::cached_plan::{CachedPlan, PlanKind};
use crate::query_hash::{StatementHash, plan_hash, query_hash};
use crate::running::Running;
use sluice_base::events::escape;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::{Arc, Mutex};
use std::fmt::{self, Write};

/// The running programs of a session, the batch first.
#[derive(Default)]
pub struct RunningPrograms(Mutex<Vec<RunningProgram>>);

struct RunningProgram {
    plan: Arc<CachedPlan>,
    /// The step of its caller that called it.
    caller: Running,
}

/// A statement on the stack.
pub struct StackFrame {
    plan: Arc<CachedPlan>,
    /// The step that runs; `None` if it isn't known.
    step: Option<usize>,
}

impl RunningPrograms {
    /// Forgets the programs of the last batch.
    pub fn clear(&self) {
        self.0.lock().clear();
    }

    /// Adds a program that the step `caller` calls.
    pub fn push(&self, plan: &Arc<CachedPlan>, caller: Running) {
        self.0.lock().push(RunningProgram { plan: Arc::clone(plan), caller });
    }

    /// Removes the program that was called last.
    pub fn pop(&self) {
        self.0.lock().pop();
    }

    /// Returns the statements of the stack, the innermost first. `innermost` is the step that runs.
    pub fn stack(&self, innermost: Running) -> Vec<StackFrame> {
        let programs = self.0.lock();
        let mut at = innermost;
        let mut frames = Vec::with_capacity(programs.len());
        for program in programs.iter().rev() {
            let is_of_it = at.plan() == program.plan.number();
            frames.push(StackFrame { plan: Arc::clone(&program.plan), step: at.step().filter(|_| is_of_it) });
            at = program.caller;
        }
        frames
    }
}

impl StackFrame {
    fn place(&self) -> Option<(usize, usize)> {
        self.plan.place(self.step?)
    }

    /// Returns the handle of the program's plan, in hexadecimal digits.
    pub fn plan_handle(&self) -> String {
        hexadecimal(&self.plan.handle())
    }

    /// Returns the hash of the statement's text. `None` for an unknown statement.
    pub fn query_hash(&self) -> Option<StatementHash> {
        query_hash(&self.plan, self.place()?)
    }

    /// Returns the hash of the statement's plan. `None` if the plan isn't kept.
    pub fn plan_hash(&self) -> Option<StatementHash> {
        let place = self.place()?;
        let statements = self.plan.statements();
        plan_hash(statements.iter().rev().find(|statement| statement.place == place)?)
    }

    /// Appends the `frame` element of the action `tsql_stack`. `level` counts from 1.
    pub fn write_stack(&self, level: usize, xml: &mut String) {
        let (line, (start, end)) = (self.line(), self.offsets());
        let handle = hexadecimal(&self.plan.sql_handle());
        let _ = write!(
            xml,
            "<frame level='{level}' handle='{handle}' line='{line}' offsetStart='{start}' offsetEnd='{end}'/>"
        );
    }

    /// Appends the `frame` element of a deadlock report. `database` is the name of a database, by
    /// which a module's name is qualified.
    pub fn write_report(&self, database: (DatabaseId, &str), xml: &mut String) {
        let name = match (self.plan.kind, &self.plan.name) {
            (PlanKind::Procedure(_), Some(name)) if self.plan.database() == database.0 => {
                format!("{}.{name}", database.1)
            }
            (PlanKind::Procedure(_), Some(name)) => name.to_string(),
            _ => "adhoc".to_owned(),
        };
        xml.push_str("<frame procname=\"");
        escape(&name, xml);
        let _ = write!(xml, "\" line=\"{}\"", self.line());
        if let Some(place) = self.place() {
            let (start, end) = self.plan.offsets(place);
            let _ = write!(xml, " stmtstart=\"{start}\" stmtend=\"{end}\"");
        }
        let _ = write!(xml, " sqlhandle=\"{}\">", hexadecimal(&self.plan.sql_handle()));
        escape(if self.text().is_empty() { "unknown" } else { self.text() }, xml);
        xml.push_str("</frame>");
    }

    /// Returns the line of the statement in its text, from 1.
    pub fn line(&self) -> usize {
        let before = self.place().and_then(|(start, _)| self.plan.text.get(self.plan.body..start));
        before.unwrap_or_default().matches('\n').count() + 1
    }

    /// Returns the text of the statement; empty for an unknown one.
    pub fn text(&self) -> &str {
        self.place().and_then(|(start, end)| self.plan.text.get(start..end)).unwrap_or_default()
    }

    /// Returns the offsets of the statement as views show them; those of the whole text for an
    /// unknown statement.
    fn offsets(&self) -> (i32, i32) {
        self.place().map_or((0, -1), |place| self.plan.offsets(place))
    }
}

impl fmt::Debug for RunningPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningPrograms").finish_non_exhaustive()
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02X}");
        text
    })
}
