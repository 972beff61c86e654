//! A value kept together with what borrows it.
//!
//! A suspended query owns its compiled statement, and its cursors borrow that statement. Rust has
//! no lifetime for a field that borrows its neighbour. [`Borrowed`] has one: callers see the
//! borrower only inside a closure that is generic over the lifetime, so that nothing of it gets
//! out.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// A type with a lifetime for what it borrows.
pub trait Borrower {
    /// The type that borrows for `'o`.
    type Of<'o>;
}

/// An owner and a value that borrows it. The borrower is dropped first.
pub struct Borrowed<O, B: Borrower> {
    /// Borrows `owner`. The lifetime is never `'static`; it stands for that of `self`.
    borrower: ManuallyDrop<B::Of<'static>>,
    /// Made by `Box::leak`. A `Box` would claim that nothing else refers to the owner.
    owner: NonNull<O>,
    owns: PhantomData<O>,
}

/// Frees a leaked owner, also if making its borrower fails or panics.
struct Leaked<O>(NonNull<O>);

impl<O, B: Borrower> Borrowed<O, B> {
    /// Keeps `owner` and the value that `borrow` makes from it. Returns the error of `borrow`.
    /// `owner` is moved to the heap, so its address stays. On an error it is dropped.
    pub fn new<E>(owner: O, borrow: impl for<'o> FnOnce(&'o O) -> Result<B::Of<'o>, E>) -> Result<Self, E> {
        let leaked = Leaked(NonNull::from(Box::leak(Box::new(owner))));
        // SAFETY: the owner lives until `leaked` or the result is dropped, and is only shared.
        let borrower = ManuallyDrop::new(borrow(unsafe { leaked.0.as_ref() })?);
        // SAFETY: both types differ in a lifetime only, so they have the same layout. The original
        // is in a `ManuallyDrop` and isn't used again.
        let borrower = unsafe { (&raw const borrower).cast::<ManuallyDrop<B::Of<'static>>>().read() };
        let owner = leaked.0;
        std::mem::forget(leaked);
        Ok(Borrowed { borrower, owner, owns: PhantomData })
    }

    /// Calls `work` with the owner and the borrower. The closure can't keep a part of either,
    /// except owned values.
    pub fn with<R>(&mut self, work: impl for<'o> FnOnce(&'o O, &mut B::Of<'o>) -> R) -> R {
        // SAFETY: the owner lives as long as `self`, and is only shared.
        let owner = unsafe { self.owner.as_ref() };
        // SAFETY: the types differ in a lifetime only. `work` accepts every lifetime, so it can
        // neither keep a part of the borrower nor put anything into it that lives shorter than the
        // owner.
        let borrower = unsafe { &mut *(&raw mut self.borrower).cast::<B::Of<'_>>() };
        work(owner, borrower)
    }
}

impl<O, B: Borrower> Drop for Borrowed<O, B> {
    fn drop(&mut self) {
        let _leaked = Leaked(self.owner);
        // SAFETY: the borrower isn't used again. The owner is freed after it, also if the drop
        // panics.
        unsafe { ManuallyDrop::drop(&mut self.borrower) };
    }
}

impl<O> Drop for Leaked<O> {
    fn drop(&mut self) {
        // SAFETY: the pointer comes from `Box::leak`, and no borrower is left.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: the owner and the borrower move together, and both may be sent. A borrower with a
// reference to the owner may be sent only if the owner is `Sync`.
unsafe impl<O: Send, B: Borrower> Send for Borrowed<O, B> where for<'o> B::Of<'o>: Send {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    struct Words;

    impl Borrower for Words {
        type Of<'o> = Box<dyn Iterator<Item = &'o str> + Send + 'o>;
    }

    fn words(text: &str) -> Borrowed<String, Words> {
        let split =
            Borrowed::new(text.to_owned(), |text| Ok::<<Words as Borrower>::Of<'_>, ()>(Box::new(text.split(' '))));
        split.unwrap()
    }

    #[test]
    fn borrower_survives_moves_between_threads() {
        let mut words = words("one two three");
        assert_eq!(words.with(|_, words| words.next().map(str::len)), Some(3));
        let moved = Box::new(words);
        let rest = std::thread::spawn(move || {
            let mut words = *moved;
            words.with(|owner, words| (owner.len(), words.map(str::to_owned).collect::<Vec<_>>()))
        });
        assert_eq!(rest.join().unwrap(), (13, vec!["two".to_owned(), "three".to_owned()]));
    }

    /// Notes its drop, and that the owner is still there.
    struct Noting<'o>(&'o Noted);
    struct Noted(Rc<RefCell<Vec<&'static str>>>);
    struct Notes;

    impl Borrower for Notes {
        type Of<'o> = Noting<'o>;
    }

    impl Drop for Noting<'_> {
        fn drop(&mut self) {
            self.0.0.borrow_mut().push("borrower");
        }
    }

    impl Drop for Noted {
        fn drop(&mut self) {
            self.0.borrow_mut().push("owner");
        }
    }

    #[test]
    fn borrower_is_dropped_before_owner() {
        let notes = Rc::new(RefCell::new(Vec::new()));
        let kept = Borrowed::<_, Notes>::new(Noted(Rc::clone(&notes)), |owner| Ok::<_, ()>(Noting(owner)));
        assert!(notes.borrow().is_empty());
        drop(kept);
        assert_eq!(*notes.borrow(), ["borrower", "owner"]);
    }

    #[test]
    fn failed_borrow_frees_owner() {
        let notes = Rc::new(RefCell::new(Vec::new()));
        let kept = Borrowed::<_, Notes>::new(Noted(Rc::clone(&notes)), |_| Err("no"));
        assert_eq!(kept.err(), Some("no"));
        assert_eq!(*notes.borrow(), ["owner"]);
    }
}
