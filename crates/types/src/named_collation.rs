//! Collations by name, as COLLATE names them: which rules a name stands for, and the bytes by which texts compare under them.
//!
//! The order is this project's own: letters by their folded code points, capitals behind small letters where case counts
//! (`relational-databases/collations/collation-and-unicode-support.md` says what counts, not which weight a letter has).

use crate::accents::WITHOUT_ACCENT;
use crate::collation::{fold, significant};

/// What counts when texts are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Collation {
    /// Whether capitals differ from small letters (CS).
    pub case_sensitive: bool,
    /// Whether accents count (AS).
    pub accent_sensitive: bool,
    /// Whether code points decide, and nothing else (BIN, BIN2).
    pub binary: bool,
    /// The code page of char and varchar; 65001 is UTF-8.
    pub code_page: u16,
}

/// The name of the collation that all columns and databases have.
pub const DEFAULT_NAME: &str = "SQL_Latin1_General_CP1_CI_AS";

impl Collation {
    /// The default collation.
    pub const DEFAULT: Collation =
        Collation { case_sensitive: false, accent_sensitive: true, binary: false, code_page: 1252 };

    /// The collation called `name`, in any case: the Latin and Cyrillic families, with what their suffixes say. `None`: 448.
    pub fn named(name: &str) -> Option<Collation> {
        let name = name.to_ascii_lowercase();
        let (code_page, suffix) = FAMILIES
            .iter()
            .find_map(|(family, code_page)| Some((*code_page, name.strip_prefix(family)?.strip_prefix('_')?)))?;
        let mut words: Vec<&str> = suffix.split('_').collect();
        let is_sql = name.starts_with("sql_");
        let code_page = if words.last() == Some(&"utf8") { UTF_8 } else { code_page };
        if code_page == UTF_8 {
            words.pop();
        }
        let collation = match words.as_slice() {
            ["bin" | "bin2"] if !is_sql => {
                Collation { case_sensitive: true, accent_sensitive: true, binary: true, code_page }
            }
            [case @ ("ci" | "cs"), accent @ ("ai" | "as"), rest @ ..] => {
                // Kana and width tell apart what these letters have not; SC and VSS count supplementary characters as one.
                let known = ["ks", "ws", "sc", "vss"];
                if rest.iter().any(|word| !known.contains(word)) || is_sql && !rest.is_empty() {
                    return None;
                }
                Collation { case_sensitive: *case == "cs", accent_sensitive: *accent == "as", binary: false, code_page }
            }
            _ => return None,
        };
        Some(collation)
    }

    /// Whether texts compare as under the default collation.
    pub fn is_as_default(self) -> bool {
        Collation { code_page: 1252, ..self } == Collation::DEFAULT
    }

    /// The character that stands for `character` where neither case nor accents count more than here.
    pub fn folded(self, character: char) -> char {
        if self.binary {
            return character;
        }
        let character = if self.accent_sensitive { character } else { without_accent(character) };
        if self.case_sensitive { character } else { fold(character) }
    }

    /// Bytes whose order is the texts': no two texts that differ have one, but those that are equal under the collation.
    pub fn key(self, text: &str) -> Vec<u8> {
        let text = significant(text);
        let mut key = Vec::with_capacity(text.len() + 2);
        for character in text.chars() {
            let weight = match self {
                Collation { binary: true, .. } => character,
                Collation { accent_sensitive: false, .. } => fold(without_accent(character)),
                _ => fold(character),
            };
            let mut buffer = [0; 4];
            key.extend(weight.encode_utf8(&mut buffer).bytes().map(|byte| byte + 1));
        }
        if self.case_sensitive && !self.binary {
            key.push(0);
            key.extend(text.chars().map(|character| if fold(character) == character { SMALL } else { CAPITAL }));
        }
        key
    }
}

fn without_accent(character: char) -> char {
    let place = WITHOUT_ACCENT.binary_search_by_key(&character, |(accented, _)| *accented);
    place.map_or(character, |place| WITHOUT_ACCENT[place].1)
}

const UTF_8: u16 = 65001;
const SMALL: u8 = 1;
const CAPITAL: u8 = 2;
/// Families of collations, and the code pages of their single bytes; a longer name before its own beginning.
const FAMILIES: [(&str, u16); 6] = [
    ("sql_latin1_general_cp1251", 1251),
    ("sql_latin1_general_cp1", 1252),
    ("latin1_general_100", 1252),
    ("latin1_general", 1252),
    ("cyrillic_general_100", 1251),
    ("cyrillic_general", 1251),
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
    }

    #[test]
    fn names_are_known_or_not() {
        assert_eq!(Collation::named(DEFAULT_NAME), Some(Collation::DEFAULT));
        for name in [
            "Klingon_CI_AS",
            "Latin1_General",
            "Latin1_General_CI",
            "Latin1_General_CI_AS_XX",
            "SQL_Latin1_General_CP1_BIN",
            "",
        ] {
            assert_eq!(Collation::named(name), None, "{name}");
        }
    }

    #[test]
    fn capitals_come_behind_small_letters_only_where_nothing_else_decides() {
        let collation = Collation::named("Latin1_General_CS_AS").expect("a name");
        let mut words = ["b", "A", "a", "B", "aB", "Ab"];
        words.sort_by_key(|word| collation.key(word));
        assert_eq!(words, ["a", "A", "aB", "Ab", "b", "B"]);
    }

    #[test]
    fn the_table_of_accents_is_in_order() {
        assert!(WITHOUT_ACCENT.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
