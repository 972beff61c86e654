//! `sp_bindefault`, `sp_bindrule`, `sp_unbindefault` and `sp_unbindrule`: bind defaults and rules
//! to columns and alias types.

use crate::batch::ending::Ending;
use crate::batch::invocation::Invocation;
use crate::batch::system_procedure::{CallArguments, SystemProcedure, Typed, needed, optional};
use sluice_command::statement::{self, EventSource, ObjectBinding};
use sluice_types::{DataType, Length, SqlError};

pub(in crate::batch) static BIND_DEFAULT: SystemProcedure = SystemProcedure::typed(
    "sp_bindefault",
    Typed {
        parameters: || vec![needed("@defname", NAME), needed("@objname", NAME), optional("@futureonly", FLAG)],
        needs: |rights, _| rights.checked_by("bound_object::target_of"),
        events: |given| EventSource::undoable(|env| statement::bind_object_event(env, &binding(given, false))),
        run: |invocation, given| run(invocation, &binding(given, false)),
    },
);

pub(in crate::batch) static BIND_RULE: SystemProcedure = SystemProcedure::typed(
    "sp_bindrule",
    Typed {
        parameters: || vec![needed("@rulename", NAME), needed("@objname", NAME), optional("@futureonly", FLAG)],
        needs: |rights, _| rights.checked_by("bound_object::target_of"),
        events: |given| EventSource::undoable(|env| statement::bind_object_event(env, &binding(given, true))),
        run: |invocation, given| run(invocation, &binding(given, true)),
    },
);

pub(in crate::batch) static UNBIND_DEFAULT: SystemProcedure = SystemProcedure::typed(
    "sp_unbindefault",
    Typed {
        parameters: || vec![needed("@objname", NAME), optional("@futureonly", FLAG)],
        needs: |rights, _| rights.checked_by("bound_object::target_of"),
        events: |given| EventSource::undoable(|env| statement::bind_object_event(env, &removal(given, false))),
        run: |invocation, given| run(invocation, &removal(given, false)),
    },
);

pub(in crate::batch) static UNBIND_RULE: SystemProcedure = SystemProcedure::typed(
    "sp_unbindrule",
    Typed {
        parameters: || vec![needed("@objname", NAME), optional("@futureonly", FLAG)],
        needs: |rights, _| rights.checked_by("bound_object::target_of"),
        events: |given| EventSource::undoable(|env| statement::bind_object_event(env, &removal(given, true))),
        run: |invocation, given| run(invocation, &removal(given, true)),
    },
);

fn run(invocation: &mut Invocation<'_, '_, '_>, binding: &ObjectBinding<'_>) -> Result<Ending, SqlError> {
    statement::bind_object(invocation.env, binding).map(|()| Ending::Returned)
}

fn binding<'a>(given: &'a CallArguments<'a>, is_rule: bool) -> ObjectBinding<'a> {
    let [object, target] = [0, 1].map(|place| given.text(place).unwrap_or_default());
    ObjectBinding { is_rule, object: Some(object), target, future_only: given.text(2) }
}

fn removal<'a>(given: &'a CallArguments<'a>, is_rule: bool) -> ObjectBinding<'a> {
    let target = given.text(0).unwrap_or_default();
    ObjectBinding { is_rule, object: None, target, future_only: given.text(1) }
}

const NAME: DataType = DataType::NVarChar(Length::Limited(776));
const FLAG: DataType = DataType::varchar(Length::Limited(15));
