//! The definition of a target of an event session, checked against the objects that exist.

use crate::objects::{ABSENT_TARGETS, ACTIONS, TARGETS, Target, TargetKind, names, shown};
use sluice_base::events::{EventKind, FieldType, Package};
use sluice_syntax::ast::{EventObject, EventSetting, Literal, SessionTarget};
use sluice_types::SqlError;
use std::fmt;

/// A target of a session.
#[derive(Clone, Debug)]
pub struct TargetDefinition {
    /// The target.
    pub target: &'static Target,
    /// The parameters that are set.
    pub parameters: Vec<(&'static str, ParameterValue)>,
}

/// The value of a target's parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterValue {
    /// A number.
    Number(u32),
    /// A text.
    Text(Box<str>),
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::Number(number) => number.fmt(f),
            ParameterValue::Text(text) => f.write_str(text),
        }
    }
}

/// The values that a histogram counts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// The field of that name.
    Field(&'static str),
    /// The action of that name.
    Action(&'static str),
}

impl TargetDefinition {
    /// Checks a target of ADD TARGET. Fails with 25623 for an unknown target, with 25629, 25641,
    /// 25650 or 25651 for an unknown, invalid, repeated or mistyped parameter, with 25642 for a
    /// missing one, and with 40517 for a target or parameter that is unsupported.
    pub(crate) fn new(written: &SessionTarget) -> Result<TargetDefinition, SqlError> {
        let target = target_named(&written.target)?;
        let name = || shown(&written.target);
        let mut parameters: Vec<(&'static str, ParameterValue)> = Vec::new();
        for EventSetting { name: parameter, value } in &written.parameters {
            let known = target.parameters.iter().find(|known| parameter.is(known.name));
            let known = known.ok_or_else(|| SqlError::no_event_attribute("target", name(), &parameter.text))?;
            if parameters.iter().any(|(other, _)| *other == known.name) {
                return Err(SqlError::event_attribute_repeated("target", name(), known.name));
            }
            let value = parameter_value(value, known.field_type).ok_or_else(|| {
                SqlError::event_attribute_type("target", name(), known.name, known.field_type.name().0)
            })?;
            parameters.push((known.name, value));
        }
        let is_set = |wanted: &str| parameters.iter().any(|(set, _)| *set == wanted);
        if target.parameters.iter().any(|parameter| parameter.is_mandatory && !is_set(parameter.name)) {
            return Err(SqlError::event_attributes_missing("target", name()));
        }
        let definition = TargetDefinition { target, parameters };
        match target.kind {
            TargetKind::Histogram => definition.check_histogram()?,
            TargetKind::EventFile => check_filename(definition.text("filename").unwrap_or_default())?,
            TargetKind::EventCounter | TargetKind::RingBuffer => {}
        }
        Ok(definition)
    }

    /// Returns a parameter that is a number: as set, else its default. `None` without either, and
    /// if it isn't a number.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        match self.parameters.iter().find(|(set, _)| *set == name) {
            Some((_, ParameterValue::Number(number))) => Some(*number),
            _ => self.target.parameters.iter().find(|known| known.name == name)?.default?.parse().ok(),
        }
    }

    /// Returns a parameter that is a text, if it is set.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.parameters.iter().find(|(set, _)| *set == name) {
            Some((_, ParameterValue::Text(text))) => Some(text),
            _ => None,
        }
    }

    /// Returns what a histogram counts; `None` if the parameters name no field or action.
    pub(crate) fn source(&self) -> Option<Source> {
        let written = self.text("source")?;
        match self.number("source_type")? {
            0 => {
                let mut fields = EventKind::ALL.iter().flat_map(|kind| kind.def().fields);
                fields.find(|field| field.name.eq_ignore_ascii_case(written)).map(|field| Source::Field(field.name))
            }
            1 => {
                let action = ACTIONS.iter().find(|action| is_named(written, action.package, action.name));
                action.map(|action| Source::Action(action.name))
            }
            _ => None,
        }
    }

    /// Returns the only kind that a histogram counts, if one is set.
    pub(crate) fn filter(&self) -> Option<EventKind> {
        let written = self.text("filtering_event_name")?;
        EventKind::ALL.iter().copied().find(|kind| is_named(written, kind.def().package, kind.def().name))
    }

    /// Fails with 25641 for an unknown source or event.
    fn check_histogram(&self) -> Result<(), SqlError> {
        let invalid = |parameter: &str| {
            let reason = "The object could not be found.";
            SqlError::event_parameter_invalid("target", "package0.histogram", parameter, reason)
        };
        if self.source().is_none() {
            return Err(invalid("source"));
        }
        if self.text("filtering_event_name").is_some() && self.filter().is_none() {
            return Err(invalid("filtering_event_name"));
        }
        Ok(())
    }
}

/// Returns the target called by that name. Fails with 25623 if SQL Server has none, and with 40517
/// for one that doesn't exist here.
pub(crate) fn target_named(written: &EventObject) -> Result<&'static Target, SqlError> {
    if ABSENT_TARGETS.iter().any(|absent| names(written, Package::Package0, absent)) {
        return Err(SqlError::unsupported_option(format_args!("TARGET {}", shown(written))));
    }
    let found = TARGETS.iter().find(|target| names(written, Package::Package0, target.name));
    found.ok_or_else(|| SqlError::event_object_not_found("target", shown(written)))
}

/// Returns a written value as one of the type; `None` if it is of another type or out of range.
fn parameter_value(written: &Literal, field_type: FieldType) -> Option<ParameterValue> {
    let number = match (written, field_type) {
        (Literal::NationalString(text), FieldType::Unicode) => return Some(ParameterValue::Text(text.clone())),
        (Literal::Integer(number), FieldType::UInt16) => u16::try_from(*number).ok()?.into(),
        (Literal::Integer(number), FieldType::UInt32 | FieldType::UInt64) => u32::try_from(*number).ok()?,
        _ => return None,
    };
    Some(ParameterValue::Number(number))
}

/// Fails with 25641 for a name without the ending `.xel`, and with 40517 for a path of Windows.
fn check_filename(filename: &str) -> Result<(), SqlError> {
    if filename.contains('\\') {
        return Err(SqlError::unsupported_option(format_args!("a path of Windows, \"{filename}\",")));
    }
    if !has_ending(filename) {
        let reason = "The file name must end with .xel.";
        return Err(SqlError::event_parameter_invalid("target", "package0.event_file", "filename", reason));
    }
    Ok(())
}

/// Whether a file name has the ending of event files.
fn has_ending(filename: &str) -> bool {
    let base = filename.len().checked_sub(FILE_ENDING.len()).and_then(|at| filename.split_at_checked(at));
    base.is_some_and(|(base, ending)| {
        ending.eq_ignore_ascii_case(FILE_ENDING) && !base.is_empty() && !base.ends_with('/')
    })
}

/// Whether `written` is `name` or `package.name`.
fn is_named(written: &str, package: Package, name: &str) -> bool {
    let name_written = match written.split_once('.') {
        Some((prefix, rest)) if prefix.eq_ignore_ascii_case(package.name()) => rest,
        Some(_) => return false,
        None => written,
    };
    name_written.eq_ignore_ascii_case(name)
}

/// The ending of event files.
pub(crate) const FILE_ENDING: &str = ".xel";
