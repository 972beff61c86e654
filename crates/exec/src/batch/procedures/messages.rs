//! `sp_addmessage`, `sp_altermessage` and `sp_dropmessage`: the users' messages of the instance
//! (`relational-databases/system-stored-procedures/sp-addmessage-transact-sql.md` and its sibling
//! pages).

use crate::batch::ending::Ending;
use crate::batch::system_procedure::{SystemProcedure, Typed, needed, optional, with_default};
use sluice_administration::statement::{NewMessage, add_message, alter_message, drop_message};
use sluice_catalog::EventType;
use sluice_catalog::security::ids;
use sluice_command::statement::{DdlEvent, EventSource};
use sluice_plan::unsupported;
use sluice_session::user_messages::TEXT_LENGTH_MAX;
use sluice_types::{DataType, Length, Value};

pub(in crate::batch) static ADD_MESSAGE: SystemProcedure = SystemProcedure::typed(
    "sp_addmessage",
    Typed {
        parameters: || {
            vec![
                optional("@msgnum", DataType::Int),
                optional("@severity", DataType::SmallInt),
                optional("@msgtext", DataType::NVarChar(Length::Limited(TEXT_LENGTH_MAX))),
                optional("@lang", DataType::SYSNAME),
                with_default("@with_log", DataType::varchar(Length::Limited(5)), Value::text("FALSE")),
                optional("@replace", DataType::varchar(Length::Limited(7))),
            ]
        },
        needs: |rights, _| rights.server_role(ids::SERVERADMIN),
        events: |given| message_event(EventType::CREATE_MESSAGE, given.number(0)),
        run: |invocation, given| {
            let [text, language, with_log, replace] = [2, 3, 4, 5].map(|place| given.text(place));
            let (number, severity) = (given.number(0), given.number(1));
            let new = NewMessage { number, severity, text, language, with_log, replace };
            add_message(invocation.env, &new).map(|()| Ending::Returned)
        },
    },
);

pub(in crate::batch) static ALTER_MESSAGE: SystemProcedure = SystemProcedure::typed(
    "sp_altermessage",
    Typed {
        parameters: || {
            vec![
                needed("@message_id", DataType::Int),
                needed("@parameter", DataType::SYSNAME),
                needed("@parameter_value", DataType::varchar(Length::Limited(5))),
            ]
        },
        needs: |rights, _| rights.server_role(ids::SERVERADMIN),
        events: |given| message_event(EventType::ALTER_MESSAGE, given.number(0)),
        run: |invocation, given| {
            if given.text(1).is_some_and(|parameter| !parameter.trim_end().eq_ignore_ascii_case("WITH_LOG")) {
                return Err(unsupported("sp_altermessage"));
            }
            alter_message(invocation.env, given.number(0), given.text(2)).map(|()| Ending::Returned)
        },
    },
);

pub(in crate::batch) static DROP_MESSAGE: SystemProcedure = SystemProcedure::typed(
    "sp_dropmessage",
    Typed {
        parameters: || vec![optional("@msgnum", DataType::Int), optional("@lang", DataType::SYSNAME)],
        needs: |rights, _| rights.server_role(ids::SERVERADMIN),
        events: |given| message_event(EventType::DROP_MESSAGE, given.number(0)),
        run: |invocation, given| {
            drop_message(invocation.env, given.number(0), given.text(1)).map(|()| Ending::Returned)
        },
    },
);

/// Returns the event about a message. Messages are no part of a transaction.
fn message_event(event: EventType, number: Option<i64>) -> EventSource<'static> {
    let number = number.map_or_else(String::new, |number| number.to_string());
    EventSource::of_final(move |_| vec![DdlEvent::new(event, None).about(&number, "MESSAGE")])
}
