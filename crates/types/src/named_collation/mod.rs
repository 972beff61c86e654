//! Collations by name, as COLLATE names them: which rules a name stands for, and the bytes by which texts compare under them.
//!
//! The order is this project's own (`crate::weight`): `relational-databases/collations/collation-and-unicode-support.md` says what counts, and that
//! small letters come before capitals, not which weight a letter has. A collation of a
//! column is part of its index keys: what a name stands for changes only with the collation version of `docs/file-format.md`.

mod families;
mod name;
mod sort_key;

#[cfg(test)]
mod tests;

pub use name::is_not_done;

use crate::accents::without_accent;
use crate::code_page::CodePage;
use crate::fold::fold;
use crate::weight::{katakana, narrow};
use families::{FAMILIES, SORT_ORDERS};
use name::{Family, Kind, SortOrder, Suffix};
use sluice_base::sync::LazyLock;

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
    /// Whether texts are in the order of words, as under the collations of Windows: hyphens and apostrophes count only where nothing else does,
    /// and letters like `æ` are the two that they are as.
    pub by_words: bool,
    /// Whether a character beyond U+FFFF is one character, and not two (SC).
    pub supplementary: bool,
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
        let order = |known: &str| known.bytes().cmp(name.bytes().map(|byte| byte.to_ascii_lowercase()));
        let place = NAMES.binary_search_by(|(known, _)| order(known));
        place.ok().map(|place| NAMES[place].1)
    }

    /// Its name.
    pub fn name(self) -> String {
        match self.kind() {
            Kind::Sql(order) => order.name.to_owned(),
            Kind::Of(family, suffix) => format!("{}{}", family.name, suffix.text(family)),
        }
    }

    /// What it stands for.
    #[inline]
    pub fn rules(self) -> Collation {
        RULES[usize::from(self.0)]
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

    /// 0 for the oldest, 1 for those of the version 90, 2 of 100, 3 of 140.
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

    /// Whether a character beyond U+FFFF is one character (SC, UTF8, and those of the version 140).
    pub fn has_supplementary(self) -> bool {
        match self.kind() {
            Kind::Sql(_) => false,
            Kind::Of(family, suffix) => suffix.has_supplementary(family),
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

/// The code page under a collation of which a client tells the locale and the sort order, also of one whose rules are not there.
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

    /// The same rules for another code page.
    const fn of_page(self, code_page: CodePage) -> Collation {
        Collation { code_page, ..self }
    }

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

    /// What stands for the character where texts are searched letter by letter: itself folded, or, in the order of words, the two that it is as.
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

    /// The character without what does not count, its case aside.
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
/// The rules of each id: every start asks for them, so they are made without looking for each.
static RULES: LazyLock<Vec<Collation>> = LazyLock::new(|| {
    let of_family = |family: &'static Family| (0..family.count()).map(|place| family.suffix(place).rules(family));
    SORT_ORDERS.iter().map(|order| order.rules).chain(FAMILIES.iter().flat_map(of_family)).collect()
});

/// The names in small letters, in their order: for who names one.
static NAMES: LazyLock<Vec<(String, CollationId)>> = LazyLock::new(|| {
    let mut names: Vec<_> = CollationId::all().map(|id| (id.name().to_ascii_lowercase(), id)).collect();
    names.sort();
    names
});
