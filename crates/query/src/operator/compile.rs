//! Compiles plans to operators.

use super::aggregate::{Aggregate, AggregateColumn, InputList};
use super::call::Call;
use super::compute::Compute;
use super::counted::{CountedOperator, Counters};
use super::filter::Filter;
use super::found::FoundRows;
use super::given::GivenScan;
use super::invoke::Invoke;
use super::join::{Join, Keep, Method};
use super::merge_join::{Input, MergeJoin};
use super::offset::Offset;
use super::one_row::OneRow;
use super::ranking::Number;
use super::ranking::Ranking;
use super::recursion::Recursion;
use super::scan::Scan;
use super::seek_path::{SeekPath, ViewSeekPath};
use super::serialize::Serialize;
use super::sort::Sort;
use super::stream_aggregate::StreamAggregate;
use super::top::Top;
use super::union::Union;
use super::values::Values;
use super::vector;
use super::view::ViewScan;
use super::window::Window;
use super::window_functions::{function_of, rank_of};
use super::{Operator, Plan, Subplan};
use crate::code::{Builder, Drawn, Piece, Reg};
use crate::index_use::IndexUse;
use crate::needed_lock::NeededLock;
use crate::source_names::SourceNames;
use sluice_access::Granule;
use sluice_base::hash::HashSet;
use sluice_base::sync::Arc;
use sluice_catalog::{HintedLevel, HintedMode, LockHints, Table};
use sluice_plan::collation::collation_of;
use sluice_plan::columns::{of_condition, of_expr, outer};
use sluice_plan::node_key::NodeKey;
use sluice_plan::parallel::ParallelParts;
use sluice_plan::{
    ChangePlan, ColumnId, Condition, Expr, GeneratorTarget, GroupMethod, GroupingLevel, GroupingSets, JoinKind,
    JoinMethod, Node, Rows, RowsOfCall, RowsOfModule, ScanTarget, Serialization, SortKey, Subquery, ViewTarget,
};
use sluice_table::database::Database;
use sluice_table::isolation::{Reach, Reading};
use sluice_table::rowversions::RowVersions;
use sluice_table::snapshots::Sources;
use sluice_table::storage_error::sql_error;
use sluice_table::stored_rows::StoredRows;
use sluice_table::table_rows::TableRows;
use sluice_table::temporary;
use sluice_txn::LockMode;
use sluice_types::{Comparison, DataType, KeyColumn, Length, SqlError, Value};

/// Compiles the plans of one statement, and collects what the statement needs.
pub struct Planner<'p> {
    /// Name resolution of the session.
    pub names: &'p dyn SourceNames,
    /// Builder of the expressions' code.
    pub builder: &'p mut Builder,
    /// Locks on the tables that the statement uses and the databases that it names.
    pub locks: Vec<NeededLock>,
    /// Databases that the statement names, except tempdb.
    pub named: Vec<Arc<Database>>,
    /// Rowversion generators that the statement uses.
    pub numbered: Vec<Arc<RowVersions>>,
    /// Tables that a snapshot must consider.
    pub sources: Sources,
    /// Indexes that the statement uses.
    pub uses: Vec<IndexUse>,
    /// Granule of row locks in scans: single rows if some of the rows may not be needed.
    pub granule: Granule,
    /// Whether the operator above reads all rows, so that a part may read them in chunks.
    pub(super) reads_all: bool,
    /// Subqueries of the statement's expressions.
    pub subqueries: &'p [Subquery],
    /// Number of joins so far that keep their right rows.
    pub kept: usize,
    /// Counters of the operators' rows, if they are counted.
    pub counters: Option<Counters>,
    /// Aggregates that several threads may compute.
    pub parallel: ParallelParts,
    /// Values without columns that chunks use, which are computed once.
    pub(super) computed_once: Vec<Piece>,
}

/// Columns that operators above use.
pub(super) type Columns = HashSet<ColumnId>;

/// A column and the value that produces it.
type Named<T> = (ColumnId, T);

/// An operator, and the sources of its rows.
type Compiled = (Box<dyn Operator>, Vec<usize>);

impl<'p> Planner<'p> {
    /// Returns a planner for a statement with these subqueries. Code goes to `builder`, so that all
    /// parts of the statement share its registers. Locks and uses are collected for the caller and
    /// not taken.
    pub fn new(names: &'p dyn SourceNames, builder: &'p mut Builder, subqueries: &'p [Subquery]) -> Planner<'p> {
        Planner {
            names,
            builder,
            locks: Vec::new(),
            named: Vec::new(),
            numbered: Vec::new(),
            sources: Sources::default(),
            uses: Vec::new(),
            granule: Granule::Growing,
            reads_all: false,
            subqueries,
            kept: 0,
            counters: None,
            parallel: ParallelParts::default(),
            computed_once: Vec::new(),
        }
    }
}

impl Planner<'_> {
    /// Adds the needs of a part that was compiled separately. These are locks, databases, tables
    /// read and index uses. Its subqueries and generators aren't taken.
    pub fn take_needs(&mut self, part: Planner<'_>) {
        self.locks.extend(part.locks);
        self.named.extend(part.named);
        self.sources.tables.extend(part.sources.tables);
        self.sources.read.extend(part.sources.read);
        self.sources.has_rows |= part.sources.has_rows;
        self.uses.extend(part.uses);
    }

    /// Compiles the statement's subqueries. A subquery must follow the subqueries nested in it.
    pub fn subplans(&mut self, subqueries: &[Subquery]) -> Result<Vec<Subplan>, SqlError> {
        let mut subplans = Vec::with_capacity(subqueries.len());
        for subquery in subqueries.iter().rev() {
            subplans.push(self.subplan(subquery)?);
        }
        subplans.reverse();
        Ok(subplans)
    }

    /// Compiles a query whose values may be long.
    pub fn long_plan(&mut self, rows: &Rows) -> Result<Plan, SqlError> {
        self.plan_with(rows, |builder, _, value| builder.long_value(value, None))
    }

    /// Compiles a query whose values are in memory.
    pub fn plan(&mut self, rows: &Rows) -> Result<Plan, SqlError> {
        self.plan_with(rows, |builder, _, value| builder.value(value, None))
    }

    /// Compiles a query; `value` makes the code of each value. Fails with 208 for an unknown system
    /// view, and with 911 for an unknown database.
    pub fn plan_with(
        &mut self,
        rows: &Rows,
        value: impl Fn(&mut Builder, usize, &Expr) -> Reg,
    ) -> Result<Plan, SqlError> {
        let above = self.and(&Columns::default(), &rows.values);
        let (operator, _) = self.reading(false, |planner| planner.compile(&rows.node, &above))?;
        let may_be_long = rows.values.iter().any(|value| value.data_type.stored().is_max());
        let values = self.builder.row_with(&rows.values, value);
        Ok(Plan { operator, row_of: self.builder.row_of(&values), values, may_be_long })
    }

    /// Compiles the search for rows to change. The columns `row` of the changed table and the
    /// columns `used` are kept. The result's rows are those that the plan finds;
    /// [`FoundRows::collect`] runs it. Fails with 208 for an unknown system view, and with 911 for
    /// an unknown database.
    pub fn found(&mut self, plan: &ChangePlan, row: &[ColumnId], used: &[ColumnId]) -> Result<FoundRows, SqlError> {
        let above: Columns = row.iter().chain(used).copied().chain([plan.locator]).collect();
        let (operator, sources) = self.by_rows(&plan.node, &above)?;
        let sources = self.kept(&sources, &above);
        let locator = Expr::column(plan.locator, DataType::VarBinary(Length::Limited(900)), true);
        let target = self.builder.sources_of(row).first().copied().unwrap_or_default();
        Ok(FoundRows { operator, sources, target, locator: self.builder.piece(&locator) })
    }

    /// Compiles a subquery of an expression.
    pub fn subplan(&mut self, subquery: &Subquery) -> Result<Subplan, SqlError> {
        let plan = self.long_plan(&subquery.rows)?;
        Ok(Subplan { plan, exists: subquery.exists, is_correlated: !subquery.outer.is_empty() })
    }

    /// Returns `columns` and the columns that the expressions use.
    pub(super) fn and<'e>(&self, columns: &Columns, expressions: impl IntoIterator<Item = &'e Expr>) -> Columns {
        let mut used = Vec::new();
        expressions.into_iter().for_each(|expr| of_expr(expr, self.subqueries, &mut used));
        columns.iter().copied().chain(used).collect()
    }

    /// Returns `columns` and the columns that the condition uses.
    pub(super) fn and_condition(&self, columns: &Columns, condition: Option<&Condition>) -> Columns {
        let mut used = Vec::new();
        condition.into_iter().for_each(|condition| of_condition(condition, self.subqueries, &mut used));
        columns.iter().copied().chain(used).collect()
    }

    /// Returns the sources that have at least one of the columns `above`.
    fn kept(&self, sources: &[usize], above: &Columns) -> Vec<usize> {
        sources.iter().copied().filter(|source| self.builder.has_any(*source, above)).collect()
    }

    /// Compiles the operators bottom-up, so that the columns that an expression reads have their
    /// places. `above` has the columns that the operators above use; unused columns are neither
    /// computed nor kept. Each kind of node has a function of its own, so that the recursion has
    /// small stack frames. Fails with 208 for an unknown system view, and with 911 for an unknown
    /// database.
    pub(super) fn compile(&mut self, node: &Node, above: &Columns) -> Result<Compiled, SqlError> {
        SqlError::check_interruption()?;
        if self.reads_all
            && matches!(node, Node::Join(_) | Node::Filter(..))
            && let Some((operator, source)) = vector::rows_of(self, node, above)?
        {
            return Ok((Box::new(operator), vec![source]));
        }
        let compiled: Result<Compiled, SqlError> = match node {
            Node::OneRow => Ok((Box::new(OneRow), Vec::new())),
            Node::Values(columns, rows) => self.values(columns, rows),
            Node::Scan(target) => self.scan(target),
            Node::View(target) => self.view(target, above),
            Node::Filter(input, condition) => self.filter(input, condition, above),
            Node::Compute(input, computed) => self.compute(input, computed, above),
            Node::Sort(input, keys) => self.sort(input, keys, above),
            Node::Top(input, top) => self.top(input, top, above),
            Node::Offset(input, skip, fetch) => self.offset(input, (skip, fetch.as_ref()), above),
            Node::Aggregate(input, groups, aggregates, method) => {
                let is_parallel = self.parallel.contains(node);
                self.grouped(input, (groups, aggregates), (*method, is_parallel))
            }
            Node::GroupingSets(sets) => self.grouping_sets(sets),
            Node::Window(input, window) => self.window(input, window, above),
            Node::Join(join) => self.join(join, above),
            // The enclosing recursion has created its source.
            Node::Current(columns) => Ok((Box::new(OneRow), self.builder.sources_of(columns))),
            // The statement has created its sources.
            Node::Given(columns) => Ok((Box::new(GivenScan), self.builder.sources_of(columns))),
            Node::Recursion(recursion) => self.recursion(recursion),
            Node::Serialize(serialization) => self.serialize(serialization),
            Node::Call(call) => self.call(call),
            Node::Invoke(call) => self.invoke(call),
            Node::Union(columns, inputs) => self.union(columns, inputs),
        };
        compiled.map(|(operator, sources)| (self.counted(node, operator), sources))
    }

    /// Compiles a part of which the operator above reads all rows, or maybe not all.
    fn reading<T>(&mut self, reads_all: bool, compile: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.reads_all, reads_all);
        let compiled = compile(self);
        self.reads_all = before;
        compiled
    }

    /// Adds a counter to an operator, if the statement's operators are counted.
    fn counted(&mut self, node: &Node, operator: Box<dyn Operator>) -> Box<dyn Operator> {
        let Some(counters) = &mut self.counters else { return operator };
        Box::new(CountedOperator { operator, counter: counters.add(NodeKey::for_node(node)) })
    }

    fn values(&mut self, columns: &[ColumnId], rows: &[Vec<Expr>]) -> Result<Compiled, SqlError> {
        let long = |builder: &mut Builder, _, value: &Expr| builder.long_value(value, None);
        let rows = rows.iter().map(|row| self.builder.row_with(row, long)).collect();
        let source = self.builder.source(columns, None);
        Ok((Box::new(Values { source, rows }), vec![source]))
    }

    fn filter(&mut self, input: &Node, condition: &Condition, above: &Columns) -> Result<Compiled, SqlError> {
        let (input, sources) = self.by_rows(input, &self.and_condition(above, Some(condition)))?;
        let condition = self.builder.condition_piece(condition);
        Ok((Box::new(Filter { input, condition }), sources))
    }

    fn compute(&mut self, input: &Node, computed: &[Named<Expr>], above: &Columns) -> Result<Compiled, SqlError> {
        let computed: Vec<_> = computed.iter().filter(|(id, _)| above.contains(id)).collect();
        let below = self.and(above, computed.iter().map(|(_, expr)| expr));
        let (input, mut sources) = self.compile(input, &below)?;
        if computed.is_empty() {
            return Ok((input, sources));
        }
        let values = computed.iter().map(|(_, expr)| self.builder.long_piece(expr)).collect();
        let columns: Vec<_> = computed.iter().map(|(id, _)| *id).collect();
        let source = self.builder.source(&columns, None);
        sources.push(source);
        Ok((Box::new(Compute { input, source, values }), sources))
    }

    fn sort(&mut self, input: &Node, keys: &[SortKey], above: &Columns) -> Result<Compiled, SqlError> {
        if let Some((sort, source)) = vector::sort_of(self, (input, keys), above)? {
            return Ok((Box::new(sort), vec![source]));
        }
        let below = self.and(above, keys.iter().map(|key| &key.expr));
        let (input, sources) = self.reading(true, |planner| planner.compile(input, &below))?;
        let descending = keys.iter().map(|key| key.descending).collect();
        let keys = keys.iter().map(|key| self.builder.piece(&key.expr)).collect();
        let sources = self.kept(&sources, above);
        Ok((Box::new(Sort { input, sources: sources.clone(), keys, descending }), sources))
    }

    fn top(&mut self, input: &Node, top: &sluice_plan::Top, above: &Columns) -> Result<Compiled, SqlError> {
        let above = self.and(above, top.ties.iter().flatten());
        let (input, sources) = self.reading(false, |planner| planner.by_rows(input, &above))?;
        let count = self.builder.piece(&top.count);
        let ties = top.ties.as_ref().map(|ties| self.pieces(ties));
        let sources = self.kept(&sources, &above);
        Ok((Box::new(Top { input, sources: sources.clone(), count, percent: top.percent, ties }), sources))
    }

    fn offset(
        &mut self,
        input: &Node,
        (skip, fetch): (&Expr, Option<&Expr>),
        above: &Columns,
    ) -> Result<Compiled, SqlError> {
        let (input, sources) = self.reading(false, |planner| planner.by_rows(input, above))?;
        let skip = self.builder.piece(skip);
        let fetch = fetch.map(|fetch| self.builder.piece(fetch));
        Ok((Box::new(Offset { input, skip, fetch }), sources))
    }

    fn grouped(
        &mut self,
        input: &Node,
        (groups, aggregates): (&[Named<Expr>], &[Named<sluice_plan::Aggregate>]),
        (method, is_parallel): (GroupMethod, bool),
    ) -> Result<Compiled, SqlError> {
        let is_stream = method == GroupMethod::Stream;
        let order = (is_stream, is_parallel);
        if let Some((operator, source)) = vector::aggregate_of(self, input, (groups, aggregates), order)? {
            return Ok((Box::new(operator), vec![source]));
        }
        let all = [(0..groups.len()).collect()];
        let (aggregate, source) = self.aggregate(input, (groups, aggregates), (&all, &[]))?;
        Ok(match is_stream {
            true => (Box::new(StreamAggregate(aggregate)), vec![source]),
            false => (Box::new(aggregate), vec![source]),
        })
    }

    fn grouping_sets(&mut self, sets: &GroupingSets) -> Result<Compiled, SqlError> {
        let input = &sets.input;
        let (groups, sets) = ((&sets.groups[..], &sets.aggregates[..]), (&sets.sets[..], &sets.levels[..]));
        let (aggregate, source) = self.aggregate(input, groups, sets)?;
        Ok((Box::new(aggregate), vec![source]))
    }

    fn serialize(&mut self, serialization: &Serialization) -> Result<Compiled, SqlError> {
        let input = self.plan(&serialization.rows)?;
        let source = self.builder.source(&[serialization.column], None);
        Ok((Box::new(Serialize { input, shape: Arc::clone(&serialization.shape), source }), vec![source]))
    }

    fn call(&mut self, call: &RowsOfCall) -> Result<Compiled, SqlError> {
        let arguments = self.pieces(&call.arguments);
        let source = self.builder.source(&call.columns, None);
        let signature = call.signature.clone();
        Ok((Box::new(Call { function: call.function, signature, arguments, source }), vec![source]))
    }

    fn union(&mut self, columns: &[ColumnId], inputs: &[Rows]) -> Result<Compiled, SqlError> {
        let inputs = inputs.iter().map(|input| self.long_plan(input)).collect::<Result<_, _>>()?;
        let source = self.builder.source(columns, None);
        Ok((Box::new(Union { inputs, source }), vec![source]))
    }

    fn aggregate(
        &mut self,
        input: &Node,
        (groups, aggregates): (&[Named<Expr>], &[Named<sluice_plan::Aggregate>]),
        (sets, levels): (&[Vec<usize>], &[Named<GroupingLevel>]),
    ) -> Result<(Aggregate, usize), SqlError> {
        let arguments = aggregates.iter().flat_map(|(_, aggregate)| aggregate.expressions());
        let below = self.and(&Columns::default(), groups.iter().map(|(_, group)| group).chain(arguments));
        let (input, _) = self.reading(true, |planner| planner.compile(input, &below))?;
        let key = |expr: &Expr| KeyColumn::ascending(expr.data_type).under(collation_of(expr));
        let keys = groups.iter().map(|(_, group)| key(group)).collect();
        let pieces = groups.iter().map(|(_, group)| self.builder.piece(group)).collect();
        let made = aggregates.iter().map(|(_, aggregate)| AggregateColumn {
            kind: aggregate.kind,
            argument: aggregate.argument.as_ref().map(|argument| (self.builder.piece(argument), key(argument))),
            distinct: aggregate.distinct,
            data_type: aggregate.data_type,
            warns: aggregate.warns,
            list: aggregate.list.as_deref().map(|list| InputList {
                extra: self.builder.piece(&list.extra),
                order: list.order.iter().map(|key| self.builder.piece(&key.expr)).collect(),
                keys: list
                    .order
                    .iter()
                    .map(|key| KeyColumn { descending: key.descending, ..KeyColumn::ascending(key.expr.data_type) })
                    .collect(),
            }),
        });
        let made = made.collect();
        let ids = groups.iter().map(|(id, _)| *id).chain(aggregates.iter().map(|(id, _)| *id));
        let columns: Vec<_> = ids.chain(levels.iter().map(|(id, _)| *id)).collect();
        let source = self.builder.source(&columns, None);
        let level = |(_, level): &(ColumnId, GroupingLevel), set: &[usize]| match level {
            GroupingLevel { is_tiny: true, .. } => Value::TinyInt(level.value(set) as u8),
            GroupingLevel { is_tiny: false, .. } => Value::Int(level.value(set)),
        };
        let levels = sets.iter().map(|set| levels.iter().map(|of| level(of, set)).collect()).collect();
        let (sets, forgives) = (sets.to_vec(), self.builder.forgives_arithmetic());
        Ok((Aggregate { input, groups: pieces, keys, aggregates: made, sets, levels, source, forgives }, source))
    }

    fn window(&mut self, input: &Node, window: &sluice_plan::Window, above: &Columns) -> Result<Compiled, SqlError> {
        let keys = window.partition.iter().chain(window.order.iter().map(|key| &key.expr));
        let values = window.functions.iter().flat_map(|(_, function)| function.expressions());
        let below = self.and(above, keys.chain(values));
        let (input, sources) = self.reading(false, |planner| planner.compile(input, &below))?;
        let sources = self.kept(&sources, above);
        let columns: Vec<_> = window.functions.iter().map(|(id, _)| *id).collect();
        let ranks: Option<Vec<Number>> = window.functions.iter().map(|(_, function)| rank_of(function)).collect();
        let partition = self.pieces(&window.partition);
        let order: Vec<Piece> = window.order.iter().map(|key| self.builder.piece(&key.expr)).collect();
        let mut outputs = sources.clone();
        if let Some(ranks) = ranks {
            let source = self.builder.source(&columns, None);
            outputs.push(source);
            return Ok((Box::new(Ranking { input, partition, order, ranks, source }), outputs));
        }
        let (partitions, orders) = (partition.len(), order.len());
        let mut taken: Vec<Piece> = partition.into_iter().chain(order).collect();
        let mut functions = Vec::with_capacity(columns.len());
        for (_, function) in &window.functions {
            let first = taken.len();
            for expr in function.expressions() {
                taken.push(self.builder.piece(expr));
            }
            functions.push(function_of(function, first));
        }
        let source = self.builder.source(&columns, None);
        outputs.push(source);
        let window = Window { input, sources, taken, partition: partitions, order: orders, functions, source };
        Ok((Box::new(window), outputs))
    }

    fn join(&mut self, join: &sluice_plan::Join, above: &Columns) -> Result<Compiled, SqlError> {
        let paired = self.and_condition(above, join.on.as_ref());
        let (left_keys, right_keys) = join.method.keys();
        let mut left_needs = self.and(&paired, left_keys);
        if matches!(join.method, JoinMethod::Loop) {
            left_needs.extend(outer(&join.right, self.subqueries));
        }
        // A merge join and NOT IN may end before either input does.
        let is_whole = !matches!(join.method, JoinMethod::Merge(_)) && join.kind != JoinKind::NotIn;
        let reads_left = self.reads_all && is_whole;
        let (left, left_sources) = self.reading(reads_left, |planner| match join.kind.returns_right() {
            true => planner.compile(&join.left, &left_needs),
            false => planner.by_rows(&join.left, &left_needs),
        })?;
        let reads_right = is_whole && !join.keep && matches!(join.method, JoinMethod::Hash(..));
        let right_needs = self.and(&paired, right_keys);
        let (right, right_sources) = self.reading(reads_right, |planner| planner.compile(&join.right, &right_needs))?;
        let (left, right) = ((left, left_sources), (right, self.kept(&right_sources, &paired)));
        let keys = (self.pieces(left_keys), self.pieces(right_keys));
        let on = join.on.as_ref().map(|on| self.builder.condition_piece(on));
        let returned = if join.kind.returns_right() { &right.1[..] } else { &[] };
        let sources = left.1.iter().chain(returned).copied().collect();
        let method = match &join.method {
            JoinMethod::Loop => Method::Loop,
            JoinMethod::Hash(..) => Method::Hash {
                keys: left_keys.iter().map(|expr| KeyColumn::ascending(expr.data_type)).collect(),
                left: keys.0,
                right: keys.1,
            },
            JoinMethod::Merge(merge) => {
                let input = |(operator, sources), keys, is_unique| Input { operator, sources, keys, is_unique };
                let left = input(left, keys.0, merge.is_unique.0);
                let right = input(right, keys.1, merge.is_unique.1);
                let join = MergeJoin { kind: join.kind, left, right, descending: merge.descending.clone(), on };
                return Ok((Box::new(join), sources));
            }
        };
        let keep = join.keep.then(|| self.keep(left_keys, right_keys));
        Ok((Box::new(Join { kind: join.kind, left, right, on, method, keep }), sources))
    }
}

impl Planner<'_> {
    /// Returns how a join on these keys keeps its right rows.
    fn keep(&mut self, left: &[Expr], right: &[Expr]) -> Keep {
        let pair = |(left, right): (&Expr, &Expr)| Condition::Compare(Comparison::Equal, left.clone(), right.clone());
        let equal = Condition::And(left.iter().zip(right).map(pair).collect());
        self.kept += 1;
        Keep { number: self.kept - 1, equal: self.builder.condition_piece(&equal) }
    }

    fn recursion(&mut self, recursion: &sluice_plan::Recursion) -> Result<Compiled, SqlError> {
        let anchor = self.plan(&recursion.anchor)?;
        let mut members = Vec::with_capacity(recursion.members.len());
        for member in &recursion.members {
            // The source comes first: operators of the member read it before the row's own source
            // exists.
            let seen = self.builder.source(&member.current, None);
            members.push((seen, self.plan(&member.rows)?));
        }
        let source = self.builder.source(&recursion.columns, None);
        Ok((Box::new(Recursion { anchor, members, source, depth_max: recursion.depth_max }), vec![source]))
    }

    /// Returns the database `name`, or the current database. For another database than tempdb given
    /// by name, adds a shared database lock to the needs, and fails with 924 if another session has
    /// it in SINGLE_USER. Fails with 911 if there is no such database.
    pub fn database(&mut self, name: Option<&str>) -> Result<Arc<Database>, SqlError> {
        let found = self.names.find_database(name)?;
        let database = found.ok_or_else(|| SqlError::database_not_found(name.unwrap_or_default()))?;
        match name {
            Some(_) if database.storage.is_temporary() => {}
            Some(_) => {
                database.check_user(self.names.session())?;
                self.locks.push(NeededLock::new(database.resource(), LockMode::Shared));
                self.named.push(Arc::clone(&database));
            }
            None => {}
        }
        Ok(database)
    }

    /// Registers a generator from which the statement draws values. Adds an intent-shared lock on
    /// its sequence or table, and opens the generator. Rowversions need no lock. Fails with 911 for
    /// an unknown database.
    pub fn generator(&mut self, target: &GeneratorTarget) -> Result<(), SqlError> {
        let (GeneratorTarget::Sequence { database, .. }
        | GeneratorTarget::Identity { database, .. }
        | GeneratorTarget::RowVersions { database }) = target;
        let database = self.database(database.as_deref())?;
        let generator = match target {
            GeneratorTarget::Sequence { sequence, in_default, .. } => {
                self.locks.push(NeededLock::new(database.table(sequence.id), LockMode::IntentShared));
                let generator = database.generator(sequence).map_err(|error| sql_error(&error, &database.name))?;
                self.builder.generator(Drawn::Sequence(generator, *in_default));
                return Ok(());
            }
            GeneratorTarget::Identity { table, .. } => {
                self.lock(&database, table, LockMode::IntentShared, (&LockHints::default(), Reach::Nothing));
                database.identity(table)
            }
            GeneratorTarget::RowVersions { .. } => {
                self.numbered.push(Arc::clone(&database.rowversions));
                self.builder.generator(Drawn::RowVersions(Arc::clone(&database.rowversions)));
                return Ok(());
            }
        };
        let generator = generator.map_err(|error| sql_error(&error, &database.name))?;
        self.builder.generator(Drawn::Identity(generator));
        Ok(())
    }

    /// Compiles `node` with row locks on single rows, because some rows may not be needed.
    fn by_rows(&mut self, node: &Node, above: &Columns) -> Result<Compiled, SqlError> {
        let before = std::mem::replace(&mut self.granule, Granule::Row);
        let input = self.compile(node, above);
        self.granule = before;
        input
    }

    fn scan(&mut self, target: &ScanTarget) -> Result<Compiled, SqlError> {
        let scan = self.scan_of(target)?;
        let sources = std::iter::once(scan.source).chain(scan.addressed.iter().copied()).collect();
        Ok((Box::new(scan), sources))
    }

    /// Compiles the operator that reads a table. Adds the table's lock, its index use and the read
    /// database to the needs. A seek whose index covers the query reads index entries, whose
    /// columns are then the source's columns. Nothing is read yet. Fails with 911 for an unknown
    /// database.
    pub(super) fn scan_of(&mut self, target: &ScanTarget) -> Result<Scan, SqlError> {
        let database = self.database(target.database.as_deref())?;
        let table = &target.table;
        let reach = Reach::of_scan(target.seek.is_some(), table);
        self.lock(&database, table, read_mode(&target.hints), (&target.hints, reach));
        self.sources.has_rows = true;
        if !database.storage.is_temporary() {
            self.sources.read.push(Arc::clone(&database));
        }
        self.reads(&database, table, target.seek.as_ref());
        let rows = Arc::new(TableRows::new(database, table));
        let covering = target.seek.as_ref().filter(|seek| seek.covers).and_then(|seek| rows.index(seek.index));
        let (stored, columns) = match covering {
            Some(index) => {
                let columns = index.columns.iter().map(|place| target.columns[*place]).collect();
                (StoredRows::of_index(&rows, index), columns)
            }
            None => (StoredRows::of_table(&rows), target.columns.clone()),
        };
        let stored = Arc::new(stored);
        let source = self.builder.source(&columns, Some(Arc::clone(&stored)));
        let seek = target.seek.as_ref().map(|seek| SeekPath::new(self.builder, table, seek));
        // A seek doesn't need every row of the table.
        let granule = if seek.is_some() { Granule::Row } else { self.granule };
        let (table, is_variable, is_backward) = (Arc::clone(table), table.is_variable(), target.is_backward);
        let addressed = target.locator.iter().chain(&target.address).map(|id| self.builder.source(&[*id], None));
        let addressed: Vec<usize> = addressed.collect();
        let paged = if target.is_sampled { addressed.last().copied() } else { None };
        Ok(Scan {
            stored,
            columns,
            table,
            is_variable,
            reading: Reading { granule, hints: target.hints, reach },
            seek,
            is_backward,
            source,
            is_target: target.locator.is_some(),
            addressed,
            paged,
        })
    }

    /// Registers the lock on a table that the statement changes: `mode`, or an exclusive lock if a
    /// hint asks for a lock on the table. `reach` is the part that the statement reads. Under
    /// HOLDLOCK no other session can change this part in between: if that is the whole table, the
    /// lock is an update lock, which excludes other writers.
    pub fn lock_target(
        &mut self,
        database: &Arc<Database>,
        table: &Table,
        mode: LockMode,
        (hints, reach): (&LockHints, Reach),
    ) {
        if hints.table.is_some() {
            return self.lock(database, table, LockMode::Exclusive, (hints, reach));
        }
        if hints.level == Some(HintedLevel::Serializable) && reach == Reach::Whole {
            self.lock(database, table, LockMode::Update, (hints, reach));
            return self.lock(database, table, LockMode::IntentExclusive, (hints, Reach::Nothing));
        }
        self.lock(database, table, mode, (hints, reach));
    }

    /// Registers a table lock in `mode` with hints applied. Table variables need no lock. A table
    /// without row and page locks is locked as a whole. Private temporary tables aren't entered as
    /// sources of the plan's validity.
    pub fn lock(
        &mut self,
        database: &Arc<Database>,
        table: &Table,
        mode: LockMode,
        (hints, reach): (&LockHints, Reach),
    ) {
        if table.is_variable() {
            return;
        }
        let hinted = (hints, if table.allows_only_table_locks() { Reach::Table } else { reach });
        self.locks.push(NeededLock::hinted(database.table(table.id), mode, hinted));
        if !temporary::is_private(&table.name) {
            self.sources.tables.push((Arc::clone(database), table.id));
        }
    }

    fn view(&mut self, target: &ViewTarget, above: &Columns) -> Result<Compiled, SqlError> {
        let database = self.database(target.database.as_deref())?;
        let view = self.names.view(target.def.schema, target.def.name);
        let view = view.ok_or_else(|| SqlError::invalid_object_name(target.def.name))?;
        self.sources.has_rows |= target.def.parameters.is_none();
        let arguments = self.pieces(&target.arguments);
        let wanted = target.columns.iter().map(|id| above.contains(id)).collect();
        let seeks = target.seeks.iter().map(|seek| ViewSeekPath::new(self.builder, seek)).collect();
        let source = self.builder.source(&target.columns, None);
        Ok((Box::new(ViewScan { view, database, arguments, wanted, seeks, source }), vec![source]))
    }

    fn invoke(&mut self, call: &RowsOfModule) -> Result<Compiled, SqlError> {
        let (database, module) = (self.database(call.database.as_deref())?, Arc::clone(&call.module));
        let arguments = self.pieces(&call.arguments);
        let source = self.builder.source(&call.columns, None);
        Ok((Box::new(Invoke { module, database, arguments, lent: call.lent.clone(), source }), vec![source]))
    }

    fn pieces(&mut self, expressions: &[Expr]) -> Vec<Piece> {
        expressions.iter().map(|expr| self.builder.piece(expr)).collect()
    }
}

/// The mode in which a table is locked for reading: IS, unless hints require another mode. The
/// isolation level may change it later.
fn read_mode(hints: &LockHints) -> LockMode {
    match (hints.table, hints.mode) {
        (Some(true), _) | (Some(false), Some(HintedMode::Exclusive)) => LockMode::Exclusive,
        (Some(false), Some(HintedMode::Update)) => LockMode::Update,
        (Some(false), None) => LockMode::Shared,
        (None, Some(HintedMode::Exclusive)) => LockMode::IntentExclusive,
        (None, Some(HintedMode::Update)) => LockMode::IntentUpdate,
        (None, None) => LockMode::IntentShared,
    }
}
