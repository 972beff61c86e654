//! A logarithmic axis: from a power of ten at or below the least value to one at or above the greatest.

/// Where values are on it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Axis {
    /// The exponents of its ends.
    low: i32,
    high: i32,
    left: f64,
    width: f64,
}

impl Axis {
    /// For these values, of which those that are not above 0 have no place; from `left` on, so wide.
    pub(super) fn over(values: impl Iterator<Item = f64>, left: f64, width: f64) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| *value > 0.0) {
            (low, high) = (low.min(value.log10()), high.max(value.log10()));
        }
        let (low, high) = if low <= high { (low.floor() as i32, high.ceil() as i32) } else { (0, 1) };
        Axis { low, high: high.max(low + 1), left, width }
    }

    /// The place of a value; what is below the axis is at its beginning.
    pub(super) fn place(&self, value: f64) -> f64 {
        let span = f64::from(self.high - self.low);
        let share = if value > 0.0 { (value.log10() - f64::from(self.low)) / span } else { 0.0 };
        self.left + self.width * share.clamp(0.0, 1.0)
    }

    /// The powers of ten on it.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> {
        (self.low..=self.high).map(|exponent| 10f64.powi(exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_equally_far_apart() {
        let axis = Axis::over([0.0, 0.02, 9.0].into_iter(), 100.0, 300.0);
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [0.01, 0.1, 1.0, 10.0]);
        assert_eq!([0.0, 0.01, 0.1, 10.0].map(|value| axis.place(value)), [100.0, 100.0, 200.0, 400.0]);
    }

    #[test]
    fn an_axis_has_two_ends() {
        assert_eq!(Axis::over([1.0].into_iter(), 0.0, 1.0).ticks().collect::<Vec<_>>(), [1.0, 10.0]);
        assert_eq!(Axis::over([].into_iter(), 0.0, 1.0).ticks().count(), 2);
    }
}
