//! Round trips of bytes, missing characters, and invalid bytes.

use super::CodePage;
use proptest::prelude::*;

#[test]
fn single_byte_pages_roundtrip_every_byte() {
    let single = CodePage::ALL.into_iter().filter(|page| page.bytes_max() == 1);
    for page in single {
        for byte in 0..=u8::MAX {
            let text = page.text(&[byte]);
            assert_eq!(page.bytes(&text), [byte], "{byte:#x} of {page:?} is {text:?}");
        }
    }
}

/// Characters with two pairs are encoded as one of them.
#[test]
fn double_byte_pages_roundtrip_every_character() {
    let double = CodePage::ALL.into_iter().filter(|page| page.bytes_max() == 2);
    for page in double {
        let mut known = 0;
        for (lead, trail) in (0x80..=u8::MAX).flat_map(|lead| (0x40..=u8::MAX).map(move |trail| (lead, trail))) {
            let text = page.text(&[lead, trail]);
            if text.chars().count() == 1 {
                known += 1;
                assert_eq!(page.text(&page.bytes(&text)), text);
                assert!(page.bytes_len(&text) == 2 || text == "€", "the euro sign of 936 is one byte too");
            }
        }
        assert!(known > 6000, "{page:?} has {known} pairs");
    }
}

#[test]
fn pages_have_letters_of_their_languages() {
    let known: [(u16, &str, &[u8]); 18] = [
        (437, "é", &[0x82]),
        (850, "Õ", &[0xE5]),
        (874, "ก", &[0xA1]),
        (932, "日", &[0x93, 0xFA]),
        (932, "ｱ", &[0xB1]),
        (932, "ⅰ", &[0xFA, 0x40]),
        (936, "中", &[0xD6, 0xD0]),
        (936, "€", &[0x80]),
        (949, "한", &[0xC7, 0xD1]),
        (950, "中", &[0xA4, 0xA4]),
        (1250, "Ł", &[0xA3]),
        (1251, "Ж", &[0xC6]),
        (1252, "€", &[0x80]),
        (1253, "Ω", &[0xD9]),
        (1254, "ğ", &[0xF0]),
        (1255, "א", &[0xE0]),
        (1257, "ų", &[0xF8]),
        (65001, "€", &[0xE2, 0x82, 0xAC]),
    ];
    for (number, text, bytes) in known {
        let page = CodePage::of_number(number).expect("a page");
        assert_eq!(page.bytes(text), bytes, "{text} in {number}");
        assert_eq!(page.text(bytes), text, "{bytes:x?} in {number}");
    }
    assert_eq!(CodePage::of_number(1200), None, "UTF-16 is no page of char");
}

#[test]
fn missing_character_becomes_best_fit() {
    let western = CodePage::Page1252;
    assert_eq!(western.fitted("Ā∞Ａ ł Ж"), "A8A l ?");
    assert_eq!(western.fitted("😀"), "??", "one for each UTF-16 unit");
    assert_eq!(CodePage::Page1251.fitted("Žé"), "Ze");
    assert_eq!(CodePage::Page932.fitted("é日"), "e日");
    assert_eq!(CodePage::Utf8.fitted("Ā😀"), "Ā😀");
    assert_eq!(western.bytes("Ж"), b"?");
    assert!(western.holds("naïve €") && !western.holds("Ω"));
}

#[test]
fn half_a_byte_pair_is_invalid() {
    assert_eq!(CodePage::Page932.text(&[0x93, 0xFA, 0x93]), "日?");
    assert_eq!(CodePage::Page932.text(&[0x93, b'!']), "?!");
    assert_eq!(CodePage::Utf8.text(&[0xE2, 0x82]), "\u{FFFD}");
}

proptest! {
    #[test]
    fn fitted_text_roundtrips(page in 0..CodePage::ALL.len(), text in "\\PC{0,20}") {
        let page = CodePage::ALL[page];
        let fitted = page.fitted(&text);
        prop_assert!(page.holds(&fitted));
        let bytes = page.bytes(&fitted);
        prop_assert_eq!(page.bytes_len(&fitted), bytes.len());
        prop_assert_eq!(page.text(&bytes), fitted.as_ref());
    }
}
