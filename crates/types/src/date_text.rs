//! Parsing of dates and times, in the forms that SQL Server accepts under us_english and British,
//! whose month names are equal. If the text doesn't determine the order of a date's numbers, the
//! session's order (SET DATEFORMAT) does.
//!
//! Accepted forms are `yyyymmdd`, `yyyy-mm-dd`, `mm/dd/yyyy` (also with - or ., and in other
//! orders), `dd Mon yyyy` and `Mon dd[,] yyyy`. A time `hh:mm[:ss[.fffffff]][ AM|PM]` may follow
//! after a blank or a `T`. A time alone (on 1900-01-01) and the empty string are accepted too.

use crate::calendar::{CivilDate, ClockTime, DAY_1900, OFFSET_MAX, TICKS_PER_DAY, day_of, ticks_of};

/// The reason why a text is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateTextError {
    /// The text has none of the accepted forms.
    Malformed,
    /// The text has an accepted form, but a month, day, hour or other part doesn't exist.
    OutOfRange,
}

/// A parsed date and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateTimeText {
    /// Days since 0001-01-01.
    pub day: i32,
    /// Units of 100 ns since midnight.
    pub ticks: i64,
    /// Number of digits in the fraction of the second.
    pub fraction_digits: usize,
    /// Minutes ahead of UTC, if the text has an offset.
    pub offset: Option<i16>,
}

/// The order of month, day and year in a numeric date
/// (`t-sql/statements/set-dateformat-transact-sql`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(u8)]
pub enum DateOrder {
    /// Month, day, year.
    #[default]
    Mdy,
    /// Day, month, year.
    Dmy,
    /// Year, month, day.
    Ymd,
    /// Year, day, month; not supported for date, datetime2 and datetimeoffset.
    Ydm,
    /// Month, year, day.
    Myd,
    /// Day, year, month.
    Dym,
}

impl DateOrder {
    /// All orders, each at the index of its number.
    pub const ALL: [DateOrder; 6] =
        [DateOrder::Mdy, DateOrder::Dmy, DateOrder::Ymd, DateOrder::Ydm, DateOrder::Myd, DateOrder::Dym];

    /// Returns the keyword in SET DATEFORMAT.
    pub fn word(self) -> &'static str {
        match self {
            DateOrder::Mdy => "mdy",
            DateOrder::Dmy => "dmy",
            DateOrder::Ymd => "ymd",
            DateOrder::Ydm => "ydm",
            DateOrder::Myd => "myd",
            DateOrder::Dym => "dym",
        }
    }

    /// Returns the order of a SET DATEFORMAT keyword, in any case. `None` for another word.
    pub fn of_word(word: &str) -> Option<DateOrder> {
        DateOrder::ALL.into_iter().find(|order| order.word().eq_ignore_ascii_case(word))
    }

    /// Returns the order implied by a style of CONVERT, if any
    /// (`t-sql/functions/cast-and-convert-transact-sql`, "Date and time styles").
    pub fn of_style(style: i32) -> Option<DateOrder> {
        match style {
            1 | 101 | 10 | 110 | 22 => Some(DateOrder::Mdy),
            3 | 103 | 4 | 104 | 5 | 105 => Some(DateOrder::Dmy),
            2 | 102 | 11 | 111 | 12 | 112 | 20 | 120 | 21 | 25 | 121 | 23 | 126 | 127 => Some(DateOrder::Ymd),
            _ => None,
        }
    }

    /// Returns the positions of month, day and year.
    fn places(self) -> [usize; 3] {
        match self {
            DateOrder::Mdy => [0, 1, 2],
            DateOrder::Dmy => [1, 0, 2],
            DateOrder::Ymd => [1, 2, 0],
            DateOrder::Ydm => [2, 1, 0],
            DateOrder::Myd => [0, 2, 1],
            DateOrder::Dym => [2, 0, 1],
        }
    }
}

/// Parses a date, a time or both, with months before days.
pub fn parse(text: &str) -> Result<DateTimeText, DateTextError> {
    parse_in(text, DateOrder::Mdy, true)
}

/// Whether every order and language parses the text to the same result. False for texts with names
/// of months.
pub fn is_settled(text: &str, is_modern: bool) -> bool {
    // The shortest names of months have a letter, but so have T, Z, AM and PM.
    if text.split(|character: char| !character.is_alphabetic()).any(|word| word.chars().count() > 2) {
        return false;
    }
    let first = parse_in(text, DateOrder::Mdy, is_modern);
    DateOrder::ALL.into_iter().all(|order| parse_in(text, order, is_modern) == first)
}

/// Whether the text has a date of numbers with separators, with or without a time.
pub fn has_separators(text: &str) -> bool {
    let text = text.trim_matches(' ');
    let date = split_offset(text).map_or(text, |(text, _)| split(text).0);
    date.contains(['-', '/', '.']) && !date.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Parses a date, a time or both, with numbers in this order. If not `is_modern` (for datetime and
/// smalldatetime), `yyyy-mm-dd` without a following `T` uses the order too. An empty text is
/// 1900-01-01. A date without a time is midnight, a time without a date 1900-01-01. Fails if the
/// text is malformed or no such date exists.
pub fn parse_in(text: &str, order: DateOrder, is_modern: bool) -> Result<DateTimeText, DateTextError> {
    let text = text.trim_matches(' ');
    if text.is_empty() {
        return Ok(DateTimeText { day: DAY_1900, ticks: 0, fraction_digits: 0, offset: None });
    }
    if let Some(day) = iso_day(text).filter(|_| is_modern) {
        return Ok(DateTimeText { day, ticks: 0, fraction_digits: 0, offset: None });
    }
    if let Some(day) = text.strip_suffix('Z').and_then(iso_day) {
        return Ok(DateTimeText { day, ticks: 0, fraction_digits: 0, offset: Some(0) });
    }
    let found = parse_split(text, order, is_modern);
    match date_first(text) {
        // For datetime and smalldatetime, the time may stand before and within the date.
        Some(text) if !is_modern && found.is_err() => parse_split(&text, order, is_modern).or(found),
        _ => found,
    }
}

/// Returns the text with its time at the end. `None` if it has none or ends with it.
fn date_first(text: &str) -> Option<String> {
    let colon = text.find(':')?;
    let start = text[..colon].trim_end_matches(|character: char| character.is_ascii_digit()).len();
    let of_clock = |character: char| character.is_ascii_digit() || matches!(character, ':' | '.');
    let mut end = colon + text[colon..].find(|character| !of_clock(character))?;
    let rest = text[end..].trim_start();
    if rest.get(..2).is_some_and(|half| half.eq_ignore_ascii_case("AM") || half.eq_ignore_ascii_case("PM")) {
        end = text.len() - rest.len() + 2;
    }
    (end < text.len()).then(|| format!("{} {} {}", &text[..start], &text[end..], &text[start..end]))
}

fn parse_split(text: &str, order: DateOrder, is_modern: bool) -> Result<DateTimeText, DateTextError> {
    let text = text.trim_matches(' ');
    let (text, offset) = split_offset(text)?;
    let (date, time) = split(text);
    // For datetime and smalldatetime, a date with a time has a Z only in the form with a T.
    if !is_modern && offset.is_some() && !date.is_empty() && !text[date.len()..].starts_with('T') {
        return Err(DateTextError::Malformed);
    }
    let day = match date {
        "" => DAY_1900,
        date => {
            let is_iso = is_modern || text[date.len()..].starts_with('T');
            day_of(parse_date(date, order, is_modern, is_iso)?).ok_or(DateTextError::OutOfRange)?
        }
    };
    let (ticks, fraction_digits) = if time.is_empty() { (0, 0) } else { parse_time(time)? };
    Ok(DateTimeText { day, ticks, fraction_digits, offset })
}

/// Returns the day of a text of the form `yyyy-mm-dd`. `None` for other texts.
fn iso_day(text: &str) -> Option<i32> {
    let is_iso = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    if text.len() != 10 || !text.bytes().enumerate().all(is_iso) {
        return None;
    }
    let part = |range| number(&text[range]).ok();
    day_of(civil(part(0..4)?, part(5..7)?, part(8..10)?))
}

/// Splits off `Z`, `+hh:mm` or `-hh:mm` at the end of a time. Returns the text before it and the
/// offset in minutes.
fn split_offset(text: &str) -> Result<(&str, Option<i16>), DateTextError> {
    if let Some(before) = text.strip_suffix(['Z', 'z'])
        && before.contains(':')
        && before.ends_with(|c: char| c.is_ascii_digit() || c == ' ')
    {
        return Ok((before.trim_end(), Some(0)));
    }
    let Some(at) = text.rfind(['+', '-']).filter(|at| text[..*at].contains(':')) else { return Ok((text, None)) };
    let minutes = offset_of(&text[at..])?;
    Ok((text[..at].trim_end(), Some(minutes)))
}

/// Returns the minutes of `+hh:mm` or `-hh:mm`, at most 14 hours. Fails with `OutOfRange` beyond 14
/// hours or 59 minutes, otherwise with `Malformed`.
pub fn offset_of(text: &str) -> Result<i16, DateTextError> {
    let (sign, rest) = text.split_at_checked(1).ok_or(DateTextError::Malformed)?;
    let (hours, minutes) = rest.split_once(':').ok_or(DateTextError::Malformed)?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let offset = hours as i32 * 60 + minutes as i32;
    if minutes > 59 || offset > i32::from(OFFSET_MAX) {
        return Err(DateTextError::OutOfRange);
    }
    match sign {
        "+" => Ok(offset as i16),
        "-" => Ok(-(offset as i16)),
        _ => Err(DateTextError::Malformed),
    }
}

/// Splits a text into date and time: the time starts with the word that contains the first colon.
fn split(text: &str) -> (&str, &str) {
    let Some(colon) = text.find(':') else { return split_hour(text) };
    let before = &text[..colon];
    // A T separates only after a digit, so that a T in a month's name does not.
    let letter = before.rfind('T').filter(|&at| at > 0 && before.as_bytes()[at - 1].is_ascii_digit());
    match letter.or_else(|| before.trim_end().rfind(' ')) {
        Some(at) => (text[..at].trim_end(), text[at + 1..].trim_start()),
        None => ("", text),
    }
}

/// Splits off a time without a colon: an hour with AM or PM (`4am`, `4 PM`).
fn split_hour(text: &str) -> (&str, &str) {
    let upper = text.to_ascii_uppercase();
    let hour = upper.strip_suffix("AM").or_else(|| upper.strip_suffix("PM")).map(str::trim_end);
    let date = hour.map(|hour| hour.trim_end_matches(|character: char| character.is_ascii_digit()));
    match (hour, date) {
        (Some(hour), Some(date)) if date.len() < hour.len() && (date.is_empty() || date.ends_with(' ')) => {
            (text[..date.len()].trim_end(), &text[date.len()..])
        }
        _ => (text, ""),
    }
}

/// Parses a date. If `is_iso`, `yyyy-mm-dd` always has this order.
fn parse_date(text: &str, order: DateOrder, is_modern: bool, is_iso: bool) -> Result<CivilDate, DateTextError> {
    if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return parse_named(text);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return match text.len() {
            8 => Ok(civil(number(&text[..4])?, number(&text[4..6])?, number(&text[6..])?)),
            6 => Ok(civil(century(number(&text[..2])?), number(&text[2..4])?, number(&text[4..])?)),
            4 => Ok(civil(number(text)?, 1, 1)),
            _ => Err(DateTextError::Malformed),
        };
    }
    let parts: Vec<&str> = text.split(['-', '/', '.']).map(str::trim).collect();
    let [first, second, third] = parts[..] else { return Err(DateTextError::Malformed) };
    if is_iso && first.len() == 4 && !text.contains(['/', '.']) {
        return Ok(civil(number(first)?, number(second)?, number(third)?));
    }
    if order == DateOrder::Ydm && is_modern {
        return Err(DateTextError::Malformed);
    }
    let [month, day, year] = order.places();
    let Some(written) = parts.iter().position(|part| part.len() == 4) else {
        if parts[year].len() > 2 {
            return Err(DateTextError::Malformed);
        }
        return Ok(civil(century(number(parts[year])?), number(parts[month])?, number(parts[day])?));
    };
    // The number of four digits is the year, wherever it occurs; the others keep their order.
    let (one, other) = match written {
        0 => (second, third),
        1 => (first, third),
        _ => (first, second),
    };
    let (month, day) = if month < day { (one, other) } else { (other, one) };
    Ok(civil(number(parts[written])?, number(month)?, number(day)?))
}

/// Parses `25 Dec 2024`, `Dec 25, 2024`, `25-Dec-24`, `Dec 2024`.
fn parse_named(text: &str) -> Result<CivilDate, DateTextError> {
    let words: Vec<&str> = text.split([' ', ',', '-', '/']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| month_of(word).is_some()).ok_or(DateTextError::Malformed)?;
    let month = month_of(words[at]).unwrap_or(0);
    let numbers: Vec<&str> =
        words.iter().enumerate().filter(|&(index, _)| index != at).map(|(_, word)| *word).collect();
    match numbers[..] {
        [year] if year.len() == 4 => Ok(civil(number(year)?, month, 1)),
        [year, day] if year.len() == 4 => Ok(civil(number(year)?, month, number(day)?)),
        [day, year] if year.len() == 4 => Ok(civil(number(year)?, month, number(day)?)),
        [day, year] => Ok(civil(century(number(year)?), month, number(day)?)),
        _ => Err(DateTextError::Malformed),
    }
}

/// Returns the 100 ns units since midnight, and the number of digits of the fraction.
fn parse_time(text: &str) -> Result<(i64, usize), DateTextError> {
    let upper = text.to_ascii_uppercase();
    let (clock, afternoon) = match (upper.strip_suffix("AM"), upper.strip_suffix("PM")) {
        (Some(clock), _) => (clock.trim_end(), Some(false)),
        (_, Some(clock)) => (clock.trim_end(), Some(true)),
        _ => (upper.as_str(), None),
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    // The examples of `t-sql/data-types/datetime-transact-sql` have a blank after the point.
    let fraction = fraction.trim_start();
    // Digits after a third colon are milliseconds, not a fraction: `:9` is 9 ms.
    let (clock, milliseconds) = match clock.rsplit_once(':') {
        Some((before, last)) if before.matches(':').count() == 2 && fraction.is_empty() => (before, last),
        _ => (clock, ""),
    };
    if milliseconds.len() > 3 {
        return Err(DateTextError::Malformed);
    }
    let written = format!("{milliseconds:0>3}");
    let fraction = if milliseconds.is_empty() { fraction } else { &written };
    let parts: Vec<&str> = clock.split(':').collect();
    let (hour, minute, second) = match parts[..] {
        [hour] if afternoon.is_some() => (number(hour)?, 0, 0),
        [hour, minute] => (number(hour)?, number(minute)?, 0),
        [hour, minute, second] => (number(hour)?, number(minute)?, number(second)?),
        _ => return Err(DateTextError::Malformed),
    };
    let hour = match afternoon {
        None => hour,
        // `t-sql/data-types/time-transact-sql.md`: hour 0 is AM, and the hours after 12 are PM.
        Some(afternoon) if hour == 0 || hour > 12 => match afternoon == (hour > 12) {
            true => hour,
            false => return Err(DateTextError::Malformed),
        },
        Some(afternoon) => hour % 12 + if afternoon { 12 } else { 0 },
    };
    if hour > 23 || minute > 59 || second > 59 {
        return Err(DateTextError::OutOfRange);
    }
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DateTextError::Malformed);
    }
    let kept = &fraction[..fraction.len().min(TICK_DIGITS)];
    let ticks = format!("{kept:0<TICK_DIGITS$}").parse().map_err(|_| DateTextError::Malformed)?;
    // The eighth digit rounds the tick, within the day.
    let more = fraction.as_bytes().get(TICK_DIGITS).is_some_and(|digit| *digit >= b'5');
    let ticks = ticks_of(ClockTime { hour, minute, second, ticks }) + i64::from(more);
    Ok((ticks.min(TICKS_PER_DAY - 1), fraction.len()))
}

/// Fractional digits of a second in ticks of 100 ns.
const TICK_DIGITS: usize = 7;

fn civil(year: u32, month: u32, day: u32) -> CivilDate {
    CivilDate { year: year as i32, month, day }
}

/// Expands a two-digit year: the cutoff is 2049, SQL Server's default.
fn century(year: u32) -> u32 {
    if year < 50 { 2000 + year } else { 1900 + year }
}

fn number(text: &str) -> Result<u32, DateTextError> {
    if text.is_empty() || text.len() > 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DateTextError::Malformed);
    }
    text.parse().map_err(|_| DateTextError::Malformed)
}

fn month_of(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    let matches = |name: &&str| lower == **name || lower == name[..3];
    MONTHS.iter().position(matches).map(|index| index as u32 + 1)
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::{TICKS_PER_SECOND, date_of};

    fn date(text: &str) -> (i32, u32, u32) {
        let date = date_of(parse(text).expect(text).day);
        (date.year, date.month, date.day)
    }

    #[test]
    fn date_forms_are_parsed() {
        for text in [
            "20241225",
            "2024-12-25",
            "2024/12/25",
            "12/25/2024",
            "12-25-2024",
            "25 Dec 2024",
            "Dec 25, 2024",
            "241225",
            "December 25 2024",
            "25-Dec-24",
            "2024-12-25T10:00:00",
            "2024-12-25 10:00",
            " 20241225 ",
        ] {
            assert_eq!(date(text), (2024, 12, 25), "{text}");
        }
        assert_eq!(date(""), (1900, 1, 1));
        assert_eq!(date("10:00"), (1900, 1, 1));
        assert_eq!(date("Oct 2024"), (2024, 10, 1));
    }

    #[test]
    fn date_orders_are_applied() {
        let read = |text, order, is_modern| {
            let date = date_of(parse_in(text, order, is_modern).expect(text).day);
            (date.year, date.month, date.day)
        };
        // 12/10/08 can be interpreted as one of six dates (datetime-transact-sql.md).
        let six = [(2008, 12, 10), (2008, 10, 12), (2012, 10, 8), (2012, 8, 10), (2010, 12, 8), (2010, 8, 12)];
        for (order, wanted) in DateOrder::ALL.into_iter().zip(six) {
            assert_eq!(read("12/10/08", order, false), wanted, "{order:?}");
            assert_eq!(DateOrder::of_word(&order.word().to_uppercase()), Some(order));
            assert_eq!(DateOrder::ALL[order as usize], order);
        }
        assert_eq!(read("2008-12-10", DateOrder::Dmy, true), (2008, 12, 10));
        assert_eq!(read("2008-12-10", DateOrder::Dmy, false), (2008, 10, 12));
        assert_eq!(read("2008-12-10T00:00:00", DateOrder::Dmy, false), (2008, 12, 10));
        assert_eq!(read("31.12.2008", DateOrder::Dmy, false), (2008, 12, 31));
        assert_eq!(parse_in("12/10/08", DateOrder::Ydm, true), Err(DateTextError::Malformed));
        assert!(is_settled("20081210", false) && is_settled("2008-12-10", true));
        assert!(!is_settled("2008-12-10", false) && !is_settled("12/10/2008", true));
        // The names of months depend on the language (set-language-transact-sql.md).
        assert!(!is_settled("10 Dec 2008", false));
    }

    #[test]
    fn time_forms_are_parsed() {
        let second = |text| parse(text).expect(text).ticks / TICKS_PER_SECOND;
        assert_eq!(second("2024-12-25 13:02:03"), 13 * 3600 + 123);
        assert_eq!(second("2024-12-25 1:02:03 PM"), 13 * 3600 + 123);
        assert_eq!(second("Oct 25 2024 12:02AM"), 120);
        assert_eq!([second("4am"), second("4 PM"), second("2024-12-25 12AM")], [4 * 3600, 16 * 3600, 0]);
        assert_eq!([second("0:01 AM"), second("13:01 PM")], [60, 13 * 3600 + 60]);
        let milliseconds = parse("2024-12-25 1:02:03:9PM").expect("a datetime");
        assert_eq!((milliseconds.ticks % TICKS_PER_SECOND, milliseconds.fraction_digits), (90_000, 3));
        assert_eq!(parse("10:00:00:1234"), Err(DateTextError::Malformed));
        let fraction = parse("2007-05-02 19:58:47.1234567").expect("a datetime2");
        assert_eq!((fraction.ticks % TICKS_PER_SECOND, fraction.fraction_digits), (1_234_567, 7));
        let ticks = |text| parse(text).expect(text).ticks;
        assert_eq!(ticks("10:00:00.12345678"), ticks("10:00:00.1234568"));
        assert_eq!(ticks("10:00:00.123456749"), ticks("10:00:00.1234567"));
        assert_eq!(ticks("23:59:59.99999999"), ticks("23:59:59.9999999"));
        assert_eq!(parse("10:00:00.5").expect("a time").ticks % TICKS_PER_SECOND, 5_000_000);
    }

    #[test]
    fn times_of_datetime_stand_anywhere() {
        let of = |text| parse_in(text, DateOrder::Mdy, false).map(|found| (found.day, found.ticks));
        let expected = of("1/2/2024 10:11");
        assert!(expected.is_ok());
        for text in ["10:11 1/2/2024", "1/2 10:11 /2024", "Jan 10:11 2 2024", "10:11 AM 1/2/2024", "1-2/2024 10:11"] {
            assert_eq!(of(text), expected, "{text}");
        }
        assert_eq!(of("2024-01-02 10:11:00Z"), Err(DateTextError::Malformed));
        assert_eq!(of("2024-01-02T10:11:00Z"), expected);
        assert_eq!(parse("10:11 1/2/2024"), Err(DateTextError::Malformed));
        assert_eq!(parse("2024-01-02Z").map(|found| found.offset), Ok(Some(0)));
    }

    #[test]
    fn separators_are_those_of_numeric_dates() {
        for text in ["2024/05/13", "1-2-2024 10:11", "2024-01-02 03:04:05 +01:00", "1.2.2024"] {
            assert!(has_separators(text), "{text}");
        }
        for text in ["20240513", "10:11:12.5", "2 Jan 2024", "Jan-2-2024", ""] {
            assert!(!has_separators(text), "{text}");
        }
    }

    #[test]
    fn invalid_dates_are_refused() {
        for text in [
            "abc",
            "2024-13",
            "20241",
            "1/2/3/4",
            "10:",
            "2024-12-25 10:00:00.1234567x",
            "13:00 AM",
            "0:10 PM",
            "April 5PM",
            "é",
        ] {
            assert_eq!(parse(text), Err(DateTextError::Malformed), "{text}");
        }
        for text in ["2024-13-01", "20230229", "25/12/2024", "24:00", "10:60"] {
            assert_eq!(parse(text), Err(DateTextError::OutOfRange), "{text}");
        }
    }
}
