//! DBCC: what its commands take.

use super::compiler::Compiler;
use super::program::Step;
use crate::statement::{Checked, Trace, TraceAction};
use crate::trace_flags::TraceFlags;
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal, NamedOption, UnaryOperator};

impl Compiler {
    /// DBCC: the commands that there are.
    pub(super) fn dbcc(&mut self, dbcc: &Dbcc) {
        let command = dbcc.command.text.to_uppercase();
        match command.as_str() {
            "CHECKDB" => self.check_database(dbcc, &command, Checked::All),
            "CHECKALLOC" => self.check_database(dbcc, &command, Checked::Allocation),
            "CHECKIDENT" => self.check_identity(dbcc),
            "TRACEON" => self.trace(dbcc, &command, TraceAction::Switch(true)),
            "TRACEOFF" => self.trace(dbcc, &command, TraceAction::Switch(false)),
            "TRACESTATUS" => self.trace(dbcc, &command, TraceAction::Status),
            "SQLPERF" | "LOGINFO" | "INPUTBUFFER" | "USEROPTIONS" | "DROPCLEANBUFFERS" | "FREEPROCCACHE"
            | "FREESYSTEMCACHE" | "FREESESSIONCACHE" | "UPDATEUSAGE" => {
                self.inspect(dbcc, &command);
            }
            "SHOW_STATISTICS" => self.show_statistics(dbcc),
            _ => self.refuse(&format!("DBCC {command}")),
        }
    }

    /// DBCC TRACEON, TRACEOFF, TRACESTATUS: numbers, among them -1 for the whole instance. A flag that would do nothing is refused, and
    /// so is one for a session alone: there is none that does something then.
    fn trace(&mut self, dbcc: &Dbcc, command: &str, action: TraceAction) {
        let numbers: Option<Vec<i64>> = dbcc.arguments.iter().map(whole_number).collect();
        let Some(numbers) = numbers else {
            return self.refuse(&format!("DBCC {command} of something else than numbers"));
        };
        let flags: Vec<i64> = numbers.iter().copied().filter(|number| *number != WHOLE_INSTANCE).collect();
        if action != TraceAction::Status {
            if let Some(flag) = flags.iter().find(|flag| !TraceFlags::is_known(**flag)) {
                return self.refuse(&format!("DBCC {command} of trace flag {flag}"));
            }
            if flags.is_empty() || flags.len() == numbers.len() {
                return self.refuse(&format!("DBCC {command} without trace flags and -1"));
            }
        } else if let Some(flag) = flags.iter().find(|flag| i16::try_from(**flag).is_err()) {
            return self.refuse(&format!("DBCC {command} of trace flag {flag}"));
        }
        let mut infos = true;
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" => infos = false,
                other => return self.refuse(&format!("DBCC {command} WITH {other}")),
            }
        }
        self.step(Step::Trace(Box::new(Trace { action, flags, infos })));
    }

    /// DBCC CHECKDB and CHECKALLOC, of the current database or of one by name. What they would do to mend is refused.
    fn check_database(&mut self, dbcc: &Dbcc, command: &str, checked: Checked) {
        let name = match dbcc.arguments.as_slice() {
            [] => None,
            [argument] => match &argument.kind {
                ExprKind::Literal(Literal::Integer(0)) => None,
                ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
                ExprKind::Column(column) if column.qualifier.is_none() => Some(column.name.text.to_string()),
                _ => return self.refuse(&format!("DBCC {command} of a database by its number")),
            },
            _ => return self.refuse(&format!("DBCC {command} with NOINDEX or a repair")),
        };
        let mut infos = true;
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" => infos = false,
                // All messages are shown anyway, and all pages are read.
                "ALL_ERRORMSGS" | "TABLOCK" => {}
                "PHYSICAL_ONLY" | "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" if checked == Checked::All => {}
                other => return self.refuse(&format!("DBCC {command} WITH {other}")),
            }
        }
        self.step(Step::CheckDatabase(name, checked, infos));
    }
}

/// An option in capitals; one with a value is none that is known.
pub(super) fn option_word(option: &NamedOption) -> String {
    let word = option.name.text.to_uppercase();
    if option.value.is_some() || !option.list.is_empty() { format!("{word} = ...") } else { word }
}

/// The number that an argument is, if it is one, with or without a sign.
pub(super) fn whole_number(argument: &Expr) -> Option<i64> {
    match &argument.kind {
        ExprKind::Literal(Literal::Integer(number)) => Some(*number),
        ExprKind::Unary { operator: UnaryOperator::Minus, operand } => whole_number(operand).and_then(i64::checked_neg),
        _ => None,
    }
}

/// Among the numbers of trace flags: for the whole instance.
const WHOLE_INSTANCE: i64 = -1;
