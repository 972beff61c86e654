//! A cache of verified passwords.
//!
//! Verifying a password with Argon2id takes about 20 MB of memory and tens of milliseconds. So
//! verifications run one at a time. A verified password is cached while the instance runs, as a
//! digest under a random key: correct log-ins are then fast, and guesses stay slow. A wrong
//! password takes the same time for every name, including unknown names.
//!
//! The memory of the hash is kept for the next one, since allocating it takes a third of the hash's
//! time, and is charged to the clerk of connections. The lazy writer drops it once no hash was
//! computed for [`IDLE`].

use sluice_base::memory::{Clerk, HeapCharge, MemoryBroker};
use sluice_base::random::Random;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::security::PrincipalId;
use sluice_functions::password::{self, HashMemory, MarkKey};
use std::collections::BTreeMap;
use std::time::Duration;

/// The passwords that were verified while the instance runs. `known` has their digests, by login.
pub(crate) struct KnownPasswords {
    known: Mutex<VerifiedMarks>,
    /// Held during a verification.
    turn: Mutex<Verification>,
    /// The number of hashes computed.
    hashes: AtomicU64,
}

/// The memory of the hash, which is reused.
struct Verification {
    memory: HashMemory,
    charge: HeapCharge,
}

impl Verification {
    /// Charges the present memory.
    fn charge(&self) {
        self.charge.add(self.memory.bytes() as i64 - self.charge.bytes() as i64);
    }
}

#[derive(Default)]
struct VerifiedMarks {
    /// The random key, created on first use.
    key: Option<MarkKey>,
    /// The digest of each login's verified password, valid while its hash is unchanged.
    marks: BTreeMap<PrincipalId, Vec<u8>>,
}

impl KnownPasswords {
    /// Returns an empty cache. The memory of hashes is charged to the clerk of connections.
    pub(crate) fn new(broker: &Arc<MemoryBroker>) -> KnownPasswords {
        let turn = Verification { memory: HashMemory::default(), charge: HeapCharge::new(broker, Clerk::Buffers) };
        KnownPasswords { known: Mutex::default(), turn: Mutex::new(turn), hashes: AtomicU64::new(0) }
    }

    /// Returns whether the password matches `hash`. An unknown login has an empty hash. Calls
    /// `before_hash` if a hash must be computed. A password verified before needs no hash. Hashes
    /// are computed one after another; a match is remembered.
    pub(crate) fn fits(
        &self,
        random: &Random,
        (id, hash): (PrincipalId, &[u8]),
        given: &str,
        before_hash: impl FnOnce(),
    ) -> bool {
        if self.known.lock().fits(id, given, hash) {
            return true;
        }
        let mut turn = self.turn.lock();
        // Another connection of the login may have verified it meanwhile.
        if self.known.lock().fits(id, given, hash) {
            return true;
        }
        before_hash();
        self.hashes.fetch_add(1, Ordering::Relaxed);
        turn.memory.allocate();
        turn.charge();
        let fits = password::fits_in(given, hash, &mut turn.memory);
        turn.charge();
        if fits {
            self.known.lock().keep(random, id, given, hash);
        }
        fits
    }
}

/// Drops the memory of an idle hash. For one thread, which calls [`IdleHash::look`] now and then.
#[derive(Default)]
pub(crate) struct IdleHash {
    hashes: u64,
    since_ns: u64,
}

impl IdleHash {
    /// Drops the memory if no hash was computed for [`IDLE`] before `now_ns`. A hash that runs is
    /// left alone.
    pub(crate) fn look(&mut self, passwords: &KnownPasswords, now_ns: u64) {
        let hashes = passwords.hashes.load(Ordering::Relaxed);
        if hashes != self.hashes {
            (self.hashes, self.since_ns) = (hashes, now_ns);
        } else if u128::from(now_ns - self.since_ns) >= IDLE.as_nanos()
            && let Some(mut turn) = passwords.turn.try_lock()
        {
            turn.memory = HashMemory::default();
            turn.charge();
        }
    }
}

impl VerifiedMarks {
    fn fits(&self, id: PrincipalId, given: &str, hash: &[u8]) -> bool {
        let kept = self.key.as_ref().zip(self.marks.get(&id));
        kept.is_some_and(|(key, kept)| *kept == password::mark(key, given, hash))
    }

    /// Caches a verified password. Without randomness nothing is cached: a guessable key would
    /// reveal the password.
    fn keep(&mut self, random: &Random, id: PrincipalId, given: &str, hash: &[u8]) {
        if self.key.is_none() {
            let mut key = MarkKey::default();
            self.key = random.fill_secret(&mut key).ok().map(|()| key);
        }
        if let Some(key) = &self.key {
            self.marks.insert(id, password::mark(key, given, hash));
        }
    }
}

/// The time without a hash after which its memory is dropped.
const IDLE: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_catalog::security::ids;

    #[test]
    fn hash_memory_is_dropped_when_idle() {
        let broker = MemoryBroker::new(1 << 30);
        let passwords = KnownPasswords::new(&broker);
        let mut idle = IdleHash::default();
        let second = 1_000_000_000;
        let is_kept = |passwords: &KnownPasswords| !passwords.turn.lock().memory.is_empty();
        assert!(!passwords.fits(&Random::seeded(1), (ids::SERVER_PUBLIC, &[]), "guess", || ()));
        idle.look(&passwords, 10 * second);
        idle.look(&passwords, 11 * second);
        assert!(is_kept(&passwords));
        assert!(broker.held_by(Clerk::Buffers) >= 19 << 20);
        idle.look(&passwords, 12 * second);
        assert!(!is_kept(&passwords));
        assert_eq!(broker.held_by(Clerk::Buffers), 0);
    }
}
