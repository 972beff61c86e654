//! The similarity of two texts: EDIT_DISTANCE, JARO_WINKLER_DISTANCE and related functions
//! (`edit-distance-`, `jaro-winkler-distance-transact-sql`). Characters are compared by code, not
//! by collation.

use super::{entry, str_of};
use crate::function::{Argument, Body, Function};
use sluice_base::interruption::is_raised;
use sluice_types::{DataType, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "EDIT_DISTANCE",
        "EDIT_DISTANCE(text, text [, most]): the number of insertions, deletions and replacements from one text to the other.",
        (2, 3),
        &[Argument::ShortText, Argument::ShortText, Argument::As(DataType::Int)],
        |_| DataType::Int,
        // Beyond the maximum argument the function may return any value that isn't less; this one
        // returns the true distance.
        |_, _, values| Ok(Value::Int(edit_distance(str_of(&values[0]), str_of(&values[1])))),
    ),
    of_two(
        "EDIT_DISTANCE_SIMILARITY",
        "EDIT_DISTANCE_SIMILARITY(text, text): from 0 for texts that have nothing in common to 100 for equal ones.",
        |_| DataType::Int,
        |_, _, values| {
            let (first, second) = (str_of(&values[0]), str_of(&values[1]));
            let longest = first.chars().count().max(second.chars().count());
            let share = f64::from(edit_distance(first, second)) / longest.max(1) as f64;
            Ok(Value::Int(((1.0 - share) * 100.0).round() as i32))
        },
    ),
    of_two(
        "JARO_WINKLER_DISTANCE",
        "JARO_WINKLER_DISTANCE(text, text): from 0 for equal texts to 1 for those that have nothing in common.",
        |_| DataType::Float,
        |_, _, values| Ok(Value::Float(1.0 - jaro_winkler(str_of(&values[0]), str_of(&values[1])))),
    ),
    of_two(
        "JARO_WINKLER_SIMILARITY",
        "JARO_WINKLER_SIMILARITY(text, text): from 0 for texts that have nothing in common to 100 for equal ones.",
        |_| DataType::Int,
        |_, _, values| {
            let similarity = jaro_winkler(str_of(&values[0]), str_of(&values[1]));
            Ok(Value::Int((similarity * 100.0).round() as i32))
        },
    ),
];

const fn of_two(name: &'static str, doc: &'static str, result: fn(&[DataType]) -> DataType, body: Body) -> Function {
    entry(name, doc, (2, 2), &[Argument::ShortText, Argument::ShortText], result, body)
}

/// Returns the Levenshtein distance. Keeps one row of the table at a time.
fn edit_distance(first: &str, second: &str) -> i32 {
    let second: Vec<char> = second.chars().collect();
    let mut row: Vec<i32> = (0..=second.len() as i32).collect();
    for (number, wanted) in first.chars().take_while(|_| !is_raised()).enumerate() {
        let mut diagonal = row[0];
        row[0] = number as i32 + 1;
        for place in 0..second.len() {
            let replaced = diagonal + i32::from(second[place] != wanted);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[second.len()]
}

/// Returns Jaro's similarity with Winkler's bonus for up to four equal leading characters.
fn jaro_winkler(first: &str, second: &str) -> f64 {
    let (first, second): (Vec<char>, Vec<char>) = (first.chars().collect(), second.chars().collect());
    if first == second {
        return 1.0;
    }
    // The greatest distance of two equal characters that count as matching.
    let reach = (first.len().max(second.len()) / 2).saturating_sub(1);
    let mut is_taken = vec![false; second.len()];
    let mut matching = Vec::new();
    for (place, wanted) in first.iter().take_while(|_| !is_raised()).enumerate() {
        let end = (place + reach + 1).min(second.len());
        let found = (place.saturating_sub(reach)..end).find(|other| !is_taken[*other] && second[*other] == *wanted);
        if let Some(found) = found {
            is_taken[found] = true;
            matching.push(*wanted);
        }
    }
    if matching.is_empty() {
        return 0.0;
    }
    let in_second = second.iter().zip(&is_taken).filter(|(_, is_taken)| **is_taken).map(|(character, _)| character);
    let out_of_order = matching.iter().zip(in_second).filter(|(one, other)| one != other).count();
    let count = matching.len() as f64;
    let in_order = (count - out_of_order as f64 / 2.0) / count;
    let jaro = (count / first.len() as f64 + count / second.len() as f64 + in_order) / 3.0;
    let beginning = first.iter().zip(&second).take(4).take_while(|(one, other)| one == other).count();
    jaro + beginning as f64 * 0.1 * (1.0 - jaro)
}
