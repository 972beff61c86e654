//! FOR XML AUTO: an element per table, nested in the order in which the select list names the
//! tables. Rows with the same values in a table's columns as the row before share its element.

use super::raw;
use super::xml_shape::{Level, State, XmlShape};
use sluice_types::{SqlError, Value, compare};

/// Appends a row. Elements that the next row may share stay open. Closes those that it doesn't
/// share; the innermost element is always its own. The column values of open elements are kept in
/// `state`.
pub(super) fn row(
    shape: &XmlShape,
    (levels, elements): (&[Level], bool),
    values: &[Value],
    xsi: &str,
    state: &mut State,
    to: &mut String,
) -> Result<(), SqlError> {
    let of_level = |level: &Level| level.columns.iter().map(|place| values[*place].clone()).collect::<Vec<_>>();
    let is_open = |(level, open): &(&Level, &Vec<Value>)| same(&of_level(level), open);
    let shared = levels.iter().zip(&state.open).take_while(is_open).count();
    // The innermost element is never shared.
    let kept = shared.min(levels.len() - 1);
    close(levels, kept, state, to);
    for (depth, level) in levels.iter().enumerate().skip(kept) {
        let xsi = if depth == 0 { xsi } else { "" };
        raw::open(shape, (&level.element, elements), &level.columns, values, xsi, to)?;
        let begin = to.len();
        raw::content(shape, elements, &level.columns, values, to)?;
        if depth + 1 == levels.len() {
            raw::close(&level.element, begin, to);
        } else {
            state.open.push(of_level(level));
        }
    }
    Ok(())
}

/// Closes the open elements inside the outermost `kept`.
pub(super) fn close(levels: &[Level], kept: usize, state: &mut State, to: &mut String) {
    while state.open.len() > kept {
        state.open.pop();
        to.push_str("</");
        to.push_str(&levels[state.open.len()].element);
        to.push('>');
    }
}

/// Whether two lists have the same values; NULL is the same as NULL. By the comparison of their
/// types, so texts by their collation; incomparable values differ.
pub(super) fn same(left: &[Value], right: &[Value]) -> bool {
    left.iter().zip(right).all(|(left, right)| match (left.is_null(), right.is_null()) {
        (true, true) => true,
        _ => compare(left, right).is_some_and(std::cmp::Ordering::is_eq),
    })
}
