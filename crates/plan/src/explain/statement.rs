//! SHOWPLAN text of statements.

use super::expression::{Words, quoted, subquery};
use super::{Line, MARGIN, PlanLine};
use crate::physical::Node;
use crate::statement::{Bound, BoundBody, BoundChange, BoundInsert, MergeAction};
use crate::variables::Variables;
use sluice_base::hash::HashMap;
use sluice_catalog::{Table, TriggerEvent};

/// Returns the lines of a bound statement's plan. `database` is the current database. The
/// statement's own plan comes first, then one for each subquery, indented as a tree.
pub fn explain(bound: &Bound, variables: &Variables, database: &str) -> Vec<PlanLine> {
    let mut words = Words { bound, variables, database, columns: HashMap::default() };
    words.learn_body(&bound.body);
    bound.subqueries.iter().for_each(|subquery| words.learn(&subquery.rows.node));
    let mut roots = vec![words.body(&bound.body)];
    for (number, query) in bound.subqueries.iter().enumerate() {
        let used: Vec<String> = query.outer.iter().map(|id| words.column(*id)).collect();
        let references = match used.is_empty() {
            true => String::new(),
            false => format!(", OUTER REFERENCES:({})", used.join(", ")),
        };
        let text = format!("Subquery(DEFINE:({}){references})", subquery(number));
        roots.push(Line::new(text, vec![words.rows(&query.rows)]));
    }
    let mut lines = Vec::new();
    let count = roots.len();
    for (number, root) in roots.into_iter().enumerate() {
        root.write(MARGIN, number + 1 == count, None, &mut lines);
    }
    lines
}

/// Returns the statement type shown by SET SHOWPLAN_ALL. A change replaced by INSTEAD OF triggers
/// shows the change that it was.
pub fn kind_of(body: &BoundBody) -> &'static str {
    match body {
        BoundBody::Select { .. } => "SELECT",
        BoundBody::SelectInto { .. } => "SELECT INTO",
        BoundBody::Insert(_) => "INSERT",
        BoundBody::Update(_) => "UPDATE",
        BoundBody::Delete(_) => "DELETE",
        BoundBody::Merge(_) => "MERGE",
        BoundBody::Instead(instead) => instead.firing.events.each().next().map_or("INSERT", TriggerEvent::word),
        BoundBody::Assign { .. } | BoundBody::Set { .. } => "ASSIGN",
        BoundBody::Test(_) => "COND",
        BoundBody::Print(_) => "PRINT",
    }
}

impl Words<'_> {
    fn learn_body(&mut self, body: &BoundBody) {
        match body {
            BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
                self.learn(&rows.node);
            }
            BoundBody::Instead(instead) => self.learn(&instead.rows.node),
            BoundBody::Insert(insert) => self.learn(&insert.source.node),
            BoundBody::Update(change) | BoundBody::Delete(change) => {
                self.name_row(change);
                change.plan.iter().for_each(|plan| self.learn(&plan.node));
            }
            BoundBody::Merge(merge) => self.learn(&merge.plan.node),
            BoundBody::Set { .. } | BoundBody::Test(_) | BoundBody::Print(_) => {}
        }
    }

    fn name_row(&mut self, change: &BoundChange) {
        let table = self.table(change.database.as_deref(), &change.table);
        for (id, column) in change.row.iter().zip(&change.table.columns) {
            self.columns.insert(*id, format!("{table}.{}", quoted(&column.name)));
        }
    }

    fn body(&self, body: &BoundBody) -> Line {
        let scalar = |text: String| {
            let below = vec![self.node(&Node::OneRow)];
            Line::new(format!("Compute Scalar(DEFINE:({text}))"), below)
        };
        match body {
            BoundBody::Select { rows, .. } | BoundBody::Assign { rows, .. } => self.rows(rows),
            BoundBody::SelectInto { name, rows, .. } => {
                let text = format!("Table Insert(OBJECT:({}))", quoted(&name.object));
                Line::new(text, vec![self.rows(rows)])
            }
            BoundBody::Instead(instead) => self.rows(&instead.rows),
            BoundBody::Insert(insert) => self.insert(insert),
            BoundBody::Update(change) => self.change("Update", change),
            BoundBody::Delete(change) => self.change("Delete", change),
            BoundBody::Merge(merge) => {
                let changed = self.changed(merge.database.as_deref(), &merge.table, None);
                let actions = merge.clauses.iter().map(|clause| match &clause.action {
                    MergeAction::Insert(_) => "Insert",
                    MergeAction::Update(..) => "Update",
                    MergeAction::Delete(_) => "Delete",
                });
                let actions = actions.collect::<Vec<_>>().join(", ");
                let text = format!("{} Merge({changed}, ACTION:({actions}))", base_of(&merge.table));
                Line::new(text, vec![self.node(&merge.plan.node)])
            }
            BoundBody::Set { value, .. } | BoundBody::Print(value) => scalar(self.expr(value)),
            BoundBody::Test(condition) => scalar(self.condition(condition)),
        }
    }

    fn insert(&self, insert: &BoundInsert) -> Line {
        let changed = self.changed(insert.database.as_deref(), &insert.table, None);
        let set = insert.table.columns.iter().zip(&insert.source.values);
        let set: Vec<String> =
            set.map(|(column, value)| format!("{}={}", quoted(&column.name), self.expr(value))).collect();
        let text = format!("{} Insert({changed}, SET:({}))", base_of(&insert.table), set.join(","));
        Line::new(text, vec![self.node(&insert.source.node)])
    }

    fn change(&self, what: &str, change: &BoundChange) -> Line {
        let table = &change.table;
        let set = change.columns.iter().filter_map(|changed| {
            let column = quoted(&table.columns[changed.column?].name);
            Some(format!("{column}={}", self.expr(&changed.value)))
        });
        let set: Vec<String> = set.collect();
        let touched: Vec<usize> = change.columns.iter().filter_map(|changed| changed.column).collect();
        let touched = (what == "Update").then_some(touched.as_slice());
        let changed = self.changed(change.database.as_deref(), table, touched);
        let set = if set.is_empty() { String::new() } else { format!(", SET:({})", set.join(",")) };
        let found = match &change.plan {
            Some(plan) => self.node(&plan.node),
            None => self.access(change.database.as_deref(), table, change.seek.as_ref(), false),
        };
        let found = match &change.condition {
            Some(condition) => Line::new(format!("Filter(WHERE:({}))", self.condition(condition)), vec![found]),
            None => found,
        };
        let found = match &change.top {
            Some(top) => Line::new(format!("Top(TOP EXPRESSION:({}))", self.expr(top)), vec![found]),
            None => found,
        };
        Line::new(format!("{} {what}({changed}{set})", base_of(table)), vec![found])
    }

    /// Returns the modified objects: the table, and its indexes with a column in `touched`. `None`
    /// means all indexes.
    fn changed(&self, database: Option<&str>, table: &Table, touched: Option<&[usize]>) -> String {
        let clustered = table.clustered();
        let has = |columns: &[usize]| touched.is_none_or(|touched| columns.iter().any(|place| touched.contains(place)));
        let moves = clustered.is_some_and(|index| has(&index.keys.iter().map(|key| key.column).collect::<Vec<_>>()));
        let others = table.indexes.iter().filter(|index| !index.is_clustered()).filter(|index| {
            let keys = index.keys.iter().map(|key| key.column);
            moves || has(&keys.chain(table.stored_beside(index)).collect::<Vec<_>>())
        });
        let all = std::iter::once(clustered).chain(others.map(Some));
        all.map(|index| self.object(database, table, index)).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the object word of DML operators.
fn base_of(table: &Table) -> &'static str {
    if table.clustered().is_some() { "Clustered Index" } else { "Table" }
}
