//! Passwords that were right, known again.
//!
//! A password is held against its hash by Argon2id, which takes some 20 MB and tens of milliseconds. So one is looked at at a time, whoever asks; and
//! what has proven right is known again, as long as the instance runs, by a digest under a key of its own: log-ins that are right are quick, and
//! those that guess are not. The time that a wrong one takes is the same for every name, also for one that nobody has.

use sluice_base::random::Random;
use sluice_base::sync::Mutex;
use sluice_catalog::security::PrincipalId;
use sluice_functions::password::{self, HashMemory, MarkKey};
use std::collections::BTreeMap;

/// What the instance knows of passwords that were right.
#[derive(Default)]
pub(crate) struct KnownPasswords {
    known: Mutex<Known>,
    /// Held while a password is held against a hash, for the memory that it takes, which is kept.
    turn: Mutex<HashMemory>,
}

#[derive(Default)]
struct Known {
    /// Made when it is first wanted.
    key: Option<MarkKey>,
    /// By login: what tells its password again while its hash is the same.
    marks: BTreeMap<PrincipalId, Vec<u8>>,
}

impl KnownPasswords {
    /// Whether the password is the one that the login's hash was made of; the hash of nobody is empty. Calls `before_hash` if it takes a hash to know.
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
        // Another connection of the same login may have shown it meanwhile.
        if self.known.lock().fits(id, given, hash) {
            return true;
        }
        before_hash();
        let fits = password::fits_in(given, hash, &mut turn);
        if fits {
            self.known.lock().keep(random, id, given, hash);
        }
        fits
    }
}

impl Known {
    fn fits(&self, id: PrincipalId, given: &str, hash: &[u8]) -> bool {
        let kept = self.key.as_ref().zip(self.marks.get(&id));
        kept.is_some_and(|(key, kept)| *kept == password::mark(key, given, hash))
    }

    /// Where there is no randomness to be had, nothing is kept: a key that can be guessed would give the password away.
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
