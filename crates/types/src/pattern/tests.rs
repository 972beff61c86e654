//! Patterns against the documentation's examples, and against an exhaustive matcher.

use super::{Matcher, Reading, beginning, matches, position};
use crate::named_collation::Collation;
use proptest::prelude::*;

const EXACT: Reading = Reading { escape: None, ignores_trailing_blanks: false, collation: Collation::DEFAULT };
const BLANKS: Reading = Reading { escape: None, ignores_trailing_blanks: true, collation: Collation::DEFAULT };

fn escaped(escape: char) -> Reading {
    Reading { escape: Some(escape as u16), ignores_trailing_blanks: false, collation: Collation::DEFAULT }
}

/// like-transact-sql.md, "Using Wildcard Characters As Literals".
#[test]
fn wildcards_in_brackets_are_literal() {
    for (pattern, texts, others) in [
        ("5[%]", &["5%"][..], &["5", "55"][..]),
        ("[_]n", &["_n"], &["an"]),
        ("[a-cdf]", &["a", "b", "c", "d", "f", "F"], &["e", "-", ""]),
        ("[-acdf]", &["-", "a", "c", "d", "f"], &["b", "e"]),
        ("[[]", &["["], &["]"]),
        ("]", &["]"], &["["]),
        ("abc[_]d%", &["abc_d", "abc_de"], &["abcxd"]),
        ("abc[def]", &["abcd", "abce", "abcf"], &["abc", "abcg", "abcde"]),
        ("de[^l]%", &["de", "dear", "Denver"][1..], &["delta", "de"]),
        ("[C-P]arsen", &["Carsen", "larsen", "KARSEN"], &["Barsen", "Qarsen"]),
    ] {
        texts.iter().for_each(|text| assert!(matches(text, pattern, EXACT), "{text:?} LIKE {pattern:?}"));
        others.iter().for_each(|text| assert!(!matches(text, pattern, EXACT), "{text:?} NOT LIKE {pattern:?}"));
    }
}

/// A range follows the collation's order: `é` is between e and f, and small letters come before
/// their capitals.
#[test]
fn pattern_range_follows_collation_order() {
    let of = |name| Reading { collation: Collation::named(name).expect(name), ..EXACT };
    let (dictionary, cases, codes) = (EXACT, of("Latin1_General_CS_AS"), of("Latin1_General_BIN2"));
    for (text, pattern, in_dictionary, in_cases, in_codes) in [
        ("é", "[e-f]", true, true, false),
        ("É", "[e-f]", true, true, false),
        ("g", "[e-f]", false, false, false),
        ("_", "[a-z]", false, false, false),
        ("b", "[A-C]", true, true, false),
        ("a", "[A-C]", true, false, false),
        ("ж", "[а-я]", true, true, true),
        ("ё", "[а-я]", true, true, false),
    ] {
        let found = [dictionary, cases, codes].map(|reading| matches(text, pattern, reading));
        assert_eq!(found, [in_dictionary, in_cases, in_codes], "{text} {pattern}");
    }
}

/// Examples B and C, and the remarks on ESCAPE.
#[test]
fn escape_character_makes_wildcard_literal() {
    assert!(matches("Discount is 10-15% off", "%10-15!% off%", escaped('!')));
    assert!(!matches("Discount is 10-15 % off", "%10-15!% off%", escaped('!')));
    assert!(matches("ab", "!ab", escaped('!')), "what is no wildcard stays");
    assert!(!matches("ab!", "ab!", escaped('!')), "nothing behind it");
    assert!(matches("]", "[!]]", escaped('!')) && matches("-", "[a!-z]", escaped('!')));
    assert!(!matches("b", "[a!-z]", escaped('!')));
    assert!(matches("b", "a%%", escaped('a')) == matches("b", "a%", escaped('a')), "both want a percent sign first");
}

#[test]
fn trailing_blanks_may_remain_if_ignored() {
    assert!(matches("Robert King   ", "% King", BLANKS));
    assert!(!matches("Robert King   ", "% King", EXACT));
    assert!(!matches("abc", "abc ", BLANKS), "the pattern's count");
    assert!(matches("", "", EXACT) && matches("", "%", EXACT) && !matches("", "_", EXACT));
}

#[test]
fn unclosed_or_empty_set_matches_nothing() {
    for pattern in ["[", "[a", "[^", "[]", "[]]", "a[b-"] {
        for text in ["", "[", "a", "]", "ab", "b]"] {
            assert!(!matches(text, pattern, EXACT), "{text:?} LIKE {pattern:?}");
        }
    }
}

#[test]
fn surrogate_pair_matches_two_units() {
    assert!(matches("a😀", "a__", EXACT) && !matches("a😀", "a_", EXACT));
    assert!(matches("É😀", "é😀", EXACT));
}

/// patindex-transact-sql.md.
#[test]
fn patindex_positions_match_documentation() {
    for (pattern, text, expected) in [
        ("%ter%", "interesting data", Some(2)),
        ("%en_ure%", "Please ensure the door is locked!", Some(7)),
        ("a%", "abc", Some(0)),
        ("%a", "cba", Some(2)),
        ("%[^ 0-9A-z]%", "Please ensure the door is locked!", Some(32)),
        ("b%", "abc", None),
        ("%x%", "abc", None),
        ("%", "abc", Some(0)),
    ] {
        assert_eq!(position(text, pattern, EXACT), expected, "{pattern}");
    }
}

/// Tries every length for every `%`.
fn slow(text: &[char], pattern: &[char]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some(('%', rest)) => (0..=text.len()).any(|length| slow(&text[length..], rest)),
        Some((wanted, rest)) => {
            text.split_first().is_some_and(|(unit, others)| (*wanted == '_' || unit == wanted) && slow(others, rest))
        }
    }
}

proptest! {
    #[test]
    fn matcher_agrees_with_exhaustive_matcher(text in "[ab]{0,9}", pattern in "[ab%_]{0,7}") {
        let (t, p): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
        prop_assert_eq!(matches(&text, &pattern, EXACT), slow(&t, &p));
    }

    #[test]
    fn matching_text_begins_with_pattern_beginning(text in "[aAb% ]{0,6}", pattern in "[aAb%_!]{0,5}") {
        for (escape, ignores_trailing_blanks) in [(None, true), (Some(u16::from(b'!')), false)] {
            let reading = Reading { escape, ignores_trailing_blanks, collation: Collation::DEFAULT };
            let begins = beginning(&pattern, escape).to_lowercase();
            let is_it = matches(&text, &pattern, reading);
            prop_assert!(!is_it || text.to_lowercase().starts_with(&begins), "{} like {}: {}", text, pattern, begins);
        }
    }
}

#[test]
fn pattern_beginning_is_its_literal_prefix() {
    for (pattern, begins) in
        [("ab%c", "ab"), ("ab", "ab"), ("%a", ""), ("a_b", "a"), ("a[b]", "a"), ("a b %", "a b"), (" ", "")]
    {
        assert_eq!(beginning(pattern, None), begins, "{pattern}");
    }
    let escape = Some(u16::from(b'!'));
    for (pattern, begins) in [("a!%b%", "a%b"), ("a!", "a"), ("!!!_x[", "!_x"), ("a\u{1f600}b", "a")] {
        assert_eq!(beginning(pattern, escape), begins, "{pattern}");
    }
}

proptest! {
    /// Few letters, so that texts match often.
    #[test]
    fn matcher_agrees_with_matches(text in "[abB é]{0,8}", pattern in "[abA %_é]{0,6}", ignores in any::<bool>()) {
        let reading = Reading { ignores_trailing_blanks: ignores, ..EXACT };
        let matcher = Matcher::new(&pattern.as_str().into(), reading);
        prop_assert_eq!(matcher.matches(text.as_bytes()), matches(&text, &pattern, reading));
    }
}
