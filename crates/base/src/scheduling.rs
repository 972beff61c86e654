//! How soon a thread that has been woken gets a processor.

/// The calling thread wants its part of the processors in short turns, or again in turns as long as every thread has. Of threads that are as important, the
/// system runs those first whose turns end first; nobody gets more of the processors for that. Where it knows no such thing, all stays as it is.
#[cfg(target_os = "linux")]
pub fn take_short_turns(are_short: bool) {
    linux::set_turn_ns(if are_short { SHORT_TURN_NS } else { 0 });
}

/// Nobody can ask for that elsewhere.
#[cfg(not(target_os = "linux"))]
pub fn take_short_turns(_are_short: bool) {}

/// The shortest that Linux gives.
#[cfg(target_os = "linux")]
const SHORT_TURN_NS: u64 = 100_000;

#[cfg(target_os = "linux")]
mod linux {
    /// The first version of what the system calls `sched_attr`.
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

    /// Sets the length of the calling thread's turns (Linux 6.12 on; before that it changes nothing); 0 is what is usual.
    pub(super) fn set_turn_ns(turn_ns: u64) {
        let mut attributes = Attributes { size: BYTES, ..Attributes::default() };
        // SAFETY: it writes at most so many bytes, which are this function's own.
        let failed = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attributes, BYTES, 0) } != 0;
        if failed || attributes.policy != libc::SCHED_OTHER as u32 {
            return;
        }
        // The rest, such as its niceness, stays as it is.
        attributes.runtime_ns = turn_ns;
        // SAFETY: it reads as many bytes as the structure says that it has, and keeps none.
        unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    }

    const BYTES: u32 = size_of::<Attributes>() as u32;
}
