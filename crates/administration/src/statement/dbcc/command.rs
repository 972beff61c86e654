//! Compiles DBCC commands.

use crate::statement::dbcc::check::{self, Checked};
use crate::statement::dbcc::check_identity;
use crate::statement::dbcc::contiguity;
use crate::statement::dbcc::inspect_command;
use crate::statement::dbcc::procedure_call::{self, Maintenance};
use crate::statement::dbcc::shrink_command;
use crate::statement::dbcc::trace::{self, TraceAction};
use sluice_command::statement::Compilation;
use sluice_plan::unsupported;
use sluice_syntax::ast::Dbcc;
use sluice_types::SqlError;

/// Returns the names of the supported commands, in capitals.
pub fn dbcc_commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// Compiles a DBCC statement. An unknown command fails with 40517. Each command checks its own
/// arguments.
pub(crate) fn compile(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let command = dbcc.command.text.to_uppercase();
    let Some((_, kind)) = COMMANDS.iter().find(|(name, _)| *name == command) else {
        return Err(unsupported(&format!("DBCC {command}")));
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
