//! Compiled code with the tables that its instructions point into.

use super::builder::Piece;
use super::op::{Op, Reg};
use sluice_base::sync::Arc;
use sluice_functions::{Function, Signature};
use sluice_table::generator::Generator;
use sluice_table::rowversions::RowVersions;
use sluice_table::stored_rows::StoredRows;
use sluice_types::{DataType, Operator, UnaryOperator, Value};
use std::fmt;

/// A piece of code; several expressions may share it, each begins at its own place and ends with [`Op::End`].
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The instructions.
    pub ops: Vec<Op>,
    /// What [`Op::Arithmetic`] does: the operator and the type of its result.
    pub arithmetic: Vec<(Operator, DataType)>,
    /// What [`Op::Unary`] does.
    pub unary: Vec<(UnaryOperator, DataType)>,
    /// What [`Op::Convert`] does.
    pub conversions: Vec<Conversion>,
    /// The types of what [`Op::Keep`] keeps.
    pub kept: Vec<DataType>,
    /// What [`Op::Call`] calls.
    pub calls: Vec<Call>,
    /// What [`Op::Invoke`] calls: which of the statement's functions, and how many arguments it has.
    pub invocations: Vec<(u32, usize)>,
    /// What [`Op::NextValue`] draws from.
    pub generators: Vec<Drawn>,
    /// How the sources' rows are stored; none for a source whose rows are values.
    pub sources: Vec<Option<Arc<StoredRows>>>,
    /// Registers that must hold these values before the code runs, and which it never writes.
    pub constants: Vec<(Reg, Value)>,
    /// One past the greatest register that the code uses.
    pub registers: Reg,
    /// The estimated cost of the statement.
    pub cost: f64,
}

impl Code {
    /// The source and the column that an expression is, if it is nothing more.
    #[inline]
    pub fn column_of(&self, piece: Piece) -> Option<(usize, usize)> {
        match self.ops.get(piece.start as usize..)? {
            [Op::Column { source, column, .. }, Op::End, ..] => Some((*source as usize, *column as usize)),
            _ => None,
        }
    }
}

/// What values are drawn from.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// A sequence or an identity column.
    Generator(Arc<Generator>),
    /// The rowversions of a database.
    RowVersions(Arc<RowVersions>),
}

/// A conversion.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The value's type.
    pub from: DataType,
    /// The type wanted.
    pub to: DataType,
    /// The style of CONVERT.
    pub style: Option<i32>,
    /// NULL instead of an error.
    pub tolerant: bool,
    /// The table (database.schema.table) and column that the value goes into: a string too long is an error then.
    pub column: Option<(Arc<str>, Arc<str>)>,
}

impl PartialEq for Conversion {
    /// Two conversions differ also by the name of their source's type, which a sql_variant keeps.
    fn eq(&self, other: &Conversion) -> bool {
        let key = |it: &Conversion| (it.from, it.from.is_named_numeric(), it.to, it.style, it.tolerant);
        key(self) == key(other) && self.column == other.column
    }
}

/// A call of a built-in function.
#[derive(Clone)]
pub struct Call {
    /// Which.
    pub function: &'static Function,
    /// The types that binding chose.
    pub signature: Signature,
    /// How many arguments.
    pub count: usize,
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.function.name, self.count)
    }
}
