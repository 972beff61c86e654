//! Formats a message with values like C's printf, for RAISERROR and FORMATMESSAGE
//! (`t-sql/language-elements/raiserror-transact-sql.md`): `% [flags] [width] [.precision] [h | l |
//! I64] type`. Every placeholder takes the next value; a value of the wrong type fails, and a long
//! result is shortened.

use sluice_types::{SqlError, Value};
use std::iter::Peekable;
use std::str::Chars;

/// Inserts the values at the placeholders. Fails with 2786 for a value of the wrong type and 2787
/// for an invalid placeholder, each with the placeholder's number from 1. A missing value and NULL
/// are shown as such.
pub fn format(text: &str, values: &[Value]) -> Result<String, SqlError> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut values) = (text.chars().peekable(), Arguments { values, next: 0 });
    while let Some(sign) = rest.next() {
        match sign {
            '%' if rest.peek() == Some(&'%') => {
                rest.next();
                out.push('%');
            }
            '%' => {
                let place = Placeholder::read(&mut rest, &mut values)?;
                place.fill(&mut values, &mut out)?;
            }
            other => out.push(other),
        }
    }
    Ok(shortened(out))
}

/// Inserts the values into a system message, where `%1!` is the first placeholder. A missing value
/// and NULL are shown as such. A `%` that begins no such placeholder is kept. The result is
/// shortened to the longest message.
pub fn format_places(text: &str, values: &[Value]) -> String {
    let mut pieces = text.split('%');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let place = piece.split_once('!').and_then(|(place, rest)| Some((place.parse::<usize>().ok()?, rest)));
        match place {
            Some((place, rest)) => {
                out.push_str(&written(
                    place.checked_sub(1).and_then(|place| values.get(place)).unwrap_or(&Value::Null),
                ));
                out.push_str(rest);
            }
            None => {
                out.push('%');
                out.push_str(piece);
            }
        }
    }
    shortened(out)
}

/// Formats a value for a system message: text as it is, an integer in decimal, and any other value,
/// like NULL, as `(null)`.
pub fn written(value: &Value) -> String {
    match (value.as_str(), value.as_i64()) {
        (Some(text), _) => text.to_owned(),
        (None, Some(number)) => number.to_string(),
        (None, None) => "(null)".to_owned(),
    }
}

/// Truncates a long text and adds an ellipsis.
fn shortened(text: String) -> String {
    if text.encode_utf16().count() <= LENGTH_MAX {
        return text;
    }
    let mut kept: String = text.chars().take(LENGTH_MAX - 3).collect();
    kept.push_str("...");
    kept
}

struct Arguments<'v> {
    values: &'v [Value],
    next: usize,
}

impl<'v> Arguments<'v> {
    fn take(&mut self) -> Option<&'v Value> {
        self.next += 1;
        self.values.get(self.next - 1)
    }

    /// Takes a width or a precision from the values.
    fn take_size(&mut self) -> Result<usize, SqlError> {
        let size = self.take().and_then(Value::as_i64).and_then(|size| usize::try_from(size).ok());
        size.map(|size| size.min(LENGTH_MAX)).ok_or_else(|| self.mismatch())
    }

    /// Returns error 2786: the type of a parameter doesn't match its placeholder.
    fn mismatch(&self) -> SqlError {
        SqlError::raiserror_argument_type_mismatch(self.next)
    }
}

#[derive(Default)]
struct Placeholder {
    left: bool,
    plus: bool,
    blank: bool,
    zero: bool,
    prefix: bool,
    width: usize,
    precision: Option<usize>,
    is_wide: bool,
    kind: char,
}

impl Placeholder {
    /// Reads a placeholder after its percent sign.
    fn read(rest: &mut Peekable<Chars<'_>>, values: &mut Arguments<'_>) -> Result<Placeholder, SqlError> {
        let mut place = Placeholder::default();
        let from = rest.clone();
        while let Some(flag) = rest.next_if(|sign| "-+ 0#".contains(*sign)) {
            match flag {
                '-' => place.left = true,
                '+' => place.plus = true,
                ' ' => place.blank = true,
                '0' => place.zero = true,
                _ => place.prefix = true,
            }
        }
        place.width = size(rest, values)?.unwrap_or(0);
        if rest.next_if_eq(&'.').is_some() {
            place.precision = Some(size(rest, values)?.unwrap_or(0));
        }
        if rest.next_if(|sign| matches!(sign, 'h' | 'l')).is_none() && rest.next_if_eq(&'I').is_some() {
            place.is_wide = rest.next() == Some('6') && rest.next() == Some('4');
        }
        match rest.next() {
            Some(kind) if "diosuxX".contains(kind) => Ok(Placeholder { kind, ..place }),
            // 2787: invalid placeholder.
            _ => Err(SqlError::invalid_format_specification(format!("%{}", from.take(20).collect::<String>()))),
        }
    }

    fn fill(&self, values: &mut Arguments<'_>, out: &mut String) -> Result<(), SqlError> {
        let text = match (values.take(), self.kind) {
            (None | Some(Value::Null), _) => "(null)".to_owned(),
            (Some(Value::Str(text)), 's') => match self.precision {
                Some(most) => text.chars().take(most).collect(),
                None => text.to_string(),
            },
            (Some(Value::BigInt(number)), kind) if kind != 's' && self.is_wide => self.number(*number, *number as u64),
            (Some(Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_)), 's') => return Err(values.mismatch()),
            (Some(number @ (Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_))), _) => {
                let number = number.as_i64().unwrap_or_default();
                self.number(number, u64::from(number as i32 as u32))
            }
            _ => return Err(values.mismatch()),
        };
        let missing = self.width.saturating_sub(text.chars().count());
        let fill = |count| std::iter::repeat_n(' ', count);
        if self.left {
            out.push_str(&text);
            out.extend(fill(missing));
        } else {
            out.extend(fill(missing));
            out.push_str(&text);
        }
        Ok(())
    }

    fn number(&self, signed: i64, unsigned: u64) -> String {
        let digits = match self.kind {
            'd' | 'i' => signed.unsigned_abs().to_string(),
            'u' => unsigned.to_string(),
            'o' => format!("{unsigned:o}"),
            'x' => format!("{unsigned:x}"),
            _ => format!("{unsigned:X}"),
        };
        let before = match self.kind {
            'd' | 'i' if signed < 0 => "-",
            'd' | 'i' if self.plus => "+",
            'd' | 'i' if self.blank => " ",
            'o' if self.prefix && unsigned != 0 => "0",
            'x' if self.prefix && unsigned != 0 => "0x",
            'X' if self.prefix && unsigned != 0 => "0X",
            _ => "",
        };
        let least = match self.precision {
            Some(least) => least,
            None if self.zero && !self.left => self.width.saturating_sub(before.len()),
            None => 0,
        };
        format!("{before}{digits:0>least$}")
    }
}

/// Reads a number, or takes the value of an asterisk.
fn size(rest: &mut Peekable<Chars<'_>>, values: &mut Arguments<'_>) -> Result<Option<usize>, SqlError> {
    if rest.next_if_eq(&'*').is_some() {
        return values.take_size().map(Some);
    }
    let mut size: Option<usize> = None;
    while let Some(digit) = rest.peek().and_then(|sign| sign.to_digit(10)) {
        rest.next();
        size = Some((size.unwrap_or(0) * 10 + digit as usize).min(LENGTH_MAX));
    }
    Ok(size)
}

/// The longest message, in UTF-16 units.
const LENGTH_MAX: usize = 2047;

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str, values: &[Value]) -> String {
        format(text, values).unwrap_or_else(|error| error.to_string())
    }

    /// The examples in the documentation of RAISERROR.
    #[test]
    fn values_replace_their_placeholders() {
        let (abcde, five) = (Value::text("abcde"), Value::Int(5));
        assert_eq!(formatted("This is message %s %d.", &[Value::text("number"), five]), "This is message number 5.");
        assert_eq!(formatted("<<%7.3s>>", std::slice::from_ref(&abcde)), "<<    abc>>");
        assert_eq!(formatted("<<%*.*s>>", &[Value::Int(7), Value::Int(3), abcde.clone()]), "<<    abc>>");
        assert_eq!(formatted("<%-7s> 15%%", &[abcde]), "<abcde  > 15%");
    }

    #[test]
    fn number_flags_are_applied() {
        let of = |text: &str, number: i32| formatted(text, &[Value::Int(number)]);
        assert_eq!((of("%+d|", 7), of("% d|", 7), of("%05d|", -7)), ("+7|".into(), " 7|".into(), "-0007|".into()));
        assert_eq!((of("%#x", 255), of("%X", -1), of("%o", 8)), ("0xff".into(), "FFFFFFFF".into(), "10".into()));
        assert_eq!((of("%.3d", 7), of("%u", -1)), ("007".into(), "4294967295".into()));
        assert_eq!(formatted("%I64d", &[Value::BigInt(1 << 40)]), "1099511627776");
    }

    #[test]
    fn mismatched_values_are_reported() {
        let number = |text: &str, values: &[Value]| format(text, values).err().map(|error| error.number);
        assert_eq!(number("%d", &[Value::text("x")]), Some(2786));
        assert_eq!(number("%s", &[Value::Int(1)]), Some(2786));
        assert_eq!(number("100% z", &[]), Some(2787));
        assert_eq!(formatted("%s %d", &[Value::Null]), "(null) (null)");
        assert_eq!(formatted(&"x".repeat(3000), &[]).len(), 2047);
    }
}
