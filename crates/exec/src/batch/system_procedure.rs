//! System procedures that evaluate their arguments like user procedures: names, parameters and
//! execution.

use super::call::{Entry, enter, give_back_status, refuse};
use super::ending::Ending;
use super::interpreter::Turn;
use super::parameter::{self, Argument, Binding, Parameter, ParameterDefault};
use super::step_permission::check_procedure;
use crate::open_cursor::CursorRows;
use crate::statement::{self, NewMessage, PropertyCall, PropertyVerb, Rename};
use crate::user_messages::TEXT_LENGTH_MAX;
use sluice_base::sync::Arc;
use sluice_plan::unsupported;
use sluice_query::code::Reg;
use sluice_table::database::Database;
use sluice_types::{DataType, Length, SqlError, Value};

/// A system procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SystemProcedure {
    /// `sp_helptext`.
    HelpText,
    /// `sp_configure`.
    Configure,
    /// `sp_rename`.
    Rename,
    /// `sp_msforeachtable`.
    ForEachTable,
    /// `sp_msforeachdb`.
    ForEachDatabase,
    /// `sp_updatestats`.
    UpdateStatistics,
    /// `sp_addmessage`.
    AddMessage,
    /// `sp_altermessage`.
    AlterMessage,
    /// `sp_dropmessage`.
    DropMessage,
    /// `sp_describe_first_result_set`.
    DescribeFirstResultSet,
    /// `sp_describe_undeclared_parameters`.
    DescribeUndeclaredParameters,
    /// `sp_cursor_list`.
    CursorList,
    /// `sp_describe_cursor`.
    DescribeCursor,
    /// `sp_addextendedproperty` and its siblings.
    ExtendedProperty(PropertyVerb),
}

/// A call of a system procedure.
pub(super) struct SystemCall {
    /// The procedure.
    pub procedure: SystemProcedure,
    /// Arguments of the call.
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
}

impl SystemProcedure {
    /// Returns the procedure called `name`, in any case.
    pub(super) fn named(name: &str) -> Option<SystemProcedure> {
        ALL.into_iter().find(|procedure| procedure.name().eq_ignore_ascii_case(name))
    }

    /// Returns the names of all procedures.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        ALL.into_iter().map(SystemProcedure::name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            SystemProcedure::HelpText => "sp_helptext",
            SystemProcedure::Configure => "sp_configure",
            SystemProcedure::Rename => "sp_rename",
            SystemProcedure::ForEachTable => "sp_MSforeachtable",
            SystemProcedure::ForEachDatabase => "sp_MSforeachdb",
            SystemProcedure::UpdateStatistics => "sp_updatestats",
            SystemProcedure::AddMessage => "sp_addmessage",
            SystemProcedure::AlterMessage => "sp_altermessage",
            SystemProcedure::DropMessage => "sp_dropmessage",
            SystemProcedure::DescribeFirstResultSet => "sp_describe_first_result_set",
            SystemProcedure::CursorList => "sp_cursor_list",
            SystemProcedure::DescribeCursor => "sp_describe_cursor",
            SystemProcedure::DescribeUndeclaredParameters => "sp_describe_undeclared_parameters",
            SystemProcedure::ExtendedProperty(PropertyVerb::Add) => "sp_addextendedproperty",
            SystemProcedure::ExtendedProperty(PropertyVerb::Update) => "sp_updateextendedproperty",
            SystemProcedure::ExtendedProperty(PropertyVerb::Drop) => "sp_dropextendedproperty",
        }
    }

    /// Returns the parameters, as documented. `sp_MSforeachtable` and `sp_MSforeachdb` are
    /// undocumented and follow common usage.
    fn parameters(self) -> Vec<Parameter> {
        let name = |length| DataType::NVarChar(Length::Limited(length));
        let text = name(2000);
        let replaced = || with_default("@replacechar", DataType::NChar(1), Value::text("?"));
        let optional = |name, data_type| with_default(name, data_type, Value::Null);
        match self {
            SystemProcedure::HelpText => {
                vec![needed("@objname", name(776)), optional("@columnname", DataType::SYSNAME)]
            }
            SystemProcedure::Configure => vec![
                optional("@configname", DataType::varchar(Length::Limited(35))),
                optional("@configvalue", DataType::Int),
            ],
            SystemProcedure::Rename => vec![
                needed("@objname", name(1035)),
                needed("@newname", DataType::SYSNAME),
                optional("@objtype", DataType::varchar(Length::Limited(13))),
            ],
            SystemProcedure::ForEachTable => vec![
                needed("@command1", text),
                replaced(),
                optional("@command2", text),
                optional("@command3", text),
                optional("@whereand", text),
                optional("@precommand", text),
                optional("@postcommand", text),
            ],
            SystemProcedure::AddMessage => vec![
                optional("@msgnum", DataType::Int),
                optional("@severity", DataType::SmallInt),
                optional("@msgtext", name(TEXT_LENGTH_MAX)),
                optional("@lang", DataType::SYSNAME),
                with_default("@with_log", DataType::varchar(Length::Limited(5)), Value::text("FALSE")),
                optional("@replace", DataType::varchar(Length::Limited(7))),
            ],
            SystemProcedure::AlterMessage => vec![
                needed("@message_id", DataType::Int),
                needed("@parameter", DataType::SYSNAME),
                needed("@parameter_value", DataType::varchar(Length::Limited(5))),
            ],
            SystemProcedure::DropMessage => {
                vec![optional("@msgnum", DataType::Int), optional("@lang", DataType::SYSNAME)]
            }
            SystemProcedure::DescribeFirstResultSet => vec![
                needed("@tsql", DataType::NVarChar(Length::Max)),
                optional("@params", DataType::NVarChar(Length::Max)),
                with_default("@browse_information_mode", DataType::TinyInt, Value::TinyInt(0)),
            ],
            SystemProcedure::DescribeUndeclaredParameters => vec![
                needed("@tsql", DataType::NVarChar(Length::Max)),
                optional("@params", DataType::NVarChar(Length::Max)),
            ],
            SystemProcedure::CursorList => {
                vec![for_cursor("@cursor_return"), needed("@cursor_scope", DataType::Int)]
            }
            SystemProcedure::DescribeCursor => vec![
                for_cursor("@cursor_return"),
                needed("@cursor_source", name(30)),
                needed("@cursor_identity", DataType::SYSNAME),
            ],
            SystemProcedure::ExtendedProperty(verb) => {
                let value = (verb != PropertyVerb::Drop).then(|| optional("@value", DataType::SqlVariant));
                let kind = DataType::varchar(Length::Limited(128));
                let levels = LEVELS.into_iter().zip([kind, DataType::SYSNAME].into_iter().cycle());
                let levels = levels.map(|(name, data_type)| optional(name, data_type));
                [needed("@name", DataType::SYSNAME)].into_iter().chain(value).chain(levels).collect()
            }
            SystemProcedure::UpdateStatistics => {
                vec![with_default("@resample", DataType::char(8), Value::text("no      "))]
            }
            SystemProcedure::ForEachDatabase => vec![
                needed("@command1", text),
                replaced(),
                optional("@command2", text),
                optional("@command3", text),
                optional("@precommand", text),
                optional("@postcommand", text),
            ],
        }
    }
}

impl Turn<'_, '_, '_, '_> {
    /// Runs a system procedure. Errors are attributed to the procedure.
    pub(super) fn call_system(&mut self, call: &SystemCall) -> Result<Ending, SqlError> {
        let name = call.procedure.name();
        let of_procedure = |mut error: SqlError| {
            error.procedure.get_or_insert_with(|| name.into());
            error
        };
        let parameters = call.procedure.parameters();
        let missing =
            |parameter: &Parameter| SqlError::new(201, 16, 4, vec![name.to_owned(), parameter.name.to_string()]);
        let bound = parameter::bind(name, (&parameters, &call.arguments), self.env.frame, missing);
        let Binding { values, cursors, .. } = bound.map_err(of_procedure)?;
        if self.env.state.is_restricted {
            check_procedure(call.procedure, &values, self.env).map_err(|error| of_procedure(error.at_line(1)))?;
        }
        let texts: Vec<Option<&str>> = values.iter().map(Value::as_str).collect();
        self.env.sink.enter_procedure();
        let cursor = cursors.first().map(|(_, variable)| &**variable);
        let ending = self.run_system(call.procedure, (&texts, &values), cursor);
        self.env.sink.leave_procedure(matches!(ending, Ok(Ending::Returned)).then_some(0));
        let ending = ending.map_err(|error| of_procedure(error.at_line(1)))?;
        if let (Ending::Returned, Some((register, data_type))) = (&ending, call.status) {
            give_back_status(self.env, (register, data_type, Value::Int(0)))?;
        }
        Ok(ending)
    }

    fn run_system(
        &mut self,
        procedure: SystemProcedure,
        (texts, values): (&[Option<&str>], &[Value]),
        cursor: Option<&str>,
    ) -> Result<Ending, SqlError> {
        match procedure {
            SystemProcedure::Configure => return self.configure(texts[0], values[1].as_i64()),
            SystemProcedure::HelpText => {
                if texts[1].is_some() {
                    return Err(unsupported("sp_helptext of a column"));
                }
                statement::help_text(self.env, texts[0].unwrap_or_default())?;
            }
            SystemProcedure::Rename => {
                // 15223: a name is missing.
                let given = |place: usize, parameter: &str| {
                    texts[place].ok_or_else(|| SqlError::new(15223, 11, 1, vec![parameter.to_owned()]))
                };
                let (name, new, kind) = (given(0, "@objname")?, given(1, "@newname")?, texts[2]);
                statement::rename(self.env, &Rename { name, new, kind })?;
            }
            SystemProcedure::UpdateStatistics => {
                let written = texts[0].unwrap_or_default().trim_end().to_lowercase();
                if !matches!(written.as_str(), "no" | "resample") {
                    // 14138: invalid value of `@resample`.
                    return Err(SqlError::new(14138, 16, 1, vec![written]));
                }
                statement::update_all(self.env, written == "resample")?;
            }
            SystemProcedure::AddMessage => {
                let (number, severity) = (values[0].as_i64(), values[1].as_i64());
                let [text, language, with_log, replace] = [2, 3, 4, 5].map(|place| texts[place]);
                let new = NewMessage { number, severity, text, language, with_log, replace };
                statement::add_message(self.env, &new)?;
            }
            SystemProcedure::AlterMessage => {
                if texts[1].is_some_and(|parameter| !parameter.trim_end().eq_ignore_ascii_case("WITH_LOG")) {
                    return Err(unsupported("sp_altermessage"));
                }
                statement::alter_message(self.env, values[0].as_i64(), texts[2])?;
            }
            SystemProcedure::DescribeFirstResultSet => {
                let [text, declarations] = [0, 1].map(|place| texts[place].unwrap_or_default());
                return self.describe(text, declarations, values[2].as_i64());
            }
            SystemProcedure::DescribeUndeclaredParameters => {
                let [text, declarations] = [0, 1].map(|place| texts[place].unwrap_or_default());
                return self.describe_undeclared(text, declarations);
            }
            SystemProcedure::CursorList => self.list_cursors(cursor, values[1].as_i64())?,
            SystemProcedure::DescribeCursor => self.describe_cursor(cursor, (texts[1], texts[2]))?,
            SystemProcedure::ExtendedProperty(verb) => {
                // sp_dropextendedproperty has no value.
                let (value, levels) = match verb {
                    PropertyVerb::Drop => (&Value::Null, &texts[1..]),
                    PropertyVerb::Add | PropertyVerb::Update => (&values[1], &texts[2..]),
                };
                let levels = [0, 2, 4].map(|place| (levels[place], levels[place + 1]));
                let call = PropertyCall { verb, procedure: procedure.name(), name: texts[0], value, levels };
                statement::change_property(self.env, &call)?;
            }
            SystemProcedure::DropMessage => statement::drop_message(self.env, values[0].as_i64(), texts[1])?,
            SystemProcedure::ForEachTable => {
                let names = match self.names_of_tables(texts[4])? {
                    Ok(names) => names,
                    Err(ending) => return Ok(ending),
                };
                return self.for_each(&names, [texts[0], texts[2], texts[3]], texts[1], (texts[5], texts[6]));
            }
            SystemProcedure::ForEachDatabase => {
                let databases = self.env.context.host.databases();
                let names: Vec<String> =
                    databases.iter().map(|database: &Arc<Database>| database.name.clone()).collect();
                return self.for_each(&names, [texts[0], texts[2], texts[3]], texts[1], (texts[4], texts[5]));
            }
        }
        Ok(Ending::Returned)
    }

    /// Runs `sp_configure`: shows all options or one option, or sets an option.
    fn configure(&mut self, name: Option<&str>, value: Option<i64>) -> Result<Ending, SqlError> {
        let Some(name) = name else {
            return self.run_text(&format!("{OPTIONS_SHOWN} {NOT_ADVANCED} ORDER BY name"));
        };
        let found = statement::options_named(self.env, name)?;
        let names: Vec<String> = found.iter().map(|option| format!("'{}'", option.name)).collect();
        let shown = format!("{OPTIONS_SHOWN} name IN ({}) ORDER BY name", names.join(", "));
        match (found.as_slice(), value.and_then(|value| i32::try_from(value).ok())) {
            ([_], None) => self.run_text(&shown),
            ([option], Some(value)) => statement::configure(self.env, option, value).map(|()| Ending::Returned),
            // 15124: the name is ambiguous. The matching options are shown first.
            _ => match self.run_text(&shown)? {
                Ending::Returned | Ending::ScopeEnded => Err(SqlError::new(15124, 16, 1, vec![name.to_owned()])),
                other => Ok(other),
            },
        }
    }

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

    fn run_text(&mut self, text: &str) -> Result<Ending, SqlError> {
        let mut batch = match self.calls.plans.take(text, "", self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        // The text counts as a string executed by a procedure: two nesting levels.
        let ending = enter(self.env, self.calls, &mut batch, Entry::of_text(2, Vec::new()));
        self.calls.plans.put(text, batch);
        ending
    }
}

fn needed(name: &str, data_type: DataType) -> Parameter {
    Parameter {
        name: name.into(),
        data_type,
        is_output: false,
        default: None,
        rows: None,
        is_cursor: false,
        user_type: None,
    }
}

fn for_cursor(name: &str) -> Parameter {
    Parameter { is_output: true, is_cursor: true, ..needed(name, DataType::OF_NULL) }
}

fn with_default(name: &str, data_type: DataType, default: Value) -> Parameter {
    Parameter {
        name: name.into(),
        data_type,
        is_output: false,
        default: Some(ParameterDefault::Constant(default)),
        rows: None,
        is_cursor: false,
        user_type: None,
    }
}

/// Query of the instance's options, in the form that `sp_configure` shows.
const OPTIONS_SHOWN: &str = "SELECT CAST(name AS nvarchar(35)) AS name, CAST(minimum AS int) AS minimum, CAST(maximum AS int) AS maximum, \
     CAST(value AS int) AS config_value, CAST(value_in_use AS int) AS run_value FROM sys.configurations WHERE";
const NOT_ADVANCED: &str = "is_advanced = 0 OR EXISTS (SELECT * FROM sys.configurations WHERE configuration_id = 518 \
     AND CAST(value_in_use AS int) = 1)";
/// Query of the user tables. Its aliases are those that scripts' conditions use.
const TABLES: &str = "SELECT N'[' + REPLACE(s.name, N']', N']]') + N'].[' + REPLACE(o.name, N']', N']]') + N']' \
     FROM (SELECT object_id AS id, name, schema_id AS uid FROM sys.objects WHERE type = 'U') AS o \
     JOIN sys.objects AS syso ON syso.object_id = o.id JOIN sys.schemas AS s ON s.schema_id = o.uid WHERE 1 = 1";

/// The parameters of extended properties that name an owner.
const LEVELS: [&str; 6] = ["@level0type", "@level0name", "@level1type", "@level1name", "@level2type", "@level2name"];

const ALL: [SystemProcedure; 16] = [
    SystemProcedure::HelpText,
    SystemProcedure::Configure,
    SystemProcedure::Rename,
    SystemProcedure::ForEachTable,
    SystemProcedure::ForEachDatabase,
    SystemProcedure::UpdateStatistics,
    SystemProcedure::AddMessage,
    SystemProcedure::AlterMessage,
    SystemProcedure::DropMessage,
    SystemProcedure::DescribeFirstResultSet,
    SystemProcedure::DescribeUndeclaredParameters,
    SystemProcedure::CursorList,
    SystemProcedure::DescribeCursor,
    SystemProcedure::ExtendedProperty(PropertyVerb::Add),
    SystemProcedure::ExtendedProperty(PropertyVerb::Update),
    SystemProcedure::ExtendedProperty(PropertyVerb::Drop),
];
