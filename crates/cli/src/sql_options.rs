//! The options of `sluice sql`, which are sqlcmd's (`tools/sqlcmd/sqlcmd-utility`).
//!
//! An option that needs a missing feature is refused by its name, with the reason.

use crate::output::{ControlCharacters, Style};
use crate::variables::Limits;
use lexopt::prelude::*;
use sluice_client::Wish;
use std::path::PathBuf;

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
    /// `-q`: read standard input after the query.
    pub(crate) stays: bool,
    /// `-e`: print the lines of scripts.
    pub(crate) echo: bool,
    /// `-x` and `-X`.
    pub(crate) scripts: Limits,
    /// `-o`: the file that receives the output.
    pub(crate) output: Option<PathBuf>,
    /// The format of results and messages.
    pub(crate) style: Style,
    /// `-V`: the exit code is the severity of the last error of at least this severity.
    pub(crate) severity_min: Option<u8>,
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
    /// `-H`: the name of the client's machine.
    pub(crate) machine: Option<String>,
    /// `-l`: the time limit of the log-in in seconds; 0 is no limit.
    pub(crate) log_in_s: Option<u64>,
}

/// A source of batches.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// `-i FILE`.
    File(PathBuf),
    /// `-Q "query"`.
    Query(String),
}

type Result<T> = std::result::Result<T, lexopt::Error>;

/// Options of the connection, as written.
#[derive(Default)]
struct Written {
    server: Option<String>,
    user: Option<String>,
    password: Option<String>,
    encryption: Option<Wish>,
    machine: Option<String>,
    log_in_s: Option<u64>,
    trusts: bool,
    is_embedded: bool,
    is_trusted: bool,
    /// `-y` or `-Y`.
    has_width: bool,
}

/// Parses the arguments after `sql`. Returns `None` if they ask for help.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<SqlOptions>> {
    let mut options = SqlOptions {
        data: PathBuf::from("sluice-data"),
        memory: false,
        server: None,
        database: None,
        inputs: Vec::new(),
        variables: Vec::new(),
        stop_on_error: false,
        stays: false,
        echo: false,
        scripts: Limits::default(),
        output: None,
        style: Style::default(),
        severity_min: None,
    };
    let mut written = Written::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('?') => return Ok(None),
            Long("data") => (options.data, written.is_embedded) = (parser.value()?.into(), true),
            Long("memory") => (options.memory, written.is_embedded) = (true, true),
            Short(name) => {
                if !connection(name, &mut written, &mut parser)?
                    && !input(name, &mut options, &mut parser)?
                    && !format(name, &mut options, &mut written, &mut parser)?
                {
                    return Err(unknown(name));
                }
            }
            other => return Err(other.unexpected()),
        }
    }
    exclude(&options, &written)?;
    options.server = server(written)?;
    Ok(Some(options))
}

/// Takes an option of the connection. Returns false if `name` is none.
fn connection(name: char, written: &mut Written, parser: &mut lexopt::Parser) -> Result<bool> {
    match name {
        'S' => written.server = Some(parser.value()?.string()?),
        'U' => written.user = Some(parser.value()?.string()?),
        'P' => written.password = Some(parser.value()?.string()?),
        'H' => written.machine = Some(parser.value()?.string()?),
        'l' => written.log_in_s = Some(number(name, parser, 0, 65_534)?.unsigned_abs()),
        'C' => written.trusts = true,
        'E' => written.is_trusted = true,
        'N' => written.encryption = Some(wish(parser.optional_value().map(|word| word.string()).transpose()?)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Takes an option about scripts. Returns false if `name` is none.
fn input(name: char, options: &mut SqlOptions, parser: &mut lexopt::Parser) -> Result<bool> {
    match name {
        'd' => options.database = Some(parser.value()?.string()?),
        'i' => {
            let names = parser.value()?;
            let list = names.to_string_lossy().into_owned();
            if list.contains(',') && !std::path::Path::new(&names).exists() {
                options.inputs.extend(list.split(',').map(|name| Input::File(name.into())));
            } else {
                options.inputs.push(Input::File(names.into()));
            }
        }
        'Q' => options.inputs.push(Input::Query(parser.value()?.string()?)),
        'q' => {
            options.stays = true;
            options.inputs.push(Input::Query(parser.value()?.string()?));
        }
        'v' => {
            for setting in parser.values()? {
                options.variables.push(variable(&setting.string()?)?);
            }
        }
        'b' => options.stop_on_error = true,
        'V' => options.severity_min = Some(number(name, parser, i64::MIN, 25)?.max(1) as u8),
        'e' => options.echo = true,
        'x' => options.scripts.is_literal = true,
        'X' => {
            options.scripts.is_closed = true;
            options.scripts.ends_at_disabled = mode(name, parser, &["1"])?.is_some();
        }
        // Sessions begin with QUOTED_IDENTIFIER ON.
        'I' => {}
        _ => return Ok(false),
    }
    Ok(true)
}

/// Takes an option about output. Returns false if `name` is none.
fn format(name: char, options: &mut SqlOptions, written: &mut Written, parser: &mut lexopt::Parser) -> Result<bool> {
    let style = &mut options.style;
    match name {
        'o' => options.output = Some(parser.value()?.into()),
        'h' => style.header_rows = u64::try_from(number(name, parser, -1, i32::MAX.into())?).ok(),
        's' => style.separator = parser.value()?.string()?,
        'W' => style.trim = true,
        'w' => style.screen_width = number(name, parser, 9, 65_535)? as usize,
        'y' | 'Y' => {
            written.has_width = true;
            let width = number(name, parser, 0, 8_000)? as usize;
            *if name == 'y' { &mut style.max_type_width } else { &mut style.fixed_type_width } = width;
        }
        'k' => {
            style.control = match mode(name, parser, &["1", "2"])?.as_deref() {
                None => ControlCharacters::Removed,
                Some("1") => ControlCharacters::Blanks,
                Some(_) => ControlCharacters::OneBlank,
            }
        }
        'm' => style.severity_min = number(name, parser, -1, 25)?,
        'r' => {
            style.stderr_severity = Some(if mode(name, parser, &["0", "1"])?.as_deref() == Some("1") { 0 } else { 11 })
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads a whole number from `min` to `max`.
fn number(name: char, parser: &mut lexopt::Parser, min: i64, max: i64) -> Result<i64> {
    let text = parser.value()?.string()?;
    text.trim().parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| {
        format!("'-{name} {text}': value must be greater than or equal to {min} and less than or equal to {max}.")
            .into()
    })
}

/// Reads the optional digit of an option, which follows it with or without a blank.
fn mode(name: char, parser: &mut lexopt::Parser, words: &[&str]) -> Result<Option<String>> {
    let Some(word) = parser.optional_value() else {
        let next =
            parser.try_raw_args().and_then(|mut rest| rest.next_if(|word| words.iter().any(|mode| word == *mode)));
        return next.map(|word| word.string()).transpose();
    };
    let word = word.string()?;
    if words.contains(&word.as_str()) {
        return Ok(Some(word));
    }
    Err(format!("'-{name} {word}': Unexpected argument. Argument value has to be one of {}.", words.join(", ")).into())
}

fn unknown(name: char) -> lexopt::Error {
    match REFUSED.iter().find(|(refused, _)| *refused == name) {
        Some((_, reason)) => format!("-{name} is not supported: {reason}").into(),
        None => format!("'-{name}': Unknown Option. Enter '-?' for help.").into(),
    }
}

fn exclude(options: &SqlOptions, written: &Written) -> Result<()> {
    let has_file = options.inputs.iter().any(|input| matches!(input, Input::File(_)));
    let has_query = options.inputs.iter().any(|input| matches!(input, Input::Query(_)));
    for (is_excluded, one, other) in [
        (has_file && has_query, "-i", if options.stays { "-q" } else { "-Q" }),
        (options.style.trim && written.has_width, "-W", "-y/-Y"),
        (written.is_trusted && (written.user.is_some() || written.password.is_some()), "-E", "-U/-P"),
    ] {
        if is_excluded {
            return Err(format!("The {one} and the {other} options are mutually exclusive.").into());
        }
    }
    Ok(())
}

/// Returns the server to connect to, with what the environment adds.
fn server(written: Written) -> Result<Option<ServerName>> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Written { server, user, password, encryption, machine, log_in_s, trusts, is_embedded, is_trusted, .. } =
        written;
    match server {
        Some(_) if is_trusted => Err("-E is not supported with -S: there are no Windows log-ins; use -U".into()),
        Some(server) if !is_embedded => Ok(Some(ServerName {
            server,
            user: user.or_else(|| variable("SQLCMDUSER")).ok_or("-S needs a login: -U NAME")?,
            password: password
                .or_else(|| variable("SQLCMDPASSWORD"))
                .ok_or("-U needs a password: -P PASSWORD, or SQLCMDPASSWORD in the environment")?,
            encryption: encryption.unwrap_or(Wish::Mandatory),
            trusts,
            machine,
            log_in_s,
        })),
        Some(_) => Err("-S connects to a server and excludes --data and --memory".into()),
        None if user.is_some() || password.is_some() || encryption.is_some() || trusts => {
            Err("-U, -P, -N and -C need a server: -S HOST".into())
        }
        None => Ok(None),
    }
}

/// Parses the argument of `-N`: `s[trict]`, `m[andatory]`, `o[ptional]`; none means mandatory.
/// `n[ever]` is an extension of sqlcmd.
pub(crate) fn wish(word: Option<String>) -> Result<Wish> {
    Ok(match word.as_deref() {
        None | Some("m" | "mandatory") => Wish::Mandatory,
        Some("s" | "strict") => Wish::Strict,
        Some("o" | "optional") => Wish::Optional,
        Some("n" | "never") => Wish::Never,
        Some(other) => return Err(format!("-N takes s, m, o or n, not '{other}'").into()),
    })
}

fn variable(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').ok_or("-v takes NAME=VALUE")?;
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    Ok((name.trim().to_owned(), value.to_owned()))
}

/// Options of sqlcmd that need a missing feature, and the reason.
pub(crate) const REFUSED: &[(char, &str)] = &[
    ('a', "the packet size is fixed"),
    ('A', "there is no dedicated administrator connection"),
    ('c', "batches end with GO"),
    ('D', "there are no data source names"),
    ('f', "scripts and output are UTF-8"),
    ('F', "results have one format"),
    ('g', "there is no column encryption"),
    ('G', "there is no Microsoft Entra authentication"),
    ('j', "errors have one format"),
    ('K', "there are no availability groups"),
    ('L', "servers are not announced on the network"),
    ('M', "there are no availability groups"),
    ('p', "batches are not measured; SET STATISTICS TIME ON prints the time of each statement"),
    ('R', "values do not follow the client's locale"),
    ('t', "batches have no time limit"),
    ('u', "output is UTF-8"),
    ('z', "ALTER LOGIN ... WITH PASSWORD changes passwords"),
    ('Z', "ALTER LOGIN ... WITH PASSWORD changes passwords"),
];
