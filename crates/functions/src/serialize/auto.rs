//! FOR XML AUTO: an element per table, nested in the order in which the select list names the
//! tables. Rows that agree in a table's compared columns with the row before share its element
//! (`relational-databases/xml/auto-mode-heuristics-in-shaping-returned-xml.md`).

use super::raw;
use super::xml_shape::{Level, State, XmlShape};
use sluice_types::{SqlError, Value, compare};

/// Appends a row. Elements that the next row may share stay open. Closes those that it doesn't
/// share; the innermost element is always its own. The compared values of open elements are kept
/// in `state`.
pub(super) fn row(
    shape: &XmlShape,
    (levels, elements): (&[Level], bool),
    values: &[Value],
    xsi: &str,
    state: &mut State,
    to: &mut String,
) -> Result<(), SqlError> {
    let shared = levels.iter().zip(&state.open).take_while(|(level, open)| shares(level, values, open)).count();
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
            state.open.push(compared(level, values));
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

/// Returns the values of a row that later rows are compared with.
pub(super) fn compared(level: &Level, values: &[Value]) -> Vec<Value> {
    level.compared.iter().map(|place| values[*place].clone()).collect()
}

/// Whether a row belongs to the element of a row with the compared values `open`. NULL is the same
/// as NULL. By the comparison of their types, so texts by their collation; incomparable values
/// differ.
pub(super) fn shares(level: &Level, values: &[Value], open: &[Value]) -> bool {
    let mut pairs = level.compared.iter().map(|place| &values[*place]).zip(open);
    !level.restarts
        && pairs.all(|(left, right)| match (left.is_null(), right.is_null()) {
            (true, true) => true,
            _ => compare(left, right).is_some_and(std::cmp::Ordering::is_eq),
        })
}
