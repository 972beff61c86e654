//! PRINT (`t-sql/language-elements/print-transact-sql.md`).

use super::Env;
use super::command::{Command, CommandError};
use crate::statement::event::EventSource;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::sink::Message;
use sluice_types::SqlError;

/// PRINT of the text in a register.
pub struct Print(pub Reg);

impl Command for Print {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/print-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Query
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        env.frame.globals.row_count = 0;
        let text = env.frame.get(self.0).as_str().unwrap_or_default().to_owned();
        env.sink.message(Message::Print { text, line: env.frame.globals.line });
        Ok(())
    }
}
