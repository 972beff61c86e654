//! `sp_addextendedproperty`, `sp_updateextendedproperty` and `sp_dropextendedproperty`
//! (`relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md` and its
//! sibling pages).

use crate::batch::ending::Ending;
use crate::batch::invocation::Invocation;
use crate::batch::parameter::Parameter;
use crate::batch::system_procedure::{CallArguments, SystemProcedure, Typed, needed, optional};
use sluice_command::statement::{self, EventSource, PropertyCall, PropertyVerb};
use sluice_types::{DataType, Length, SqlError, Value};

pub(in crate::batch) static ADD_PROPERTY: SystemProcedure = SystemProcedure::typed(
    "sp_addextendedproperty",
    Typed {
        parameters: || parameters(true),
        needs: |rights, _| rights.checked_by("extended_property::apply"),
        events: |given| {
            EventSource::undoable(|env| vec![statement::property_event(env, &call_of(given, PropertyVerb::Add))])
        },
        run: |invocation, given| change(invocation, given, PropertyVerb::Add),
    },
);

pub(in crate::batch) static UPDATE_PROPERTY: SystemProcedure = SystemProcedure::typed(
    "sp_updateextendedproperty",
    Typed {
        parameters: || parameters(true),
        needs: |rights, _| rights.checked_by("extended_property::apply"),
        events: |given| {
            EventSource::undoable(|env| vec![statement::property_event(env, &call_of(given, PropertyVerb::Update))])
        },
        run: |invocation, given| change(invocation, given, PropertyVerb::Update),
    },
);

pub(in crate::batch) static DROP_PROPERTY: SystemProcedure = SystemProcedure::typed(
    "sp_dropextendedproperty",
    Typed {
        parameters: || parameters(false),
        needs: |rights, _| rights.checked_by("extended_property::apply"),
        events: |given| {
            EventSource::undoable(|env| vec![statement::property_event(env, &call_of(given, PropertyVerb::Drop))])
        },
        run: |invocation, given| change(invocation, given, PropertyVerb::Drop),
    },
);

/// Returns the name, the value if the procedure has one, and the levels.
fn parameters(has_value: bool) -> Vec<Parameter> {
    let value = has_value.then(|| optional("@value", DataType::SqlVariant));
    let kind = DataType::varchar(Length::Limited(128));
    let levels = LEVELS.into_iter().zip([kind, DataType::SYSNAME].into_iter().cycle());
    let levels = levels.map(|(name, data_type)| optional(name, data_type));
    [needed("@name", DataType::SYSNAME)].into_iter().chain(value).chain(levels).collect()
}

fn change(
    invocation: &mut Invocation<'_, '_, '_>,
    given: &CallArguments<'_>,
    verb: PropertyVerb,
) -> Result<Ending, SqlError> {
    statement::change_property(invocation.env, &call_of(given, verb)).map(|()| Ending::Returned)
}

fn call_of<'a>(given: &'a CallArguments<'a>, verb: PropertyVerb) -> PropertyCall<'a> {
    let (value, first) = match verb {
        PropertyVerb::Drop => (&Value::Null, 1),
        PropertyVerb::Add | PropertyVerb::Update => (&given.values[1], 2),
    };
    let levels = [0, 2, 4].map(|place| (given.text(first + place), given.text(first + place + 1)));
    PropertyCall { verb, procedure: given.procedure, name: given.text(0), value, levels }
}

/// The parameters of extended properties that name an owner.
const LEVELS: [&str; 6] = ["@level0type", "@level0name", "@level1type", "@level1name", "@level2type", "@level2name"];
