//! `sp_MSforeachtable` and `sp_MSforeachdb`: run commands for each table or database. Both are
//! undocumented and follow common usage.

use crate::batch::ending::Ending;
use crate::batch::invocation::Invocation;
use crate::batch::system_procedure::{SystemProcedure, Typed, needed, optional, with_default};
use sluice_command::statement::EventSource;
use sluice_session::open_cursor::CursorRows;
use sluice_table::DatabaseState;
use sluice_types::{DataType, Length, SqlError, Value};

pub(in crate::batch) static FOR_EACH_TABLE: SystemProcedure = SystemProcedure::typed(
    "sp_MSforeachtable",
    Typed {
        parameters: || {
            vec![
                needed("@command1", TEXT),
                with_default("@replacechar", DataType::NChar(1), Value::text("?")),
                optional("@command2", TEXT),
                optional("@command3", TEXT),
                optional("@whereand", TEXT),
                optional("@precommand", TEXT),
                optional("@postcommand", TEXT),
            ]
        },
        needs: |rights, _| rights.checked_by("Invocation::run_text"),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let names = match invocation.names_of_tables(given.text(4))? {
                Ok(names) => names,
                Err(ending) => return Ok(ending),
            };
            let commands = [0, 2, 3].map(|place| given.text(place));
            invocation.for_each(&names, commands, given.text(1), (given.text(5), given.text(6)))
        },
    },
);

pub(in crate::batch) static FOR_EACH_DATABASE: SystemProcedure = SystemProcedure::typed(
    "sp_MSforeachdb",
    Typed {
        parameters: || {
            vec![
                needed("@command1", TEXT),
                with_default("@replacechar", DataType::NChar(1), Value::text("?")),
                optional("@command2", TEXT),
                optional("@command3", TEXT),
                optional("@precommand", TEXT),
                optional("@postcommand", TEXT),
            ]
        },
        needs: |rights, _| rights.checked_by("Invocation::run_text"),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let listed = invocation.env.context.host.listed().into_iter();
            let usable = listed.filter(|listed| listed.state == DatabaseState::Online);
            let names: Vec<String> = usable.map(|listed| listed.name).collect();
            let commands = [0, 2, 3].map(|place| given.text(place));
            invocation.for_each(&names, commands, given.text(1), (given.text(4), given.text(5)))
        },
    },
);

impl Invocation<'_, '_, '_> {
    /// Runs the commands as batches for each of `names`. The name replaces `replaced` in each
    /// command.
    fn for_each(
        &mut self,
        names: &[String],
        commands: [Option<&str>; 3],
        replaced: Option<&str>,
        (before, after): (Option<&str>, Option<&str>),
    ) -> Result<Ending, SqlError> {
        let mut batches: Vec<String> = before.map(str::to_owned).into_iter().collect();
        for name in names {
            for command in commands.into_iter().flatten() {
                batches.push(match replaced {
                    Some(mark) if !mark.is_empty() => command.replace(mark, name),
                    _ => command.to_owned(),
                });
            }
        }
        batches.extend(after.map(str::to_owned));
        for text in batches {
            match self.run_text(&text)? {
                Ending::Returned | Ending::ScopeEnded => {}
                other => return Ok(other),
            }
        }
        Ok(Ending::Returned)
    }

    /// Returns `[schema].[table]` of every user table that satisfies `condition`, a text that
    /// begins with AND. Returns the ending if the query fails.
    fn names_of_tables(&mut self, condition: Option<&str>) -> Result<Result<Vec<String>, Ending>, SqlError> {
        let query = format!("{TABLES} {} ORDER BY o.id", condition.unwrap_or_default());
        let (ending, _, rows) = self.captured((&query, ""), &[])?;
        let Some(rows) = rows else { return Ok(Err(ending)) };
        let rows = (0..rows.count()).map(|place| rows.row(place)).collect::<Result<Vec<_>, _>>()?;
        Ok(Ok(rows.iter().filter_map(|row| row[0].as_str().map(str::to_owned)).collect()))
    }
}

/// Query of the user tables. Its aliases are those that scripts' conditions use, and unqualified
/// names mean the columns of one of them.
const TABLES: &str = "SELECT N'[' + REPLACE(SCHEMA_NAME(syso.schema_id), N']', N']]') + N'].[' \
     + REPLACE(o.name, N']', N']]') + N']' \
     FROM dbo.sysobjects AS o JOIN sys.all_objects AS syso ON o.id = syso.object_id \
     WHERE OBJECTPROPERTY(o.id, N'IsUserTable') = 1 AND o.category & 2 = 0";
/// The type of a command.
const TEXT: DataType = DataType::NVarChar(Length::Limited(2000));
