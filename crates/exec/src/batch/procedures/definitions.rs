//! `sp_helptext`, `sp_rename`, `sp_settriggerorder`, `sp_updatestats`, `sp_tableoption`,
//! `sp_recompile`, `sp_MS_marksystemobject`, `sp_describe_first_result_set` and
//! `sp_describe_undeclared_parameters`: show, rename, order, measure and change definitions.

use crate::batch::ending::Ending;
use crate::batch::invocation::Invocation;
use crate::batch::system_procedure::{CallArguments, SystemProcedure, Typed, needed, optional, with_default};
use sluice_catalog::DdlScope;
use sluice_command::statement::{self, EventSource, Rename, TableOptionChange, TriggerOrder};
use sluice_session::quoted_name;
use sluice_types::{DataType, Length, SqlError, Value, bracketed};

pub(in crate::batch) static HELP_TEXT: SystemProcedure = SystemProcedure::typed(
    "sp_helptext",
    Typed {
        parameters: || {
            vec![
                needed("@objname", DataType::NVarChar(Length::Limited(776))),
                optional("@columnname", DataType::SYSNAME),
            ]
        },
        needs: |rights, _| rights.checked_by("help_text::help_text"),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let name = given.text(0).unwrap_or_default();
            statement::help_text(invocation.env, name, given.text(1)).map(|()| Ending::Returned)
        },
    },
);

pub(in crate::batch) static RENAME: SystemProcedure = SystemProcedure::typed(
    "sp_rename",
    Typed {
        parameters: || {
            vec![
                needed("@objname", DataType::NVarChar(Length::Limited(1035))),
                needed("@newname", DataType::SYSNAME),
                optional("@objtype", DataType::varchar(Length::Limited(13))),
            ]
        },
        needs: |rights, _| rights.checked_by("rename::apply"),
        events: |given| {
            if is_of_database(given) {
                return EventSource::None;
            }
            let (name, new) = (given.text(0).unwrap_or_default(), given.text(1).unwrap_or_default());
            EventSource::undoable(move |env| statement::rename_event(env, &Rename { name, new, kind: given.text(2) }))
        },
        run: |invocation, given| {
            // 15223: a name is missing.
            let name =
                |place: usize, parameter: &str| given.text(place).ok_or_else(|| SqlError::null_parameter(parameter));
            let rename = Rename { name: name(0, "@objname")?, new: name(1, "@newname")?, kind: given.text(2) };
            if is_of_database(given) {
                return invocation.rename_database(&rename);
            }
            statement::rename(invocation.env, &rename).map(|()| Ending::Returned)
        },
    },
);

/// Whether a call of `sp_rename` names a database.
fn is_of_database(given: &CallArguments<'_>) -> bool {
    given.text(2).is_some_and(|kind| kind.trim_end().eq_ignore_ascii_case("DATABASE"))
}

impl Invocation<'_, '_, '_> {
    /// Renames a database with ALTER DATABASE, which checks the permission. Fails with 15010 if the
    /// database doesn't exist.
    fn rename_database(&mut self, rename: &Rename<'_>) -> Result<Ending, SqlError> {
        let host = self.env.context.host;
        let written = quoted_name::parse(rename.name).filter(|name| name.schema.is_none());
        let known = written.filter(|name| host.database_id(&name.object).is_some());
        let old = known.ok_or_else(|| SqlError::no_such_database(rename.name))?.object;
        self.run_text(&format!("ALTER DATABASE {} MODIFY NAME = {}", bracketed(&old), bracketed(rename.new)))
    }
}

pub(in crate::batch) static UPDATE_STATISTICS: SystemProcedure = SystemProcedure::typed(
    "sp_updatestats",
    Typed {
        parameters: || vec![with_default("@resample", DataType::char(8), Value::text("no      "))],
        needs: |rights, _| rights.database_owner(),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let written = given.text(0).unwrap_or_default().trim_end().to_lowercase();
            if !matches!(written.as_str(), "no" | "resample") {
                // 14138: invalid value of `@resample`.
                return Err(SqlError::invalid_option_name(written));
            }
            statement::update_all(invocation.env, written == "resample").map(|()| Ending::Returned)
        },
    },
);

pub(in crate::batch) static TABLE_OPTION: SystemProcedure = SystemProcedure::typed(
    "sp_tableoption",
    Typed {
        parameters: || {
            vec![
                needed("@TableNamePattern", DataType::NVarChar(Length::Limited(776))),
                needed("@OptionName", DataType::varchar(Length::Limited(35))),
                needed("@OptionValue", DataType::varchar(Length::Limited(12))),
            ]
        },
        needs: |rights, given| option_of(given).check(rights),
        events: |_| EventSource::None,
        run: |invocation, given| {
            statement::set_table_option(invocation.env, &option_of(given)).map(|()| Ending::Returned)
        },
    },
);

fn option_of<'a>(given: &'a CallArguments<'a>) -> TableOptionChange<'a> {
    let [table, option, value] = [0, 1, 2].map(|place| given.text(place).unwrap_or_default());
    TableOptionChange { table, option, value }
}

pub(in crate::batch) static RECOMPILE: SystemProcedure = SystemProcedure::typed(
    "sp_recompile",
    Typed {
        parameters: || vec![needed("@objname", DataType::NVarChar(Length::Limited(776)))],
        needs: |rights, given| statement::check_recompile(rights, given.text(0).unwrap_or_default()),
        events: |_| EventSource::None,
        run: |invocation, given| {
            statement::recompile(invocation.env, given.text(0).unwrap_or_default()).map(|()| Ending::Returned)
        },
    },
);

pub(in crate::batch) static MARK_SYSTEM_OBJECT: SystemProcedure = SystemProcedure::typed(
    "sp_MS_marksystemobject",
    Typed {
        parameters: || {
            vec![
                needed("@objname", DataType::NVarChar(Length::Limited(517))),
                optional("@namespace", DataType::varchar(Length::Limited(10))),
            ]
        },
        needs: |rights, _| rights.database_owner(),
        events: |_| EventSource::None,
        run: |invocation, given| {
            if given.text(1).is_some_and(|namespace| namespace.trim_end().eq_ignore_ascii_case("SERVER")) {
                return Err(SqlError::unsupported_option("sp_MS_marksystemobject of a server trigger"));
            }
            statement::mark_system_object(invocation.env, given.text(0).unwrap_or_default()).map(|()| Ending::Returned)
        },
    },
);

/// The part of `sp_refreshsqlmodule` that changes the catalog; SQL Server has one of this name too.
pub(in crate::batch) static REFRESH_MODULE: SystemProcedure = SystemProcedure::typed(
    "sp_refreshsqlmodule_internal",
    Typed {
        parameters: || vec![needed("@name", DataType::NVarChar(Length::Limited(776)))],
        needs: |rights, _| rights.checked_by("refresh::refresh"),
        events: |_| EventSource::None,
        run: |invocation, given| {
            statement::refresh_module(invocation.env, given.text(0).unwrap_or_default()).map(|()| Ending::Returned)
        },
    },
);

pub(in crate::batch) static DESCRIBE_FIRST_RESULT_SET: SystemProcedure = SystemProcedure::typed(
    "sp_describe_first_result_set",
    Typed {
        parameters: || {
            vec![
                needed("@tsql", DataType::NVarChar(Length::Max)),
                optional("@params", DataType::NVarChar(Length::Max)),
                with_default("@browse_information_mode", DataType::TinyInt, Value::TinyInt(0)),
            ]
        },
        needs: |rights, _| rights.checked_by("describe::describe"),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let [text, declarations] = [0, 1].map(|place| given.text(place).unwrap_or_default());
            invocation.programs.describe(invocation.env, (text, declarations), given.number(2))
        },
    },
);

pub(in crate::batch) static DESCRIBE_UNDECLARED: SystemProcedure = SystemProcedure::typed(
    "sp_describe_undeclared_parameters",
    Typed {
        parameters: || {
            vec![needed("@tsql", DataType::NVarChar(Length::Max)), optional("@params", DataType::NVarChar(Length::Max))]
        },
        needs: |rights, _| rights.checked_by("describe::describe"),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let [text, declarations] = [0, 1].map(|place| given.text(place).unwrap_or_default());
            invocation.programs.describe_undeclared(invocation.env, (text, declarations))
        },
    },
);

pub(in crate::batch) static TRIGGER_ORDER: SystemProcedure = SystemProcedure::typed(
    "sp_settriggerorder",
    Typed {
        parameters: || {
            vec![
                needed("@triggername", DataType::NVarChar(Length::Limited(517))),
                needed("@order", DataType::varchar(Length::Limited(10))),
                needed("@stmttype", DataType::varchar(Length::Limited(50))),
                optional("@namespace", DataType::varchar(Length::Limited(10))),
            ]
        },
        needs: |rights, _| rights.checked_by("order::set_trigger_order"),
        events: |given| {
            EventSource::undoable(|env| {
                order_of(given).map_or_else(|_| Vec::new(), |call| statement::trigger_order_events(env, &call))
            })
        },
        run: |invocation, given| {
            statement::set_trigger_order(invocation.env, &order_of(given)?).map(|()| Ending::Returned)
        },
    },
);

/// Returns the arguments. Fails with 15600 for another namespace.
fn order_of<'a>(given: &'a CallArguments<'a>) -> Result<TriggerOrder<'a>, SqlError> {
    let scope = match given.text(3).map(|namespace| namespace.trim_end().to_uppercase()).as_deref() {
        None => None,
        Some("DATABASE") => Some(DdlScope::Database),
        Some("SERVER") => Some(DdlScope::Server),
        Some(_) => return Err(SqlError::invalid_procedure_option("sys.sp_settriggerorder")),
    };
    let [name, order, event] = [0, 1, 2].map(|place| given.text(place).unwrap_or_default());
    Ok(TriggerOrder { name, order, event, scope })
}
