//! Threads lent by a layer above. This crate starts no threads.

/// Runs several tasks at the same time.
pub trait Crew: Send + Sync {
    /// Returns the number of tasks that can run at once, at least one.
    fn size(&self) -> usize;

    /// Runs each task once, in any order or all at the same time, and returns when all are done. A
    /// task never waits for another task.
    fn run(&self, tasks: &mut [Task<'_>]);
}

/// A unit of work for a [`Crew`].
pub type Task<'a> = &'a mut (dyn FnMut() + Send);

/// A crew that consists of the calling thread: it runs the tasks one after the other.
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
