//! Time slices and processor time of threads. A thread with short slices, such as the one that
//! accepts connections, runs soon after it is woken although other threads compute.

/// Makes the system schedule the calling thread in short time slices, or in default time slices
/// again. Among threads of equal priority, Linux first runs the thread whose slice ends first. The
/// thread's share of the processors stays the same. Older kernels ignore the call.
#[cfg(target_os = "linux")]
pub fn take_short_turns(are_short: bool) {
    linux::set_turn_ns(if are_short { SHORT_TURN_NS } else { 0 });
}

/// Not available on this platform: does nothing.
#[cfg(not(target_os = "linux"))]
pub fn take_short_turns(_are_short: bool) {}

/// Returns the processor time that the calling thread has used, in nanoseconds. Elsewhere than on
/// Linux, returns the time of the machine's clock.
pub(crate) fn thread_time_ns() -> u64 {
    #[cfg(target_os = "linux")]
    return linux::thread_time_ns();
    #[cfg(not(target_os = "linux"))]
    crate::signal::now_ns()
}

/// Returns the id of the calling thread in the operating system; 0 elsewhere than on Linux.
#[inline]
pub fn thread_id() -> u32 {
    #[cfg(target_os = "linux")]
    return linux::thread_id();
    #[cfg(not(target_os = "linux"))]
    0
}

/// The shortest time slice that Linux accepts.
#[cfg(target_os = "linux")]
const SHORT_TURN_NS: u64 = 100_000;

#[cfg(target_os = "linux")]
mod linux {
    use std::cell::Cell;

    thread_local! {
        /// The id of the thread; 0 before the first question.
        static THREAD_ID: Cell<u32> = const { Cell::new(0) };
    }

    /// Returns the id of the calling thread, which the system is asked for once.
    #[inline]
    pub(super) fn thread_id() -> u32 {
        match THREAD_ID.get() {
            0 => ask_thread_id(),
            known => known,
        }
    }

    #[cold]
    fn ask_thread_id() -> u32 {
        // SAFETY: the call takes no argument and can't fail.
        let id = unsafe { libc::syscall(libc::SYS_gettid) };
        THREAD_ID.set(id as u32);
        id as u32
    }

    /// The first version of the kernel's `sched_attr`.
    #[repr(C)]
    #[derive(Default)]
    struct Attributes {
        size: u32,
        policy: u32,
        flags: u64,
        nice: i32,
        priority: u32,
        runtime_ns: u64,
        deadline_ns: u64,
        period_ns: u64,
    }

    /// Sets the time slice of the calling thread; 0 restores the default. Has no effect before
    /// Linux 6.12. Other attributes of the thread stay. Errors are ignored.
    pub(super) fn set_turn_ns(turn_ns: u64) {
        let mut attributes = Attributes { size: BYTES, ..Attributes::default() };
        // SAFETY: the call writes at most `BYTES` bytes, which this function owns.
        let failed = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attributes, BYTES, 0) } != 0;
        if failed || attributes.policy != libc::SCHED_OTHER as u32 {
            return;
        }
        // Other attributes, such as niceness, keep their values.
        attributes.runtime_ns = turn_ns;
        // SAFETY: the call reads as many bytes as the structure's size field says, and keeps no
        // pointer.
        unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    }

    /// Returns the processor time of the calling thread since its start, in nanoseconds.
    pub(super) fn thread_time_ns() -> u64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the call writes the structure that it is given, and nothing else.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
        time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
    }

    const BYTES: u32 = size_of::<Attributes>() as u32;
}
