//! The processor's counter of time, on processors that have a usable counter.

/// Whether the counter runs at a constant rate at every clock speed and in sleep states.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn is_even() -> bool {
    use std::arch::x86_64::__cpuid;
    const POWER: u32 = 0x8000_0007;
    // "Invariant TSC": bit 8 of EDX.
    __cpuid(0x8000_0000).eax >= POWER && __cpuid(POWER).edx & 1 << 8 != 0
}

/// Reads the counter. The value is meaningful only if [`is_even`] holds.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
pub(crate) fn processor_ticks() -> u64 {
    // SAFETY: every processor of this architecture has the instruction, and it touches no memory.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// Returns true: the counter of this architecture always has a constant rate.
#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(crate) fn is_even() -> bool {
    true
}

/// Reads the counter of the architecture's timer. Its rate is constant and unknown here. The number
/// only grows, on one thread.
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[inline(always)]
pub(crate) fn processor_ticks() -> u64 {
    let ticks: u64;
    // SAFETY: every program may read this register, and reading it touches no memory.
    unsafe { std::arch::asm!("mrs {}, cntvct_el0", out(reg) ticks, options(nomem, nostack, preserves_flags)) };
    ticks
}

/// Returns false: no counter is known for other processors.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn is_even() -> bool {
    false
}

/// Never called, because `is_even` is false.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn processor_ticks() -> u64 {
    0
}
