//! DBCC SQLPERF and its kin: what the commands take that show something of the engine, or make it forget something.

use super::compiler::Compiler;
use super::dbcc::{option_word, whole_number};
use super::program::Step;
use crate::statement::Inspection;
use sluice_catalog::name::same;
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal};

impl Compiler {
    /// One of these commands, whose name is `command`.
    pub(super) fn inspect(&mut self, dbcc: &Dbcc, command: &str) {
        let inspection = match (command, dbcc.arguments.as_slice()) {
            ("SQLPERF", [what]) if is_word(what, "LOGSPACE") => Inspection::LogSpace,
            ("SQLPERF", [what, clear]) if is_word(what, WAIT_STATS) && is_word(clear, "CLEAR") => {
                Inspection::ClearWaits
            }
            ("SQLPERF", arguments) => {
                let what = arguments.first().and_then(word).unwrap_or("");
                return self.refuse(format!("DBCC SQLPERF of {what}").trim_end_matches(" of "));
            }
            ("LOGINFO", []) => Inspection::LogInfo(None),
            ("LOGINFO", [database]) if word(database).is_some() => {
                Inspection::LogInfo(word(database).map(str::to_owned))
            }
            ("INPUTBUFFER", [session]) if whole_number(session).is_some() => {
                Inspection::InputBuffer(whole_number(session).unwrap_or_default())
            }
            ("USEROPTIONS", []) => Inspection::UserOptions,
            ("DROPCLEANBUFFERS", []) => Inspection::DropCleanBuffers,
            ("FREEPROCCACHE", []) => Inspection::FreeProcedureCache,
            _ => return self.refuse(&format!("DBCC {command} with these arguments")),
        };
        let mut infos = true;
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" => infos = false,
                other => return self.refuse(&format!("DBCC {command} WITH {other}")),
            }
        }
        self.step(Step::Inspect(Box::new(inspection), infos));
    }
}

/// The word or string that an argument is, if it is one; a quoted name may have a point in it.
fn word(argument: &Expr) -> Option<&str> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text),
        ExprKind::Column(column) if column.qualifier.is_none() => Some(&column.name.text),
        _ => None,
    }
}

fn is_word(argument: &Expr, wanted: &str) -> bool {
    word(argument).is_some_and(|word| same(word, wanted))
}

const WAIT_STATS: &str = "sys.dm_os_wait_stats";
