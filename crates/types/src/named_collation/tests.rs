//! Collation names and their rules, and the order of keys.

use super::*;
use crate::collation::{compare, significant};
use proptest::prelude::*;
use std::collections::HashMap;

fn equal(name: &str, left: &str, right: &str) -> bool {
    let collation = Collation::named(name).expect(name);
    collation.key(left, None) == collation.key(right, None)
}

#[test]
fn collation_suffix_determines_sensitivity() {
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
fn collation_names_are_known_or_refused() {
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
fn collation_names_are_found_and_unique() {
    for id in CollationId::all() {
        assert_eq!(CollationId::named(&id.name()), Some(id), "{}", id.name());
    }
}

#[test]
fn capitals_follow_small_letters_only_on_ties() {
    let collation = Collation::named("Latin1_General_CS_AS").expect("a name");
    let mut words = ["b", "A", "a", "B", "aB", "Ab", "abc"];
    words.sort_by_key(|word| collation.key(word, None));
    assert_eq!(words, ["a", "A", "aB", "Ab", "abc", "b", "B"]);
}

#[test]
fn collation_key_has_no_zero_byte() {
    let collation = Collation::named("Latin1_General_CS_AS").expect("a name");
    assert!(collation.key("a\0B\u{10FFFF}", None).iter().all(|byte| *byte != 0));
}

/// windows-collation-name-transact-sql.md and sql-server-collation-name-transact-sql.md; every code
/// page has a collation.
#[test]
fn collation_name_determines_code_page_and_locale() {
    for (name, page, lcid) in [
        ("Japanese_Bushu_Kakusu_140_BIN2", 932, 263_185),
        ("Chinese_PRC_BIN", 936, 2052),
        ("Korean_Wansung_BIN2", 949, 1042),
        ("Chinese_Taiwan_Stroke_BIN", 950, 1028),
        ("Thai_BIN", 874, 1054),
        ("Albanian_BIN", 1250, 1052),
        ("Greek_100_BIN2", 1253, 1032),
        ("Turkish_BIN2", 1254, 1055),
        ("Hebrew_BIN", 1255, 1037),
        ("Arabic_BIN2", 1256, 1025),
        ("Estonian_BIN", 1257, 1061),
        ("Vietnamese_BIN", 1258, 1066),
        ("Azeri_Latin_90_BIN", 1254, 1068),
        ("Macedonian_FYROM_100_BIN2", 1251, 1071),
        ("Uighur_100_BIN2", 1256, 1152),
        ("Tamazight_100_BIN2", 1252, 2143),
        ("Chinese_Traditional_Stroke_Order_100_BIN2", 950, 136_196),
        ("SQL_Latin1_General_CP437_CI_AS", 437, 1033),
        ("SQL_Latin1_General_CP850_BIN", 850, 1033),
    ] {
        let id = CollationId::named(name).expect(name);
        assert_eq!((id.rules().code_page.number(), id.lcid()), (page, lcid), "{name}");
    }
    let has = |page| CollationId::all().any(|id| id.rules().code_page == page);
    assert!(CodePage::ALL.into_iter().all(has));
}

#[test]
fn unsupported_collations_differ_from_unknown_ones() {
    for name in [
        "Turkish_CI_AS",
        "japanese_xjis_140_ci_as_ks_ws_vss",
        "Danish_Norwegian_CS_AS",
        "SQL_Czech_CP1250_CI_AS",
        "Khmer_100_BIN2",
        "Kazakh_100_CI_AS_SC",
    ] {
        assert!(is_unsupported(name) && CollationId::named(name).is_none(), "{name}");
    }
    for name in [
        "Klingon_CI_AS",
        "Turkish",
        "Turkish_CI",
        "Turkish_AS_CI",
        "Turkish_CI_AS_WS_KS",
        "Turkish_BIN2_AS",
        "Turkish_CI_AS_SC",
        "Turkish_100_CI_AS_VSS",
        "Latin1_General_CI_AS_SC",
    ] {
        assert!(!is_unsupported(name) && CollationId::named(name).is_none(), "{name}");
    }
}

#[test]
fn collation_name_determines_rules() {
    for id in CollationId::all() {
        let (name, rules) = (id.name(), id.rules());
        let says = |suffix: &str| name.contains(suffix);
        assert_eq!(rules.binary, says("_BIN"), "{name}");
        assert!(rules.binary || rules.case_sensitive == says("_CS"), "{name}");
        assert!(rules.binary || rules.accent_sensitive == says("_AS"), "{name}");
        assert_eq!(rules.code_page == CodePage::Utf8, says("_UTF8"), "{name}");
        assert_eq!(CollationId::named(&name), Some(id));
    }
}

/// Equal texts have equal keys, and the key order is the code-point order.
#[test]
fn binary_keys_follow_code_points() {
    let texts = ["", "a", "A", "a ", "b", "é", "É", "Ж", "日", "\u{1F600}"];
    for id in CollationId::all().filter(|id| id.rules().binary) {
        for (left, right) in texts.iter().flat_map(|left| texts.map(|right| (*left, right))) {
            let expected = left.trim_end_matches(' ').cmp(right.trim_end_matches(' '));
            assert_eq!(
                id.rules().key(left, None).cmp(&id.rules().key(right, None)),
                expected,
                "{} {left:?} {right:?}",
                id.name()
            );
        }
    }
}

/// collation-and-unicode-support.md: small letters sort before their capitals; otherwise the order
/// is that of `crate::weight`.
#[test]
fn words_are_in_dictionary_order() {
    for (name, words) in [
        ("Latin1_General_CS_AS", "_ + 0 9 a A á Á à ä az b co-op d ð e é È ø oz p ss ß straße Strasse z"),
        ("SQL_Latin1_General_CP1_CI_AS", "+ _ 0 a á b c-d cc œ oz ss ß st þ tj z ω я"),
        ("Cyrillic_General_CI_AS", "а ел ёл ем ж и иа й йа к я"),
    ] {
        let collation = Collation::named(name).expect(name);
        let mut sorted: Vec<&str> = words.split(' ').collect();
        sorted.sort_by_key(|word| collation.key(word, None));
        assert_eq!(sorted.join(" "), words, "{name}");
    }
}

/// "Word sort": the documentation of SQL collations has `'a-c' < 'ab'` for varchar, and the
/// opposite for Unicode texts.
#[test]
fn hyphens_count_last_in_word_order() {
    let words = Collation::named("Latin1_General_CI_AS").expect("a name");
    let mut sorted = ["co-op", "coop", "co'op", "cop", "coo-p", "co-ops", "coops", "-coop", "c"];
    sorted.sort_by_key(|word| words.key(word, None));
    assert_eq!(sorted, ["c", "coop", "-coop", "co'op", "co-op", "coo-p", "coops", "co-ops", "cop"]);
    assert!(words.key("ab", None) < words.key("a-c", None));
    assert!(Collation::DEFAULT.key("ab", None) > Collation::DEFAULT.key("a-c", None));
}

#[test]
fn letter_equals_two_letters_only_in_word_order() {
    for (one, two) in [("ß", "ss"), ("Æ", "ae"), ("œ", "OE"), ("Þ", "th"), ("ǽx", "aéx"), ("Ǣ", "aē")] {
        assert!(equal("Latin1_General_CI_AS", one, two), "{one}");
        assert!(equal("Latin1_General_CI_AI", one, two), "{one}");
        assert!(!equal("SQL_Latin1_General_CP1_CI_AS", one, two), "{one}");
        assert!(!equal("SQL_Latin1_General_CP1_CI_AI", one, two), "{one}");
    }
    assert!(!equal("Latin1_General_CI_AS", "ǣ", "aè"));
    assert!(!equal("Latin1_General_CS_AS", "Æ", "ae"));
    assert!(equal("Latin1_General_CS_AS", "Æ", "AE"));
}

/// Returns the distinct rules.
fn all_rules() -> Vec<Collation> {
    let mut rules: Vec<Collation> = Vec::new();
    for id in CollationId::all() {
        let found = id.rules().of_page(CodePage::Page1252);
        if !rules.contains(&found) {
            rules.push(found);
        }
    }
    rules
}

/// collation-and-unicode-support.md: "For non-Unicode data types, data comparisons are based on the
/// code points that are defined in the ANSI code page."
#[test]
fn binary_keys_follow_page_codes_for_varchar() {
    for (name, page) in [("Latin1_General_BIN2", 1252), ("SQL_Latin1_General_CP437_BIN", 437), ("Japanese_BIN", 932)] {
        let rules = Collation::named(name).expect(name);
        let page = CodePage::of_number(page);
        assert_eq!(page, Some(rules.code_page), "{name}");
        let texts: Vec<String> = (0..=u8::MAX).map(|byte| rules.code_page.text(&[byte])).collect();
        let texts: Vec<&String> = texts.iter().filter(|text| !text.ends_with([' ', '\u{FFFD}'])).collect();
        for (left, right) in texts.iter().flat_map(|left| texts.iter().map(move |right| (left, right))) {
            let (left, right) = (format!("x{left}"), format!("x{right}\u{1}"));
            let bytes = rules.code_page.bytes(&left).cmp(&rules.code_page.bytes(&right));
            assert_eq!(rules.key(&left, page).cmp(&rules.key(&right, page)), bytes, "{name} {left:?} {right:?}");
            assert!(!rules.key(&left, page).contains(&0));
        }
    }
    let rules = Collation::named("Latin1_General_BIN2").expect("a name");
    assert!(rules.key("€", Some(CodePage::Page1252)) < rules.key("é", Some(CodePage::Page1252)), "80 and E9");
    assert!(rules.key("€", None) > rules.key("é", None), "20AC and 00E9");
}

/// Two characters have equal keys exactly if [`Collation::folded`] maps them to the same character,
/// for all rules and characters.
#[test]
fn keys_distinguish_characters_like_folding() {
    for rules in all_rules() {
        let (mut by_key, mut by_letter) = (HashMap::new(), HashMap::new());
        for character in
            (1..0x3100).chain(0xFE00..0x0001_0100).filter_map(char::from_u32).filter(|character| *character != ' ')
        {
            let mut text = [0; 4];
            let (key, letter) = (rules.key(character.encode_utf8(&mut text), None), rules.folded(character));
            assert_eq!(*by_key.entry(key.clone()).or_insert(letter), letter, "{rules:?} {character:?}");
            assert_eq!(*by_letter.entry(letter).or_insert(key.clone()), key, "{rules:?} {character:?}");
        }
    }
}

/// Letters related on some level, and arbitrary letters.
fn letter() -> impl Strategy<Value = char> {
    let near = "aAáÁàâäåÅbeEéèēËæÆǽǢǣoOøœŒsSßẞŝtThþÞdðđiİıĳnñŋ-'’ 0+<=_~°²ÄＡａ－＋かカガ゛αάΑΩяйИиёЁе中日\u{1F600}\u{10000}\u{301}\u{1}";
    let near: Vec<char> = near.chars().collect();
    prop_oneof![8 => proptest::sample::select(near), 1 => any::<char>()]
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(letter(), 0..6).prop_map(String::from_iter)
}

/// Returns the text that letter-by-letter searches compare.
fn spelled(rules: Collation, text: &str) -> String {
    let letters = significant(text).chars().flat_map(|character| {
        let (first, second) = rules.spelled(character);
        [Some(first), second]
    });
    letters.flatten().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn keys_are_equal_for_equal_texts(left in text(), right in text(), place in any::<proptest::sample::Index>()) {
        let all = all_rules();
        let rules = all[place.index(all.len())];
        let equal = spelled(rules, &left) == spelled(rules, &right);
        prop_assert_eq!(rules.key(&left, None) == rules.key(&right, None), equal, "{:?}", rules);
    }

    #[test]
    fn key_order_is_text_order(left in text(), right in text(), front in text()) {
        let (left, right) = (format!("{front}{left}"), format!("{front}{right}"));
        let keys = Collation::DEFAULT.key(&left, None).cmp(&Collation::DEFAULT.key(&right, None));
        prop_assert_eq!(keys, compare(&left, &right));
    }

    #[test]
    fn key_begins_with_letters_of_prefix(front in text(), rest in text(), place in any::<proptest::sample::Index>()) {
        let all = all_rules();
        let rules = all[place.index(all.len())];
        let mut letters = Vec::new();
        rules.append_letters(&front, None, &mut letters);
        let whole = rules.key(&format!("{}{rest}", significant(&front)), None);
        prop_assert!(whole.starts_with(&letters), "{:?}", rules);
        prop_assert!(whole.iter().all(|byte| *byte != 0));
    }
}
