//! Padding for the hash functions: a one bit, zeros, and the message's length in bits.

use sluice_base::interruption::paced;

/// Returns the padded message in blocks of `N` bytes. The length takes the last `width` bytes,
/// little-endian if `little`.
pub(super) fn blocks<const N: usize>(message: &[u8], width: usize, little: bool) -> impl Iterator<Item = [u8; N]> {
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % N != N - width {
        padded.push(0);
    }
    let bits = message.len() as u128 * 8;
    match little {
        true => padded.extend_from_slice(&bits.to_le_bytes()[..width]),
        false => padded.extend_from_slice(&bits.to_be_bytes()[16 - width..]),
    }
    let whole = padded.len() / N;
    paced(0..whole).map(move |place| {
        let mut block = [0; N];
        block.copy_from_slice(&padded[place * N..(place + 1) * N]);
        block
    })
}
