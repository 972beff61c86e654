//! SOUNDEX and DIFFERENCE: the sound of a name in English (soundex-transact-sql.md).

use super::{entry, str_of};
use crate::function::{Argument, Function};
use sluice_types::{DataType, Length, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "DIFFERENCE",
        "DIFFERENCE(text, other): the number of equal positions in the SOUNDEX codes of two texts, 0 to 4.",
        (2, 2),
        &[Argument::Text],
        |_| DataType::Int,
        |_, _, values| {
            let (left, right) = (code_of(str_of(&values[0])), code_of(str_of(&values[1])));
            Ok(Value::Int(left.iter().zip(right).filter(|(left, right)| **left == *right).count() as i32))
        },
    ),
    entry(
        "SOUNDEX",
        "SOUNDEX(text): a letter and three digits for the English sound of the text.",
        (1, 1),
        &[Argument::Text],
        |_| DataType::varchar(Length::Limited(5)),
        |_, _, values| Ok(Value::text(code_of(str_of(&values[0])).iter().collect::<String>())),
    ),
];

/// Returns the code of the letters up to the first other character. Adjacent equal digits count
/// once, also across an H or W.
fn code_of(text: &str) -> [char; 4] {
    let mut code = ['0'; 4];
    let mut letters = text.chars().map_while(|c| c.is_ascii_alphabetic().then(|| c.to_ascii_uppercase()));
    let Some(first) = letters.next() else { return code };
    code[0] = first;
    let (mut place, mut last) = (1, digit_of(first));
    for letter in letters {
        let digit = digit_of(letter);
        if let Some(digit) = digit.filter(|_| digit != last) {
            code[place] = digit;
            place += 1;
            if place == code.len() {
                break;
            }
        }
        if !matches!(letter, 'H' | 'W') {
            last = digit;
        }
    }
    code
}

fn digit_of(letter: char) -> Option<char> {
    match letter {
        'B' | 'F' | 'P' | 'V' => Some('1'),
        'C' | 'G' | 'J' | 'K' | 'Q' | 'S' | 'X' | 'Z' => Some('2'),
        'D' | 'T' => Some('3'),
        'L' => Some('4'),
        'M' | 'N' => Some('5'),
        'R' => Some('6'),
        _ => None,
    }
}
