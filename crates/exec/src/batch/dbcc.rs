//! Compiles DBCC commands.

use super::compiler::Compiler;
use super::program::Step;
use sluice_command::statement::{Checked, Inspection, Trace, TraceAction};
use sluice_syntax::ast::{
    Dbcc, Execute, ExecuteArgument, ExecuteModule, Expr, ExprKind, Literal, Name, NamedOption, ObjectName,
    UnaryOperator,
};
use sluice_table::trace_flags::TraceFlags;
use sluice_types::SqlError;

/// Returns the names of the supported commands, in capitals.
pub fn dbcc_commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

impl Compiler {
    /// Compiles a DBCC statement.
    pub(super) fn dbcc(&mut self, dbcc: &Dbcc) -> Result<(), SqlError> {
        let command = dbcc.command.text.to_uppercase();
        let Some((_, known)) = COMMANDS.iter().find(|(name, _)| *name == command) else {
            self.refuse(&format!("DBCC {command}"));
            return Ok(());
        };
        match *known {
            Command::Check(checked) => self.check_database(dbcc, &command, checked),
            Command::CheckTable => self.check_table(dbcc),
            Command::CheckConstraints => return self.check_constraints(dbcc),
            Command::CheckIdentity => self.check_identity(dbcc),
            Command::Trace(action) => self.trace(dbcc, &command, action),
            Command::Inspect => self.inspect(dbcc, &command),
            Command::ShowStatistics => self.show_statistics(dbcc),
        }
        Ok(())
    }

    /// Compiles DBCC CHECKTABLE of a table by name. Repair options are refused.
    fn check_table(&mut self, dbcc: &Dbcc) {
        let table = match dbcc.arguments.as_slice() {
            [table] => name_in(table),
            [table, word] if matches!(&word.kind, ExprKind::Column(word) if word.name.is("NOINDEX")) => name_in(table),
            _ => return self.refuse("DBCC CHECKTABLE of one index, or with a repair"),
        };
        let Some(table) = table else { return self.refuse("DBCC CHECKTABLE of something else than a name") };
        let mut infos = true;
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" | "PHYSICAL_ONLY" => infos = false,
                "ALL_ERRORMSGS" | "TABLOCK" | "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" => {}
                other => return self.refuse(&format!("DBCC CHECKTABLE WITH {other}")),
            }
        }
        self.step(Step::CheckTable(table, infos));
    }

    /// Compiles DBCC CHECKCONSTRAINTS to a call of a T-SQL procedure, which queries each
    /// constraint.
    fn check_constraints(&mut self, dbcc: &Dbcc) -> Result<(), SqlError> {
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
                let Some(name) = name else {
                    self.refuse("DBCC CHECKCONSTRAINTS of something else than a name or a number");
                    return Ok(());
                };
                arguments.push(argument("@name", Literal::NationalString(name.into())));
            }
            _ => return Err(SqlError::syntax_near(",")),
        }
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "ALL_CONSTRAINTS" => arguments.push(argument("@all_constraints", Literal::Integer(1))),
                "ALL_ERRORMSGS" => arguments.push(argument("@all_rows", Literal::Integer(1))),
                "NO_INFOMSGS" => arguments.push(argument("@infos", Literal::Integer(0))),
                other => {
                    self.refuse(&format!("DBCC CHECKCONSTRAINTS WITH {other}"));
                    return Ok(());
                }
            }
        }
        let schema = Some(Name::new("sys", span));
        let name = ObjectName { schema, ..ObjectName::simple(Name::new(CHECK_CONSTRAINTS, span)) };
        let module = ExecuteModule::Procedure(name);
        // Fails before the call if the session lacks the permission.
        self.step(Step::Inspect(Box::new(Inspection::Constraints), false));
        self.execute(&Execute { status: None, module, arguments, context: None, options: Vec::new() })
    }

    /// Compiles DBCC TRACEON, TRACEOFF and TRACESTATUS. -1 means the whole instance. Flags without
    /// effect are refused. Flags for a single session are refused, since no flag has an effect
    /// there.
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

    /// Compiles DBCC CHECKDB and CHECKALLOC of the current database or a named one. Repair options
    /// are refused.
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
                // PHYSICAL_ONLY implies NO_INFOMSGS. All messages are always shown and all pages
                // are always read.
                "PHYSICAL_ONLY" if checked == Checked::All => infos = false,
                "ALL_ERRORMSGS" | "TABLOCK" => {}
                "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" if checked == Checked::All => {}
                other => return self.refuse(&format!("DBCC {command} WITH {other}")),
            }
        }
        self.step(Step::CheckDatabase(name, checked, infos));
    }
}

/// Returns the name that an argument writes: a string, or an identifier of up to four parts.
fn name_in(argument: &Expr) -> Option<String> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
        ExprKind::Column(column) => {
            let schema = column.qualifier.as_ref();
            let parts = schema
                .into_iter()
                .flat_map(|schema| [schema.database.as_ref(), schema.schema.as_ref(), Some(&schema.name)]);
            let parts = parts.flatten().chain([&column.name]);
            let is_regular =
                |text: &str| text.chars().all(|character| character.is_alphanumeric() || "_@#$".contains(character));
            let shown = |part: &Name| match &*part.text {
                text if is_regular(text) => text.to_owned(),
                text => format!("[{}]", text.replace(']', "]]")),
            };
            Some(parts.map(shown).collect::<Vec<_>>().join("."))
        }
        _ => None,
    }
}

/// Returns an option in capitals. An option with a value gets a suffix that no known option has.
pub(super) fn option_word(option: &NamedOption) -> String {
    let word = option.name.text.to_uppercase();
    if option.value.is_some() || !option.list.is_empty() { format!("{word} = ...") } else { word }
}

/// Returns the integer literal of an argument, with or without a sign.
pub(super) fn whole_number(argument: &Expr) -> Option<i64> {
    match &argument.kind {
        ExprKind::Literal(Literal::Integer(number)) => Some(*number),
        ExprKind::Unary { operator: UnaryOperator::Minus, operand } => whole_number(operand).and_then(i64::checked_neg),
        _ => None,
    }
}

/// The commands' implementations.
enum Command {
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
const COMMANDS: &[(&str, Command)] = &[
    ("CHECKDB", Command::Check(Checked::All)),
    ("CHECKALLOC", Command::Check(Checked::Allocation)),
    ("CHECKTABLE", Command::CheckTable),
    ("CHECKCONSTRAINTS", Command::CheckConstraints),
    ("CHECKIDENT", Command::CheckIdentity),
    ("TRACEON", Command::Trace(TraceAction::Switch(true))),
    ("TRACEOFF", Command::Trace(TraceAction::Switch(false))),
    ("TRACESTATUS", Command::Trace(TraceAction::Status)),
    ("SQLPERF", Command::Inspect),
    ("LOGINFO", Command::Inspect),
    ("INPUTBUFFER", Command::Inspect),
    ("USEROPTIONS", Command::Inspect),
    ("DROPCLEANBUFFERS", Command::Inspect),
    ("FREEPROCCACHE", Command::Inspect),
    ("FREESYSTEMCACHE", Command::Inspect),
    ("FREESESSIONCACHE", Command::Inspect),
    ("UPDATEUSAGE", Command::Inspect),
    ("OPENTRAN", Command::Inspect),
    ("SHOW_STATISTICS", Command::ShowStatistics),
];

/// Procedure that finds rows that violate a constraint.
const CHECK_CONSTRAINTS: &str = "sp_checkconstraints";

/// Pseudo trace flag that selects the whole instance.
const WHOLE_INSTANCE: i64 = -1;
