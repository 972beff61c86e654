//! Names and what they stand for, and the order of keys.

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

/// windows-collation-name-transact-sql.md and sql-server-collation-name-transact-sql.md; every code page has a collation.
#[test]
fn names_say_code_page_and_locale() {
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
fn what_is_not_done_is_told_from_what_is_not() {
    for name in [
        "Turkish_CI_AS",
        "japanese_xjis_140_ci_as_ks_ws_vss",
        "Danish_Norwegian_CS_AS",
        "SQL_Czech_CP1250_CI_AS",
        "Khmer_100_BIN2",
    ] {
        assert!(is_not_done(name) && CollationId::named(name).is_none(), "{name}");
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
        assert!(!is_not_done(name) && CollationId::named(name).is_none(), "{name}");
    }
}

/// The order of keys is one: equal keys for equal texts, and the same whichever is asked first.
#[test]
fn keys_order_as_code_points_do_where_these_decide() {
    let texts = ["", "a", "A", "a ", "b", "é", "É", "Ж", "日", "\u{1F600}"];
    for id in CollationId::all().filter(|id| id.rules().binary) {
        for (left, right) in texts.iter().flat_map(|left| texts.map(|right| (*left, right))) {
            let expected = left.trim_end_matches(' ').cmp(right.trim_end_matches(' '));
            assert_eq!(id.rules().key(left).cmp(&id.rules().key(right)), expected, "{} {left:?} {right:?}", id.name());
        }
    }
}
