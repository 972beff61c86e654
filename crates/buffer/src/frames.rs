//! The states of all frames, in address space that is filled as frames are first used. A large pool
//! with few frames in use costs neither memory nor start-up time.
//!
//! Invariant: the first `made` frames are initialised until the pool is dropped. `made` only grows,
//! under `making`, and is stored after the frames that it counts.

use crate::address_space::AddressSpace;
use crate::frame::Frame;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use std::ops::Deref;
use std::ptr::NonNull;

/// The possible frames. Dereferences to a slice of the frames made so far: all frames ever used,
/// and some more. A frame never moves, so references to it stay valid while the pool lives.
pub(crate) struct Frames {
    first: NonNull<Frame>,
    /// The address space that holds the frames from `first`.
    _space: AddressSpace,
    made: AtomicUsize,
    making: Mutex<()>,
    most: usize,
}

impl Frames {
    /// Reserves space for `most` frames. Returns `None` if the system refuses. No frame is made
    /// yet; [`Frames::ensure`] makes them.
    pub(crate) fn new(most: usize) -> Option<Frames> {
        let space = AddressSpace::new(most.checked_mul(size_of::<Frame>())?)?;
        let first = space.at(0).cast();
        let frames = Frames { first, _space: space, made: AtomicUsize::new(0), making: Mutex::new(()), most };
        frames.make_up_to(0);
        Some(frames)
    }

    /// Returns the maximum number of frames.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Makes frame `index`, below the maximum, visible. Returns whether it had to be made.
    #[inline]
    pub(crate) fn ensure(&self, index: u32) -> bool {
        let is_new = index as usize >= self.made.load(Ordering::Relaxed);
        if is_new {
            self.make_up_to(index as usize);
        }
        is_new
    }

    #[cold]
    fn make_up_to(&self, index: usize) {
        assert!(index < self.most, "a frame of this pool");
        let _making = self.making.lock();
        let made = self.made.load(Ordering::Relaxed);
        let enough = (index + 1).next_multiple_of(PIECE).min(self.most);
        for place in made..enough {
            // SAFETY: the address space has space for `most` frames, and `enough` is at most that.
            // No thread sees this frame yet.
            unsafe { self.first.add(place).write(Frame::new()) };
        }
        // Another thread may have made more frames meanwhile.
        self.made.store(made.max(enough), Ordering::Release);
    }
}

impl Deref for Frames {
    type Target = [Frame];

    #[inline]
    fn deref(&self) -> &[Frame] {
        // SAFETY: `made` frames at the start of the allocation are initialised (the invariant), and
        // change only through their atomics and locks.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.made.load(Ordering::Acquire)) }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        for place in 0..*self.made.get_mut() {
            // SAFETY: initialised (the invariant), and dropped once: `&mut self` is the only
            // access.
            unsafe { self.first.add(place).drop_in_place() };
        }
    }
}

// SAFETY: the value owns its frames, which any thread may use.
unsafe impl Send for Frames {}
// SAFETY: as above; `making` guards changes of `made` and of the space behind it.
unsafe impl Sync for Frames {}

/// Number of frames made at once. Under shuttle, pools have few frames, which are made one at a
/// time.
const PIECE: usize = if cfg!(feature = "shuttle") { 1 } else { 256 };

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::frame::PageKey;
    use sluice_base::ids::{DatabaseId, PageId};

    #[test]
    fn frames_are_made_on_use_and_never_move() {
        let frames = Frames::new(600).unwrap();
        assert_eq!((frames.len(), frames.most()), (256, 600));
        let key = PageKey::new(DatabaseId(5), PageId::primary(7));
        frames[255].set_key(key);
        let before = &raw const frames[255];
        frames.ensure(256);
        assert_eq!(frames.len(), 512);
        frames.ensure(599);
        frames.ensure(3);
        assert_eq!(frames.len(), 600, "no more than there may be");
        assert!(frames[255].key() == key && std::ptr::eq(before, &raw const frames[255]));
        assert!(frames[256..].iter().all(|frame| frame.key() == PageKey::NONE && frame.latch.is_free()));
    }

    #[test]
    #[should_panic(expected = "a frame of this pool")]
    fn frame_beyond_maximum_panics() {
        Frames::new(3).unwrap().ensure(3);
    }

    #[test]
    fn concurrent_threads_make_each_frame_once() {
        let frames = Frames::new(2_000).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let frames = &frames;
                scope.spawn(move || {
                    for index in (thread..2_000).step_by(4) {
                        frames.ensure(index);
                        frames[index as usize].count_change();
                    }
                });
            }
        });
        assert!(frames.len() == 2_000 && frames.iter().all(|frame| frame.version() == 1), "no frame was made again");
    }
}
