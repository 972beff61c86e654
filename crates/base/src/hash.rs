//! Hash maps with a fixed seed. The iteration order is the same in every run, which the simulator
//! needs.

use std::hash::{BuildHasherDefault, Hasher};

/// A map that hashes the same way in every run.
pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<FixedHasher>>;

/// A set that hashes the same way in every run.
pub type HashSet<K> = std::collections::HashSet<K, BuildHasherDefault<FixedHasher>>;

/// Multiply-and-fold over 64-bit words. Fast for the small integer keys of the engine's own tables.
/// Not suitable for keys that an attacker can choose.
#[derive(Default, Clone)]
pub struct FixedHasher {
    state: u64,
}

impl FixedHasher {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.state ^ word ^ SEED).wrapping_mul(u128::from(FACTOR));
        self.state = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for FixedHasher {
    fn finish(&self) -> u64 {
        self.state
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        self.mix(bytes.len() as u64);
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.mix(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }
}

// Two odd constants without structure: the fraction bits of the square roots of 2 and 3.
const SEED: u64 = 0x6A09_E667_F3BC_C909;
const FACTOR: u64 = 0xBB67_AE85_84CA_A73B;

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher;

    #[test]
    fn hash_of_adjacent_keys_differs_in_used_bits() {
        let build = BuildHasherDefault::<FixedHasher>::default();
        let mut low = HashSet::default();
        let mut high = HashSet::default();
        for key in 0u32..4096 {
            let hash = build.hash_one(key);
            low.insert(hash & 0xFFFF);
            high.insert(hash >> 48);
        }
        // 4,096 balls in 65,536 bins hit about 3,970 bins by chance.
        assert!(low.len() > 3_800 && high.len() > 3_800, "{} {}", low.len(), high.len());
    }

    #[test]
    fn hash_of_padded_string_differs_by_length() {
        let build = BuildHasherDefault::<FixedHasher>::default();
        let hash = |bytes: &[u8]| build.hash_one(bytes);
        assert_ne!(hash(b"a"), hash(b"a\0"));
    }
}
