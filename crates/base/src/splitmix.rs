//! SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators), the generator
//! behind every seed.

/// The step of the state. It is odd, so that every state occurs once in 2^64 draws.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the number of a state. Two states never give the same number.
pub fn mixed(state: u64) -> u64 {
    let number = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
