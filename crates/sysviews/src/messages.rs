//! `sys.messages`: the messages of the system and those that users have added.
//!
//! Columns of `relational-databases/system-catalog-views/messages-for-errors-catalog-views-sys-messages`. There is one language, and no error
//! log.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length, Value};

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
            let row = |message: sluice_exec::StoredMessage| {
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

/// U.S. English, as Windows numbers languages.
const ENGLISH: i16 = 1033;
