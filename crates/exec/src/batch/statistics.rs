//! Compiles DBCC SHOW_STATISTICS.

use super::compiler::Compiler;
use super::dbcc::option_word;
use super::program::Step;
use sluice_command::statement::{Inspection, StatisticsPart, StatisticsShown};
use sluice_plan::object_name;
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal};

impl Compiler {
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
