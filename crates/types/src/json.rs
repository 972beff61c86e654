//! Parses text to a JSON tree in which each value keeps its source text, and writes the form that
//! values of type json have. Invalid JSON fails with 13609 and the position.

use crate::error::SqlError;
use crate::memory;
use sluice_base::account::Growth;
use sluice_base::interruption::Pace;
use std::borrow::Cow;

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub struct Json<'t> {
    /// The source text, without surrounding blanks.
    pub raw: &'t str,
    /// The parsed value.
    pub kind: Kind<'t>,
}

/// A parsed value.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind<'t> {
    /// Members in their order; a name may occur twice.
    Object(Vec<(Cow<'t, str>, Json<'t>)>),
    /// Elements in their order.
    Array(Vec<Json<'t>>),
    /// A string, with its escapes resolved.
    Text(Cow<'t, str>),
    /// A number, whose digits are the source text.
    Number,
    /// true or false.
    Truth(bool),
    /// null.
    Null,
}

impl Json<'_> {
    /// Returns whether the value is neither an object nor an array; null is a scalar.
    pub fn is_scalar(&self) -> bool {
        !matches!(self.kind, Kind::Object(_) | Kind::Array(_))
    }

    /// Returns the text of a string, a number or a boolean; `None` for null, an object, an array.
    pub fn scalar(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            Kind::Number | Kind::Truth(_) => Some(self.raw),
            Kind::Null | Kind::Object(_) | Kind::Array(_) => None,
        }
    }
}

/// Parses the string at the start of `text`. Returns it with escapes resolved, and its length in
/// `text` in bytes, quotes included; `None` if `text` doesn't begin with a complete, valid string.
/// A lone surrogate becomes U+FFFD.
pub fn quoted(text: &str) -> Option<(Cow<'_, str>, usize)> {
    let mut parser = Parser::new(text, 0);
    let string = parser.string().ok()?;
    Some((string, parser.at))
}

/// Parses `text` as a single value. Blanks around it don't count. Fails with 13609 and the position
/// of the first wrong character, also for text after the value and for nesting too deep.
pub fn parse(text: &str) -> Result<Json<'_>, SqlError> {
    parse_levels(text, DEPTH_MAX)
}

/// Does the same as [`parse`], but keeps only the items of the outermost `levels` levels. Objects
/// and arrays below are checked and have no items, so that large texts need little memory.
pub fn parse_levels(text: &str, levels: usize) -> Result<Json<'_>, SqlError> {
    let mut parser = Parser::new(text, levels);
    let json = parser.value(0)?;
    parser.blanks();
    if parser.at == text.len() { Ok(json) } else { Err(parser.wrong()) }
}

/// A step from a value to one of its items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'p> {
    /// The first member of an object with this name.
    Member(&'p str),
    /// The element of an array at this index.
    Element(usize),
}

/// Returns the value at the end of `steps` without its items, or `None` if a step leads nowhere.
/// The text is read as far as that needs: to the end of the value, to a value that the next step
/// doesn't fit, or to the end of an object or array without the item. Behind the outermost of them,
/// the rest of the text is checked too. Fails with 13609 for wrong text up to there, and for a text
/// that is neither an object nor an array; with `reads_scalar`, behind its value.
pub fn find<'t>(text: &'t str, steps: &[Step<'_>], reads_scalar: bool) -> Result<Option<Json<'t>>, SqlError> {
    let mut parser = Parser::new(text, 0);
    parser.blanks();
    if !matches!(parser.peek(), Some('{' | '[')) {
        if reads_scalar {
            parser.value(0)?;
        }
        return Err(parser.wrong());
    }
    for (depth, step) in steps.iter().enumerate() {
        parser.blanks();
        let is_there = match (parser.peek(), step) {
            (Some('{'), Step::Member(name)) => parser.enter_member(name, depth)?,
            (Some('['), Step::Element(place)) => parser.enter_element(*place, depth)?,
            _ => return Ok(None),
        };
        if !is_there {
            parser.blanks();
            let is_end = depth > 0 || parser.at == text.len();
            return if is_end { Ok(None) } else { Err(parser.wrong()) };
        }
    }
    parser.value(steps.len()).map(Some)
}

/// A position between the items of an object or array, for a caller that keeps its text.
#[derive(Default, Debug)]
pub struct Items {
    at: usize,
    is_over: bool,
}

/// An item of an object, with its name, or of an array.
pub type Item<'t> = (Option<Cow<'t, str>>, Json<'t>);

impl Items {
    /// Parses the next item, with the items of its outermost `levels` levels. `None` behind the
    /// last one. `text` is the valid text of an object or array, without blanks before it, and the
    /// same with each call.
    pub fn next<'t>(&mut self, text: &'t str, levels: usize) -> Result<Option<Item<'t>>, SqlError> {
        let mut parser = Parser { at: self.at, ..Parser::new(text, levels) };
        let is_object = text.starts_with('{');
        self.is_over = self.is_over
            || match self.at {
                0 => {
                    parser.at = 1;
                    parser.has(if is_object { '}' } else { ']' })
                }
                _ => !parser.has(','),
            };
        if self.is_over {
            return Ok(None);
        }
        let name = if is_object { Some(parser.name()?) } else { None };
        let value = parser.value(0)?;
        self.at = parser.at;
        Ok(Some((name, value)))
    }
}

/// Returns `text` without the blanks between its tokens: the form of a value of type json. Fails
/// with 13647 for an object or array of too many items (`t-sql/data-types/json-data-type`).
pub fn compact(text: &str) -> Result<String, SqlError> {
    check_items(&parse(text)?)?;
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(quote) = rest.find('"') {
        append_without_blanks(&rest[..quote], &mut written);
        let end = quote + quoted(&rest[quote..]).map_or(1, |(_, length)| length);
        written.push_str(&rest[quote..end]);
        rest = &rest[end..];
    }
    append_without_blanks(rest, &mut written);
    Ok(written)
}

fn append_without_blanks(text: &str, to: &mut String) {
    to.extend(text.split([' ', '\t', '\n', '\r']));
}

fn check_items(json: &Json<'_>) -> Result<(), SqlError> {
    let (count, mut values): (usize, Box<dyn Iterator<Item = &Json<'_>>>) = match &json.kind {
        Kind::Object(members) => (members.len(), Box::new(members.iter().map(|(_, value)| value))),
        Kind::Array(elements) => (elements.len(), Box::new(elements.iter())),
        _ => return Ok(()),
    };
    if count > ITEMS_MAX {
        return Err(SqlError::json_items_limit(ITEMS_MAX));
    }
    values.try_for_each(check_items)
}

/// Returns the number of bytes before the first quote, backslash or control character. Fails if the
/// request is interrupted.
fn plain_length(bytes: &[u8]) -> Result<usize, SqlError> {
    for (number, chunk) in bytes.chunks(CHECKED_BYTES).enumerate() {
        if let Some(place) = chunk.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..=0x1F)) {
            return Ok(number * CHECKED_BYTES + place);
        }
        SqlError::check_interruption()?;
    }
    Ok(bytes.len())
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The number of outermost levels whose items are kept.
    levels: usize,
    pace: Pace,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, levels: usize) -> Parser<'t> {
        Parser { text, at: 0, levels, pace: Pace::default() }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns error 13609: an unexpected character at its position, from 0.
    fn wrong(&self) -> SqlError {
        let position = self.text[..self.at].encode_utf16().count();
        let character = self.peek().map_or_else(|| ".".to_owned(), |character| character.to_string());
        SqlError::invalid_json(character, position)
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn eat(&mut self, sign: char) -> Result<(), SqlError> {
        if self.has(sign) { Ok(()) } else { Err(self.wrong()) }
    }

    /// Skips the character if it is next. Creates no error, because that would count the preceding
    /// text.
    fn has(&mut self, sign: char) -> bool {
        self.blanks();
        let has = self.peek() == Some(sign);
        self.at += if has { sign.len_utf8() } else { 0 };
        has
    }

    fn value(&mut self, depth: usize) -> Result<Json<'t>, SqlError> {
        SqlError::check_interruption()?;
        memory::checkpoint()?;
        self.blanks();
        let begin = self.at;
        let kind = match self.peek() {
            Some('{' | '[') if depth == DEPTH_MAX => return Err(self.wrong()),
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => Kind::Text(self.string()?),
            Some('-' | '0'..='9') => self.number()?,
            _ => {
                let words = [("true", Kind::Truth(true)), ("false", Kind::Truth(false)), ("null", Kind::Null)];
                let known = words.into_iter().find(|(word, _)| self.rest().starts_with(word));
                let (word, kind) = known.ok_or_else(|| self.wrong())?;
                self.at += word.len();
                kind
            }
        };
        Ok(Json { raw: &self.text[begin..self.at], kind })
    }

    fn object(&mut self, depth: usize) -> Result<Kind<'t>, SqlError> {
        self.eat('{')?;
        let mut members = Vec::new();
        if self.has('}') {
            return Ok(Kind::Object(members));
        }
        loop {
            let name = self.name()?;
            let value = self.value(depth + 1)?;
            if depth < self.levels {
                members.push((name, value));
            }
            if !self.has(',') {
                self.eat('}')?;
                return Ok(Kind::Object(members));
            }
        }
    }

    /// Goes to the value of the member `name`. Without that member returns false, behind the
    /// object.
    fn enter_member(&mut self, name: &str, depth: usize) -> Result<bool, SqlError> {
        self.eat('{')?;
        if self.has('}') {
            return Ok(false);
        }
        loop {
            if self.name()? == name {
                return Ok(true);
            }
            self.value(depth + 1)?;
            if !self.has(',') {
                self.eat('}')?;
                return Ok(false);
            }
        }
    }

    /// Goes to the element at `place`. Without that element returns false, behind the array.
    fn enter_element(&mut self, place: usize, depth: usize) -> Result<bool, SqlError> {
        self.eat('[')?;
        if self.has(']') {
            return Ok(false);
        }
        for _ in 0..place {
            self.value(depth + 1)?;
            if !self.has(',') {
                self.eat(']')?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Parses a member's name and the colon behind it.
    fn name(&mut self) -> Result<Cow<'t, str>, SqlError> {
        let name = self.string()?;
        self.eat(':')?;
        Ok(name)
    }

    fn array(&mut self, depth: usize) -> Result<Kind<'t>, SqlError> {
        self.eat('[')?;
        let mut elements = Vec::new();
        if self.has(']') {
            return Ok(Kind::Array(elements));
        }
        loop {
            let value = self.value(depth + 1)?;
            if depth < self.levels {
                elements.push(value);
            }
            if !self.has(',') {
                self.eat(']')?;
                return Ok(Kind::Array(elements));
            }
        }
    }

    /// Returns the string, which borrows from the source text unless it has escapes.
    fn string(&mut self) -> Result<Cow<'t, str>, SqlError> {
        self.eat('"')?;
        let rest = self.rest();
        let plain = plain_length(rest.as_bytes())?;
        self.at += plain;
        if rest.as_bytes().get(plain) == Some(&b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(&rest[..plain]));
        }
        let mut growth = Growth::default();
        growth.reach(2 * plain).map_err(SqlError::out_of_memory)?;
        let mut units: Vec<u16> = rest[..plain].encode_utf16().collect();
        loop {
            if self.pace.is_interrupted() {
                return Err(SqlError::cancelled());
            }
            growth.reach(2 * units.len()).map_err(SqlError::out_of_memory)?;
            let character = self.peek().ok_or_else(|| self.wrong())?;
            match character {
                '"' => {
                    self.at += 1;
                    return Ok(Cow::Owned(String::from_utf16_lossy(&units)));
                }
                '\0'..='\u{1f}' => return Err(self.wrong()),
                '\\' => {
                    self.at += 1;
                    units.push(self.escaped()?);
                }
                other => {
                    units.extend(other.encode_utf16(&mut [0; 2]).iter());
                    self.at += other.len_utf8();
                }
            }
        }
    }

    fn escaped(&mut self) -> Result<u16, SqlError> {
        let sign = self.peek().ok_or_else(|| self.wrong())?;
        let unit = match sign {
            '"' | '\\' | '/' => sign as u16,
            'b' => 8,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'u' => {
                let digits = self.rest().get(1..5).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
                let unit =
                    digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()).ok_or_else(|| self.wrong())?;
                self.at += 5;
                return Ok(unit);
            }
            _ => return Err(self.wrong()),
        };
        self.at += 1;
        Ok(unit)
    }

    fn number(&mut self) -> Result<Kind<'t>, SqlError> {
        if self.peek() == Some('-') {
            self.at += 1;
        }
        let has_zero = self.peek() == Some('0');
        if self.digits()? > 1 && has_zero {
            return Err(self.wrong());
        }
        if self.peek() == Some('.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some('e' | 'E')) {
            self.at += 1;
            if matches!(self.peek(), Some('+' | '-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Kind::Number)
    }

    fn digits(&mut self) -> Result<usize, SqlError> {
        let rest = self.rest();
        let count = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if count == 0 {
            return Err(self.wrong());
        }
        self.at += count;
        Ok(count)
    }
}

/// The most items of an object or array of type json.
const ITEMS_MAX: usize = 65_535;
/// The bytes of a string between two checks for interruption.
const CHECKED_BYTES: usize = 64 << 10;
/// The deepest nesting of values, as in SQL Server.
const DEPTH_MAX: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_drops_blanks_outside_strings() {
        let compacted = |text| compact(text).ok();
        assert_eq!(
            compacted(" { \"a b\" : [1, \t\"x \\\" y\" ,true\n] } ").as_deref(),
            Some("{\"a b\":[1,\"x \\\" y\",true]}")
        );
        assert_eq!(compacted("{\"a\":}"), None);
        let array = |items: usize| format!("[{}0]", "0,".repeat(items - 1));
        assert!(compact(&array(ITEMS_MAX)).is_ok());
        assert_eq!(compact(&array(ITEMS_MAX + 1)).err().map(|error| error.number), Some(13647));
    }

    #[test]
    fn items_below_the_kept_levels_are_only_checked() {
        let json = |kind, raw| Json { raw, kind };
        let kept = parse_levels("{\"a\": [1, [2]], \"b\": {}}", 1);
        let members = vec![
            ("a".into(), json(Kind::Array(Vec::new()), "[1, [2]]")),
            ("b".into(), json(Kind::Object(Vec::new()), "{}")),
        ];
        assert_eq!(kept.map(|kept| kept.kind).ok(), Some(Kind::Object(members)));
        assert!(parse_levels("[[1, [2}]]", 0).is_err_and(|error| error.number == 13609));
    }

    #[test]
    fn text_is_read_only_to_the_value() {
        let at = |text, steps: &[Step<'_>]| {
            find(text, steps, false)
                .map(|found| found.map(|json| json.raw.to_owned()))
                .map_err(|error| error.args.clone())
        };
        let (a, first) = (Step::Member("a"), Step::Element(0));
        let value = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(at("{\"a\":1,\"b\":x}", &[a]), value("1"));
        assert_eq!(at("[1,x]", &[first]), value("1"));
        assert_eq!(at("[1,2", &[a]), Ok(None), "a step of another kind stops");
        assert_eq!(at("{\"a\":{\"b\":1},\"c\":x}", &[a, a]), Ok(None));
        let wrong = |character: &str, position: &str| Err(vec![character.to_owned(), position.to_owned()]);
        assert_eq!(at("{\"b\":1} x", &[a]), wrong("x", "8"));
        assert_eq!(at("{\"b\":x}", &[a]), wrong("x", "5"));
        assert_eq!(at(" 1", &[]), wrong("1", "1"));
        assert!(find("1", &[], true).is_err_and(|error| error.args == [".", "1"]));
    }

    #[test]
    fn items_are_parsed_one_by_one() {
        let all = |text| {
            let (mut items, mut found) = (Items::default(), Vec::new());
            while let Some((name, value)) = items.next(text, 0).unwrap() {
                found.push((name.map(Cow::into_owned), value.raw));
            }
            assert!(items.next(text, 0).unwrap().is_none(), "the end stays");
            found
        };
        assert_eq!(all("[]"), []);
        assert_eq!(all("{ }"), []);
        assert_eq!(all("[ [1,2] , {\"a\" : 3}]"), [(None, "[1,2]"), (None, "{\"a\" : 3}")]);
        let members = [(Some("a\"".to_owned()), "1"), (Some("b".to_owned()), "null")];
        assert_eq!(all("{ \"a\\\"\" : 1, \"b\":null }"), members);
    }

    #[test]
    fn interrupted_long_string_ends_early() {
        use sluice_base::{interruption, sync::Arc, sync::atomic::AtomicBool};
        for text in ["a".repeat(2 * CHECKED_BYTES), "\\n".repeat(CHECKED_BYTES)] {
            let text = format!("\"{text}\"");
            let mut parser = Parser::new(&text, 0);
            assert!(parser.string().is_ok());
            let _entered = interruption::enter(Arc::new(AtomicBool::new(true)));
            let mut parser = Parser::new(&text, 0);
            assert!(parser.string().is_err_and(|error| error.number == SqlError::CANCELLED));
        }
    }
}
