//! Random numbers, either from the machine or, in the simulator, derived from a seed.
//!
//! Drawing is fast and takes no lock, so that sessions don't contend. The numbers are not secret: a
//! reader of many numbers may predict the next. `fill_secret` is for secrets.

use crate::splitmix::{STEP, mixed};
use crate::sync::atomic::{AtomicU64, Ordering};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;

/// A source of random numbers for all sessions of an instance. Numbers of a seeded source depend on
/// the seed and the order of draws only.
#[derive(Debug)]
pub struct Random {
    // Keys that make this source's numbers differ from another source with the same number of
    // draws.
    keys: [u64; 2],
    drawn: AtomicU64,
    // Count of sequence numbers handed out.
    counted: AtomicU64,
    is_of_system: bool,
}

impl Random {
    /// Returns a source that is unique across processes.
    pub fn of_system() -> Random {
        // The standard library draws the keys of its hash tables from the system's randomness.
        let key = || RandomState::new().build_hasher().finish();
        Random { drawn: AtomicU64::new(key()), is_of_system: true, ..Random::keyed([key(), key()]) }
    }

    /// Returns a source derived from `seed`. Its n-th number is the same in every run.
    pub fn seeded(seed: u64) -> Random {
        Random { drawn: AtomicU64::new(seed), ..Random::keyed([mixed(seed), mixed(!seed)]) }
    }

    fn keyed(keys: [u64; 2]) -> Random {
        Random { keys, drawn: AtomicU64::new(0), counted: AtomicU64::new(0), is_of_system: false }
    }

    /// Fills `bytes` with unpredictable bytes from the system. Fails if the system has none. A
    /// seeded source derives them from its seed and never fails.
    pub fn fill_secret(&self, bytes: &mut [u8]) -> io::Result<()> {
        if self.is_of_system {
            return system::fill(bytes);
        }
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }

    /// Returns the source's own number and the next number of a sequence that starts at 0. Each
    /// call takes one number.
    pub fn next_in_sequence(&self) -> (u64, u64) {
        (mixed(self.keys[0] ^ self.keys[1]), self.counted.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the next number, uniform over all 64-bit values.
    pub fn next_u64(&self) -> u64 {
        let place = self.drawn.fetch_add(STEP, Ordering::Relaxed);
        mixed(mixed(place ^ self.keys[0]).wrapping_add(self.keys[1]))
    }
}

mod system {
    use std::io;

    /// Fills `bytes` with the kernel's randomness. Waits until the kernel's generator is seeded,
    /// and repeats interrupted calls. Fails with the system's error.
    pub(super) fn fill(mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            // SAFETY: the kernel writes at most as many bytes as the slice has, and this function
            // has exclusive access to them.
            let filled = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
            match usize::try_from(filled) {
                Ok(filled) => bytes = &mut bytes[filled..],
                Err(_) => {
                    let error = io::Error::last_os_error();
                    if error.kind() != io::ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_source_repeats_its_numbers() {
        let draw = |seed| {
            let random = Random::seeded(seed);
            (0..100).map(|_| random.next_u64()).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn secret_fills_all_bytes_and_follows_seed() {
        let draw = |random: &Random| {
            let mut bytes = [0; 37];
            random.fill_secret(&mut bytes).expect("the system has randomness");
            bytes
        };
        assert_eq!(draw(&Random::seeded(3)), draw(&Random::seeded(3)));
        let system = Random::of_system();
        assert_ne!(draw(&system), draw(&system));
        assert!(draw(&system)[32..] != [0; 5] || draw(&system)[32..] != [0; 5]);
    }

    #[test]
    fn system_sources_differ() {
        assert_ne!(Random::of_system().next_u64(), Random::of_system().next_u64());
    }

    #[test]
    fn random_bits_are_set_half_the_time() {
        let random = Random::seeded(1);
        let mut set = [0_u32; 64];
        for _ in 0..10_000 {
            let number = random.next_u64();
            set.iter_mut().enumerate().for_each(|(bit, count)| *count += (number >> bit & 1) as u32);
        }
        assert!(set.iter().all(|count| (4_700..5_300).contains(count)), "{set:?}");
    }
}
