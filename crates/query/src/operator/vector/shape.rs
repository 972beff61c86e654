//! Decides which parts of a plan run chunk by chunk: scans, filters, expressions, joins, sorts and
//! aggregates.

use super::compute::Compute;
use super::expression::have_columns;
use super::filter::Filter;
use super::group_source::GroupSource;
use super::join::Join;
use super::marking::MarkingJoin;
use super::merge::Merge;
use super::pass::{Aggregate, Parallel};
use super::row_source::{RowSource, typed_columns};
use super::scope::{Scope, can_compile, can_select};
use super::shown::Shown;
use super::sort::Sort;
use super::source::Source;
use super::sums::Aggregated;
use super::table::Table;
use crate::operator::compile::{Columns, Planner};
use sluice_access::Granule;
use sluice_plan::chunk_states::{has_chunk_state, has_default_order};
use sluice_plan::{
    ColumnId, Condition, Expr, GroupMethod, JoinKind, JoinMethod, MergeKeys, Node, ScanTarget, SortKey,
    aggregate_cannot_fail, cannot_fail, node_has_correlated, none_can_fail,
};
use sluice_types::row::{ColumnForm, column_form};
use sluice_types::{DataType, SqlError};

/// The groups and the aggregates of a GROUP BY.
type Grouping<'g> = (&'g [(ColumnId, Expr)], &'g [(ColumnId, sluice_plan::Aggregate)]);

/// Compiles a chunked GROUP BY of `input`. Returns the operator and the source of its result rows,
/// or `None` if the part must run row by row. `is_stream` says that the input is sorted by group,
/// and `is_parallel` that several threads may aggregate.
pub(in crate::operator) fn aggregate_of(
    planner: &mut Planner<'_>,
    input: &Node,
    (groups, aggregates): Grouping<'_>,
    (is_stream, is_parallel): (bool, bool),
) -> Result<Option<(Aggregate, usize)>, SqlError> {
    let (keys, arguments) = (
        || groups.iter().map(|(_, group)| group),
        || aggregates.iter().filter_map(|(_, aggregate)| aggregate.argument.as_ref()),
    );
    let are_known = aggregates.iter().all(|(_, aggregate)| has_chunk_state(aggregate, !groups.is_empty()));
    if !are_known || !keys().all(has_default_order) {
        return Ok(None);
    }
    let needed = planner.and(&Columns::default(), keys().chain(arguments()));
    let Some(draft) = Draft::for_node(planner, input, &needed) else { return Ok(None) };
    if !draft.can_compile(planner, keys().chain(arguments())) {
        return Ok(None);
    }
    let (columns, first) = (draft.columns.clone(), planner.computed_once.len());
    let input = draft.source(planner)?;
    let mut scope = Scope::new(planner, &columns);
    let keys = scope.expressions(keys());
    let made = aggregates.iter().map(|(_, aggregate)| Aggregated {
        kind: aggregate.kind,
        argument: aggregate.argument.as_ref().map(|argument| scope.expression(argument)),
        warns: aggregate.warns,
        data_type: aggregate.data_type,
    });
    let aggregates_made = made.collect();
    let ids: Vec<_> = groups.iter().map(|(id, _)| *id).chain(aggregates.iter().map(|(id, _)| *id)).collect();
    let source = planner.builder.source(&ids, None);
    let types = groups.iter().map(|(_, group)| group.data_type).collect();
    let parallel = is_parallel.then(|| Parallel { computed_once: planner.computed_once.split_off(first) });
    Ok(Some((Aggregate { input, keys, types, is_stream, parallel, aggregates: aggregates_made, source }, source)))
}

/// Compiles a chunked sort of `input` by `keys`. The result rows have those columns of the input
/// that are in `above`. Returns the source of these rows, too. Returns `None` if the part must run
/// row by row.
pub(in crate::operator) fn sort_of(
    planner: &mut Planner<'_>,
    (input, keys): (&Node, &[SortKey]),
    above: &Columns,
) -> Result<Option<(Sort, usize)>, SqlError> {
    let needed = planner.and(above, keys.iter().map(|key| &key.expr));
    let Some(draft) = Draft::for_node(planner, input, &needed) else { return Ok(None) };
    if !draft.can_compile(planner, keys.iter().map(|key| &key.expr)) {
        return Ok(None);
    }
    let kept: Vec<usize> =
        (0..draft.columns.len()).filter(|number| above.contains(&draft.columns[*number].0)).collect();
    // A stored row is sent as it is, which costs less than a text for each of its columns.
    let is_text = |number: &usize| column_form(draft.columns[*number].1) == Some(ColumnForm::Texts);
    if kept.iter().any(is_text) {
        return Ok(None);
    }
    let ids: Vec<ColumnId> = kept.iter().map(|number| draft.columns[*number].0).collect();
    let columns = draft.columns.clone();
    let input = draft.source(planner)?;
    let by = Scope::new(planner, &columns).expressions(keys.iter().map(|key| &key.expr));
    let source = planner.builder.source(&ids, None);
    let keys = by.into_iter().zip(keys.iter().map(|key| key.descending)).collect();
    Ok(Some((Sort { input, keys, columns: kept, source }, source)))
}

/// Compiles a filter or a join whose rows a row operator reads, all of them. The rows have the
/// columns in `above`. Returns `None` if the part must run row by row.
pub(in crate::operator) fn rows_of(
    planner: &mut Planner<'_>,
    node: &Node,
    above: &Columns,
) -> Result<Option<(Shown, usize)>, SqlError> {
    let Some(draft) = Draft::for_node(planner, node, above) else { return Ok(None) };
    let kept = (0..draft.columns.len()).filter(|number| above.contains(&draft.columns[*number].0));
    let columns: Vec<usize> = kept.collect();
    let ids: Vec<ColumnId> = columns.iter().map(|number| draft.columns[*number].0).collect();
    // A filter passes a stored row on as it is, which costs less than its texts.
    let is_text = |number: &usize| column_form(draft.columns[*number].1) == Some(ColumnForm::Texts);
    if matches!(node, Node::Filter(..)) && columns.iter().any(is_text) {
        return Ok(None);
    }
    let input = draft.source(planner)?;
    let source = planner.builder.source(&ids, None);
    Ok(Some((Shown { input, columns, source }, source)))
}

/// The plan of a source, before anything is locked or opened. Its constructors return `None` for a
/// part that must run row by row.
struct Draft<'n> {
    /// The columns of the chunks, and their types.
    columns: Vec<(ColumnId, DataType)>,
    kind: Kind<'n>,
}

enum Kind<'n> {
    Table(&'n ScanTarget, Vec<usize>, Granule),
    Filter(Box<Draft<'n>>, &'n Condition),
    Compute(Box<Draft<'n>>, Vec<&'n Expr>),
    Join(Box<(Draft<'n>, Draft<'n>)>, (&'n [Expr], &'n [Expr]), HashJoin, Option<&'n Condition>),
    Merge(Box<(Draft<'n>, Draft<'n>)>, (&'n [Expr], &'n [Expr]), &'n MergeKeys),
    /// The rows of row operators.
    Rows(&'n Node, Granule),
}

/// The options of a hash join.
#[derive(Clone, Copy)]
struct HashJoin {
    kind: JoinKind,
    builds_left: bool,
    /// Whether several threads may read the right rows.
    is_parallel: bool,
}

impl<'n> Draft<'n> {
    /// Returns the draft for the rows of `node`, with the columns in `needed`.
    fn for_node(planner: &mut Planner<'_>, node: &'n Node, needed: &Columns) -> Option<Draft<'n>> {
        if planner.builder.forgives_arithmetic() || planner.counters.is_some() {
            // The vector operators stop at an overflow, and don't count the rows of each node.
            return None;
        }
        match node {
            // A row's locator has no form in columns. A single row is found faster without a chunk.
            Node::Scan(target) if target.locator.is_none() && target.address.is_none() && !is_point(target) => {
                let places = (0..target.columns.len()).filter(|place| needed.contains(&target.columns[*place]));
                let places: Vec<usize> = places.collect();
                let column = |place: &usize| {
                    let data_type = target.table.columns[*place].stored_type();
                    column_form(data_type).map(|_| (target.columns[*place], data_type))
                };
                let columns = places.iter().map(column).collect::<Option<_>>()?;
                Some(Draft { columns, kind: Kind::Table(target, places, planner.granule) })
            }
            Node::Filter(input, condition) => {
                let below = planner.and_condition(needed, Some(condition));
                let before = std::mem::replace(&mut planner.granule, Granule::Row);
                let input = Draft::for_node(planner, input, &below);
                planner.granule = before;
                input?.filtered(planner, condition).map(|draft| draft.without_condition_columns(needed))
            }
            Node::Compute(input, computed) => {
                let computed: Vec<_> = computed.iter().filter(|(id, _)| needed.contains(id)).collect();
                let below = planner.and(needed, computed.iter().map(|(_, expr)| expr));
                let input = Draft::for_node(planner, input, &below)?;
                let values: Vec<&Expr> = computed.iter().map(|(_, expr)| expr).collect();
                if !input.can_compile(planner, values.iter().copied()) {
                    return None;
                }
                let more = computed.iter().map(|(id, expr)| (*id, expr.data_type));
                let columns = input.columns.iter().copied().chain(more).collect();
                Some(Draft { columns, kind: Kind::Compute(Box::new(input), values) })
            }
            Node::Join(join) => Draft::of_join(planner, join, needed),
            _ => None,
        }
    }

    fn of_join(planner: &mut Planner<'_>, join: &'n sluice_plan::Join, needed: &Columns) -> Option<Draft<'n>> {
        let (left_keys, right_keys) = join.method.keys();
        let is_known = match (&join.method, join.kind) {
            // Rows of one key on both sides would have to be kept.
            (JoinMethod::Merge(merge), JoinKind::Inner) => merge.is_unique != (false, false),
            (JoinMethod::Hash(..), JoinKind::Inner | JoinKind::Left) => true,
            // The row operators stop at the first partner, so that others raise no error.
            (JoinMethod::Hash(..), JoinKind::Semi | JoinKind::Anti) => join.on.as_ref().is_none_or(cannot_fail),
            (JoinMethod::Hash(..), JoinKind::NotIn) => join.on.is_none(),
            _ => false,
        };
        if !is_known || join.keep || left_keys.is_empty() {
            return None;
        }
        let paired = planner.and_condition(needed, join.on.as_ref());
        let (left_needs, right_needs) = (planner.and(&paired, left_keys), planner.and(&paired, right_keys));
        let before = planner.granule;
        if !join.kind.returns_right() {
            planner.granule = Granule::Row;
        }
        let left = Draft::for_node(planner, &join.left, &left_needs);
        let left_granule = std::mem::replace(&mut planner.granule, before);
        let right = Draft::for_node(planner, &join.right, &right_needs);
        if left.is_none() && right.is_none() {
            return None;
        }
        let left = left.or_else(|| Draft::of_rows(planner, &join.left, left_granule, &left_needs))?;
        let right = right.or_else(|| Draft::of_rows(planner, &join.right, before, &right_needs))?;
        if !left.can_compile(planner, left_keys) || !right.can_compile(planner, right_keys) {
            return None;
        }
        let pairs: Vec<_> = left.columns.iter().chain(&right.columns).copied().collect();
        if join.on.as_ref().is_some_and(|on| !can_select(on, planner.subqueries, &pairs)) {
            return None;
        }
        let columns = if join.kind.returns_right() { pairs } else { left.columns.clone() };
        let (inputs, keys) = (Box::new((left, right)), (left_keys, right_keys));
        let (builds_left, is_parallel) = (join.builds_left, planner.parallel.reads_right(join));
        let hash = HashJoin { kind: join.kind, builds_left, is_parallel };
        match (&join.method, join.kind, &join.on) {
            (JoinMethod::Merge(merge), _, None) => Some(Draft { columns, kind: Kind::Merge(inputs, keys, merge) }),
            (JoinMethod::Merge(merge), _, Some(on)) => {
                Draft { columns, kind: Kind::Merge(inputs, keys, merge) }.filtered(planner, on)
            }
            (_, JoinKind::Inner, Some(on)) => {
                Draft { columns, kind: Kind::Join(inputs, keys, hash, None) }.filtered(planner, on)
            }
            (_, _, on) => Some(Draft { columns, kind: Kind::Join(inputs, keys, hash, on.as_ref()) }),
        }
    }

    /// Returns the draft for rows of row operators. `None` if they use a correlated subquery:
    /// subqueries are compiled last, and read a column where it was placed last. That place is
    /// above the chunks if an operator there reads the column, too.
    fn of_rows(planner: &Planner<'_>, node: &'n Node, granule: Granule, needed: &Columns) -> Option<Draft<'n>> {
        let has_chunks = !planner.builder.forgives_arithmetic() && planner.counters.is_none();
        if !has_chunks || node_has_correlated(node, planner.subqueries) {
            return None;
        }
        let columns = typed_columns(node, &|id| needed.contains(&id))?;
        Some(Draft { columns, kind: Kind::Rows(node, granule) })
    }

    fn filtered(self, planner: &Planner<'_>, condition: &'n Condition) -> Option<Draft<'n>> {
        can_select(condition, planner.subqueries, &self.columns)
            .then(|| Draft { columns: self.columns.clone(), kind: Kind::Filter(Box::new(self), condition) })
    }

    /// Leaves out the columns that only the condition on a table uses.
    fn without_condition_columns(mut self, needed: &Columns) -> Draft<'n> {
        if let Kind::Filter(input, _) = &mut self.kind
            && let Kind::Table(_, places, _) = &mut input.kind
        {
            let mut all: Vec<_> = input.columns.iter().copied().zip(places.iter().copied()).collect();
            all.sort_by_key(|((id, _), _)| !needed.contains(id));
            (input.columns, *places) = all.into_iter().unzip();
            self.columns = input.columns.iter().copied().filter(|(id, _)| needed.contains(id)).collect();
        }
        self
    }

    fn can_compile<'e>(&self, planner: &Planner<'_>, expressions: impl IntoIterator<Item = &'e Expr>) -> bool {
        expressions.into_iter().all(|expr| can_compile(expr, planner.subqueries, &self.columns))
    }

    /// Whether this is a table, maybe with conditions on its rows.
    fn is_scan(&self) -> bool {
        match &self.kind {
            Kind::Table(..) => true,
            Kind::Filter(input, _) => input.is_scan(),
            _ => false,
        }
    }

    /// Whether this is a table whose conditions raise no error.
    fn is_silent_scan(&self) -> bool {
        match &self.kind {
            Kind::Table(..) => true,
            Kind::Filter(input, condition) => none_can_fail(conjuncts(condition)) && input.is_silent_scan(),
            _ => false,
        }
    }

    fn types(&self) -> Vec<DataType> {
        self.columns.iter().map(|(_, data_type)| *data_type).collect()
    }

    /// Compiles the source. Registers its locks and index uses with `planner`.
    fn source(self, planner: &mut Planner<'_>) -> Result<Box<dyn Source>, SqlError> {
        let types = self.types();
        Ok(match self.kind {
            Kind::Table(..) => Box::new(self.table((&[], types.len()), planner)?),
            Kind::Filter(input, condition) => match input.kind {
                Kind::Table(..) => Box::new(input.table((conjuncts(condition), types.len()), planner)?),
                _ => {
                    let columns = input.columns.clone();
                    let input = input.source(planner)?;
                    let mut scope = Scope::new(planner, &columns);
                    let conditions = conjuncts(condition).iter().map(|part| scope.condition(part)).collect();
                    let cannot_fail = cannot_fail(condition);
                    Box::new(Filter { input, conditions, cannot_fail })
                }
            },
            Kind::Compute(input, values) => {
                let columns = input.columns.clone();
                let input = input.source(planner)?;
                let values = Scope::new(planner, &columns).expressions(values);
                Box::new(Compute { input, values, types })
            }
            Kind::Join(inputs, keys, HashJoin { kind, builds_left, is_parallel }, on) => {
                let pairs: Vec<_> = inputs.0.columns.iter().chain(&inputs.1.columns).copied().collect();
                let (left, right) = *inputs;
                let right_first = kind == JoinKind::Semi && !left.is_scan() && right.is_silent_scan();
                let left = side(left, keys.0, planner)?;
                let first = planner.computed_once.len();
                let right = side(right, keys.1, planner)?;
                let parallel = is_parallel.then(|| Parallel { computed_once: planner.computed_once[first..].to_vec() });
                let on_cannot_fail = on.is_none_or(cannot_fail);
                let on = on.map(|on| Scope::new(planner, &pairs).condition(on));
                let cannot_fail = have_columns(&left.1, &right.1) && on_cannot_fail;
                let join = Join { kind, left, right, on, types, cannot_fail, right_first, parallel };
                match builds_left {
                    true => Box::new(MarkingJoin(join)),
                    false => Box::new(join),
                }
            }
            Kind::Merge(inputs, keys, merge) => {
                let (left, right) = *inputs;
                let (left, right) = (side(left, keys.0, planner)?, side(right, keys.1, planner)?);
                let (descending, is_left_unique) = (merge.descending.clone(), merge.is_unique.0);
                Box::new(Merge { left, right, descending, is_left_unique, types })
            }
            Kind::Rows(node, granule) => {
                let before = std::mem::replace(&mut planner.granule, granule);
                let source = rows_source(planner, node, &self.columns);
                planner.granule = before;
                source?
            }
        })
    }

    /// Compiles the scan of a table with conditions on its rows. Chunks have the first `count`
    /// columns.
    fn table(self, (conditions, count): (&[Condition], usize), planner: &mut Planner<'_>) -> Result<Table, SqlError> {
        let types = self.types();
        let Kind::Table(target, columns, granule) = self.kind else { unreachable!("the draft of a table") };
        let before = std::mem::replace(&mut planner.granule, granule);
        let scan = planner.scan_of(target);
        planner.granule = before;
        let scan = scan?;
        let place = |column: &usize| {
            let place = scan.columns.iter().position(|id| *id == target.columns[*column]);
            place.expect("what is read has the columns that are used")
        };
        let columns = columns.iter().map(place).collect();
        let can_reorder = none_can_fail(conditions);
        let mut scope = Scope::new(planner, &self.columns);
        let mut conditions: Vec<_> = conditions.iter().map(|part| (scope.condition(part), scope.used(part))).collect();
        if can_reorder {
            // Texts and alternatives are compared only for the rows that other comparisons leave.
            let is_text = |number: &usize| column_form(types[*number]) == Some(ColumnForm::Texts);
            conditions.sort_by_key(|(part, used)| !part.is_comparison() || used.iter().any(is_text));
        }
        Ok(Table { scan, columns, types, count, conditions })
    }
}

/// Compiles a source of the rows of `node`, with these columns.
fn rows_source(
    planner: &mut Planner<'_>,
    node: &Node,
    columns: &[(ColumnId, DataType)],
) -> Result<Box<dyn Source>, SqlError> {
    let types = columns.iter().map(|(_, data_type)| *data_type).collect();
    let value = |(id, data_type): &(ColumnId, DataType)| Expr::column(*id, *data_type, true);
    if let Node::Aggregate(input, groups, aggregates, method) = node
        && let how = (*method == GroupMethod::Stream, planner.parallel.contains(node))
        && let Some((aggregate, _)) = aggregate_of(planner, input, (groups, aggregates), how)?
    {
        let are_silent = aggregates.iter().all(|(_, aggregate)| is_silent(aggregate));
        let place = |(id, _): &(ColumnId, DataType)| groups.iter().position(|(group, _)| group == id);
        let group = |column: &(ColumnId, DataType)| place(column).filter(|_| are_silent);
        let groups = columns.iter().map(group).collect();
        let values = columns.iter().map(|column| planner.builder.piece(&value(column))).collect();
        return Ok(Box::new(GroupSource { aggregate, groups, values, types }));
    }
    let (operator, _) = planner.compile(node, &columns.iter().map(|(id, _)| *id).collect())?;
    let values = columns.iter().map(|column| planner.builder.piece(&value(column))).collect();
    Ok(Box::new(RowSource { operator, values, types }))
}

/// Whether an aggregate raises no error and no warning.
fn is_silent(aggregate: &sluice_plan::Aggregate) -> bool {
    let has_nulls = aggregate.argument.as_ref().is_some_and(|argument| argument.nullable);
    aggregate_cannot_fail(aggregate) && !(aggregate.warns && has_nulls)
}

/// Whether a scan finds at most one row, by a full key of a unique index.
fn is_point(target: &ScanTarget) -> bool {
    let Some(seek) = &target.seek else { return false };
    let index = target.table.indexes.iter().find(|index| index.id == seek.index);
    let is_full = |keys: usize| matches!(&seek.ranges[..], [only] if only.equal.len() == keys);
    index.is_some_and(|index| index.unique && is_full(index.keys.len()))
}

/// A source and the keys of its rows.
type Side = (Box<dyn Source>, Vec<super::expression::Expression>);

/// Compiles one side of a join.
fn side(draft: Draft<'_>, keys: &[Expr], planner: &mut Planner<'_>) -> Result<Side, SqlError> {
    let columns = draft.columns.clone();
    let source = draft.source(planner)?;
    Ok((source, Scope::new(planner, &columns).expressions(keys)))
}

/// Returns the parts of a conjunction.
fn conjuncts(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::And(parts) => parts,
        other => std::slice::from_ref(other),
    }
}
