//! A collation on the wire: five bytes (MS-TDS 2.2.5.1.2).
//!
//! ```text
//! bits 0-19 LCID | 20 ignore case | 21 accents | 22 kana | 23 width | 24 BIN | 25 BIN2
//! 26 UTF-8 | 27 - | 28-31 version | byte 4: sort order
//! ```
//! A collation of SQL Server's own (`SQL_...`) ignores kana and width in Unicode text, whatever its
//! name says of the rest. Five zero bytes mean the server's collation. Names that differ only in
//! `_SC` have the same bytes.

use crate::code_page::CodePage;
use sluice_types::CollationId;
use sluice_types::named_collation::code_page_of;

/// The five bytes of a collation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WireCollation(pub [u8; 5]);

impl WireCollation {
    /// SQL_Latin1_General_CP1_CI_AS.
    pub const DEFAULT: WireCollation = WireCollation([0x09, 0x04, 0xD0, 0x00, 0x34]);

    /// Returns the bytes that a client receives for `id`. An own collation of SQL Server ignores
    /// kana and width; the default one is a constant.
    pub fn from_id(id: CollationId) -> WireCollation {
        if id == CollationId::DEFAULT {
            return WireCollation::DEFAULT;
        }
        let (rules, sort_order) = (id.rules(), id.sort_order());
        let is_older = sort_order != 0;
        let flags = [
            !rules.case_sensitive,
            !rules.accent_sensitive,
            is_older || !rules.kana_sensitive,
            is_older || !rules.width_sensitive,
            rules.binary && !id.is_bin2(),
            rules.binary && id.is_bin2(),
            rules.code_page == CodePage::Utf8,
        ];
        let mut word = id.lcid() as u32 & LCID | u32::from(id.version()) << 28;
        for (place, is_set) in flags.into_iter().enumerate() {
            word |= u32::from(is_set) << (20 + place);
        }
        let word = word.to_le_bytes();
        WireCollation([word[0], word[1], word[2], word[3], sort_order])
    }

    /// Returns the collation that the bytes mean, or `None` if Sluice doesn't have it.
    pub fn id(self) -> Option<CollationId> {
        if self == WireCollation::DEFAULT || self == WireCollation::default() {
            return Some(CollationId::DEFAULT);
        }
        CollationId::all().find(|id| WireCollation::from_id(*id) == self)
    }

    /// Returns a collation whose char and varchar are in `page`, or the default collation if no
    /// such collation is known.
    pub fn of_page(page: CodePage) -> WireCollation {
        if page == CodePage::DEFAULT {
            return WireCollation::DEFAULT;
        }
        let found = CollationId::all().find(|id| id.rules().code_page == page);
        found.map_or(WireCollation::DEFAULT, WireCollation::from_id)
    }

    /// Returns the code page of char and varchar under the collation, supported or not. `None` if
    /// it is unknown. The flag of UTF-8 comes first, then a known collation, then the sort order or
    /// the language.
    pub fn code_page(self) -> Option<CodePage> {
        let word = u32::from_le_bytes([self.0[0], self.0[1], self.0[2], self.0[3]]);
        if word & IS_UTF_8 != 0 {
            return Some(CodePage::Utf8);
        }
        let known = code_page_of((word & LCID) as i32, self.0[4]);
        known.or_else(|| match self.0[4] {
            0 => page_of_language(word & LCID),
            order => page_of_sort_order(order),
        })
    }
}

/// Returns the code page of a sort order, by SQL Server's numbers.
fn page_of_sort_order(order: u8) -> Option<CodePage> {
    Some(match order {
        30..=35 => CodePage::Page437,
        40..=49 | 55..=61 => CodePage::Page850,
        50..=54 | 71..=75 | 183..=186 => CodePage::Page1252,
        80..=98 => CodePage::Page1250,
        104..=108 => CodePage::Page1251,
        112..=124 => CodePage::Page1253,
        128..=130 => CodePage::Page1254,
        136..=138 => CodePage::Page1255,
        144..=146 => CodePage::Page1256,
        152..=160 => CodePage::Page1257,
        192 | 193 | 200 => CodePage::Page932,
        194 | 195 | 201 => CodePage::Page949,
        196 | 197 | 202 => CodePage::Page950,
        198 | 199 | 203 => CodePage::Page936,
        204..=206 => CodePage::Page874,
        _ => return None,
    })
}

/// Returns the Windows code page of a language. For Chinese and Serbian, the country decides.
fn page_of_language(lcid: u32) -> Option<CodePage> {
    Some(match (lcid & PRIMARY_LANGUAGE, lcid >> 10 & 0x3F) {
        (0x01 | 0x20 | 0x29, _) => CodePage::Page1256,
        (0x02 | 0x19 | 0x22 | 0x23 | 0x2F, _) | (0x1A, 3 | 7) => CodePage::Page1251,
        (0x04, 2 | 4) => CodePage::Page936,
        (0x04, _) => CodePage::Page950,
        (0x05 | 0x0E | 0x15 | 0x18 | 0x1A | 0x1B | 0x1C | 0x24, _) => CodePage::Page1250,
        (0x08, _) => CodePage::Page1253,
        (0x0D, _) => CodePage::Page1255,
        (0x11, _) => CodePage::Page932,
        (0x12, _) => CodePage::Page949,
        (0x1E, _) => CodePage::Page874,
        (0x1F | 0x2C, _) => CodePage::Page1254,
        (0x25..=0x27, _) => CodePage::Page1257,
        (0x2A, _) => CodePage::Page1258,
        (0x00 | 0x03 | 0x06 | 0x07 | 0x09..=0x0C | 0x0F | 0x10 | 0x13 | 0x14 | 0x16 | 0x1D, _) => CodePage::Page1252,
        _ => return None,
    })
}

const LCID: u32 = 0xF_FFFF;
const IS_UTF_8: u32 = 1 << 26;
/// The bits of an LCID that identify the language without the country.
const PRIMARY_LANGUAGE: u32 = 0x3FF;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::named_collation::Collation;

    fn named(name: &str) -> WireCollation {
        WireCollation::from_id(CollationId::named(name).expect(name))
    }

    /// The first case is MS-TDS 4.4 with sort order 0x34, as every server known to drivers sends
    /// it.
    #[test]
    fn collation_bytes_match_servers() {
        assert_eq!(named("SQL_Latin1_General_CP1_CI_AS").0, [0x09, 0x04, 0xD0, 0x00, 0x34]);
        assert_eq!(named("SQL_Latin1_General_CP1_CS_AS").0, [0x09, 0x04, 0xC0, 0x00, 0x33]);
        assert_eq!(named("Latin1_General_CI_AS").0, [0x09, 0x04, 0xD0, 0x00, 0x00]);
        assert_eq!(named("Latin1_General_BIN").0, [0x09, 0x04, 0x00, 0x01, 0x00]);
        assert_eq!(named("Latin1_General_100_BIN2").0, [0x09, 0x04, 0x00, 0x22, 0x00]);
        assert_eq!(named("Latin1_General_100_CI_AS_SC_UTF8").0, [0x09, 0x04, 0xD0, 0x24, 0x00]);
        assert_eq!(named("Cyrillic_General_CI_AS").0, [0x19, 0x04, 0xD0, 0x00, 0x00]);
    }

    /// Every collation keeps its rules over the wire except SC, which has no bit.
    #[test]
    fn every_collation_round_trips() {
        assert_eq!(WireCollation::from_id(CollationId::DEFAULT), WireCollation::DEFAULT);
        for id in CollationId::all() {
            let back = WireCollation::from_id(id).id().expect("one of ours");
            let supplementary = id.rules().supplementary;
            assert_eq!(Collation { supplementary, ..back.rules() }, id.rules(), "{}", id.name());
            assert_eq!(back.sort_order(), id.sort_order(), "{}", id.name());
            let page = WireCollation::from_id(id).code_page();
            assert_eq!(page, Some(id.rules().code_page), "{}", id.name());
        }
    }

    #[test]
    fn code_page_follows_language_or_sort_order() {
        let page = |language: u16, order| {
            let [low, high] = language.to_le_bytes();
            WireCollation([low, high, 0xD0, 0x00, order]).code_page()
        };
        assert_eq!(page(0x0411, 0), Some(CodePage::Page932), "Japanese");
        assert_eq!((page(0x0804, 0), page(0x0404, 0)), (Some(CodePage::Page936), Some(CodePage::Page950)));
        assert_eq!((page(0x041A, 0), page(0x0C1A, 0)), (Some(CodePage::Page1250), Some(CodePage::Page1251)));
        assert_eq!(page(0x0409, 30), Some(CodePage::Page437));
        assert_eq!((page(0x03FF, 0), page(0x0409, 255)), (None, None));
        assert_eq!(WireCollation::of_page(CodePage::Utf8).code_page(), Some(CodePage::Utf8));
        assert_eq!(WireCollation::of_page(CodePage::Page1252), WireCollation::DEFAULT);
    }
}
