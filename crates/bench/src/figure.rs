//! A figure of an issue's acceptance: the measured value, the bar, and whether the bar is met.

use std::fmt;

/// A measured figure beside its bar.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The measured quantity, with its unit.
    pub name: String,
    /// The value.
    pub value: String,
    /// The bar, as text.
    pub bar: String,
    /// Whether the value meets the bar.
    pub met: bool,
}

impl Figure {
    /// Returns a figure that must be at most `bar`. `unit` is empty for a mere number.
    pub fn at_most(name: &str, value: f64, bar: f64, unit: &str) -> Figure {
        Figure {
            name: name.into(),
            value: show(value, unit),
            bar: format!("at most {}", show(bar, unit)),
            met: value <= bar,
        }
    }

    /// Returns a figure that must be at least `bar`. `unit` is empty for a mere number.
    pub fn at_least(name: &str, value: f64, bar: f64, unit: &str) -> Figure {
        Figure {
            name: name.into(),
            value: show(value, unit),
            bar: format!("at least {}", show(bar, unit)),
            met: value >= bar,
        }
    }

    /// Returns a figure for a condition. `value` describes the observation.
    pub fn holds(name: &str, met: bool, value: impl Into<String>, bar: &str) -> Figure {
        Figure { name: name.into(), value: value.into(), bar: bar.into(), met }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.met { "PASS " } else { "SHORT" };
        write!(f, "{verdict} {}: {} ({})", self.name, self.value, self.bar)
    }
}

fn show(value: f64, unit: &str) -> String {
    let digits = if value.fract() == 0.0 { 0 } else { 2 };
    format!("{value:.digits$}{}{unit}", if unit.is_empty() { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_shows_whether_its_bar_is_met() {
        let text = Figure::at_most("start", 12.5, 20.0, "ms").to_string();
        assert_eq!(text, "PASS  start: 12.50 ms (at most 20 ms)");
        assert!(Figure::at_least("ratio", 4.99, 5.0, "").to_string().starts_with("SHORT"));
    }
}
