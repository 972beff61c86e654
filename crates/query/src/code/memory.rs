//! The memory of code while it is built. An expression may have millions of operands, so the lists
//! of instructions and constants ask before they double.

use super::op::{Op, Reg};
use sluice_base::account::Growth;
use sluice_types::{SqlError, Value};

/// The growth of a code's lists. After the first refusal the builder emits no more expressions, and
/// its end reports the error.
pub(super) struct CodeMemory {
    ops: Growth,
    constants: Growth,
    pub(super) result: Result<(), SqlError>,
}

impl Default for CodeMemory {
    fn default() -> CodeMemory {
        CodeMemory { ops: Growth::default(), constants: Growth::default(), result: Ok(()) }
    }
}

impl CodeMemory {
    /// Takes memory for one instruction more than `count`. A refusal (701) is kept in `result`.
    #[inline]
    pub(super) fn reach_ops(&mut self, count: usize) {
        let reached = self.ops.reach((count + 1) * size_of::<Op>());
        self.note(reached.map_err(SqlError::out_of_memory));
    }

    /// Takes memory for one constant more than `count`. A refusal (701) is kept in `result`.
    #[inline]
    pub(super) fn reach_constants(&mut self, count: usize) {
        let reached = self.constants.reach((count + 1) * size_of::<(Reg, Value)>());
        self.note(reached.map_err(SqlError::out_of_memory));
    }

    #[inline]
    fn note(&mut self, reached: Result<(), SqlError>) {
        if reached.is_err() && self.result.is_ok() {
            self.result = reached;
        }
    }
}
