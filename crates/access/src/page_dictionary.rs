//! The codec of page compression: a dictionary of a page's repeated bytes, and values that refer to
//! it (`docs/file-format.md`, *Compressed pages*).
//!
//! A compressed value is a sequence of tokens. A token is a run of literal bytes, or a copy of
//! bytes of the dictionary. A copy of the first bytes of a common value is SQL Server's prefix
//! compression, a copy of a whole one its dictionary compression
//! (`relational-databases/data-compression/page-compression-implementation`).
//!
//! ```text
//! 0LLLLLLL                 L + 1 literal bytes follow
//! 1NNNOOOO OOOOOOOO        copy of N + 4 bytes from offset O, for N from 0 to 6
//! 1111OOOO OOOOOOOO LLLLLLLL   copy of L + 11 bytes from offset O
//! ```
//! Only the writer chooses tokens: redo gets them from the log, so a later version may choose
//! others.

use crate::layout::BODY;
use crate::slotted;
use sluice_buffer::PAGE_SIZE;
use std::ops::Range;

/// Repeated bytes of the values of a page, at most [`DICTIONARY_MAX`], with an index for the search
/// of copies.
#[derive(Default)]
pub(crate) struct PageDictionary {
    bytes: Vec<u8>,
    /// The last offset with each hash of [`GRAM`] bytes, plus 1; 0 for none. Empty without bytes.
    newest: Vec<u16>,
    /// For each offset the one before with the same hash, plus 1; 0 for none.
    before: Vec<u16>,
}

/// A part of a compressed value.
enum Token<'v> {
    /// Bytes that aren't in the dictionary.
    Literals(&'v [u8]),
    /// Offset and length of bytes in the dictionary.
    Copy(usize, usize),
}

impl PageDictionary {
    /// Builds the dictionary of these values: the runs of bytes that occur in more than one of
    /// them, without those that save too little.
    pub(crate) fn build(values: &[&[u8]]) -> PageDictionary {
        let repeated = Repeated::among(values);
        let mut candidates = PageDictionary::default();
        for value in values {
            let mut at = 0;
            while at + GRAM <= value.len() {
                match candidates.longest(&value[at..]) {
                    Some((_, length)) => at += length,
                    None if repeated.has(&value[at..]) => {
                        let end = repeated.end_of_run(value, at);
                        candidates.add(&value[at..end]);
                        at = end;
                    }
                    None => at += 1,
                }
            }
        }
        let mut dictionary = PageDictionary::default();
        candidates.each_worthwhile(values, |run| dictionary.add(run));
        dictionary
    }

    /// Returns the bytes, as stored on the page; empty if values aren't compressed.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the tokens of a value, or `None` if they aren't shorter than the value.
    pub(crate) fn shorter(&self, value: &[u8]) -> Option<Vec<u8>> {
        if self.bytes.is_empty() { None } else { Some(self.encode(value)).filter(|tokens| tokens.len() < value.len()) }
    }

    /// Encodes a value as tokens. The result may be longer than the value.
    fn encode(&self, value: &[u8]) -> Vec<u8> {
        let mut tokens = Vec::with_capacity(value.len());
        self.each_token(value, |token| match token {
            Token::Literals(bytes) => put_literals(bytes, &mut tokens),
            Token::Copy(offset, length) => put_copy(offset, length, &mut tokens),
        });
        tokens
    }

    /// Passes the runs of bytes of this dictionary that the values copy often enough: long runs
    /// twice, others three times.
    fn each_worthwhile(&self, values: &[&[u8]], mut each: impl FnMut(&[u8])) {
        let mut copies = vec![0_u32; self.bytes.len()];
        for value in values {
            self.each_token(value, |token| {
                if let Token::Copy(offset, length) = token {
                    copies[offset..offset + length].iter_mut().for_each(|count| *count += 1);
                }
            });
        }
        for run in runs(&copies, 0..copies.len(), COPIES_OF_LONG) {
            if run.len() >= LONG_RUN {
                each(&self.bytes[run]);
                continue;
            }
            let often = runs(&copies, run, COPIES_OF_SHORT).into_iter().filter(|run| run.len() >= GRAM);
            often.for_each(|run| each(&self.bytes[run]));
        }
    }

    /// Passes the tokens of a value.
    fn each_token<'v>(&self, value: &'v [u8], mut each: impl FnMut(Token<'v>)) {
        let (mut at, mut literals) = (0, 0);
        while at < value.len() {
            let Some((offset, length)) = self.longest(&value[at..]) else {
                at += 1;
                continue;
            };
            each(Token::Literals(&value[literals..at]));
            each(Token::Copy(offset, length));
            at += length;
            literals = at;
        }
        each(Token::Literals(&value[literals..]));
    }

    /// Returns offset and length of the longest copy that `wanted` begins with.
    fn longest(&self, wanted: &[u8]) -> Option<(usize, usize)> {
        let mut candidate = *self.newest.get(hash(wanted.first_chunk()?))?;
        let mut best: Option<(usize, usize)> = None;
        for _ in 0..CANDIDATES_MAX {
            let Some(offset) = usize::from(candidate).checked_sub(1) else { break };
            let known = &self.bytes[offset..];
            let length = known.iter().zip(wanted).take(COPY_MAX).take_while(|(a, b)| a == b).count();
            if length >= GRAM && best.is_none_or(|(_, longest)| length > longest) {
                best = Some((offset, length));
            }
            candidate = self.before[offset];
        }
        best
    }

    /// Appends bytes, as far as there is room.
    fn add(&mut self, run: &[u8]) {
        self.newest.resize(BUCKETS, 0);
        self.bytes.extend_from_slice(&run[..run.len().min(DICTIONARY_MAX - self.bytes.len())]);
        while let Some(gram) = self.bytes.get(self.before.len()..).and_then(|rest| rest.first_chunk()) {
            let newest = &mut self.newest[hash(gram)];
            let place = self.before.len() as u16 + 1;
            self.before.push(std::mem::replace(newest, place));
        }
    }
}

/// The hashes of the bytes that occur in more than one value. Equal hashes of different bytes make
/// the dictionary worse, never wrong.
struct Repeated(Vec<bool>);

impl Repeated {
    fn among(values: &[&[u8]]) -> Repeated {
        // The first value with a hash, plus 1.
        let mut first = vec![0; BUCKETS];
        let mut repeated = vec![false; BUCKETS];
        for (number, value) in (1..).zip(values) {
            for gram in value.array_windows() {
                let hash = hash(gram);
                match first[hash] {
                    0 => first[hash] = number,
                    other => repeated[hash] |= other != number,
                }
            }
        }
        Repeated(repeated)
    }

    fn has(&self, bytes: &[u8]) -> bool {
        bytes.first_chunk().is_some_and(|gram| self.0[hash(gram)])
    }

    /// Returns the end of the repeated bytes of `value` that begin at `start`.
    fn end_of_run(&self, value: &[u8], start: usize) -> usize {
        let last = (start..value.len()).take_while(|at| self.has(&value[*at..])).last();
        last.map_or(start + 1, |last| last + GRAM)
    }
}

/// Decodes the tokens of a value on `page`, as [`expand`] does. Returns `None` also if the page has
/// no dictionary: then no value is compressed.
pub(crate) fn expand_on(page: &[u8], tokens: &[u8]) -> Option<Vec<u8>> {
    let dictionary = slotted::dictionary(page);
    if dictionary.is_empty() { None } else { expand(dictionary, tokens) }
}

/// Decodes the tokens of a value by its page's dictionary. Returns `None` if they are malformed,
/// name bytes beyond the dictionary, or make more than [`VALUE_MAX`] bytes.
fn expand(dictionary: &[u8], tokens: &[u8]) -> Option<Vec<u8>> {
    let mut value = Vec::with_capacity(2 * tokens.len());
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        let piece = if first & COPY == 0 {
            let (literals, behind) = behind.split_at_checked(usize::from(*first) + 1)?;
            rest = behind;
            literals
        } else {
            let (low, behind) = behind.split_first()?;
            let offset = usize::from(first & 0xF) << 8 | usize::from(*low);
            let code = usize::from(first >> 4 & LONG_COPY);
            let length;
            (length, rest) = if code == usize::from(LONG_COPY) {
                let (more, behind) = behind.split_first()?;
                (LONG_COPY_MIN + usize::from(*more), behind)
            } else {
                (GRAM + code, behind)
            };
            dictionary.get(offset..offset + length)?
        };
        value.extend_from_slice(piece);
        if value.len() > VALUE_MAX {
            return None;
        }
    }
    Some(value)
}

/// Returns the runs within `range` in which each count is at least `least`.
fn runs(counts: &[u32], range: Range<usize>, least: u32) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in range.filter(|at| counts[*at] >= least) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Values compressed by one dictionary.
#[derive(Default)]
pub(crate) struct Packed {
    /// The dictionary.
    pub(crate) dictionary: PageDictionary,
    /// The tokens of each value; `None` for a value that they don't make shorter.
    pub(crate) tokens: Vec<Option<Vec<u8>>>,
}

impl Packed {
    /// Compresses the values of a page. If they have more than [`PACKED_MAX`] bytes in all, they
    /// stay as they are.
    pub(crate) fn pack(values: &[&[u8]]) -> Packed {
        let is_small = values.iter().map(|value| value.len()).sum::<usize>() <= PACKED_MAX;
        let dictionary = if is_small { PageDictionary::build(values) } else { PageDictionary::default() };
        let tokens = values.iter().map(|value| dictionary.shorter(value)).collect();
        Packed { dictionary, tokens }
    }
}

fn put_literals(bytes: &[u8], tokens: &mut Vec<u8>) {
    for run in bytes.chunks(LITERALS_MAX) {
        tokens.push(run.len() as u8 - 1);
        tokens.extend_from_slice(run);
    }
}

fn put_copy(offset: usize, length: usize, tokens: &mut Vec<u8>) {
    let is_long = length >= LONG_COPY_MIN;
    let code = if is_long { LONG_COPY } else { (length - GRAM) as u8 };
    tokens.push(COPY | code << 4 | (offset >> 8) as u8);
    tokens.push(offset as u8);
    if is_long {
        tokens.push((length - LONG_COPY_MIN) as u8);
    }
}

fn hash(gram: &[u8; GRAM]) -> usize {
    (u32::from_le_bytes(*gram).wrapping_mul(0x9E37_79B1) >> (32 - BUCKETS.trailing_zeros())) as usize
}

/// The maximum length of a dictionary in bytes, a quarter of a page.
pub(crate) const DICTIONARY_MAX: usize = 2_048;
/// Room that the compression of a page must make, in bytes. A page in which it makes less room is
/// soon full again, and is left as it is.
pub(crate) const SAVED_MIN: usize = (PAGE_SIZE - BODY) / 16;
/// The maximum length in bytes of the values that are compressed for a page: eight pages. So the
/// work for a page is bounded however well its values can be compressed.
const PACKED_MAX: usize = 8 * PAGE_SIZE;
/// The maximum length of a value in bytes, more than any entry has.
const VALUE_MAX: usize = 8_192;
/// The length of the shortest copy.
const GRAM: usize = 4;
/// The flag of a copy in a token's first byte.
const COPY: u8 = 0x80;
/// The length code of a copy whose length has a byte of its own.
const LONG_COPY: u8 = 7;
/// The length of the shortest copy with a byte for its length.
const LONG_COPY_MIN: usize = GRAM + LONG_COPY as usize;
/// The length of the longest copy.
const COPY_MAX: usize = LONG_COPY_MIN + u8::MAX as usize;
/// The maximum length of a run of literals.
const LITERALS_MAX: usize = 128;
/// The length of a run that is worthwhile if [`COPIES_OF_LONG`] values have it.
const LONG_RUN: usize = 32;
const COPIES_OF_LONG: u32 = 2;
/// The number of copies for which a shorter run is worthwhile: its own place and the tokens take as
/// much as one or two copies.
const COPIES_OF_SHORT: u32 = 3;
/// The number of places in the dictionary that are compared for a copy.
const CANDIDATES_MAX: usize = 8;
/// The number of hashes.
const BUCKETS: usize = 4_096;
const _: () = assert!(DICTIONARY_MAX <= 1 << 12, "a copy's offset has 12 bits");

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values of few letters and common words, so that many bytes repeat.
    fn values() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let word = prop::sample::select(vec![&b"Amsterdam"[..], b"Amstetten", b"customer", b"\0\0\0\0\0\0", b"x"]);
        let words = prop::collection::vec(word, 0..12).prop_map(|words| words.concat());
        let noise = prop::collection::vec(any::<u8>(), 0..600);
        let few = prop::collection::vec(0u8..3, 0..600);
        prop::collection::vec(prop_oneof![4 => words, 1 => noise, 1 => few], 0..60)
    }

    proptest! {
        #[test]
        fn encoded_values_expand_to_themselves(values in values(), other in prop::collection::vec(any::<u8>(), 0..400)) {
            let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
            let dictionary = PageDictionary::build(&values);
            prop_assert!(dictionary.bytes.len() <= DICTIONARY_MAX);
            for value in values.iter().copied().chain([other.as_slice()]) {
                let tokens = dictionary.encode(value);
                let expanded = expand(&dictionary.bytes, &tokens);
                prop_assert_eq!(expanded.as_deref(), Some(value));
                prop_assert!(tokens.len() <= value.len() + value.len().div_ceil(LITERALS_MAX));
            }
        }

        #[test]
        fn arbitrary_tokens_do_not_panic(
            dictionary in prop::collection::vec(any::<u8>(), 0..300), tokens in prop::collection::vec(any::<u8>(), 0..300),
        ) {
            if let Some(value) = expand(&dictionary, &tokens) {
                prop_assert!(value.len() <= VALUE_MAX);
            }
        }

        #[test]
        fn truncated_tokens_never_expand_to_the_value(values in values(), cut in any::<prop::sample::Index>()) {
            let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
            let dictionary = PageDictionary::build(&values);
            for value in values.iter().filter(|value| !value.is_empty()) {
                let tokens = dictionary.encode(value);
                let part = &tokens[..cut.index(tokens.len())];
                let expanded = expand(&dictionary.bytes, part);
                prop_assert_ne!(expanded.as_deref(), Some(*value));
            }
        }
    }

    #[test]
    fn tokens_of_the_documented_example_expand() {
        let expanded = |tokens: &[u8]| expand(b"Amsterdam", tokens);
        let tokens = [0xD0, 0, 4, 0x2D, 0x4F, 0x6F, 0x73, 0x74];
        assert_eq!(expanded(&tokens).as_deref(), Some(&b"Amsterdam-Oost"[..]));
        assert_eq!(expanded(&[0x90, 0, 0, 0x6C]).as_deref(), Some(&b"Amstel"[..]));
        assert_eq!(expanded(&[0x90, 5]), None, "the copy ends behind the dictionary");
    }

    #[test]
    fn common_beginnings_and_whole_values_become_copies() {
        let values: Vec<Vec<u8>> = (0..50).map(|n| format!("Warehouse {n:03} / district north").into_bytes()).collect();
        let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
        let dictionary = PageDictionary::build(&values);
        let (plain, packed) = (values[7].len(), dictionary.encode(values[7]).len());
        assert!(dictionary.bytes.len() < 200, "{}", dictionary.bytes.len());
        assert!(packed * 3 < plain, "{packed} of {plain} bytes");
    }
}
