//! MD4 (RFC 1320).

use super::message::blocks;

pub(crate) fn md4(message: &[u8]) -> Vec<u8> {
    let mut state: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in blocks::<64>(message, 8, true) {
        let word = |place: usize| {
            u32::from_le_bytes([block[4 * place], block[4 * place + 1], block[4 * place + 2], block[4 * place + 3]])
        };
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..48 {
            let (mixed, place, constant) = match step / 16 {
                0 => (b & c | !b & d, step, 0),
                1 => (b & c | b & d | c & d, step % 4 * 4 + step % 16 / 4, 0x5a82_7999),
                _ => (b ^ c ^ d, THIRD_ROUND[step % 16], 0x6ed9_eba1),
            };
            let sum = a.wrapping_add(mixed).wrapping_add(word(place)).wrapping_add(constant);
            (a, d, c, b) = (d, c, b, sum.rotate_left(TURNS[step / 16][step % 4]));
        }
        for (old, new) in state.iter_mut().zip([a, b, c, d]) {
            *old = old.wrapping_add(new);
        }
    }
    state.iter().flat_map(|word| word.to_le_bytes()).collect()
}

const TURNS: [[u32; 4]; 3] = [[3, 7, 11, 19], [3, 5, 9, 13], [3, 9, 11, 15]];
const THIRD_ROUND: [usize; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
