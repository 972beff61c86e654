//! Parsing and writing of XML.

use super::{parse, write};
use proptest::prelude::*;

fn again(text: &str) -> String {
    write(&parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[test]
fn xml_is_written_in_canonical_form() {
    assert_eq!(again("<a></a>"), "<a/>");
    assert_eq!(again("<?xml version=\"1.0\" encoding=\"utf-8\"?> <a  b = 'c' />"), "<a b=\"c\"/>");
    assert_eq!(again("<a>\n  <b/>\n</a>"), "<a><b/></a>", "white space between tags");
    assert_eq!(again("<a> x <b/></a>"), "<a> x <b/></a>");
    assert_eq!(again("<a>&#x20;</a>"), "<a> </a>", "a reference is no white space");
    assert_eq!(again("<a><![CDATA[1 < 2 & 3]]></a>"), "<a>1 &lt; 2 &amp; 3</a>");
    assert_eq!(again("a &amp; b"), "a &amp; b", "a fragment");
    assert_eq!(again("<a b=\"&quot;&#9;\"/>"), "<a b=\"&quot;&#x09;\"/>");
    assert_eq!(again("<a>1\r\n2\r3</a>"), "<a>1\n2\n3</a>");
    assert_eq!(again("<!-- c --><?p i?>"), "<!-- c --><?p i?>");
}

#[test]
fn xml_nested_beyond_128_levels_fails_with_6335() {
    let nested = |levels: usize| format!("{}{}", "<a>".repeat(levels), "</a>".repeat(levels));
    assert!(parse(&nested(128)).is_ok());
    for levels in [129, 13_000, 1_000_000] {
        let error = parse(&nested(levels)).expect_err("it is too deep");
        assert_eq!((error.number, error.state, error.args.join(",")), (6335, 101, "128".to_owned()));
    }
    assert!(parse(&"<a/>".repeat(100_000)).is_ok());
}

#[test]
fn malformed_xml_error_has_position() {
    let told = |text: &str| {
        let error = parse(text).expect_err(text);
        (error.number, error.args.join(","))
    };
    assert_eq!(told("<a>"), (9400, "1,4".to_owned()));
    assert_eq!(told("<a></b>"), (9436, "1,7".to_owned()));
    assert_eq!(told("<a\n b='1' b='2'/>"), (9437, "2,9".to_owned()));
    assert_eq!(told("<a>&nope;</a>").0, 9448);
    assert_eq!(told("<a>&lt</a>").0, 9411);
    assert_eq!(told("<a b=c/>").0, 9413);
    assert_eq!(told("<a b/>").0, 9414);
    assert_eq!(told("<a b='<'/>").0, 9415);
    assert_eq!(told("<1/>").0, 9421);
    assert_eq!(told("<a>\u{1}</a>").0, 9420);
    assert_eq!(told("<!-- a -- b -->").0, 9424);
    assert_eq!(told("<a/><?xml version='1.0'?>").0, 9438);
    assert_eq!(told("<a:b:c/>").0, 9455);
}

proptest! {
    #[test]
    fn xml_text_is_refused_or_roundtrips(text in "[<>/a-c\"'=&;#x0-9 !?-]{0,40}") {
        if let Ok(nodes) = parse(&text) {
            let written = write(&nodes);
            prop_assert_eq!(write(&parse(&written).unwrap()), written);
        }
    }
}
