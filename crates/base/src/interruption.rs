//! Interruption of a thread's work: a flag that another thread raises and that long loops check.
//!
//! A session runs its batch under its own flag ([`enter`]). Code below the session (pattern
//! matching, XPath, the binder, page checks) has no session at hand. Such code calls [`is_raised`],
//! or counts its steps with [`Pace`] or [`paced`]. Interrupted code stops early with an arbitrary
//! result. Its caller checks the flag again and discards that result. No clock is read.

use crate::sync::Arc;
use crate::sync::atomic::{AtomicBool, Ordering};
use std::cell::RefCell;

thread_local! {
    static CURRENT: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Keeps a flag as the thread's flag until it is dropped. The previous flag is then restored.
pub struct Entered(Option<Arc<AtomicBool>>);

/// Makes `flag` the interruption flag of this thread until the result is dropped.
#[must_use]
pub fn enter(flag: Arc<AtomicBool>) -> Entered {
    Entered(CURRENT.with(|current| current.borrow_mut().replace(flag)))
}

/// Returns the interruption flag of this thread. `None` if it has none.
pub(crate) fn current() -> Option<Arc<AtomicBool>> {
    CURRENT.with(|current| current.borrow().clone())
}

/// Whether the thread's work must stop. Costs a few nanoseconds: call it for longer steps, or use a
/// [`Pace`].
pub fn is_raised() -> bool {
    CURRENT.with(|current| current.borrow().as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.with(|current| *current.borrow_mut() = self.0.take());
    }
}

/// Counts the steps of nested loops and checks the flag once every `STEPS` steps.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pace {
    steps: u32,
    is_interrupted: bool,
}

impl Pace {
    /// Counts a step and returns whether the loop must stop. Stays true once it is true.
    #[inline]
    pub fn is_interrupted(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS) {
            self.is_interrupted |= is_raised();
        }
        self.is_interrupted
    }
}

/// Returns `items`, ended early once the work must stop.
pub fn paced<I: Iterator>(items: I) -> impl Iterator<Item = I::Item> {
    let mut pace = Pace::default();
    items.take_while(move |_| !pace.is_interrupted())
}

/// Steps between two checks: some microseconds of the cheapest loop.
const STEPS: u32 = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_flag_is_restored_on_drop() {
        let (outer, inner) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
        assert!(!is_raised());
        let entered = enter(outer);
        assert!(is_raised());
        {
            let _entered = enter(inner);
            assert!(!is_raised());
        }
        assert!(is_raised());
        drop(entered);
        assert!(!is_raised());
    }

    #[test]
    fn paced_iterator_ends_once_flag_is_raised() {
        let flag = Arc::new(AtomicBool::new(false));
        let _entered = enter(Arc::clone(&flag));
        let endless = (0u64..).inspect(|number| {
            if *number == 100_000 {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let seen = paced(endless).count() as u64;
        assert!((100_000..100_000 + 2 * u64::from(STEPS)).contains(&seen), "{seen}");
    }
}
