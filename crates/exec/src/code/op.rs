//! The instructions that expressions and control flow are compiled to.
//!
//! A register machine: registers hold [`Value`](sluice_types::Value)s; variables, constants and intermediate results are
//! registers alike, so that an operand is always just a number. An instruction reads its operands before it writes its
//! result, so that `SET @i += 1` needs no intermediate. Conditions are jumps: "unknown" takes the way of "does not hold".

use sluice_types::Comparison;

/// A register's number.
pub type Reg = u32;
/// An instruction's place in its code.
pub type Pc = u32;

/// One instruction; 16 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// The code ends; a condition's code ends so where it does not hold.
    End,
    /// A condition's code ends so where it holds.
    Accept,
    /// Leaves to the interpreter, for the program's statement of that number; it comes back to the next instruction.
    Statement(u32),
    /// A variable was set: `@@ROWCOUNT` becomes 1 and `@@ERROR` 0.
    Assigned,
    /// A condition was evaluated: `@@ROWCOUNT` and `@@ERROR` become 0.
    Tested,
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes back, unless the batch is to be cancelled: the only place where a loop asks.
    JumpBack(Pc),
    /// Goes on at `to` if the comparison of two int registers holds, or, where `when` is false, does not hold.
    BranchInt {
        /// The comparison.
        op: Comparison,
        /// Which outcome jumps.
        when: bool,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
        /// Where to.
        to: Pc,
    },
    /// As [`Op::BranchInt`], for any two registers of one type.
    Branch {
        /// The comparison.
        op: Comparison,
        /// Which outcome jumps.
        when: bool,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
        /// Where to.
        to: Pc,
    },
    /// Goes on at `to` if the register is NULL, or, where `when` is false, is not.
    BranchNull {
        /// Which outcome jumps.
        when: bool,
        /// What is looked at.
        value: Reg,
        /// Where to.
        to: Pc,
    },
    /// Goes on at `to` if the register holds the bit `when`.
    BranchBit {
        /// Which bit jumps.
        when: bool,
        /// What is looked at.
        value: Reg,
        /// Where to.
        to: Pc,
    },
    /// Copies a register.
    Copy {
        /// To.
        to: Reg,
        /// From.
        from: Reg,
    },
    /// Reads a column of a source's current row, in place.
    Column {
        /// To.
        to: Reg,
        /// The source.
        source: u32,
        /// The column's place in the row.
        column: u32,
    },
    /// The value of a subquery; whether it has a row, if that is what is asked.
    Subquery {
        /// Its number in the statement.
        number: u32,
        /// To.
        to: Reg,
    },
    /// One of the session's figures.
    Global {
        /// To.
        to: Reg,
        /// Which.
        global: sluice_plan::Global,
    },
    /// Sum of two int registers.
    AddInt {
        /// To.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Difference of two int registers.
    SubtractInt {
        /// To.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Sum of two bigint registers.
    AddBigInt {
        /// To.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Any arithmetic; the operator is in [`Code::arithmetic`](super::Code).
    Arithmetic {
        /// Place in the table of arithmetic.
        entry: u16,
        /// To.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// An operator of one operand; it is in [`Code::unary`](super::Code).
    Unary {
        /// Place in that table.
        entry: u16,
        /// To.
        to: Reg,
        /// Of what.
        value: Reg,
    },
    /// A conversion; the types are in [`Code::conversions`](super::Code).
    Convert {
        /// Place in the table of conversions.
        entry: u16,
        /// To.
        to: Reg,
        /// From.
        value: Reg,
    },
    /// As [`Op::Convert`], of what may be a long value.
    ConvertLong {
        /// Place in the table of conversions.
        entry: u16,
        /// To.
        to: Reg,
        /// From.
        value: Reg,
    },
    /// As [`Op::Arithmetic`], of the sum of what may be long values.
    AddLong {
        /// Place in the table of arithmetic.
        entry: u16,
        /// To.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// A value in memory of what may be a long one.
    Whole {
        /// To.
        to: Reg,
        /// From.
        value: Reg,
    },
    /// A value of the type in [`Code::kept`](super::Code) as a variable keeps it.
    Keep {
        /// Place in the table of types.
        entry: u16,
        /// To.
        to: Reg,
        /// From.
        value: Reg,
    },
    /// The next value of one of [`Code::generators`](super::Code).
    NextValue {
        /// Place in the table of generators.
        entry: u32,
        /// To.
        to: Reg,
    },
    /// A user-defined function over registers that follow one another.
    Invoke {
        /// Place in the table of invocations.
        entry: u32,
        /// To.
        to: Reg,
        /// The first argument.
        first: Reg,
    },
    /// A built-in function over registers that follow one another.
    Call {
        /// Place in the table of calls.
        entry: u32,
        /// To.
        to: Reg,
        /// The first argument.
        first: Reg,
    },
}

const _: () = assert!(size_of::<Op>() <= 16);
