//! A collected event, and its XML form.

use crate::objects::Action;
use sluice_base::events::{FieldType, FieldValue, Raised, escape};
use sluice_types::calendar::{date_of, split_ticks, ticks_of_unix_ns, time_of};
use std::fmt::Write;

/// An event with the actions of its session.
#[derive(Clone, Debug)]
pub struct Record {
    /// The event.
    pub raised: Raised,
    /// The values of the actions. An action without a value has none.
    pub actions: Vec<(&'static Action, FieldValue)>,
}

impl Record {
    /// Returns the bytes of memory that the record is charged with: its values and texts, without
    /// the allocator's share.
    pub(crate) fn bytes(&self) -> u64 {
        let texts = self.raised.fields.iter().chain(self.actions.iter().map(|(_, value)| value));
        let texts: usize = texts.map(|value| if let FieldValue::Text(text) = value { text.len() } else { 0 }).sum();
        let values = self.raised.fields.len() * size_of::<FieldValue>();
        let actions = self.actions.len() * size_of::<(&'static Action, FieldValue)>();
        (size_of::<Record>() + values + actions + texts) as u64
    }

    /// Appends the `event` element.
    pub fn write_xml(&self, xml: &mut String) {
        let def = self.raised.kind.def();
        let timestamp = timestamp(self.raised.utc_ns);
        let _ =
            write!(xml, "<event name=\"{}\" package=\"{}\" timestamp=\"{timestamp}\">", def.name, def.package.name());
        for (field, value) in def.fields.iter().zip(&self.raised.fields) {
            let _ = write!(xml, "<data name=\"{}\">", field.name);
            write_value(xml, field.field_type, value);
            xml.push_str("</data>");
        }
        for (action, value) in &self.actions {
            let _ = write!(xml, "<action name=\"{}\" package=\"{}\">", action.name, action.package.name());
            write_value(xml, action.field_type, value);
            xml.push_str("</action>");
        }
        xml.push_str("</event>");
    }
}

/// Appends the `type`, `value` and `text` elements of a value.
fn write_value(xml: &mut String, field_type: FieldType, value: &FieldValue) {
    let (name, package) = field_type.name();
    let _ = write!(xml, "<type name=\"{name}\" package=\"{}\"/><value>", package.name());
    match (value, field_type) {
        (FieldValue::Text(text), FieldType::Xml) => xml.push_str(text),
        _ => escape(&value_text(value), xml),
    }
    xml.push_str("</value>");
    if let (FieldType::Map(map), FieldValue::UInt(key)) = (field_type, value)
        && let Some(text) = (map.text)(*key)
    {
        xml.push_str("<text>");
        escape(text, xml);
        xml.push_str("</text>");
    }
}

/// Returns a value as a text. Booleans are `true` and `false`.
pub(crate) fn value_text(value: &FieldValue) -> String {
    match value {
        FieldValue::Boolean(value) => value.to_string(),
        FieldValue::Int(value) => value.to_string(),
        FieldValue::UInt(value) => value.to_string(),
        FieldValue::Text(text) => text.to_string(),
    }
}

/// Returns a time in UTC with milliseconds, as `2015-09-22T15:29:31.317Z`.
pub(crate) fn timestamp(utc_ns: i64) -> String {
    let (day, ticks) = split_ticks(ticks_of_unix_ns(utc_ns));
    let (date, time) = (date_of(day), time_of(ticks));
    let milliseconds = ticks / TICKS_OF_MS % 1000;
    let (hour, minute, second) = (time.hour, time.minute, time.second);
    format!("{:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z", date.year, date.month, date.day)
}

const TICKS_OF_MS: i64 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::ACTIONS;
    use sluice_base::events::EventKind;

    /// The form in `extended-events/targets-for-extended-events-in-sql-server.md`.
    #[test]
    fn xml_has_the_documented_form() {
        let fields = vec![FieldValue::UInt(0), FieldValue::UInt(1), FieldValue::UInt(20), FieldValue::UInt(3)];
        let raised = Raised { kind: EventKind::WaitInfo, utc_ns: 1_442_935_771_317_000_000, fields };
        let action = ACTIONS.iter().find(|action| action.name == "sql_text").unwrap();
        let record = Record { raised, actions: vec![(action, "a < b\r\n\u{1}".into())] };
        let mut xml = String::new();
        record.write_xml(&mut xml);
        assert_eq!(
            xml,
            "<event name=\"wait_info\" package=\"sqlos\" timestamp=\"2015-09-22T15:29:31.317Z\">\
             <data name=\"wait_type\"><type name=\"wait_types\" package=\"sqlos\"/><value>0</value>\
             <text>WRITELOG</text></data>\
             <data name=\"opcode\"><type name=\"event_opcode\" package=\"sqlos\"/><value>1</value>\
             <text>End</text></data>\
             <data name=\"duration\"><type name=\"uint64\" package=\"package0\"/><value>20</value></data>\
             <data name=\"signal_duration\"><type name=\"uint64\" package=\"package0\"/><value>3</value></data>\
             <action name=\"sql_text\" package=\"sqlserver\"><type name=\"unicode_string\" package=\"package0\"/>\
             <value>a &lt; b&#x0D;\n?</value></action></event>"
        );
    }
}
