//! Physical plans: a tree of operators with the expressions evaluated over their rows.
//!
//! Invariants: the operator that creates a column assigns its id, and every operator above passes
//! the column on. Aggregations and set operations are exceptions: their rows have only columns of
//! their own. An expression uses columns of its operator's input, and columns of outer rows in a
//! subquery or on the right side of an APPLY.

use crate::aggregate::Aggregate;
use crate::expression::{ColumnId, Condition, Expr};
use crate::sort_key::SortKey;
use crate::window::Window;
use sluice_base::sync::Arc;
use sluice_catalog::LockHints;
use sluice_catalog::index_filter::FilterPart;
use sluice_catalog::{Module, SystemViewDef, Table};
use sluice_functions::serialize::Shape;
use sluice_functions::{TableFunction, TableSignature};

/// An operator with its inputs.
#[derive(Clone, Debug)]
pub enum Node {
    /// One row without columns, for a SELECT without FROM.
    OneRow,
    /// The rows of a VALUES list.
    Values(Vec<ColumnId>, Vec<Vec<Expr>>),
    /// Rows of a table: all rows in heap or clustered order, or a range of an index.
    Scan(ScanTarget),
    /// The rows of a system view.
    View(ViewTarget),
    /// The input's rows for which the condition holds.
    Filter(Box<Node>, Condition),
    /// The input's rows with additional columns.
    Compute(Box<Node>, Vec<(ColumnId, Expr)>),
    /// The input's rows in the order of the keys. The sort is stable.
    Sort(Box<Node>, Vec<SortKey>),
    /// The first rows.
    Top(Box<Node>, Top),
    /// The input's rows without the first `n` (a bigint), limited to the second number if present.
    Offset(Box<Node>, Expr, Option<Expr>),
    /// One row per group, or a single row without groups: the group's values, then the aggregates.
    Aggregate(Box<Node>, Vec<(ColumnId, Expr)>, Vec<(ColumnId, Aggregate)>, GroupMethod),
    /// The input's rows with window functions. The input is ordered by partition, then by the
    /// window's order.
    Window(Box<Node>, Window),
    /// Pairs of rows of two inputs.
    Join(Box<Join>),
    /// UNION ALL: the rows of the inputs, one input after the other.
    Union(Vec<ColumnId>, Vec<Rows>),
    /// A recursive common table expression.
    Recursion(Box<Recursion>),
    /// Rows kept by the statement, with these columns.
    Given(Vec<ColumnId>),
    /// The row for which a recursive member runs.
    Current(Vec<ColumnId>),
    /// One row per group, for several groupings at once.
    GroupingSets(Box<GroupingSets>),
    /// FOR XML or FOR JSON: the rows as one text.
    Serialize(Box<Serialization>),
    /// The rows of a built-in function.
    Call(Box<RowsOfCall>),
    /// The rows of a multi-statement user function.
    Invoke(Box<RowsOfModule>),
}

/// FOR XML or FOR JSON: one row with one value.
#[derive(Clone, Debug)]
pub struct Serialization {
    /// The serialized rows.
    pub rows: Rows,
    /// The format of the text.
    pub shape: Arc<Shape>,
    /// The column of the text.
    pub column: ColumnId,
}

/// The rows of a built-in table-valued function.
#[derive(Clone, Debug)]
pub struct RowsOfCall {
    /// The function.
    pub function: TableFunction,
    /// The chosen signature.
    pub signature: TableSignature,
    /// The arguments, of the signature's types.
    pub arguments: Vec<Expr>,
    /// The columns of the function's rows.
    pub columns: Vec<ColumnId>,
}

/// The place of a table-valued parameter in a function's list, and the caller's table variable for
/// it; `None` for an empty table.
pub type LentTable = (usize, Option<Arc<Table>>);

/// The rows of a multi-statement user function.
#[derive(Clone, Debug)]
pub struct RowsOfModule {
    /// The function's database; `None` is the current database.
    pub database: Option<String>,
    /// The function.
    pub module: Arc<Module>,
    /// The arguments, of the parameters' types.
    pub arguments: Vec<Expr>,
    /// The tables lent to table-valued parameters.
    pub lent: Vec<LentTable>,
    /// The columns of the function's rows.
    pub columns: Vec<ColumnId>,
}

/// An operator and the values taken from its rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The operator.
    pub node: Node,
    /// The values of each row.
    pub values: Vec<Expr>,
}

/// The table that a scan reads.
#[derive(Clone, Debug)]
pub struct ScanTarget {
    /// The table's database; `None` is the current database.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// The ids of the table's columns, in table order.
    pub columns: Vec<ColumnId>,
    /// The ordinals of the columns that the statement uses, ascending.
    pub needed: Vec<usize>,
    /// The index range to read; `None` is a scan of the whole table.
    pub seek: Option<Seek>,
    /// The estimated number of rows of the table, if known.
    pub rows: Option<u64>,
    /// Whether the index is read backwards.
    pub is_backward: bool,
    /// The column for the row's locator, a varbinary. Present on the table whose rows the statement
    /// changes.
    pub locator: Option<ColumnId>,
    /// The column for the row's locator, a varbinary, if the statement makes text pointers.
    pub address: Option<ColumnId>,
    /// Whether `address` has the page of the row instead, a varbinary, for TABLESAMPLE.
    pub is_sampled: bool,
    /// Lock hints.
    pub hints: LockHints,
    /// Access path hints.
    pub hint: PathHint,
    /// Whether no access path satisfies the hints.
    pub is_refused: bool,
    /// Tests that all rows pass, as CHECK constraints say: noted for an input of UNION ALL. A NULL
    /// passes them.
    pub checks: Vec<FilterPart>,
}

/// Hints that restrict the access path to a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathHint {
    /// The ids of the allowed indexes; 0 is the heap or clustered index. Empty allows all.
    pub indexes: Vec<u16>,
    /// The required read methods.
    pub methods: Vec<PathMethod>,
    /// The number of leading key columns that a seek must use; 0 if FORCESEEK names none.
    pub sought: usize,
}

/// How an index is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathMethod {
    /// FORCESEEK.
    Seek,
    /// FORCESCAN.
    Scan,
}

/// The part of an index to read, in key order: the entries in any of the ranges, each once.
#[derive(Clone, Debug)]
pub struct Seek {
    /// The index's id within its table.
    pub index: u16,
    /// Whether the index covers all used columns, so that no row lookup is needed.
    pub covers: bool,
    /// The number of leading key columns that have one value in all ranges.
    pub fixed: usize,
    /// The ranges, in any order; never empty. They may overlap.
    pub ranges: Vec<SeekRange>,
}

/// A range of keys. The values compare like the key's columns. A NULL value makes the range empty.
#[derive(Clone, Debug, Default)]
pub struct SeekRange {
    /// The values of the leading key columns.
    pub equal: Vec<Expr>,
    /// The lower bound of the next column.
    pub from: Option<SeekBound>,
    /// The upper bound of the next column.
    pub to: Option<SeekBound>,
    /// A LIKE pattern for the next column, a string. Excludes `from` and `to`.
    pub like: Option<SeekPattern>,
}

/// A LIKE pattern whose literal prefix is known when the seek starts.
#[derive(Clone, Debug)]
pub struct SeekPattern {
    /// The pattern, a string.
    pub pattern: Expr,
    /// The escape character.
    pub escape: Option<Expr>,
}

/// A bound of a range.
#[derive(Clone, Debug)]
pub struct SeekBound {
    /// The value.
    pub value: Expr,
    /// Whether the bound is inclusive.
    pub is_inclusive: bool,
}

impl SeekRange {
    /// Returns the expressions evaluated when the range is opened: the values of `equal`, the
    /// bounds, then the LIKE pattern and its escape character.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        let bounds = self.from.iter().chain(&self.to).map(|bound| &bound.value);
        let like = self.like.iter().flat_map(|like| std::iter::once(&like.pattern).chain(&like.escape));
        self.equal.iter().chain(bounds).chain(like)
    }
}

impl ScanTarget {
    /// Whether the scan reads all rows.
    pub fn is_whole(&self) -> bool {
        self.seek.as_ref().is_none_or(Seek::is_whole)
    }
}

impl Seek {
    /// Whether the seek reads all entries of its index.
    pub fn is_whole(&self) -> bool {
        self.ranges.iter().any(|range| range.values().next().is_none())
    }

    /// Creates a seek over a whole index.
    pub(crate) fn all(index: u16, covers: bool) -> Seek {
        Seek { index, covers, fixed: 0, ranges: vec![SeekRange::default()] }
    }

    /// Returns the expressions evaluated when the seek starts.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        self.ranges.iter().flat_map(SeekRange::values)
    }
}

/// The system view that an operator reads.
#[derive(Clone, Debug)]
pub struct ViewTarget {
    /// The database in which the view is read; `None` is the current database.
    pub database: Option<String>,
    /// The view's definition.
    pub def: Arc<SystemViewDef>,
    /// The ids of the view's columns, in the definition's order.
    pub columns: Vec<ColumnId>,
    /// The arguments of a system function, of the parameters' types. They may use columns of an
    /// outer row.
    pub arguments: Vec<Expr>,
    /// The values of columns that all wanted rows have. The view may return other rows too.
    pub seeks: Vec<ViewSeek>,
    /// The estimated number of rows without the seeks, if known.
    pub rows: Option<u64>,
}

/// The wanted values of a column by which a system view finds rows.
#[derive(Clone, Debug)]
pub struct ViewSeek {
    /// The ordinal of the column.
    pub column: usize,
    /// The wanted values: single values or LIKE patterns.
    pub ranges: Vec<SeekRange>,
}

impl ViewTarget {
    /// Returns the expressions evaluated when the view is opened.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Expr> {
        let sought = self.seeks.iter().flat_map(|seek| &seek.ranges).flat_map(SeekRange::values);
        self.arguments.iter().chain(sought)
    }
}

/// The TOP clause.
#[derive(Clone, Debug)]
pub struct Top {
    /// A number of rows (bigint), or a percentage (float).
    pub count: Expr,
    /// Whether `count` is a percentage.
    pub percent: bool,
    /// WITH TIES: the keys of the order. Rows with the last row's keys are also returned.
    pub ties: Option<Vec<Expr>>,
}

/// A recursive common table expression: the anchor's rows, and the rows that members derive from
/// each row.
#[derive(Clone, Debug)]
pub struct Recursion {
    /// The columns of the rows.
    pub columns: Vec<ColumnId>,
    /// The anchor's rows.
    pub anchor: Rows,
    /// The recursive members. Each sees its input row as [`Node::Current`].
    pub members: Vec<Member>,
    /// MAXRECURSION: the maximum derivation depth; `None` is unlimited.
    pub depth_max: Option<u32>,
}

/// A recursive member.
#[derive(Clone, Debug)]
pub struct Member {
    /// The columns of the input row, as the member sees them.
    pub current: Vec<ColumnId>,
    /// The rows that the member derives.
    pub rows: Rows,
}

/// Groups of several groupings (GROUPING SETS, ROLLUP, CUBE).
#[derive(Clone, Debug)]
pub struct GroupingSets {
    /// The input.
    pub input: Node,
    /// All grouping expressions.
    pub groups: Vec<(ColumnId, Expr)>,
    /// The groupings, as ascending positions in `groups`. The other groups are NULL in a grouping's
    /// rows.
    pub sets: Vec<Vec<usize>>,
    /// The aggregates.
    pub aggregates: Vec<(ColumnId, Aggregate)>,
    /// The GROUPING and GROUPING_ID columns.
    pub levels: Vec<(ColumnId, GroupingLevel)>,
}

/// GROUPING or GROUPING_ID: one bit per position, the first highest. A bit is set if the row's
/// grouping excludes that position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupingLevel {
    /// Positions in `GroupingSets::groups`.
    pub places: Vec<usize>,
    /// Whether the type is tinyint, as for GROUPING; otherwise int.
    pub is_tiny: bool,
}

impl GroupingLevel {
    /// Returns the value for the rows of a grouping.
    pub fn value(&self, set: &[usize]) -> i32 {
        self.places.iter().fold(0, |bits, place| bits << 1 | i32::from(!set.contains(place)))
    }
}

/// A join of two inputs.
#[derive(Clone, Debug)]
pub struct Join {
    /// The kind of join.
    pub kind: JoinKind,
    /// The outer input.
    pub left: Node,
    /// The inner input. For an APPLY it uses the left row's columns and runs for each left row.
    pub right: Node,
    /// The join condition; `None` always holds.
    pub on: Option<Condition>,
    /// The join method.
    pub method: JoinMethod,
    /// Join hints.
    pub hint: JoinHint,
    /// Whether a hash join keeps its right rows for later executions within the statement, because
    /// they are always the same.
    pub keep: bool,
    /// Whether a semi-join or anti-join by hash keeps the rows of its left input, because these are
    /// fewer. The rows that it returns, and their order, don't depend on it.
    pub builds_left: bool,
}

impl Join {
    /// Returns an inner, outer or other join without hints. Its method is a hash join without keys
    /// until a method is chosen.
    pub fn new(kind: JoinKind, left: Node, right: Node, on: Option<Condition>) -> Join {
        let method = JoinMethod::Hash(Vec::new(), Vec::new());
        Join { kind, left, right, on, method, hint: JoinHint::FREE, keep: false, builds_left: false }
    }

    /// Whether the join's hints allow its method. `JoinMethod::Loop`, which only an APPLY has here,
    /// is always allowed. A hash join without keys counts as nested loops.
    pub(crate) fn is_allowed_by_hint(&self) -> bool {
        match &self.method {
            JoinMethod::Loop => true,
            JoinMethod::Hash(keys, _) if keys.is_empty() => self.hint.loops,
            JoinMethod::Hash(..) => self.hint.hash,
            JoinMethod::Merge(_) => self.hint.merge,
        }
    }
}

/// The relation of an operator's rows to the rows of its only input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Some of the rows.
    Filtered,
    /// The rows without some of the first or the last.
    Limited,
    /// The rows with more columns.
    Extended,
    /// The rows in another order.
    Sorted,
}

/// An expression or a condition that an operator evaluates.
#[derive(Clone, Copy)]
pub(crate) enum Own<'n> {
    Value(&'n Expr),
    Condition(&'n Condition),
}

impl Node {
    /// Returns the operator's inputs. Left before right; members of a recursion after its anchor.
    /// Subqueries within expressions aren't inputs.
    pub fn inputs(&self) -> Vec<&Node> {
        match self {
            Node::OneRow
            | Node::Values(..)
            | Node::Scan(_)
            | Node::View(_)
            | Node::Given(_)
            | Node::Current(_)
            | Node::Call(_)
            | Node::Invoke(_) => Vec::new(),
            Node::Serialize(serialization) => vec![&serialization.rows.node],
            Node::Filter(input, _)
            | Node::Compute(input, _)
            | Node::Sort(input, _)
            | Node::Top(input, _)
            | Node::Offset(input, ..)
            | Node::Aggregate(input, ..)
            | Node::Window(input, _) => vec![input],
            Node::GroupingSets(sets) => vec![&sets.input],
            Node::Join(join) => vec![&join.left, &join.right],
            Node::Union(_, inputs) => inputs.iter().map(|input| &input.node).collect(),
            Node::Recursion(recursion) => {
                let members = recursion.members.iter().map(|member| &member.rows.node);
                std::iter::once(&recursion.anchor.node).chain(members).collect()
            }
        }
    }

    /// Returns the operator's inputs, mutably. In the order of [`Node::inputs`].
    pub fn inputs_mut(&mut self) -> Vec<&mut Node> {
        match self {
            Node::OneRow
            | Node::Values(..)
            | Node::Scan(_)
            | Node::View(_)
            | Node::Given(_)
            | Node::Current(_)
            | Node::Call(_)
            | Node::Invoke(_) => Vec::new(),
            Node::Serialize(serialization) => vec![&mut serialization.rows.node],
            Node::Filter(input, _)
            | Node::Compute(input, _)
            | Node::Sort(input, _)
            | Node::Top(input, _)
            | Node::Offset(input, ..)
            | Node::Aggregate(input, ..)
            | Node::Window(input, _) => vec![input],
            Node::GroupingSets(sets) => vec![&mut sets.input],
            Node::Join(join) => vec![&mut join.left, &mut join.right],
            Node::Union(_, inputs) => inputs.iter_mut().map(|input| &mut input.node).collect(),
            Node::Recursion(recursion) => {
                let members = recursion.members.iter_mut().map(|member| &mut member.rows.node);
                std::iter::once(&mut recursion.anchor.node).chain(members).collect()
            }
        }
    }

    /// Returns the only input and the relation of the operator's rows to its rows, or `None` if the
    /// operator makes rows of its own.
    pub fn passage(&self) -> Option<(Passage, &Node)> {
        match self {
            Node::Filter(input, _) => Some((Passage::Filtered, input)),
            Node::Top(input, _) | Node::Offset(input, ..) => Some((Passage::Limited, input)),
            Node::Compute(input, _) | Node::Window(input, _) => Some((Passage::Extended, input)),
            Node::Sort(input, _) => Some((Passage::Sorted, input)),
            _ => None,
        }
    }

    /// Visits the operator's own expressions and conditions, not those of its inputs. In the order
    /// of evaluation.
    pub(crate) fn each_own<'n>(&'n self, visit: &mut dyn FnMut(Own<'n>)) {
        let mut values = |values: &mut dyn Iterator<Item = &'n Expr>| values.for_each(|value| visit(Own::Value(value)));
        match self {
            Node::OneRow | Node::Given(_) | Node::Current(_) => {}
            Node::Scan(target) => values(&mut target.seek.iter().flat_map(|seek| seek.values())),
            Node::View(target) => values(&mut target.values()),
            Node::Serialize(serialization) => values(&mut serialization.rows.values.iter()),
            Node::Call(call) => values(&mut call.arguments.iter()),
            Node::Invoke(call) => values(&mut call.arguments.iter()),
            Node::Values(_, rows) => values(&mut rows.iter().flatten()),
            Node::Filter(_, condition) => visit(Own::Condition(condition)),
            Node::Compute(_, computed) => values(&mut computed.iter().map(|(_, value)| value)),
            Node::Sort(_, keys) => values(&mut keys.iter().map(|key| &key.expr)),
            Node::Top(_, top) => values(&mut std::iter::once(&top.count).chain(top.ties.iter().flatten())),
            Node::Offset(_, skip, fetch) => values(&mut std::iter::once(skip).chain(fetch)),
            Node::Aggregate(_, groups, aggregates, _) => values(&mut grouped(groups, aggregates)),
            Node::GroupingSets(sets) => values(&mut grouped(&sets.groups, &sets.aggregates)),
            Node::Window(_, window) => {
                values(&mut window.partition.iter());
                values(&mut window.order.iter().map(|key| &key.expr));
                values(&mut window.functions.iter().flat_map(|(_, function)| function.expressions()));
            }
            Node::Join(join) => {
                let (left, right) = join.method.keys();
                values(&mut left.iter().chain(right));
                join.on.iter().for_each(|on| visit(Own::Condition(on)));
            }
            Node::Union(_, inputs) => values(&mut inputs.iter().flat_map(|input| &input.values)),
            Node::Recursion(recursion) => {
                let members = recursion.members.iter().map(|member| &member.rows);
                values(&mut std::iter::once(&recursion.anchor).chain(members).flat_map(|rows| &rows.values));
            }
        }
    }

    /// Returns the same operator with each input replaced by `made(input)`.
    pub fn with_inputs(mut self, mut made: impl FnMut(Node) -> Node) -> Node {
        for input in self.inputs_mut() {
            *input = made(std::mem::replace(input, Node::OneRow));
        }
        self
    }
}

fn grouped<'n>(
    groups: &'n [(ColumnId, Expr)],
    aggregates: &'n [(ColumnId, Aggregate)],
) -> impl Iterator<Item = &'n Expr> {
    let arguments = aggregates.iter().flat_map(|(_, aggregate)| aggregate.expressions());
    groups.iter().map(|(_, group)| group).chain(arguments)
}

/// The kinds of joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinKind {
    /// Pairs.
    Inner,
    /// Pairs, and left rows without a partner, padded with NULLs.
    Left,
    /// Pairs, and rows of both sides without a partner, padded with NULLs.
    Full,
    /// Left rows with a partner, each once.
    Semi,
    /// Left rows without a partner.
    Anti,
    /// Left rows whose key is known to differ from the keys of all right rows. A NULL key on either
    /// side is not known to differ. Always a hash join on one key.
    NotIn,
}

impl JoinKind {
    /// Whether the join's rows have the columns of the right side.
    pub fn returns_right(self) -> bool {
        !matches!(self, JoinKind::Semi | JoinKind::Anti | JoinKind::NotIn)
    }

    /// Whether the join returns left rows without a partner.
    pub fn returns_alone(self) -> bool {
        !matches!(self, JoinKind::Inner | JoinKind::Semi)
    }
}

/// The join methods that hints allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinHint {
    /// Nested loops: the right rows are scanned or sought for each left row.
    pub loops: bool,
    /// Hash join: each input is read once, and the right rows are kept by key.
    pub hash: bool,
    /// Merge join: both inputs are read in key order.
    pub merge: bool,
    /// Whether the written order is kept: the left input is the outer input.
    pub in_order: bool,
}

impl JoinHint {
    /// No hints: all methods are allowed.
    pub const FREE: JoinHint = JoinHint { loops: true, hash: true, merge: true, in_order: false };
    /// No method is allowed; the starting point for adding allowed methods.
    pub const NONE: JoinHint = JoinHint { loops: false, hash: false, merge: false, in_order: false };

    /// Returns the methods that both hints allow, in the written order if either hint asks for it.
    pub fn and(self, other: JoinHint) -> JoinHint {
        JoinHint {
            loops: self.loops && other.loops,
            hash: self.hash && other.hash,
            merge: self.merge && other.merge,
            in_order: self.in_order || other.in_order,
        }
    }

    /// Whether all methods are allowed.
    pub(crate) fn is_any_way(self) -> bool {
        self.loops && self.hash && self.merge
    }
}

/// The method by which a join finds its pairs.
#[derive(Clone, Debug)]
pub enum JoinMethod {
    /// The right input is run again for each left row.
    Loop,
    /// The right input is read once and kept in a hash table by its keys. Left rows probe with
    /// their keys. Paired keys have one type, and NULL has no partner. Without keys, every right
    /// row is a candidate.
    Hash(Vec<Expr>, Vec<Expr>),
    /// Both inputs are ordered by these keys and read side by side.
    Merge(MergeKeys),
}

/// The keys of a merge join. Paired keys have one type, and NULL has no partner.
#[derive(Clone, Debug)]
pub struct MergeKeys {
    /// The keys of the left rows, in their order.
    pub left: Vec<Expr>,
    /// The keys of the right rows, in their order.
    pub right: Vec<Expr>,
    /// Whether each key is descending.
    pub descending: Vec<bool>,
    /// Whether the keys are unique on the left side, and on the right side.
    pub is_unique: (bool, bool),
}

impl JoinMethod {
    /// Returns the keys of both sides that are equal in every pair and aren't part of the join's
    /// condition.
    pub fn keys(&self) -> (&[Expr], &[Expr]) {
        match self {
            JoinMethod::Loop => (&[], &[]),
            JoinMethod::Hash(left, right) | JoinMethod::Merge(MergeKeys { left, right, .. }) => (left, right),
        }
    }
}

/// The method that brings the rows of a group together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GroupMethod {
    /// The cheaper method: not yet chosen, or irrelevant.
    #[default]
    Any,
    /// A hash table of groups.
    Hash,
    /// The input has the rows of each group in sequence.
    Stream,
}
