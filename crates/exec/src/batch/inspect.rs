//! Compiles DBCC SQLPERF and other commands that show or clear state of the engine.

use super::compiler::Compiler;
use super::dbcc::{option_word, whole_number};
use super::program::Step;
use sluice_catalog::name::same;
use sluice_command::statement::{DatabaseSaid, Inspection, OpenTransaction};
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal};

impl Compiler {
    /// Compiles the command called `command`.
    pub(super) fn inspect(&mut self, dbcc: &Dbcc, command: &str) {
        let in_rows = dbcc.options.iter().any(|option| option_word(option) == "TABLERESULTS");
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
            // Plans are the only cached objects.
            ("FREESYSTEMCACHE", [pool]) if is_word(pool, "ALL") || is_word(pool, "SQL Plans") => {
                Inspection::FreeProcedureCache
            }
            // Connections to other servers don't exist.
            ("FREESESSIONCACHE", []) => Inspection::Nothing,
            ("UPDATEUSAGE", [database]) => match usage_of(database) {
                Some(database) => Inspection::Usage(database, None),
                None => return self.refuse("DBCC UPDATEUSAGE of a database by its number"),
            },
            ("UPDATEUSAGE", [database, table]) if word(table).is_some() => match usage_of(database) {
                Some(database) => Inspection::Usage(database, word(table).map(str::to_owned)),
                None => return self.refuse("DBCC UPDATEUSAGE of a database by its number"),
            },
            ("OPENTRAN", arguments @ ([] | [_])) => match said(arguments.first()) {
                Some(database) => Inspection::OpenTransaction(OpenTransaction { database, in_rows }),
                None => return self.refuse("DBCC OPENTRAN with these arguments"),
            },
            _ => return self.refuse(&format!("DBCC {command} with these arguments")),
        };
        let mut infos = true;
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" => infos = false,
                // Row counts are always computed on demand, and no cache entry is in use.
                "COUNT_ROWS" if command == "UPDATEUSAGE" => {}
                "TABLERESULTS" if command == "OPENTRAN" => {}
                "MARK_IN_USE_FOR_REMOVAL" if command == "FREESYSTEMCACHE" => {}
                other => return self.refuse(&format!("DBCC {command} WITH {other}")),
            }
        }
        self.step(Step::Inspect(Box::new(inspection), infos));
    }
}

/// Returns the word or string of an argument. A quoted name may contain a dot.
fn word(argument: &Expr) -> Option<&str> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text),
        ExprKind::Column(column) if column.qualifier.is_none() => Some(&column.name.text),
        _ => None,
    }
}

/// Returns the database of OPENTRAN: `Some(None)` for the current one, `None` if the argument is
/// neither a number nor a name.
fn said(argument: Option<&Expr>) -> Option<Option<DatabaseSaid>> {
    let Some(argument) = argument else { return Some(None) };
    match whole_number(argument) {
        Some(0) => Some(None),
        Some(number) => Some(Some(DatabaseSaid::Number(number))),
        None => Some(Some(DatabaseSaid::Name(word(argument)?.to_owned()))),
    }
}

/// Returns the database of UPDATEUSAGE: `Some(None)` for the current one, `None` for another
/// number.
fn usage_of(argument: &Expr) -> Option<Option<String>> {
    match whole_number(argument) {
        Some(0) => Some(None),
        Some(_) => None,
        None => Some(Some(word(argument)?.to_owned())),
    }
}

fn is_word(argument: &Expr, wanted: &str) -> bool {
    word(argument).is_some_and(|word| same(word, wanted))
}

const WAIT_STATS: &str = "sys.dm_os_wait_stats";
