//! The command line of `sluice bcp`, with bcp's options (`tools/bcp-utility`).

use crate::sql_options::wish;
use lexopt::prelude::*;
use sluice_bulk::{CodePage, terminator};
use sluice_client::Wish;
use std::path::PathBuf;

/// A command of `sluice bcp`. Options that are not given have bcp's defaults.
#[derive(Debug)]
pub(crate) struct BcpOptions {
    /// The table or view as written, or the query.
    pub(crate) source: String,
    pub(crate) direction: Direction,
    /// The data file.
    pub(crate) file: PathBuf,
    /// The form of the data; `None` without -c, -w, -n and -N.
    pub(crate) form: Option<Form>,
    pub(crate) format_file: Option<PathBuf>,
    /// -x: the format file to write is XML.
    pub(crate) is_xml: bool,
    pub(crate) field: Vec<u8>,
    pub(crate) row: Vec<u8>,
    /// -F and -L; 0 means the first and the last row.
    pub(crate) rows: (u64, u64),
    /// -b; 0 means one batch.
    pub(crate) batch_rows: u64,
    pub(crate) errors_max: u64,
    pub(crate) error_file: Option<PathBuf>,
    pub(crate) output: Option<PathBuf>,
    pub(crate) keeps_nulls: bool,
    pub(crate) keeps_identity: bool,
    /// -h: the hints as written.
    pub(crate) hints: Vec<String>,
    /// -C; `None` for the columns' code pages.
    pub(crate) code_page: Option<CodePage>,
    pub(crate) quoted_identifiers: bool,
    pub(crate) packet_bytes: u32,
    pub(crate) server: String,
    pub(crate) user: String,
    pub(crate) password: String,
    pub(crate) database: String,
    pub(crate) encryption: Wish,
    /// -u: any server certificate is trusted.
    pub(crate) trusts: bool,
    pub(crate) log_in_s: u64,
}

/// The direction of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    In,
    Out,
    QueryOut,
    /// Write a format file only.
    Format,
}

/// The form of the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// -c.
    Char,
    /// -w.
    WideChar,
    /// -n.
    Native,
    /// -N.
    WideNative,
}

type Result<T> = std::result::Result<T, lexopt::Error>;

/// The command that the arguments after `bcp` make.
#[derive(Debug)]
pub(crate) enum BcpCommand {
    Run(Box<BcpOptions>),
    /// -v.
    Version,
    /// --help and -?.
    Help,
}

/// Parses the arguments after `bcp`. Words that are no options are the source, the direction and
/// the file. Fails for an option that is
/// unknown, unsupported or missing a value, for options that contradict each other, and without -U.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<BcpCommand> {
    let mut words = Vec::new();
    let mut written = Written::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('?') => return Ok(BcpCommand::Help),
            Short('v') => return Ok(BcpCommand::Version),
            Value(word) => words.push(word.string()?),
            Short(name) => written.option(name, &mut parser)?,
            other => return Err(other.unexpected()),
        }
    }
    let [source, direction, file] = <[String; 3]>::try_from(words)
        .map_err(|_| "bcp takes a table or a query, one of in, out, queryout and format, and a file")?;
    let direction = match direction.to_ascii_lowercase().as_str() {
        "in" => Direction::In,
        "out" => Direction::Out,
        "queryout" => Direction::QueryOut,
        "format" => Direction::Format,
        other => return Err(format!("'{other}' is no direction: bcp takes in, out, queryout or format").into()),
    };
    Ok(BcpCommand::Run(Box::new(written.finish(source, direction, file.into())?)))
}

/// Options as written.
#[derive(Default)]
struct Written {
    forms: Vec<Form>,
    format_file: Option<PathBuf>,
    is_xml: bool,
    field: Option<String>,
    row: Option<String>,
    rows: (u64, u64),
    batch_rows: u64,
    errors_max: Option<u64>,
    error_file: Option<PathBuf>,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    keeps_nulls: bool,
    keeps_identity: bool,
    hints: Vec<String>,
    code_page: Option<String>,
    quoted_identifiers: bool,
    packet_bytes: Option<u64>,
    server: Option<String>,
    user: Option<String>,
    password: Option<String>,
    database: String,
    encryption: Option<Wish>,
    trusts: bool,
    log_in_s: Option<u64>,
}

impl Written {
    fn option(&mut self, name: char, parser: &mut lexopt::Parser) -> Result<()> {
        if let Some((_, reason)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return Err(format!("-{name} is not supported: {reason}").into());
        }
        let mut number = || -> Result<u64> {
            let text = parser.value()?.string()?;
            text.parse().map_err(|_| format!("-{name} takes a number, not '{text}'").into())
        };
        match name {
            'F' => self.rows.0 = number()?,
            'L' => self.rows.1 = number()?,
            'b' => self.batch_rows = number()?,
            'm' => self.errors_max = Some(number()?),
            'a' => self.packet_bytes = Some(number()?),
            'l' => self.log_in_s = Some(number()?),
            'c' => self.forms.push(Form::Char),
            'w' => self.forms.push(Form::WideChar),
            'n' => self.forms.push(Form::Native),
            'N' => self.forms.push(Form::WideNative),
            'k' => self.keeps_nulls = true,
            'E' => self.keeps_identity = true,
            'x' => self.is_xml = true,
            'q' => self.quoted_identifiers = true,
            'u' => self.trusts = true,
            'R' => {}
            'Y' => {
                let how = parser.optional_value().map(|word| word.string()).transpose()?;
                self.encryption = Some(wish(how.as_deref())?);
            }
            'f' => self.format_file = Some(parser.value()?.into()),
            'e' => self.error_file = Some(parser.value()?.into()),
            'i' => self.input = Some(parser.value()?.into()),
            'o' => self.output = Some(parser.value()?.into()),
            't' => self.field = Some(parser.value()?.string()?),
            'r' => self.row = Some(parser.value()?.string()?),
            'h' => self.hints.extend(hints(&parser.value()?.string()?)),
            'C' => self.code_page = Some(parser.value()?.string()?),
            'S' => self.server = Some(parser.value()?.string()?),
            'U' => self.user = Some(parser.value()?.string()?),
            'P' => self.password = Some(parser.value()?.string()?),
            'd' => self.database = parser.value()?.string()?,
            _ => return Err(format!("-{name} is not an option of bcp").into()),
        }
        Ok(())
    }

    fn finish(self, source: String, direction: Direction, file: PathBuf) -> Result<BcpOptions> {
        let form = match self.forms.as_slice() {
            [] => None,
            [form] => Some(*form),
            _ => return Err("-c, -w, -n and -N are mutually exclusive".into()),
        };
        if form.is_none() && (self.format_file.is_none() || direction == Direction::Format) {
            return Err("one of -c, -w, -n and -N is needed, or -f: the questions of bcp are not supported".into());
        }
        if self.is_xml && (direction != Direction::Format || self.format_file.is_none()) {
            return Err("-x goes with format and -f".into());
        }
        if direction == Direction::Format && self.format_file.is_none() {
            return Err("format needs -f".into());
        }
        if self.input.is_some() {
            return Err("-i is not supported: without questions there are no answers to read".into());
        }
        let (first, last) = self.rows;
        if last > 0 && first > last {
            return Err("-F is after -L".into());
        }
        // Parts of a name under -q may have blanks and quotation marks.
        let is_quoted = self.quoted_identifiers && direction != Direction::QueryOut;
        let source = if is_quoted { quoted_name(&source) } else { source };
        let password = self.password.or_else(|| std::env::var("SQLCMDPASSWORD").ok()).unwrap_or_default();
        Ok(BcpOptions {
            source,
            direction,
            file,
            form,
            format_file: self.format_file,
            is_xml: self.is_xml,
            field: terminator::field(self.field.as_deref().unwrap_or("\\t")),
            row: terminator::row(self.row.as_deref().unwrap_or("\\n")),
            rows: self.rows,
            batch_rows: self.batch_rows,
            errors_max: self.errors_max.unwrap_or(10),
            error_file: self.error_file,
            output: self.output,
            keeps_nulls: self.keeps_nulls,
            keeps_identity: self.keeps_identity,
            hints: self.hints,
            code_page: code_page(self.code_page.as_deref(), form)?,
            quoted_identifiers: self.quoted_identifiers,
            packet_bytes: u32::try_from(self.packet_bytes.unwrap_or(4096)).unwrap_or(u32::MAX),
            server: self.server.unwrap_or_else(|| "localhost".to_owned()),
            user: self.user.ok_or("-U is needed: -T, integrated security, is not supported")?,
            password,
            database: self.database,
            encryption: self.encryption.unwrap_or(Wish::Mandatory),
            trusts: self.trusts,
            log_in_s: self.log_in_s.unwrap_or(15),
        })
    }
}

/// Returns the code page of text. Without -C it is the terminal's, UTF-8, in character form. In
/// native form it is the columns'.
fn code_page(written: Option<&str>, form: Option<Form>) -> Result<Option<CodePage>> {
    Ok(match written {
        None if matches!(form, Some(Form::Native)) => None,
        None | Some("OEM") => Some(CodePage::Utf8),
        Some("ACP") => Some(CodePage::Page1252),
        Some("RAW") => None,
        Some(number) => {
            let page = number.parse().ok().and_then(CodePage::of_number);
            Some(page.ok_or_else(|| format!("-C takes ACP, OEM, RAW or a code page, not '{number}'"))?)
        }
    })
}

/// Splits a name at dots outside brackets and quotes.
pub(crate) fn name_parts(name: &str) -> Vec<&str> {
    let mut end = None;
    name.split(|character| {
        end = match (end, character) {
            (None, '[') => Some(']'),
            (None, '"') => Some('"'),
            (Some(end), character) if end == character => None,
            (end, _) => end,
        };
        end.is_none() && character == '.'
    })
    .collect()
}

/// Returns a name with each part in brackets. Parts in brackets or quotes stay as written.
fn quoted_name(name: &str) -> String {
    let is_quoted = |part: &str| part.starts_with(['[', '"']) || part.is_empty();
    let quoted = |part: &str| if is_quoted(part) { part.to_owned() } else { format!("[{}]", part.replace(']', "]]")) };
    name_parts(name).into_iter().map(quoted).collect::<Vec<_>>().join(".")
}

/// Splits hints at commas outside parentheses.
fn hints(written: &str) -> Vec<String> {
    let (mut hints, mut depth) = (vec![String::new()], 0);
    for character in written.chars() {
        match character {
            ',' if depth == 0 => {
                hints.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if let Some(last) = hints.last_mut() {
            last.push(character);
        }
    }
    hints.iter().map(|hint| hint.trim().to_owned()).filter(|hint| !hint.is_empty()).collect()
}

/// Options that are refused, with the reason.
const REFUSED: &[(char, &str)] = &[
    ('T', "integrated security needs Windows; -U and -P give a login"),
    ('G', "Microsoft Entra ID needs Azure"),
    ('D', "data sources of ODBC are unknown here; -S names the server"),
    ('K', "there are no availability groups"),
    ('V', "only the formats of the current version are written"),
    ('6', "only the formats of the current version are written"),
];

pub(crate) const USAGE: &str = "\
usage: sluice bcp [DATABASE.SCHEMA.]TABLE in|out|format FILE [options]
       sluice bcp \"QUERY\" queryout FILE [options]

Copies rows between a table, view or query of a server and a data file, with bcp's options
and formats. format writes a format file and needs no data file: FILE is nul.

  -S HOST[,PORT]    the server (default localhost), with -U LOGIN and -P PASSWORD (or
                    SQLCMDPASSWORD); -d NAME is the database
  -Y[s|m|o]         encryption: m (default) everything; s by TDS 8.0; o at least the log-in
  -u                trust any server certificate
  -l SECONDS        the log-in's time limit
  -c, -w            text, in UTF-16 with -w; -t and -r are the terminators of fields and rows
                    (default tab and \\r\\n; \\n means \\r\\n, 0x0a a newline alone)
  -n, -N            native values; with -N text in UTF-16
  -f FILE           a format file; format writes it, as XML with -x
  -C PAGE           the code page of text: ACP, OEM (default: UTF-8), RAW, or a number
  -F ROW, -L ROW    the first and the last row
  -b ROWS           rows of a batch, each a transaction (default: all rows)
  -m COUNT, -e FILE the bad rows that are skipped at most (default 10), and where they go
  -k, -E            keep NULL rather than defaults; take identity values from the file
  -h HINTS          ORDER (...), TABLOCK, CHECK_CONSTRAINTS, FIRE_TRIGGERS, ROWS_PER_BATCH = n,
                    KILOBYTES_PER_BATCH = n
  -q                quoted identifiers: parts of the name may have blanks
  -a BYTES, -v      the packet size; the version
  -o FILE           the output
  -R                accepted: text of numbers and dates never depends on a region
";

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> std::result::Result<BcpOptions, String> {
        let parsed = parse(lexopt::Parser::from_args(line.split(' ')));
        match parsed.map_err(|error| error.to_string())? {
            BcpCommand::Run(options) => Ok(*options),
            other => panic!("{other:?} is no copy"),
        }
    }

    #[test]
    fn names_under_q_may_have_blanks() {
        let source = |name: &str| {
            let line = [name, "out", "f", "-c", "-q", "-Usa"];
            match parse(lexopt::Parser::from_args(line)) {
                Ok(BcpCommand::Run(options)) => options.source,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(source("my db.dbo.Order Details"), "[my db].[dbo].[Order Details]");
        assert_eq!(source("my db..it's"), "[my db]..[it's]");
        assert_eq!(source("\"a.b\".[c.d].e"), "\"a.b\".[c.d].[e]");
        assert_eq!(name_parts("[a.b].c"), ["[a.b]", "c"]);
        assert_eq!(options("db.dbo.t out f -c -Usa").unwrap().source, "db.dbo.t");
        assert!(matches!(parse(lexopt::Parser::from_args(["-v"])), Ok(BcpCommand::Version)));
    }

    #[test]
    fn options_match_bcp() {
        let found =
            options("db.dbo.t OUT f.dat -c -t, -r0x0a -Shost -Usa -Px -F2 -L9 -b100 -m 5 -hTABLOCK -k -E").unwrap();
        assert_eq!((found.direction, found.form), (Direction::Out, Some(Form::Char)));
        assert_eq!((found.field.as_slice(), found.row.as_slice()), (&b","[..], &b"\n"[..]));
        assert_eq!((found.rows, found.batch_rows, found.errors_max), ((2, 9), 100, 5));
        assert!(found.keeps_nulls && found.keeps_identity && found.hints == ["TABLOCK"]);
        assert_eq!(hints("ORDER (a, b DESC), TABLOCK"), ["ORDER (a, b DESC)", "TABLOCK"]);
    }

    #[test]
    fn unsupported_options_are_refused_by_name() {
        for (line, part) in [
            ("t out f -c -T", "-T"),
            ("t out f -c -G", "-G"),
            ("t out f -Usa", "-c, -w"),
            ("t out f -c -n -Usa", "mutually exclusive"),
            ("t out f -c", "-U"),
            ("t outward f -c -Usa", "'outward'"),
            ("t out -c -Usa", "a file"),
            ("t out f -c -Usa -z", "-z"),
            ("t out f -c -Usa -Cx", "'x'"),
            ("t out f -c -Usa -F5 -L4", "-F"),
            ("t format nul -c -Usa", "-f"),
        ] {
            let error = options(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
