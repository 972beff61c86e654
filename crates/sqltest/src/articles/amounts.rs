//! The amounts of work in the articles' scripts: the original ones, or smaller ones for a quick
//! run. Golden files compute expected values from them.

/// The iterations of the scripts' loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amounts {
    /// Rows of the flush scripts, values of the sequences, rows of the extension's table:
    /// 1,000,000.
    pub rows: u32,
    /// Rows of the demonstration of delayed durability: 50,000.
    pub demo: u32,
    /// Random reads and updates: 10,000.
    pub turns: u32,
    /// Rows of the measured insert: 4,999.
    pub measure: u32,
}

impl Amounts {
    /// The original amounts.
    pub const FULL: Amounts = Amounts { rows: 1_000_000, demo: 50_000, turns: 10_000, measure: 4_999 };

    /// Returns the amounts limited to `rows`.
    pub fn at_most(rows: u32) -> Amounts {
        let full = Amounts::FULL;
        Amounts {
            rows: full.rows.min(rows),
            demo: full.demo.min(rows),
            turns: full.turns.min(rows),
            measure: full.measure.min(rows),
        }
    }

    /// Returns a script's text with these amounts; `None` if the original runs unchanged.
    pub(super) fn put_into(&self, text: &str) -> Option<String> {
        if *self == Amounts::FULL {
            return None;
        }
        let text = text.replace("< 5000 ", &format!("< {} ", self.measure + 1));
        let line = |line: &str| match line.trim_end() {
            "go 10000" => format!("go {}\n", self.turns),
            _ => words(line, |word| match word {
                "1000000" => Some(self.rows),
                "50000" => Some(self.demo),
                _ => None,
            }),
        };
        Some(text.split_inclusive('\n').map(line).collect())
    }

    /// Returns the value of a golden file's expression: a sum of numbers, names of amounts,
    /// `rows/50`, and `1758 of rows`. The last one is 1758 at full size, and otherwise its share
    /// plus 8, because one-time costs don't shrink.
    pub(super) fn value(&self, expression: &str) -> Result<f64, String> {
        expression.split('+').map(|term| self.term(term.trim())).sum()
    }

    fn term(&self, term: &str) -> Result<f64, String> {
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| format!("'{text}' is no number"));
        if let Some((figure, name)) = term.split_once(" of ") {
            let (ours, full) = (self.named(name)?, Amounts::FULL.named(name)?);
            let figure = number(figure)?;
            return Ok(if ours < full { figure * ours / full + 8.0 } else { figure });
        }
        if let Some((name, by)) = term.split_once('/') {
            return Ok((self.named(name)? / number(by)?).floor());
        }
        number(term).or_else(|_| self.named(term))
    }

    fn named(&self, name: &str) -> Result<f64, String> {
        match name.trim() {
            "rows" => Ok(self.rows.into()),
            "demo" => Ok(self.demo.into()),
            "turns" => Ok(self.turns.into()),
            "measure" => Ok(self.measure.into()),
            _ => Err(format!("'{name}' is no amount")),
        }
    }
}

/// Replaces some words (runs of letters and digits) of a line by numbers.
fn words(line: &str, number: impl Fn(&str) -> Option<u32>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match number(word) {
            Some(value) => out.push_str(&value.to_string()),
            None => out.push_str(word),
        }
        let end = behind.find(is_word).unwrap_or(behind.len());
        out.push_str(&behind[..end]);
        rest = &behind[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loop_counts_are_replaced() {
        let amounts = Amounts::at_most(300);
        let script = "WHILE @i <= 1000000\nINSERT T1000000 VALUES (@i);\nwhile @i < 5000 BEGIN\n;\ngo 10000\n";
        let expected = "WHILE @i <= 300\nINSERT T1000000 VALUES (@i);\nwhile @i < 301 BEGIN\n;\ngo 300\n";
        assert_eq!(amounts.put_into(script).unwrap(), expected);
        assert_eq!(Amounts::FULL.put_into(script), None);
    }

    #[test]
    fn expressions_follow_the_amounts() {
        let few = Amounts::at_most(1_000);
        assert_eq!(few.value("rows+50"), Ok(1_050.0));
        assert_eq!(few.value("rows/50 + 60"), Ok(80.0));
        assert_eq!(few.value("2000 of rows"), Ok(10.0));
        assert_eq!(Amounts::FULL.value("1758 of rows"), Ok(1_758.0));
        assert!(few.value("columns").is_err());
    }
}
