//! Collects the references of statements. Names of declared variables and temporary tables aren't
//! references.

use super::collector::Collector;
use super::scope::Source;
use super::{ReferenceKind, Usage};
use sluice_catalog::name::same;
use sluice_syntax::ast::{
    Assignment, AssignmentOperator, ColumnSource, Delete, Execute, ExecuteModule, Insert, InsertSource, Merge,
    MergeAction, Name, NestedChange, Output, Statement, StatementKind, TableVariable, Target, Update,
};

impl Collector<'_> {
    /// Collects the references of statements, in order.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    /// Adds the references of a change whose OUTPUT rows are a table source. The table is noted as
    /// changed, its columns as read or changed.
    pub(super) fn change(&mut self, change: &NestedChange) {
        match change {
            NestedChange::Insert(insert) => self.insert(insert),
            NestedChange::Update(update) => self.update(update),
            NestedChange::Delete(delete) => self.delete(delete),
            NestedChange::Merge(merge) => self.merge(merge),
        }
    }

    /// Collects the references of a statement and of the statements in it.
    pub(super) fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Select(query) => {
                self.query(query);
            }
            StatementKind::Insert(insert) => self.insert(insert),
            StatementKind::Update(update) => self.update(update),
            StatementKind::Delete(delete) => self.delete(delete),
            StatementKind::Merge(merge) => self.merge(merge),
            StatementKind::TruncateTable(name) => {
                self.note(name, ReferenceKind::Object, Usage::UPDATED);
            }
            StatementKind::Execute(execute) => self.execute(execute),
            StatementKind::Declare(declared) => {
                for each in declared {
                    self.data_type(&each.data_type);
                    each.value.iter().for_each(|value| self.expr(value));
                }
            }
            StatementKind::DeclareTable(table) => self.table_variable(table),
            StatementKind::SetVariable { value, .. } | StatementKind::Return(Some(value)) => self.expr(value),
            StatementKind::Print(value) => self.expr(value),
            StatementKind::If { branches, .. } => {
                branches.iter().for_each(|branch| self.condition(&branch.condition));
            }
            StatementKind::While { condition, .. } => self.condition(condition),
            StatementKind::DeclareCursor(cursor) => {
                self.query(&cursor.definition.query);
            }
            StatementKind::SetCursor { definition, .. } => {
                self.query(&definition.query);
            }
            _ => {}
        }
        statement.kind.inner().into_iter().for_each(|inner| self.statement(inner));
    }

    /// Collects the types and expressions of a table variable's columns. The variable itself is
    /// left out.
    pub(super) fn table_variable(&mut self, table: &TableVariable) {
        for column in &table.columns {
            match &column.source {
                ColumnSource::Type(data_type) => self.data_type(data_type),
                ColumnSource::Computed { value, .. } => self.expr(value),
            }
        }
    }

    fn execute(&mut self, execute: &Execute) {
        match &execute.module {
            ExecuteModule::Procedure(name) => {
                self.note(name, ReferenceKind::Procedure, Usage::NONE);
            }
            ExecuteModule::Text(text) => self.expr(text),
            ExecuteModule::Variable(_) => {}
        }
    }

    fn insert(&mut self, insert: &Insert) {
        let depth = self.common.len();
        self.with(&insert.with);
        match &insert.source {
            InsertSource::Query(query) => {
                self.query(query);
            }
            InsertSource::Values(rows) => rows.iter().flatten().for_each(|value| self.expr(value)),
            InsertSource::Execute(execute) => self.execute(execute),
            InsertSource::DefaultValues => {}
        }
        self.scopes.push(Vec::new());
        let target = self.target(&insert.target, None);
        self.assigned(target, &insert.columns);
        if let Some(target) = target.filter(|_| insert.columns.is_empty()) {
            self.found[target].is_insert_all = true;
        }
        insert.output.iter().for_each(|output| self.output(target, output));
        self.scopes.pop();
        self.common.truncate(depth);
    }

    fn update(&mut self, update: &Update) {
        let depth = self.common.len();
        self.with(&update.with);
        self.scopes.push(Vec::new());
        update.from.iter().for_each(|source| self.source(source));
        let target = self.target(&update.target, None);
        update.top.iter().for_each(|top| self.expr(&top.count));
        self.assignments(target, &update.assignments);
        update.condition.iter().for_each(|condition| self.condition(condition));
        update.output.iter().for_each(|output| self.output(target, output));
        self.scopes.pop();
        self.common.truncate(depth);
    }

    fn delete(&mut self, delete: &Delete) {
        let depth = self.common.len();
        self.with(&delete.with);
        self.scopes.push(Vec::new());
        delete.from.iter().for_each(|source| self.source(source));
        let target = self.target(&delete.target, None);
        delete.top.iter().for_each(|top| self.expr(&top.count));
        delete.condition.iter().for_each(|condition| self.condition(condition));
        delete.output.iter().for_each(|output| self.output(target, output));
        self.scopes.pop();
        self.common.truncate(depth);
    }

    fn merge(&mut self, merge: &Merge) {
        let depth = self.common.len();
        self.with(&merge.with);
        self.scopes.push(Vec::new());
        let target = self.target(&merge.target, merge.alias.as_ref());
        self.source(&merge.source);
        self.condition(&merge.condition);
        for clause in &merge.clauses {
            clause.condition.iter().for_each(|condition| self.condition(condition));
            match &clause.action {
                MergeAction::Update(assignments) => self.assignments(target, assignments),
                MergeAction::Insert { columns, values } => {
                    self.assigned(target, columns);
                    values.iter().flatten().for_each(|value| self.expr(value));
                }
                MergeAction::Delete => {}
            }
        }
        merge.output.iter().for_each(|output| self.output(target, output));
        self.scopes.pop();
        self.common.truncate(depth);
    }

    /// Adds the table that a statement changes. Its name may be an alias of a source.
    fn target(&mut self, target: &Target, alias: Option<&Name>) -> Option<usize> {
        let Target::Table { name, .. } = target else { return None };
        if let Some(single) = name.single() {
            let scope = self.scopes.last().map(Vec::as_slice).unwrap_or_default();
            if let Some(source) = scope.iter().find(|source| same(&source.name, &single.text)) {
                let reference = source.reference;
                if let Some(reference) = reference {
                    self.found[reference].usage.add(Usage::UPDATED);
                }
                return reference;
            }
            if self.common_columns(&single.text).is_some() {
                return None;
            }
        }
        let reference = self.note(name, ReferenceKind::Object, Usage::UPDATED);
        let shown = alias.map_or(&*name.name.text, |alias| &*alias.text);
        self.push(self.object_source(name, shown, (reference, alias.is_some())));
        reference
    }

    fn assignments(&mut self, target: Option<usize>, assignments: &[Assignment]) {
        for assignment in assignments {
            if let Some(column) = &assignment.column {
                self.assigned(target, std::slice::from_ref(&column.name));
                if assignment.operator != AssignmentOperator::Set {
                    self.column_of(target, &column.name.text, Usage::SELECTED);
                }
            }
            self.expr(&assignment.value);
        }
    }

    fn assigned(&mut self, target: Option<usize>, columns: &[Name]) {
        columns.iter().for_each(|column| self.column_of(target, &column.text, Usage::UPDATED));
    }

    /// Uses a column of the changed table, if it exists.
    fn column_of(&mut self, target: Option<usize>, name: &str, usage: Usage) {
        let sources = self.scopes.iter().rev().flatten();
        let mut own = sources.filter(|source| source.reference == target);
        if let Some(name) = own.find_map(|source| source.column(name)).cloned() {
            self.use_column(target, &name, usage);
        }
    }

    /// Collects an OUTPUT clause. `inserted` and `deleted` are rows of the changed table.
    fn output(&mut self, target: Option<usize>, output: &Output) {
        let own = self.scopes.last().and_then(|scope| scope.iter().find(|source| source.reference == target));
        let columns = own.and_then(|source| source.columns.clone());
        for name in ["inserted", "deleted"] {
            let (name, columns) = (name.to_owned(), columns.clone());
            self.push(Source { name, object: None, reference: target, columns });
        }
        self.items(&output.items);
        if let Some(Target::Table { name, .. }) = &output.into {
            let into = self.note(name, ReferenceKind::Object, Usage::UPDATED);
            self.push(self.object_source(name, &name.name.text, (into, false)));
            self.assigned(into, &output.columns);
        }
        if let Some(second) = &output.second {
            self.items(&second.items);
        }
    }
}
