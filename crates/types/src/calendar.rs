//! The proleptic Gregorian calendar and the units of the date types.
//!
//! A date counts days from 0001-01-01 (day 0). datetime2 counts units of 100 ns from the same
//! midnight. datetime counts 1/300 seconds from 1900-01-01. Functions check ranges only where
//! documented.

/// Units of 100 ns in a second.
pub const TICKS_PER_SECOND: i64 = 10_000_000;
/// Units of 100 ns in a day.
pub const TICKS_PER_DAY: i64 = 86_400 * TICKS_PER_SECOND;
/// Units of 1/300 seconds in a day.
pub const UNITS_PER_DAY: i64 = 86_400 * 300;
/// Units of 1/300 seconds in a minute.
pub const UNITS_PER_MINUTE: i64 = 60 * 300;
/// The first minute since 1900-01-01 beyond smalldatetime, whose days take two bytes.
pub const SMALL_MINUTES_END: i64 = (1 << 16) * 24 * 60;
/// 9999-12-31.
pub const DAY_MAX: i32 = 3_652_058;
/// 1900-01-01, the epoch of datetime.
pub const DAY_1900: i32 = 693_595;
/// 1753-01-01, the first datetime.
pub const DAY_1753: i32 = 639_905;
/// 1970-01-01, the epoch of the clock.
pub const DAY_1970: i32 = 719_162;
/// The first tick beyond datetime2.
pub const TICKS_END: i64 = (DAY_MAX as i64 + 1) * TICKS_PER_DAY;

/// A date as year, month and day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CivilDate {
    /// 1 to 9999.
    pub year: i32,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31.
    pub day: u32,
}

/// A time of day as hour, minute and second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClockTime {
    /// 0 to 23.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
    /// 0 to 59.
    pub second: u32,
    /// Fraction of a second in 100 ns, 0 to 9,999,999.
    pub ticks: u32,
}

/// Returns the day number of a date, or `None` if the date doesn't exist between years 0001 and
/// 9999. 0001-01-01 is day 0.
pub fn day_of(date: CivilDate) -> Option<i32> {
    let CivilDate { year, month, day } = date;
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
        return None;
    }
    let before = year - 1;
    let leap = i32::from(month > 2 && is_leap_year(year));
    let day_of_year = DAYS_BEFORE_MONTH[month as usize - 1] + leap + day as i32 - 1;
    Some(before * 365 + before / 4 - before / 100 + before / 400 + day_of_year)
}

/// Returns the date of a day number from 0 to [`DAY_MAX`]. Other days give a wrong date.
pub fn date_of(day: i32) -> CivilDate {
    // Days are counted from 0000-03-01, so that the leap day is the last of its year.
    let shifted = day + 306;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    CivilDate {
        year: year_of_era + era * 400 + i32::from(month <= 2),
        month: month as u32,
        day: (day_of_year - (153 * shifted_month + 2) / 5 + 1) as u32,
    }
}

/// Returns the number of days of the month, from 1 to 12. Other months count 31.
pub fn days_in_month(year: i32, month: u32) -> u32 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Whether the year has a 29 February, by the Gregorian rules.
pub fn is_leap_year(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Returns the time of day for `ticks` (100 ns) since midnight. They must be less than a day; the
/// result keeps the fraction in `ticks`.
pub fn time_of(ticks: i64) -> ClockTime {
    let seconds = ticks / TICKS_PER_SECOND;
    ClockTime {
        hour: (seconds / 3600) as u32,
        minute: (seconds / 60 % 60) as u32,
        second: (seconds % 60) as u32,
        ticks: (ticks % TICKS_PER_SECOND) as u32,
    }
}

/// Returns the 100 ns units since midnight.
pub fn ticks_of(time: ClockTime) -> i64 {
    let seconds = (time.hour * 60 + time.minute) * 60 + time.second;
    i64::from(seconds) * TICKS_PER_SECOND + i64::from(time.ticks)
}

/// Splits the ticks of a datetime2 into its day since 0001-01-01 and the 100 ns units since
/// midnight.
pub fn split_ticks(ticks: i64) -> (i32, i64) {
    (ticks.div_euclid(TICKS_PER_DAY) as i32, ticks.rem_euclid(TICKS_PER_DAY))
}

/// Rounds a datetime2 to `scale` fractional digits, half up. The last moment of 9999 stays in its
/// year.
pub fn round_ticks(ticks: i64, scale: u8) -> i64 {
    let unit = 10i64.pow(7 - u32::from(scale.min(7)));
    let rounded = (ticks + unit / 2).div_euclid(unit) * unit;
    if rounded >= TICKS_END { TICKS_END - unit } else { rounded }
}

/// Converts a datetime to a datetime2(7), to the nearest 100 ns.
pub fn ticks_of_datetime(units: i64) -> i64 {
    let (day, rest) = (units.div_euclid(UNITS_PER_DAY), units.rem_euclid(UNITS_PER_DAY));
    (day + i64::from(DAY_1900)) * TICKS_PER_DAY + (rest * 200_000 + 3) / 6
}

/// Converts a datetime2 to a datetime, to the nearest 1/300 s. Returns `None` before 1753 or after
/// 9999.
pub fn datetime_of_ticks(ticks: i64) -> Option<i64> {
    let (day, rest) = split_ticks(ticks);
    let units = i64::from(day - DAY_1900) * UNITS_PER_DAY + (rest * 6 + 100_000) / 200_000;
    is_datetime(units).then_some(units)
}

/// Whether a datetime is between 1753-01-01 and the end of 9999.
pub fn is_datetime(units: i64) -> bool {
    let first = i64::from(DAY_1753 - DAY_1900) * UNITS_PER_DAY;
    let end = i64::from(DAY_MAX + 1 - DAY_1900) * UNITS_PER_DAY;
    (first..end).contains(&units)
}

/// Rounds a datetime to a smalldatetime: to the nearest minute, half up. Returns `None` before
/// 1900-01-01 or after 2079-06-06 23:59.
pub fn round_to_minute(units: i64) -> Option<i64> {
    let minutes = (units + UNITS_PER_MINUTE / 2).div_euclid(UNITS_PER_MINUTE);
    (0..SMALL_MINUTES_END).contains(&minutes).then_some(minutes * UNITS_PER_MINUTE)
}

/// Rounds a time of day to `scale` fractional digits, half up. A time that rounds to the next
/// midnight becomes 00:00.
pub fn round_time(ticks: i64, scale: u8) -> i64 {
    let unit = 10i64.pow(7 - u32::from(scale.min(7)));
    ((ticks + unit / 2) / unit * unit).min(TICKS_PER_DAY - unit)
}

/// Converts a clock's reading, in nanoseconds since 1970-01-01, to a datetime2.
pub fn ticks_of_unix_ns(unix_ns: i64) -> i64 {
    i64::from(DAY_1970) * TICKS_PER_DAY + unix_ns.div_euclid(100)
}

const DAYS_BEFORE_MONTH: [i32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/// Returns the local time of a clock `minutes` ahead of UTC, clamped to the calendar.
pub fn local_ticks(utc: i64, minutes: i16) -> i64 {
    (utc + i64::from(minutes) * 60 * TICKS_PER_SECOND).clamp(0, TICKS_END - 1)
}

/// Returns the UTC time, in units of 100 ns, of a local clock `minutes` ahead of UTC. The result
/// may be outside the calendar.
pub fn utc_ticks(local: i64, minutes: i16) -> i64 {
    local - i64::from(minutes) * 60 * TICKS_PER_SECOND
}

/// The largest offset from UTC: 14 hours, in minutes.
pub const OFFSET_MAX: i16 = 14 * 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_roundtrips_and_is_consecutive() {
        let mut expected = CivilDate { year: 1, month: 1, day: 1 };
        for day in 0..=DAY_MAX {
            assert_eq!(date_of(day), expected);
            assert_eq!(day_of(expected), Some(day));
            expected.day += 1;
            if expected.day > days_in_month(expected.year, expected.month) {
                expected = CivilDate { day: 1, month: expected.month + 1, ..expected };
                if expected.month > 12 {
                    expected = CivilDate { year: expected.year + 1, month: 1, day: 1 };
                }
            }
        }
        assert_eq!(expected, CivilDate { year: 10_000, month: 1, day: 1 });
    }

    #[test]
    fn day_constants_match_their_dates() {
        for (day, year) in [(DAY_1753, 1753), (DAY_1900, 1900), (DAY_1970, 1970)] {
            assert_eq!(date_of(day), CivilDate { year, month: 1, day: 1 });
        }
        assert_eq!(day_of(CivilDate { year: 1900, month: 2, day: 29 }), None);
    }

    #[test]
    fn datetime_roundtrips_through_datetime2() {
        for units in (0..UNITS_PER_DAY).step_by(7).chain([-1, -UNITS_PER_DAY, UNITS_PER_DAY * 40_000 + 1]) {
            assert_eq!(datetime_of_ticks(ticks_of_datetime(units)), Some(units));
        }
    }

    #[test]
    fn rounded_datetime2_stays_in_calendar() {
        assert_eq!(round_ticks(15, 6), 20);
        assert_eq!(round_ticks(14, 6), 10);
        assert_eq!(round_ticks(TICKS_END - 1, 0), TICKS_END - TICKS_PER_SECOND);
        assert_eq!(datetime_of_ticks(TICKS_END - 1), None, "it rounds into the year 10000");
    }
}
