//! The condition of an event: checked against the event's fields, then evaluated for each event.

use crate::objects::{ACTIONS, Comparison, Operand, comparators, names, shown};
use crate::wildcard::{LIKE, is_match};
use sluice_base::events::{Context, EventDef, FieldType, FieldValue, Global, Package};
use sluice_syntax::ast::{ComparisonOperator, EventObject, EventPredicate, Literal};
use sluice_types::SqlError;
use std::cmp::Ordering;

/// A checked condition.
#[derive(Clone, Debug)]
pub(crate) enum Predicate {
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
    Not(Box<Predicate>),
    Test(Test),
}

/// A comparison of a source with a constant.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    source: Source,
    comparison: Comparison,
    value: Constant,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// The field at this place.
    Field(usize),
    /// A fact of the thread's session.
    Global(Global),
    /// How often the condition was evaluated, this time included: `package0.counter`.
    Counter,
    /// Whether the event's thread works for no session, but for the engine: `sqlserver.is_system`.
    System,
}

#[derive(Clone, Debug)]
enum Constant {
    Number(i128),
    Text(Box<str>),
    /// Compared with the source without case; in lower case.
    Folded(Box<str>),
}

impl Predicate {
    /// Checks a condition of the event `def`. Fails with 25706 for an unknown source, with 25623
    /// for an unknown comparator, with 25636 for a comparator of another type than the source, and
    /// with 25713 for a value of another type or a division by 0.
    pub(crate) fn new(written: &EventPredicate, def: &EventDef) -> Result<Predicate, SqlError> {
        let all = |items: &[EventPredicate]| {
            items.iter().map(|item| Predicate::new(item, def)).collect::<Result<Vec<_>, SqlError>>()
        };
        Ok(match written {
            EventPredicate::And(items) => Predicate::And(all(items)?),
            EventPredicate::Or(items) => Predicate::Or(all(items)?),
            EventPredicate::Not(inner) => Predicate::Not(Box::new(Predicate::new(inner, def)?)),
            EventPredicate::Compare { source, operator, value } => {
                Predicate::Test(Test::new((source, value), Comparison::Operator(*operator), None, def)?)
            }
            EventPredicate::Call { comparator, source, value } => {
                let known = comparators();
                let found = known.iter().find(|known| names(comparator, known.package, &known.name));
                let found =
                    found.ok_or_else(|| SqlError::event_object_not_found("predicate compare", shown(comparator)))?;
                Predicate::Test(Test::new((source, value), found.comparison, Some(found.operand), def)?)
            }
        })
    }

    /// Whether the event passes. `count` is the number of evaluations, this one included. A test of
    /// a source without a value is false, so its negation is true.
    pub(crate) fn holds(&self, fields: &[FieldValue], context: Option<&dyn Context>, count: u64) -> bool {
        match self {
            Predicate::And(all) => all.iter().all(|item| item.holds(fields, context, count)),
            Predicate::Or(any) => any.iter().any(|item| item.holds(fields, context, count)),
            Predicate::Not(inner) => !inner.holds(fields, context, count),
            Predicate::Test(test) => test.holds(fields, context, count),
        }
    }
}

impl Test {
    fn new(
        (source, value): (&EventObject, &Literal),
        comparison: Comparison,
        operand: Option<Operand>,
        def: &EventDef,
    ) -> Result<Test, SqlError> {
        let (place, field_type) = source_of(source, def)?;
        let invalid = || SqlError::invalid_predicate_value(SOURCE, shown(source), "event", def.name);
        let value = match (field_type, value) {
            (FieldType::Xml | FieldType::FileTime, _) => return Err(invalid()),
            (FieldType::Unicode, Literal::NationalString(text) | Literal::String(text)) => match operand {
                Some(Operand::Number(_)) => return Err(SqlError::predicate_types_differ()),
                Some(Operand::TextWithoutCase) => Constant::Folded(text.to_lowercase().into()),
                Some(Operand::Text) | None => Constant::Text(text.clone()),
            },
            (FieldType::Map(map), Literal::NationalString(text) | Literal::String(text)) => {
                let key = map.values().find(|(_, value)| value.eq_ignore_ascii_case(text)).map(|(key, _)| key);
                Constant::Number(i128::from(key.ok_or_else(invalid)?))
            }
            (FieldType::Unicode, _) => return Err(invalid()),
            (_, Literal::Integer(number)) => match operand {
                Some(Operand::Text | Operand::TextWithoutCase) => return Err(SqlError::predicate_types_differ()),
                _ => Constant::Number(i128::from(*number)),
            },
            (_, Literal::Decimal(digits)) => Constant::Number(digits.parse().map_err(|_| invalid())?),
            _ => return Err(invalid()),
        };
        if comparison == Comparison::Divides && matches!(value, Constant::Number(0)) {
            return Err(invalid());
        }
        Ok(Test { source: place, comparison, value })
    }

    fn holds(&self, fields: &[FieldValue], context: Option<&dyn Context>, count: u64) -> bool {
        let read;
        let value = match self.source {
            Source::Field(place) => fields.get(place),
            Source::Global(global) => {
                read = context.and_then(|context| context.global(global));
                read.as_ref()
            }
            Source::Counter => {
                read = Some(FieldValue::UInt(count));
                read.as_ref()
            }
            Source::System => {
                read = Some(FieldValue::Boolean(context.is_none()));
                read.as_ref()
            }
        };
        // A background thread has no session; a fact that is absent passes no test.
        value.is_some_and(|value| self.passes(value))
    }

    fn passes(&self, value: &FieldValue) -> bool {
        let order = match (value, &self.value) {
            (FieldValue::Text(text), Constant::Text(constant)) => (**text).cmp(&**constant),
            (FieldValue::Text(text), Constant::Folded(constant)) => {
                let text = text.to_lowercase();
                if self.comparison == Comparison::Like {
                    return is_match(&text, constant, LIKE);
                }
                text.as_str().cmp(&**constant)
            }
            (value, Constant::Number(constant)) => {
                let Some(number) = number(value) else { return false };
                if self.comparison == Comparison::Divides {
                    return number % constant == 0;
                }
                number.cmp(constant)
            }
            _ => return false,
        };
        let Comparison::Operator(operator) = self.comparison else { return false };
        match operator {
            ComparisonOperator::Equal => order == Ordering::Equal,
            ComparisonOperator::NotEqual => order != Ordering::Equal,
            ComparisonOperator::Less => order == Ordering::Less,
            ComparisonOperator::LessOrEqual => order != Ordering::Greater,
            ComparisonOperator::Greater => order == Ordering::Greater,
            ComparisonOperator::GreaterOrEqual => order != Ordering::Less,
        }
    }
}

/// Returns the source that `written` names: a field of the event, or a global source.
fn source_of(written: &EventObject, def: &EventDef) -> Result<(Source, FieldType), SqlError> {
    let unqualified = written.package.is_none();
    if let Some(place) = def.fields.iter().position(|field| unqualified && written.name.is(field.name)) {
        return Ok((Source::Field(place), def.fields[place].field_type));
    }
    if names(written, Package::Package0, "counter") {
        return Ok((Source::Counter, FieldType::UInt64));
    }
    if names(written, Package::SqlServer, "is_system") {
        return Ok((Source::System, FieldType::Boolean));
    }
    let mut actions = ACTIONS.iter().filter_map(|action| Some((action, action.global()?)));
    let found = actions.find(|(action, _)| names(written, action.package, action.name));
    let (action, global) = found.ok_or_else(|| SqlError::event_object_could_not_be_found(SOURCE, shown(written)))?;
    Ok((Source::Global(global), action.field_type))
}

fn number(value: &FieldValue) -> Option<i128> {
    match value {
        FieldValue::Boolean(value) => Some(i128::from(*value)),
        FieldValue::Int(value) => Some(i128::from(*value)),
        FieldValue::UInt(value) => Some(i128::from(*value)),
        FieldValue::Text(_) => None,
    }
}

/// The name of a source in messages.
const SOURCE: &str = "event attribute or predicate source";
