//! DBCC commands that show or clear state of the engine, as commands.

use crate::statement::dbcc::arguments::option_word;
use crate::statement::dbcc::inspect::{Inspection, inspect};
use crate::statement::dbcc::open_transaction::{DatabaseSaid, OpenTransaction};
use crate::statement::dbcc::show_statistics::{StatisticsPart, StatisticsShown};
use sluice_catalog::ObjectName;
use sluice_catalog::name::same;
use sluice_catalog::security::codes;
use sluice_command::statement::{
    Command, CommandError, Compilation, Constants, Description, Env, EventSource, whole_number,
};
use sluice_plan::{object_name, unsupported};
use sluice_session::consequence::StatementClass;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal};
use sluice_types::SqlError;

/// A command that shows or clears state.
pub(super) struct InspectionCommand {
    pub(super) inspection: Inspection,
    /// Whether informational messages are sent.
    pub(super) infos: bool,
}

/// Compiles the command called `command`. Fails with 40517 for arguments or options that the
/// command doesn't have here.
pub(super) fn compile(dbcc: &Dbcc, command: &str, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let in_rows = dbcc.options.iter().any(|option| option_word(option) == "TABLERESULTS");
    let inspection = match (command, dbcc.arguments.as_slice()) {
        ("SQLPERF", [what]) if is_word(what, "LOGSPACE") => Inspection::LogSpace,
        ("SQLPERF", [what, clear]) if is_word(what, LATCH_STATS) && is_word(clear, "CLEAR") => Inspection::ClearLatches,
        ("SQLPERF", [what, clear]) if is_word(what, WAIT_STATS) && is_word(clear, "CLEAR") => Inspection::ClearWaits,
        ("SQLPERF", arguments) => {
            let what = arguments.first().and_then(word).unwrap_or("");
            return Err(unsupported(format!("DBCC SQLPERF of {what}").trim_end_matches(" of ")));
        }
        ("LOGINFO", []) => Inspection::LogInfo(None),
        ("LOGINFO", [database]) if word(database).is_some() => Inspection::LogInfo(word(database).map(str::to_owned)),
        ("INPUTBUFFER", [session]) if is_own_number(session) => Inspection::InputBuffer(None),
        ("INPUTBUFFER", [session]) if whole_number(session).is_some() => Inspection::InputBuffer(whole_number(session)),
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
            None => return Err(unsupported("DBCC UPDATEUSAGE of a database by its number")),
        },
        ("UPDATEUSAGE", [database, table]) if word(table).is_some() => match usage_of(database) {
            Some(database) => Inspection::Usage(database, word(table).map(str::to_owned)),
            None => return Err(unsupported("DBCC UPDATEUSAGE of a database by its number")),
        },
        ("OPENTRAN", arguments @ ([] | [_])) => match said(arguments.first()) {
            Some(database) => Inspection::OpenTransaction(OpenTransaction { database, in_rows }),
            None => return Err(unsupported("DBCC OPENTRAN with these arguments")),
        },
        _ => return Err(unsupported(&format!("DBCC {command} with these arguments"))),
    };
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            // Row counts are always computed on demand, and no cache entry is in use.
            "COUNT_ROWS" if command == "UPDATEUSAGE" => {}
            "TABLERESULTS" if command == "OPENTRAN" => {}
            "MARK_IN_USE_FOR_REMOVAL" if command == "FREESYSTEMCACHE" => {}
            other => return Err(unsupported(&format!("DBCC {command} WITH {other}"))),
        }
    }
    to.add(Box::new(InspectionCommand { inspection, infos }));
    Ok(())
}

/// Compiles DBCC SHOW_STATISTICS for a table and its statistics, both by name. Without an option
/// all three result sets are shown. Other options fail with 40517.
pub(super) fn compile_statistics(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let names: Option<Vec<String>> = dbcc.arguments.iter().map(table_name).collect();
    let Some([table, target]) = names.and_then(|names| <[String; 2]>::try_from(names).ok()) else {
        return Err(unsupported("DBCC SHOW_STATISTICS of other than two names"));
    };
    let (mut infos, mut parts) = (true, Vec::new());
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            "STAT_HEADER" => parts.push(StatisticsPart::Header),
            "DENSITY_VECTOR" => parts.push(StatisticsPart::Densities),
            "HISTOGRAM" => parts.push(StatisticsPart::Histogram),
            other => return Err(unsupported(&format!("DBCC SHOW_STATISTICS WITH {other}"))),
        }
    }
    let shown = StatisticsShown { table, target, parts };
    to.add(Box::new(InspectionCommand { inspection: Inspection::Statistics(shown), infos }));
    Ok(())
}

impl Command for InspectionCommand {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match &self.inspection {
            Inspection::LogSpace => rights.dbcc_of_server("SQLPERF", codes::VIEW_SERVER_STATE),
            Inspection::ClearWaits | Inspection::ClearLatches => {
                rights.dbcc_of_server("SQLPERF", codes::ALTER_SERVER_STATE)
            }
            Inspection::DropCleanBuffers => rights.dbcc_of_server("DROPCLEANBUFFERS", codes::ALTER_SERVER_STATE),
            Inspection::FreeProcedureCache => rights.dbcc_of_server("FREEPROCCACHE", codes::ALTER_SERVER_STATE),
            Inspection::Nothing => rights.dbcc_of_server("FREESESSIONCACHE", codes::ALTER_SERVER_STATE),
            Inspection::InputBuffer(session) if session.is_none_or(|session| rights.is_own_session(session)) => {
                rights.everybody("t-sql/database-console-commands/dbcc-inputbuffer-transact-sql.md")
            }
            Inspection::InputBuffer(_) => rights.dbcc_of_server("INPUTBUFFER", codes::VIEW_SERVER_STATE),
            Inspection::LogInfo(database) => rights.dbcc_of_database("LOGINFO", database.as_deref()),
            Inspection::Usage(database, _) => rights.dbcc_of_database("UPDATEUSAGE", database.as_deref()),
            Inspection::Constraints => rights.dbcc_of_database("CHECKCONSTRAINTS", None),
            Inspection::Maintenance { command, database, table: None } => {
                rights.dbcc_of_database(command, database.as_deref())
            }
            Inspection::Maintenance { command, database, table: Some(table) } => {
                let named = quoted_name::parse(table);
                let placed =
                    named.map(|name| ObjectName { database: name.database.or_else(|| database.clone()), ..name });
                rights.dbcc_of_table(command, placed.as_ref())
            }
            Inspection::OpenTransaction(asked) => {
                let database = match &asked.database {
                    Some(DatabaseSaid::Name(name)) => Some(name.clone()),
                    Some(DatabaseSaid::Number(number)) => rights.database_numbered(*number),
                    None => None,
                };
                rights.dbcc_of_database("OPENTRAN", database.as_deref())
            }
            Inspection::UserOptions => {
                rights.everybody("t-sql/database-console-commands/dbcc-useroptions-transact-sql.md")
            }
            Inspection::Statistics(_) => rights.checked_by("show::show_statistics"),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(inspect(env, &self.inspection, self.infos)?)
    }

    fn has_end(&self) -> bool {
        false
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
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
const LATCH_STATS: &str = "sys.dm_os_latch_stats";

/// Returns the name that an argument writes: a string, or an identifier of one or several parts.
fn table_name(argument: &Expr) -> Option<String> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
        ExprKind::Column(column) => {
            let own = format!("[{}]", column.name.text);
            Some(match &column.qualifier {
                None => column.name.text.to_string(),
                Some(qualifier) => format!("{}.{own}", object_name(qualifier)),
            })
        }
        _ => None,
    }
}

/// Whether the argument is @@SPID.
fn is_own_number(argument: &Expr) -> bool {
    matches!(&argument.kind, ExprKind::GlobalVariable(name) if name.is("@@spid"))
}
