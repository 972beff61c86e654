//! Best-fit replacements of characters that a code page lacks: the letter without its accent, the
//! plain form of a wide character, or a similar sign. Windows has a best-fit table for each page;
//! this table serves all pages.

use crate::accents::without_accent;

/// Returns the possible replacements of `character`, the best first, `None` where there is none.
/// The page uses the first that it has.
pub(super) fn candidates(character: char) -> [Option<char>; 2] {
    let plain = plain(character);
    let bare = without_accent(plain.unwrap_or(character));
    [plain, Some(bare).filter(|bare| *bare != character && Some(*bare) != plain)]
}

fn plain(character: char) -> Option<char> {
    match u32::from(character) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0),
        code @ 0x2080..=0x2089 => char::from_u32(code - 0x2080 + u32::from('0')),
        0x2000..=0x2006 | 0x3000 => Some(' '),
        _ => LOOKS_LIKE.binary_search_by_key(&character, |(known, _)| *known).ok().map(|place| LOOKS_LIKE[place].1),
    }
}

/// Ascending by the character.
#[rustfmt::skip]
const LOOKS_LIKE: &[(char, char)] = &[
    ('\u{A0}', ' '), ('\u{A1}', '!'), ('\u{A2}', 'c'), ('\u{A5}', 'Y'), ('\u{A6}', '|'), ('\u{A9}', 'C'), ('\u{AA}', 'a'),
    ('\u{AB}', '<'), ('\u{AD}', '-'), ('\u{AE}', 'R'), ('\u{B2}', '2'), ('\u{B3}', '3'), ('\u{B4}', '\''), ('\u{B7}', '.'),
    ('\u{B8}', ','), ('\u{B9}', '1'), ('\u{BA}', 'o'), ('\u{BB}', '>'), ('\u{D0}', 'D'), ('\u{D7}', 'x'), ('\u{110}', 'Ð'),
    ('\u{111}', 'd'), ('\u{131}', 'i'), ('\u{189}', 'Ð'), ('\u{1C0}', '|'), ('\u{1C3}', '!'), ('\u{261}', 'g'),
    ('\u{2B9}', '\''), ('\u{2BA}', '"'), ('\u{2BC}', '\''), ('\u{2C4}', '^'), ('\u{2C6}', '^'), ('\u{2C8}', '\''),
    ('\u{2CB}', '`'), ('\u{2CD}', '_'), ('\u{2DC}', '~'), ('\u{300}', '`'), ('\u{302}', '^'), ('\u{303}', '~'),
    ('\u{30E}', '"'), ('\u{331}', '_'), ('\u{332}', '_'), ('\u{37E}', ';'), ('\u{393}', 'G'), ('\u{398}', 'T'),
    ('\u{3A3}', 'S'), ('\u{3A6}', 'F'), ('\u{3A9}', 'O'), ('\u{3B1}', 'a'), ('\u{3B4}', 'd'), ('\u{3B5}', 'e'),
    ('\u{3C0}', 'p'), ('\u{3C3}', 's'), ('\u{3C4}', 't'), ('\u{3C6}', 'f'), ('\u{4BB}', 'h'), ('\u{589}', ':'),
    ('\u{66A}', '%'), ('\u{2010}', '-'), ('\u{2011}', '-'), ('\u{2013}', '-'), ('\u{2014}', '-'), ('\u{2017}', '='),
    ('\u{2018}', '\''), ('\u{2019}', '\''), ('\u{201A}', '\''), ('\u{201C}', '"'), ('\u{201D}', '"'), ('\u{201E}', '"'),
    ('\u{2022}', '·'), ('\u{2024}', '·'), ('\u{2026}', '.'), ('\u{2032}', '\''), ('\u{2035}', '`'), ('\u{2039}', '<'),
    ('\u{203A}', '>'), ('\u{2044}', '/'), ('\u{2070}', '°'), ('\u{2074}', '4'), ('\u{2075}', '5'), ('\u{2076}', '6'),
    ('\u{2077}', '7'), ('\u{2078}', '8'), ('\u{207F}', 'n'), ('\u{20A1}', '¢'), ('\u{20A4}', '£'), ('\u{20A7}', 'P'),
    ('\u{2102}', 'C'), ('\u{2107}', 'E'), ('\u{210A}', 'g'), ('\u{210B}', 'H'), ('\u{210E}', 'h'), ('\u{2110}', 'I'),
    ('\u{2112}', 'L'), ('\u{2113}', 'l'), ('\u{2115}', 'N'), ('\u{2118}', 'P'), ('\u{2119}', 'P'), ('\u{211A}', 'Q'),
    ('\u{211B}', 'R'), ('\u{2122}', 'T'), ('\u{2124}', 'Z'), ('\u{2128}', 'Z'), ('\u{212A}', 'K'), ('\u{212B}', 'Å'),
    ('\u{212C}', 'B'), ('\u{212F}', 'e'), ('\u{2133}', 'M'), ('\u{2134}', 'o'), ('\u{2205}', 'Ø'), ('\u{2212}', '-'),
    ('\u{2213}', '±'), ('\u{2215}', '/'), ('\u{2216}', '\\'), ('\u{2217}', '*'), ('\u{2218}', '°'), ('\u{2219}', '·'),
    ('\u{221A}', 'v'), ('\u{221E}', '8'), ('\u{2223}', '|'), ('\u{2229}', 'n'), ('\u{2236}', ':'), ('\u{223C}', '~'),
    ('\u{2248}', '˜'), ('\u{2261}', '='), ('\u{2264}', '='), ('\u{2265}', '='), ('\u{226A}', '«'), ('\u{226B}', '»'),
    ('\u{22C5}', '·'), ('\u{2302}', '¦'), ('\u{2303}', '^'), ('\u{2310}', '¬'), ('\u{2320}', '('), ('\u{2321}', ')'),
    ('\u{2329}', '<'), ('\u{232A}', '>'), ('\u{3008}', '<'), ('\u{3009}', '>'),
];

#[cfg(test)]
mod tests {
    use super::LOOKS_LIKE;

    #[test]
    fn best_fit_table_is_sorted() {
        assert!(LOOKS_LIKE.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
