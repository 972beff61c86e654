//! The plan and the step that a session runs.

/// The running plan and step in one word, so that a reader never combines a plan with another
/// plan's step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Running(pub(crate) u64);

impl Running {
    /// Returns the plan with this number, at no step.
    pub fn of_plan(number: u64) -> Running {
        Running(number << STEP_BITS)
    }

    /// Returns the step with this number in the same plan.
    #[inline]
    pub fn at(self, step: u32) -> Running {
        let step = u64::from(step).min(STEPS_MAX - 1) + 1;
        Running(self.0 & !STEPS_MAX | step)
    }

    /// Whether there is a plan: false before the first run of a session.
    #[inline]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Returns the number of the plan; 0 without a plan.
    pub fn plan(self) -> u64 {
        self.0 >> STEP_BITS
    }

    /// Number of the step in its plan, from 0. `None` if the plan runs no step.
    pub fn step(self) -> Option<usize> {
        (self.0 & STEPS_MAX).checked_sub(1).map(|step| step as usize)
    }
}

/// Bits of the step number. Greater step numbers are shown as the greatest.
const STEP_BITS: u32 = 20;
const STEPS_MAX: u64 = (1 << STEP_BITS) - 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_word_combines_plan_and_step() {
        let plan = Running::of_plan(7);
        assert_eq!((plan.plan(), plan.step()), (7, None));
        assert_eq!((plan.at(0).plan(), plan.at(0).step()), (7, Some(0)));
        assert_eq!((plan.at(5).at(3).plan(), plan.at(5).at(3).step()), (7, Some(3)));
        let far = plan.at(u32::MAX);
        assert_eq!((far.plan(), far.step()), (7, Some(STEPS_MAX as usize - 1)));
        assert!(!Running::default().is_some() && plan.is_some());
    }
}
