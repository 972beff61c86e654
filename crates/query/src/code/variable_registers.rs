//! The registers of a program's variables.

use super::op::Reg;
use rpds::VectorSync;
use std::ops::Index;

/// The registers of the variables declared so far, by slot. A clone takes constant time and shares
/// the registers, so each statement of a long program can keep those that it sees.
#[derive(Clone, Default, Debug)]
pub struct VariableRegisters(VectorSync<Reg>);

impl VariableRegisters {
    /// Adds the register of the next slot. Clones don't see it.
    pub fn push(&mut self, register: Reg) {
        self.0.push_back_mut(register);
    }

    /// Returns the registers in the order of slots.
    pub fn iter(&self) -> impl Iterator<Item = Reg> {
        self.0.iter().copied()
    }

    /// Returns the number of slots.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no variable is declared.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Index<usize> for VariableRegisters {
    type Output = Reg;

    /// Returns the register of a slot. Panics beyond the last slot.
    fn index(&self, slot: usize) -> &Reg {
        &self.0[slot]
    }
}

impl FromIterator<Reg> for VariableRegisters {
    fn from_iter<I: IntoIterator<Item = Reg>>(registers: I) -> VariableRegisters {
        VariableRegisters(registers.into_iter().collect())
    }
}
