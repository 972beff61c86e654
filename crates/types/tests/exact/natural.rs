//! Natural numbers of any length: slow, but obviously correct.

use std::cmp::Ordering;

/// A natural number, its lowest 32 bits first, without trailing zero words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Natural(Vec<u32>);

impl Natural {
    pub(crate) fn new(mut number: u128) -> Natural {
        let mut words = Vec::new();
        while number > 0 {
            words.push(number as u32);
            number >>= 32;
        }
        Natural(words)
    }

    /// Returns the number with these decimal digits.
    pub(crate) fn read(digits: &str) -> Natural {
        let digit = |byte: u8| Natural::new(u128::from(byte - b'0'));
        digits.bytes().fold(Natural::new(0), |number, byte| number.times(&Natural::new(10)).plus(&digit(byte)))
    }

    pub(crate) fn ten_to(power: usize) -> Natural {
        (0..power).fold(Natural::new(1), |number, _| number.times(&Natural::new(10)))
    }

    pub(crate) fn two_to(power: usize) -> Natural {
        let mut words = vec![0; power / 32];
        words.push(1 << (power % 32));
        Natural(words)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn plus(&self, other: &Natural) -> Natural {
        let (mut words, mut carry) = (Vec::new(), 0u64);
        for at in 0..=self.0.len().max(other.0.len()) {
            let sum = u64::from(self.word(at)) + u64::from(other.word(at)) + carry;
            words.push(sum as u32);
            carry = sum >> 32;
        }
        Natural(words).trimmed()
    }

    /// Returns the difference. `other` must not be larger.
    pub(crate) fn minus(&self, other: &Natural) -> Natural {
        let (mut words, mut borrow) = (Vec::new(), 0i64);
        for at in 0..self.0.len() {
            let difference = i64::from(self.word(at)) - i64::from(other.word(at)) - borrow;
            borrow = i64::from(difference < 0);
            words.push(difference as u32);
        }
        assert_eq!(borrow, 0, "the smaller from the greater");
        Natural(words).trimmed()
    }

    pub(crate) fn times(&self, other: &Natural) -> Natural {
        let mut words = vec![0u32; self.0.len() + other.0.len()];
        for (left, &a) in self.0.iter().enumerate() {
            let mut carry = 0u64;
            for (right, &b) in other.0.iter().enumerate() {
                let sum = u64::from(words[left + right]) + u64::from(a) * u64::from(b) + carry;
                words[left + right] = sum as u32;
                carry = sum >> 32;
            }
            words[left + other.0.len()] = carry as u32;
        }
        Natural(words).trimmed()
    }

    /// Returns quotient and remainder, computed bit by bit.
    pub(crate) fn divided(&self, divisor: &Natural) -> (Natural, Natural) {
        assert!(!divisor.is_zero(), "nothing is divided by zero");
        let (mut quotient, mut rest) = (vec![0u32; self.0.len()], Natural(Vec::new()));
        for bit in (0..self.0.len() * 32).rev() {
            rest = rest.plus(&rest);
            if self.0[bit / 32] >> (bit % 32) & 1 == 1 {
                rest = rest.plus(&Natural::new(1));
            }
            if rest.order(divisor).is_ge() {
                rest = rest.minus(divisor);
                quotient[bit / 32] |= 1 << (bit % 32);
            }
        }
        (Natural(quotient).trimmed(), rest)
    }

    pub(crate) fn order(&self, other: &Natural) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Returns the decimal digits; empty for zero.
    pub(crate) fn digits(&self) -> String {
        let (mut digits, mut rest) = (Vec::new(), self.clone());
        while !rest.is_zero() {
            let (tenth, digit) = rest.divided(&Natural::new(10));
            digits.push(b'0' + digit.word(0) as u8);
            rest = tenth;
        }
        digits.reverse();
        String::from_utf8(digits).expect("digits")
    }

    fn word(&self, at: usize) -> u32 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn trimmed(mut self) -> Natural {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

#[test]
fn natural_numbers_match_known_values() {
    let many = Natural::read("340282366920938463463374607431768211456");
    assert_eq!(many, Natural::two_to(128));
    assert_eq!(many.minus(&Natural::new(1)), Natural::new(u128::MAX));
    assert_eq!(many.times(&many).digits(), Natural::two_to(256).digits());
    let (quotient, rest) = Natural::ten_to(40).divided(&Natural::new(7));
    assert_eq!(quotient.times(&Natural::new(7)).plus(&rest), Natural::ten_to(40));
    assert_eq!(
        rest,
        Natural::new(4),
        "3 has the order 6 modulo 7, and 40 is 4 more than a multiple of 6: 3^4 = 81 = 4"
    );
}
