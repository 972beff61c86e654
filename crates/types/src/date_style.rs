//! Formatting of dates and times in the styles of CONVERT.

use crate::calendar::{CivilDate, ClockTime, DAY_1900, TICKS_PER_DAY, date_of, split_ticks, time_of, utc_ticks};
use crate::hijri;

/// The reason why a value has no text in a style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StyleError {
    /// The style doesn't exist.
    Unknown,
    /// The style shows a time and the value is a date, or the reverse.
    OtherPart,
}

/// A moment to be formatted, with the fractional digits of its type (3 for datetime, none for
/// date).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Days since 0001-01-01; `None` for a time.
    pub day: Option<i32>,
    /// Units of 100 ns since midnight, already rounded to the type's digits; `None` for a date.
    pub ticks: Option<i64>,
    /// Fractional digits of the type.
    pub scale: u8,
    /// Whether the value is a datetime or smalldatetime, whose milliseconds follow a colon in the
    /// styles with names of months.
    pub is_legacy: bool,
    /// Minutes ahead of UTC, for datetimeoffset; day and time are then local.
    pub offset: Option<i16>,
}

impl Moment {
    /// Returns the sign before the fraction in the styles with names of months.
    fn point(self) -> char {
        if self.is_legacy { ':' } else { '.' }
    }
}

/// Whether conversions between texts and dates support the style
/// (`t-sql/functions/cast-and-convert-transact-sql`).
pub fn is_known(style: i32) -> bool {
    matches!(style, 0..=14 | 20..=25 | 100..=114 | 120 | 121 | 126 | 127 | 130 | 131)
}

/// Whether the style reads no date of numbers with separators: its own form has no separators, a
/// month's name or no date.
pub fn is_without_separators(style: i32) -> bool {
    matches!(style, 6..=9 | 12..=14 | 24 | 100 | 106..=109 | 112..=114)
}

/// Returns the text of `moment` in `style`. Fails if the style doesn't exist, and for a style that
/// shows only a part that the value lacks, the date or the time. Styles 130 and 131 use the Hijri
/// calendar; style numbers are those of CONVERT. Styles 26 to 35 and 115 are undocumented.
pub fn write(moment: Moment, style: i32) -> Result<String, StyleError> {
    let date = date_of(moment.day.unwrap_or(DAY_1900));
    let CivilDate { year, month, day } = date;
    let short_year = year % 100;
    let time = time_of(moment.ticks.unwrap_or(0));
    let text = match style {
        0 | 100 => with_time(moment, month_day_year(date), " ", twelve_hours(time).trim_start(), &twelve_hours(time)),
        1 => format!("{month:02}/{day:02}/{short_year:02}"),
        101 => format!("{month:02}/{day:02}/{year:04}"),
        2 => format!("{short_year:02}.{month:02}.{day:02}"),
        102 => format!("{year:04}.{month:02}.{day:02}"),
        3 => format!("{day:02}/{month:02}/{short_year:02}"),
        103 => format!("{day:02}/{month:02}/{year:04}"),
        4 => format!("{day:02}.{month:02}.{short_year:02}"),
        104 => format!("{day:02}.{month:02}.{year:04}"),
        5 => format!("{day:02}-{month:02}-{short_year:02}"),
        105 => format!("{day:02}-{month:02}-{year:04}"),
        6 => format!("{day:02} {} {short_year:02}", month_name(month)),
        106 => format!("{day:02} {} {year:04}", month_name(month)),
        7 => format!("{} {day:02}, {short_year:02}", month_name(month)),
        107 => format!("{} {day:02}, {year:04}", month_name(month)),
        8 | 24 | 108 => seconds(time),
        9 | 109 => {
            let time = twelve_hours_exactly(time, moment);
            with_time(moment, month_day_year(date), " ", time.trim_start(), &time)
        }
        22 => {
            let half = if time.hour < 12 { "AM" } else { "PM" };
            let hour = if time.hour.is_multiple_of(12) { 12 } else { time.hour % 12 };
            let day = format!("{month:02}/{day:02}/{short_year:02}");
            joined(moment, day, " ", &format!("{hour:2}:{:02}:{:02} {half}", time.minute, time.second))
        }
        10 => format!("{month:02}-{day:02}-{short_year:02}"),
        110 => format!("{month:02}-{day:02}-{year:04}"),
        11 => format!("{short_year:02}/{month:02}/{day:02}"),
        111 => format!("{year:04}/{month:02}/{day:02}"),
        12 => format!("{short_year:02}{month:02}{day:02}"),
        112 => format!("{year:04}{month:02}{day:02}"),
        13 | 113 => {
            let date = format!("{day:02} {} {year:04}", month_name(month));
            joined(moment, date, " ", &(seconds(time) + &fraction(time, moment, moment.point())))
        }
        // A date alone has no such style.
        14 | 114 if moment.ticks.is_none() => return Err(StyleError::Unknown),
        14 | 114 => seconds(time) + &fraction(time, moment, moment.point()),
        20 | 120 => joined(moment, iso(date), " ", &seconds(time)),
        21 | 25 | 121 => joined(moment, iso(date), " ", &(seconds(time) + &fraction(time, moment, '.'))),
        23 => iso(date),
        26..=30 => joined(moment, shuffled(date, style - 26), " ", &(seconds(time) + &fraction(time, moment, '.'))),
        31..=35 => shuffled(date, style - 31),
        115 => format!("{:02}{:02}{:02}", time.hour, time.minute, time.second),
        126 => joined(moment, iso(date), "T", &(seconds(time) + &short_fraction(time, moment))),
        // The same in UTC, marked with a Z. Types without an offset get no Z.
        127 => match moment.offset {
            Some(minutes) if minutes != 0 => return write(in_utc(moment, minutes), 127),
            Some(_) => joined(moment, iso(date), "T", &(seconds(time) + &short_fraction(time, moment))) + "Z",
            None => joined(moment, iso(date), "T", &(seconds(time) + &short_fraction(time, moment))),
        },
        130 | 131 => {
            let civil = hijri::of_day(moment.day.unwrap_or(DAY_1900)).ok_or(StyleError::Unknown)?;
            let CivilDate { year, month, day } = civil;
            let date = match style {
                130 => format!("{day:2} {} {year:04}", hijri::month_name(month)),
                _ => format!("{day:2}/{month:02}/{year:04}"),
            };
            joined(moment, date, " ", &twelve_hours_exactly(time, moment))
        }
        _ => return Err(StyleError::Unknown),
    };
    let lacks_part = match (moment.day, moment.ticks) {
        (Some(_), None) => matches!(style, 8 | 24 | 108),
        (None, _) => !SHOWS_TIME.contains(&style) && !matches!(style, 126 | 127),
        _ => false,
    };
    if lacks_part {
        return Err(StyleError::OtherPart);
    }
    Ok(match moment.offset {
        Some(minutes) if style == 126 => text + &offset(minutes),
        Some(minutes) if SHOWS_TIME.contains(&style) => format!("{text} {}", offset(minutes)),
        _ => text,
    })
}

/// Returns an offset from UTC as text, such as `+05:30`.
pub fn offset(minutes: i16) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

fn in_utc(moment: Moment, minutes: i16) -> Moment {
    let local = i64::from(moment.day.unwrap_or(0)) * TICKS_PER_DAY + moment.ticks.unwrap_or(0);
    let (day, ticks) = split_ticks(utc_ticks(local, minutes));
    Moment { day: Some(day), ticks: Some(ticks), offset: Some(0), ..moment }
}

/// Joins the parts that the value has. `alone` is the text of a time without a date.
fn with_time(moment: Moment, date: String, separator: &str, alone: &str, time: &str) -> String {
    match (moment.day, moment.ticks) {
        (Some(_), Some(_)) => format!("{date}{separator}{time}"),
        (None, _) => alone.to_owned(),
        (_, None) => date,
    }
}

fn joined(moment: Moment, date: String, separator: &str, time: &str) -> String {
    with_time(moment, date, separator, time, time)
}

/// Returns the date in one of five orders with hyphens: ydm, mdy, myd, dmy, dym.
fn shuffled(date: CivilDate, order: i32) -> String {
    let (year, month, day) = (format!("{:04}", date.year), format!("{:02}", date.month), format!("{:02}", date.day));
    match order {
        0 => [year, day, month],
        1 => [month, day, year],
        2 => [month, year, day],
        3 => [day, month, year],
        _ => [day, year, month],
    }
    .join("-")
}

fn iso(date: CivilDate) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

/// `Jan  1 2020`: the day has a width of two.
fn month_day_year(date: CivilDate) -> String {
    format!("{} {:2} {:04}", month_name(date.month), date.day, date.year)
}

/// ` 5:03PM`: the hour has a width of two.
fn twelve_hours(time: ClockTime) -> String {
    let hour = if time.hour.is_multiple_of(12) { 12 } else { time.hour % 12 };
    format!("{hour:2}:{:02}{}", time.minute, if time.hour < 12 { "AM" } else { "PM" })
}

/// ` 5:03:09:120PM`: with seconds and the type's fraction.
fn twelve_hours_exactly(time: ClockTime, moment: Moment) -> String {
    let hour = if time.hour.is_multiple_of(12) { 12 } else { time.hour % 12 };
    let digits = fraction(time, moment, moment.point());
    format!("{hour:2}:{:02}:{:02}{digits}{}", time.minute, time.second, if time.hour < 12 { "AM" } else { "PM" })
}

fn seconds(time: ClockTime) -> String {
    format!("{:02}:{:02}:{:02}", time.hour, time.minute, time.second)
}

/// The fraction with all digits of the type.
fn fraction(time: ClockTime, moment: Moment, point: char) -> String {
    if moment.scale == 0 {
        return String::new();
    }
    let digits = format!("{:07}", time.ticks);
    format!("{point}{}", &digits[..usize::from(moment.scale.min(7))])
}

/// ISO 8601 omits a zero fraction.
fn short_fraction(time: ClockTime, moment: Moment) -> String {
    if time.ticks == 0 { String::new() } else { fraction(time, moment, '.') }
}

fn month_name(month: u32) -> &'static str {
    MONTHS[month as usize - 1]
}

/// The styles that show a time of day, and with it the offset of a datetimeoffset.
const SHOWS_TIME: [i32; 24] =
    [0, 100, 8, 24, 108, 9, 109, 13, 113, 14, 114, 20, 120, 21, 22, 25, 121, 26, 27, 28, 29, 30, 130, 131];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date_text::parse;

    fn styled(text: &str, scale: u8, style: i32) -> Option<String> {
        let parsed = parse(text).expect(text);
        let moment =
            Moment { day: Some(parsed.day), ticks: Some(parsed.ticks), scale, is_legacy: scale == 3, offset: None };
        write(moment, style).ok()
    }

    /// cast-and-convert-transact-sql.md, "Date and time styles".
    #[test]
    fn date_styles_match_documentation() {
        let text = "2006-04-05 17:03:09.120";
        for (style, expected) in [
            (0, "Apr  5 2006  5:03PM"),
            (1, "04/05/06"),
            (101, "04/05/2006"),
            (102, "2006.04.05"),
            (103, "05/04/2006"),
            (104, "05.04.2006"),
            (105, "05-04-2006"),
            (106, "05 Apr 2006"),
            (107, "Apr 05, 2006"),
            (108, "17:03:09"),
            (110, "04-05-2006"),
            (111, "2006/04/05"),
            (112, "20060405"),
            (13, "05 Apr 2006 17:03:09:120"),
            (113, "05 Apr 2006 17:03:09:120"),
            (114, "17:03:09:120"),
            (120, "2006-04-05 17:03:09"),
            (121, "2006-04-05 17:03:09.120"),
            (126, "2006-04-05T17:03:09.120"),
            (23, "2006-04-05"),
        ] {
            assert_eq!(styled(text, 3, style).as_deref(), Some(expected), "style {style}");
        }
        assert_eq!(styled(text, 3, 99), None);
    }

    #[test]
    fn twelve_hour_clock_formats_midnight_and_noon() {
        assert_eq!(styled("2020-12-10 00:00", 3, 100).as_deref(), Some("Dec 10 2020 12:00AM"));
        assert_eq!(styled("2020-12-10 12:30", 3, 100).as_deref(), Some("Dec 10 2020 12:30PM"));
    }

    #[test]
    fn fraction_digits_follow_type() {
        assert_eq!(styled("2020-12-10 01:02:03.1234567", 7, 121).as_deref(), Some("2020-12-10 01:02:03.1234567"));
        assert_eq!(styled("2020-12-10 01:02:03", 0, 121).as_deref(), Some("2020-12-10 01:02:03"));
        assert_eq!(styled("2020-12-10 01:02:03", 3, 126).as_deref(), Some("2020-12-10T01:02:03"));
    }
}
