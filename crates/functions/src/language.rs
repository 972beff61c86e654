//! The languages of sessions (`t-sql/statements/set-language-transact-sql`,
//! `relational-databases/system-compatibility-views/sys-syslanguages-transact-sql`): only those
//! with English names of months and days.

use sluice_types::date_text::DateOrder;

/// A language.
#[derive(PartialEq, Eq, Debug)]
pub struct Language {
    /// The language's id.
    pub id: i16,
    /// The language's name.
    pub name: &'static str,
    /// The language's English name.
    pub alias: &'static str,
    /// The order of the numbers in a date string.
    pub date_order: DateOrder,
    /// The first day of the week, from 1 for Monday to 7.
    pub first_day: u8,
}

/// The supported languages; the first is the default of new sessions.
pub static LANGUAGES: [Language; 2] = [
    Language { id: 0, name: "us_english", alias: "English", date_order: DateOrder::Mdy, first_day: 7 },
    Language { id: 23, name: "British", alias: "British English", date_order: DateOrder::Dmy, first_day: 1 },
];

/// Returns the language with the name or alias, ignoring case.
pub fn language_named(name: &str) -> Option<&'static Language> {
    let is = |known: &str| known.eq_ignore_ascii_case(name.trim_end());
    LANGUAGES.iter().find(|language| is(language.name) || is(language.alias))
}

/// Returns whether SQL Server has a language with the name or alias that Sluice lacks.
pub fn is_missing_language(name: &str) -> bool {
    MISSING.iter().any(|known| known.to_lowercase() == name.trim_end().to_lowercase())
}

const MISSING: [&str; 63] = [
    "Deutsch",
    "German",
    "Français",
    "French",
    "日本語",
    "Japanese",
    "Dansk",
    "Danish",
    "Español",
    "Spanish",
    "Italiano",
    "Italian",
    "Nederlands",
    "Dutch",
    "Norsk",
    "Norwegian",
    "Português",
    "Portuguese",
    "Suomi",
    "Finnish",
    "Svenska",
    "Swedish",
    "čeština",
    "Czech",
    "magyar",
    "Hungarian",
    "polski",
    "Polish",
    "română",
    "Romanian",
    "hrvatski",
    "Croatian",
    "slovenčina",
    "Slovak",
    "slovenski",
    "Slovenian",
    "ελληνικά",
    "Greek",
    "български",
    "Bulgarian",
    "русский",
    "Russian",
    "Türkçe",
    "Turkish",
    "eesti",
    "Estonian",
    "latviešu",
    "Latvian",
    "lietuvių",
    "Lithuanian",
    "Português (Brasil)",
    "Brazilian",
    "繁體中文",
    "Traditional Chinese",
    "한국어",
    "Korean",
    "简体中文",
    "Simplified Chinese",
    "Arabic",
    "ไทย",
    "Thai",
    "norsk (bokmål)",
    "Bokmål",
];
