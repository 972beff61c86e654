//! Stores passwords as Argon2id hashes (RFC 9106), which cost an attacker memory for each guess.
//! Numbers are little-endian. Comparing takes as long for an unknown hash as for a wrong password.
//!
//! A hash is version u8 (1), memory in KB u32, passes u32, lanes u32, 16 bytes of salt, 32 bytes of
//! tag. Salts must differ but need not be secret.
//!
//! Hashes that SQL Server made are accepted too, so that logins can be moved
//! (`t-sql/statements/create-login-transact-sql.md`, HASHED): version u16 (1 or 2), 4 bytes of
//! salt, and the digest of the UTF-16 password and the salt, SHA-1 (20 bytes) or SHA-512 (64
//! bytes).

use argon2::{Algorithm, Argon2, Block, Params, Version};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};
use sluice_base::random::Random;

/// The memory of a hash, kept for the next one: allocating it anew takes longer than the hash.
#[derive(Default)]
pub struct HashMemory(Vec<Block>);

impl HashMemory {
    /// Allocates the memory of a hash that [`hash`] has made, unless there is some.
    pub fn allocate(&mut self) {
        let params = Params::new(MEMORY_KB, PASSES, LANES, Some(TAG_BYTES));
        let blocks = params.map_or(0, |params| params.block_count());
        if self.0.len() < blocks {
            self.0.resize(blocks, Block::default());
        }
    }

    /// Returns the bytes of the memory.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Block>()
    }

    /// Whether no memory is kept for the next hash.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the hash of a password, with a new salt. If the memory for it cannot be had, the tag is
/// left out, and no password fits such a hash.
pub fn hash(password: &str, random: &Random) -> Vec<u8> {
    let mut made = Vec::with_capacity(HASH_BYTES);
    made.push(VERSION);
    for cost in [MEMORY_KB, PASSES, LANES] {
        made.extend_from_slice(&cost.to_le_bytes());
    }
    made.extend_from_slice(&random.next_u64().to_le_bytes());
    made.extend_from_slice(&random.next_u64().to_le_bytes());
    let tag = tag(password, (MEMORY_KB, PASSES, LANES), &made[SALT..TAG], &mut HashMemory::default());
    made.extend_from_slice(&tag.unwrap_or_default());
    made
}

/// Returns whether the password matches `hash`. For an invalid hash the same time is spent, so that
/// the duration doesn't reveal which logins exist.
pub fn fits(password: &str, hash: &[u8]) -> bool {
    fits_in(password, hash, &mut HashMemory::default())
}

/// Like [`fits`], in reused memory. The costs are those that the hash names. A hash of unknown form
/// fits no password, but as much time is spent on it.
pub fn fits_in(password: &str, hash: &[u8], memory: &mut HashMemory) -> bool {
    let cost = |place: usize| {
        let bytes = hash.get(1 + 4 * place..5 + 4 * place)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let known = hash.len() == HASH_BYTES && hash[0] == VERSION;
    let costs = cost(0).zip(cost(1)).zip(cost(2)).map(|((memory, passes), lanes)| (memory, passes, lanes));
    let (Some(costs), true) = (costs, known) else {
        let _ = std::hint::black_box(tag(password, (MEMORY_KB, PASSES, LANES), &[0; TAG - SALT], memory));
        return match kind(hash) {
            Some(kind @ (HashKind::Sha1 | HashKind::Sha512)) => {
                same_bytes(&sql_digest(kind, password, &hash[SQL_SALT..SQL_DIGEST]), &hash[SQL_DIGEST..])
            }
            _ => false,
        };
    };
    let made = tag(password, costs, &hash[SALT..TAG], memory);
    made.is_some_and(|made| same_bytes(&made, &hash[TAG..]))
}

/// The algorithm of a password's hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HashKind {
    /// This module's own.
    Argon2id,
    /// SQL Server 2000 to 2008 R2.
    Sha1,
    /// SQL Server 2012 and later.
    Sha512,
}

/// Returns the kind of a hash, or `None` if the bytes are no hash that [`fits`] can compare. A hash
/// of this module has its own costs, since a log-in pays them.
pub fn kind(hash: &[u8]) -> Option<HashKind> {
    let costs: Vec<u8> = [MEMORY_KB, PASSES, LANES].iter().flat_map(|cost| cost.to_le_bytes()).collect();
    match hash {
        [1, 0, ..] if hash.len() == SQL_DIGEST + 20 => Some(HashKind::Sha1),
        [2, 0, ..] if hash.len() == SQL_DIGEST + 64 => Some(HashKind::Sha512),
        [VERSION, rest @ ..] if hash.len() == HASH_BYTES && rest.starts_with(&costs) => Some(HashKind::Argon2id),
        _ => None,
    }
}

/// Returns the digest of a hash that SQL Server made.
fn sql_digest(kind: HashKind, password: &str, salt: &[u8]) -> Vec<u8> {
    let units: Vec<u8> = password.encode_utf16().flat_map(u16::to_le_bytes).collect();
    match kind {
        HashKind::Sha1 => Sha1::new().chain_update(&units).chain_update(salt).finalize().to_vec(),
        _ => Sha512::new().chain_update(&units).chain_update(salt).finalize().to_vec(),
    }
}

/// Whether the bytes are equal. Compares all of them, so that the duration doesn't depend on the
/// first difference.
fn same_bytes(own: &[u8], kept: &[u8]) -> bool {
    own.len() == kept.len() && own.iter().zip(kept).fold(0, |difference, (own, kept)| difference | (own ^ kept)) == 0
}

/// Returns a digest that identifies a password verified against `hash`. Fast to compute, and
/// useless without the secret `key`.
pub fn mark(key: &MarkKey, password: &str, hash: &[u8]) -> Vec<u8> {
    // Unambiguous, because key and hash have fixed lengths.
    Sha256::new().chain_update(key).chain_update(hash).chain_update(password).finalize().to_vec()
}

/// Returns the Argon2id tag; `None` if Argon2 rejects the costs.
fn tag(
    password: &str,
    (memory_kb, passes, lanes): (u32, u32, u32),
    salt: &[u8],
    memory: &mut HashMemory,
) -> Option<[u8; TAG_BYTES]> {
    let params = Params::new(memory_kb.min(MEMORY_KB_MAX), passes, lanes, Some(TAG_BYTES)).ok()?;
    // The first pass writes each block before it is read, so old content doesn't matter.
    let blocks = &mut memory.0;
    blocks.resize(params.block_count(), Block::default());
    let mut tag = [0; TAG_BYTES];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let made = argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut tag, &mut *blocks);
    if memory_kb > MEMORY_KB {
        // Memory beyond that of our own hashes is freed.
        *blocks = Vec::new();
    }
    made.is_ok().then_some(tag)
}

/// The key of [`mark`]: secret, and new in each run.
pub type MarkKey = [u8; 32];

const VERSION: u8 = 1;
/// OWASP's minimum for storing passwords: 19 MB, two passes, one lane.
const MEMORY_KB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// The limit for the memory field of a damaged hash.
const MEMORY_KB_MAX: u32 = 1024 * 1024;
const SALT: usize = 13;
const TAG: usize = SALT + 16;
const TAG_BYTES: usize = 32;
const HASH_BYTES: usize = TAG + TAG_BYTES;
/// The places of salt and digest in a hash that SQL Server made.
const SQL_SALT: usize = 2;
const SQL_DIGEST: usize = SQL_SALT + 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_matches_only_its_password() {
        let random = Random::seeded(1);
        let (first, second) = (hash("Pässword1", &random), hash("Pässword1", &random));
        assert_ne!(first, second, "each has a salt of its own");
        assert!(fits("Pässword1", &first) && fits("Pässword1", &second));
        assert!(!fits("pässword1", &first) && !fits("", &first) && !fits("Pässword11", &first));
        let mut other = first.clone();
        *other.last_mut().unwrap() ^= 1;
        assert!(!fits("Pässword1", &other));
    }

    #[test]
    fn hash_memory_is_reused() {
        let random = Random::seeded(3);
        let (first, second) = (hash("one", &random), hash("two", &random));
        let mut memory = HashMemory::default();
        for _ in 0..2 {
            assert!(fits_in("one", &first, &mut memory) && fits_in("two", &second, &mut memory));
            assert!(!fits_in("two", &first, &mut memory) && !fits_in("one", &second, &mut memory));
        }
        assert_eq!(memory.0.len(), MEMORY_KB as usize);
    }

    #[test]
    fn mark_depends_on_password_hash_and_key() {
        let random = Random::seeded(2);
        let (first, second) = (hash("one", &random), hash("one", &random));
        let of = mark(&[7; 32], "one", &first);
        assert_eq!(of, mark(&[7; 32], "one", &first));
        assert_ne!(of, mark(&[7; 32], "One", &first));
        assert_ne!(of, mark(&[7; 32], "one", &second));
        assert_ne!(of, mark(&[8; 32], "one", &first));
    }

    #[test]
    fn hashes_of_sql_server_match_their_password() {
        for (version, kind) in [(1, HashKind::Sha1), (2, HashKind::Sha512)] {
            let salt = [7, 8, 9, 10];
            let mut hash = vec![version, 0];
            hash.extend_from_slice(&salt);
            hash.extend(sql_digest(kind, "Pässword1", &salt));
            assert_eq!(super::kind(&hash), Some(kind));
            assert!(fits("Pässword1", &hash) && !fits("pässword1", &hash) && !fits("", &hash));
            hash.pop();
            assert!(super::kind(&hash).is_none() && !fits("Pässword1", &hash));
        }
    }

    #[test]
    fn hash_with_other_costs_is_of_no_kind() {
        let mut own = hash("one", &Random::seeded(4));
        assert_eq!(kind(&own), Some(HashKind::Argon2id));
        own[7] = 200;
        assert_eq!(kind(&own), None);
    }

    #[test]
    fn invalid_hash_matches_nothing() {
        for none in [&[][..], &[1; 3], &[0; HASH_BYTES]] {
            assert!(!fits("", none) && !fits("x", none));
        }
    }
}
