//! Compiled code and the tables that its instructions index.

use super::builder::Piece;
use super::op::{Op, Reg};
use sluice_base::sync::Arc;
use sluice_functions::{Function, Signature};
use sluice_table::generator::Generator;
use sluice_table::rowversions::RowVersions;
use sluice_table::stored_rows::StoredRows;
use sluice_types::{DataType, Operator, UnaryOperator, Value};
use std::fmt;

/// The estimates of a statement that decide on its memory grant.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GrantEstimate {
    /// The cost, which bounds the wait for the grant (`sluice_plan::Bound::cost`).
    pub cost: f64,
    /// The bytes that the statement's operators keep.
    pub bytes: f64,
}

/// Compiled code, shared by several expressions. Each expression starts at its own position and
/// ends with [`Op::End`].
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The instructions.
    pub ops: Vec<Op>,
    /// Operator and result type of each [`Op::Arithmetic`].
    pub arithmetic: Vec<(Operator, DataType)>,
    /// Operator and result type of each [`Op::Unary`].
    pub unary: Vec<(UnaryOperator, DataType)>,
    /// Conversions of [`Op::Convert`].
    pub conversions: Vec<Conversion>,
    /// Types of the values copied by [`Op::Keep`].
    pub kept: Vec<DataType>,
    /// Calls of [`Op::Call`].
    pub calls: Vec<Call>,
    /// Number of the function and count of arguments of each [`Op::Invoke`].
    pub invocations: Vec<(u32, usize)>,
    /// Generators of [`Op::NextValue`].
    pub generators: Vec<Drawn>,
    /// Row format of each source; `None` for a source whose rows are values.
    pub sources: Vec<Option<Arc<StoredRows>>>,
    /// Registers with their constant values. They are set before the code runs and never written.
    pub constants: Vec<(Reg, Value)>,
    /// One past the greatest register that the code uses.
    pub registers: Reg,
    /// The estimates that decide on the statement's memory grant.
    pub grant: GrantEstimate,
    /// The value of OPTION (MAXDOP).
    pub degree_hint: Option<u16>,
    /// Whether an arithmetic error gives NULL.
    pub forgives_arithmetic: bool,
}

impl Code {
    /// Returns the source and the column if the expression is just a column. `None` for any other
    /// expression.
    #[inline]
    pub fn column_of(&self, piece: Piece) -> Option<(usize, usize)> {
        match self.ops.get(piece.start as usize..)? {
            [Op::Column { source, column, .. }, Op::End, ..] => Some((*source as usize, *column as usize)),
            _ => None,
        }
    }
}

/// A source of generated values.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// A sequence, and whether a DEFAULT names it.
    Sequence(Arc<Generator>, bool),
    /// An identity column.
    Identity(Arc<Generator>),
    /// Rowversions of a database.
    RowVersions(Arc<RowVersions>),
}

/// A conversion.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Type of the input.
    pub from: DataType,
    /// Type of the result.
    pub to: DataType,
    /// Style argument of CONVERT.
    pub style: Option<i32>,
    /// Whether a failed conversion gives NULL (TRY_CAST and similar).
    pub tolerant: bool,
    /// Table (database.schema.table) and column that receives the value. If set, a string that is
    /// too long is an error.
    pub column: Option<(Arc<str>, Arc<str>)>,
}

impl PartialEq for Conversion {
    /// Compares also the names of the source types, since a sql_variant keeps that name.
    fn eq(&self, other: &Conversion) -> bool {
        let key = |it: &Conversion| (it.from, it.from.is_named_numeric(), it.to, it.style, it.tolerant);
        key(self) == key(other) && self.column == other.column
    }
}

/// A call of a built-in function.
#[derive(Clone)]
pub struct Call {
    /// The function.
    pub function: &'static Function,
    /// Types that the binder chose.
    pub signature: Signature,
    /// Number of arguments.
    pub count: usize,
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.function.name, self.count)
    }
}
