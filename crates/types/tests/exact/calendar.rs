//! Dates and times against a counting calendar, and the styles of CONVERT against their patterns in
//! `t-sql/functions/cast-and-convert-transact-sql`.

use proptest::prelude::*;
use sluice_types::convert::convert_with_style;
use sluice_types::{DataType, Length, Value, convert};

const TEXT: DataType = DataType::varchar(Length::Max);
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i32, month: i32) -> i32 {
    match month {
        2 => 28 + i32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days since 0001-01-01, counted year by year and month by month.
fn day_of(year: i32, month: i32, day: i32) -> i32 {
    let years: i32 = (1..year).map(|year| 365 + i32::from(is_leap(year))).sum();
    years + (1..month).map(|month| days_in(year, month)).sum::<i32>() + day - 1
}

fn dates() -> impl Strategy<Value = (i32, i32, i32)> {
    (1..=9999i32, 1..=12i32).prop_flat_map(|(year, month)| (Just(year), Just(month), 1..=days_in(year, month)))
}

/// Days in the range of smalldatetime.
fn recent_dates() -> impl Strategy<Value = (i32, i32, i32)> {
    (1900..2079i32, 1..=12i32).prop_flat_map(|(year, month)| (Just(year), Just(month), 1..=days_in(year, month)))
}

fn text_of(value: &Value, from: &DataType, style: i32) -> String {
    let made = convert_with_style(value, from, &TEXT, style).expect("a text");
    made.as_str().expect("a text").to_owned()
}

proptest! {
    #[test]
    fn dates_match_counted_days((year, month, day) in dates()) {
        let count = day_of(year, month, day);
        for text in [format!("{year:04}-{month:02}-{day:02}"), format!("{year:04}{month:02}{day:02}")] {
            prop_assert_eq!(convert(&Value::text(text), &TEXT, &DataType::Date), Ok(Value::Date(count)));
        }
        let value = Value::Date(count);
        let short = year % 100;
        let name = MONTHS[month as usize - 1];
        let pictures = [
            (1, format!("{month:02}/{day:02}/{short:02}")),
            (2, format!("{short:02}.{month:02}.{day:02}")),
            (3, format!("{day:02}/{month:02}/{short:02}")),
            (4, format!("{day:02}.{month:02}.{short:02}")),
            (5, format!("{day:02}-{month:02}-{short:02}")),
            (6, format!("{day:02} {name} {short:02}")),
            (7, format!("{name} {day:02}, {short:02}")),
            (10, format!("{month:02}-{day:02}-{short:02}")),
            (11, format!("{short:02}/{month:02}/{day:02}")),
            (12, format!("{short:02}{month:02}{day:02}")),
            (23, format!("{year:04}-{month:02}-{day:02}")),
            (101, format!("{month:02}/{day:02}/{year:04}")),
            (102, format!("{year:04}.{month:02}.{day:02}")),
            (103, format!("{day:02}/{month:02}/{year:04}")),
            (104, format!("{day:02}.{month:02}.{year:04}")),
            (105, format!("{day:02}-{month:02}-{year:04}")),
            (106, format!("{day:02} {name} {year:04}")),
            (107, format!("{name} {day:02}, {year:04}")),
            (110, format!("{month:02}-{day:02}-{year:04}")),
            (111, format!("{year:04}/{month:02}/{day:02}")),
            (112, format!("{year:04}{month:02}{day:02}")),
        ];
        for (style, picture) in pictures {
            prop_assert_eq!(text_of(&value, &DataType::Date, style), picture, "style {}", style);
        }
    }

    #[test]
    fn nonexistent_days_are_refused(year in 1..=9999i32, month in 1..=12i32) {
        let text = format!("{year:04}-{month:02}-{:02}", days_in(year, month) + 1);
        prop_assert_eq!(convert(&Value::text(text), &TEXT, &DataType::Date).expect_err("no such day").number, 241);
    }

    /// datetime rounds to thirds of ten milliseconds: .000, .003 and .007.
    #[test]
    fn datetime_rounds_to_thirds_of_10_ms((year, month, day) in dates(), ms in 0..86_400_000i64) {
        prop_assume!((1753..9999).contains(&year));
        let (h, m, s, f) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
        let text = format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}.{f:03}");
        let days = i64::from(day_of(year, month, day) - day_of(1900, 1, 1));
        // A second has 300 units: round(ms × 3 / 10), which is never a tie.
        let units = days * 25_920_000 + (ms * 3 + 5) / 10;
        prop_assert_eq!(convert(&Value::text(text), &TEXT, &DataType::DateTime), Ok(Value::DateTime(units)));
    }

    /// Style 121 of datetime2(7) shows the parsed text. Fewer digits are rounded, with a carry into
    /// the day.
    #[test]
    fn datetime2_keeps_its_digits((year, month, day) in dates(), ticks in 0..864_000_000_000i64, scale in 0..=7u8) {
        prop_assume!(year < 9999);
        let seconds = ticks / 10_000_000;
        let text = format!(
            "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}.{:07}",
            seconds / 3600, seconds / 60 % 60, seconds % 60, ticks % 10_000_000
        );
        let all = i64::from(day_of(year, month, day)) * 864_000_000_000 + ticks;
        let made = convert(&Value::text(text.as_str()), &TEXT, &DataType::DateTime2(7)).expect("a moment");
        prop_assert_eq!(&made, &Value::DateTime2(all));
        prop_assert_eq!(text_of(&made, &DataType::DateTime2(7), 121), text);
        let unit = 10i64.pow(7 - u32::from(scale));
        let rounded = (all + unit / 2) / unit * unit;
        prop_assert_eq!(convert(&made, &DataType::DateTime2(7), &DataType::DateTime2(scale)), Ok(Value::DateTime2(rounded)));
    }

    #[test]
    fn smalldatetime_rounds_to_minutes((year, month, day) in recent_dates(), second in 0..86_400i64) {
        let text = format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
        let minutes = i64::from(day_of(year, month, day) - day_of(1900, 1, 1)) * 1440 + (second + 30) / 60;
        let made = convert(&Value::text(text), &TEXT, &DataType::SmallDateTime);
        prop_assert_eq!(made, Ok(Value::DateTime(minutes * 18_000)));
    }
}
