//! Prints statements: flow, variables, transactions, options. Dispatches the others to their files.

use super::printer::{Printer, quoted};
use crate::ast::{
    AssignmentOperator, Condition, Declaration, IfBranch, Name, QueryBody, SetOption, Statement, StatementKind,
};

/// Prints a statement as canonical T-SQL, without a closing semicolon.
///
/// Parsing the text yields an equal tree, if some text can yield the tree at all. For example, an
/// IF without ELSE can't be the first branch of an IF with ELSE.
pub fn print(statement: &Statement) -> String {
    let mut printer = Printer::default();
    printer.statement(statement);
    printer.out
}

/// Prints a batch as canonical T-SQL. Each statement ends with a semicolon and a line break. An
/// empty batch is an empty text.
pub fn print_batch(statements: &[Statement]) -> String {
    let mut printer = Printer::default();
    for statement in statements {
        printer.statement(statement);
        printer.close();
        printer.raw("\n");
    }
    printer.out
}

impl Printer {
    /// Prints a statement without its semicolon. Blocks have a line for each inner statement.
    pub(crate) fn statement(&mut self, statement: &Statement) {
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
            StatementKind::If { branches, otherwise } => self.if_else(branches, otherwise.as_deref()),
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
            StatementKind::Merge(merge) => {
                self.merge(merge);
                // MERGE alone must end with one.
                self.raw(";");
            }
            StatementKind::InsertBulk(insert) => self.insert_bulk(insert),
            StatementKind::BulkInsert(insert) => self.bulk_insert(insert),
            StatementKind::Execute(execute) => self.execute(execute),
            StatementKind::Dbcc(dbcc) => self.dbcc(dbcc),
            other => self.definition(other),
        }
    }

    /// Prints CREATE, ALTER and DROP.
    fn definition(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::CreateTable(table) => self.create_table(table),
            StatementKind::AlterTable(alter) => self.alter_table(alter),
            StatementKind::CreateIndex(index) => self.create_index(index),
            StatementKind::AlterIndex(alter) => self.alter_index(alter),
            StatementKind::DropIndex(drop) => self.drop_index(drop),
            StatementKind::CreateStatistics(statistics) => self.create_statistics(statistics),
            StatementKind::UpdateStatistics(statistics) => self.update_statistics(statistics),
            StatementKind::Procedure(procedure) => self.procedure(procedure),
            StatementKind::Function(function) => self.function(function),
            StatementKind::View(view) => self.view(view),
            StatementKind::Trigger(trigger) => self.trigger(trigger),
            StatementKind::DropTrigger(drop) => self.drop_trigger(drop),
            StatementKind::SwitchTrigger(switch) => self.switch_trigger(switch),
            StatementKind::CreateSchema(schema) => self.create_schema(schema),
            StatementKind::TransferToSchema(transfer) => self.transfer_to_schema(transfer),
            StatementKind::CreateType(definition) => self.create_type(definition),
            StatementKind::CreateSynonym { name, target } => {
                self.word("CREATE SYNONYM");
                self.object_name(name);
                self.word("FOR");
                self.object_name(target);
            }
            StatementKind::CreateDefault(default) => {
                self.word("CREATE DEFAULT");
                self.object_name(&default.name);
                self.word("AS");
                self.expression(&default.value);
            }
            StatementKind::CreateRule(rule) => {
                self.word("CREATE RULE");
                self.object_name(&rule.name);
                self.word("AS");
                self.condition(&rule.condition);
            }
            StatementKind::DropObjects(drop) => self.drop_objects(drop),
            StatementKind::CreateSequence(definition) => self.sequence("CREATE", definition),
            StatementKind::AlterSequence(definition) => self.sequence("ALTER", definition),
            StatementKind::CreateDatabase(database) => self.create_database(database),
            StatementKind::AlterDatabase(alter) => self.alter_database(alter),
            StatementKind::AlterDatabaseSet(alter) => self.alter_database_set(alter),
            StatementKind::AlterScopedConfiguration(option) => self.alter_scoped_configuration(option),
            StatementKind::Backup(backup) => self.backup(backup),
            StatementKind::Restore(restore) => self.restore(restore),
            other => self.session(other),
        }
    }

    /// Prints messages, cursors, principals and server statements.
    fn session(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Throw(throw) => self.throw(throw.as_deref()),
            StatementKind::RaiseError(raise) => self.raise_error(raise),
            StatementKind::WaitFor(wait) => self.wait_for(wait),
            StatementKind::DeclareCursor(cursor) => self.declare_cursor(cursor),
            StatementKind::SetCursor { variable, definition } => {
                self.word("SET");
                self.variable(variable);
                self.word("=");
                self.cursor_definition(definition);
            }
            StatementKind::OpenCursor(cursor) => self.cursor_statement("OPEN", cursor),
            StatementKind::CloseCursor(cursor) => self.cursor_statement("CLOSE", cursor),
            StatementKind::DeallocateCursor(cursor) => self.cursor_statement("DEALLOCATE", cursor),
            StatementKind::Fetch(fetch) => self.fetch(fetch),
            StatementKind::ExecuteAs(statement) => self.execute_as(statement),
            StatementKind::Revert(cookie) => {
                self.word("REVERT");
                if let Some(cookie) = cookie {
                    self.word("WITH COOKIE =");
                    self.variable(cookie);
                }
            }
            StatementKind::SetUser(user) => self.set_user(user.as_ref()),
            StatementKind::Permission(statement) => self.permission_statement(statement),
            StatementKind::Principal(principal) => self.principal(principal),
            StatementKind::AlterAuthorization(alter) => self.alter_authorization(alter),
            StatementKind::Text(statement) => self.text_statement(statement),
            StatementKind::Kill { session, status_only } => {
                self.word("KILL");
                self.expression(session);
                if *status_only {
                    self.word("WITH STATUSONLY");
                }
            }
            StatementKind::Reconfigure { with_override } => {
                self.word(if *with_override { "RECONFIGURE WITH OVERRIDE" } else { "RECONFIGURE" });
            }
            StatementKind::Shutdown { no_wait } => {
                self.word(if *no_wait { "SHUTDOWN WITH NOWAIT" } else { "SHUTDOWN" });
            }
            StatementKind::BufferPoolExtension(extension) => self.buffer_pool_extension(extension),
            StatementKind::EventSession(session) => self.event_session(session),
            other => self.simple_statement(other),
        }
    }

    /// Prints statements that consist of words and names.
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
            StatementKind::SetVariable { operator: AssignmentOperator::Method, value, .. } => {
                self.word("SET");
                self.expression(value);
            }
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

    /// Prints the statements of a block, one per line.
    pub(crate) fn body(&mut self, statements: &[Statement]) {
        self.indented(|printer| {
            for statement in statements {
                printer.line();
                printer.statement(statement);
                printer.close();
            }
        });
        self.line();
    }

    /// Prints the statement governed by a condition. A block follows directly, any other statement
    /// on a line of its own.
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

    /// Prints the condition before a statement. The condition needs parentheses if the statement
    /// starts with one; otherwise the parenthesis would look like the arguments of the condition's
    /// last word.
    fn test(&mut self, condition: &Condition, governed: &Statement) {
        if !begins_with_parenthesis(governed) {
            return self.condition(condition);
        }
        self.word("(");
        self.condition(condition);
        self.raw(")");
    }

    fn if_else(&mut self, branches: &[IfBranch], otherwise: Option<&Statement>) {
        for (place, IfBranch { condition, then, .. }) in branches.iter().enumerate() {
            self.word("IF");
            self.test(condition, then);
            self.governed(then);
            if place + 1 == branches.len() && otherwise.is_none() {
                return;
            }
            if !matches!(then.kind, StatementKind::Block(_)) {
                self.close();
            }
            self.line();
            self.word("ELSE");
        }
        if let Some(otherwise) = otherwise {
            self.governed(otherwise);
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.variable(&declaration.name);
        self.word("AS");
        self.declared_type(&declaration.data_type);
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
