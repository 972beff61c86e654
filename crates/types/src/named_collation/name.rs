//! The origins of collation names: a family with a suffix, or a SQL Server sort order.

use super::Collation;
use super::families::{FAMILIES, UNSUPPORTED_DESIGNATORS, UNSUPPORTED_SORT_ORDERS};
use crate::code_page::CodePage;

/// Whether SQL Server has a collation of this name whose rules are unsupported.
pub fn is_unsupported(name: &str) -> bool {
    let families = FAMILIES.iter().filter(|family| !family.has_words).map(|family| family.name);
    UNSUPPORTED_SORT_ORDERS.iter().any(|known| known.eq_ignore_ascii_case(name))
        || UNSUPPORTED_DESIGNATORS.into_iter().chain(families).any(|designator| is_of(name, designator))
}

/// Whether `name`, in any case, is `designator` followed by words allowed for its version, in
/// order.
fn is_of(name: &str, designator: &str) -> bool {
    let Some((front, suffix)) = name.split_at_checked(designator.len()) else { return false };
    let words: Vec<String> = suffix.split('_').map(str::to_ascii_uppercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let optional: &[&str] = match designator.rsplit_once('_') {
        Some((_, "90" | "100")) => &["KS", "WS", "SC", "UTF8"],
        Some((_, "140")) => &["KS", "WS", "VSS", "UTF8"],
        _ => &["KS", "WS"],
    };
    front.eq_ignore_ascii_case(designator)
        && match words.as_slice() {
            ["", "BIN" | "BIN2"] => true,
            ["", "CI" | "CS", "AI" | "AS", rest @ ..] => {
                let mut optional = optional.iter();
                rest.iter().all(|word| optional.any(|known| known == word))
            }
            _ => false,
        }
}

/// The origin of a collation name: one of SQL Server's own with its sort order, or a family of
/// Windows with the suffix after its name.
pub(super) enum Kind {
    Sql(&'static SortOrder),
    Of(&'static Family, Suffix),
}

/// The collations of a language and version, with all possible suffixes. Its members are numbered:
/// binary ones first, then all sensitivities.
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) lcid: i32,
    pub(super) version: u8,
    pub(super) code_page: CodePage,
    /// Whether the family has linguistic collations (CI, AS and so on) in addition to code-point
    /// collations.
    pub(super) has_words: bool,
}

/// The suffix after a family's name.
pub(super) enum Suffix {
    Bin,
    Bin2 {
        is_utf_8: bool,
    },
    /// A bit each for case, accents, kana and width: set if the difference counts.
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

    /// Returns the number of collations of the family.
    pub(super) fn count(&self) -> usize {
        match (self.has_words, self.has_supplementary()) {
            (false, _) => 2,
            (true, false) => 2 + SENSITIVITIES,
            (true, true) => 3 + 3 * SENSITIVITIES,
        }
    }

    /// Returns the suffix of the family's collation number `place`. A number beyond the count gives
    /// a suffix that doesn't exist.
    pub(super) fn suffix(&self, place: usize) -> Suffix {
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
    /// Whether characters beyond U+FFFF count as one character: by the suffix, by UTF-8 under BIN2,
    /// or in families of later versions.
    pub(super) fn has_supplementary(&self, family: &Family) -> bool {
        match self {
            Suffix::Bin => false,
            Suffix::Bin2 { is_utf_8 } => *is_utf_8,
            Suffix::Words { has_supplementary, .. } => *has_supplementary || family.version > WITH_SUPPLEMENTARY,
        }
    }

    fn is_utf_8(&self) -> bool {
        matches!(self, Suffix::Bin2 { is_utf_8: true } | Suffix::Words { is_utf_8: true, .. })
    }

    /// Returns the rules of comparison and the code page of a collation of `family` with this
    /// suffix.
    pub(super) fn rules(&self, family: &Family) -> Collation {
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
            by_words: !binary,
            supplementary: self.has_supplementary(family),
            code_page: if self.is_utf_8() { CodePage::Utf8 } else { family.code_page },
        }
    }

    /// Returns the suffix as in a collation's name, such as `_CI_AS_KS_WS_SC_UTF8`.
    pub(super) fn text(&self, family: &Family) -> String {
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

    /// Returns the suffix as `fn_helpcollations` describes it, such as "case-insensitive,
    /// accent-sensitive".
    pub(super) fn words(&self, family: &Family) -> String {
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

/// A SQL Server collation with its historical sort order. `order` is its number in SQL Server.
pub(super) struct SortOrder {
    pub(super) name: &'static str,
    pub(super) order: u8,
    pub(super) rules: Collation,
}

impl SortOrder {
    /// Returns the description in `fn_helpcollations`. It always calls kanatype and width
    /// insensitive, whatever the collation does.
    pub(super) fn description(&self) -> String {
        // The name doesn't say which differences the collation ignores in Unicode texts.
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

/// The first version whose collations may have SC and UTF8.
const WITH_SUPPLEMENTARY: u8 = 2;
/// Combinations of case, accent, kana and width sensitivity.
const SENSITIVITIES: usize = 16;
