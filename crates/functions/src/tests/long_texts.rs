//! Functions of long values compared with the same functions of the same values in memory.

use super::calls::Session;
use crate::function::Function;
use crate::registry::find;
use crate::text::by_characters;
use sluice_base::sync::Arc;
use sluice_types::code_page::CodePage;
use sluice_types::{DataType, Length, LongValue, Value};

const NARROW: DataType = DataType::varchar(Length::Max);
const WIDE: DataType = DataType::NVarChar(Length::Max);

/// Calls a function with long values and with values in memory, and compares the results.
fn assert_same(function: &Function, given: &[(Value, DataType)]) {
    let types: Vec<_> = given.iter().map(|(_, data_type)| Some(*data_type)).collect();
    let signature = function.bind(&types).expect(function.name);
    let whole: Vec<Value> = given.iter().map(|(value, _)| value.clone()).collect();
    let long = given.iter().map(|(value, data_type)| match value {
        Value::Str(_) if data_type.is_max() => {
            Value::Long(Arc::new(LongValue::from_value(value, *data_type).expect("a text")))
        }
        value => value.clone(),
    });
    let long: Vec<Value> = long.collect();
    let expected = function.call(&Session::new(), &signature, &whole);
    let found = function.call(&Session::new(), &signature, &long).and_then(Value::into_whole);
    assert!(found == expected, "{} of {:?}, from {:?}", function.name, types, &given[1..]);
}

fn int(value: usize) -> (Value, DataType) {
    (Value::Int(value as i32), DataType::Int)
}

/// Texts longer than several windows, with blanks at both ends, in four encodings.
fn texts() -> Vec<(Value, DataType)> {
    let text = |part: &str| {
        let middle = (0..1_000).map(|number| format!("{number}{part}")).collect::<String>();
        Value::text(format!("{}{middle}{}", " ".repeat(1_500), " ".repeat(1_500)))
    };
    vec![
        (text(",é"), NARROW),
        (text(",éß"), WIDE),
        (text("ж😀"), WIDE),
        (text("ж😀"), NARROW.in_code_page(CodePage::Utf8)),
        (Value::text("short"), WIDE),
        (Value::text(""), NARROW),
    ]
}

#[test]
fn long_texts_are_searched_like_texts_in_memory() {
    let function = find("CHARINDEX").expect("CHARINDEX");
    for (text, data_type) in texts() {
        for sought in ["999", ",", "ss", "É", "😀2", "0", "", "absent", "  5", "500"] {
            for start in [0, 1, 1_499, 1_502, 3_555, 3_556, 3_557, 1 << 30] {
                let sought = (Value::text(sought), DataType::NVarChar(Length::Limited(9)));
                assert_same(function, &[sought, (text.clone(), data_type), int(start)]);
            }
        }
        let sought = (Value::text("700"), WIDE);
        assert_same(function, &[sought, (text, data_type)]);
    }
}

#[test]
fn long_texts_are_composed_like_texts_in_memory() {
    for (text, data_type) in texts() {
        let given = (text, data_type);
        for (name, by_characters) in [("STUFF", false), ("STUFF", true), ("SUBSTRING", false), ("SUBSTRING", true)] {
            let function = if by_characters { crate::text::by_characters(name) } else { find(name) };
            let function = function.expect(name);
            for (start, length) in [(0, 1), (1, 0), (1, 1_700), (1_801, 3), (1_802, 1), (3_000, 1 << 30), (1 << 29, 1)]
            {
                let mut values = vec![given.clone(), int(start), int(length)];
                if name == "SUBSTRING" {
                    assert_same(function, &values);
                    continue;
                }
                for (new, of) in [("new", NARROW), ("", WIDE), ("ж😀", WIDE)] {
                    values.truncate(3);
                    values.push((Value::text(new), of));
                    assert_same(function, &values);
                }
                values[3].0 = Value::Null;
                assert_same(function, &values);
            }
        }
        let concat = find("CONCAT").expect("CONCAT");
        assert_same(concat, &[given.clone(), (Value::text("é"), NARROW), (Value::Null, WIDE), given.clone()]);
        for name in ["LTRIM", "RTRIM", "TRIM", "LEN"] {
            assert_same(find(name).expect(name), std::slice::from_ref(&given));
        }
        let characters = (Value::text(" 0"), DataType::varchar(Length::Limited(2)));
        assert_same(find("LTRIM").expect("LTRIM"), &[given.clone(), characters]);
        assert_same(by_characters("LEN").expect("LEN"), &[given]);
    }
}
