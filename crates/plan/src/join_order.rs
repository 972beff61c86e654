//! The order of inner joins: the cheapest order by `cost` and `cardinality`.
//!
//! 1. Only plain inner joins are reordered. Outer joins, APPLY and joins with their own hint stay
//!    as written and count as one source. OPTION (FORCE ORDER) keeps the written order. Another
//!    query-level join hint keeps it too, unless the hinted method can't join two sources in the
//!    written order and another order exists.
//! 2. The written order stays if nothing is known of a source, if all sources are small, or if
//!    little is gained. A plan from a wrong guess is worse than the written order.
//! 3. Conditions on one source go below all joins, the others to the first join that has their
//!    columns. In a new order, a condition between sources that could fail, such as a division,
//!    stays above all joins. It is then evaluated for rows of the whole join only, which every
//!    written order evaluates too. The written order stays if such a condition is an equality.

use crate::access_path::join::may_be_sought;
use crate::access_path::{cost_of_reading, seek_view};
use crate::cardinality;
use crate::columns::{of_condition, outer};
use crate::cost::{self, SeekCost};
use crate::expression::{ColumnId, Condition, Expr};
use crate::fallible::cannot_fail;
use crate::join_classes::Classes;
use crate::physical::{Join, JoinHint, JoinKind, Node, ViewTarget};
use crate::plain_joins::{SourceColumns, equated, gather, is_plain};
use crate::statement::Subquery;
use sluice_catalog::Index;

/// A source of a join.
struct Source {
    /// The number of rows after the source's own conditions.
    rows: f64,
    /// The number of rows without these conditions.
    base: f64,
    /// The unique keys of several columns of the source's table.
    keys: Vec<Vec<ColumnId>>,
    /// The cost of reading the source and evaluating its own conditions.
    scan: f64,
    /// The leading columns of the source's indexes, each with whether its entries need row lookups.
    /// Empty if the source can't be sought.
    sought_by: Vec<(ColumnId, bool)>,
}

/// An equality between two sources.
struct Equation {
    sources: (usize, usize),
    sides: (Option<ColumnId>, Option<ColumnId>),
    /// The class of columns that both sides belong to.
    class: Option<usize>,
    share: f64,
}

impl Equation {
    /// Returns the column of a source that the equation compares.
    fn column_of(&self, source: usize) -> Option<ColumnId> {
        if self.sources.0 == source { self.sides.0 } else { self.sides.1 }
    }

    fn other_source(&self, source: usize) -> usize {
        if self.sources.0 == source { self.sources.1 } else { self.sources.0 }
    }
}

struct Sources {
    all: Vec<Source>,
    equations: Vec<Equation>,
    /// The cost of evaluating each source's own conditions for all its rows.
    filters: f64,
}

/// A partial join order.
#[derive(Clone)]
struct Joined {
    order: Vec<usize>,
    cost: f64,
    rows: f64,
}

/// Reorders the sources of a join if another order is better. The join's conditions and those above
/// it then end up above the new join. Leaves `join` and `conditions` as they are if it can't be
/// reordered or no order is better. Returns the conditions that must stay above all joins of the
/// new order.
pub(crate) fn reorder(join: &mut Join, conditions: &mut Vec<Condition>, subqueries: &[Subquery]) -> Vec<Condition> {
    if !is_plain(join) {
        return Vec::new();
    }
    let (mut leaves, mut all) = (Vec::new(), conditions.clone());
    gather(join, &mut leaves, &mut all);
    let columns = SourceColumns::new(&leaves);
    let hint = join.hint;
    let order = if hint.is_any_way() {
        let classes = Classes::new(&all, &columns);
        let implied = classes.implied(&all);
        let sources = (&leaves[..], &columns);
        let Some(order) = better_order(sources, (&all, &implied), &classes, subqueries) else { return Vec::new() };
        all = classes.needed(&order, all, implied);
        order
    } else {
        let found = if hint.loops { None } else { connected_order(&leaves, &all, subqueries) };
        let Some(order) = found else { return Vec::new() };
        order
    };
    let (held, free) = all.into_iter().partition(|condition| is_held(condition, &columns, subqueries));
    let mut leaves: Vec<Option<Node>> = leaves.into_iter().map(|leaf| Some(leaf.clone())).collect();
    let mut take = |place: usize| leaves[place].take().unwrap_or(Node::OneRow);
    let mut node = take(order[0]);
    for place in &order[1..] {
        node = Node::Join(Box::new(plain(node, take(*place), hint)));
    }
    *conditions = free;
    if let Node::Join(reordered) = node {
        *join = *reordered;
    }
    held
}

/// Whether a condition between sources stays above all joins of a new order, because it can fail.
fn is_held(condition: &Condition, columns: &SourceColumns, subqueries: &[Subquery]) -> bool {
    let mut used = Vec::new();
    of_condition(condition, subqueries, &mut used);
    !cannot_fail(condition) && columns.sources_of(&used).len() > 1
}

/// Returns the cheapest order, or `None` if the written order is good enough. The conditions are
/// the written ones and those that they imply.
fn better_order(
    (leaves, columns): (&[&Node], &SourceColumns),
    (written, implied): (&[Condition], &[Condition]),
    classes: &Classes,
    subqueries: &[Subquery],
) -> Option<Vec<usize>> {
    if leaves.len() < 2 || leaves.iter().any(|leaf| !outer_of_siblings(leaf, leaves, subqueries)) {
        return None;
    }
    let sources = Sources::new((leaves, columns), &[written, implied].concat(), classes, subqueries)?;
    if sources.all.iter().all(|source| source.scan < SMALL) {
        return None;
    }
    let written: Vec<usize> = (0..leaves.len()).collect();
    let written_cost = sources.cost_of(&written);
    let best = if leaves.len() <= EXHAUSTIVE_MAX { sources.cheapest() } else { sources.greedy() };
    // An order saves none of the filters' cost unless it seeks: the gain is a share of the rest.
    let gains = best.cost - sources.filters < (written_cost - sources.filters) * WORTH;
    (gains && best.order != written).then_some(best.order)
}

/// Returns an order in which each source has an equality with an earlier source. Returns `None` if
/// the written order already is one.
fn connected_order(leaves: &[&Node], conditions: &[Condition], subqueries: &[Subquery]) -> Option<Vec<usize>> {
    if leaves.iter().any(|leaf| !outer_of_siblings(leaf, leaves, subqueries)) {
        return None;
    }
    let columns = SourceColumns::new(leaves);
    let mut edges = Vec::new();
    for condition in conditions {
        let equation = equated(condition, &columns, subqueries);
        if is_held(condition, &columns, subqueries) {
            match equation {
                Some(_) => return None,
                None => continue,
            }
        }
        edges.extend(equation.map(|(_, one, _, other)| (one, other)));
    }
    let mut order = vec![0];
    while order.len() < leaves.len() {
        let meets = |next: usize| {
            let is = |one: usize, other: usize| one == next && order.contains(&other);
            edges.iter().any(|(one, other)| is(*one, *other) || is(*other, *one))
        };
        let next = (0..leaves.len()).find(|place| !order.contains(place) && meets(*place))?;
        order.push(next);
    }
    (!order.is_sorted()).then_some(order)
}

/// Whether a source uses no column of the other sources, so that it can be moved.
fn outer_of_siblings(leaf: &Node, leaves: &[&Node], subqueries: &[Subquery]) -> bool {
    let used = outer(leaf, subqueries);
    used.is_empty() || !leaves.iter().flat_map(|other| other.columns()).any(|id| used.contains(&id))
}

fn plain(left: Node, right: Node, hint: JoinHint) -> Join {
    Join { hint, ..Join::new(JoinKind::Inner, left, right, None) }
}

impl Sources {
    /// Returns `None` if a source's row count is unknown.
    fn new(
        (leaves, columns): (&[&Node], &SourceColumns),
        conditions: &[Condition],
        classes: &Classes,
        subqueries: &[Subquery],
    ) -> Option<Sources> {
        let mut own: Vec<Vec<Condition>> = leaves.iter().map(|_| Vec::new()).collect();
        let mut equations = Vec::new();
        for condition in conditions {
            let mut used = Vec::new();
            of_condition(condition, subqueries, &mut used);
            match columns.sources_of(&used)[..] {
                [] => {}
                [only] => own[only].push(condition.clone()),
                _ if cannot_fail(condition) => {}
                // Rule 3. Without an equality that is a key of the written joins, another order
                // could pair all rows.
                _ if equated(condition, columns, subqueries).is_some() => return None,
                _ => continue,
            }
            let class = classes.of_equality(condition).map(|(class, _)| class);
            equations.extend(equated(condition, columns, subqueries).map(|sides| (class, sides)));
        }
        let (mut all, mut filters) = (Vec::with_capacity(leaves.len()), 0.0);
        for (leaf, own) in leaves.iter().zip(own) {
            let read = match leaf {
                Node::View(target) => rows_sought(target, &own, subqueries)?,
                _ => cardinality::rows(leaf)?,
            };
            let shares = own.iter().map(|condition| cardinality::selectivity(leaf, condition));
            let filter = if own.is_empty() { 0.0 } else { cost::of_passing(read) };
            filters += filter;
            all.push(Source {
                base: read,
                keys: keys_of(leaf),
                rows: (read * cardinality::together(shares.collect())).max(1.0),
                scan: filter
                    + match cost_of_reading(leaf) {
                        _ if reads_view(leaf) => cost::of_view(read),
                        Some(cost) => cost,
                        None => cost::of_scan(read, BYTES),
                    },
                sought_by: if may_be_sought(leaf) { first_columns(leaf) } else { Vec::new() },
            });
        }
        let equation = |(class, (left, one, right, other)): (Option<usize>, (&Expr, usize, &Expr, usize))| Equation {
            class,
            sources: (one, other),
            sides: (left.as_column(), right.as_column()),
            share: cardinality::of_equation(
                (leaves[one], left, all[one].rows),
                (leaves[other], right, all[other].rows),
            ),
        };
        let equations = equations.into_iter().map(equation).collect();
        Some(Sources { all, equations, filters })
    }

    fn first(&self, place: usize) -> Joined {
        let Source { rows, scan, .. } = self.all[place];
        Joined { order: vec![place], cost: scan, rows }
    }

    /// Adds one source to a partial join order.
    fn with(&self, joined: &Joined, next: usize) -> Joined {
        let source = &self.all[next];
        let is_in = |place: usize| joined.order.contains(&place);
        let of_next = |equation: &&Equation| {
            let (one, other) = equation.sources;
            one == next && is_in(other) || other == next && is_in(one)
        };
        let of_next: Vec<&Equation> = self.equations.iter().filter(of_next).collect();
        let looks_up = |equation: &Equation| {
            let own = equation.column_of(next);
            let by = source.sought_by.iter().filter(|(id, _)| own == Some(*id));
            by.map(|(_, looks_up)| *looks_up).min()
        };
        let rows = (joined.rows * source.rows * cardinality::together(self.shares(&of_next, next))).max(1.0);
        let (small, great) = (joined.rows.min(source.rows), joined.rows.max(source.rows));
        let hash = source.scan + cost::of_hash_join(small, great, rows);
        let of_seek = |equation: &Equation| {
            let (found, looks_up) = (source.rows * equation.share, looks_up(equation)?);
            let is_point = found <= 1.0 && !looks_up;
            let each = SeekCost { ranges: 1.0, is_point, rows: found, bytes: BYTES, looks_up };
            Some(cost::of_loop_join(joined.rows, cost::of_seek(each), rows))
        };
        let sought = of_next.iter().copied().filter_map(of_seek).min_by(f64::total_cmp);
        let mut order = joined.order.clone();
        order.push(next);
        Joined { order, cost: joined.cost + sought.map_or(hash, |sought| sought.min(hash)), rows }
    }

    /// Returns the shares of pairs that the equations between a source and earlier ones keep: one
    /// for each class. The equations with all columns of a unique key have one share together.
    fn shares(&self, equations: &[&Equation], next: usize) -> Vec<f64> {
        let mut sources: Vec<usize> = equations.iter().map(|equation| equation.other_source(next)).collect();
        sources.insert(0, next);
        let key = sources.into_iter().find_map(|source| {
            let has = |id: &ColumnId| {
                equations.iter().any(|equation| {
                    let is_of = source == next || equation.other_source(next) == source;
                    is_of && equation.column_of(source) == Some(*id)
                })
            };
            let key = self.all[source].keys.iter().find(|key| key.iter().all(has))?;
            Some((source, key, self.all[source].base))
        });
        let (mut shares, mut classes): (Vec<f64>, Vec<usize>) = (Vec::new(), Vec::new());
        shares.extend(key.map(|(_, _, base)| 1.0 / base.max(1.0)));
        for equation in equations {
            let is_of_key = key.is_some_and(|(source, key, _)| {
                let is_of = source == next || equation.other_source(next) == source;
                is_of && equation.column_of(source).is_some_and(|id| key.contains(&id))
            });
            if is_of_key || equation.class.is_some_and(|class| classes.contains(&class)) {
                continue;
            }
            classes.extend(equation.class);
            shares.push(equation.share);
        }
        shares
    }

    fn cost_of(&self, order: &[usize]) -> f64 {
        order[1..].iter().fold(self.first(order[0]), |joined, next| self.with(&joined, *next)).cost
    }

    /// Finds the cheapest order by dynamic programming over sets of sources.
    fn cheapest(&self) -> Joined {
        let count = self.all.len();
        let mut best: Vec<Option<Joined>> = vec![None; 1 << count];
        for place in 0..count {
            best[1 << place] = Some(self.first(place));
        }
        for set in 1..best.len() {
            let Some(joined) = best[set].clone() else { continue };
            for next in (0..count).filter(|next| set & 1 << next == 0) {
                let with = self.with(&joined, next);
                let place = &mut best[set | 1 << next];
                if place.as_ref().is_none_or(|known| with.cost < known.cost * CHEAPER) {
                    *place = Some(with);
                }
            }
        }
        best.pop().flatten().unwrap_or_else(|| self.first(0))
    }

    /// Builds an order greedily: starts with the smallest source and adds the cheapest next source.
    fn greedy(&self) -> Joined {
        let by_rows = |one: &usize, other: &usize| self.all[*one].rows.total_cmp(&self.all[*other].rows);
        let mut joined = self.first((0..self.all.len()).min_by(by_rows).unwrap_or(0));
        while joined.order.len() < self.all.len() {
            let left = (0..self.all.len()).filter(|place| !joined.order.contains(place));
            let next = left.map(|place| self.with(&joined, place)).min_by(|one, other| one.cost.total_cmp(&other.cost));
            match next {
                Some(next) => joined = next,
                None => break,
            }
        }
        joined
    }
}

/// Returns the unique keys of several columns of the table that a source reads without adding rows.
fn keys_of(node: &Node) -> Vec<Vec<ColumnId>> {
    match node {
        Node::Scan(target) => {
            let is_key = |index: &&Index| index.unique && index.filter.is_none() && index.keys.len() > 1;
            let key = |index: &Index| index.keys.iter().map(|key| target.columns[key.column]).collect();
            target.table.indexes.iter().filter(is_key).map(key).collect()
        }
        Node::Filter(input, _) | Node::Compute(input, _) => keys_of(input),
        _ => Vec::new(),
    }
}

/// Returns the leading index columns of the table that an operator reads, each with whether its
/// index needs row lookups.
fn first_columns(node: &Node) -> Vec<(ColumnId, bool)> {
    match node {
        Node::Scan(target) => {
            let first = |index: &Index| (target.columns[index.keys[0].column], !index.is_clustered());
            target.table.indexes.iter().map(first).collect()
        }
        Node::View(target) => target.def.reach.ids.iter().map(|place| (target.columns[*place], false)).collect(),
        _ => node.inputs().into_iter().flat_map(first_columns).collect(),
    }
}

/// Estimates the number of rows that a system view returns for conditions on its columns.
fn rows_sought(target: &ViewTarget, own: &[Condition], subqueries: &[Subquery]) -> Option<f64> {
    let mut target = target.clone();
    seek_view(&mut target, own, subqueries);
    cardinality::of_view(&target)
}

/// Whether a source reads a system view.
fn reads_view(node: &Node) -> bool {
    matches!(node, Node::View(_)) || node.inputs().into_iter().any(reads_view)
}

/// The maximum number of sources for the exhaustive search.
const EXHAUSTIVE_MAX: usize = 10;
/// A partial order must cost less than this share of another one. If orders have the same cost,
/// such as a hash join's sides, the one nearer to the written order stays.
const CHEAPER: f64 = 1.0 - 1e-6;
/// Another order must cost less than this share of the written order, both without the filters.
const WORTH: f64 = 0.7;
/// The written order stays if no source costs more to read.
const SMALL: f64 = 1_000.0;
/// The assumed number of bytes read per row.
const BYTES: f64 = 20.0;
