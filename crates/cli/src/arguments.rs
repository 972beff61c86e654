//! Parses the command line, with sqlcmd's options.

use crate::bcp_options::{self, BcpCommand, BcpOptions};
use crate::bench_options::{self, BenchOptions};
use crate::cache_options::{self, CacheOptions};
use crate::serve_options::{self, ServeOptions};
use crate::sql_options::{self, SqlOptions};
use lexopt::prelude::*;

/// The work that the command line asks for, with its options.
#[derive(Debug)]
pub(crate) enum Command {
    Sql(Box<SqlOptions>),
    Serve(ServeOptions),
    /// Copy rows between a server and a data file.
    Bcp(Box<BcpOptions>),
    BcpHelp,
    /// Run the benchmark of the articles' tables.
    Bench(BenchOptions),
    BenchHelp,
    /// Run the benchmark of the article on the buffer pool extension.
    BenchCache(CacheOptions),
    BenchCacheHelp,
    Help,
    Version,
}

/// Parses the command line; its first word chooses the subcommand. Without a word, and for a
/// request for help, returns a `Help` variant. An error, such as an unknown word or option, is for
/// the user.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Command, lexopt::Error> {
    match parser.next()? {
        Some(Value(word)) if word == "sql" => {
            Ok(sql_options::parse(parser)?.map_or(Command::Help, |options| Command::Sql(Box::new(options))))
        }
        Some(Value(word)) if word == "serve" => Ok(serve_options::parse(parser)?.map_or(Command::Help, Command::Serve)),
        Some(Value(word)) if word == "bcp" => Ok(match bcp_options::parse(parser)? {
            BcpCommand::Run(options) => Command::Bcp(options),
            BcpCommand::Version => Command::Version,
            BcpCommand::Help => Command::BcpHelp,
        }),
        Some(Value(word)) if word == "bench" => {
            if parser.raw_args()?.next_if(|word| word == "cache").is_some() {
                let options = cache_options::parse(parser)?;
                return Ok(options.map_or(Command::BenchCacheHelp, Command::BenchCache));
            }
            Ok(bench_options::parse(parser)?.map_or(Command::BenchHelp, Command::Bench))
        }
        Some(Long("version") | Short('V')) => Ok(Command::Version),
        Some(Long("help") | Short('?')) | None => Ok(Command::Help),
        Some(Value(word)) if word == "help" => Ok(Command::Help),
        Some(Value(word)) => Err(format!("'{}' is not a command of sluice", word.to_string_lossy()).into()),
        Some(other) => Err(other.unexpected()),
    }
}

pub(crate) const USAGE: &str = "\
Sluice: an embeddable database engine compatible with SQL Server.

usage: sluice sql [options]      run T-SQL on an embedded instance, or (-S) on a server
       sluice serve [options]    serve an instance to SQL Server's clients (TDS 7.4)
       sluice bcp TABLE in|out|format FILE [options], sluice bcp QUERY queryout FILE [options]
                                 copy rows between a server and a data file; --help lists
                                 the options
       sluice bench [options], sluice bench cache [options]
                                 measure the cost of commits, or the buffer pool extension,
                                 compared with other engines; --help lists the options

  --data DIR        the instance's folder, created if missing (default ./sluice-data)
  --memory          use an in-memory instance, which leaves no files
  -S HOST[,PORT]    connect to a server (or SQLCMDSERVER), with -U LOGIN and -P PASSWORD
                    (or SQLCMDUSER, SQLCMDPASSWORD; without a password the shell asks)
  -N[s|m|o|n]       encryption: m (default) everything; s everything, by TDS 8.0;
                    o at least the log-in; n nothing
  -C, -F NAME       trust any server certificate; the name that it must have
  -z NEW, -Z NEW    set a new password at the log-in; -Z: and leave
  -l SECONDS, -H NAME, -a BYTES  the log-in's time limit (0: none); the name of this
                    machine; the packet size
  -d NAME           start in this database (default master)
  -i FILE[,FILE]    run scripts; may be given several times
  -Q \"QUERY\"        run a query; without -i and -Q batches are read from standard input
  -q \"QUERY\"        run a query, then read standard input
  -c WORD           the word that ends a batch, instead of GO
  -t SECONDS        the time limit of a batch
  -v NAME=VALUE ... variables for $(NAME)
  -b                end at the first error, with exit code 1
  -V SEVERITY       exit with the severity of the last error of at least this severity
  -x                replace no variables
  -X[1]             no !! and ED, no start-up script, no variables of the environment;
                    1: !! and ED end the script
  -o FILE, -u       write the output to a file; in UTF-16
  -f PAGE, -f i:PAGE,o:PAGE  the code pages of scripts and files (default UTF-8, 65001)
  -e                print the scripts' lines
  -m SEVERITY       print only messages of at least this severity
  -r[0|1]           errors (1: all messages) to standard error
  -p[1]             print the time of each batch; 1: separated by colons
  -h ROWS           column headers every so many rows; 0 once a result, -1 none
  -w WIDTH          wrap lines longer than this
  -y WIDTH, -Y WIDTH  characters shown of max types (256) and of other texts; 0 all
  -k[1|2]           remove control characters, or replace each, or each run, by a blank
  -s SEP            the separator between columns
  -W                trim trailing blanks of values
  -F vertical       each value on a line of its own (or --vertical)

The options' long names are those of sqlcmd (Go): --input-file, --query, ...

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
  --log-sector BYTES  4096 (default) or 512: new logs' blocks are padded to it; 512 only
                    on a device that never damages sectors beside one being written
  --simulate-persistent-memory  for development: a persisted log buffer may be on any
                    volume; its commits are NOT durable
  --bulk-folder DIR the folder whose files BULK INSERT and OPENROWSET(BULK) may read
                    (default: none, and both are refused)
  --log-level LEVEL error, warn, info (default) or debug: which lines of the error log
                    go to standard error; sp_readerrorlog shows them, too
  --config FILE     settings as in mssql.conf; the environment (MSSQL_TCP_PORT and
                    the other names of SQL Server's containers) overrides the file,
                    and the command line overrides both

Batches end with GO or GO n. Scripts may use sqlcmd's commands; :help lists them.
SQLCMDINI names a start-up script. Options, variables, output and exit codes are
sqlcmd's: 0 on success, 1 after an error under -b or outside the scripts, 2 for
wrong options.

sluice --version, sluice --help

example: sluice sql --memory -Q \"SELECT SYSDATETIME() AS now\"
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Encoding, Encodings};
    use crate::sql_options::Input;
    use sluice_client::Wish;

    fn options(words: &[&str]) -> Result<SqlOptions, String> {
        match parse(lexopt::Parser::from_args(words.iter().copied())) {
            Ok(Command::Sql(options)) => Ok(*options),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn options_match_sqlcmd() {
        let words = ["sql", "--data", "d", "-i", "a.sql", "-b", "-h", "-1", "-s", "|", "-W", "-v", "x=\"1 2\""];
        let found = options(&words).unwrap();
        assert_eq!(found.inputs, [Input::File("a.sql".into())]);
        assert!(found.stop_on_error && found.style.trim);
        let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = [variable("SQLCMDHEADERS", "-1"), variable("SQLCMDCOLSEP", "|"), variable("x", "1 2")];
        assert_eq!(found.variables, expected);
        let long =
            ["sql", "--memory", "--input-file", "a.sql", "--headers", "-1", "--column-separator=|", "--vertical"];
        let found = options(&long).unwrap();
        assert_eq!((found.inputs.len(), &found.variables[..2]), (1, &expected[..2]));
        assert_eq!(found.variables[2], variable("SQLCMDFORMAT", "vertical"));
        let found = options(&["sql", "--memory", "-v", "a", "=1", "b=2"]).unwrap();
        assert_eq!(found.variables, [variable("a", "1"), variable("b", "2")]);
    }

    #[test]
    fn code_pages_are_parsed() {
        let pages = |text: &str| options(&["sql", "-f", text]).map(|options| options.encodings);
        let page = |number: &str| Encoding::from_number(number).unwrap();
        assert_eq!(pages("1252").unwrap(), Encodings { input: page("1252"), output: page("1252") });
        assert_eq!(pages("i:850,o:1200").unwrap(), Encodings { input: page("850"), output: Encoding::WIDE });
        assert!(pages("o:1").unwrap_err().contains("'1'"));
        assert_eq!(options(&["sql", "-u"]).unwrap().encodings.output, Encoding::WIDE);
    }

    #[test]
    fn unsupported_options_are_refused_by_name() {
        assert!(options(&["sql", "-S", "host", "-U", "sa", "-P", "x", "--memory"]).unwrap_err().contains("--memory"));
        assert!(options(&["sql", "-U", "sa"]).unwrap_err().contains("-S"));
        assert!(options(&["sql", "-S", "h", "-Nx"]).unwrap_err().contains("'-N x'"));
        let found = options(&["sql", "-S", "h,5", "-U", "u", "-P", "p", "-No", "-C"]).unwrap().server.unwrap();
        assert_eq!((found.encryption, found.trusts, found.server.as_str()), (Wish::Optional, true, "h,5"));
        let parsed = |words: &[&str]| parse(lexopt::Parser::from_args(words.iter().copied()));
        assert!(parsed(&["serve", "--tls-cert", "f"]).unwrap_err().to_string().contains("--tls-key"));
        assert!(parsed(&["serve", "--encrypt", "yes"]).unwrap_err().to_string().contains("'yes'"));
        assert!(parsed(&["serve", "--listen", "here"]).unwrap_err().to_string().contains("'here'"));
        assert!(options(&["sql", "-z", "new"]).unwrap_err().contains("-S"));
        for (option, value) in [("-t", "0"), ("-a", "511"), ("-l", "65535"), ("-N", "x")] {
            assert!(options(&["sql", "-S", "h", &format!("{option}{value}")]).unwrap_err().contains(value), "{option}");
        }
        assert_eq!(
            options(&["sql", "-S", "h", "-U", "a", "-N", "true"]).unwrap().server.unwrap().encryption,
            Wish::Mandatory
        );
        assert!(options(&["sql", "-h", "-2"]).unwrap_err().contains("-h"));
        assert!(options(&["sql", "-w", "8"]).unwrap_err().contains("-w"));
        assert!(options(&["sql", "-W", "-y", "5"]).unwrap_err().contains("mutually exclusive"));
        assert!(options(&["sql", "-i", "a", "-Q", "b"]).unwrap_err().contains("mutually exclusive"));
        for refused in sql_options::REFUSED.iter().map(|(name, _)| name) {
            let option = format!("-{refused}");
            assert!(options(&["sql", &option]).unwrap_err().starts_with(&option));
        }
    }
}
