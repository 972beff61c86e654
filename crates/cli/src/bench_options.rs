//! The options of `sluice bench`.

use lexopt::prelude::*;
use sluice_workload::case::Table;
use sluice_workload::contest::Plan;
use std::path::PathBuf;

/// The parsed options.
#[derive(Debug)]
pub(crate) struct BenchOptions {
    pub(crate) plan: Plan,
    /// The parent of the temporary data folder.
    pub(crate) folder: PathBuf,
    pub(crate) json: bool,
    /// The file for an SVG chart.
    pub(crate) svg: Option<PathBuf>,
}

/// Parses the arguments after `bench`. Returns `None` if help is requested. The defaults are all
/// tables, 20,000 rows, three repetitions and the current folder. Unknown tables and counts out of
/// range fail.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<BenchOptions>, lexopt::Error> {
    let mut options = BenchOptions {
        plan: Plan { tables: Vec::new(), rows: 20_000, repeat: 3, seed: 1 },
        folder: PathBuf::from("."),
        json: false,
        svg: None,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("rows") => options.plan.rows = positive(&parser.value()?.string()?, "--rows", ROWS_MAX)?,
            Long("repeat") => options.plan.repeat = positive(&parser.value()?.string()?, "--repeat", REPEAT_MAX)?,
            Long("seed") => options.plan.seed = parser.value()?.parse()?,
            Long("folder") => options.folder = parser.value()?.into(),
            Long("json") => options.json = true,
            Long("svg") => options.svg = Some(parser.value()?.into()),
            Long("help") | Short('?') => return Ok(None),
            Value(word) => options.plan.tables.push(table(&word.string()?)?),
            other => return Err(other.unexpected()),
        }
    }
    if options.plan.tables.is_empty() {
        options.plan.tables = Table::ALL.to_vec();
    }
    Ok(Some(options))
}

fn table(word: &str) -> Result<Table, lexopt::Error> {
    let names = Table::ALL.map(Table::name).join(", ");
    let known = Table::ALL.into_iter().find(|table| table.name() == word);
    known.ok_or_else(|| format!("there is no table '{word}': {names}").into())
}

/// Parses a count from 1 to `most`; commas and underlines in it are ignored. The error names
/// `option`.
pub(crate) fn positive(text: &str, option: &str, most: u32) -> Result<u32, lexopt::Error> {
    let digits: String = text.chars().filter(|c| *c != ',' && *c != '_').collect();
    let number = digits.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{option} takes a number from 1 to {most}, not '{text}'").into())
}

pub(crate) const USAGE: &str = "\
usage: sluice bench [options] [transactions] [tempdb] [sequences]
       sluice bench cache [options]    (with --help: the buffer pool extension)

Measures the articles' tables of log flushes: the cost of small and large, durable
and delayed transactions, and of sequence values by cache size. Compares with
SQLite, with PostgreSQL if PGHOST (PGHOSTADDR, PGSERVICE) names a server for psql,
and with MariaDB if MYSQL_HOST or MYSQL_UNIX_PORT names a server for mariadb.
Without table names all three tables are measured.

  --rows N          rows of each loop (default 20,000; the articles have 1,000,000)
  --repeat N        rounds; the median counts (default 3)
  --seed N          determines the order of the engines in each round (default 1)
  --folder DIR      measure on the disk of this folder (default .); the data is
                    removed afterwards
  --json            print JSON instead of tables
  --svg FILE        write a chart, too

example: sluice bench transactions --rows 100,000 --svg commits.svg
";

const ROWS_MAX: u32 = 16_000_000;
const REPEAT_MAX: u32 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<BenchOptions, String> {
        let parser = lexopt::Parser::from_args(words.iter().copied());
        parse(parser).map(|options| options.expect("no help was asked for")).map_err(|error| error.to_string())
    }

    #[test]
    fn all_tables_unless_some_are_named() {
        let options = parsed(&[]).unwrap();
        assert_eq!((options.plan.tables.len(), options.plan.rows, options.plan.repeat), (3, 20_000, 3));
        let options = parsed(&["tempdb", "--rows", "1,000,000", "--svg", "x.svg", "--json", "--seed", "9"]).unwrap();
        assert_eq!((options.plan.tables, options.plan.rows), (vec![Table::Tempdb], 1_000_000));
        assert_eq!((options.svg, options.json, options.plan.seed), (Some("x.svg".into()), true, 9));
        assert!(parse(lexopt::Parser::from_args(["--help"])).unwrap().is_none());
    }

    #[test]
    fn invalid_options_are_named() {
        assert!(parsed(&["log"]).unwrap_err().contains("'log'"));
        assert!(parsed(&["--rows", "0"]).unwrap_err().contains("--rows"));
        assert!(parsed(&["--repeat", "many"]).unwrap_err().contains("'many'"));
        assert!(parsed(&["--rounds"]).unwrap_err().contains("--rounds"));
    }
}
