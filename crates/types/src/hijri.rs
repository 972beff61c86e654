//! Dates of the Hijri calendar by the Kuwaiti algorithm, for the styles 130 and 131 of CONVERT
//! (`t-sql/functions/cast-and-convert-transact-sql`).
//!
//! A cycle of 30 years has 11 leap years of 355 days; other years have 354.

use crate::calendar::{CivilDate, date_of};

/// Returns the Hijri date of a day since 0001-01-01, or `None` before the calendar begins. Months
/// are 1 to 12, days from 1.
pub(crate) fn of_day(day: i32) -> Option<CivilDate> {
    let since = day.checked_sub(FIRST_DAY).filter(|since| *since >= 0)?;
    let (cycles, rest) = (since / CYCLE_DAYS, since % CYCLE_DAYS);
    let mut year = cycles * CYCLE_YEARS + 1;
    let mut rest = rest;
    while rest >= days_of(year) {
        rest -= days_of(year);
        year += 1;
    }
    let month = MONTH_STARTS.iter().rposition(|start| *start <= rest)?;
    Some(CivilDate { year, month: month as u32 + 1, day: (rest - MONTH_STARTS[month]) as u32 + 1 })
}

/// Returns the day since 0001-01-01 of a Hijri date, or `None` if the date doesn't exist.
fn day_of(year: i32, month: u32, day: u32) -> Option<i32> {
    let (year_in_cycle, cycles) = ((year - 1).rem_euclid(CYCLE_YEARS), (year - 1) / CYCLE_YEARS);
    let begin = *MONTH_STARTS.get(month.checked_sub(1)? as usize)?;
    let end = MONTH_STARTS.get(month as usize).copied().unwrap_or_else(|| days_of(year));
    let offset = begin + i32::try_from(day.checked_sub(1)?).ok()?;
    if !(1..=YEAR_MAX).contains(&year) || offset >= end {
        return None;
    }
    let before: i32 = (1..=year_in_cycle).map(days_of).sum();
    Some(FIRST_DAY + cycles * CYCLE_DAYS + before + offset)
}

/// Replaces the Hijri date at the start of a text, `dd/mm/yyyy` or `dd month yyyy`, by its civil
/// date in the form yyyy-mm-dd. Returns `None` if there is no such date. Text after the date, such
/// as a time, stays.
pub(crate) fn in_civil_form(text: &str) -> Option<String> {
    let text = text.trim();
    let (day, rest) = number(text)?;
    let rest = rest.trim_start_matches(['/', '-', '.', ' ']);
    let (month, rest) = match number(rest) {
        Some(found) => found,
        None => {
            let place = MONTHS.iter().position(|name| rest.starts_with(name))?;
            (place as u32 + 1, &rest[MONTHS[place].len()..])
        }
    };
    let (year, rest) = number(rest.trim_start_matches(['/', '-', '.', ' ']))?;
    let CivilDate { year, month, day } = date_of(day_of(year.try_into().ok()?, month, day)?);
    Some(format!("{year:04}-{month:02}-{day:02}{rest}"))
}

/// Returns the name of a month, from 1 to 12. Panics for other months.
pub(crate) fn month_name(month: u32) -> &'static str {
    MONTHS[month as usize - 1]
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn days_of(year: i32) -> i32 {
    354 + i32::from((year * 11 + 14) % CYCLE_YEARS < 11)
}

/// 1 Muharram 1 in days since 0001-01-01: 18 July 622 of the Gregorian calendar.
const FIRST_DAY: i32 = 227_013;
const CYCLE_YEARS: i32 = 30;
const CYCLE_DAYS: i32 = 10_631;
/// The year in which the civil year 9999 ends.
const YEAR_MAX: i32 = 9_666;
const MONTH_STARTS: [i32; 12] = [0, 30, 59, 89, 118, 148, 177, 207, 236, 266, 295, 325];
const MONTHS: [&str; 12] = [
    "محرم",
    "صفر",
    "ربيع الاول",
    "ربيع الثاني",
    "جمادى الاولى",
    "جمادى الثانية",
    "رجب",
    "شعبان",
    "رمضان",
    "شوال",
    "ذو القعدة",
    "ذو الحجة",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::DAY_MAX;

    #[test]
    fn every_day_round_trips() {
        for day in (FIRST_DAY..=DAY_MAX).step_by(13).chain([DAY_MAX]) {
            let CivilDate { year, month, day: of_month } = of_day(day).expect("within the calendar");
            assert_eq!(day_of(year, month, of_month), Some(day));
        }
        assert_eq!(of_day(FIRST_DAY - 1), None);
    }

    #[test]
    fn documented_date_is_converted() {
        assert_eq!(in_civil_form("22/12/1440  1:39:17:090PM").as_deref(), Some("2019-08-23  1:39:17:090PM"));
        assert_eq!(in_civil_form("22 ذو الحجة 1440").as_deref(), Some("2019-08-23"));
        assert_eq!((in_civil_form("30/02/1440"), in_civil_form("1/13/1440"), in_civil_form("x")), (None, None, None));
    }
}
