//! Comparisons of a converted column with a value that is the same for all rows, without the
//! conversion of each row: `CONVERT(datetime, d) < @moment`.
//!
//! The conversion maps an integer `x` to `(x - less) * factor`. With `value = q * factor + r` and
//! `0 <= r < factor`, the comparison with `value` is one of `x` with `q + less`. If `r` isn't 0, no
//! `x` maps to `value`, and `x` maps below it exactly if `x <= q + less`. A row whose conversion
//! fails, such as a date before 1753, must raise its error, so such a chunk is converted.

use super::chunk::Chunk;
use super::comparison::compare_integers;
use super::expression::Expression;
use super::rows::Rows;
use super::values::Integers;
use crate::operator::Run;
use sluice_types::{Comparison, SqlError};

/// A conversion that multiplies integers.
pub(super) struct Scaled<'e> {
    /// The converted expression.
    pub(super) input: &'e Expression,
    /// The number that is subtracted from each integer.
    pub(super) less: i64,
    /// The number by which the difference is multiplied; at least 1.
    pub(super) factor: i64,
    /// The least and the greatest result. Others are errors.
    pub(super) bounds: (i64, i64),
}

/// The comparison with the input of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OfInput {
    /// The comparison with this value.
    Compare(Comparison, i64),
    /// It holds for all values that aren't NULL, or for none.
    Always(bool),
}

/// Replaces `out` by those of `rows` for which the comparison holds. Returns false, without a
/// change of `out`, if a side isn't as described above or a row's conversion may fail.
pub(super) fn select(
    op: Comparison,
    (left, right): (&Expression, &Expression),
    chunk: &Chunk,
    (rows, out): (Rows<'_>, &mut Vec<u32>),
    run: &mut Run<'_, '_>,
) -> Result<bool, SqlError> {
    let (op, scaled, same) = match (left.scaled(), right.scaled()) {
        (Some(scaled), _) if right.is_same_for_all() => (op, scaled, right),
        (_, Some(scaled)) if left.is_same_for_all() => (op.mirrored(), scaled, left),
        _ => return Ok(false),
    };
    let same = same.values(chunk, rows, run)?;
    if same.are_null() {
        return Ok(false);
    }
    let Some(Integers::Same(value)) = same.integers() else { return Ok(false) };
    let Some(of_input) = scaled.of_input(op, value) else { return Ok(false) };
    let input = scaled.input.values(chunk, rows, run)?;
    let (Some(Integers::Each(integers)), nulls) = (input.integers(), input.nulls()) else { return Ok(false) };
    let (least, greatest) = scaled.valid_inputs();
    let mut may_fail = false;
    match nulls {
        [] => rows.for_each(|row| may_fail |= integers[row] < least || integers[row] > greatest),
        nulls => rows.for_each(|row| {
            may_fail |= !nulls[row] && (integers[row] < least || integers[row] > greatest);
        }),
    }
    if may_fail {
        return Ok(false);
    }
    match of_input {
        OfInput::Compare(op, value) => {
            compare_integers(op, (Integers::Each(integers), Integers::Same(value)), rows, out);
        }
        OfInput::Always(true) => *out = rows.numbers(),
        OfInput::Always(false) => out.clear(),
    }
    if !nulls.is_empty() {
        out.retain(|row| !nulls[*row as usize]);
    }
    Ok(true)
}

impl Scaled<'_> {
    /// Returns the least and the greatest input whose result is within the bounds.
    fn valid_inputs(&self) -> (i64, i64) {
        let (least, greatest) = self.bounds;
        let (factor, less) = (i128::from(self.factor), i128::from(self.less));
        let first = -(-i128::from(least)).div_euclid(factor) + less;
        let last = i128::from(greatest).div_euclid(factor) + less;
        let clamped = |input: i128| input.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (clamped(first), clamped(last))
    }

    /// Returns the comparison of the input that holds exactly if the result compares with `value`.
    /// `None` if the other side has no 64 bits.
    fn of_input(&self, op: Comparison, value: i64) -> Option<OfInput> {
        let (quotient, is_exact) = (value.div_euclid(self.factor), value.rem_euclid(self.factor) == 0);
        let bound = quotient.checked_add(self.less)?;
        Some(match op {
            Comparison::Equal if !is_exact => OfInput::Always(false),
            Comparison::NotEqual if !is_exact => OfInput::Always(true),
            Comparison::Less if !is_exact => OfInput::Compare(Comparison::LessOrEqual, bound),
            Comparison::GreaterOrEqual if !is_exact => OfInput::Compare(Comparison::Greater, bound),
            op => OfInput::Compare(op, bound),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::vector::expression::Kind;
    use sluice_types::DataType;

    const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    #[test]
    fn input_compares_as_its_result() {
        let input = Expression { kind: Kind::Column(0), data_type: DataType::Date };
        for (less, factor) in [(0, 1), (0, 10), (7, 3), (-4, 100)] {
            let scaled = Scaled { input: &input, less, factor, bounds: (i64::MIN, i64::MAX) };
            for (value, op) in (-250..250).flat_map(|value| ALL.map(|op| (value, op))) {
                let of_input = scaled.of_input(op, value).expect("small numbers");
                for integer in -60..60_i64 {
                    let expected = op.holds(((integer - less) * factor).cmp(&value));
                    let found = match of_input {
                        OfInput::Compare(op, bound) => op.holds(integer.cmp(&bound)),
                        OfInput::Always(holds) => holds,
                    };
                    assert_eq!(found, expected, "({integer} - {less}) * {factor} {op:?} {value}");
                }
            }
        }
    }

    #[test]
    fn valid_inputs_have_results_within_bounds() {
        let input = Expression { kind: Kind::Column(0), data_type: DataType::Date };
        for (bounds, less, factor) in [((-35, 99), 2, 10), ((-30, 90), 0, 10), ((1, 1), 5, 7), ((-7, 7), -3, 1)] {
            let scaled = Scaled { input: &input, less, factor, bounds };
            let (least, greatest) = scaled.valid_inputs();
            for integer in -100..100_i64 {
                let result = (integer - less) * factor;
                let is_valid = (bounds.0..=bounds.1).contains(&result);
                assert_eq!((least..=greatest).contains(&integer), is_valid, "{integer} {bounds:?}");
            }
        }
        let scaled = Scaled { input: &input, less: 0, factor: 10, bounds: (i64::MIN, i64::MAX) };
        assert_eq!(scaled.valid_inputs(), (i64::MIN / 10, i64::MAX / 10));
    }
}
