//! The language that the client requests in LOGIN7 (MS-TDS 2.2.6.4).

use crate::client::Client;
use crate::{PASSWORD, served};
use sluice_tds::Token;
use sluice_tds::login::{LANGUAGE_REQUIRED, Login, Password};
use sluice_types::Value;

/// MS-TDS 2.2.6.4, fLanguage: "the change to initial language must succeed if the connect is to
/// succeed". The messages are 4016 and 4019 (`errors-events/database-engine-events-and-errors`).
#[test]
fn unknown_language_fails_if_it_is_required() {
    let served = served();
    let address = served.server.address();
    let by_sa = Login { user_name: "sa".into(), password: Password(PASSWORD.into()), ..Login::default() };
    let asked = |language: &str, option_flags_2| Login { language: language.into(), option_flags_2, ..by_sa.clone() };
    let (mut client, answered) = Client::try_log_in_by(address, asked("Klingon", LANGUAGE_REQUIRED));
    assert_eq!(answered.errors(), [4019, 18456]);
    assert!(client.is_closed());
    let (mut client, answered) = Client::try_log_in_by(address, asked("Klingon", 0));
    assert!(answered.errors().is_empty(), "{answered:?}");
    let is_ignored = |token: &Token| matches!(token, Token::Info(info) if info.number == 4016 && info.severity == 0);
    assert!(answered.tokens.iter().any(is_ignored), "{answered:?}");
    assert_eq!(client.batch("SELECT @@LANGUAGE").rows, [[Value::text("us_english")]]);
    let (mut client, answered) = Client::try_log_in_by(address, asked("German", LANGUAGE_REQUIRED));
    assert!(answered.errors().is_empty(), "{answered:?}");
    assert!(!answered.tokens.iter().any(is_ignored));
    let read = client.batch("SELECT @@LANGUAGE, MONTH(CAST('31.12.2026' AS datetime))");
    assert_eq!(read.rows, [[Value::text("Deutsch"), Value::Int(12)]]);
    served.end();
}
