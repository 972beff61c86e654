//! Patterns of FORMAT for times of day, which are .NET time spans: characters that are no pattern
//! must be escaped.

use sluice_types::calendar::{ClockTime, time_of};

/// Formats a time in 100 ns since midnight. Returns `None` if the pattern is invalid. The standard
/// patterns are `c`, `t`, `T`, `g` and `G`; others are custom patterns.
pub(super) fn format(ticks: i64, pattern: &str) -> Option<String> {
    let time = time_of(ticks);
    let ClockTime { hour, minute, second, ticks } = time;
    let fraction = format!("{ticks:07}");
    let short = fraction.trim_end_matches('0');
    match pattern {
        "" | "c" | "t" | "T" => {
            let fraction = if ticks == 0 { String::new() } else { format!(".{fraction}") };
            return Some(format!("{hour:02}:{minute:02}:{second:02}{fraction}"));
        }
        "g" => {
            let fraction = if ticks == 0 { String::new() } else { format!(".{short}") };
            return Some(format!("{hour}:{minute:02}:{second:02}{fraction}"));
        }
        "G" => return Some(format!("0:{hour:02}:{minute:02}:{second:02}.{fraction}")),
        _ => {}
    }
    custom(pattern, time)
}

fn custom(pattern: &str, time: ClockTime) -> Option<String> {
    let ClockTime { hour, minute, second, ticks } = time;
    let fraction = format!("{ticks:07}");
    let characters: Vec<char> = pattern.chars().collect();
    let mut text = String::new();
    let mut place = 0;
    while let Some(&character) = characters.get(place) {
        let count = characters[place..].iter().take_while(|next| **next == character).count();
        place += count;
        let short = |number: u32| match count {
            1 => Some(number.to_string()),
            2 => Some(format!("{number:02}")),
            _ => None,
        };
        match character {
            'd' if count <= 8 => text.push_str(&"0".repeat(count)),
            'h' => text.push_str(&short(hour)?),
            'm' => text.push_str(&short(minute)?),
            's' => text.push_str(&short(second)?),
            'f' => text.push_str(fraction.get(..count)?),
            'F' => text.push_str(fraction.get(..count)?.trim_end_matches('0')),
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
            '%' if count == 1 => {}
            _ => return None,
        }
    }
    Some(text)
}
