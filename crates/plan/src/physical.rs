//! The plan of a query: a tree of operators, each with the expressions that it evaluates over its input's rows.
//!
//! Invariants: a column has the id that the operator gave it which makes it; every operator above passes it on, but for an aggregation and a
//! set operation, whose rows have only columns of their own. An expression uses columns of its operator's input, and of the rows around
//! the subquery or the right side of an APPLY that it is in.

use crate::aggregate::Aggregate;
use crate::expression::{ColumnId, Condition, Expr};
use crate::lock_hints::LockHints;
use crate::sort_key::SortKey;
use crate::window::Window;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, SystemViewDef, Table};
use sluice_functions::serialize::Shape;
use sluice_functions::{TableFunction, TableSignature};

/// An operator and its input.
#[derive(Clone, Debug)]
pub enum Node {
    /// One row without columns: the source of a SELECT that names none.
    OneRow,
    /// The rows of a VALUES list.
    Values(Vec<ColumnId>, Vec<Vec<Expr>>),
    /// The rows of a table: all, in the order of its heap's pages or of its clustered index, or those of a part of an index.
    Scan(ScanTarget),
    /// The rows of a system view.
    View(ViewTarget),
    /// The rows for which the condition holds.
    Filter(Box<Node>, Condition),
    /// The rows with more columns.
    Compute(Box<Node>, Vec<(ColumnId, Expr)>),
    /// The rows in the order of the keys; rows with equal keys stay in their order.
    Sort(Box<Node>, Vec<SortKey>),
    /// The first rows.
    Top(Box<Node>, Top),
    /// What is left when so many rows (a bigint) have been passed over, and of that as many as the second says.
    Offset(Box<Node>, Expr, Option<Expr>),
    /// One row a group (one in all where there are no groups): the group's values, then the aggregates.
    Aggregate(Box<Node>, Vec<(ColumnId, Expr)>, Vec<(ColumnId, Aggregate)>, GroupMethod),
    /// The rows with the values of functions over rows around them; they come partition by partition, in the window's order.
    Window(Box<Node>, Window),
    /// Rows of two inputs side by side.
    Join(Box<Join>),
    /// The rows of one input after the other's.
    Union(Vec<ColumnId>, Vec<Rows>),
    /// The rows of a query that is made of its own rows.
    Recursion(Box<Recursion>),
    /// Rows that the statement has kept, which have these columns.
    Given(Vec<ColumnId>),
    /// The row that a recursion's member is run for.
    Current(Vec<ColumnId>),
    /// One row a group, of several groupings at once.
    GroupingSets(Box<GroupingSets>),
    /// Rows as one text.
    Serialize(Box<Serialization>),
    /// The rows of a built-in function.
    Call(Box<RowsOfCall>),
    /// The rows of a user's function of several statements.
    Invoke(Box<RowsOfModule>),
}

/// Rows as one text: one row with one value.
#[derive(Clone, Debug)]
pub struct Serialization {
    /// The rows.
    pub rows: Rows,
    /// How they become the text.
    pub shape: Arc<Shape>,
    /// The column that has it.
    pub column: ColumnId,
}

/// The rows that a built-in function gives.
#[derive(Clone, Debug)]
pub struct RowsOfCall {
    /// The function.
    pub function: TableFunction,
    /// Its types.
    pub signature: TableSignature,
    /// Its arguments, of these types.
    pub arguments: Vec<Expr>,
    /// The columns of its rows.
    pub columns: Vec<ColumnId>,
}

/// The rows that a user's function of several statements gives.
#[derive(Clone, Debug)]
pub struct RowsOfModule {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The function.
    pub module: Arc<Module>,
    /// Its arguments, of its parameters' types.
    pub arguments: Vec<Expr>,
    /// The columns of its rows.
    pub columns: Vec<ColumnId>,
}

/// An operator with what is taken of its rows.
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
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// Its columns, in the table's order.
    pub columns: Vec<ColumnId>,
    /// The places of those that the statement uses, ascending.
    pub needed: Vec<usize>,
    /// Which part of which index is read; the table from end to end, if none.
    pub seek: Option<Seek>,
    /// How many rows the table has, about, if that is known.
    pub rows: Option<u64>,
    /// Whether they are read from the end of their index.
    pub is_backward: bool,
    /// The column that tells where a row is, a varbinary: of the table whose rows the statement changes.
    pub locator: Option<ColumnId>,
    /// What hints say of its locks.
    pub hints: LockHints,
    /// What hints say of the way to its rows.
    pub hint: PathHint,
    /// Whether there is no way as the hints have it.
    pub is_refused: bool,
}

/// What hints say of the way to a table's rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathHint {
    /// The ids of the indexes one of which is read; 0 is the table as it is. Any, if there are none.
    pub indexes: Vec<u16>,
    /// Ways of reading, each of which it has to be.
    pub methods: Vec<PathMethod>,
}

/// How an index is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathMethod {
    /// By a seek (FORCESEEK).
    Seek,
    /// From end to end (FORCESCAN).
    Scan,
}

/// The part of an index whose rows are read, in the order of its key: those that lie in one of the ranges, each once.
#[derive(Clone, Debug)]
pub struct Seek {
    /// The index's id within its table.
    pub index: u16,
    /// Whether its entries have all that the statement uses of the table: then no row is looked up.
    pub covers: bool,
    /// How many of the first columns of its key have one value in all of the ranges.
    pub fixed: usize,
    /// The ranges, in any order; at least one. They may overlap.
    pub ranges: Vec<SeekRange>,
}

/// A range of keys. Values are of types that compare as the key's columns do; where one is NULL, nothing lies in it.
#[derive(Clone, Debug, Default)]
pub struct SeekRange {
    /// The values of the first columns of the key.
    pub equal: Vec<Expr>,
    /// The least value of the next column, if there is one.
    pub from: Option<SeekBound>,
    /// The greatest one.
    pub to: Option<SeekBound>,
    /// What its values, which are texts, are like; instead of the two.
    pub like: Option<SeekPattern>,
}

/// A pattern of LIKE, of whose texts the beginning is known when the seek begins.
#[derive(Clone, Debug)]
pub struct SeekPattern {
    /// The pattern, a text.
    pub pattern: Expr,
    /// The escape character, if one is given.
    pub escape: Option<Expr>,
}

/// An end of a range.
#[derive(Clone, Debug)]
pub struct SeekBound {
    /// The value.
    pub value: Expr,
    /// Whether it is part of the range.
    pub is_inclusive: bool,
}

impl SeekRange {
    /// What is evaluated when it begins.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        let bounds = self.from.iter().chain(&self.to).map(|bound| &bound.value);
        let like = self.like.iter().flat_map(|like| std::iter::once(&like.pattern).chain(&like.escape));
        self.equal.iter().chain(bounds).chain(like)
    }
}

impl ScanTarget {
    /// Whether all rows are read.
    pub(crate) fn is_whole(&self) -> bool {
        self.seek.as_ref().is_none_or(Seek::is_whole)
    }
}

impl Seek {
    /// Whether it has all entries of its index.
    pub fn is_whole(&self) -> bool {
        self.ranges.iter().any(|range| range.values().next().is_none())
    }

    /// The whole of an index.
    pub(crate) fn all(index: u16, covers: bool) -> Seek {
        Seek { index, covers, fixed: 0, ranges: vec![SeekRange::default()] }
    }

    /// What is evaluated when it begins.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        self.ranges.iter().flat_map(SeekRange::values)
    }
}

/// The view that an operator reads.
#[derive(Clone, Debug)]
pub struct ViewTarget {
    /// The database it is read in; `None` for the current one.
    pub database: Option<String>,
    /// Its definition.
    pub def: Arc<SystemViewDef>,
    /// Its columns, in the definition's order.
    pub columns: Vec<ColumnId>,
    /// Of a function what it is given, of its parameters' types; may use columns of the rows that it is applied to.
    pub arguments: Vec<Expr>,
}

/// How many of the first rows.
#[derive(Clone, Debug)]
pub struct Top {
    /// As many, a bigint; or that part of all in percent, a float.
    pub count: Expr,
    /// Whether the count is in percent.
    pub percent: bool,
    /// WITH TIES: also the rows that have the last one's values of these, the order's keys.
    pub ties: Option<Vec<Expr>>,
}

/// A recursive common table expression: its anchor's rows, and what its members make of each row that is there so far.
#[derive(Clone, Debug)]
pub struct Recursion {
    /// The columns of its rows.
    pub columns: Vec<ColumnId>,
    /// The rows that it begins with.
    pub anchor: Rows,
    /// What makes rows of a row; each sees that row as its [`Node::Current`].
    pub members: Vec<Member>,
    /// How often a row may come of a row that came of a row; without end if none.
    pub depth_max: Option<u32>,
}

/// A recursive member.
#[derive(Clone, Debug)]
pub struct Member {
    /// The columns of the row that it is run for, as it sees them.
    pub current: Vec<ColumnId>,
    /// The rows that it makes.
    pub rows: Rows,
}

/// Groups of several groupings (GROUPING SETS, ROLLUP, CUBE).
#[derive(Clone, Debug)]
pub struct GroupingSets {
    /// Where rows come from.
    pub input: Node,
    /// The values that some of the groupings are by.
    pub groups: Vec<(ColumnId, Expr)>,
    /// The groupings: the places of the values that each is by, ascending. The others are NULL in its rows.
    pub sets: Vec<Vec<usize>>,
    /// The aggregates.
    pub aggregates: Vec<(ColumnId, Aggregate)>,
    /// What tells the groupings apart.
    pub levels: Vec<(ColumnId, GroupingLevel)>,
}

/// GROUPING or GROUPING_ID: a bit for each of these places, the first the highest; set where a row's grouping is not by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupingLevel {
    /// Places of values.
    pub places: Vec<usize>,
    /// Whether it is a tinyint, as GROUPING is; else an int.
    pub is_tiny: bool,
}

impl GroupingLevel {
    /// Its value in the rows of a grouping.
    pub fn value(&self, set: &[usize]) -> i32 {
        self.places.iter().fold(0, |bits, place| bits << 1 | i32::from(!set.contains(place)))
    }
}

/// Two inputs and how their rows meet.
#[derive(Clone, Debug)]
pub struct Join {
    /// Which pairs come out, and what becomes of rows without a partner.
    pub kind: JoinKind,
    /// The outer input.
    pub left: Node,
    /// The inner input. Of an APPLY it uses the left row's columns, and is run for each.
    pub right: Node,
    /// What holds for a pair; always, if none.
    pub on: Option<Condition>,
    /// How the pairs are found.
    pub method: JoinMethod,
    /// What hints say of that.
    pub hint: JoinHint,
    /// Whether the right rows are the same however often the statement runs the join, and are worth keeping: of a hash join.
    pub keep: bool,
}

impl Join {
    /// Whether it is done in a way that its hints leave. An APPLY has no other way.
    pub(crate) fn is_as_told(&self) -> bool {
        match &self.method {
            JoinMethod::Loop => true,
            JoinMethod::Hash(keys, _) if keys.is_empty() => self.hint.loops,
            JoinMethod::Hash(..) => self.hint.hash,
            JoinMethod::Merge(_) => self.hint.merge,
        }
    }
}

impl Node {
    /// The operators right below it.
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

    /// The same, to be changed.
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

    /// The same operator over other inputs, each made of the one that was there.
    pub fn with_inputs(mut self, mut made: impl FnMut(Node) -> Node) -> Node {
        for input in self.inputs_mut() {
            *input = made(std::mem::replace(input, Node::OneRow));
        }
        self
    }
}

/// Joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinKind {
    /// Pairs.
    Inner,
    /// Pairs, and left rows without one beside NULLs.
    Left,
    /// Pairs, and rows of either side without one beside NULLs.
    Full,
}

/// Which ways to find its pairs hints leave to a join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinHint {
    /// The right rows are gone through for each left row, or those of them that an index has.
    pub loops: bool,
    /// Each input is read once, and the rows of one are kept by their keys.
    pub hash: bool,
    /// Both inputs are read in the order of their keys.
    pub merge: bool,
    /// Whether the left input is the outer one, as it is written.
    pub in_order: bool,
}

impl JoinHint {
    /// Nothing is said.
    pub const FREE: JoinHint = JoinHint { loops: true, hash: true, merge: true, in_order: false };
    /// No way is left; what hints allow is added.
    pub(crate) const NONE: JoinHint = JoinHint { loops: false, hash: false, merge: false, in_order: false };

    /// What both leave.
    pub(crate) fn and(self, other: JoinHint) -> JoinHint {
        JoinHint {
            loops: self.loops && other.loops,
            hash: self.hash && other.hash,
            merge: self.merge && other.merge,
            in_order: self.in_order || other.in_order,
        }
    }

    /// Whether all ways are left.
    pub(crate) fn is_any_way(self) -> bool {
        self.loops && self.hash && self.merge
    }
}

/// How a join finds its pairs.
#[derive(Clone, Debug)]
pub enum JoinMethod {
    /// The right input is run again for each left row.
    Loop,
    /// The right input is read once and kept, by the values of its expressions; the left rows look for theirs. Values are of one type
    /// pair by pair; NULL has no partner. Without expressions every right row is a left row's candidate.
    Hash(Vec<Expr>, Vec<Expr>),
    /// Both inputs come in the order of these keys, and are gone through side by side.
    Merge(MergeKeys),
}

/// The values that are equal in the pairs of a merge join. Those of a pair are of one type; NULL has no partner.
#[derive(Clone, Debug)]
pub struct MergeKeys {
    /// Of the left rows, in their order.
    pub left: Vec<Expr>,
    /// Of the right rows, in theirs.
    pub right: Vec<Expr>,
    /// Of each pair whether the greatest comes first.
    pub descending: Vec<bool>,
    /// Whether no two rows of the left side have the same keys, and of the right one.
    pub is_unique: (bool, bool),
}

impl JoinMethod {
    /// The values of either side that are equal in every pair, as far as they are not among the join's other conditions.
    pub fn keys(&self) -> (&[Expr], &[Expr]) {
        match self {
            JoinMethod::Loop => (&[], &[]),
            JoinMethod::Hash(left, right) | JoinMethod::Merge(MergeKeys { left, right, .. }) => (left, right),
        }
    }
}

/// How the rows of a group come together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GroupMethod {
    /// In whichever way costs less: until that is decided, and where it makes no difference.
    #[default]
    Any,
    /// By a table of groups.
    Hash,
    /// The input has them one behind the other.
    Stream,
}
