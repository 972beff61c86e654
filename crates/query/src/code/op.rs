//! The instructions of compiled expressions and control flow.
//!
//! The machine has registers that hold [`Value`](sluice_types::Value)s. Variables, constants and
//! intermediate results are all registers, so an operand is a register's number. An instruction
//! reads its operands before it writes its result, so `SET @i += 1` needs no intermediate register.
//! Conditions are jumps; UNKNOWN jumps like FALSE.

use sluice_types::Comparison;

/// A register's index in the frame.
pub type Reg = u32;
/// An instruction's position in its code.
pub type Pc = u32;

/// An instruction, at most 16 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Ends the code. For a condition: it doesn't hold.
    End,
    /// Ends the code of a condition that holds.
    Accept,
    /// Returns to the interpreter, which runs the program's statement of that number and resumes at
    /// the next instruction.
    Statement(u32),
    /// Ends the assignment of a variable: `@@ROWCOUNT` becomes 1 and `@@ERROR` 0.
    Assigned,
    /// Ends the evaluation of a condition: `@@ROWCOUNT` and `@@ERROR` become 0.
    Tested,
    /// Jumps.
    Jump(Pc),
    /// Jumps backwards, unless the batch is cancelled. Loops check for cancellation only here.
    JumpBack(Pc),
    /// Jumps to `to` if the comparison of two int registers has the outcome `when`.
    BranchInt {
        /// The comparison.
        op: Comparison,
        /// Which outcome jumps.
        when: bool,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
        /// Target.
        to: Pc,
    },
    /// Like [`Op::BranchInt`], for any two registers of the same type.
    Branch {
        /// The comparison.
        op: Comparison,
        /// Which outcome jumps.
        when: bool,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
        /// Target.
        to: Pc,
    },
    /// Jumps to `to` if the register is NULL (`when`) or isn't NULL (`!when`).
    BranchNull {
        /// Which outcome jumps.
        when: bool,
        /// Tested register.
        value: Reg,
        /// Target.
        to: Pc,
    },
    /// Jumps to `to` if the register holds the bit `when`.
    BranchBit {
        /// Which bit jumps.
        when: bool,
        /// Tested register.
        value: Reg,
        /// Target.
        to: Pc,
    },
    /// Copies a register.
    Copy {
        /// Target register.
        to: Reg,
        /// Source register.
        from: Reg,
    },
    /// Reads a column of a source's current row, in place.
    Column {
        /// Target register.
        to: Reg,
        /// The source.
        source: u32,
        /// Position of the column in the row.
        column: u32,
    },
    /// Computes a subquery's value, or for EXISTS whether it has a row.
    Subquery {
        /// Its number in the statement.
        number: u32,
        /// Target register.
        to: Reg,
    },
    /// Reads a session figure.
    Global {
        /// Target register.
        to: Reg,
        /// The figure.
        global: sluice_plan::Global,
    },
    /// Adds two int registers.
    AddInt {
        /// Target register.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Subtracts two int registers.
    SubtractInt {
        /// Target register.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Adds two bigint registers.
    AddBigInt {
        /// Target register.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Evaluates any binary operator of [`Code::arithmetic`](super::Code).
    Arithmetic {
        /// Index into `arithmetic`.
        entry: u16,
        /// Target register.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Evaluates a unary operator of [`Code::unary`](super::Code).
    Unary {
        /// Index into `unary`.
        entry: u16,
        /// Target register.
        to: Reg,
        /// Operand.
        value: Reg,
    },
    /// Converts a value; the types are in [`Code::conversions`](super::Code).
    Convert {
        /// Index into `conversions`.
        entry: u16,
        /// Target register.
        to: Reg,
        /// Source register.
        value: Reg,
    },
    /// Like [`Op::Convert`], for a value that may be long.
    ConvertLong {
        /// Index into `conversions`.
        entry: u16,
        /// Target register.
        to: Reg,
        /// Source register.
        value: Reg,
    },
    /// Adds two values that may be long.
    AddLong {
        /// Index into `arithmetic`.
        entry: u16,
        /// Target register.
        to: Reg,
        /// Left side.
        left: Reg,
        /// Right side.
        right: Reg,
    },
    /// Reads a value that may be long into memory.
    Whole {
        /// Target register.
        to: Reg,
        /// Source register.
        value: Reg,
    },
    /// Copies a value for a variable, so that it outlives the statement. The type is in
    /// [`Code::kept`](super::Code).
    Keep {
        /// Index into `kept`.
        entry: u16,
        /// Target register.
        to: Reg,
        /// Source register.
        value: Reg,
    },
    /// Draws the next value of one of [`Code::generators`](super::Code).
    NextValue {
        /// Index into `generators`.
        entry: u32,
        /// Target register.
        to: Reg,
    },
    /// Calls a user-defined function with consecutive registers as arguments.
    Invoke {
        /// Index into `invocations`.
        entry: u32,
        /// Target register.
        to: Reg,
        /// Register of the first argument.
        first: Reg,
    },
    /// Calls a built-in function with consecutive registers as arguments.
    Call {
        /// Index into `calls`.
        entry: u32,
        /// Target register.
        to: Reg,
        /// Register of the first argument.
        first: Reg,
    },
}

impl Op {
    /// Returns the register that a forgiven arithmetic error sets to NULL (ARITHABORT and
    /// ANSI_WARNINGS OFF); `None` for an instruction that can't fail with such an error.
    pub(super) fn arithmetic_result(self) -> Option<Reg> {
        match self {
            Op::AddInt { to, .. }
            | Op::SubtractInt { to, .. }
            | Op::AddBigInt { to, .. }
            | Op::Arithmetic { to, .. }
            | Op::Unary { to, .. }
            | Op::Convert { to, .. }
            | Op::ConvertLong { to, .. }
            | Op::Call { to, .. } => Some(to),
            _ => None,
        }
    }
}

const _: () = assert!(size_of::<Op>() <= 16);
