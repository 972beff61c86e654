//! Signed fractions of natural numbers.

use crate::natural::Natural;
use std::cmp::Ordering;

#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    pub(crate) negative: bool,
    numerator: Natural,
    denominator: Natural,
}

impl Fraction {
    pub(crate) fn new(units: i128, scale: usize) -> Fraction {
        let (numerator, denominator) = (Natural::new(units.unsigned_abs()), Natural::ten_to(scale));
        Fraction { negative: units < 0, numerator, denominator }
    }

    /// Returns the exact value of a double: an integer times a power of two.
    pub(crate) fn of_double(value: f64) -> Fraction {
        let bits = value.to_bits();
        let (exponent, mantissa) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
        let (mantissa, power) = if exponent == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, exponent - 1075) };
        let (mut numerator, mut denominator) = (Natural::new(mantissa.into()), Natural::new(1));
        match power >= 0 {
            true => numerator = numerator.times(&Natural::two_to(power as usize)),
            false => denominator = Natural::two_to(-power as usize),
        }
        Fraction { negative: value.is_sign_negative(), numerator, denominator }
    }

    /// Returns the value of a plain or scientific number.
    pub(crate) fn read(text: &str) -> Fraction {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let power = exponent.parse::<i32>().expect("an exponent") - rest.len() as i32;
        let (mut numerator, mut denominator) = (Natural::read(&format!("{whole}{rest}")), Natural::new(1));
        match power >= 0 {
            true => numerator = numerator.times(&Natural::ten_to(power as usize)),
            false => denominator = Natural::ten_to(-power as usize),
        }
        Fraction { negative, numerator, denominator }
    }

    pub(crate) fn plus(&self, other: &Fraction) -> Fraction {
        let left = self.numerator.times(&other.denominator);
        let right = other.numerator.times(&self.denominator);
        let denominator = self.denominator.times(&other.denominator);
        let (negative, numerator) = match (self.negative == other.negative, left.order(&right).is_ge()) {
            (true, _) => (self.negative, left.plus(&right)),
            (false, true) => (self.negative, left.minus(&right)),
            (false, false) => (other.negative, right.minus(&left)),
        };
        Fraction { negative, numerator, denominator }
    }

    /// Returns the same magnitude with this sign.
    pub(crate) fn signed(&self, negative: bool) -> Fraction {
        Fraction { negative, ..self.clone() }
    }

    pub(crate) fn negated(&self) -> Fraction {
        self.signed(!self.negative)
    }

    /// Returns the integral part.
    pub(crate) fn whole(&self) -> Fraction {
        Fraction { negative: self.negative, numerator: self.cut(0), denominator: Natural::new(1) }
    }

    pub(crate) fn times(&self, other: &Fraction) -> Fraction {
        Fraction {
            negative: self.negative != other.negative,
            numerator: self.numerator.times(&other.numerator),
            denominator: self.denominator.times(&other.denominator),
        }
    }

    pub(crate) fn over(&self, other: &Fraction) -> Fraction {
        Fraction {
            negative: self.negative != other.negative,
            numerator: self.numerator.times(&other.denominator),
            denominator: self.denominator.times(&other.numerator),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Returns the units of 10^-scale, truncated.
    pub(crate) fn cut(&self, scale: usize) -> Natural {
        self.numerator.times(&Natural::ten_to(scale)).divided(&self.denominator).0
    }

    /// Returns the units of 10^-scale, rounded half away from zero.
    pub(crate) fn rounded(&self, scale: usize) -> Natural {
        let twice = Natural::new(2).times(&self.numerator.times(&Natural::ten_to(scale)));
        twice.plus(&self.denominator).divided(&Natural::new(2).times(&self.denominator)).0
    }

    /// Compares magnitudes.
    pub(crate) fn order_of_sizes(&self, other: &Fraction) -> Ordering {
        self.numerator.times(&other.denominator).order(&other.numerator.times(&self.denominator))
    }

    /// Returns the first `count` significant digits, rounded half to even, and the power of ten of
    /// the first digit. The value must not be zero.
    pub(crate) fn significant(&self, count: usize) -> (String, i32) {
        let mut power = 0i32;
        let at_least = |power: i32| {
            let (top, bottom) = scaled(self, -power);
            top.order(&bottom).is_ge()
        };
        while at_least(power + 1) {
            power += 1;
        }
        while !at_least(power) {
            power -= 1;
        }
        let (top, bottom) = scaled(self, count as i32 - 1 - power);
        let (mut digits, rest) = top.divided(&bottom);
        let is_odd = digits.divided(&Natural::new(2)).1 == Natural::new(1);
        let up = match rest.plus(&rest).order(&bottom) {
            Ordering::Greater => true,
            Ordering::Equal => is_odd,
            Ordering::Less => false,
        };
        if up {
            digits = digits.plus(&Natural::new(1));
        }
        match digits == Natural::ten_to(count) {
            true => (Natural::ten_to(count - 1).digits(), power + 1),
            false => (digits.digits(), power),
        }
    }
}

/// Returns numerator and denominator of the value times ten to `power`.
fn scaled(value: &Fraction, power: i32) -> (Natural, Natural) {
    match power >= 0 {
        true => (value.numerator.times(&Natural::ten_to(power as usize)), value.denominator.clone()),
        false => (value.numerator.clone(), value.denominator.times(&Natural::ten_to(-power as usize))),
    }
}

#[test]
fn tenth_is_not_a_double() {
    let tenth = Fraction::of_double(0.1);
    assert_eq!(tenth.significant(17), ("10000000000000001".to_owned(), -1));
    assert_eq!(tenth.order_of_sizes(&Fraction::read("0.1")), Ordering::Greater);
    assert_eq!(Fraction::read("-2.5e1").rounded(0), Natural::new(25));
    assert_eq!(Fraction::read("2.45").rounded(1), Natural::new(25), "half away from zero");
    assert_eq!(Fraction::of_double(0.5).significant(1), ("5".to_owned(), -1));
}
