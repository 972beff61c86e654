//! DBCC commands that are compiled to calls of T-SQL procedures: CHECKCONSTRAINTS, DBREINDEX,
//! INDEXDEFRAG and CLEANTABLE.

use crate::statement::dbcc::arguments::{name_in, option_word};
use crate::statement::dbcc::inspect::Inspection;
use crate::statement::dbcc::inspect_command::InspectionCommand;
use sluice_command::statement::{Compilation, whole_number};
use sluice_plan::unsupported;
use sluice_syntax::Span;
use sluice_syntax::ast::{Dbcc, Execute, ExecuteArgument, ExecuteModule, Expr, ExprKind, Literal, Name, ObjectName};
use sluice_types::SqlError;

/// The commands that rebuild or reorganize what a table stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Maintenance {
    /// `DBREINDEX (table, index, fillfactor)`.
    Reindex,
    /// `INDEXDEFRAG (database, table, index, partition)`.
    Defragment,
    /// `CLEANTABLE (database, table, batch size)`.
    CleanTable,
}

impl Maintenance {
    /// Returns the command's word, its procedure, the latter's parameters, and the numbers of the
    /// least and the most arguments.
    fn form(self) -> (&'static str, &'static str, &'static [&'static str], (usize, usize)) {
        match self {
            Maintenance::Reindex => ("DBREINDEX", "sp_dbcc_dbreindex", &["@table", "@index", "@fillfactor"], (1, 3)),
            Maintenance::Defragment => {
                ("INDEXDEFRAG", "sp_dbcc_indexdefrag", &["@table", "@index", "@partition"], (2, 4))
            }
            Maintenance::CleanTable => ("CLEANTABLE", "sp_dbcc_cleantable", &["@table", "@rows"], (2, 3)),
        }
    }
}

/// Compiles DBCC CHECKCONSTRAINTS. The procedure queries each constraint. Permissions are checked
/// before the call. Fails with 102 for more than one argument, with 40517 for other options.
pub(super) fn compile_constraints(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let span = dbcc.command.span;
    let mut arguments = Vec::new();
    match dbcc.arguments.as_slice() {
        [] => {}
        [one] => {
            let name = whole_number(one).map(|id| id.to_string()).or_else(|| name_in(one));
            let unnamed = || unsupported("DBCC CHECKCONSTRAINTS of something else than a name or a number");
            let name = name.ok_or_else(unnamed)?;
            arguments.push(argument("@name", Literal::NationalString(name.into()), span));
        }
        _ => return Err(SqlError::syntax_near(",")),
    }
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "ALL_CONSTRAINTS" => arguments.push(argument("@all_constraints", Literal::Integer(1), span)),
            "ALL_ERRORMSGS" => arguments.push(argument("@all_rows", Literal::Integer(1), span)),
            "NO_INFOMSGS" => arguments.push(argument("@infos", Literal::Integer(0), span)),
            other => return Err(unsupported(&format!("DBCC CHECKCONSTRAINTS WITH {other}"))),
        }
    }
    // Fails before the call if the session lacks the permission.
    to.add(Box::new(InspectionCommand { inspection: Inspection::Constraints, infos: false }));
    call(to, (None, CHECK_CONSTRAINTS), arguments, span)
}

/// Compiles a command that rebuilds or reorganizes. The procedure runs ALTER INDEX or ALTER TABLE
/// in the database that the command names; 0 is the current one. Fails with 40517 for a database by
/// another number, for another number of arguments, and for other forms.
pub(super) fn compile_maintenance(
    dbcc: &Dbcc,
    maintenance: Maintenance,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let (command, procedure, parameters, (least, most)) = maintenance.form();
    let span = dbcc.command.span;
    let given = dbcc.arguments.as_slice();
    if !(least..=most).contains(&given.len()) {
        return Err(unsupported(&format!("DBCC {command} with these arguments")));
    }
    let (database, given) = match (maintenance, given) {
        (Maintenance::Reindex, given) => (None, given),
        (_, [database, given @ ..]) => match whole_number(database) {
            Some(0) => (None, given),
            Some(_) => return Err(unsupported(&format!("DBCC {command} of a database by its number"))),
            None => (name_in(database), given),
        },
        (_, []) => (None, given),
    };
    let mut arguments = Vec::new();
    for (name, value) in parameters.iter().zip(given) {
        let unnamed = || unsupported(&format!("DBCC {command} of something else than names and numbers"));
        let text = whole_number(value).map(|number| number.to_string()).or_else(|| name_in(value));
        let text = text.ok_or_else(unnamed)?;
        arguments.push(argument(name, Literal::NationalString(text.into()), span));
    }
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            other => return Err(unsupported(&format!("DBCC {command} WITH {other}"))),
        }
    }
    if maintenance == Maintenance::Defragment {
        arguments.push(argument("@infos", Literal::Integer(infos.into()), span));
    }
    // Fails before the call if the session lacks the permission.
    let table = given.first().filter(|table| whole_number(table).is_none()).and_then(name_in);
    let needed = || Inspection::Maintenance { command, database: database.clone(), table: table.clone() };
    to.add(Box::new(InspectionCommand { inspection: needed(), infos: false }));
    call(to, (database.clone(), procedure), arguments, span)?;
    if infos {
        to.add(Box::new(InspectionCommand { inspection: needed(), infos: true }));
    }
    Ok(())
}

/// Compiles a call of a procedure of `sys`, in a database or the current one.
fn call(
    to: &mut dyn Compilation,
    (database, procedure): (Option<String>, &str),
    arguments: Vec<ExecuteArgument>,
    span: Span,
) -> Result<(), SqlError> {
    let database = database.map(|name| Name::new(name.trim_matches(['[', ']']), span));
    let schema = Some(Name::new("sys", span));
    let name = ObjectName { database, schema, ..ObjectName::simple(Name::new(procedure, span)) };
    let module = ExecuteModule::Procedure(name);
    to.call(&Execute { status: None, module, number: None, arguments, context: None, options: Vec::new() })
}

fn argument(name: &str, literal: Literal, span: Span) -> ExecuteArgument {
    let value = Expr::new(ExprKind::Literal(literal), span);
    ExecuteArgument { name: Some(Name::new(name, span)), value, output: false }
}

/// Procedure that finds rows that violate a constraint.
const CHECK_CONSTRAINTS: &str = "sp_checkconstraints";
