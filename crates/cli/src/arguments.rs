//! Parses the command line, with sqlcmd's options.

use crate::bench_options::{self, BenchOptions};
use crate::serve_options::{self, ServeOptions};
use lexopt::prelude::*;
use sluice_client::Wish;
use std::path::PathBuf;

#[derive(Debug)]
pub(crate) enum Command {
    Sql(SqlOptions),
    Serve(ServeOptions),
    /// Run the benchmark of the articles' tables.
    Bench(BenchOptions),
    BenchHelp,
    Help,
    Version,
}

/// Options of `sluice sql`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SqlOptions {
    /// The folder of the embedded instance; created if missing.
    pub(crate) data: PathBuf,
    /// Whether to use an in-memory instance, which leaves no files.
    pub(crate) memory: bool,
    /// The server to connect to instead of an embedded instance.
    pub(crate) server: Option<ServerName>,
    /// The initial database.
    pub(crate) database: Option<String>,
    /// Scripts and queries, in the order given.
    pub(crate) inputs: Vec<Input>,
    /// `-v NAME=VALUE [NAME=VALUE ...]`.
    pub(crate) variables: Vec<(String, String)>,
    /// `-b`: end at the first error, with exit code 1.
    pub(crate) stop_on_error: bool,
    /// False with `-h -1`.
    pub(crate) headers: bool,
    /// `-s`: the separator between columns.
    pub(crate) separator: String,
    /// `-W`: trim trailing blanks of values.
    pub(crate) trim: bool,
}

/// A server and the credentials for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ServerName {
    /// `-S`: `[tcp:]host[,port]`.
    pub(crate) server: String,
    /// `-U`.
    pub(crate) user: String,
    /// `-P`, or SQLCMDPASSWORD.
    pub(crate) password: String,
    /// `-N`: the encryption to request.
    pub(crate) encryption: Wish,
    /// `-C`: trust any certificate.
    pub(crate) trusts: bool,
}

/// A source of batches.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// `-i FILE`.
    File(PathBuf),
    /// `-Q "query"`.
    Query(String),
}

pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Command, lexopt::Error> {
    match parser.next()? {
        Some(Value(word)) if word == "sql" => sql(parser),
        Some(Value(word)) if word == "serve" => Ok(serve_options::parse(parser)?.map_or(Command::Help, Command::Serve)),
        Some(Value(word)) if word == "bench" => {
            Ok(bench_options::parse(parser)?.map_or(Command::BenchHelp, Command::Bench))
        }
        Some(Long("version") | Short('V')) => Ok(Command::Version),
        Some(Long("help") | Short('?')) | None => Ok(Command::Help),
        Some(Value(word)) if word == "help" => Ok(Command::Help),
        Some(Value(word)) => Err(format!("'{}' is not a command of sluice", word.to_string_lossy()).into()),
        Some(other) => Err(other.unexpected()),
    }
}

fn sql(mut parser: lexopt::Parser) -> Result<Command, lexopt::Error> {
    let mut options = SqlOptions {
        data: PathBuf::from("sluice-data"),
        memory: false,
        server: None,
        database: None,
        inputs: Vec::new(),
        variables: Vec::new(),
        stop_on_error: false,
        headers: true,
        separator: " ".to_owned(),
        trim: false,
    };
    let variable_of = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (mut server, mut user, mut password) = (None, None, None);
    let (mut encryption, mut trusts, mut is_embedded) = (None, false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("data") => (options.data, is_embedded) = (parser.value()?.into(), true),
            Long("memory") => (options.memory, is_embedded) = (true, true),
            Short('S') => server = Some(parser.value()?.string()?),
            Short('U') => user = Some(parser.value()?.string()?),
            Short('P') => password = Some(parser.value()?.string()?),
            Short('C') => trusts = true,
            Short('N') => encryption = Some(wish(parser.optional_value().map(|word| word.string()).transpose()?)?),
            Short('d') => options.database = Some(parser.value()?.string()?),
            Short('i') => options.inputs.push(Input::File(parser.value()?.into())),
            Short('Q') => options.inputs.push(Input::Query(parser.value()?.string()?)),
            Short('v') => {
                for setting in parser.values()? {
                    options.variables.push(variable(&setting.string()?)?);
                }
            }
            Short('b') => options.stop_on_error = true,
            Short('h') => options.headers = headers(&parser.value()?.string()?)?,
            Short('s') => options.separator = parser.value()?.string()?,
            Short('W') => options.trim = true,
            Long("help") | Short('?') => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    options.server = match server {
        Some(server) if !is_embedded => Some(ServerName {
            server,
            user: user.or_else(|| variable_of("SQLCMDUSER")).ok_or("-S needs a login: -U NAME")?,
            password: password
                .or_else(|| variable_of("SQLCMDPASSWORD"))
                .ok_or("-U needs a password: -P PASSWORD, or SQLCMDPASSWORD in the environment")?,
            encryption: encryption.unwrap_or(Wish::Mandatory),
            trusts,
        }),
        Some(_) => return Err("-S connects to a server and excludes --data and --memory".into()),
        None if user.is_some() || password.is_some() || encryption.is_some() || trusts => {
            return Err("-U, -P, -N and -C need a server: -S HOST".into());
        }
        None => None,
    };
    Ok(Command::Sql(options))
}

/// Parses the argument of `-N`: `s[trict]`, `m[andatory]`, `o[ptional]`; none means mandatory.
/// `n[ever]` is an extension of sqlcmd.
fn wish(word: Option<String>) -> Result<Wish, lexopt::Error> {
    Ok(match word.as_deref() {
        None | Some("m" | "mandatory") => Wish::Mandatory,
        Some("s" | "strict") => Wish::Strict,
        Some("o" | "optional") => Wish::Optional,
        Some("n" | "never") => Wish::Never,
        Some(other) => return Err(format!("-N takes s, m, o or n, not '{other}'").into()),
    })
}

fn variable(text: &str) -> Result<(String, String), lexopt::Error> {
    let (name, value) = text.split_once('=').ok_or("-v takes NAME=VALUE")?;
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    Ok((name.trim().to_owned(), value.to_owned()))
}

fn headers(text: &str) -> Result<bool, lexopt::Error> {
    match text {
        "-1" => Ok(false),
        "0" => Ok(true),
        _ => Err("-h takes -1 (no headers) or 0 (once a result); a number of rows is not supported".into()),
    }
}

pub(crate) const USAGE: &str = "\
Sluice: an embeddable database engine compatible with SQL Server.

usage: sluice sql [options]      run T-SQL on an embedded instance, or (-S) on a server
       sluice serve [options]    serve an instance to SQL Server's clients (TDS 7.4)
       sluice bench [options]    measure the cost of commits, compared with other engines;
                                 --help lists its options

  --data DIR        the instance's folder, created if missing (default ./sluice-data)
  --memory          use an in-memory instance, which leaves no files
  -S HOST[,PORT]    connect to a server, with -U LOGIN and -P PASSWORD (or SQLCMDPASSWORD)
  -N[s|m|o|n]       encryption: m (default) everything; s everything, by TDS 8.0;
                    o at least the log-in; n nothing
  -C                trust any server certificate
  -d NAME           start in this database (default master)
  -i FILE           run a script; may be given several times
  -Q \"QUERY\"        run a query; without -i and -Q batches are read from standard input
  -v NAME=VALUE ... variables for $(NAME)
  -b                end at the first error, with exit code 1
  -h -1             no column headers
  -s SEP            the separator between columns
  -W                trim trailing blanks of values

sluice serve takes --data and --memory, and --listen ADDRESS:PORT (default
127.0.0.1:1433; port 0 picks one). Clients log in as sa or as a login of
CREATE LOGIN. MSSQL_SA_PASSWORD sets sa's password if it has none yet; the folder
stores its hash. SIGTERM stops the server cleanly.

  --encrypt HOW     optional (default): clients decide, and the log-in is encrypted if
                    the client can; required: everything; strict: TDS 8.0 only;
                    off: nothing, allowed only on a loopback address
  --tls-cert FILE   the certificate and its chain (PEM), and
  --tls-key FILE    its private key; without them the server makes a self-signed
                    certificate. SIGHUP reloads the files
  --metrics ADDRESS:PORT  serve Prometheus metrics on this address
  --memory-limit MB the memory limit of the instance until 'max server memory' is
                    set (default: 80 % of the machine's or container's, with
                    --memory 55 %)
  --files-limit MB  with --memory: the memory limit of the files in addition to that
                    (default: 25 %); beyond it statements fail with 1105 or 9002
  --log-level LEVEL error, warn, info (default) or debug: which lines of the error log
                    go to standard error; sp_readerrorlog shows them, too
  --config FILE     settings as in mssql.conf; the environment (MSSQL_TCP_PORT and
                    the other names of SQL Server's containers) overrides the file,
                    and the command line overrides both

Batches end with GO or GO n. Scripts may use :r FILE, :setvar NAME VALUE,
:on error exit|ignore and :exit. Options, output and exit codes are sqlcmd's:
0 on success, 1 after an error under -b or outside the scripts, 2 for wrong
options.

sluice --version, sluice --help

example: sluice sql --memory -Q \"SELECT SYSDATETIME() AS now\"
";

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Result<SqlOptions, String> {
        match parse(lexopt::Parser::from_args(words.iter().copied())) {
            Ok(Command::Sql(options)) => Ok(options),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn options_match_sqlcmd() {
        let words = [
            "sql",
            "--data",
            "d",
            "-i",
            "a.sql",
            "-Q",
            "select 1",
            "-b",
            "-h",
            "-1",
            "-s",
            "|",
            "-W",
            "-v",
            "x=\"1 2\"",
        ];
        let options = options(&words).unwrap();
        assert_eq!(options.inputs, [Input::File("a.sql".into()), Input::Query("select 1".into())]);
        assert!(options.stop_on_error && !options.headers && options.trim);
        assert_eq!((options.separator.as_str(), options.variables[0].1.as_str()), ("|", "1 2"));
    }

    #[test]
    fn unsupported_options_are_refused_by_name() {
        assert!(options(&["sql", "-S", "host", "-U", "sa", "-P", "x", "--memory"]).unwrap_err().contains("--memory"));
        assert!(options(&["sql", "-U", "sa"]).unwrap_err().contains("-S"));
        assert!(options(&["sql", "-S", "h", "-Nx"]).unwrap_err().contains("'x'"));
        let found = options(&["sql", "-S", "h,5", "-U", "u", "-P", "p", "-No", "-C"]).unwrap().server.unwrap();
        assert_eq!((found.encryption, found.trusts, found.server.as_str()), (Wish::Optional, true, "h,5"));
        let parsed = |words: &[&str]| parse(lexopt::Parser::from_args(words.iter().copied()));
        assert!(parsed(&["serve", "--tls-cert", "f"]).unwrap_err().to_string().contains("--tls-key"));
        assert!(parsed(&["serve", "--encrypt", "yes"]).unwrap_err().to_string().contains("'yes'"));
        assert!(parsed(&["serve", "--listen", "here"]).unwrap_err().to_string().contains("'here'"));
        assert!(options(&["sql", "-z"]).unwrap_err().contains("-z"));
        assert!(options(&["sql", "-h", "5"]).unwrap_err().contains("-h"));
    }
}
