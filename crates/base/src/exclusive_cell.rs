//! A value that one thread at a time uses through a shared reference.
//!
//! The cell is a `RefCell` that can be shared between threads. It doesn't wait: two uses at a time
//! are a fault of the caller and panic. It costs an atomic exchange, so it suits state that moves
//! between threads with its session.

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

/// A value that is borrowed at most once at a time.
#[derive(Default)]
pub struct ExclusiveCell<T> {
    is_borrowed: AtomicBool,
    value: UnsafeCell<T>,
}

/// The only borrow of a cell's value.
pub struct ExclusiveRef<'c, T> {
    cell: &'c ExclusiveCell<T>,
    /// The borrow may be sent and shared as `&mut T` may.
    marker: PhantomData<&'c mut T>,
}

impl<T> ExclusiveCell<T> {
    /// Returns a cell with this value.
    pub fn new(value: T) -> ExclusiveCell<T> {
        ExclusiveCell { is_borrowed: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Borrows the value. Panics if it is borrowed.
    #[inline]
    pub fn borrow(&self) -> ExclusiveRef<'_, T> {
        if self.is_borrowed.swap(true, Ordering::Acquire) {
            already_borrowed();
        }
        ExclusiveRef { cell: self, marker: PhantomData }
    }
}

#[cold]
#[inline(never)]
fn already_borrowed() -> ! {
    panic!("the value is in use")
}

impl<T> Deref for ExclusiveRef<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the flag is set, and only this borrow has set it.
        unsafe { &*self.cell.value.get() }
    }
}

impl<T> DerefMut for ExclusiveRef<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the flag is set, and only this borrow has set it.
        unsafe { &mut *self.cell.value.get() }
    }
}

impl<T> Drop for ExclusiveRef<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.cell.is_borrowed.store(false, Ordering::Release);
    }
}

impl<T> fmt::Debug for ExclusiveCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExclusiveCell").finish_non_exhaustive()
    }
}

// SAFETY: the flag lets one borrow at a time reach the value, so sharing the cell only sends the
// value to another thread.
unsafe impl<T: Send> Sync for ExclusiveCell<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn second_borrow_panics_until_first_ends() {
        let cell = ExclusiveCell::new(1);
        let mut first = cell.borrow();
        *first = 2;
        assert!(catch_unwind(AssertUnwindSafe(|| drop(cell.borrow()))).is_err());
        drop(first);
        assert_eq!(*cell.borrow(), 2);
    }

    #[test]
    fn threads_in_turn_see_each_others_changes() {
        let cell = ExclusiveCell::new(Vec::new());
        std::thread::scope(|scope| {
            for number in 0..3 {
                let added = scope.spawn(|| cell.borrow().push("x")).join();
                assert!(added.is_ok());
                assert_eq!(cell.borrow().len(), number + 1);
            }
        });
    }
}
