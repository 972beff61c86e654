//! Compiles DBCC commands.

use crate::statement::dbcc::arguments::name_in;
use crate::statement::dbcc::check::{self, Checked};
use crate::statement::dbcc::check_identity;
use crate::statement::dbcc::contiguity;
use crate::statement::dbcc::inspect_command;
use crate::statement::dbcc::procedure_call::{self, Maintenance};
use crate::statement::dbcc::shrink_command;
use crate::statement::dbcc::trace::{self, TraceAction};
use sluice_command::statement::Compilation;
use sluice_plan::unsupported;
use sluice_syntax::ast::{Dbcc, Expr};
use sluice_types::SqlError;

/// Returns the names of the supported commands, in capitals.
pub fn dbcc_commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// Compiles a DBCC statement. Fails with 2526 for an unknown command, and with 40517 for one that
/// isn't supported. Each command checks its own arguments.
pub(crate) fn compile(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let command = dbcc.command.text.to_uppercase();
    let Some((_, kind)) = COMMANDS.iter().find(|(name, _)| *name == command) else {
        // `DBCC library (FREE)` unloads a library of extended procedures.
        let is_free = |argument: &Expr| name_in(argument).is_some_and(|word| word.eq_ignore_ascii_case("FREE"));
        return Err(match ABSENT.contains(&&*command) || matches!(&*dbcc.arguments, [only] if is_free(only)) {
            true => unsupported(&format!("DBCC {command}")),
            false => SqlError::incorrect_dbcc_statement(),
        });
    };
    match *kind {
        Kind::Check(checked) => check::compile_database(dbcc, &command, checked, to),
        Kind::CheckFilegroup => check::compile_filegroup(dbcc, to),
        Kind::CheckTable => check::compile_table(dbcc, to),
        Kind::CheckConstraints => procedure_call::compile_constraints(dbcc, to),
        Kind::Maintain(maintenance) => procedure_call::compile_maintenance(dbcc, maintenance, to),
        Kind::CheckIdentity => check_identity::compile(dbcc, to),
        Kind::Trace(action) => trace::compile(dbcc, &command, action, to),
        Kind::Inspect => inspect_command::compile(dbcc, &command, to),
        Kind::Contiguity => contiguity::compile(dbcc, to),
        Kind::ShrinkFile => shrink_command::compile_file(dbcc, to),
        Kind::ShrinkDatabase => shrink_command::compile_database(dbcc, to),
        Kind::ShowStatistics => inspect_command::compile_statistics(dbcc, to),
    }
}

/// The commands' implementations.
enum Kind {
    Check(Checked),
    CheckFilegroup,
    CheckTable,
    CheckConstraints,
    /// Rebuilds or reorganizes what a table stores.
    Maintain(Maintenance),
    CheckIdentity,
    Trace(TraceAction),
    /// Shows or clears state of the instance.
    Inspect,
    /// Shows the fragmentation of tables.
    Contiguity,
    /// Makes a file shorter.
    ShrinkFile,
    /// Makes the files of a database shorter.
    ShrinkDatabase,
    ShowStatistics,
}

/// The supported commands, by name.
const COMMANDS: &[(&str, Kind)] = &[
    ("CHECKDB", Kind::Check(Checked::All)),
    ("CHECKALLOC", Kind::Check(Checked::Allocation)),
    ("CHECKCATALOG", Kind::Check(Checked::Catalog)),
    ("CHECKFILEGROUP", Kind::CheckFilegroup),
    ("CHECKTABLE", Kind::CheckTable),
    ("CHECKCONSTRAINTS", Kind::CheckConstraints),
    ("CHECKIDENT", Kind::CheckIdentity),
    ("CLEANTABLE", Kind::Maintain(Maintenance::CleanTable)),
    ("DBREINDEX", Kind::Maintain(Maintenance::Reindex)),
    ("INDEXDEFRAG", Kind::Maintain(Maintenance::Defragment)),
    ("TRACEON", Kind::Trace(TraceAction::Switch(true))),
    ("TRACEOFF", Kind::Trace(TraceAction::Switch(false))),
    ("TRACESTATUS", Kind::Trace(TraceAction::Status)),
    ("SQLPERF", Kind::Inspect),
    ("LOGINFO", Kind::Inspect),
    ("INPUTBUFFER", Kind::Inspect),
    ("USEROPTIONS", Kind::Inspect),
    ("DROPCLEANBUFFERS", Kind::Inspect),
    ("FREEPROCCACHE", Kind::Inspect),
    ("FREESYSTEMCACHE", Kind::Inspect),
    ("FREESESSIONCACHE", Kind::Inspect),
    ("UPDATEUSAGE", Kind::Inspect),
    ("OPENTRAN", Kind::Inspect),
    ("SHOWCONTIG", Kind::Contiguity),
    ("SHOW_STATISTICS", Kind::ShowStatistics),
    ("SHRINKFILE", Kind::ShrinkFile),
    ("SHRINKDATABASE", Kind::ShrinkDatabase),
];

/// Commands of SQL Server that aren't supported: the documented ones, and those that are widely
/// used without documentation.
const ABSENT: &[&str] = &[
    "BUFFER",
    "BYTES",
    "CACHESTATS",
    "CLONEDATABASE",
    "CURSORSTATS",
    "DBINFO",
    "DBREPAIR",
    "DBTABLE",
    "ERRORLOG",
    "FILEHEADER",
    "FLUSHAUTHCACHE",
    "HELP",
    "IND",
    "LOG",
    "MEMORYSTATUS",
    "OUTPUTBUFFER",
    "PAGE",
    "PINTABLE",
    "PROCCACHE",
    "PSS",
    "SHOWWEIGHTS",
    "SQLMGRSTATS",
    "STACKDUMP",
    "UNPINTABLE",
    "WRITEPAGE",
];
