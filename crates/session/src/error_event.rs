//! The event `error_reported`.

use crate::host::Host;
use sluice_base::events::{EventKind, FieldValue};
use sluice_types::SqlError;

/// Raises `error_reported`. A CATCH block has caught the error if it `is_intercepted`; otherwise
/// the client gets it.
#[inline]
pub fn report_error(host: &dyn Host, error: &SqlError, is_intercepted: bool) {
    host.waits().events().raise(EventKind::ErrorReported, || {
        vec![
            FieldValue::Int(error.number.into()),
            FieldValue::Int(error.severity.into()),
            FieldValue::Int(error.state.into()),
            FieldValue::Boolean(error.number >= FIRST_OF_USERS),
            FieldValue::Boolean(is_intercepted),
            FieldValue::Text(host.message_text(error).into()),
        ]
    });
}

/// The lowest number of users' messages.
const FIRST_OF_USERS: i32 = 50_000;
