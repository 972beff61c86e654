//! Collects the references of queries and expressions. Scopes and common table expressions are
//! tracked, so that an alias or a column isn't taken for an object.

use super::scope::{Source, named, resolve};
use super::{ColumnsOf, Reference, ReferenceKind, Usage};
use sluice_catalog::ObjectName;
use sluice_catalog::name::same;
use sluice_plan::object_name;
use sluice_syntax::ast::{
    self, Call, Condition, Expr, ExprKind, OrderItem, Query, QueryBody, Select, SelectItemKind, TableAlias,
    TableSource, TableSourceKind, TypeName,
};
use sluice_syntax::walk::{self, Met};

/// The references found so far.
pub(super) struct Collector<'a> {
    pub(super) columns_of: &'a ColumnsOf<'a>,
    /// The references, in the order of first use. Places are indexes of this list.
    pub(super) found: Vec<Reference>,
    /// The sources of the enclosing queries, innermost last.
    pub(super) scopes: Vec<Vec<Source>>,
    /// Common table expressions and trigger tables, with their columns.
    pub(super) common: Vec<(String, Vec<String>)>,
}

impl<'a> Collector<'a> {
    /// Returns a collector without references and scopes. `columns_of` gives the columns of an
    /// object, if it's known.
    pub(super) fn new(columns_of: &'a ColumnsOf<'a>) -> Collector<'a> {
        Collector { columns_of, found: Vec::new(), scopes: Vec::new(), common: Vec::new() }
    }

    /// Declares the tables `inserted` and `deleted` of a trigger on `parent`. They have no columns
    /// if the parent's aren't known.
    pub(super) fn changed_rows(&mut self, parent: &ObjectName) {
        let columns = (self.columns_of)(parent).unwrap_or_default();
        self.common.extend(["inserted", "deleted"].map(|name| (name.to_owned(), columns.clone())));
    }

    /// Adds a use of a named object. Returns the place of its reference. An object that was noted
    /// before under the same name and kind gets the usage added. `None`, with nothing added, for
    /// temporary tables, variables and names in `sys` and `INFORMATION_SCHEMA`.
    pub(super) fn note(&mut self, written: &ast::ObjectName, kind: ReferenceKind, usage: Usage) -> Option<usize> {
        let name = object_name(written);
        let is_of_system = |schema: &String| SYSTEM_SCHEMAS.iter().any(|system| same(schema, system));
        if name.object.starts_with(['#', '@']) || name.schema.as_ref().is_some_and(is_of_system) {
            return None;
        }
        let server = written.server.as_ref();
        let place = self.found.iter().position(|reference| reference.is_to(server, &name, kind));
        let place = place.unwrap_or_else(|| {
            let server = server.map(|server| server.text.to_string());
            let (is_select_all, is_insert_all, columns) = Default::default();
            self.found.push(Reference {
                server,
                name,
                kind,
                usage: Usage::NONE,
                is_select_all,
                is_insert_all,
                columns,
            });
            self.found.len() - 1
        });
        self.found[place].usage.add(usage);
        Some(place)
    }

    /// Adds a use of a user-defined type. Names of system types are added too and resolved by the
    /// caller.
    pub(super) fn data_type(&mut self, written: &TypeName) {
        self.note(&written.name, ReferenceKind::Type, Usage::NONE);
    }

    /// Records that a column of a reference is used. Does nothing without a reference.
    pub(super) fn use_column(&mut self, reference: Option<usize>, name: &str, usage: Usage) {
        if let Some(reference) = reference {
            self.found[reference].use_column(name, usage);
        }
    }

    /// Collects a query. Returns the names of its columns: those of the first operand of a set
    /// operator. Its common table expressions end with it.
    pub(super) fn query(&mut self, query: &Query) -> Vec<String> {
        let depth = self.common.len();
        self.with(&query.with);
        let names = self.body(&query.body, &query.order_by);
        self.common.truncate(depth);
        names
    }

    /// Declares common table expressions and collects their queries. They hide objects of the same
    /// name until the caller removes them. Recursive members see the expression itself.
    pub(super) fn with(&mut self, with: &[ast::CommonTable]) {
        for common in with {
            let declared: Vec<String> = common.columns.iter().map(|name| name.text.to_string()).collect();
            // A recursive member names the expression itself.
            self.common.push((common.name.text.to_string(), declared.clone()));
            let place = self.common.len() - 1;
            let names = self.query(&common.query);
            self.common[place].1 = if declared.is_empty() { names } else { declared };
        }
    }

    fn body(&mut self, body: &QueryBody, order: &[OrderItem]) -> Vec<String> {
        match body {
            QueryBody::Select(select) => self.select(select, order),
            QueryBody::Combined { first, rest } => {
                let names = self.body(first, &[]);
                rest.iter().for_each(|next| {
                    self.body(&next.body, &[]);
                });
                names
            }
        }
    }

    fn select(&mut self, select: &Select, order: &[OrderItem]) -> Vec<String> {
        self.scopes.push(Vec::new());
        select.from.iter().for_each(|source| self.source(source));
        let names = self.items(&select.items);
        select.top.iter().for_each(|top| self.expr(&top.count));
        select.condition.iter().for_each(|condition| self.condition(condition));
        select.group_by.exprs().into_iter().for_each(|group| self.expr(group));
        select.having.iter().for_each(|condition| self.condition(condition));
        select.windows.iter().for_each(|window| self.window(&window.window));
        let own = select.order.iter().flat_map(|own| &own.order_by);
        // A name of the select list means that item.
        let is_item = |value: &Expr| match &value.kind {
            ExprKind::Column(column) => {
                column.qualifier.is_none() && names.iter().any(|name| same(name, &column.name.text))
            }
            _ => false,
        };
        order.iter().chain(own).filter(|key| !is_item(&key.value)).for_each(|key| self.expr(&key.value));
        self.scopes.pop();
        names
    }

    /// Collects the items of a select list. Returns their names. An expression without alias has an
    /// empty name. `*` gives the names of all known columns.
    pub(super) fn items(&mut self, items: &[ast::SelectItem]) -> Vec<String> {
        let mut names = Vec::new();
        for item in items {
            match &item.kind {
                SelectItemKind::Value { value, alias } => {
                    self.expr(value);
                    names.push(match (alias, &value.kind) {
                        (Some(alias), _) => alias.text.to_string(),
                        (None, ExprKind::Column(column)) => column.name.text.to_string(),
                        _ => String::new(),
                    });
                }
                SelectItemKind::Assignment { value, .. } => self.expr(value),
                SelectItemKind::Star(qualifier) => {
                    let qualifier = qualifier.as_ref().map(object_name);
                    names.extend(self.star(qualifier.as_ref()));
                }
            }
        }
        names
    }

    /// Uses all columns of the innermost sources, or of the source that `qualifier` names. Returns
    /// the names of the columns.
    fn star(&mut self, qualifier: Option<&ObjectName>) -> Vec<String> {
        let scope = self.scopes.last().map(Vec::as_slice).unwrap_or_default();
        let columns = |source: &Source| (source.reference, source.columns.clone().unwrap_or_default());
        let all: Vec<_> = match qualifier {
            Some(qualifier) => named(scope, qualifier).map(columns).into_iter().collect(),
            None => scope.iter().map(columns).collect(),
        };
        let mut names = Vec::new();
        for (reference, columns) in all {
            if let Some(reference) = reference {
                self.found[reference].is_select_all = true;
            }
            columns.iter().for_each(|name| self.use_column(reference, name, Usage::SELECTED));
            names.extend(columns);
        }
        names
    }

    /// Adds the sources of a FROM item to the innermost scope. Expressions and queries in it are
    /// collected first. A source of unknown columns has `None`.
    pub(super) fn source(&mut self, node: &TableSource) {
        match &node.kind {
            TableSourceKind::Table { name, alias, .. } => {
                self.named_source(name, alias.as_ref().map(|alias| &*alias.text));
            }
            TableSourceKind::Function { name, arguments, alias } => {
                arguments.iter().for_each(|argument| self.expr(argument));
                let alias = alias.as_ref();
                match name.single() {
                    // A built-in function.
                    Some(single) => {
                        self.add(alias.map_or(&*single.text, |alias| &*alias.name.text), alias_columns(alias))
                    }
                    None => self.named_source(name, alias.map(|alias| &*alias.name.text)),
                }
            }
            TableSourceKind::Derived { query, alias } => {
                let names = self.query(query);
                self.add(&alias.name.text, alias_columns(Some(alias)).or(Some(names)));
            }
            TableSourceKind::Values { rows, alias } => {
                rows.iter().flatten().for_each(|value| self.expr(value));
                self.add(&alias.name.text, alias_columns(Some(alias)));
            }
            TableSourceKind::Join { left, right, condition, .. } => {
                self.source(left);
                self.source(right);
                condition.iter().for_each(|condition| self.condition(condition));
            }
            TableSourceKind::Change { change, alias } => {
                self.change(change);
                self.add(&alias.name.text, alias_columns(Some(alias)));
            }
            TableSourceKind::Nodes { call, alias } => {
                self.expr(call);
                self.add(&alias.name.text, alias_columns(Some(alias)));
            }
            TableSourceKind::OpenJson(rowset) => {
                self.expr(&rowset.value);
                rowset.path.iter().for_each(|path| self.expr(path));
            }
            TableSourceKind::OpenXml(rowset) => self.expr(&rowset.document),
            TableSourceKind::Pivot(pivot) => self.source(&pivot.source),
            TableSourceKind::Unpivot(unpivot) => self.source(&unpivot.source),
            TableSourceKind::Variable { .. } | TableSourceKind::OpenRowset(_) => {}
        }
    }

    /// Adds a source without a reference.
    fn add(&mut self, name: &str, columns: Option<Vec<String>>) {
        self.push(Source { name: name.to_owned(), object: None, reference: None, columns });
    }

    /// Adds a source to the innermost scope. Does nothing without a scope.
    pub(super) fn push(&mut self, source: Source) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(source);
        }
    }

    /// Adds a table, view, function or common table expression.
    fn named_source(&mut self, written: &ast::ObjectName, alias: Option<&str>) {
        let name = alias.unwrap_or(&written.name.text);
        let common = written.single().and_then(|single| self.common_columns(&single.text));
        if let Some(columns) = common {
            return self.add(name, Some(columns));
        }
        let reference = self.note(written, ReferenceKind::Object, Usage::SELECTED);
        self.push(self.object_source(written, name, (reference, alias.is_some())));
    }

    /// Returns the source of a table named by a statement.
    pub(super) fn object_source(
        &self,
        written: &ast::ObjectName,
        name: &str,
        (reference, has_alias): (Option<usize>, bool),
    ) -> Source {
        let object = object_name(written);
        let columns = (self.columns_of)(&object).filter(|_| reference.is_some() && written.server.is_none());
        Source { name: name.to_owned(), object: (!has_alias).then_some(object), reference, columns }
    }

    /// Returns the columns of a common table expression or trigger table. The last of several of
    /// the name counts. `None` if there is none.
    pub(super) fn common_columns(&self, name: &str) -> Option<Vec<String>> {
        self.common.iter().rev().find(|(known, _)| same(known, name)).map(|(_, columns)| columns.clone())
    }

    /// Collects the references of an expression and its subqueries.
    pub(super) fn expr(&mut self, node: &Expr) {
        walk::expr(node, &mut |met| self.met(met));
    }

    /// Collects the references of a condition and its subqueries.
    pub(super) fn condition(&mut self, node: &Condition) {
        walk::condition(node, &mut |met| self.met(met));
    }

    fn met(&mut self, met: Met<'_>) -> bool {
        match met {
            Met::Expr(expr) => self.part(expr),
            Met::Query(query) => {
                self.query(query);
                false
            }
            Met::Assigned(_) => true,
        }
    }

    /// Collects an expression's own names. Returns whether its operands are still to be visited.
    fn part(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Column(column) => {
                if let Some(resolved) = resolve(&self.scopes, column) {
                    self.use_column(resolved.reference, &resolved.name, Usage::SELECTED);
                }
                true
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::NextValue { sequence, .. } => {
                self.note(sequence, ReferenceKind::Object, Usage::NONE);
                true
            }
            _ => true,
        }
    }

    /// Collects the function of a call, and the arguments if the first is a word. Returns whether
    /// its parts are still to be visited.
    fn call(&mut self, call: &Call) -> bool {
        match call.name.single() {
            Some(name) if DATE_PARTS.iter().any(|function| name.is(function)) => {
                call.arguments.iter().skip(1).for_each(|argument| self.expr(argument));
                false
            }
            Some(_) => true,
            None => {
                self.note(&call.name, ReferenceKind::Function, Usage::SELECTED);
                true
            }
        }
    }

    fn window(&mut self, over: &ast::Over) {
        over.partition_by.iter().for_each(|value| self.expr(value));
        over.order_by.iter().for_each(|key| self.expr(&key.value));
    }
}

fn alias_columns(alias: Option<&TableAlias>) -> Option<Vec<String>> {
    let columns = alias.filter(|alias| !alias.columns.is_empty());
    columns.map(|alias| alias.columns.iter().map(|name| name.text.to_string()).collect())
}

const SYSTEM_SCHEMAS: [&str; 2] = ["sys", "INFORMATION_SCHEMA"];
/// Functions whose first argument is a date part.
const DATE_PARTS: [&str; 7] =
    ["DATEADD", "DATEDIFF", "DATEDIFF_BIG", "DATENAME", "DATEPART", "DATETRUNC", "DATE_BUCKET"];
