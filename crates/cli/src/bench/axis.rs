//! A logarithmic axis from a power of ten at or below the smallest value to one at or above the
//! greatest.

/// A logarithmic axis. It goes from left to right, in coordinates of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Axis {
    /// The exponents of the axis's ends.
    low: i32,
    high: i32,
    left: f64,
    width: f64,
}

impl Axis {
    /// Returns an axis for the positive values among `values`, from the coordinate `left` on.
    /// Without a positive value it goes from 1 to 10; it has at least one power of ten.
    pub(super) fn over(values: impl Iterator<Item = f64>, left: f64, width: f64) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| *value > 0.0) {
            (low, high) = (low.min(value.log10()), high.max(value.log10()));
        }
        let (low, high) = if low <= high { (low.floor() as i32, high.ceil() as i32) } else { (0, 1) };
        Axis { low, high: high.max(low + 1), left, width }
    }

    /// Returns the coordinate of a value. Values below the axis are at its start, values above at
    /// its end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let span = f64::from(self.high - self.low);
        let share = if value > 0.0 { (value.log10() - f64::from(self.low)) / span } else { 0.0 };
        self.left + self.width * share.clamp(0.0, 1.0)
    }

    /// Returns the powers of ten on the axis, both ends included, in ascending order.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> {
        (self.low..=self.high).map(|exponent| 10f64.powi(exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_equidistant() {
        let axis = Axis::over([0.0, 0.02, 9.0].into_iter(), 100.0, 300.0);
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [0.01, 0.1, 1.0, 10.0]);
        assert_eq!([0.0, 0.01, 0.1, 10.0].map(|value| axis.place(value)), [100.0, 100.0, 200.0, 400.0]);
    }

    #[test]
    fn axis_spans_at_least_one_decade() {
        assert_eq!(Axis::over([1.0].into_iter(), 0.0, 1.0).ticks().collect::<Vec<_>>(), [1.0, 10.0]);
        assert_eq!(Axis::over([].into_iter(), 0.0, 1.0).ticks().count(), 2);
    }
}
