//! Compiles DBCC commands.

use crate::statement::command::Compilation;
use crate::statement::dbcc::arguments::{name_in, option_word};
use crate::statement::dbcc::check::{self, Checked};
use crate::statement::dbcc::check_identity;
use crate::statement::dbcc::inspect::Inspection;
use crate::statement::dbcc::inspect_command::{self, InspectionCommand};
use crate::statement::dbcc::trace::{self, TraceAction};
use crate::statement::set_option::whole_number;
use sluice_plan::unsupported;
use sluice_syntax::ast::{Dbcc, Execute, ExecuteArgument, ExecuteModule, Expr, ExprKind, Literal, Name, ObjectName};
use sluice_types::SqlError;

/// Returns the names of the supported commands, in capitals.
pub fn dbcc_commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// Compiles a DBCC statement.
pub(in crate::statement) fn compile(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let command = dbcc.command.text.to_uppercase();
    let Some((_, kind)) = COMMANDS.iter().find(|(name, _)| *name == command) else {
        return Err(unsupported(&format!("DBCC {command}")));
    };
    match *kind {
        Kind::Check(checked) => check::compile_database(dbcc, &command, checked, to),
        Kind::CheckTable => check::compile_table(dbcc, to),
        Kind::CheckConstraints => compile_constraints(dbcc, to),
        Kind::CheckIdentity => check_identity::compile(dbcc, to),
        Kind::Trace(action) => trace::compile(dbcc, &command, action, to),
        Kind::Inspect => inspect_command::compile(dbcc, &command, to),
        Kind::ShowStatistics => inspect_command::compile_statistics(dbcc, to),
    }
}

/// Compiles DBCC CHECKCONSTRAINTS to a call of a T-SQL procedure, which queries each
/// constraint.
fn compile_constraints(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let span = dbcc.command.span;
    let argument = |name: &str, literal| ExecuteArgument {
        name: Some(Name::new(name, span)),
        value: Expr::new(ExprKind::Literal(literal), span),
        output: false,
    };
    let mut arguments = Vec::new();
    match dbcc.arguments.as_slice() {
        [] => {}
        [one] => {
            let name = whole_number(one).map(|id| id.to_string()).or_else(|| name_in(one));
            let unnamed = || unsupported("DBCC CHECKCONSTRAINTS of something else than a name or a number");
            let name = name.ok_or_else(unnamed)?;
            arguments.push(argument("@name", Literal::NationalString(name.into())));
        }
        _ => return Err(SqlError::syntax_near(",")),
    }
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "ALL_CONSTRAINTS" => arguments.push(argument("@all_constraints", Literal::Integer(1))),
            "ALL_ERRORMSGS" => arguments.push(argument("@all_rows", Literal::Integer(1))),
            "NO_INFOMSGS" => arguments.push(argument("@infos", Literal::Integer(0))),
            other => return Err(unsupported(&format!("DBCC CHECKCONSTRAINTS WITH {other}"))),
        }
    }
    let schema = Some(Name::new("sys", span));
    let name = ObjectName { schema, ..ObjectName::simple(Name::new(CHECK_CONSTRAINTS, span)) };
    let module = ExecuteModule::Procedure(name);
    // Fails before the call if the session lacks the permission.
    to.add(Box::new(InspectionCommand { inspection: Inspection::Constraints, infos: false }));
    to.call(&Execute { status: None, module, number: None, arguments, context: None, options: Vec::new() })
}

/// The commands' implementations.
enum Kind {
    Check(Checked),
    CheckTable,
    CheckConstraints,
    CheckIdentity,
    Trace(TraceAction),
    /// Shows or clears state of the instance.
    Inspect,
    ShowStatistics,
}

/// The supported commands, by name.
const COMMANDS: &[(&str, Kind)] = &[
    ("CHECKDB", Kind::Check(Checked::All)),
    ("CHECKALLOC", Kind::Check(Checked::Allocation)),
    ("CHECKTABLE", Kind::CheckTable),
    ("CHECKCONSTRAINTS", Kind::CheckConstraints),
    ("CHECKIDENT", Kind::CheckIdentity),
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
    ("SHOW_STATISTICS", Kind::ShowStatistics),
];

/// Procedure that finds rows that violate a constraint.
const CHECK_CONSTRAINTS: &str = "sp_checkconstraints";
