//! Interruption of a thread's work: a flag that another thread raises, and that long loops look at.
//!
//! A session runs its batch under its own flag ([`enter`]). Code below the session (pattern matching, XPath, the binder,
//! checks of pages) has no session to ask: it asks [`is_raised`], or counts its steps with [`Pace`] or [`paced`]. It then
//! stops early with any result; its caller asks again and drops the result. No clock is read.

use crate::sync::Arc;
use crate::sync::atomic::{AtomicBool, Ordering};
use std::cell::RefCell;

thread_local! {
    static CURRENT: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Keeps a flag the thread's until it is dropped; then the flag before it counts again.
pub struct Entered(Option<Arc<AtomicBool>>);

/// Makes `flag` interrupt what this thread does from now on.
#[must_use]
pub fn enter(flag: Arc<AtomicBool>) -> Entered {
    Entered(CURRENT.with(|current| current.borrow_mut().replace(flag)))
}

/// Whether the thread's work is to stop. Costs a few nanoseconds: for steps that take longer, or by a [`Pace`].
pub fn is_raised() -> bool {
    CURRENT.with(|current| current.borrow().as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.with(|current| *current.borrow_mut() = self.0.take());
    }
}

/// Counts the steps of a loop and of those within it, and asks once in `STEPS` of them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pace {
    steps: u32,
    is_interrupted: bool,
}

impl Pace {
    /// One more step: whether the loop is to stop. Once it is, it stays so.
    #[inline]
    pub fn is_interrupted(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS) {
            self.is_interrupted |= is_raised();
        }
        self.is_interrupted
    }
}

/// `items`, which end early once the work is to stop.
pub fn paced<I: Iterator>(items: I) -> impl Iterator<Item = I::Item> {
    let mut pace = Pace::default();
    items.take_while(move |_| !pace.is_interrupted())
}

/// Steps between two questions: some microseconds of the cheapest loop.
const STEPS: u32 = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flag_counts_while_entered_and_the_outer_one_again() {
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
    fn paced_items_end_once_flag_is_raised() {
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
