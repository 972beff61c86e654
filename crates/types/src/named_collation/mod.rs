//! Collations by name, as in COLLATE: the rules of each name, and the bytes by which texts compare.
//!
//! The order is defined by this project (`crate::weight`).
//! `relational-databases/collations/collation-and-unicode-support.md` documents which differences
//! count and that small letters precede capitals, but not the weights. A column's collation is part
//! of its index keys, so the rules of a name change only with the collation version of
//! `docs/file-format.md`.

mod families;
mod name;
mod sort_key;

#[cfg(test)]
mod tests;

pub use name::is_unsupported;

use crate::accents::without_accent;
use crate::code_page::CodePage;
use crate::fold::fold;
use crate::weight::{katakana, narrow};
use families::{FAMILIES, SORT_ORDERS};
use name::{Family, Kind, SortOrder, Suffix};
use sluice_base::sync::LazyLock;

/// The differences that count when texts are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Collation {
    /// Whether capitals differ from small letters (CS).
    pub case_sensitive: bool,
    /// Whether accents count (AS).
    pub accent_sensitive: bool,
    /// Whether hiragana differs from katakana (KS). True for the default collation, whose keys
    /// predate this option.
    pub kana_sensitive: bool,
    /// Whether full-width letters differ from other letters (WS). True for the default collation.
    pub width_sensitive: bool,
    /// Whether code points alone decide (BIN, BIN2).
    pub binary: bool,
    /// Whether texts are in word order, as under Windows collations. Hyphens and apostrophes then
    /// count only if the texts are otherwise equal, and letters like `æ` equal two letters.
    pub by_words: bool,
    /// Whether a character beyond U+FFFF counts as one character rather than two (SC).
    pub supplementary: bool,
    /// The code page of char and varchar.
    pub code_page: CodePage,
}

/// A collation's number, valid until the process ends. [`CollationId::default`] is the default
/// collation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CollationId(u16);

/// The name of the collation of columns and databases that specify none.
pub const DEFAULT_NAME: &str = "SQL_Latin1_General_CP1_CI_AS";

impl CollationId {
    /// The default collation.
    pub const DEFAULT: CollationId = CollationId(0);

    /// Returns all collations, the default first.
    pub fn all() -> impl Iterator<Item = CollationId> {
        let of_families: usize = FAMILIES.iter().map(Family::count).sum();
        (0..SORT_ORDERS.len() + of_families).map(|place| CollationId(place as u16))
    }

    /// Returns the collation called `name`, in any case. Callers report `None` as 448.
    pub fn named(name: &str) -> Option<CollationId> {
        let order = |known: &str| known.bytes().cmp(name.bytes().map(|byte| byte.to_ascii_lowercase()));
        let place = NAMES.binary_search_by(|(known, _)| order(known));
        place.ok().map(|place| NAMES[place].1)
    }

    /// Returns the name.
    pub fn name(self) -> String {
        match self.kind() {
            Kind::Sql(order) => order.name.to_owned(),
            Kind::Of(family, suffix) => format!("{}{}", family.name, suffix.text(family)),
        }
    }

    /// Returns the rules.
    #[inline]
    pub fn rules(self) -> Collation {
        RULES[usize::from(self.0)]
    }

    /// Returns the description in words.
    pub fn description(self) -> String {
        match self.kind() {
            Kind::Sql(order) => order.description(),
            Kind::Of(family, suffix) => format!("{}, {}", family.title, suffix.words(family)),
        }
    }

    /// Returns the locale id.
    pub fn lcid(self) -> i32 {
        match self.kind() {
            Kind::Sql(_) => ENGLISH,
            Kind::Of(family, _) => family.lcid,
        }
    }

    /// Returns the version: 0 for the oldest, 1 for version 90, 2 for 100, 3 for 140.
    pub fn version(self) -> u8 {
        match self.kind() {
            Kind::Sql(_) => 0,
            Kind::Of(family, _) => family.version,
        }
    }

    /// Returns the sort order of a SQL Server collation, or 0 for other collations.
    pub fn sort_order(self) -> u8 {
        match self.kind() {
            Kind::Sql(order) => order.order,
            Kind::Of(..) => 0,
        }
    }

    /// Whether a character beyond U+FFFF counts as a single character (SC, UTF8, and version 140).
    pub fn has_supplementary(self) -> bool {
        match self.kind() {
            Kind::Sql(_) => false,
            Kind::Of(family, suffix) => suffix.has_supplementary(family),
        }
    }

    /// Whether this is a BIN2 collation (code points) rather than a BIN collation.
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
        unreachable!("an id is the index of a collation")
    }
}

/// Returns the code page for a client's locale and sort order, even if the collation's rules are
/// unsupported.
pub fn code_page_of(lcid: i32, sort_order: u8) -> Option<CodePage> {
    match sort_order {
        0 => FAMILIES.iter().find(|family| family.lcid == lcid).map(|family| family.code_page),
        _ => SORT_ORDERS.iter().find(|known| known.order == sort_order).map(|known| known.rules.code_page),
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
        by_words: false,
        supplementary: false,
        code_page: CodePage::Page1252,
    };

    /// Returns the same rules for another code page.
    const fn of_page(self, code_page: CodePage) -> Collation {
        Collation { code_page, ..self }
    }

    /// Returns the rules of the collation called `name`, in any case. Callers report `None` as 448.
    pub fn named(name: &str) -> Option<Collation> {
        CollationId::named(name).map(CollationId::rules)
    }

    /// Whether texts compare as under the default collation.
    pub fn is_as_default(self) -> bool {
        Collation { code_page: CodePage::Page1252, ..self } == Collation::DEFAULT
    }

    /// Returns the representative of all characters that differ from `character` only in case,
    /// accents, kana or width that don't count.
    pub fn folded(self, character: char) -> char {
        if self.binary {
            return character;
        }
        let character = self.base(character);
        if self.case_sensitive { character } else { fold(character) }
    }

    /// Returns the character for letter-by-letter searches: folded, or in word order the two
    /// letters that it equals.
    pub fn spelled(self, character: char) -> (char, Option<char>) {
        if character.is_ascii() || !self.by_words {
            return (self.folded(character), None);
        }
        let letters = match self.base(character) {
            'æ' => ['a', 'e'],
            'Æ' => ['A', 'E'],
            'ǽ' => ['a', 'é'],
            'Ǽ' => ['A', 'É'],
            'ǣ' => ['a', 'ē'],
            'Ǣ' => ['A', 'Ē'],
            'œ' => ['o', 'e'],
            'Œ' => ['O', 'E'],
            'ß' => ['s', 's'],
            'þ' => ['t', 'h'],
            'Þ' => ['T', 'H'],
            other => return (self.folded(other), None),
        };
        (self.folded(letters[0]), Some(self.folded(letters[1])))
    }

    /// Returns the character without differences that don't count, apart from case.
    fn base(self, character: char) -> char {
        if character.is_ascii() {
            return character;
        }
        let character = if self.width_sensitive { character } else { narrow(character) };
        let character = if self.kana_sensitive { character } else { katakana(character) };
        if self.accent_sensitive { character } else { without_accent(character) }
    }
}

const ENGLISH: i32 = 1033;
/// The rules by id. Every start uses them, so they are built in a single pass.
static RULES: LazyLock<Vec<Collation>> = LazyLock::new(|| {
    let of_family = |family: &'static Family| (0..family.count()).map(|place| family.suffix(place).rules(family));
    SORT_ORDERS.iter().map(|order| order.rules).chain(FAMILIES.iter().flat_map(of_family)).collect()
});

/// The names in small letters, sorted, for lookups by name.
static NAMES: LazyLock<Vec<(String, CollationId)>> = LazyLock::new(|| {
    let mut names: Vec<_> = CollationId::all().map(|id| (id.name().to_ascii_lowercase(), id)).collect();
    names.sort();
    names
});
