//! CREATE, UPDATE and DROP STATISTICS as commands.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::definition::define;
use crate::statement::ddl::statistics::define::{
    NewStatistics, StatisticsKind, StatisticsUpdate, create, drop_statistics, update_of,
};
use crate::statement::ddl::statistics::measure::Sample;
use crate::statement::event::{DdlEvent, EventSource};
use sluice_catalog::{EventType, ObjectName, name};
use sluice_plan::{object_name, unsupported};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::{Rights, undropped};
use sluice_syntax::ast::{self, DropObjects, Literal, NamedOption, OptionValue};
use sluice_types::SqlError;

/// CREATE STATISTICS.
struct StatisticsCreation {
    table: ObjectName,
    new: NewStatistics,
}

/// UPDATE STATISTICS.
struct StatisticsRefresh {
    table: ObjectName,
    update: StatisticsUpdate,
}

/// DROP STATISTICS: tables and names.
struct StatisticsRemoval(Vec<(ObjectName, String)>);

/// Options of the WITH clause.
#[derive(Default)]
struct Options {
    sample: Option<Option<Sample>>,
    resample: bool,
    no_recompute: bool,
    kind: StatisticsKind,
}

/// Compiles CREATE STATISTICS. Unsupported options fail with 40517. Names are resolved at the run.
/// Fails with 1031 for a percentage above 100, and with 1052 for options that exclude each other.
pub(in crate::statement) fn compile_create(
    statistics: &ast::CreateStatistics,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(&statistics.table)?;
    let options = options_of(&statistics.options, "CREATE STATISTICS")?;
    let new = NewStatistics {
        name: statistics.name.text.to_string(),
        columns: statistics.columns.iter().map(|column| column.text.to_string()).collect(),
        sample: options.sample.unwrap_or(Some(Sample::Default)),
        no_recompute: options.no_recompute,
        condition: statistics.condition.clone(),
    };
    to.add(Box::new(StatisticsCreation { table: object_name(&statistics.table), new }));
    Ok(())
}

/// Compiles UPDATE STATISTICS. Unsupported options fail with 40517. Names are resolved at the run.
/// Fails with 1031 for a percentage above 100, and with 1052 for options that exclude each other.
pub(in crate::statement) fn compile_update(
    statistics: &ast::UpdateStatistics,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(&statistics.table)?;
    let options = options_of(&statistics.options, "UPDATE STATISTICS")?;
    let update = StatisticsUpdate {
        names: statistics.names.iter().map(|name| name.text.to_string()).collect(),
        kind: options.kind,
        sample: options.sample.unwrap_or(Some(Sample::Default)),
        resample: options.resample,
        no_recompute: options.no_recompute,
    };
    to.add(Box::new(StatisticsRefresh { table: object_name(&statistics.table), update }));
    Ok(())
}

/// Compiles DROP STATISTICS. Each name is a table's name followed by that of the statistics. Fails
/// with 102 if the table is missing. A name may have four parts with its database and schema.
pub(in crate::statement) fn compile_drop(drop: &DropObjects, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let mut names = Vec::with_capacity(drop.names.len());
    for name in &drop.names {
        let text = |part: &Option<ast::Name>| part.as_ref().map(|part| part.text.to_string());
        let Some(table) = text(&name.schema) else {
            return Err(SqlError::statistics_without_table());
        };
        let table = ObjectName { database: text(&name.server), schema: text(&name.database), object: table };
        names.push((table, name.name.text.to_string()));
    }
    to.add(Box::new(StatisticsRemoval(names)));
    Ok(())
}

/// Returns the event about statistics of a table or view.
fn statistics_event(env: &Env<'_, '_>, event: EventType, table: &ObjectName, name: &str) -> Option<DdlEvent> {
    env.part_event(event, (name, "STATISTICS"), (table, env.target_kind(table)))
}

fn has_statistics(env: &Env<'_, '_>, table: &ObjectName, name: &str) -> bool {
    let Ok(database) = env.database_of(table) else { return false };
    let catalog = env.state.transaction.work.catalog(&database);
    catalog.table(table).is_some_and(|table| table.statistics.iter().any(|own| name::same(&own.name, name)))
}

impl Command for StatisticsCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.table, &SqlError::object_not_found(&self.table).in_state(12))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Statistics
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            statistics_event(env, EventType::CREATE_STATISTICS, &self.table, &self.new.name).into_iter().collect()
        })
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| create(env, &self.table, &self.new))?)
    }
}

impl Command for StatisticsRefresh {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.table, &SqlError::object_not_found(&self.table).in_state(12))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            // Without names the event is about the statistics of the whole table.
            let whole = [self.table.object.clone()];
            let names = if self.update.names.is_empty() { &whole[..] } else { &self.update.names };
            let event = |name: &String| statistics_event(env, EventType::UPDATE_STATISTICS, &self.table, name);
            names.iter().filter_map(event).collect()
        })
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| update_of(env, &self.table, &self.update))?)
    }
}

impl Command for StatisticsRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let shown = |(table, name): &(ObjectName, String)| format!("{table}.{name}");
        self.0.iter().try_for_each(|named| rights.alter(&named.0, &undropped("statistics", &shown(named))))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Statistics
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let existing = self.0.iter().filter(|(table, name)| has_statistics(env, table, name));
            existing
                .filter_map(|(table, name)| statistics_event(env, EventType::DROP_STATISTICS, table, name))
                .collect()
        })
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(drop_statistics(env, &self.0)?)
    }
}

/// Returns the options of a WITH clause. Fails with 1052 for two sizes of the sample. Unsupported
/// options are refused.
fn options_of(options: &[NamedOption], statement: &str) -> Result<Options, SqlError> {
    let mut found = Options::default();
    let samples = ["FULLSCAN", "SAMPLE", "RESAMPLE"];
    let mut sizes = samples.into_iter().filter(|word| options.iter().any(|option| option.name.is(word)));
    if let (Some(first), Some(second)) = (sizes.next(), sizes.next()) {
        return Err(SqlError::conflicting_options(statement, first, second));
    }
    for option in options {
        let word = option.name.text.to_uppercase();
        let is_off = matches!(&option.value, Some(OptionValue::Word(word)) if word.is("OFF"));
        match (word.as_str(), &option.value) {
            ("FULLSCAN", None) => found.sample = Some(Some(Sample::Full)),
            ("SAMPLE", Some(OptionValue::Literal { value, unit: Some(unit) })) => {
                let number = number_of(value).ok_or_else(|| unsupported(&format!("{statement} WITH SAMPLE")))?;
                if number > 100.0 && unit.is("PERCENT") {
                    return Err(SqlError::percent_out_of_range());
                }
                found.sample = Some(match (number <= 0.0, unit.is("PERCENT")) {
                    (true, _) => None,
                    (false, true) if number >= 100.0 => Some(Sample::Full),
                    (false, true) => Some(Sample::Percent(number)),
                    (false, false) => Some(Sample::Rows(number as u64)),
                });
            }
            ("RESAMPLE", None) => found.resample = true,
            ("NORECOMPUTE", None) => found.no_recompute = true,
            ("ALL", None) => found.kind = StatisticsKind::All,
            ("COLUMNS", None) => found.kind = StatisticsKind::Columns,
            ("INDEX", None) => found.kind = StatisticsKind::Index,
            ("INCREMENTAL" | "PERSIST_SAMPLE_PERCENT" | "AUTO_DROP", _) if is_off => {}
            ("MAXDOP", Some(_)) => {}
            _ => return Err(unsupported(&format!("{statement} WITH {word}"))),
        }
    }
    Ok(found)
}

fn number_of(value: &Literal) -> Option<f64> {
    match value {
        Literal::Integer(number) => Some(*number as f64),
        Literal::Decimal(text) => text.parse().ok(),
        _ => None,
    }
}
