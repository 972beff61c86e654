//! SHOWPLAN of statements.

use crate::expression::{Words, subquery, subquery_name};
use crate::names::{ColumnName, TableName, quoted};
use crate::node::Site;
use crate::operator::{Counts, PlanOperator};
use crate::xml::{Xml, flag};
use sluice_base::hash::{HashMap, HashSet};
use sluice_catalog::{Index, Table, TriggerEvent};
use sluice_plan::estimate::{cost_of_passing, rows_of_scan, rows_with};
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind};
use sluice_plan::parallel::ParallelParts;
use sluice_plan::physical::{Node, PathHint, ScanTarget, Top};
use sluice_plan::statement::{
    Bound, BoundBody, BoundChange, BoundInsert, BoundMerge, BoundPartitioned, MergeAction, PartitionedKind, Subquery,
};
use sluice_plan::variables::Variables;
use sluice_plan::widths::Widths;

/// Returns the roots of a bound statement's plan. `database` is the current database. The
/// statement's own root comes first, then one for each subquery that isn't part of a join.
/// `is_parallel` says that the statement may run on several threads. The caller has checked that
/// the stack has room for a walk over the plan.
pub fn explain(bound: &Bound, variables: &Variables, database: &str, is_parallel: bool) -> Vec<PlanOperator> {
    let parallel = if is_parallel { ParallelParts::new(bound) } else { ParallelParts::default() };
    let (columns, widths) = (HashMap::default(), Widths::of_statement(bound));
    let mut words = Words { bound, variables, database, columns, widths, parallel };
    words.learn_body(&bound.body);
    bound.subqueries.iter().for_each(|subquery| words.learn(&subquery.rows.node));
    let subqueries = bound.subqueries.iter().enumerate().filter(|(_, query)| !query.is_joined);
    let subqueries = subqueries.map(|(number, query)| *words.subquery(number, query));
    let mut roots: Vec<PlanOperator> = std::iter::once(*words.body(&bound.body)).chain(subqueries).collect();
    roots.iter_mut().for_each(PlanOperator::sum_up);
    roots
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
        BoundBody::Partitioned(change) => match change.kind {
            PartitionedKind::Insert => "INSERT",
            PartitionedKind::Update => "UPDATE",
            PartitionedKind::Delete => "DELETE",
        },
        BoundBody::Assign { .. } | BoundBody::Set { .. } => "ASSIGN",
        BoundBody::Test(_) => "COND",
        BoundBody::Print(_) => "PRINT",
    }
}

/// A value that a statement computes once.
enum Single<'b> {
    Value(&'b Expr),
    Condition(&'b Condition),
}

impl Words<'_> {
    fn learn_body(&mut self, body: &BoundBody) {
        match body {
            BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
                self.learn(&rows.node);
            }
            BoundBody::Instead(instead) => self.learn(&instead.rows.node),
            BoundBody::Insert(insert) => self.learn(&insert.source.node),
            BoundBody::Update(change) | BoundBody::Delete(change) => self.learn_change(change),
            BoundBody::Partitioned(change) => {
                change.changes.iter().for_each(|change| self.learn_change(change));
                if let Some(routed) = &change.routed {
                    routed.source.iter().for_each(|source| self.learn(&source.node));
                    routed.moves.iter().for_each(|change| self.learn_change(change));
                }
            }
            BoundBody::Merge(merge) => self.learn(&merge.plan.node),
            BoundBody::Set { .. } | BoundBody::Test(_) | BoundBody::Print(_) => {}
        }
    }

    fn learn_change(&mut self, change: &BoundChange) {
        self.learn_table(change.database.as_deref(), &change.table, &change.row);
        change.plan.iter().for_each(|plan| self.learn(&plan.node));
    }

    fn body(&self, body: &BoundBody) -> Box<PlanOperator> {
        match body {
            BoundBody::Select { rows, .. } | BoundBody::Assign { rows, .. } => self.rows(rows, 1.0),
            BoundBody::SelectInto { name, rows, .. } => {
                let name = TableName { database: None, schema: None, table: quoted(&name.object) };
                changing("Table Insert".to_owned(), "Insert", self.rows(rows, 1.0))
                    .argument(format!("OBJECT:({})", name.text()))
                    .before(|xml| name.write_object(xml, None))
            }
            BoundBody::Instead(instead) => self.rows(&instead.rows, 1.0),
            BoundBody::Insert(insert) => self.insert(insert),
            BoundBody::Partitioned(change) => self.partitioned(change),
            BoundBody::Update(change) => self.change("Update", change),
            BoundBody::Delete(change) => self.change("Delete", change),
            BoundBody::Merge(merge) => self.merge(merge),
            BoundBody::Set { value, .. } | BoundBody::Print(value) => self.single(&Single::Value(value)),
            BoundBody::Test(condition) => self.single(&Single::Condition(condition)),
        }
    }

    /// Shows a value or a condition as a Compute Scalar over one row.
    fn single(&self, single: &Single<'_>) -> Box<PlanOperator> {
        let text = match single {
            Single::Value(value) => self.expr(value),
            Single::Condition(condition) => self.condition(condition),
        };
        let input = self.node(&Node::OneRow, &Site { above: HashSet::default(), executions: 1.0 });
        let name = ColumnName::computed(text.as_str());
        let mut shown = self.computing(&text).counted(Counts::Once).before(|xml| {
            xml.element("DefinedValues", &[], |xml| {
                self.write_value(xml, &name, |xml| match single {
                    Single::Value(value) => self.write_expr(xml, value),
                    Single::Condition(condition) => self.write_condition(xml, condition),
                });
            });
        });
        (shown.estimate, shown.output) = (input.estimate, vec![name]);
        shown.over(input.counted(Counts::Once))
    }

    /// Shows a subquery of an expression as the root of its own tree.
    fn subquery(&self, number: usize, query: &Subquery) -> Box<PlanOperator> {
        let used: Vec<String> = query.outer.iter().map(|id| self.column(*id)).collect();
        let references = match used.is_empty() {
            true => String::new(),
            false => format!(", OUTER REFERENCES:({})", used.join(", ")),
        };
        let (rows, name) = (self.rows(&query.rows, 1.0), subquery_name(number));
        let defined = subquery(number);
        let mut shown = PlanOperator::new("Compute Scalar", "Compute Scalar", "ComputeScalar")
            .titled("Subquery")
            .argument(format!("DEFINE:({defined}){references}"))
            .defining(defined)
            .counted(rows.counts)
            .before(|xml| {
                xml.element("DefinedValues", &[], |xml| self.write_value(xml, &name, |_| ()));
            });
        (shown.estimate, shown.output) = (rows.estimate, vec![name]);
        shown.estimate.cpu = 0.0;
        shown.over(rows)
    }

    fn insert(&self, insert: &BoundInsert) -> Box<PlanOperator> {
        let (table, database) = (&insert.table, insert.database.as_deref());
        let changed = self.changed(database, table, None);
        let set = table.columns.iter().zip(&insert.source.values);
        let texts: Vec<String> =
            set.clone().map(|(column, value)| format!("{}={}", quoted(&column.name), self.expr(value))).collect();
        let site = Site::root(self, &insert.source.values, 1.0);
        changing(format!("{} Insert", base_of(table)), "Insert", self.node(&insert.source.node, &site))
            .argument(format!("{changed}, SET:({})", texts.join(",")))
            .before(|xml| {
                self.write_changed(xml, database, table, None);
                self.write_set(xml, set.map(|(column, value)| (&*column.name, value)));
            })
    }

    fn change(&self, kind: &'static str, change: &BoundChange) -> Box<PlanOperator> {
        let (table, database) = (&change.table, change.database.as_deref());
        let set = change.columns.iter().filter_map(|changed| Some((&table.columns[changed.column?], &changed.value)));
        let texts: Vec<String> =
            set.clone().map(|(column, value)| format!("{}={}", quoted(&column.name), self.expr(value))).collect();
        let touched: Vec<usize> = change.columns.iter().filter_map(|changed| changed.column).collect();
        let touched = (kind == "Update").then_some(touched.as_slice());
        let changed = self.changed(database, table, touched);
        let text = if texts.is_empty() { String::new() } else { format!(", SET:({})", texts.join(",")) };
        changing(format!("{} {kind}", base_of(table)), kind, self.found(change))
            .argument(format!("{changed}{text}"))
            .before(|xml| {
                self.write_changed(xml, database, table, touched);
                if !texts.is_empty() {
                    self.write_set(xml, set.map(|(column, value)| (&*column.name, value)));
                }
            })
    }

    /// Shows a change through a partitioned view as a Sequence of the changes of its members.
    fn partitioned(&self, change: &BoundPartitioned) -> Box<PlanOperator> {
        let kind = if change.kind == PartitionedKind::Delete { "Delete" } else { "Update" };
        let mut shown = PlanOperator::new("Sequence", "Sequence", "Sequence");
        let routed = change.routed.as_ref();
        if let Some(source) = routed.and_then(|routed| routed.source.as_ref()) {
            shown = shown.over(self.rows(source, 1.0));
        }
        for moved in routed.map_or(&[][..], |routed| &routed.moves[..]) {
            shown = shown.over(self.change("Delete", moved));
        }
        for member in &change.changes {
            shown = shown.over(self.change(kind, member));
        }
        for insert in routed.map_or(&[][..], |routed| &routed.inserts[..]) {
            shown = shown.over(self.insert(insert));
        }
        shown
    }

    /// Returns the operators that find the rows to change.
    fn found(&self, change: &BoundChange) -> Box<PlanOperator> {
        let first = change.first.iter().map(|(_, changed)| &changed.value);
        let values = change.columns.iter().map(|changed| &changed.value).chain(first).chain(&change.top);
        let mut site = Site::root(self, values, 1.0);
        if let Some(plan) = &change.plan {
            site.above.insert(plan.locator);
            return self.node(&plan.node, &site);
        }
        let target = scan_of(change);
        let all = rows_of_scan(&target);
        let whole = Node::Scan(ScanTarget { seek: None, ..target.clone() });
        let scan = Node::Scan(target);
        let Some(condition) = &change.condition else {
            let found = self.bare(&scan, &site);
            return self.limited(change, found.counted(Counts::Changed));
        };
        site.above.extend(change.row.iter().copied());
        let mut found = self.filter(condition, self.bare(&scan, &site)).counted(Counts::Changed);
        // The condition includes what the seek has answered.
        let rows = rows_with(&whole, condition.conjuncts());
        let rows = rows.zip(all).map(|(rows, found)| rows.min(found));
        let output: Vec<ColumnId> = change.row.clone();
        found.estimate = self.estimate(rows, 0.0, &output, 1.0);
        found.estimate.cpu = cost_of_passing(all);
        found.output = output.iter().map(|id| self.name(*id)).collect();
        self.limited(change, found)
    }

    /// Returns the scan of a change that needs no operator. It isn't counted.
    fn bare(&self, scan: &Node, site: &Site) -> Box<PlanOperator> {
        let mut shown = self.node(scan, site);
        let mut pending = vec![&mut *shown];
        while let Some(operator) = pending.pop() {
            operator.counts = Counts::None;
            pending.extend(&mut operator.inputs);
        }
        shown
    }

    fn limited(&self, change: &BoundChange, found: Box<PlanOperator>) -> Box<PlanOperator> {
        let Some(count) = &change.top else { return found };
        let top = Top { count: count.clone(), percent: false, ties: None };
        let (estimate, output) = (found.estimate, found.output.clone());
        let mut shown = self.top(&top, found).counted(Counts::Changed);
        let limit = if let ExprKind::Constant(value) = &count.kind { value.as_i64() } else { None };
        let limit = limit.map_or(f64::INFINITY, |limit| limit as f64);
        (shown.estimate, shown.output) = (estimate, output);
        shown.estimate.rows = estimate.rows.map(|rows| rows.min(limit));
        shown.estimate.cpu = cost_of_passing(estimate.rows);
        shown
    }

    fn merge(&self, merge: &BoundMerge) -> Box<PlanOperator> {
        let (table, database) = (&merge.table, merge.database.as_deref());
        let actions = merge.clauses.iter().map(|clause| match &clause.action {
            MergeAction::Insert(_) => "Insert",
            MergeAction::Update(..) => "Update",
            MergeAction::Delete(_) => "Delete",
        });
        let actions = actions.collect::<Vec<_>>().join(", ");
        let site = Site { above: merge.plan.node.columns().into_iter().collect(), executions: 1.0 };
        changing(format!("{} Merge", base_of(table)), "Merge", self.node(&merge.plan.node, &site))
            .argument(format!("{}, ACTION:({actions})", self.changed(database, table, None)))
            .before(|xml| self.write_changed(xml, database, table, None))
    }

    /// Returns the modified objects.
    fn changed(&self, database: Option<&str>, table: &Table, touched: Option<&[usize]>) -> String {
        let all = touched_indexes(table, touched);
        all.into_iter().map(|index| self.object(database, table, index)).collect::<Vec<_>>().join(", ")
    }

    fn write_changed(&self, xml: &mut Xml, database: Option<&str>, table: &Table, touched: Option<&[usize]>) {
        let name = self.table(database, table);
        touched_indexes(table, touched).into_iter().for_each(|index| name.write_object(xml, index));
    }

    /// Writes the values that columns are set to.
    fn write_set<'e>(&self, xml: &mut Xml, set: impl Iterator<Item = (&'e str, &'e Expr)>) {
        let around = ["SetPredicate", "ScalarOperator", "MultipleAssign"];
        around.iter().for_each(|name| xml.open(name, &[]));
        for (column, value) in set {
            xml.element("Assign", &[], |xml| {
                ColumnName::computed(column).write(xml);
                self.write_expr(xml, value);
            });
        }
        around.iter().rev().for_each(|name| xml.close(name));
    }
}

/// Returns an operator that changes the rows of `input`. It is counted by the statement's rows.
fn changing(physical: String, logical: &'static str, input: Box<PlanOperator>) -> Box<PlanOperator> {
    let mut shown =
        PlanOperator::new(physical, logical, "Update").with("DMLRequestSort", flag(false)).counted(Counts::Changed);
    shown.estimate = input.estimate;
    (shown.estimate.cpu, shown.estimate.row_bytes) = (cost_of_passing(input.estimate.rows), 0.0);
    shown.over(input)
}

/// Returns the scan by which a change without a plan finds its rows.
fn scan_of(change: &BoundChange) -> ScanTarget {
    ScanTarget {
        database: change.database.clone(),
        table: change.table.clone(),
        columns: change.row.clone(),
        needed: (0..change.row.len()).collect(),
        seek: change.seek.clone(),
        rows: change.rows,
        is_backward: false,
        locator: None,
        address: None,
        is_sampled: false,
        hints: change.hints,
        hint: PathHint::default(),
        is_refused: false,
        checks: Vec::new(),
    }
}

/// Returns the table's heap or clustered index, and its indexes with a column in `touched`. `None`
/// means all indexes.
fn touched_indexes<'t>(table: &'t Table, touched: Option<&[usize]>) -> Vec<Option<&'t Index>> {
    let clustered = table.clustered();
    let has = |columns: &[usize]| touched.is_none_or(|touched| columns.iter().any(|place| touched.contains(place)));
    let moves = clustered.is_some_and(|index| has(&index.keys.iter().map(|key| key.column).collect::<Vec<_>>()));
    let others = table.indexes.iter().filter(|index| !index.is_clustered()).filter(|index| {
        let keys = index.keys.iter().map(|key| key.column);
        moves || has(&keys.chain(table.stored_beside(index)).collect::<Vec<_>>())
    });
    std::iter::once(clustered).chain(others.map(Some)).collect()
}

/// Returns the object word of operators that change rows.
fn base_of(table: &Table) -> &'static str {
    if table.clustered().is_some() { "Clustered Index" } else { "Table" }
}
