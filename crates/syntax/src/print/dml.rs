//! Prints INSERT, UPDATE, DELETE, EXECUTE, DBCC.

use super::printer::Printer;
use crate::ast::{
    Assignment, AssignmentOperator, Condition, Dbcc, Delete, Execute, ExecuteModule, ExecuteOption, ExprKind, Insert,
    InsertSource, Output, ResultSet, Target, Update,
};

impl Printer {
    /// Prints INSERT with INTO. A source that is EXECUTE or a query follows as a statement of its
    /// own would.
    pub(crate) fn insert(&mut self, insert: &Insert) {
        self.with(&insert.with);
        self.word("INSERT");
        self.top(&insert.top);
        self.word("INTO");
        self.target(&insert.target);
        self.columns(&insert.columns);
        self.output(&insert.output);
        match &insert.source {
            InsertSource::Values(rows) => {
                self.word("VALUES");
                self.word("");
                self.list(rows, |printer, row| printer.parenthesised(row, Self::expression));
            }
            InsertSource::DefaultValues => self.word("DEFAULT VALUES"),
            InsertSource::Query(query) => self.query(query),
            InsertSource::Execute(execute) => self.execute(execute),
        }
        self.option(&insert.hints);
    }

    /// Prints UPDATE in the order SET, OUTPUT, FROM, WHERE, OPTION.
    pub(crate) fn update(&mut self, update: &Update) {
        self.with(&update.with);
        self.word("UPDATE");
        self.top(&update.top);
        self.target(&update.target);
        self.word("SET");
        self.word("");
        self.list(&update.assignments, Self::assignment);
        self.output(&update.output);
        self.from(&update.from);
        self.filter(&update.condition);
        self.option(&update.hints);
    }

    /// Prints DELETE, with FROM before the target.
    pub(crate) fn delete(&mut self, delete: &Delete) {
        self.with(&delete.with);
        self.word("DELETE");
        self.top(&delete.top);
        self.word("FROM");
        self.target(&delete.target);
        self.output(&delete.output);
        self.from(&delete.from);
        self.filter(&delete.condition);
        self.option(&delete.hints);
    }

    /// Prints `EXEC` and the call. A text is in parentheses. A group number, AS and WITH follow if
    /// present.
    pub(crate) fn execute(&mut self, execute: &Execute) {
        self.word("EXEC");
        if let Some(status) = &execute.status {
            self.variable(status);
            self.word("=");
        }
        match &execute.module {
            ExecuteModule::Procedure(name) => self.object_name(name),
            ExecuteModule::Variable(name) => self.variable(name),
            ExecuteModule::Text(text) => {
                self.word("(");
                self.expression(text);
                self.raw(")");
            }
        }
        if let Some(number) = execute.number {
            self.raw(&format!(";{number}"));
        }
        self.word("");
        self.list(&execute.arguments, |printer, argument| {
            if let Some(name) = &argument.name {
                printer.variable(name);
                printer.word("=");
            }
            printer.expression(&argument.value);
            if argument.output {
                printer.word("OUTPUT");
            }
        });
        if let Some(context) = &execute.context {
            self.word("AS");
            self.session_context(context);
        }
        if !execute.options.is_empty() {
            self.word("WITH");
            self.word("");
            self.list(&execute.options, Self::execute_option);
        }
    }

    fn execute_option(&mut self, option: &ExecuteOption) {
        match option {
            ExecuteOption::Recompile => self.word("RECOMPILE"),
            ExecuteOption::ResultSetsUndefined => self.word("RESULT SETS UNDEFINED"),
            ExecuteOption::ResultSetsNone => self.word("RESULT SETS NONE"),
            ExecuteOption::ResultSets(sets) => {
                self.word("RESULT SETS");
                self.parenthesised(sets, Self::result_set);
            }
        }
    }

    fn result_set(&mut self, set: &ResultSet) {
        match set {
            ResultSet::Xml => self.word("AS FOR XML"),
            ResultSet::Object(name) => {
                self.word("AS OBJECT");
                self.object_name(name);
            }
            ResultSet::Type(name) => {
                self.word("AS TYPE");
                self.object_name(name);
            }
            ResultSet::Columns(columns) => self.parenthesised(columns, |printer, column| {
                printer.name(&column.name);
                printer.type_name(&column.data_type);
                if let Some(collation) = &column.collation {
                    printer.word("COLLATE");
                    printer.name(collation);
                }
                printer.nullability(column.nullable);
            }),
        }
    }

    /// Prints DBCC with its arguments in parentheses and its options.
    pub(crate) fn dbcc(&mut self, dbcc: &Dbcc) {
        self.word("DBCC");
        self.any_word(&dbcc.command);
        if !dbcc.arguments.is_empty() {
            self.parenthesised(&dbcc.arguments, Self::expression);
        }
        self.with_option_list(&dbcc.options);
    }

    /// Prints the target of a change: a table with its hints, or a variable.
    pub(crate) fn target(&mut self, target: &Target) {
        match target {
            Target::Table { name, hints } => {
                self.object_name(name);
                self.table_hints(hints);
            }
            Target::Variable(name) => self.variable(name),
        }
    }

    /// Prints one assignment of SET: `column = value`, a variable, both, or the call of a method.
    pub(crate) fn assignment(&mut self, assignment: &Assignment) {
        if let (Some(column), ExprKind::Method { method, arguments, .. }, AssignmentOperator::Method) =
            (&assignment.column, &assignment.value.kind, assignment.operator)
        {
            self.column_name(column);
            self.raw(".");
            self.name_part(method);
            return self.arguments(arguments, Self::expression);
        }
        if let Some(variable) = &assignment.variable {
            self.variable(variable);
            if assignment.column.is_some() {
                self.word("=");
            }
        }
        if let Some(column) = &assignment.column {
            self.column_name(column);
        }
        self.word(assignment.operator.symbol());
        self.expression(&assignment.value);
    }

    /// Prints OUTPUT with INTO and the second OUTPUT, if present. Prints nothing for `None`.
    pub(crate) fn output(&mut self, output: &Option<Output>) {
        let Some(output) = output else { return };
        self.word("OUTPUT");
        self.select_items(&output.items);
        if let Some(into) = &output.into {
            self.word("INTO");
            self.target(into);
            self.columns(&output.columns);
        }
        if let Some(second) = &output.second {
            self.word("OUTPUT");
            self.select_items(&second.items);
        }
    }

    /// Prints `WHERE ...`, if there is one.
    pub(crate) fn filter(&mut self, condition: &Option<Condition>) {
        if let Some(condition) = condition {
            self.word("WHERE");
            self.condition(condition);
        }
    }
}
