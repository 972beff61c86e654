//! Long values compared with the same values in memory.

use super::*;
use crate::code_page::CodePage;
use proptest::prelude::*;

fn encodings() -> impl Strategy<Value = DataType> {
    prop_oneof![
        Just(DataType::VarBinary(crate::Length::Max)),
        Just(DataType::NVarChar(crate::Length::Max)),
        Just(DataType::varchar(crate::Length::Max)),
        Just(DataType::varchar(crate::Length::Max).in_code_page(CodePage::Utf8)),
    ]
}

/// A value of an encoding.
fn value_of(data_type: DataType) -> BoxedStrategy<Value> {
    if data_type.is_binary() {
        return proptest::collection::vec(any::<u8>(), 0..40).prop_map(Value::bytes).boxed();
    }
    let repertoire =
        if data_type.code_page() == Some(CodePage::DEFAULT) { "[a-zé€]{0,20}" } else { "[a-zé€ж😀]{0,20}" };
    repertoire.prop_map(Value::text).boxed()
}

fn whole_bytes(value: &Value, data_type: DataType) -> Vec<u8> {
    let mut bytes = Vec::new();
    let put = |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        Ok(())
    };
    pieces(value, data_type, put).expect("a value in memory");
    bytes
}

fn whole(long: &LongValue) -> Value {
    long.whole().expect("bytes in memory")
}

proptest! {
    #[test]
    fn joined_long_values_are_concatenated(
        (data_type, values) in encodings().prop_flat_map(|of| (Just(of), proptest::collection::vec(value_of(of), 1..6))),
        place in any::<prop::sample::Index>(),
    ) {
        let parts: Vec<LongValue> = values.iter().map(|value| LongValue::from_value(value, data_type).expect("a part")).collect();
        let sum = parts.into_iter().reduce(|sum, part| sum.joined(part).expect("short")).expect("a part");
        let expected: Vec<u8> = values.iter().flat_map(|value| whole_bytes(value, data_type)).collect();
        prop_assert_eq!(sum.len(), expected.len() as u64);
        prop_assert_eq!(whole_bytes(&whole(&sum), data_type), expected.clone());
        prop_assert_eq!(whole_bytes(&Value::Long(Arc::new(sum.clone())), data_type), expected.clone());
        let at = place.index(expected.len() + 1);
        let mut rest = vec![0; expected.len() - at];
        sum.read_at(at as u64, &mut rest).expect("bytes that are there");
        prop_assert_eq!(&rest, &expected[at..]);
    }

    #[test]
    fn long_slice_drops_half_characters(
        text in "[aж😀]{0,12}", begin in 0..30u64, end in 0..30u64,
    ) {
        let data_type = DataType::NVarChar(crate::Length::Max);
        let units: Vec<u16> = text.encode_utf16().collect();
        let (begin, end) = (begin.min(units.len() as u64), end.min(units.len() as u64).max(begin.min(units.len() as u64)));
        let long = LongValue::from_value(&Value::text(text.as_str()), data_type).expect("a value");
        let slice = long.slice(2 * begin, 2 * end).expect("bytes in memory");
        let whole_characters: String =
            char::decode_utf16(units[begin as usize..end as usize].iter().copied()).filter_map(Result::ok).collect();
        prop_assert_eq!(whole(&slice), Value::text(whole_characters));
    }

    #[test]
    fn long_value_converts_between_encodings(text in "[a-zé€]{0,30}") {
        let (narrow, wide) = (DataType::varchar(crate::Length::Max), DataType::NVarChar(crate::Length::Max));
        let value = Value::text(text.as_str());
        for (from, to) in [(narrow, wide), (wide, narrow), (narrow.in_code_page(CodePage::Utf8), wide)] {
            let long = Value::Long(Arc::new(LongValue::from_value(&value, from).expect("a value")));
            prop_assert_eq!(whole_bytes(&long, to), whole_bytes(&value, to));
        }
    }
}

#[test]
fn long_value_grown_bytewise_has_few_parts() {
    let data_type = DataType::VarBinary(crate::Length::Max);
    let (mut long, mut copied) = (LongValue::in_memory(Vec::new(), data_type), 0);
    for count in 1..=5_000u64 {
        long = long.joined(LongValue::in_memory(vec![7], data_type)).expect("short");
        if let Some(from) = long.copied_from() {
            let tail = long.slice(from, long.len()).expect("a range");
            copied += tail.len();
            let tail = LongValue::in_memory(whole_bytes(&whole(&tail), data_type), data_type);
            long = long.slice(0, from).expect("a range").joined(tail).expect("short");
        }
        assert_eq!((long.len(), long.copied_from()), (count, None));
    }
    assert!(copied < 5_000 * 20, "{copied} bytes were copied");
}

/// A source of as many bytes as are read.
#[derive(Debug)]
struct Endless;

impl crate::long::LongSource for Endless {
    fn read_at(&self, _: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        bytes.fill(0);
        Ok(())
    }

    fn outlives_statement(&self) -> bool {
        true
    }
}

fn endless(length: u64) -> LongValue {
    LongValue::new(Arc::new(Endless), length, DataType::VarBinary(crate::Length::Max))
}

#[test]
fn joined_long_value_has_no_empty_parts() {
    let empty = || endless(0);
    let rest = endless(100_000).slice(3, 100_000).expect("a range");
    let rest = empty().joined(rest).expect("short").joined(empty()).expect("short");
    assert_eq!((rest.len(), rest.parts().count(), rest.copied_from()), (99_997, 1, None));
}

#[test]
fn long_value_changed_in_its_middle_is_rarely_copied() {
    let (mut long, mut copies) = (endless(1 << 20), 0);
    for change in 0..100 {
        let (begin, end) = (70_000 + 7 * change, 70_003 + 7 * change);
        let new = LongValue::in_memory(vec![2; 5], long.data_type());
        let front = long.slice(0, begin).expect("a range").joined(new).expect("short");
        long = front.joined(long.slice(end, long.len()).expect("a range")).expect("short");
        if let Some(from) = long.copied_from() {
            copies += 1;
            let copy = endless(long.len() - from);
            long = long.slice(0, from).expect("a range").joined(copy).expect("short");
        }
    }
    assert_eq!(long.len(), (1 << 20) + 200);
    assert!((1..=10).contains(&copies), "{copies} copies for 100 changes");
}

#[test]
fn joined_value_beyond_2_gb_fails_with_7119() {
    let half = endless(1 << 30);
    assert_eq!(half.clone().joined(half).map_err(|error| error.number).err(), Some(7119));
}
