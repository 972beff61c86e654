//! The counter that a processor has for time, where it has one that can be used for that.

/// Whether the processor counts evenly, whatever its pace, also while it sleeps.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn is_even() -> bool {
    use std::arch::x86_64::__cpuid;
    const POWER: u32 = 0x8000_0007;
    // "Invariant TSC": bit 8 of EDX.
    __cpuid(0x8000_0000).eax >= POWER && __cpuid(POWER).edx & 1 << 8 != 0
}

/// The processor's counter; of no meaning where it is not even.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
pub(crate) fn processor_ticks() -> u64 {
    // SAFETY: every processor of this architecture has the instruction, and it touches no memory.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// The architecture's counter always is.
#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(crate) fn is_even() -> bool {
    true
}

/// The counter of the architecture's timer.
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[inline(always)]
pub(crate) fn processor_ticks() -> u64 {
    let ticks: u64;
    // SAFETY: the register can be read by every program, and reading it touches no memory.
    unsafe { std::arch::asm!("mrs {}, cntvct_el0", out(reg) ticks, options(nomem, nostack, preserves_flags)) };
    ticks
}

/// No counter is known of other processors.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn is_even() -> bool {
    false
}

/// Never asked for.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn processor_ticks() -> u64 {
    0
}
