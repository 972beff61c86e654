//! Compiles CREATE, UPDATE and DROP STATISTICS, and DBCC SHOW_STATISTICS.

use super::compiler::Compiler;
use super::dbcc::option_word;
use super::program::Step;
use super::simple_step::refuse_server;
use sluice_catalog::ObjectName;
use sluice_command::statement::{
    Inspection, NewStatistics, Sample, StatisticsKind, StatisticsPart, StatisticsShown, StatisticsUpdate,
};
use sluice_plan::{object_name, unsupported};
use sluice_syntax::ast::{
    self, CreateStatistics, Dbcc, DropObjects, Expr, ExprKind, Literal, NamedOption, OptionValue, UpdateStatistics,
};
use sluice_types::SqlError;

/// Options of the WITH clause.
#[derive(Default)]
struct Options {
    sample: Option<Option<Sample>>,
    resample: bool,
    no_recompute: bool,
    kind: StatisticsKind,
}

impl Compiler {
    pub(super) fn create_statistics(&mut self, statistics: &CreateStatistics) -> Result<(), SqlError> {
        refuse_server(&statistics.table)?;
        if statistics.condition.is_some() {
            return Err(unsupported("CREATE STATISTICS WHERE"));
        }
        let options = options_of(&statistics.options, "CREATE STATISTICS")?;
        let new = NewStatistics {
            name: statistics.name.text.to_string(),
            columns: statistics.columns.iter().map(|column| column.text.to_string()).collect(),
            sample: options.sample.unwrap_or(Some(Sample::Default)),
            no_recompute: options.no_recompute,
        };
        self.step(Step::CreateStatistics(Box::new((object_name(&statistics.table), new))));
        Ok(())
    }

    pub(super) fn update_statistics(&mut self, statistics: &UpdateStatistics) -> Result<(), SqlError> {
        refuse_server(&statistics.table)?;
        let options = options_of(&statistics.options, "UPDATE STATISTICS")?;
        let update = StatisticsUpdate {
            names: statistics.names.iter().map(|name| name.text.to_string()).collect(),
            kind: options.kind,
            sample: options.sample.unwrap_or(Some(Sample::Default)),
            resample: options.resample,
            no_recompute: options.no_recompute,
        };
        self.step(Step::UpdateStatistics(Box::new((object_name(&statistics.table), update))));
        Ok(())
    }

    /// Compiles DROP STATISTICS. Each name is a table's name followed by that of the statistics.
    /// Fails with 102 if the table is missing.
    pub(super) fn drop_statistics(&mut self, drop: &DropObjects) -> Result<(), SqlError> {
        let mut names = Vec::with_capacity(drop.names.len());
        for name in &drop.names {
            let text = |part: &Option<ast::Name>| part.as_ref().map(|part| part.text.to_string());
            let Some(table) = text(&name.schema) else {
                return Err(SqlError::new(102, 15, 1, vec![name.name.text.to_string()]));
            };
            let table = ObjectName { database: text(&name.server), schema: text(&name.database), object: table };
            names.push((table, name.name.text.to_string()));
        }
        self.step(Step::DropStatistics(names));
        Ok(())
    }

    /// Compiles DBCC SHOW_STATISTICS for a table and its statistics, both by name.
    pub(super) fn show_statistics(&mut self, dbcc: &Dbcc) {
        let names: Option<Vec<String>> = dbcc.arguments.iter().map(name_in).collect();
        let Some([table, target]) = names.and_then(|names| <[String; 2]>::try_from(names).ok()) else {
            return self.refuse("DBCC SHOW_STATISTICS of other than two names");
        };
        let (mut infos, mut parts) = (true, Vec::new());
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" => infos = false,
                "STAT_HEADER" => parts.push(StatisticsPart::Header),
                "DENSITY_VECTOR" => parts.push(StatisticsPart::Densities),
                "HISTOGRAM" => parts.push(StatisticsPart::Histogram),
                other => return self.refuse(&format!("DBCC SHOW_STATISTICS WITH {other}")),
            }
        }
        let shown = StatisticsShown { table, target, parts };
        self.step(Step::Inspect(Box::new(Inspection::Statistics(shown)), infos));
    }
}

/// Returns the options of a WITH clause. Unsupported options are refused.
fn options_of(options: &[NamedOption], statement: &str) -> Result<Options, SqlError> {
    let mut found = Options::default();
    for option in options {
        let word = option.name.text.to_uppercase();
        let is_off = matches!(&option.value, Some(OptionValue::Word(word)) if word.is("OFF"));
        match (word.as_str(), &option.value) {
            ("FULLSCAN", None) => found.sample = Some(Some(Sample::Full)),
            ("SAMPLE", Some(OptionValue::Literal { value, unit: Some(unit) })) => {
                let number = number_of(value).ok_or_else(|| unsupported(&format!("{statement} WITH SAMPLE")))?;
                found.sample = Some(match (number <= 0.0, unit.is("PERCENT")) {
                    (true, _) => None,
                    // A sample of more than 100 percent reads all rows.
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

/// Returns the name that an argument writes: a string, or an identifier of one or several parts.
fn name_in(argument: &Expr) -> Option<String> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
        ExprKind::Column(column) => {
            let own = format!("[{}]", column.name.text);
            Some(match &column.qualifier {
                None => column.name.text.to_string(),
                Some(qualifier) => format!("{}.{own}", object_name(qualifier)),
            })
        }
        _ => None,
    }
}
