//! Compiled expressions: instructions, the builder that emits them and the machine that runs them.

pub mod op;

pub mod row;

pub mod frame;

pub mod context;

pub mod subqueries;

pub mod tables;

mod builder;
mod memory;
mod run;
mod variable_registers;

pub use builder::{Builder, Piece};
pub use frame::{Frame, Globals};
pub use op::{Op, Pc, Reg};
pub use row::Row;
pub use run::{Exit, global_value, run, run_here};
pub use subqueries::{NoSubqueries, Subqueries};
pub use tables::{Code, Conversion, Drawn, GrantEstimate};
pub use variable_registers::VariableRegisters;
