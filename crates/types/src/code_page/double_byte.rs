//! Code pages with one or two bytes per character: 932, 936, 949 and 950. Each page has tables for
//! both directions, built once from `encoding_rs` for every byte and pair. Extensions in that
//! library beyond the Windows pages (four-byte sequences, Hong Kong characters) are left out.

use super::{CodePage, Encoded, REPLACEMENT};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};
use sluice_base::sync::LazyLock;

/// Returns the bytes of `character`, if the page has it. `None` otherwise, also for characters
/// beyond U+FFFF. ASCII is one byte.
pub(super) fn encode(page: CodePage, character: char) -> Option<Encoded> {
    let code = u16::try_from(u32::from(character)).ok()?;
    match table(page)?.bytes[usize::from(code)] {
        0 => None,
        byte @ 1..=0xFF => Some(Encoded::single(byte as u8)),
        pair => Some(Encoded::pair(pair)),
    }
}

/// Appends the characters of `bytes`. Invalid bytes become question marks; after an invalid lead
/// byte, the next byte is decoded separately.
pub(super) fn decode(page: CodePage, bytes: &[u8], to: &mut String) {
    let Some(table) = table(page) else { return };
    let mut rest = bytes;
    while !rest.is_empty() {
        let (character, count) = table.first(rest);
        to.push(character.unwrap_or(REPLACEMENT));
        rest = &rest[count..];
    }
}

/// Returns the length of the longest prefix of `bytes` that ends with a whole character, if more
/// bytes follow. Only a lone lead byte at the end is left out.
pub(super) fn whole(page: CodePage, bytes: &[u8]) -> usize {
    let Some(table) = table(page) else { return bytes.len() };
    let mut at = 0;
    while at < bytes.len() {
        match table.first(&bytes[at..]) {
            (None, 1) if at + 1 == bytes.len() => return at,
            (_, count) => at += count,
        }
    }
    at
}

/// A page's tables: the code of a byte or pair, and the byte or pair of a code. Zero means none.
struct Table {
    codes: Box<[u16]>,
    bytes: Box<[u16]>,
}

impl Table {
    /// Returns the first character and its length in bytes. Returns `None` as the character if the
    /// bytes start with an invalid sequence.
    fn first(&self, bytes: &[u8]) -> (Option<char>, usize) {
        let lead = bytes[0];
        if lead.is_ascii() {
            return (Some(char::from(lead)), 1);
        }
        if let Some(single) = self.character(lead.into()) {
            return (Some(single), 1);
        }
        let pair = bytes.get(1).and_then(|trail| self.character(u16::from_be_bytes([lead, *trail])));
        (pair, if pair.is_some() { 2 } else { 1 })
    }

    fn character(&self, bytes: u16) -> Option<char> {
        let code = self.codes[usize::from(bytes)];
        if code == 0 { None } else { char::from_u32(code.into()) }
    }

    fn new(page: CodePage, encoding: &'static Encoding) -> Table {
        let none = || vec![0; usize::from(u16::MAX) + 1].into_boxed_slice();
        let mut table = Table { codes: none(), bytes: none() };
        for byte in 0x80..=u8::MAX {
            table.learn(&[byte], page, encoding);
        }
        // A character with two pairs is encoded as the first pair. Exceptions are the rows that
        // Japanese vendors have added twice.
        let (twice, once): (Vec<u8>, Vec<u8>) =
            (0x81..=0xFE).partition(|lead| page == CodePage::Page932 && matches!(lead, 0xED | 0xEE));
        for lead in once.into_iter().chain(twice) {
            for trail in 0x40..=u8::MAX {
                table.learn(&[lead, trail], page, encoding);
            }
        }
        for (character, pair) in WRITTEN_OTHERWISE_IN_950 {
            if page == CodePage::Page950 {
                table.bytes[usize::from(character)] = pair;
            }
        }
        table
    }

    fn learn(&mut self, bytes: &[u8], page: CodePage, encoding: &'static Encoding) {
        if page == CodePage::Page950 && is_later_than_950(bytes) {
            return;
        }
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        let mut characters = text.iter().flat_map(|text| text.chars());
        let (Some(character), None) = (characters.next(), characters.next()) else { return };
        let Ok(code) = u16::try_from(u32::from(character)) else { return };
        let place = bytes.iter().fold(0, |place, byte| place << 8 | u16::from(*byte));
        self.codes[usize::from(place)] = code;
        let written = &mut self.bytes[usize::from(code)];
        if *written == 0 {
            *written = place;
        }
    }
}

/// Whether the pair is a later extension of Big5 (Hong Kong characters and vendor additions).
fn is_later_than_950(bytes: &[u8]) -> bool {
    match *bytes {
        [lead, trail] => matches!(
            (lead, trail),
            (..=0xA0 | 0xFA.., _) | (0xA3, 0xC0..=0xE0) | (0xC6, 0xA1..) | (0xC7 | 0xC8, _)
        ),
        _ => false,
    }
}

fn table(page: CodePage) -> Option<&'static Table> {
    Some(match page {
        CodePage::Page932 => &OF_932,
        CodePage::Page936 => &OF_936,
        CodePage::Page949 => &OF_949,
        CodePage::Page950 => &OF_950,
        _ => return None,
    })
}

static OF_932: LazyLock<Table> = LazyLock::new(|| Table::new(CodePage::Page932, SHIFT_JIS));
static OF_936: LazyLock<Table> = LazyLock::new(|| Table::new(CodePage::Page936, GBK));
static OF_949: LazyLock<Table> = LazyLock::new(|| Table::new(CodePage::Page949, EUC_KR));
static OF_950: LazyLock<Table> = LazyLock::new(|| Table::new(CodePage::Page950, BIG5));

/// Box-drawing characters that 950 has twice and encodes as the second pair.
const WRITTEN_OTHERWISE_IN_950: [(u16, u16); 4] =
    [(0x2550, 0xF9F9), (0x255E, 0xF9E9), (0x2561, 0xF9EB), (0x256A, 0xF9EA)];
