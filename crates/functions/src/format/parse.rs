//! PARSE and TRY_PARSE: convert a number or a date in a culture's format (`parse-transact-sql.md`,
//! `try-parse-transact-sql.md`).
//!
//! The supported .NET styles are those of the page: signs and digit groups in numbers, an exponent
//! but no groups in float, currency symbols and parentheses in money. An unknown culture fails with
//! 9818, an invalid text with 9819.

use super::culture::{Culture, INVARIANT};
use crate::context::FunctionContext;
use crate::function::{Argument, Body, Function, Signature};
use sluice_types::convert::{convert, convert_to_date};
use sluice_types::date_text::DateOrder;
use sluice_types::{DataType, Length, SqlError, Value};

/// `PARSE(text AS type [USING culture])`. The binder puts the type into the signature.
pub static PARSE: Function = function("PARSE", |context, signature, values| {
    let culture = culture_of(context, values)?;
    let text = values[0].as_str().unwrap_or_default();
    let wrong = || SqlError::parse_failed(text, signature.result.name(), culture.name);
    parsed(text, culture, signature.result).ok_or_else(wrong)
});

/// `TRY_PARSE`: NULL for an invalid text.
pub static TRY_PARSE: Function = function("TRY_PARSE", |context, signature: &Signature, values| {
    let culture = culture_of(context, values)?;
    Ok(parsed(values[0].as_str().unwrap_or_default(), culture, signature.result).unwrap_or(Value::Null))
});

const fn function(name: &'static str, body: Body) -> Function {
    Function {
        name,
        doc: "PARSE(text AS type [USING culture]), TRY_PARSE: the number or date in a text in the culture's format.",
        arity: (1, 2),
        deterministic: false,
        arguments: &[Argument::As(TEXT), Argument::As(DataType::NVarChar(Length::Limited(128)))],
        result: |_| TEXT,
        null_makes_null: true,
        body,
    }
}

/// Returns the named culture, or that of the session's language.
fn culture_of(context: &dyn FunctionContext, values: &[Value]) -> Result<&'static Culture, SqlError> {
    let of_language = || match context.session_values().language().name {
        "us_english" => "en-US",
        "British" => "en-GB",
        "Deutsch" => "de-DE",
        // No culture has this name: 9818 refuses it.
        other => other,
    };
    let name = values.get(1).and_then(Value::as_str).unwrap_or_else(of_language);
    Culture::named(name).ok_or_else(|| SqlError::culture_not_supported(name))
}

fn parsed(text: &str, culture: &Culture, target: DataType) -> Option<Value> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if target.is_date_time() {
        let order = if culture.short_date.starts_with('M') { DateOrder::Mdy } else { DateOrder::Dmy };
        let text = Value::text(in_english(text, culture));
        return convert_to_date(&text, &TEXT, &target, (None, order)).ok();
    }
    convert(&Value::text(plain_number(text, culture, target)?), &TEXT, &target).ok()
}

/// Removes the day's name and replaces the month's name by the English one.
fn in_english(text: &str, culture: &Culture) -> String {
    let names = |own: &[&'static str]| own.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>();
    let lists = [&culture.months, &culture.short_months].map(|own| names(own));
    let days = [&culture.days, &culture.short_days].map(|own| names(own)).concat();
    let mut english = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches([',', '.']).to_lowercase();
        let month = lists.iter().find_map(|months| months.iter().position(|month| *month == bare));
        match month {
            Some(month) => {
                english.push(INVARIANT.months[month].to_owned() + if word.ends_with(',') { "," } else { "" })
            }
            None if english.is_empty() && days.contains(&bare) => {}
            // A day of the month may be followed by a point.
            None => english.push(word.strip_suffix('.').unwrap_or(word).to_owned()),
        }
    }
    english.join(" ")
}

/// Returns a number with `.` as its point and without groups. An integer may have a fraction of
/// zeros.
fn plain_number(text: &str, culture: &Culture, target: DataType) -> Option<String> {
    let is_float = matches!(target, DataType::Float | DataType::Real);
    let (mut rest, mut sign) = (text, None);
    if target.is_money()
        && let Some(inside) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'))
    {
        (rest, sign) = (inside.trim(), Some("-"));
    }
    let symbol = culture.currency.trim_matches(['n', ' ']);
    let mut has_symbol = !target.is_money();
    loop {
        let before = rest;
        let first = rest.strip_prefix(['-', '+']);
        let last = if is_float { None } else { rest.strip_suffix(['-', '+']) };
        if let Some(unsigned) = first.or(last).filter(|_| sign.is_none()) {
            let is_negative = if first.is_some() { rest.starts_with('-') } else { rest.ends_with('-') };
            (rest, sign) = (unsigned.trim(), Some(if is_negative { "-" } else { "" }));
        }
        if let Some(bare) = rest.strip_prefix(symbol).or_else(|| rest.strip_suffix(symbol)).filter(|_| !has_symbol) {
            (rest, has_symbol) = (bare.trim(), true);
        }
        if rest == before {
            break;
        }
    }
    let (digits, exponent) = match rest.find(['e', 'E']).filter(|_| is_float) {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let (whole, fraction) = digits.split_once(culture.point).unwrap_or((digits, ""));
    let is_grouped = !is_float && whole.starts_with(|first: char| first.is_ascii_digit());
    let whole = if is_grouped { whole.replace(culture.group, "") } else { whole.to_owned() };
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(&whole) || !are_digits(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    let sign = sign.unwrap_or_default();
    if target.is_integer() {
        return fraction.bytes().all(|byte| byte == b'0').then(|| format!("{sign}{whole}"));
    }
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{point}{fraction}{exponent}"))
}

const TEXT: DataType = DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX));
