//! Translates a regular expression in RE2's syntax, which SQL Server has, to the syntax of the
//! `regex` crate (`regular-expressions-functions-transact-sql`).
//!
//! Both match in linear time, but differ in details. In RE2, `\d`, `\s`, `\w` and `\b` are about
//! ASCII alone, `\Q...\E` is literal, `\1` is an error, and `[`, `&&` and `--` in a class are plain
//! characters.

use sluice_types::SqlError;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::CharIndices;

/// Translates `pattern`. Fails with 19300 for an invalid pattern, with 19307, 19308 or 19309 for a
/// missing or unexpected parenthesis, bracket or character after a backslash.
pub(super) fn translated(pattern: &str) -> Result<String, SqlError> {
    let chars = pattern.char_indices().peekable();
    let mut translator = Translator { pattern, chars, out: String::new(), open: 0, last: Last::Nothing };
    translator.run()?;
    Ok(translator.out)
}

/// Returns error 19300 with RE2's description of the fault.
pub(super) fn invalid(pattern: &str, fault: &str) -> SqlError {
    SqlError::invalid_pattern(pattern, fault)
}

struct Translator<'p> {
    pattern: &'p str,
    chars: Peekable<CharIndices<'p>>,
    out: String,
    /// Number of open parentheses.
    open: usize,
    last: Last,
}

/// The kind of the part before the current position, which decides whether it can be repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The start of the pattern, of a group or of an alternative.
    Nothing,
    /// A part that can be repeated.
    Part,
    /// A repetition that starts at this byte.
    Repetition(usize),
}

impl Translator<'_> {
    fn run(&mut self) -> Result<(), SqlError> {
        while let Some((at, character)) = self.chars.next() {
            match character {
                '\\' => self.escape(at)?,
                '[' => self.class()?,
                '(' => self.group(at)?,
                ')' if self.open == 0 => return Err(SqlError::unexpected_parenthesis(self.pattern)),
                ')' => {
                    self.open -= 1;
                    self.part(")");
                }
                '|' => {
                    self.out.push('|');
                    self.last = Last::Nothing;
                }
                '*' | '+' | '?' => self.repetition(at, &self.pattern[at..=at])?,
                '{' => match bounds(&self.pattern[at..]) {
                    Some(text) => self.counted(at, text)?,
                    None => self.part("\\{"),
                },
                '.' | '^' | '$' => self.part(character.encode_utf8(&mut [0; 4])),
                _ => self.literal(character),
            }
        }
        if self.open > 0 { Err(self.missing(')', 1)) } else { Ok(()) }
    }

    fn part(&mut self, text: &str) {
        self.out.push_str(text);
        self.last = Last::Part;
    }

    fn literal(&mut self, character: char) {
        push_literal(&mut self.out, character);
        self.last = Last::Part;
    }

    /// Reads `*`, `+`, `?` or a count that starts at byte `at`, and the `?` that makes it lazy.
    fn repetition(&mut self, at: usize, operator: &str) -> Result<(), SqlError> {
        let is_lazy = self.chars.next_if(|(_, next)| *next == '?').is_some();
        let written = &self.pattern[..at + operator.len() + usize::from(is_lazy)];
        match self.last {
            Last::Nothing => return Err(self.invalid("no argument for repetition operator: ", &written[at..])),
            Last::Repetition(start) => return Err(self.invalid("bad repetition operator: ", &written[start..])),
            Last::Part => {}
        }
        self.out.push_str(operator);
        self.out.push_str(if is_lazy { "?" } else { "" });
        self.last = Last::Repetition(at);
        Ok(())
    }

    /// Reads a count, `{n}`, `{n,}` or `{n,m}`.
    fn counted(&mut self, at: usize, text: &str) -> Result<(), SqlError> {
        let numbers: Vec<u32> = text[1..text.len() - 1].split(',').filter_map(|number| number.parse().ok()).collect();
        let written = text[1..text.len() - 1].split(',').filter(|number| !number.is_empty()).count();
        let is_valid = numbers.len() == written
            && numbers.iter().all(|number| *number <= COUNT_MAX)
            && numbers.first() <= numbers.last();
        if !is_valid {
            return Err(self.invalid("invalid repetition size: ", text));
        }
        self.skip_to(at + text.len());
        self.repetition(at, text)
    }

    /// Reads the rest of an opening parenthesis: a plain, named or flagged group.
    fn group(&mut self, at: usize) -> Result<(), SqlError> {
        let rest = &self.pattern[at..];
        self.open += 1;
        self.last = Last::Nothing;
        if !rest.starts_with("(?") {
            self.out.push('(');
            return Ok(());
        }
        let head = ["(?P<", "(?<"].into_iter().find(|head| rest.starts_with(head));
        if let Some(head) = head.filter(|_| !rest.starts_with("(?<=") && !rest.starts_with("(?<!")) {
            let name = &rest[head.len()..];
            let length = name.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(name.len());
            if length == 0 || !name[length..].starts_with('>') {
                let shown = rest.find(')').map_or(rest, |end| &rest[..=end]);
                return Err(self.invalid("invalid named capture group: ", shown));
            }
            let _ = write!(self.out, "(?P<{}>", &name[..length]);
            self.skip_to(at + head.len() + length + 1);
            return Ok(());
        }
        let flags = &rest[2..];
        let length = flags.find(|next| !"imsU-".contains(next)).unwrap_or(flags.len());
        match flags[length..].chars().next() {
            Some(end @ (':' | ')')) if end == ':' || length > 0 => {
                self.open -= usize::from(end == ')');
                self.out.push_str(&rest[..length + 3]);
                self.skip_to(at + length + 3);
                Ok(())
            }
            Some(other) => Err(self.invalid("invalid perl operator: ", &rest[..2 + length + other.len_utf8()])),
            None => Err(self.missing(')', 1)),
        }
    }

    /// Reads the rest of an escape outside a class.
    fn escape(&mut self, at: usize) -> Result<(), SqlError> {
        match self.chars.peek() {
            None => Err(SqlError::trailing_backslash(self.pattern)),
            Some((_, 'Q')) => {
                let text = &self.pattern[at + 2..];
                let end = text.find("\\E").unwrap_or(text.len());
                text[..end].chars().for_each(|character| self.literal(character));
                self.skip_to((at + 2 + end + 2).min(self.pattern.len()));
                Ok(())
            }
            Some((_, letter @ ('b' | 'B' | 'A' | 'z'))) => {
                let assertion = match letter {
                    'b' => "(?-u:\\b)",
                    'B' => "(?-u:\\B)",
                    'A' => "\\A",
                    _ => "\\z",
                };
                self.chars.next();
                self.part(assertion);
                Ok(())
            }
            Some(_) => {
                match self.escaped(at)? {
                    Escaped::Character(character) => self.literal(character),
                    Escaped::Set(set) => self.part(&set),
                }
                Ok(())
            }
        }
    }

    /// Reads an escape whose backslash is at byte `at`: a character or a set of characters.
    fn escaped(&mut self, at: usize) -> Result<Escaped, SqlError> {
        let (place, letter) = self.chars.next().ok_or_else(|| SqlError::trailing_backslash(self.pattern))?;
        let bad = |translator: &Self| {
            translator.invalid("invalid escape sequence: ", &translator.pattern[at..place + letter.len_utf8()])
        };
        let character = match letter {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => return Ok(Escaped::Set(perl_class(letter).to_owned())),
            'p' | 'P' => return self.property(at, letter == 'P'),
            'C' => return Err(SqlError::unsupported_option("\\C in a regular expression")),
            'a' => '\x07',
            'f' => '\x0C',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0B',
            'x' => self.hexadecimal().ok_or_else(|| bad(self))?,
            '0'..='7' => self.octal(letter).ok_or_else(|| bad(self))?,
            _ if letter.is_ascii() && !letter.is_ascii_alphanumeric() && letter != '_' => letter,
            _ => return Err(bad(self)),
        };
        Ok(Escaped::Character(character))
    }

    /// Reads the digits of `\x`: two, or any number in braces.
    fn hexadecimal(&mut self) -> Option<char> {
        let digits: String = if self.chars.next_if(|(_, next)| *next == '{').is_some() {
            std::iter::from_fn(|| self.chars.next_if(|(_, next)| *next != '}')).map(|(_, digit)| digit).collect()
        } else {
            return (0..2)
                .try_fold(0, |number, _| Some(number * 16 + self.chars.next()?.1.to_digit(16)?))
                .and_then(char::from_u32);
        };
        self.chars.next().filter(|_| digits.len() <= 8)?;
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
    }

    /// Reads up to two further octal digits. A single digit other than 0 would be a reference to a
    /// group, which RE2 lacks.
    fn octal(&mut self, first: char) -> Option<char> {
        let is_digit = |next: &(usize, char)| ('0'..='7').contains(&next.1);
        if first != '0' && !self.chars.peek().is_some_and(is_digit) {
            return None;
        }
        let rest = (0..2).map_while(|_| self.chars.next_if(is_digit)).filter_map(|(_, digit)| digit.to_digit(8));
        char::from_u32(rest.fold(first.to_digit(8)?, |number, digit| number * 8 + digit))
    }

    /// Reads the name of `\p` or `\P`: a letter, or a name in braces that `^` negates.
    fn property(&mut self, at: usize, is_negated: bool) -> Result<Escaped, SqlError> {
        let rest = &self.pattern[at + 2..];
        let name = match rest.strip_prefix('{') {
            Some(braced) => braced.find('}').map(|end| (&braced[..end], end + 2)),
            None => rest.chars().next().map(|letter| (&rest[..letter.len_utf8()], letter.len_utf8())),
        };
        let Some((name, length)) = name else {
            return Err(self.invalid("invalid character class range: ", &self.pattern[at..]));
        };
        let (is_negated, name) = name.strip_prefix('^').map_or((is_negated, name), |name| (!is_negated, name));
        let set = format!("\\{}{{{name}}}", if is_negated { 'P' } else { 'p' });
        if regex::Regex::new(&set).is_err() {
            let written = &self.pattern[at..at + 2 + length];
            return Err(self.invalid("invalid character class range: ", written));
        }
        self.skip_to(at + 2 + length);
        Ok(Escaped::Set(set))
    }

    /// Reads the rest of a class after its bracket.
    fn class(&mut self) -> Result<(), SqlError> {
        self.out.push('[');
        if self.chars.next_if(|(_, next)| *next == '^').is_some() {
            self.out.push('^');
        }
        let mut is_first = true;
        loop {
            let Some(&(at, character)) = self.chars.peek() else { return Err(self.missing(']', 2)) };
            if character == ']' && !is_first {
                self.chars.next();
                self.part("]");
                return Ok(());
            }
            is_first = false;
            if let Some(name) = posix_class(&self.pattern[at..]) {
                self.skip_to(at + name.len());
                if regex::Regex::new(&format!("[{name}]")).is_err() {
                    return Err(self.invalid("invalid character class range: ", name));
                }
                self.out.push_str(name);
                continue;
            }
            match self.member()? {
                Escaped::Set(set) => self.out.push_str(&set),
                Escaped::Character(low) => self.range(at, low)?,
            }
        }
    }

    /// Writes the member `low` of a class, which starts at byte `at`, or the range that it begins.
    fn range(&mut self, at: usize, low: char) -> Result<(), SqlError> {
        push_literal(&mut self.out, low);
        let mut ahead = self.chars.clone();
        let is_range = matches!(ahead.next(), Some((_, '-'))) && !matches!(ahead.next(), Some((_, ']')) | None);
        if !is_range {
            return Ok(());
        }
        self.chars.next();
        let high = match self.member()? {
            Escaped::Character(high) if low <= high => high,
            _ => {
                let end = self.chars.peek().map_or(self.pattern.len(), |(end, _)| *end);
                return Err(self.invalid("invalid character class range: ", &self.pattern[at..end]));
            }
        };
        self.out.push('-');
        push_literal(&mut self.out, high);
        Ok(())
    }

    /// Reads a member of a class.
    fn member(&mut self) -> Result<Escaped, SqlError> {
        match self.chars.next() {
            Some((at, '\\')) => self.escaped(at),
            Some((_, character)) => Ok(Escaped::Character(character)),
            None => Err(self.missing(']', 2)),
        }
    }

    fn skip_to(&mut self, end: usize) {
        while self.chars.next_if(|(at, _)| *at < end).is_some() {}
    }

    fn invalid(&self, fault: &str, written: &str) -> SqlError {
        invalid(self.pattern, &format!("{fault}{written}"))
    }

    fn missing(&self, character: char, state: u8) -> SqlError {
        SqlError::missing_in_pattern(character, self.pattern).in_state(state)
    }
}

/// The meaning of an escape.
enum Escaped {
    Character(char),
    /// Characters, as an item that a class can contain.
    Set(String),
}

/// Returns the ASCII characters of a class of Perl.
fn perl_class(letter: char) -> &'static str {
    match letter {
        'd' => "[0-9]",
        'D' => "[^0-9]",
        's' => "[\\t\\n\\f\\r ]",
        'S' => "[^\\t\\n\\f\\r ]",
        'w' => "[0-9A-Za-z_]",
        _ => "[^0-9A-Za-z_]",
    }
}

/// Returns the class of POSIX that `text` begins with, like `[:alpha:]`.
fn posix_class(text: &str) -> Option<&str> {
    let end = text.strip_prefix("[:")?.find(":]")?;
    Some(&text[..end + 4])
}

/// Returns the count that `text` begins with: `{n}`, `{n,}` or `{n,m}`.
fn bounds(text: &str) -> Option<&str> {
    let end = text.find('}')?;
    let (low, high) = text[1..end].split_once(',').unwrap_or((&text[1..end], ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!low.is_empty() && are_digits(low) && are_digits(high)).then(|| &text[..=end])
}

fn push_literal(out: &mut String, character: char) {
    if character.is_ascii_alphanumeric() || !character.is_ascii() {
        out.push(character);
    } else {
        let _ = write!(out, "\\x{:02X}", u32::from(character));
    }
}

/// RE2's limit of a counted repetition.
const COUNT_MAX: u32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_the_syntaxes_are_translated() {
        for (pattern, wanted) in [
            ("a{2,3}b{,2}", "a{2,3}b\\{\\x2C2\\x7D"),
            ("\\d+\\b", "[0-9]+(?-u:\\b)"),
            ("[a&&b-]", "[a\\x26\\x26b\\x2D]"),
            ("[]a]", "[\\x5Da]"),
            ("\\Qa.b\\Ec", "a\\x2Ebc"),
            ("(?P<n>x)(?i)y(?i-s:z)", "(?P<n>x)(?i)y(?i-s:z)"),
            ("[[:alpha:]\\d]*?", "[[:alpha:][0-9]]*?"),
            ("\\x41\\x{1F600}\\101", "A😀A"),
            ("\\pL\\p{^Lu}", "\\p{L}\\P{Lu}"),
        ] {
            assert_eq!(translated(pattern), Ok(wanted.to_owned()), "{pattern}");
            assert!(regex::Regex::new(wanted).is_ok(), "{wanted}");
        }
    }

    #[test]
    fn faults_have_the_numbers_and_words_of_re2() {
        for (pattern, number, argument) in [
            ("a(?=b)", 19300, "invalid perl operator: (?="),
            ("(a)\\1", 19300, "invalid escape sequence: \\1"),
            ("a{2,1}", 19300, "invalid repetition size: {2,1}"),
            ("a{1001}", 19300, "invalid repetition size: {1001}"),
            ("*", 19300, "no argument for repetition operator: *"),
            ("a**", 19300, "bad repetition operator: **"),
            ("[z-a]", 19300, "invalid character class range: z-a"),
            ("\\p{Nothing}", 19300, "invalid character class range: \\p{Nothing}"),
            ("(?P<>a)", 19300, "invalid named capture group: (?P<>a)"),
            ("(", 19308, "("),
            ("[", 19308, "["),
            (")", 19307, ")"),
            ("a\\", 19309, "a\\"),
        ] {
            let error = translated(pattern).unwrap_err();
            assert_eq!((error.number, error.args.last().map(String::as_str)), (number, Some(argument)), "{pattern}");
        }
    }
}
