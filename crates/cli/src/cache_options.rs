//! The options of `sluice bench cache`.

use crate::bench_options::positive;
use lexopt::prelude::*;
use std::path::PathBuf;

/// The parsed options.
#[derive(Debug)]
pub(crate) struct CacheOptions {
    /// Rows of the table.
    pub(crate) rows: u32,
    /// Statements of a round.
    pub(crate) statements: u32,
    /// Rounds of updates with 8 % in memory.
    pub(crate) rounds: u32,
    /// A part of the names of the measurements to be made.
    pub(crate) only: String,
    /// The parent of the temporary folder on the slow disk.
    pub(crate) slow: PathBuf,
    /// The parent of the temporary folder on the fast disk.
    pub(crate) fast: PathBuf,
    pub(crate) json: bool,
    /// The file for an SVG chart.
    pub(crate) svg: Option<PathBuf>,
}

/// Parses the arguments after `bench cache`. Returns `None` if help is requested. The defaults are
/// the article's numbers and the current folder.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<CacheOptions>, lexopt::Error> {
    let mut options = CacheOptions {
        rows: 1_000_000,
        statements: 10_000,
        rounds: 10,
        only: String::new(),
        slow: PathBuf::from("."),
        fast: PathBuf::from("."),
        json: false,
        svg: None,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("rows") => options.rows = positive(&parser.value()?.string()?, "--rows", ROWS_MAX)?,
            Long("statements") => {
                options.statements = positive(&parser.value()?.string()?, "--statements", STATEMENTS_MAX)?;
            }
            Long("rounds") => options.rounds = positive(&parser.value()?.string()?, "--rounds", ROUNDS_MAX)?,
            Long("only") => options.only = parser.value()?.string()?,
            Long("slow") => options.slow = parser.value()?.into(),
            Long("fast") => options.fast = parser.value()?.into(),
            Long("json") => options.json = true,
            Long("svg") => options.svg = Some(parser.value()?.into()),
            Long("help") | Short('?') => return Ok(None),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(options))
}

pub(crate) const USAGE: &str = "\
usage: sluice bench cache [options]

Measures the article on the buffer pool extension: random reads and updates of
single rows with the data in memory, cold, with memory for 8 % of it, with the
extension, and on the fast disk. PostgreSQL and MariaDB are measured beside it if
PGHOST or MYSQL_HOST names a server; its memory and its disk are its own matter.

  --slow DIR        the database's disk (default .)
  --fast DIR        the disk of the log and of the extension (default .)
  --rows N          rows of 1,000 bytes (default 1,000,000)
  --statements N    statements of a round (default 10,000)
  --rounds N        rounds of updates with 8 % in memory (default 10)
  --only TEXT       only what has TEXT in its name, such as \"updates, 8 %\"
  --json            print JSON instead of tables
  --svg FILE        write a chart, too

example: sluice bench cache --slow /mnt/disk --fast /mnt/ssd --svg cache.svg
";

const ROWS_MAX: u32 = 100_000_000;
const STATEMENTS_MAX: u32 = 100_000_000;
const ROUNDS_MAX: u32 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<CacheOptions, String> {
        let parser = lexopt::Parser::from_args(words.iter().copied());
        parse(parser).map(|options| options.expect("no help was asked for")).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_are_the_article() {
        let options = parsed(&[]).unwrap();
        assert_eq!((options.rows, options.statements, options.rounds), (1_000_000, 10_000, 10));
        let options = parsed(&["--slow", "a", "--fast", "b", "--rows", "2,000", "--rounds", "3", "--json"]).unwrap();
        assert_eq!((options.slow, options.fast, options.rows), ("a".into(), "b".into(), 2_000));
        assert!(options.json && options.rounds == 3 && options.svg.is_none() && options.only.is_empty());
        assert_eq!(parsed(&["--only", "updates, 8 %"]).unwrap().only, "updates, 8 %");
        assert!(parse(lexopt::Parser::from_args(["--help"])).unwrap().is_none());
    }

    #[test]
    fn invalid_options_are_named() {
        assert!(parsed(&["--statements", "0"]).unwrap_err().contains("--statements"));
        assert!(parsed(&["reads"]).unwrap_err().contains("reads"));
    }
}
