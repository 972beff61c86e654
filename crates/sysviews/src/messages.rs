//! `sys.messages`: system messages and messages added by users.
//!
//! Columns:
//! `relational-databases/system-catalog-views/messages-for-errors-catalog-views-sys-messages`.
//! English is the only language, and no message is written to the event log.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.messages`. Every login may read all of it.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("message_id", DataType::Int),
        Column::not_null("language_id", DataType::SmallInt),
        Column::not_null("severity", DataType::TinyInt),
        Column::not_null("is_event_logged", DataType::Bit),
        Column::not_null("text", DataType::NVarChar(Length::Limited(2048))),
    ];
    View::sys(
        "messages",
        ViewPermission::Public(
            "relational-databases/system-catalog-views/messages-for-errors-catalog-views-sys-messages.md",
        ),
        columns,
        |context| {
            let row = |message: sluice_session::StoredMessage| {
                vec![
                    Value::Int(message.number),
                    Value::SmallInt(ENGLISH),
                    Value::TinyInt(message.severity),
                    Value::Bit(false),
                    text(&message.text),
                ]
            };
            context.host.messages().into_iter().map(row).collect()
        },
    )
}

/// The Windows language id of U.S. English.
const ENGLISH: i16 = 1033;
