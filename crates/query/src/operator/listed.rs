//! The results of aggregates over an ordered list of their input: STRING_AGG, JSON_ARRAYAGG,
//! JSON_OBJECTAGG, APPROX_PERCENTILE_CONT and APPROX_PERCENTILE_DISC.

use sluice_plan::AggregateKind;
use sluice_types::text_builder::TextBuilder;
use sluice_types::{DataType, SqlError, Value};

/// An item of the list.
pub(super) struct Item {
    /// The key of the order.
    pub(super) key: Vec<u8>,
    /// The separator before a text, or the fraction of a percentile.
    pub(super) extra: Value,
    pub(super) value: Value,
}

/// Returns the result of an aggregate over `items`: NULL if there are none. Items are sorted by key
/// first; items of equal keys keep their order. STRING_AGG joins texts that carry their separators.
/// A text beyond 8,000 bytes fails with 9829, unless the type is a `max` type.
pub(super) fn listed(kind: AggregateKind, data_type: DataType, items: &[Item]) -> Result<Value, SqlError> {
    if items.is_empty() {
        return Ok(Value::Null);
    }
    let mut items: Vec<&Item> = items.iter().collect();
    items.sort_by(|left, right| left.key.cmp(&right.key));
    match kind {
        AggregateKind::JsonArray => joined(&items, ("[", "]"), data_type),
        AggregateKind::JsonObject => joined(&items, ("{", "}"), data_type),
        AggregateKind::PercentileCont => Ok(interpolated(&items)),
        AggregateKind::PercentileDisc => Ok(first_at_fraction(&items)),
        _ => joined(&items, ("", ""), data_type),
    }
}

/// Joins the texts; JSON omits empty ones. Fails with 9829 above 8,000 bytes if the type isn't a
/// `max` type.
fn joined(items: &[&Item], (open, close): (&str, &str), data_type: DataType) -> Result<Value, SqlError> {
    let mut all = TextBuilder::default();
    all.push_str(open)?;
    let mut is_first = true;
    for item in items {
        let text = item.value.as_str().unwrap_or_default();
        if text.is_empty() && !open.is_empty() {
            continue;
        }
        all.push_str(if is_first { "" } else { item.extra.as_str().unwrap_or_default() })?;
        all.push_str(text)?;
        is_first = false;
    }
    all.push_str(close)?;
    if data_type.text_bytes(all.as_str()) > usize::from(DataType::CHAR_MAX) && !data_type.is_max() {
        return Err(SqlError::string_agg_too_long());
    }
    all.into_value()
}

/// Returns the value at the fraction, between two values if none is exactly there.
fn interpolated(items: &[&Item]) -> Value {
    let place = fraction(items) * (items.len() - 1) as f64;
    let number = |place: f64| match items.get(place as usize).map(|item| &item.value) {
        Some(Value::Float(number)) => *number,
        _ => 0.0,
    };
    let (low, high) = (number(place.floor()), number(place.ceil()));
    Value::Float(low + (high - low) * place.fract())
}

/// Returns the first value up to which lies at least the fraction of all values.
fn first_at_fraction(items: &[&Item]) -> Value {
    let count = (fraction(items) * items.len() as f64).ceil() as usize;
    items[count.clamp(1, items.len()) - 1].value.clone()
}

fn fraction(items: &[&Item]) -> f64 {
    if let Value::Float(fraction) = items[0].extra { fraction } else { 0.0 }
}
