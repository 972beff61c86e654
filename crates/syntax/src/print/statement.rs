//! Statements: flow, variables, transactions, options.

use super::printer::{Printer, quoted};
use crate::ast::{Condition, Declaration, Name, QueryBody, SetOption, Statement, StatementKind};

/// Canonical T-SQL of a statement, without a closing semicolon. Reading it gives the same tree again, if the tree is
/// one that some text can give (an IF that lacks ELSE cannot be the first branch of an IF that has one).
pub fn print(statement: &Statement) -> String {
    let mut printer = Printer::default();
    printer.statement(statement);
    printer.out
}

/// Canonical T-SQL of a batch.
pub fn print_batch(statements: &[Statement]) -> String {
    let mut printer = Printer::default();
    for statement in statements {
        printer.statement(statement);
        printer.raw(";\n");
    }
    printer.out
}

impl Printer {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Block(body) => {
                self.word("BEGIN");
                self.body(body);
                self.word("END");
            }
            StatementKind::TryCatch { body, handler } => {
                self.word("BEGIN TRY");
                self.body(body);
                self.word("END TRY");
                self.line();
                self.word("BEGIN CATCH");
                self.body(handler);
                self.word("END CATCH");
            }
            StatementKind::If { condition, then, otherwise } => self.if_else(condition, then, otherwise.as_deref()),
            StatementKind::While { condition, body } => {
                self.word("WHILE");
                self.test(condition, body);
                self.governed(body);
            }
            StatementKind::Goto(label) => {
                self.word("GOTO");
                self.name(label);
            }
            StatementKind::Label(label) => {
                self.name(label);
                self.raw(":");
            }
            StatementKind::Print(value) => {
                self.word("PRINT");
                self.expression(value);
            }
            StatementKind::Select(query) => self.query(query),
            StatementKind::Insert(insert) => self.insert(insert),
            StatementKind::Update(update) => self.update(update),
            StatementKind::Delete(delete) => self.delete(delete),
            StatementKind::Execute(execute) => self.execute(execute),
            StatementKind::Dbcc(dbcc) => self.dbcc(dbcc),
            StatementKind::CreateTable(table) => self.create_table(table),
            StatementKind::CreateSequence(definition) => self.sequence("CREATE", definition),
            StatementKind::AlterSequence(definition) => self.sequence("ALTER", definition),
            StatementKind::AlterDatabaseSet(alter) => self.alter_database_set(alter),
            StatementKind::Backup(backup) => self.backup(backup),
            StatementKind::AlterScopedConfiguration(option) => self.alter_scoped_configuration(option),
            other => self.simple_statement(other),
        }
    }

    /// Statements that are words and names.
    fn simple_statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Break => self.word("BREAK"),
            StatementKind::Continue => self.word("CONTINUE"),
            StatementKind::Return(value) | StatementKind::Checkpoint(value) => {
                self.word(if matches!(kind, StatementKind::Return(_)) { "RETURN" } else { "CHECKPOINT" });
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StatementKind::Declare(declarations) => {
                self.word("DECLARE");
                self.word("");
                self.list(declarations, Self::declaration);
            }
            StatementKind::DeclareTable(table) => self.declare_table(table),
            StatementKind::SetVariable { variable, operator, value } => {
                self.word("SET");
                self.variable(variable);
                self.word(operator.symbol());
                self.expression(value);
            }
            StatementKind::SetOption(option) => self.set_option(option),
            StatementKind::Use(name) => {
                self.word("USE");
                self.name(name);
            }
            StatementKind::CreateDatabase(name) => {
                self.word("CREATE DATABASE");
                self.name(name);
            }
            StatementKind::DropDatabase { if_exists, names } => {
                self.word(if *if_exists { "DROP DATABASE IF EXISTS" } else { "DROP DATABASE" });
                self.word("");
                self.list(names, Self::name);
            }
            StatementKind::DropTable { if_exists, names } => {
                self.word(if *if_exists { "DROP TABLE IF EXISTS" } else { "DROP TABLE" });
                self.word("");
                self.list(names, Self::object_name);
            }
            StatementKind::DropSequence { if_exists, names } => {
                self.word(if *if_exists { "DROP SEQUENCE IF EXISTS" } else { "DROP SEQUENCE" });
                self.word("");
                self.list(names, Self::object_name);
            }
            StatementKind::TruncateTable(name) => {
                self.word("TRUNCATE TABLE");
                self.object_name(name);
            }
            StatementKind::Unsupported { text, .. } => self.word(text),
            transaction => self.transaction(transaction),
        }
    }

    fn transaction(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::BeginTransaction { name, mark } => {
                self.transaction_words("BEGIN", name.as_ref());
                if let Some(description) = mark {
                    self.word("WITH MARK");
                    if let Some(description) = description {
                        self.word(&quoted(description));
                    }
                }
            }
            StatementKind::Commit { name, delayed_durability } => {
                self.transaction_words("COMMIT", name.as_ref());
                if let Some(on) = delayed_durability {
                    self.word("WITH (DELAYED_DURABILITY =");
                    self.switch(*on);
                    self.raw(")");
                }
            }
            StatementKind::Rollback { name } => self.transaction_words("ROLLBACK", name.as_ref()),
            StatementKind::Save { name } => self.transaction_words("SAVE", Some(name)),
            other => debug_assert!(false, "no printer for {other:?}"),
        }
    }

    fn transaction_words(&mut self, verb: &str, name: Option<&Name>) {
        self.word(verb);
        self.word("TRANSACTION");
        match name {
            Some(name) if name.text.starts_with('@') => self.variable(name),
            Some(name) => self.name(name),
            None => {}
        }
    }

    /// Statements of a block, a line each.
    fn body(&mut self, statements: &[Statement]) {
        self.indented(|printer| {
            for statement in statements {
                printer.line();
                printer.statement(statement);
                printer.raw(";");
            }
        });
        self.line();
    }

    /// The statement that a condition governs: a block beside it, anything else on a line of its own.
    fn governed(&mut self, statement: &Statement) {
        if matches!(statement.kind, StatementKind::Block(_)) {
            self.line();
            return self.statement(statement);
        }
        self.indented(|printer| {
            printer.line();
            printer.statement(statement);
        });
    }

    /// The condition before a statement; in parentheses where the statement begins with one, which would otherwise
    /// look like the arguments of the condition's last word.
    fn test(&mut self, condition: &Condition, governed: &Statement) {
        if !begins_with_parenthesis(governed) {
            return self.condition(condition);
        }
        self.word("(");
        self.condition(condition);
        self.raw(")");
    }

    fn if_else(&mut self, condition: &Condition, then: &Statement, otherwise: Option<&Statement>) {
        self.word("IF");
        self.test(condition, then);
        self.governed(then);
        if let Some(otherwise) = otherwise {
            if !matches!(then.kind, StatementKind::Block(_)) {
                self.raw(";");
            }
            self.line();
            self.word("ELSE");
            self.governed(otherwise);
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.variable(&declaration.name);
        self.word("AS");
        self.type_name(&declaration.data_type);
        if let Some(value) = &declaration.value {
            self.word("=");
            self.expression(value);
        }
    }

    fn set_option(&mut self, option: &SetOption) {
        self.word("SET");
        match option {
            SetOption::Switch { options, on } => {
                self.word("");
                self.list(options, Self::any_word);
                self.switch(*on);
            }
            SetOption::Statistics { options, on } => {
                self.word("STATISTICS");
                self.word("");
                self.list(options, Self::any_word);
                self.switch(*on);
            }
            SetOption::IdentityInsert { table, on } => {
                self.word("IDENTITY_INSERT");
                self.object_name(table);
                self.switch(*on);
            }
            SetOption::Value { option, value } => {
                self.any_word(option);
                self.expression(value);
            }
            SetOption::IsolationLevel(level) => {
                self.word("TRANSACTION ISOLATION LEVEL");
                self.word(level.words());
            }
        }
    }
}

fn begins_with_parenthesis(statement: &Statement) -> bool {
    let StatementKind::Select(query) = &statement.kind else { return false };
    let QueryBody::Combined { first, .. } = &query.body else { return false };
    query.with.is_empty() && matches!(**first, QueryBody::Combined { .. })
}
