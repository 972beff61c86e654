//! The operators of a plan: estimates, output columns and the choice of the family.

use crate::expression::Words;
use crate::group::Grouping;
use crate::operator::{Counts, Estimate, PlanOperator};
use sluice_base::hash::HashSet;
use sluice_plan::columns::{of_expr, of_operator, outer};
use sluice_plan::estimate::{self, own_cost};
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::node_key::NodeKey;
use sluice_plan::physical::{GroupMethod, Join, JoinMethod, Node, Rows};

/// The place of an operator in its plan.
#[derive(Clone)]
pub(crate) struct Site {
    /// The columns that the operators above use.
    pub(crate) above: HashSet<ColumnId>,
    /// The estimated number of executions.
    pub(crate) executions: f64,
}

impl Site {
    /// Returns the place of an operator above which only `expressions` use its columns.
    pub(crate) fn root<'e>(
        words: &Words<'_>,
        expressions: impl IntoIterator<Item = &'e Expr>,
        executions: f64,
    ) -> Site {
        let mut used = Vec::new();
        expressions.into_iter().for_each(|expr| of_expr(expr, &words.bound.subqueries, &mut used));
        Site { above: used.into_iter().collect(), executions }
    }

    /// Returns the place of the inputs of an operator at this place.
    fn below(&self, words: &Words<'_>, node: &Node) -> Site {
        let mut used = Vec::new();
        of_operator(node, &words.bound.subqueries, &mut used);
        if let Node::Join(join) = node
            && matches!(join.method, JoinMethod::Loop)
        {
            used.extend(outer(&join.right, &words.bound.subqueries));
        }
        Site { above: self.above.iter().copied().chain(used).collect(), executions: self.executions }
    }

    /// Returns the place of an input that runs for each of `rows` rows.
    pub(crate) fn times(&self, rows: f64) -> Site {
        Site { above: self.above.clone(), executions: self.executions * rows }
    }
}

impl Words<'_> {
    /// Returns the operators of a query. Values that aren't columns are shown as a final Compute
    /// Scalar. A query of one row without values is a Constant Scan alone.
    pub(crate) fn rows(&self, rows: &Rows, executions: f64) -> Box<PlanOperator> {
        let site = Site::root(self, &rows.values, executions);
        let input = self.node(&rows.node, &site);
        let computed: Vec<&Expr> = rows.values.iter().filter(|value| value.as_column().is_none()).collect();
        if computed.is_empty() || matches!(rows.node, Node::OneRow) && rows.values.is_empty() {
            return input;
        }
        self.values_above(input, &rows.values, &computed)
    }

    /// Returns an operator, with its inputs.
    pub(crate) fn node(&self, node: &Node, site: &Site) -> Box<PlanOperator> {
        let below = site.below(self, node);
        let shown = match node {
            Node::Scan(target) => return self.scan(target, Counts::Node(NodeKey::for_node(node)), site),
            Node::OneRow => self.one_row(),
            Node::Values(columns, rows) => self.listed(columns, rows),
            Node::View(target) => self.view(target),
            Node::Call(call) => self.call(call),
            Node::Invoke(call) => self.module_rows(call),
            Node::Filter(input, condition) => self.filter(condition, self.node(input, &below)),
            Node::Compute(input, computed) => self.compute(computed, self.node(input, &below)),
            Node::Sort(input, keys) => self.sort(keys, self.node(input, &below)),
            Node::Top(input, top) => self.top(top, self.node(input, &below)),
            Node::Offset(input, skip, fetch) => self.offset((skip, fetch.as_ref()), self.node(input, &below)),
            Node::Aggregate(input, groups, aggregates, method) => {
                let mut input = self.node(input, &below);
                if self.parallel.contains(node) {
                    input = self.gathered((groups, aggregates), *method, (node, site, input));
                }
                self.groups((groups, aggregates), *method, input)
            }
            Node::GroupingSets(sets) => self.grouping_sets(sets, self.node(&sets.input, &below)),
            Node::Window(input, window) => self.window(window, self.node(input, &below)),
            Node::Join(join) => self.join(join, &below),
            Node::Union(columns, inputs) => self.union(columns, inputs, site.executions),
            Node::Recursion(recursion) => self.recursion(recursion, NodeKey::for_node(node), site.executions),
            Node::Current(_) => self.current(),
            Node::Given(_) => self.given(),
            Node::Serialize(serialization) => self.serialization(serialization, site.executions),
        };
        self.estimated(shown, node, site)
    }

    /// Shows the part of an aggregation that several threads run: each aggregates its own rows, and
    /// the operator above merges the groups.
    fn gathered(
        &self,
        grouping: Grouping<'_>,
        method: GroupMethod,
        (node, site, input): (&Node, &Site, Box<PlanOperator>),
    ) -> Box<PlanOperator> {
        let mut partial = self.groups(grouping, method, input);
        if !grouping.0.is_empty() {
            partial.logical = "Partial Aggregate";
        }
        let output = self.output(node, site);
        partial.estimate = self.estimate(estimate::rows(node), 0.0, &output, site.executions);
        partial.output = output.into_iter().map(|id| self.name(id)).collect();
        gather(partial)
    }

    /// Returns the operators of a join's inputs: the left and the right one.
    pub(crate) fn sides(&self, join: &Join, below: &Site) -> [Box<PlanOperator>; 2] {
        let outer_rows = match join.method {
            JoinMethod::Loop => estimate::rows(&join.left).unwrap_or(1.0).max(1.0),
            JoinMethod::Hash(..) | JoinMethod::Merge(_) => 1.0,
        };
        let mut right = self.node(&join.right, &below.times(outer_rows));
        if self.parallel.reads_right(join) {
            right = gather(right);
        }
        [self.node(&join.left, below), right]
    }

    /// Adds the estimates, the output columns and the counts of `node`.
    fn estimated(&self, mut shown: Box<PlanOperator>, node: &Node, site: &Site) -> Box<PlanOperator> {
        let output = self.output(node, site);
        let (rows, cpu) = (estimate::rows(node), own_cost(node));
        shown.estimate = self.estimate(rows, cpu, &output, site.executions);
        shown.output = output.into_iter().map(|id| self.name(id)).collect();
        if shown.counts == Counts::None {
            shown.counts = Counts::Node(NodeKey::for_node(node));
        }
        shown
    }

    /// Returns the columns of an operator's rows that operators above use.
    pub(crate) fn output(&self, node: &Node, site: &Site) -> Vec<ColumnId> {
        node.columns().into_iter().filter(|id| site.above.contains(id)).collect()
    }

    /// Returns the estimates of an operator whose rows have the columns `output`. `cost` is that of
    /// one execution in the planner's units. The total is 0 until [`PlanOperator::sum_up`].
    pub(crate) fn estimate(&self, rows: Option<f64>, cost: f64, output: &[ColumnId], executions: f64) -> Estimate {
        let row_bytes = self.widths.sum(output) as f64;
        Estimate { rows, cpu: estimate::in_seconds(cost), executions, row_bytes, total: 0.0 }
    }

    /// Registers the names of the columns of a tree's tables and views.
    pub(crate) fn learn(&mut self, node: &Node) {
        match node {
            Node::Scan(target) => self.learn_table(target.database.as_deref(), &target.table, &target.columns),
            Node::View(target) => self.learn_view(target),
            _ => {}
        }
        node.inputs().into_iter().for_each(|input| self.learn(input));
    }
}

/// Shows an operator that several threads run, and the gathering of its rows.
fn gather(operator: Box<PlanOperator>) -> Box<PlanOperator> {
    let mut gather = PlanOperator::new("Parallelism", "Gather Streams", "Parallelism").showing_logical();
    (gather.estimate, gather.output) = (operator.estimate, operator.output.clone());
    let mut gather = gather.over(operator);
    gather.mark_parallel();
    gather
}
