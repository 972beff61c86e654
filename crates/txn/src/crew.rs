//! Threads that a layer above lends for a piece of work: this crate starts none.

/// Whoever can run several tasks at the same time.
pub trait Crew: Send + Sync {
    /// How many tasks it can run at once, at least one.
    fn size(&self) -> usize;

    /// Runs each task once, in any order or all at the same time, and returns when all are done. One task never waits for
    /// another.
    fn run(&self, tasks: &mut [Task<'_>]);
}

/// A piece of work for a [`Crew`].
pub type Task<'a> = &'a mut (dyn FnMut() + Send);

/// A crew of the caller alone: one task after the other, in their order.
#[derive(Clone, Copy, Default, Debug)]
pub struct Alone;

impl Crew for Alone {
    fn size(&self) -> usize {
        1
    }

    fn run(&self, tasks: &mut [Task<'_>]) {
        tasks.iter_mut().for_each(|task| task());
    }
}
