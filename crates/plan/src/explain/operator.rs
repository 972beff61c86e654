//! SHOWPLAN text of operators.

use super::Line;
use super::expression::{Words, quoted};
use crate::aggregate::Aggregate;
use crate::columns::outer;
use crate::expression::{ColumnId, Expr};
use crate::physical::{GroupMethod, Join, JoinKind, JoinMethod, Node, Rows};
use crate::window::{Window, WindowFunction};

impl Words<'_> {
    /// Registers the names of the columns that an operator reads. Names of tables and views; those
    /// of all inputs too.
    pub(crate) fn learn(&mut self, node: &Node) {
        match node {
            Node::Scan(target) => self.name_columns(target),
            Node::View(target) => {
                for (id, column) in target.columns.iter().zip(&target.def.columns) {
                    let (schema, view) = (quoted(target.def.schema), quoted(target.def.name));
                    self.columns.insert(*id, format!("{schema}.{view}.{}", quoted(&column.name)));
                }
            }
            _ => {}
        }
        node.inputs().into_iter().for_each(|input| self.learn(input));
    }

    /// Returns the lines of a query. Values that aren't columns are shown as a final Compute
    /// Scalar. A query of one row without values is a Constant Scan alone.
    pub(crate) fn rows(&self, rows: &Rows) -> Line {
        let input = self.node(&rows.node);
        let computed: Vec<&Expr> = rows.values.iter().filter(|value| value.as_column().is_none()).collect();
        if computed.is_empty() || matches!(rows.node, Node::OneRow) && rows.values.is_empty() {
            return input;
        }
        let values: Vec<String> = computed.iter().map(|value| self.expr(value)).collect();
        Line::new(format!("Compute Scalar(DEFINE:({}))", values.join(", ")), vec![input])
    }

    /// Returns the line of an operator, with the lines of its inputs below it. Each operator has
    /// one line, whose text is its name in SQL Server and its arguments.
    pub(crate) fn node(&self, node: &Node) -> Line {
        let text = match node {
            Node::OneRow => "Constant Scan".to_owned(),
            Node::Values(_, rows) => {
                let rows: Vec<String> = rows.iter().map(|row| format!("({})", self.list(row))).collect();
                format!("Constant Scan(VALUES:({}))", rows.join(","))
            }
            Node::Scan(target) => return self.scan(target),
            Node::View(target) => function(target.def.schema, target.def.name),
            Node::Call(call) => {
                format!("Table-valued function(OBJECT:([{}]))", format!("{:?}", call.function).to_uppercase())
            }
            Node::Invoke(call) => function(&call.module.schema, &call.module.name),
            Node::Filter(_, condition) => format!("Filter(WHERE:({}))", self.condition(condition)),
            Node::Compute(_, computed) => format!("Compute Scalar(DEFINE:({}))", self.defined(computed)),
            Node::Sort(_, keys) => format!("Sort(ORDER BY:({}))", self.order(keys)),
            Node::Top(_, top) => {
                let percent = if top.percent { " PERCENT" } else { "" };
                let ties =
                    top.ties.as_ref().map_or(String::new(), |ties| format!(", TIE COLUMNS:({})", self.list(ties)));
                format!("Top(TOP EXPRESSION:({}{percent}){ties})", self.expr(&top.count))
            }
            Node::Offset(_, skip, fetch) => {
                let fetch = fetch.as_ref();
                let fetch = fetch.map_or(String::new(), |fetch| format!(",TOP EXPRESSION:({})", self.expr(fetch)));
                format!("Top(OFFSET EXPRESSION:({}){fetch})", self.expr(skip))
            }
            Node::Aggregate(_, groups, aggregates, method) => self.groups(groups, aggregates, *method),
            Node::GroupingSets(sets) => self.groups(&sets.groups, &sets.aggregates, GroupMethod::Hash),
            Node::Window(input, window) => return self.window(input, window),
            Node::Join(join) => return self.join(join),
            Node::Union(_, inputs) => {
                return Line::new("Concatenation".to_owned(), inputs.iter().map(|input| self.rows(input)).collect());
            }
            Node::Recursion(recursion) => {
                let members = recursion.members.iter().map(|member| self.rows(&member.rows));
                let all = std::iter::once(self.rows(&recursion.anchor)).chain(members).collect();
                let all = Line::new("Concatenation".to_owned(), all);
                return Line::new("Index Spool(WITH STACK)".to_owned(), vec![all]);
            }
            Node::Current(_) => "Table Spool(WITH STACK)".to_owned(),
            Node::Given(_) => "Table Spool".to_owned(),
            Node::Serialize(serialization) => {
                let column = self.column(serialization.column);
                return Line::new(format!("UDX({column})"), vec![self.rows(&serialization.rows)]);
            }
        };
        Line::new(text, node.inputs().into_iter().map(|input| self.node(input)).collect())
    }

    fn groups(&self, groups: &[(ColumnId, Expr)], aggregates: &[(ColumnId, Aggregate)], method: GroupMethod) -> String {
        let define =
            |(id, aggregate): &(ColumnId, Aggregate)| format!("{}={}", self.column(*id), self.aggregate(aggregate));
        let defined = aggregates.iter().map(define).collect::<Vec<_>>().join(", ");
        let by = groups.iter().map(|(_, group)| self.expr(group)).collect::<Vec<_>>().join(", ");
        match (groups.is_empty(), aggregates.is_empty()) {
            (true, _) => format!("Stream Aggregate(DEFINE:({defined}))"),
            (false, true) if method == GroupMethod::Stream => format!("Stream Aggregate(GROUP BY:({by}))"),
            (false, false) if method == GroupMethod::Stream => {
                format!("Stream Aggregate(GROUP BY:({by}) DEFINE:({defined}))")
            }
            (false, true) => format!("Hash Match(Aggregate, HASH:({by}))"),
            (false, false) => format!("Hash Match(Aggregate, HASH:({by}) DEFINE:({defined}))"),
        }
    }

    /// Shows a window as Segment and Sequence Project or aggregate. The input is already in the
    /// window's order.
    fn window(&self, input: &Node, window: &Window) -> Line {
        let define = |(id, function): &(ColumnId, WindowFunction)| {
            let value = match function {
                WindowFunction::RowNumber => "row_number".to_owned(),
                WindowFunction::Rank => "rank".to_owned(),
                WindowFunction::DenseRank => "dense_rank".to_owned(),
                WindowFunction::Ntile(count) => format!("ntile({})", self.expr(count)),
                WindowFunction::PercentRank => "percent_rank".to_owned(),
                WindowFunction::CumeDist => "cume_dist".to_owned(),
                WindowFunction::Percentile { value, is_continuous, .. } => {
                    let name = if *is_continuous { "percentile_cont" } else { "percentile_disc" };
                    format!("{name}({})", self.expr(value))
                }
                WindowFunction::Offset { value, before: true, .. } => format!("lag({})", self.expr(value)),
                WindowFunction::Offset { value, .. } => format!("lead({})", self.expr(value)),
                WindowFunction::Edge { value, last: true, .. } => format!("LAST_VALUE({})", self.expr(value)),
                WindowFunction::Edge { value, .. } => format!("FIRST_VALUE({})", self.expr(value)),
                WindowFunction::Aggregate(aggregate, _) => self.aggregate(aggregate),
            };
            format!("{}={value}", self.column(*id))
        };
        let defined = window.functions.iter().map(define).collect::<Vec<_>>().join(", ");
        let segment = Line::new("Segment".to_owned(), vec![self.node(input)]);
        Line::new(format!("Sequence Project(DEFINE:({defined}))"), vec![segment])
    }

    fn join(&self, join: &Join) -> Line {
        let on = |word: &str| join.on.as_ref().map_or(String::new(), |on| format!(", {word}:({})", self.condition(on)));
        match &join.method {
            JoinMethod::Hash(left, right) if !left.is_empty() => {
                // The right side is the build input and is shown first.
                let kind = match join.kind {
                    JoinKind::Inner => "Inner Join",
                    JoinKind::Left => "Right Outer Join",
                    JoinKind::Full => "Full Outer Join",
                    JoinKind::Semi => "Right Semi Join",
                    JoinKind::Anti | JoinKind::NotIn => "Right Anti Semi Join",
                };
                let (kept, sought) = (self.list(right), self.list(left));
                let text = format!("Hash Match({kind}, HASH:({kept})=({sought}){})", on("RESIDUAL"));
                Line::new(text, vec![self.node(&join.right), self.node(&join.left)])
            }
            JoinMethod::Merge(keys) => {
                let kind = left_first(join.kind);
                let many = if keys.is_unique == (false, false) { "MANY-TO-MANY " } else { "" };
                let (left, right) = (self.list(&keys.left), self.list(&keys.right));
                let text = format!("Merge Join({kind}, {many}MERGE:({left})=({right}){})", on("RESIDUAL"));
                Line::new(text, vec![self.node(&join.left), self.node(&join.right)])
            }
            method @ (JoinMethod::Loop | JoinMethod::Hash(..)) => {
                let kind = left_first(join.kind);
                let used = outer(&join.right, &self.bound.subqueries);
                let left = join.left.columns();
                let used: Vec<String> = left.iter().filter(|id| used.contains(id)).map(|id| self.column(*id)).collect();
                let references = match used.is_empty() {
                    true => String::new(),
                    false => format!(", OUTER REFERENCES:({})", used.join(", ")),
                };
                let right = self.node(&join.right);
                let right = match method {
                    JoinMethod::Hash(..) => Line::new("Table Spool".to_owned(), vec![right]),
                    _ => right,
                };
                let text = format!("Nested Loops({kind}{references}{})", on("WHERE"));
                Line::new(text, vec![self.node(&join.left), right])
            }
        }
    }
}

/// Returns the logical operator of a join whose left side is shown first.
fn left_first(kind: JoinKind) -> &'static str {
    match kind {
        JoinKind::Inner => "Inner Join",
        JoinKind::Left => "Left Outer Join",
        JoinKind::Full => "Full Outer Join",
        JoinKind::Semi => "Left Semi Join",
        JoinKind::Anti | JoinKind::NotIn => "Left Anti Semi Join",
    }
}

fn function(schema: &str, name: &str) -> String {
    format!("Table-valued function(OBJECT:({}.{}))", quoted(schema), quoted(name))
}
