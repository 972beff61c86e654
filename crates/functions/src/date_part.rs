//! The dateparts and their abbreviations (datepart-transact-sql.md). A datepart is a keyword of the
//! call, which binding passes on as a number.

use sluice_types::Value;

/// A part of a date or time. Its number is passed from binding to the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum DatePart {
    Year,
    Quarter,
    Month,
    DayOfYear,
    Day,
    Week,
    IsoWeek,
    Weekday,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    TimeZoneOffset,
}

impl DatePart {
    /// Returns the part in a call's first value, made by `Function::datepart_value`. Panics for any
    /// other value.
    pub(crate) fn from_value(value: &Value) -> DatePart {
        match value {
            Value::TinyInt(number) => NAMES[usize::from(*number)].0,
            _ => panic!("{value:?} is no datepart"),
        }
    }

    /// Returns the part's full name.
    pub(crate) fn name(self) -> &'static str {
        NAMES[self as usize].1[0]
    }

    /// Returns whether the part is a part of a day: an hour or less.
    pub(crate) fn is_time(self) -> bool {
        self as u8 >= DatePart::Hour as u8
    }
}

/// Returns the datepart with the name or abbreviation, ignoring case. `None` for another word.
pub(crate) fn parse(name: &str) -> Option<DatePart> {
    NAMES.iter().find(|(_, names)| names.iter().any(|known| known.eq_ignore_ascii_case(name))).map(|(part, _)| *part)
}

const NAMES: [(DatePart, &[&str]); 15] = [
    (DatePart::Year, &["year", "yy", "yyyy"]),
    (DatePart::Quarter, &["quarter", "qq", "q"]),
    (DatePart::Month, &["month", "mm", "m"]),
    (DatePart::DayOfYear, &["dayofyear", "dy", "y"]),
    (DatePart::Day, &["day", "dd", "d"]),
    (DatePart::Week, &["week", "wk", "ww"]),
    (DatePart::IsoWeek, &["iso_week", "isowk", "isoww"]),
    (DatePart::Weekday, &["weekday", "dw", "w"]),
    (DatePart::Hour, &["hour", "hh"]),
    (DatePart::Minute, &["minute", "mi", "n"]),
    (DatePart::Second, &["second", "ss", "s"]),
    (DatePart::Millisecond, &["millisecond", "ms"]),
    (DatePart::Microsecond, &["microsecond", "mcs"]),
    (DatePart::Nanosecond, &["nanosecond", "ns"]),
    (DatePart::TimeZoneOffset, &["tzoffset", "tz"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_indexed_by_part_number() {
        for (number, (part, names)) in NAMES.iter().enumerate() {
            assert_eq!(*part as usize, number);
            assert!(names.iter().all(|name| parse(name) == Some(*part)));
        }
        assert_eq!(parse("MI"), Some(DatePart::Minute));
        assert_eq!(parse("fortnight"), None);
    }
}
