//! The stack budget of recursive walks: the bytes left on the calling thread's stack.
//!
//! A walk over a tree whose depth a user decides calls [`is_low`] at each recursive entry and fails
//! with its own error (191, 8631, 8621). A count of levels alone is no bound. Frames of a debug
//! build are several times larger than in a release build, and the library runs on threads of any
//! stack size. PostgreSQL's `check_stack_depth` does the same.
//!
//! Walks that cannot fail (dropping, cloning, collecting columns) have small frames. They run over
//! trees whose height [`has_room_for`] has admitted.

use std::cell::Cell;

/// Whether so little stack is left that a recursive walk must not go deeper.
#[inline]
pub fn is_low() -> bool {
    left() < RESERVE_BYTES
}

/// Whether a walk of `levels` levels with frames of [`LEVEL_BYTES`] fits into the stack.
#[inline]
pub fn has_room_for(levels: usize) -> bool {
    left() >= levels.saturating_mul(LEVEL_BYTES).saturating_add(RESERVE_BYTES)
}

/// Returns the stack bytes left below the caller's frame. 0 means none. The bounds of the stack are
/// found once for each thread.
#[inline]
pub fn left() -> usize {
    let here = 0_u8;
    let here = (&raw const here).addr();
    FLOOR.with(|floor| {
        if floor.get() == 0 {
            floor.set(lowest_address(here));
        }
        here.saturating_sub(floor.get())
    })
}

/// Returns the lowest address of the calling thread's stack. `here` is an address in the current
/// frame.
fn lowest_address(here: usize) -> usize {
    known_lowest_address().filter(|lowest| *lowest > 0 && *lowest < here).unwrap_or(here.saturating_sub(ASSUMED_BYTES))
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn known_lowest_address() -> Option<usize> {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut lowest, mut bytes) = (std::ptr::null_mut(), 0);
    // SAFETY: `pthread_getattr_np` initializes the attributes if it returns 0, and only then are
    // they read and destroyed. The other pointers are to this function's own variables.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let failed = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut lowest, &raw mut bytes) != 0;
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        if failed {
            return None;
        }
    }
    // The main thread's stack may be unlimited, and addresses far below belong to other memory.
    let highest = lowest.addr() + bytes;
    Some(lowest.addr().max(highest.saturating_sub(BYTES_MAX)))
}

#[cfg(target_os = "macos")]
fn known_lowest_address() -> Option<usize> {
    // SAFETY: both functions read the calling thread's own description.
    let (highest, bytes) = unsafe {
        let own = libc::pthread_self();
        (libc::pthread_get_stackaddr_np(own).addr(), libc::pthread_get_stacksize_np(own))
    };
    highest.checked_sub(bytes.min(BYTES_MAX))
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
fn known_lowest_address() -> Option<usize> {
    None
}

thread_local! {
    /// The lowest address of the thread's stack. Zero until first needed.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

/// Stack reserved for code below a recursive entry that doesn't recurse itself, and for walks over
/// the finished tree that cannot fail.
pub const RESERVE_BYTES: usize = if cfg!(debug_assertions) { 384 << 10 } else { 192 << 10 };

/// The largest frame, or group of frames, that a walk over an admitted tree needs per level.
pub const LEVEL_BYTES: usize = if cfg!(debug_assertions) { 6 << 10 } else { 2 << 10 };

/// The assumed stack size of a thread whose limits are unknown.
const ASSUMED_BYTES: usize = 1 << 20;

/// The largest stack size that is trusted.
const BYTES_MAX: usize = 8 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn on_stack<T: Send + 'static>(bytes: usize, run: impl FnOnce() -> T + Send + 'static) -> T {
        thread::Builder::new().stack_size(bytes).spawn(run).expect("a thread starts").join().expect("it ends")
    }

    #[test]
    fn stack_left_is_per_thread() {
        // The system's library may reuse a larger stack of an ended thread.
        let small = on_stack(1 << 20, left);
        let large = on_stack(4 << 20, left);
        assert!((900 << 10..=BYTES_MAX).contains(&small), "{small}");
        assert!((4000 << 10..=BYTES_MAX).contains(&large), "{large}");
    }

    #[test]
    fn recursion_stops_before_stack_overflow() {
        fn deeper(level: usize) -> usize {
            let frame = std::hint::black_box([level; 64]);
            if is_low() { frame[0] } else { deeper(level + 1) }
        }
        for bytes in [1 << 20, 4 << 20] {
            let (room, levels) = on_stack(bytes, || (left() - RESERVE_BYTES, deeper(0)));
            assert!(levels > 100 && levels * size_of::<[usize; 64]>() <= room, "{levels} levels in {room} bytes");
        }
    }

    #[test]
    fn stack_room_is_counted_in_levels() {
        let (some, too_many) = on_stack(2 << 20, || (has_room_for(50), has_room_for(10_000)));
        assert!(some && !too_many);
    }
}
