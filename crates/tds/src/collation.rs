//! A collation on the wire: five bytes (MS-TDS 2.2.5.1.2).
//!
//! ```text
//! bits 0-19 LCID | 20 ignore case | 21 accents | 22 kana | 23 width | 24 BIN | 25 BIN2 | 26 UTF-8 | 27 - | 28-31 version | byte 4: sort order
//! ```
//! A collation of SQL Server's own (`SQL_...`) ignores kana and width in Unicode text, whatever its name says of the rest.
//! Five zeros are no collation: the server's. Names that differ in `_SC` alone have the same bytes.

use crate::code_page::CodePage;
use sluice_types::CollationId;

/// The five bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WireCollation(pub [u8; 5]);

impl WireCollation {
    /// SQL_Latin1_General_CP1_CI_AS.
    pub const DEFAULT: WireCollation = WireCollation([0x09, 0x04, 0xD0, 0x00, 0x34]);

    /// What a client reads.
    pub fn of(id: CollationId) -> WireCollation {
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

    /// The collation that the bytes mean. `None`: we have none such.
    pub fn id(self) -> Option<CollationId> {
        if self == WireCollation::DEFAULT || self == WireCollation::default() {
            return Some(CollationId::DEFAULT);
        }
        CollationId::all().find(|id| WireCollation::of(*id) == self)
    }

    /// The code page of char and varchar under it. `None`: one that is not supported.
    pub fn code_page(self) -> Option<CodePage> {
        let word = u32::from_le_bytes([self.0[0], self.0[1], self.0[2], self.0[3]]);
        if word & IS_UTF_8 != 0 {
            return Some(CodePage::Utf8);
        }
        match (self.0[4], word & LCID & PRIMARY_LANGUAGE) {
            (104..=106, _) => Some(CodePage::Page1251),
            (50..=54, _) => Some(CodePage::Page1252),
            (0, language) if CYRILLIC_LANGUAGES.contains(&language) => Some(CodePage::Page1251),
            (0, language) if LATIN_LANGUAGES.contains(&language) => Some(CodePage::Page1252),
            _ => None,
        }
    }
}

const LCID: u32 = 0xF_FFFF;
const IS_UTF_8: u32 = 1 << 26;
/// The bits of an LCID that say the language, whatever its country.
const PRIMARY_LANGUAGE: u32 = 0x3FF;
/// Bulgarian, Russian, Ukrainian, Belarusian, Macedonian.
const CYRILLIC_LANGUAGES: [u32; 5] = [0x02, 0x19, 0x22, 0x23, 0x2F];
/// None, Danish, German, English, Spanish, Finnish, French, Icelandic, Italian, Dutch, Norwegian, Portuguese, Swedish.
const LATIN_LANGUAGES: [u32; 13] = [0x00, 0x06, 0x07, 0x09, 0x0A, 0x0B, 0x0C, 0x0F, 0x10, 0x13, 0x14, 0x16, 0x1D];

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> WireCollation {
        WireCollation::of(CollationId::named(name).expect(name))
    }

    /// The first is that of MS-TDS 4.4 but for its sort order, which is there 0x34, and of every server that drivers know.
    #[test]
    fn collations_as_servers_send_them() {
        assert_eq!(named("SQL_Latin1_General_CP1_CI_AS").0, [0x09, 0x04, 0xD0, 0x00, 0x34]);
        assert_eq!(named("SQL_Latin1_General_CP1_CS_AS").0, [0x09, 0x04, 0xC0, 0x00, 0x33]);
        assert_eq!(named("Latin1_General_CI_AS").0, [0x09, 0x04, 0xD0, 0x00, 0x00]);
        assert_eq!(named("Latin1_General_BIN").0, [0x09, 0x04, 0x00, 0x01, 0x00]);
        assert_eq!(named("Latin1_General_100_BIN2").0, [0x09, 0x04, 0x00, 0x22, 0x00]);
        assert_eq!(named("Latin1_General_100_CI_AS_SC_UTF8").0, [0x09, 0x04, 0xD0, 0x24, 0x00]);
        assert_eq!(named("Cyrillic_General_CI_AS").0, [0x19, 0x04, 0xD0, 0x00, 0x00]);
    }

    /// Every collation of ours keeps its rules over the wire; the default's bytes are the constant.
    #[test]
    fn every_collation_comes_back() {
        assert_eq!(WireCollation::of(CollationId::DEFAULT), WireCollation::DEFAULT);
        for id in CollationId::all() {
            let back = WireCollation::of(id).id().expect("one of ours");
            assert_eq!(back.rules(), id.rules(), "{}", id.name());
            assert_eq!(back.sort_order(), id.sort_order(), "{}", id.name());
            let page = WireCollation::of(id).code_page();
            assert_eq!(page, Some(id.rules().code_page), "{}", id.name());
        }
        assert_eq!(WireCollation([0x11, 0x04, 0xD0, 0x00, 0x00]).code_page(), None, "Japanese");
        assert_eq!(WireCollation([0x11, 0x04, 0xD0, 0x00, 0x00]).id(), None);
    }
}
