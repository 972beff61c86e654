//! Single-byte code pages. The lower half is ASCII. The upper half is built once from
//! `encoding_rs`, except for 437 and 850, which that library lacks. 1252 is so frequent that it
//! uses no lazily built table.

use super::CodePage;
use encoding_rs::{
    Encoding, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
    WINDOWS_1257, WINDOWS_1258,
};
use sluice_base::sync::LazyLock;

/// Returns the byte of `character`, if the page has it. `None` otherwise.
#[inline]
pub(super) fn encode(page: CodePage, character: char) -> Option<u8> {
    if page == CodePage::Page1252 {
        return encode_1252(character);
    }
    if character.is_ascii() {
        return Some(character as u8);
    }
    let half = upper(page)?;
    let place = half.bytes.binary_search_by_key(&character, |(known, _)| *known);
    place.ok().map(|place| half.bytes[place].1)
}

/// Returns the character of `byte`; every byte has one.
#[inline]
pub(super) fn decode(page: CodePage, byte: u8) -> char {
    match upper(page) {
        _ if byte.is_ascii() => char::from(byte),
        Some(half) => half.characters[usize::from(byte - 0x80)],
        None => decode_1252(byte),
    }
}

/// The upper half of a page: the characters of bytes 128 to 255, and their bytes in the order of
/// the characters.
struct Upper {
    characters: [char; 128],
    bytes: [(char, u8); 128],
}

impl Upper {
    fn from_fn(character: impl Fn(u8) -> char) -> Upper {
        let characters: [char; 128] = std::array::from_fn(|place| character(0x80 + place as u8));
        let mut bytes = std::array::from_fn(|place| (characters[place], 0x80 + place as u8));
        bytes.sort_unstable();
        Upper { characters, bytes }
    }

    /// Uses the definition in `encoding`. Undefined bytes map to private-use characters, as in
    /// Windows.
    fn known(encoding: &'static Encoding, undefined: &[(u8, u16)]) -> Upper {
        Upper::from_fn(|byte| {
            let known = encoding.decode_without_bom_handling_and_without_replacement(std::slice::from_ref(&byte));
            let private = || undefined.iter().find(|(place, _)| *place == byte).map(|(_, code)| u32::from(*code));
            let character = known.and_then(|text| text.chars().next());
            character.or_else(|| char::from_u32(private()?)).unwrap_or(super::REPLACEMENT)
        })
    }

    fn listed(characters: &str) -> Upper {
        let listed: Vec<char> = characters.chars().collect();
        Upper::from_fn(|byte| listed[usize::from(byte - 0x80)])
    }
}

/// Returns the upper half of a page, or `None` for 1252.
#[inline]
fn upper(page: CodePage) -> Option<&'static Upper> {
    Some(match page {
        CodePage::Page437 => &OF_437,
        CodePage::Page850 => &OF_850,
        CodePage::Page874 => &OF_874,
        CodePage::Page1250 => &OF_1250,
        CodePage::Page1251 => &OF_1251,
        CodePage::Page1253 => &OF_1253,
        CodePage::Page1254 => &OF_1254,
        CodePage::Page1255 => &OF_1255,
        CodePage::Page1256 => &OF_1256,
        CodePage::Page1257 => &OF_1257,
        CodePage::Page1258 => &OF_1258,
        _ => return None,
    })
}

#[inline]
fn encode_1252(character: char) -> Option<u8> {
    match u32::from(character) {
        code @ (0..=0x7F | 0xA0..=0xFF) => Some(code as u8),
        _ => HIGH_CONTROLS.iter().position(|&high| high == character).map(|index| 0x80 + index as u8),
    }
}

#[inline]
fn decode_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH_CONTROLS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

static OF_437: LazyLock<Upper> = LazyLock::new(|| Upper::listed(UPPER_437));
static OF_850: LazyLock<Upper> = LazyLock::new(|| Upper::listed(UPPER_850));
static OF_874: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_874, &UNDEFINED_874));
static OF_1250: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1250, &[]));
static OF_1251: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1251, &[]));
static OF_1253: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1253, &UNDEFINED_1253));
static OF_1254: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1254, &[]));
static OF_1255: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1255, &UNDEFINED_1255));
static OF_1256: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1256, &[]));
static OF_1257: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1257, &UNDEFINED_1257));
static OF_1258: LazyLock<Upper> = LazyLock::new(|| Upper::known(WINDOWS_1258, &[]));

/// The characters of 0x80 to 0x9F in 1252. The five undefined bytes are the control characters of
/// the same number, as in Windows.
const HIGH_CONTROLS: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}', '\u{2030}',
    '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}',
    '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}',
    '\u{17E}', '\u{178}',
];
const UPPER_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
                         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";
const UPPER_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
                         ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}";
const UNDEFINED_874: [(u8, u16); 8] = [
    (0xDB, 0xF8C1),
    (0xDC, 0xF8C2),
    (0xDD, 0xF8C3),
    (0xDE, 0xF8C4),
    (0xFC, 0xF8C5),
    (0xFD, 0xF8C6),
    (0xFE, 0xF8C7),
    (0xFF, 0xF8C8),
];
const UNDEFINED_1253: [(u8, u16); 3] = [(0xAA, 0xF8F9), (0xD2, 0xF8FA), (0xFF, 0xF8FB)];
const UNDEFINED_1255: [(u8, u16); 10] = [
    (0xD9, 0xF88D),
    (0xDA, 0xF88E),
    (0xDB, 0xF88F),
    (0xDC, 0xF890),
    (0xDD, 0xF891),
    (0xDE, 0xF892),
    (0xDF, 0xF893),
    (0xFB, 0xF894),
    (0xFC, 0xF895),
    (0xFF, 0xF896),
];
const UNDEFINED_1257: [(u8, u16); 2] = [(0xA1, 0xF8FC), (0xA5, 0xF8FD)];
