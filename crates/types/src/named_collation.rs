//! Collations by name, as COLLATE names them: which rules a name stands for, and the bytes by which texts compare under them.
//!
//! The order is this project's own: letters by their folded code points, capitals behind small letters where case counts
//! (`relational-databases/collations/collation-and-unicode-support.md` says what counts, not which weight a letter has). A collation of a
//! column is part of its index keys: what a name stands for changes only with the collation version of `docs/file-format.md`.

use crate::accents::without_accent;
use crate::code_page::CodePage;
use crate::collation::{fold, significant};

/// What counts when texts are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Collation {
    /// Whether capitals differ from small letters (CS).
    pub case_sensitive: bool,
    /// Whether accents count (AS).
    pub accent_sensitive: bool,
    /// Whether hiragana differs from katakana (KS). The default collation, whose keys are older than this, has it so.
    pub kana_sensitive: bool,
    /// Whether full-width letters differ from others (WS). So has the default collation.
    pub width_sensitive: bool,
    /// Whether code points decide, and nothing else (BIN, BIN2).
    pub binary: bool,
    /// The code page of char and varchar.
    pub code_page: CodePage,
}

/// A collation's name, as a number that is good until the process ends; [`CollationId::default`] is the default collation's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CollationId(u16);

/// The name of the collation that columns and databases have where they name none.
pub const DEFAULT_NAME: &str = "SQL_Latin1_General_CP1_CI_AS";

impl CollationId {
    /// The default collation's.
    pub const DEFAULT: CollationId = CollationId(0);

    /// All there are, the default one first.
    pub fn all() -> impl Iterator<Item = CollationId> {
        let of_families: usize = FAMILIES.iter().map(Family::count).sum();
        (0..SORT_ORDERS.len() + of_families).map(|place| CollationId(place as u16))
    }

    /// The collation called `name`, in any case. `None`: 448.
    pub fn named(name: &str) -> Option<CollationId> {
        CollationId::all().find(|id| id.name().eq_ignore_ascii_case(name))
    }

    /// Its name.
    pub fn name(self) -> String {
        match self.kind() {
            Kind::Sql(order) => order.name.to_owned(),
            Kind::Of(family, suffix) => format!("{}{}", family.name, suffix.text(family)),
        }
    }

    /// What it stands for.
    pub fn rules(self) -> Collation {
        match self.kind() {
            Kind::Sql(order) => order.rules,
            Kind::Of(family, suffix) => suffix.rules(family),
        }
    }

    /// What it says, in words.
    pub fn description(self) -> String {
        match self.kind() {
            Kind::Sql(order) => order.description(),
            Kind::Of(family, suffix) => format!("{}, {}", family.title, suffix.words(family)),
        }
    }

    /// The language's number.
    pub fn lcid(self) -> i32 {
        match self.kind() {
            Kind::Sql(_) => ENGLISH,
            Kind::Of(family, _) => family.lcid,
        }
    }

    /// 0 for the oldest, 2 for those of the version 100.
    pub fn version(self) -> u8 {
        match self.kind() {
            Kind::Sql(_) => 0,
            Kind::Of(family, _) => family.version,
        }
    }

    /// The sort order of a collation of SQL Server's own; 0 for the others.
    pub fn sort_order(self) -> u8 {
        match self.kind() {
            Kind::Sql(order) => order.order,
            Kind::Of(..) => 0,
        }
    }

    /// Whether code points decide and not the older binary order: BIN2 and not BIN.
    pub fn is_bin2(self) -> bool {
        matches!(self.kind(), Kind::Of(_, Suffix::Bin2 { .. }))
    }

    /// Whether texts compare as under the default collation.
    #[inline]
    pub fn is_as_default(self) -> bool {
        self == CollationId::DEFAULT || self.rules().is_as_default()
    }

    fn kind(self) -> Kind {
        let mut place = usize::from(self.0);
        if let Some(order) = SORT_ORDERS.get(place) {
            return Kind::Sql(order);
        }
        place -= SORT_ORDERS.len();
        for family in &FAMILIES {
            if place < family.count() {
                return Kind::Of(family, family.suffix(place));
            }
            place -= family.count();
        }
        unreachable!("an id is the place of a collation")
    }
}

impl Collation {
    /// The default collation.
    pub const DEFAULT: Collation = Collation {
        case_sensitive: false,
        accent_sensitive: true,
        kana_sensitive: true,
        width_sensitive: true,
        binary: false,
        code_page: CodePage::Page1252,
    };

    /// What the collation called `name`, in any case, stands for. `None`: 448.
    pub fn named(name: &str) -> Option<Collation> {
        CollationId::named(name).map(CollationId::rules)
    }

    /// Whether texts compare as under the default collation.
    pub fn is_as_default(self) -> bool {
        Collation { code_page: CodePage::Page1252, ..self } == Collation::DEFAULT
    }

    /// The character that stands for `character` where case, accents, kana and width count no more than here.
    pub fn folded(self, character: char) -> char {
        if self.binary {
            return character;
        }
        let character = self.base(character);
        if self.case_sensitive { character } else { fold(character) }
    }

    /// Bytes, none of them zero, whose order is the texts': two texts have one only if they are equal under the collation.
    pub fn key(self, text: &str) -> Vec<u8> {
        let text = significant(text);
        let mut key = Vec::with_capacity(text.len() + 2);
        for character in text.chars() {
            let weight = if self.binary { character } else { fold(self.base(character)) };
            let mut buffer = [0; 4];
            key.extend(weight.encode_utf8(&mut buffer).bytes().map(|byte| byte + BEHIND_CASE));
        }
        if self.case_sensitive && !self.binary {
            key.push(END_OF_LETTERS);
            let is_capital = |character| fold(self.base(character)) != self.base(character);
            key.extend(text.chars().map(|character| if is_capital(character) { CAPITAL } else { SMALL }));
        }
        key
    }

    /// The character without what does not count, its case aside.
    fn base(self, character: char) -> char {
        if character.is_ascii() {
            return character;
        }
        let character = if self.width_sensitive { character } else { full_width(character) };
        let character = if self.kana_sensitive { character } else { katakana(character) };
        if self.accent_sensitive { character } else { without_accent(character) }
    }
}

/// A full-width letter as the letter.
fn full_width(character: char) -> char {
    match u32::from(character) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(character),
        0x3000 => ' ',
        _ => character,
    }
}

/// Hiragana as katakana.
fn katakana(character: char) -> char {
    match u32::from(character) {
        code @ (0x3041..=0x3096 | 0x309D..=0x309E) => char::from_u32(code + 0x60).unwrap_or(character),
        _ => character,
    }
}

/// Where a name comes from.
enum Kind {
    Sql(&'static SortOrder),
    Of(&'static Family, Suffix),
}

/// Collations of one language and version: with every suffix that they may have.
struct Family {
    name: &'static str,
    title: &'static str,
    lcid: i32,
    version: u8,
    code_page: CodePage,
}

/// What a name says behind its family's.
enum Suffix {
    Bin,
    Bin2 {
        is_utf_8: bool,
    },
    /// Of case, accents, kana and width, a bit each, whether they count.
    Words {
        counts: usize,
        has_supplementary: bool,
        is_utf_8: bool,
    },
}

impl Family {
    fn has_supplementary(&self) -> bool {
        self.version >= WITH_SUPPLEMENTARY
    }

    fn count(&self) -> usize {
        if self.has_supplementary() { 3 + 3 * SENSITIVITIES } else { 2 + SENSITIVITIES }
    }

    fn suffix(&self, place: usize) -> Suffix {
        let words = if self.has_supplementary() { 3 } else { 2 };
        match place {
            0 => Suffix::Bin,
            1 => Suffix::Bin2 { is_utf_8: false },
            2 if words == 3 => Suffix::Bin2 { is_utf_8: true },
            _ => {
                let (counts, variant) = ((place - words) % SENSITIVITIES, (place - words) / SENSITIVITIES);
                Suffix::Words { counts, has_supplementary: variant > 0, is_utf_8: variant > 1 }
            }
        }
    }
}

impl Suffix {
    fn is_utf_8(&self) -> bool {
        matches!(self, Suffix::Bin2 { is_utf_8: true } | Suffix::Words { is_utf_8: true, .. })
    }

    fn rules(&self, family: &Family) -> Collation {
        let (binary, counts) = match self {
            Suffix::Bin | Suffix::Bin2 { .. } => (true, SENSITIVITIES - 1),
            Suffix::Words { counts, .. } => (false, *counts),
        };
        Collation {
            case_sensitive: counts & 8 != 0,
            accent_sensitive: counts & 4 != 0,
            kana_sensitive: counts & 2 != 0,
            width_sensitive: counts & 1 != 0,
            binary,
            code_page: if self.is_utf_8() { CodePage::Utf8 } else { family.code_page },
        }
    }

    fn text(&self, family: &Family) -> String {
        let rules = self.rules(family);
        let mut text = match self {
            Suffix::Bin => "_BIN".to_owned(),
            Suffix::Bin2 { .. } => "_BIN2".to_owned(),
            Suffix::Words { has_supplementary, .. } => {
                let parts = [
                    if rules.case_sensitive { "_CS" } else { "_CI" },
                    if rules.accent_sensitive { "_AS" } else { "_AI" },
                    if rules.kana_sensitive { "_KS" } else { "" },
                    if rules.width_sensitive { "_WS" } else { "" },
                    if *has_supplementary { "_SC" } else { "" },
                ];
                parts.concat()
            }
        };
        if self.is_utf_8() {
            text.push_str("_UTF8");
        }
        text
    }

    fn words(&self, family: &Family) -> String {
        let mut words = match self {
            Suffix::Bin => "binary sort".to_owned(),
            Suffix::Bin2 { .. } => "binary code point comparison sort".to_owned(),
            Suffix::Words { has_supplementary, .. } => {
                let supplementary = if *has_supplementary { ", supplementary characters" } else { "" };
                format!("{}{supplementary}", sensitivities(self.rules(family)))
            }
        };
        if self.is_utf_8() {
            words.push_str(", UTF8");
        }
        words
    }
}

/// A collation of SQL Server's own, with the sort order that it had before there were others.
struct SortOrder {
    name: &'static str,
    order: u8,
    rules: Collation,
}

impl SortOrder {
    fn description(&self) -> String {
        // What such a collation ignores of Unicode texts, its name does not say.
        let shown = Collation { kana_sensitive: false, width_sensitive: false, ..self.rules };
        let (order, page) = (self.order, self.rules.code_page.number());
        format!(
            "Latin1-General, {} for Unicode Data, SQL Server Sort Order {order} on Code Page {page} for non-Unicode Data",
            sensitivities(shown)
        )
    }
}

fn sensitivities(rules: Collation) -> String {
    let parts = [
        ("case", rules.case_sensitive),
        ("accent", rules.accent_sensitive),
        ("kanatype", rules.kana_sensitive),
        ("width", rules.width_sensitive),
    ];
    let words = parts.map(|(what, counts)| format!("{what}-{}", if counts { "sensitive" } else { "insensitive" }));
    words.join(", ")
}

/// The version from which on collations may have SC and UTF8.
const WITH_SUPPLEMENTARY: u8 = 2;
/// How many ways there are for case, accents, kana and width to count.
const SENSITIVITIES: usize = 16;
const ENGLISH: i32 = 1033;
/// What is added to a letter's bytes in a key, so that what stands behind the letters is less than all of them.
const BEHIND_CASE: u8 = 3;
const END_OF_LETTERS: u8 = 1;
const SMALL: u8 = 2;
const CAPITAL: u8 = 3;
const CYRILLIC: Collation = Collation { code_page: CodePage::Page1251, ..Collation::DEFAULT };
const CASE_COUNTS: Collation = Collation { case_sensitive: true, ..Collation::DEFAULT };
const SORT_ORDERS: [SortOrder; 5] = [
    SortOrder { name: DEFAULT_NAME, order: 52, rules: Collation::DEFAULT },
    SortOrder { name: "SQL_Latin1_General_CP1_CS_AS", order: 51, rules: CASE_COUNTS },
    SortOrder {
        name: "SQL_Latin1_General_CP1_CI_AI",
        order: 54,
        rules: Collation { accent_sensitive: false, ..Collation::DEFAULT },
    },
    SortOrder { name: "SQL_Latin1_General_CP1251_CI_AS", order: 106, rules: CYRILLIC },
    SortOrder {
        name: "SQL_Latin1_General_CP1251_CS_AS",
        order: 105,
        rules: Collation { case_sensitive: true, ..CYRILLIC },
    },
];
const FAMILIES: [Family; 4] = [
    Family { name: "Latin1_General", title: "Latin1-General", lcid: 1033, version: 0, code_page: CodePage::Page1252 },
    Family {
        name: "Latin1_General_100",
        title: "Latin1-General-100",
        lcid: 1033,
        version: 2,
        code_page: CodePage::Page1252,
    },
    Family {
        name: "Cyrillic_General",
        title: "Cyrillic-General",
        lcid: 1049,
        version: 0,
        code_page: CodePage::Page1251,
    },
    Family {
        name: "Cyrillic_General_100",
        title: "Cyrillic-General-100",
        lcid: 1049,
        version: 2,
        code_page: CodePage::Page1251,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(name: &str, left: &str, right: &str) -> bool {
        let collation = Collation::named(name).expect(name);
        collation.key(left) == collation.key(right)
    }

    #[test]
    fn suffixes_say_what_counts() {
        assert!(equal("Latin1_General_CI_AS", "Straße", "STRAßE"));
        assert!(!equal("Latin1_General_CI_AS", "resume", "résumé"));
        assert!(equal("Latin1_General_CI_AI", "RESUME", "résumé"));
        assert!(equal("Latin1_General_CS_AI", "resume", "résumé"));
        assert!(!equal("Latin1_General_CS_AI", "Resume", "résumé"));
        assert!(!equal("Latin1_General_BIN2", "a", "A"));
        assert!(equal("Latin1_General_BIN2", "a", "a  "));
        assert!(equal("Cyrillic_General_CI_AS", "ЖУК", "жук"));
        assert!(equal("Latin1_General_100_CI_AI_SC_UTF8", "É", "e"));
        assert!(equal("Latin1_General_CI_AS", "ＡＢ", "ab"), "width does not count");
        assert!(!equal("Latin1_General_CI_AS_WS", "ＡＢ", "ab"));
        assert!(equal("Latin1_General_100_CI_AS", "カ", "か"), "nor does the kind of kana");
        assert!(!equal("Latin1_General_100_CI_AS_KS_WS", "カ", "か"));
        assert!(!equal("Latin1_General_CS_AS", "Ａ", "a"), "case does, whatever the width");
    }

    #[test]
    fn names_are_known_or_not() {
        assert_eq!(Collation::named(DEFAULT_NAME), Some(Collation::DEFAULT));
        assert_eq!(CollationId::named("sql_LATIN1_general_cp1_ci_as"), Some(CollationId::default()));
        for name in [
            "Klingon_CI_AS",
            "Latin1_General",
            "Latin1_General_CI",
            "Latin1_General_CI_AS_XX",
            "Latin1_General_CI_AS_SC",
            "Latin1_General_CI_AS_WS_KS",
            "SQL_Latin1_General_CP1_BIN",
            "",
        ] {
            assert_eq!(Collation::named(name), None, "{name}");
        }
    }

    #[test]
    fn every_name_is_found_and_no_name_is_twice() {
        for id in CollationId::all() {
            assert_eq!(CollationId::named(&id.name()), Some(id), "{}", id.name());
        }
    }

    #[test]
    fn capitals_come_behind_small_letters_only_where_nothing_else_decides() {
        let collation = Collation::named("Latin1_General_CS_AS").expect("a name");
        let mut words = ["b", "A", "a", "B", "aB", "Ab", "abc"];
        words.sort_by_key(|word| collation.key(word));
        assert_eq!(words, ["a", "A", "aB", "Ab", "abc", "b", "B"]);
    }

    #[test]
    fn no_byte_of_a_key_is_zero() {
        let collation = Collation::named("Latin1_General_CS_AS").expect("a name");
        assert!(collation.key("a\0B\u{10FFFF}").iter().all(|byte| *byte != 0));
    }
}
