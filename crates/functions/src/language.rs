//! The languages of sessions (`t-sql/statements/set-language-transact-sql`), with the names of
//! months and days in dates. Messages are in English in every language.

use crate::language_table::TABLE;

pub use crate::language_table::Language;

/// The languages, each at the place of its id; the first is the default of new sessions.
pub static LANGUAGES: &[Language] = &TABLE;

/// Returns the language with the name or alias, ignoring case and trailing blanks. `None` for
/// another name.
pub fn language_named(name: &str) -> Option<&'static Language> {
    let asked = name.trim_end().to_lowercase();
    LANGUAGES.iter().find(|language| language.name.to_lowercase() == asked || language.alias.to_lowercase() == asked)
}

impl Language {
    /// Whether the names of months are the English ones.
    pub fn is_english(&self) -> bool {
        self.short_months == TABLE[0].short_months && self.months == TABLE[0].months
    }

    /// Returns the name of the month, from 1 to 12; empty beyond. Panics for 0.
    pub fn month(&self, number: usize) -> &'static str {
        self.months.split(',').nth(number - 1).unwrap_or_default()
    }

    /// Returns the name of the day of the week, from 0 for Monday to 6 for Sunday. A greater
    /// number gives an empty name.
    pub fn day(&self, number: usize) -> &'static str {
        self.days.split(',').nth(number).unwrap_or_default()
    }

    /// Replaces the English short name of a month by this language's. Only the first occurrence; a
    /// date without such a name is returned as it is.
    pub fn localized(&self, date: &str) -> String {
        let english = || TABLE[0].short_months.split(',');
        let names = english().zip(self.short_months.split(','));
        let found = names.into_iter().find(|(name, _)| words(date).any(|word| word == *name));
        found.map_or_else(|| date.to_owned(), |(name, own)| date.replacen(name, own, 1))
    }

    /// Replaces this language's name of a month by the English one, so that the date can be parsed.
    /// An English name that the language lacks becomes an invalid one. Full and short names are
    /// known, in any case; only the first such word is replaced.
    pub fn in_english(&self, date: &str) -> String {
        let own = || self.months.split(',').zip(1..).chain(self.short_months.split(',').zip(1..));
        for word in words(date) {
            let lower = word.to_lowercase();
            if let Some((_, month)) = own().find(|(name, _)| name.to_lowercase() == lower) {
                return date.replacen(word, TABLE[0].month(month), 1);
            }
            let mut english = TABLE[0].months.split(',').chain(TABLE[0].short_months.split(','));
            if english.any(|name| name.eq_ignore_ascii_case(word)) {
                return date.replacen(word, UNKNOWN_MONTH, 1);
            }
        }
        date.to_owned()
    }
}

/// Returns the words of letters in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphabetic()).filter(|word| !word.is_empty())
}

/// A word that is no month.
const UNKNOWN_MONTH: &str = "???";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_names() {
        for (id, language) in (0..).zip(LANGUAGES) {
            assert_eq!(language.id, id);
            let counts = [language.months, language.short_months, language.days].map(|names| names.split(',').count());
            assert_eq!(counts, [12, 12, 7], "{}", language.name);
        }
    }

    #[test]
    fn month_names_are_translated() {
        let french = language_named("french").expect("a language");
        assert_eq!(french.localized("Dec  5 2007  1:00PM"), "déc  5 2007  1:00PM");
        assert_eq!(french.in_english("5 DÉCEMBRE 2007"), "5 December 2007");
        assert_eq!(french.in_english("5 December 2007"), "5 ??? 2007");
        assert_eq!(french.in_english("2007-12-05T10:00:00Z"), "2007-12-05T10:00:00Z");
    }
}
