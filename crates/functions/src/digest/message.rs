//! A message in blocks: a one bit, zeros, and its length in bits at the end, as all these functions have it.

use sluice_base::interruption::paced;

/// The blocks of `N` bytes; the length takes `width` bytes of the last, and the least byte first if `little`.
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
