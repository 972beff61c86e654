//! Date patterns of FORMAT, as in .NET: standard patterns of one letter, and custom ones.

use super::culture::{Culture, INVARIANT};
use sluice_types::calendar::{CivilDate, ClockTime, date_of, split_ticks, time_of, utc_ticks};
use sluice_types::date_style;

/// Formats a moment in 100 ns since 0001-01-01, with its offset in minutes if it has one. Returns
/// `None` if the pattern is invalid. One letter is a standard pattern, of which `r`, `R` and `u`
/// show UTC; no letter means short date and long time.
pub(super) fn format(ticks: i64, offset: Option<i16>, pattern: &str, culture: &Culture) -> Option<String> {
    let (day, time) = split_ticks(ticks);
    let moment = Moment { day, date: date_of(day), time: time_of(time), offset };
    let mut characters = pattern.chars();
    match (characters.next(), characters.next()) {
        (None, _) => moment.custom(&format!("{} {}", culture.short_date, culture.long_time), culture),
        (Some(letter), None) => {
            // These patterns are always in UTC.
            let moment = match (letter, offset) {
                ('r' | 'R' | 'u', Some(minutes)) => {
                    let (day, time) = split_ticks(utc_ticks(ticks, minutes));
                    Moment { day, date: date_of(day), time: time_of(time), offset }
                }
                _ => moment,
            };
            moment.standard(letter, culture)
        }
        _ => moment.custom(pattern, culture),
    }
}

struct Moment {
    day: i32,
    date: CivilDate,
    time: ClockTime,
    offset: Option<i16>,
}

impl Moment {
    fn standard(&self, letter: char, culture: &Culture) -> Option<String> {
        let Culture { short_date, long_date, short_time, long_time, month_day, year_month, .. } = culture;
        let (pattern, culture) = match letter {
            'd' => ((*short_date).to_owned(), culture),
            'D' => ((*long_date).to_owned(), culture),
            'f' => (format!("{long_date} {short_time}"), culture),
            'F' => (format!("{long_date} {long_time}"), culture),
            'g' => (format!("{short_date} {short_time}"), culture),
            'G' => (format!("{short_date} {long_time}"), culture),
            'm' | 'M' => ((*month_day).to_owned(), culture),
            'y' | 'Y' => ((*year_month).to_owned(), culture),
            't' => ((*short_time).to_owned(), culture),
            'T' => ((*long_time).to_owned(), culture),
            'o' | 'O' => ("yyyy-MM-ddTHH:mm:ss.fffffffK".to_owned(), &INVARIANT),
            'r' | 'R' => ("ddd, dd MMM yyyy HH:mm:ss 'GMT'".to_owned(), &INVARIANT),
            's' => ("yyyy-MM-ddTHH:mm:ss".to_owned(), &INVARIANT),
            'u' => ("yyyy-MM-dd HH:mm:ss'Z'".to_owned(), &INVARIANT),
            _ => return None,
        };
        self.custom(&pattern, culture)
    }

    fn custom(&self, pattern: &str, culture: &Culture) -> Option<String> {
        let characters: Vec<char> = pattern.chars().collect();
        let mut text = String::new();
        let mut place = 0;
        while let Some(&character) = characters.get(place) {
            let count = characters[place..].iter().take_while(|next| **next == character).count();
            place += count;
            match character {
                '\'' | '"' => {
                    place -= count - 1;
                    let end = characters[place..].iter().position(|next| *next == character)?;
                    text.extend(&characters[place..place + end]);
                    place += end + 1;
                }
                '\\' => {
                    place -= count - 1;
                    text.push(*characters.get(place)?);
                    place += 1;
                }
                // A `%` makes a single letter a custom pattern.
                '%' => {}
                ':' => text.push_str(&":".repeat(count)),
                '/' => text.push_str(&culture.date_separator.repeat(count)),
                letter => self.part(letter, count, culture, &mut text)?,
            }
        }
        Some(text)
    }

    fn part(&self, letter: char, count: usize, culture: &Culture, to: &mut String) -> Option<()> {
        let CivilDate { year, month, day } = self.date;
        let ClockTime { hour, minute, second, ticks } = self.time;
        let of_twelve = if hour.is_multiple_of(12) { 12 } else { hour % 12 };
        let weekday = ((self.day + 1) % 7) as usize;
        let short = |number: u32| if count == 1 { number.to_string() } else { format!("{number:02}") };
        let part = match (letter, count) {
            ('d', 1 | 2) => short(day),
            ('d', 3) => culture.short_days[weekday].to_owned(),
            ('d', _) => culture.days[weekday].to_owned(),
            ('M', 1 | 2) => short(month),
            ('M', 3) => culture.short_months[month as usize - 1].to_owned(),
            ('M', _) => culture.months[month as usize - 1].to_owned(),
            ('y', 1) => (year % 100).to_string(),
            ('y', 2) => format!("{:02}", year % 100),
            ('y', _) => format!("{year:0count$}"),
            ('h', _) => short(of_twelve),
            ('H', _) => short(hour),
            ('m', _) => short(minute),
            ('s', _) => short(second),
            ('f', 1..=7) => format!("{ticks:07}")[..count].to_owned(),
            ('F', 1..=7) => format!("{ticks:07}")[..count].trim_end_matches('0').to_owned(),
            ('f' | 'F', _) => return None,
            ('t', 1) => culture.halves[usize::from(hour >= 12)].chars().take(1).collect(),
            ('t', _) => culture.halves[usize::from(hour >= 12)].to_owned(),
            ('g', _) => "A.D.".to_owned(),
            ('K', _) => self.offset.map(date_style::offset).unwrap_or_default(),
            ('z', _) => {
                let minutes = self.offset.unwrap_or(0);
                let sign = if minutes < 0 { '-' } else { '+' };
                match count {
                    1 => format!("{sign}{}", minutes.abs() / 60),
                    2 => format!("{sign}{:02}", minutes.abs() / 60),
                    _ => date_style::offset(minutes),
                }
            }
            (other, _) => other.to_string().repeat(count),
        };
        to.push_str(&part);
        Some(())
    }
}
