//! A golden file: the expected output of a script, line by line. Only the following rules leave
//! something open:
//!
//! - Leading lines that begin with `--` are comments: sources and reasons.
//! - Braces stand for varying text: `{int}` an integer, `{number}` any number (times, sizes,
//!   shares), `{word}` anything without blanks, `{letters}` a repeated letter. `{= rows}` is the
//!   value of an expression (`amounts`).
//! - `{int flushes: rows..rows+50}` is a number with inclusive bounds; a missing one counts as 0.
//! - The lines from `{repeat rows}` to `{end}` occur this many times. From `{each}` to `{end}`: any
//!   number of lines, each equal to one of these.
//!
//! All other text must match exactly; trailing blanks don't count.

use super::amounts::Amounts;

/// A number with bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Bounded {
    /// The name of the count.
    pub name: String,
    /// The actual value.
    pub value: f64,
    /// The smallest and greatest value allowed.
    pub bounds: (f64, f64),
}

impl Bounded {
    /// Returns whether the value is within its bounds.
    pub fn is_met(&self) -> bool {
        (self.bounds.0..=self.bounds.1).contains(&self.value)
    }
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison {
    /// The number of matching lines, including repeated ones.
    pub lines: u64,
    /// The numbers with bounds, in the order of the golden file.
    pub bounded: Vec<Bounded>,
}

/// A parsed golden file.
pub(super) struct Golden {
    items: Vec<Item>,
    bounded: Vec<Bounded>,
}

enum Item {
    Line(Line),
    Repeat(u64, Vec<Item>),
    Each(Vec<Line>),
}

/// The pieces of a line, with its number in the golden file.
struct Line {
    number: usize,
    text: String,
    pieces: Vec<Piece>,
}

enum Piece {
    Text(String),
    /// Whether the number is an integer; its index among the bounded numbers, if it has bounds.
    Number(bool, Option<usize>),
    Word,
    Letters,
}

impl Golden {
    /// Parses a golden file for a run with these amounts.
    pub(super) fn read(text: &str, amounts: &Amounts) -> Result<Golden, String> {
        let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.starts_with("--")).peekable();
        let mut golden = Golden { items: Vec::new(), bounded: Vec::new() };
        let mut open: Vec<(Open, Vec<Item>)> = Vec::new();
        for (index, text) in &mut lines {
            let wrong = |what: String| format!("golden line {}: {what}", index + 1);
            let item = match text.trim() {
                "{each}" => {
                    open.push((Open::Each, Vec::new()));
                    continue;
                }
                "{end}" => {
                    let (kind, items) = open.pop().ok_or_else(|| wrong("nothing to end".to_owned()))?;
                    kind.close(items).map_err(wrong)?
                }
                line if line.starts_with("{repeat ") => {
                    let times = line.trim_start_matches("{repeat ").trim_end_matches('}');
                    open.push((Open::Repeat(amounts.value(times).map_err(wrong)? as u64), Vec::new()));
                    continue;
                }
                _ => Item::Line(golden.line(index + 1, text, amounts).map_err(wrong)?),
            };
            open.last_mut().map_or(&mut golden.items, |(_, items)| items).push(item);
        }
        if open.is_empty() { Ok(golden) } else { Err("a block has no {end}".to_owned()) }
    }

    fn line(&mut self, number: usize, text: &str, amounts: &Amounts) -> Result<Line, String> {
        let text = text.trim_end();
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some((before, behind)) = rest.split_once('{') {
            let (inside, after) = behind.split_once('}').ok_or("a brace has no end")?;
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            pieces.push(self.piece(inside.trim(), amounts)?);
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Line { number, text: text.to_owned(), pieces })
    }

    fn piece(&mut self, inside: &str, amounts: &Amounts) -> Result<Piece, String> {
        if let Some(expression) = inside.strip_prefix('=') {
            return Ok(Piece::Text(amounts.value(expression)?.to_string()));
        }
        let (kind, bounds) = inside.split_once(' ').unwrap_or((inside, ""));
        let whole = match kind {
            "int" => true,
            "number" => false,
            "word" => return Ok(Piece::Word),
            "letters" => return Ok(Piece::Letters),
            _ => return Err(format!("'{inside}' is unknown")),
        };
        if bounds.is_empty() {
            return Ok(Piece::Number(whole, None));
        }
        let (name, bounds) = bounds.split_once(':').ok_or("a bounded number is {int NAME: LOW..HIGH}")?;
        let (low, high) = bounds.split_once("..").ok_or("bounds are LOW..HIGH")?;
        let bounds = (amounts.value(low)?, amounts.value(high)?);
        self.bounded.push(Bounded { name: name.trim().to_owned(), value: 0.0, bounds });
        Ok(Piece::Number(whole, Some(self.bounded.len() - 1)))
    }

    /// Compares an output with the golden file. The error describes the first difference.
    pub(super) fn compare(self, output: &str) -> Result<Comparison, String> {
        let mut reading =
            Reading { lines: output.lines().collect(), at: 0, found: Comparison { lines: 0, bounded: self.bounded } };
        reading.all(&self.items)?;
        match reading.next() {
            None => Ok(reading.found),
            Some(line) => Err(format!("output line {}: expected the end, found `{line}`", reading.at + 1)),
        }
    }
}

enum Open {
    Repeat(u64),
    Each,
}

impl Open {
    fn close(self, items: Vec<Item>) -> Result<Item, String> {
        match self {
            Open::Repeat(times) => Ok(Item::Repeat(times, items)),
            Open::Each => {
                let line = |item| if let Item::Line(line) = item { Ok(line) } else { Err("{each} holds lines only") };
                Ok(Item::Each(items.into_iter().map(line).collect::<Result<_, _>>()?))
            }
        }
    }
}

/// An output during its comparison.
struct Reading<'a> {
    lines: Vec<&'a str>,
    at: usize,
    found: Comparison,
}

impl<'a> Reading<'a> {
    fn next(&self) -> Option<&'a str> {
        self.lines.get(self.at).map(|line| line.trim_end())
    }

    fn all(&mut self, items: &[Item]) -> Result<(), String> {
        for item in items {
            match item {
                Item::Line(line) if self.take(line) => {}
                Item::Line(line) => {
                    let found = self.next().map_or("the end".to_owned(), |found| format!("`{found}`"));
                    let (at, number, text) = (self.at + 1, line.number, &line.text);
                    return Err(format!("output line {at}: expected `{text}` (golden line {number}), found {found}"));
                }
                Item::Repeat(times, items) => (0..*times).try_for_each(|_| self.all(items))?,
                Item::Each(lines) => while lines.iter().any(|line| self.take(line)) {},
            }
        }
        Ok(())
    }

    /// Consumes the next line if it matches.
    fn take(&mut self, line: &Line) -> bool {
        let Some(values) = self.next().and_then(|next| line.values(next)) else { return false };
        for (place, value) in values {
            self.found.bounded[place].value = value;
        }
        self.at += 1;
        self.found.lines += 1;
        true
    }
}

impl Line {
    /// Returns the bounded numbers in `text` with their indexes, if `text` matches.
    fn values(&self, text: &str) -> Option<Vec<(usize, f64)>> {
        let (mut values, mut rest) = (Vec::new(), text);
        for piece in &self.pieces {
            rest = match piece {
                Piece::Text(text) => rest.strip_prefix(text.as_str())?,
                Piece::Word => taken(rest, |c| !c.is_whitespace())?.1,
                Piece::Letters => {
                    let first = rest.chars().next().filter(char::is_ascii_uppercase)?;
                    taken(rest, |c| c == first)?.1
                }
                Piece::Number(whole, bounded) => {
                    let (number, rest) = taken(rest, |c| c.is_ascii_digit() || c == '-' || (!whole && c == '.'))?;
                    let value = number.parse().ok()?;
                    values.extend(bounded.map(|place| (place, value)));
                    rest
                }
            };
        }
        rest.is_empty().then_some(values)
    }
}

/// Splits off the longest non-empty prefix of matching characters.
fn taken(text: &str, is_part: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(golden: &str, output: &str) -> Result<Comparison, String> {
        Golden::read(golden, &Amounts::at_most(3))?.compare(output)
    }

    #[test]
    fn text_outside_braces_must_match() {
        let golden = "-- why\nname {int}\n\n({= rows} rows)\n";
        assert_eq!(compare(golden, "name 7  \n\n(3 rows)\n").unwrap().lines, 3);
        for (output, where_it_differs) in [
            ("name x\n\n(3 rows)\n", "output line 1"),
            ("name 1.5\n\n(3 rows)\n", "output line 1"),
            ("name 7\n\n(4 rows)\n", "output line 3"),
            ("name 7\n\n(3 rows)\nmore\n", "output line 4"),
            ("name 7\n", "output line 2"),
        ] {
            assert!(compare(golden, output).unwrap_err().starts_with(where_it_differs), "{output}");
        }
    }

    #[test]
    fn numbers_are_bounded_and_missing_ones_are_zero() {
        let golden = "{each}\n{word} WRITELOG {int waits: 1..rows} {number}\n{word} {word} {int} {number}\n{end}\n";
        let found = compare(golden, "51 X 9 0.5\n51 WRITELOG 3 .5\n51 Y 1 2\n").unwrap();
        assert_eq!(found.bounded, [Bounded { name: "waits".into(), value: 3.0, bounds: (1.0, 3.0) }]);
        assert!(found.bounded[0].is_met());
        assert!(!compare(golden, "51 WRITELOG 4 .5\n").unwrap().bounded[0].is_met());
        assert!(!compare(golden, "").unwrap().bounded[0].is_met());
    }

    #[test]
    fn repeated_lines_are_counted() {
        let golden = "{repeat rows}\n{letters}\n\n{end}\nend\n";
        assert_eq!(compare(golden, "AAA\n\nBB\n\nC\n\nend").unwrap().lines, 7);
        assert!(compare(golden, "AAA\n\nBB\n\nend").is_err());
        assert!(compare(golden, "AAA\n\nBB\n\nCD\n\nend").is_err());
    }

    #[test]
    fn invalid_golden_file_is_reported() {
        for golden in ["{number x: 1}\n", "{strange}\n", "{repeat rows}\n", "{end}\n", "{= columns}\n", "{int\n"] {
            assert!(compare(golden, "").is_err(), "{golden}");
        }
    }
}
