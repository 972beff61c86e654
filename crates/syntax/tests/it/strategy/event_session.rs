//! Random statements on event sessions.

use super::name::name;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::ast::{
    ComparisonOperator, EventObject, EventPredicate, EventSession, EventSessionOption, EventSessionPart,
    EventSessionVerb, EventSetting, FileSize, Literal, SessionEvent, SessionTarget, SizeUnit,
};

/// A statement on an event session.
pub(crate) fn event_session() -> impl Strategy<Value = EventSession> {
    prop_oneof![
        (name(), vec(added(), 1..4), vec(session_option(), 0..3)).prop_map(|(name, parts, options)| EventSession {
            verb: EventSessionVerb::Create,
            name,
            parts,
            options,
            state: None,
        }),
        (name(), vec(dropped(), 1..3)).prop_map(|(name, parts)| EventSession {
            verb: EventSessionVerb::Alter,
            name,
            parts,
            options: Vec::new(),
            state: None,
        }),
        (name(), any::<bool>()).prop_map(|(name, starts)| EventSession {
            verb: EventSessionVerb::Alter,
            name,
            parts: Vec::new(),
            options: Vec::new(),
            state: Some(starts),
        }),
        name().prop_map(|name| EventSession {
            verb: EventSessionVerb::Drop,
            name,
            parts: Vec::new(),
            options: Vec::new(),
            state: None,
        }),
    ]
}

fn object() -> impl Strategy<Value = EventObject> {
    (option::of(name()), name()).prop_map(|(package, name)| EventObject { module: None, package, name })
}

fn value() -> impl Strategy<Value = Literal> {
    prop_oneof![
        any::<i32>().prop_map(|number| Literal::Integer(number.into())),
        "[ -~]{0,4}".prop_map(|text| Literal::NationalString(text.into())),
    ]
}

fn settings() -> impl Strategy<Value = Vec<EventSetting>> {
    vec((name(), value()).prop_map(|(name, value)| EventSetting { name, value }), 0..3)
}

fn predicate() -> impl Strategy<Value = EventPredicate> {
    let operator = prop_oneof![
        Just(ComparisonOperator::Equal),
        Just(ComparisonOperator::NotEqual),
        Just(ComparisonOperator::GreaterOrEqual),
    ];
    let leaf = prop_oneof![
        (object(), operator, value()).prop_map(|(source, operator, value)| EventPredicate::Compare {
            source,
            operator,
            value
        }),
        (object(), object(), value()).prop_map(|(comparator, source, value)| EventPredicate::Call {
            comparator,
            source,
            value
        }),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 2..4).prop_map(EventPredicate::And),
            vec(inner.clone(), 2..4).prop_map(EventPredicate::Or),
            inner.prop_map(|inner| EventPredicate::Not(Box::new(inner))),
        ]
    })
}

fn added() -> impl Strategy<Value = EventSessionPart> {
    let event = (object(), settings(), vec(object(), 0..3), option::of(predicate()));
    prop_oneof![
        event.prop_map(|(event, fields, actions, predicate)| {
            EventSessionPart::AddEvent(SessionEvent { event, fields, actions, predicate })
        }),
        (object(), settings())
            .prop_map(|(target, parameters)| EventSessionPart::AddTarget(SessionTarget { target, parameters })),
    ]
}

fn dropped() -> impl Strategy<Value = EventSessionPart> {
    prop_oneof![object().prop_map(EventSessionPart::DropEvent), object().prop_map(EventSessionPart::DropTarget),]
}

fn session_option() -> impl Strategy<Value = EventSessionOption> {
    let size = FileSize { number: 10, unit: Some(SizeUnit::Megabytes) };
    prop_oneof![
        Just(EventSessionOption::MaxMemory(size)),
        name().prop_map(EventSessionOption::RetentionMode),
        option::of(0..100u32).prop_map(EventSessionOption::DispatchLatency),
        Just(EventSessionOption::MaxEventSize(size)),
        name().prop_map(EventSessionOption::PartitionMode),
        any::<bool>().prop_map(EventSessionOption::TrackCausality),
        Just(EventSessionOption::UnlimitedDuration),
        any::<bool>().prop_map(EventSessionOption::StartupState),
    ]
}
