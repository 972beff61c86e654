//! Decimals against big integers as the oracle, and as text.

use super::*;
use proptest::prelude::*;

/// An unsigned big integer of decimal digits, the lowest first: slow, but obviously correct.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Big(Vec<u8>);

impl Big {
    fn new(units: i128) -> Big {
        Big(units.unsigned_abs().to_string().bytes().rev().map(|digit| digit - b'0').collect()).trimmed()
    }

    fn trimmed(mut self) -> Big {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    fn shifted(&self, digits: usize) -> Big {
        Big([vec![0; digits], self.0.clone()].concat()).trimmed()
    }

    fn digit(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn cmp(&self, other: &Big) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn plus(&self, other: &Big) -> Big {
        let (mut digits, mut carry) = (Vec::new(), 0);
        for at in 0..=self.0.len().max(other.0.len()) {
            let sum = self.digit(at) + other.digit(at) + carry;
            digits.push(sum % 10);
            carry = sum / 10;
        }
        Big(digits).trimmed()
    }

    fn minus(&self, other: &Big) -> Big {
        let (mut digits, mut borrow) = (Vec::new(), 0);
        for at in 0..self.0.len() {
            let difference = 10 + self.digit(at) - other.digit(at) - borrow;
            digits.push(difference % 10);
            borrow = u8::from(difference < 10);
        }
        Big(digits).trimmed()
    }

    fn times(&self, other: &Big) -> Big {
        let mut product = Big(Vec::new());
        for (at, &digit) in other.0.iter().enumerate() {
            for _ in 0..digit {
                product = product.plus(&self.shifted(at));
            }
        }
        product
    }

    /// Returns quotient and remainder, by long division.
    fn divided(&self, divisor: &Big) -> (Big, Big) {
        let (mut quotient, mut rest) = (vec![0; self.0.len()], Big(Vec::new()));
        for at in (0..self.0.len()).rev() {
            rest = Big([vec![self.0[at]], rest.0].concat()).trimmed();
            while rest.cmp(divisor).is_ge() {
                rest = rest.minus(divisor);
                quotient[at] += 1;
            }
        }
        (Big(quotient).trimmed(), rest)
    }

    /// Returns the value as a result of the precision, after dropping its lowest `cut` digits with
    /// rounding.
    fn result(&self, negative: bool, cut: usize, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        let mut kept = Big(self.0.get(cut..).unwrap_or(&[]).to_vec()).trimmed();
        if cut > 0 && self.digit(cut - 1) >= 5 {
            kept = kept.plus(&Big(vec![1]));
        }
        if kept.0.len() > precision.into() {
            return Err(DecimalError::Overflow);
        }
        let units = kept.0.iter().rev().fold(0i128, |units, &digit| units * 10 + i128::from(digit));
        Ok(Decimal { units: if negative { -units } else { units }, scale })
    }
}

/// A decimal of the precision and scale with any number of digits.
pub(crate) fn decimal(precision: u8, scale: u8) -> impl Strategy<Value = Decimal> {
    (any::<u128>(), 0..=precision, any::<bool>()).prop_map(move |(random, digits, negative)| {
        let units = (random % power_of_ten(digits)) as i128;
        Decimal::new(if negative { -units } else { units }, scale).expect("within 38 digits")
    })
}

fn operand() -> impl Strategy<Value = (Decimal, u8)> {
    (1..=38u8).prop_flat_map(|precision| {
        (0..=precision).prop_flat_map(move |scale| (decimal(precision, scale), Just(precision)))
    })
}

fn parameters(rule: Rule, (left, p1): (Decimal, u8), (right, p2): (Decimal, u8)) -> (u8, u8) {
    match result_of(rule, (p1, left.scale), (p2, right.scale)) {
        crate::DataType::Decimal { precision, scale, .. } => (precision, scale),
        other => panic!("{other}"),
    }
}

/// Returns both magnitudes at the larger scale.
fn aligned(left: Decimal, right: Decimal) -> (Big, Big, u8) {
    let scale = left.scale.max(right.scale);
    let at = |value: Decimal| Big::new(value.units).shifted((scale - value.scale).into());
    (at(left), at(right), scale)
}

/// Compares digits and scale, not only the value.
fn exactly(result: Result<Decimal, DecimalError>) -> Result<(i128, u8), DecimalError> {
    result.map(|value| (value.units, value.scale))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn decimal_sums_match_oracle(left in operand(), right in operand()) {
        let (precision, scale) = parameters(Rule::AddOrSubtract, left, right);
        let (left, right) = (left.0, right.0);
        let (a, b, common) = aligned(left, right);
        let cut = usize::from(common - scale);
        let sum = |right_negative: bool| {
            let left_negative = left.units < 0;
            if left_negative == right_negative {
                a.plus(&b).result(left_negative, cut, precision, scale)
            } else if a.cmp(&b).is_ge() {
                a.minus(&b).result(left_negative, cut, precision, scale)
            } else {
                b.minus(&a).result(right_negative, cut, precision, scale)
            }
        };
        prop_assert_eq!(exactly(left.add(right, precision, scale)), exactly(sum(right.units < 0)));
        prop_assert_eq!(exactly(left.subtract(right, precision, scale)), exactly(sum(right.units > 0)));
    }

    #[test]
    fn decimal_products_match_oracle(left in operand(), right in operand()) {
        let (precision, scale) = parameters(Rule::Multiply, left, right);
        let (left, right) = (left.0, right.0);
        let negative = (left.units < 0) != (right.units < 0);
        let cut = usize::from(left.scale + right.scale - scale);
        let expected = Big::new(left.units).times(&Big::new(right.units)).result(negative, cut, precision, scale);
        prop_assert_eq!(exactly(left.multiply(right, precision, scale)), exactly(expected));
    }

    #[test]
    fn decimal_quotients_match_oracle(left in operand(), right in operand()) {
        let (precision, scale) = parameters(Rule::Divide, left, right);
        let (left, right) = (left.0, right.0);
        let made = left.divide(right, precision, scale);
        if right.units == 0 {
            prop_assert_eq!(made, Err(DecimalError::DivideByZero));
            return Ok(());
        }
        let dividend = Big::new(left.units).shifted(usize::from(scale + right.scale));
        let divisor = Big::new(right.units).shifted(left.scale.into());
        let negative = (left.units < 0) != (right.units < 0);
        prop_assert_eq!(exactly(made), exactly(dividend.divided(&divisor).0.result(negative, 0, precision, scale)));
    }

    #[test]
    fn decimal_remainders_match_oracle(left in operand(), right in operand()) {
        let (precision, scale) = parameters(Rule::Modulo, left, right);
        let (left, right) = (left.0, right.0);
        let made = left.modulo(right, precision, scale);
        if right.units == 0 {
            prop_assert_eq!(made, Err(DecimalError::DivideByZero));
            return Ok(());
        }
        let (a, b, _) = aligned(left, right);
        prop_assert_eq!(exactly(made), exactly(a.divided(&b).1.result(left.units < 0, 0, precision, scale)));
    }

    #[test]
    fn rescaling_rounds_half_away_from_zero(value in operand(), precision in 1..=38u8, scale in 0..=38u8) {
        let value = value.0;
        let raised = Big::new(value.units).shifted(scale.saturating_sub(value.scale).into());
        let expected = raised.result(value.units < 0, value.scale.saturating_sub(scale).into(), precision, scale);
        prop_assert_eq!(exactly(value.rescale(precision, scale)), exactly(expected));
    }

    #[test]
    fn decimals_order_by_value(left in operand(), right in operand()) {
        let (a, b, _) = aligned(left.0, right.0);
        let signs = left.0.signum().cmp(&right.0.signum());
        let magnitudes = if left.0.signum() < 0 { b.cmp(&a) } else { a.cmp(&b) };
        prop_assert_eq!(left.0.cmp(&right.0), signs.then(magnitudes));
    }

    #[test]
    fn decimal_text_roundtrips(value in operand()) {
        let back: Decimal = value.0.to_string().parse().expect("its own text");
        prop_assert_eq!((back.units(), back.scale()), (value.0.units(), value.0.scale()));
    }
}

#[test]
fn decimal_texts_are_parsed_or_refused() {
    let parsed = |text: &str| text.parse::<Decimal>().map(|value| (value.units(), value.scale()));
    assert_eq!(parsed("1.50"), Ok((150, 2)));
    assert_eq!(parsed("-.5"), Ok((-5, 1)));
    assert_eq!(parsed("+7."), Ok((7, 0)));
    assert_eq!(parsed(&"9".repeat(38)), Ok((10i128.pow(38) - 1, 0)));
    assert_eq!(parsed(&"9".repeat(39)), Err(ParseDecimalError::TooLong));
    for text in ["", "-", ".", "1.2.3", "1e5", " 1"] {
        assert_eq!(parsed(text), Err(ParseDecimalError::Malformed), "{text:?}");
    }
}

#[test]
fn decimal_digits_and_limits() {
    let decimal = |text: &str| text.parse::<Decimal>().expect(text);
    assert_eq!(decimal("0.001").digits(), 3);
    assert_eq!(decimal("120").digits(), 3);
    assert_eq!(decimal("0").digits(), 1);
    assert!(decimal("999").fits(3) && !decimal("1000").fits(3));
    assert!(Decimal::new(10i128.pow(38), 0).is_none() && Decimal::new(1, 39).is_none());
    assert_eq!(decimal("1.5"), decimal("1.500"));
    assert_eq!(decimal("-123.99").to_i64(), Some(-123));
    assert_eq!(decimal("0.1").to_f64(), 0.1);
}
