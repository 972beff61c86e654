//! The options of `sluice sql`, which are sqlcmd's (`tools/sqlcmd/sqlcmd-utility`), of the ODBC and
//! of the Go variant.
//!
//! An option that needs a missing feature is refused by its name, with the reason. Options that
//! sqlcmd keeps in scripting variables set those, and `output::Style` reads them there. Departures:
//! `docs/decisions/2026-11-25-sqlcmd.md`.

use crate::encoding::{Encoding, Encodings};
use crate::long_options;
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
    /// The defaults of `:connect`.
    pub(crate) connection: ServerName,
    /// `-Z`: end after the log-in.
    pub(crate) ends_after_log_in: bool,
    /// The initial database.
    pub(crate) database: Option<String>,
    /// Scripts and queries, in the order given.
    pub(crate) inputs: Vec<Input>,
    /// Variables of `-v`, and those that other options set.
    pub(crate) variables: Vec<(String, String)>,
    /// `-b`: end at the first error, with exit code 1.
    pub(crate) stop_on_error: bool,
    /// `-q`: read standard input after the query.
    pub(crate) stays: bool,
    /// `-e`: print the lines of scripts.
    pub(crate) echo: bool,
    /// `-c`: the word that ends a batch.
    pub(crate) terminator: String,
    /// `-x` and `-X`.
    pub(crate) scripts: Limits,
    /// `-o`: the file that receives the output.
    pub(crate) output: Option<PathBuf>,
    /// `-f` and `-u`.
    pub(crate) encodings: Encodings,
    /// `-p`.
    pub(crate) statistics: Option<StatisticsForm>,
    /// The format of results and messages, except for the settings in variables.
    pub(crate) style: Style,
    /// `-V`: the exit code is the severity of the last error of at least this severity.
    pub(crate) severity_min: Option<u8>,
}

/// The form of the statistics of `-p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatisticsForm {
    Lines,
    /// `-p1`: one line, separated by colons.
    Colons,
}

/// A server and the credentials for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerName {
    /// `-S`: `[tcp:]host[,port]`.
    pub(crate) server: String,
    /// `-U`.
    pub(crate) user: String,
    /// `-P`, or SQLCMDPASSWORD; `None` if the user is asked.
    pub(crate) password: Option<String>,
    /// `-z` and `-Z`: the password to set at the log-in.
    pub(crate) new_password: Option<String>,
    /// `-d`; if empty, the login's default.
    pub(crate) database: String,
    /// `-N`: the encryption to request.
    pub(crate) encryption: Wish,
    /// `-C`: trust any certificate.
    pub(crate) trusts: bool,
    /// `-F`: the name in the server's certificate; if empty, the server's.
    pub(crate) certificate_host: String,
    /// `:connect -l`: the time limit of the log-in in seconds; 0 is no limit.
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
    new_password: Option<String>,
    encryption: Option<Wish>,
    certificate_host: String,
    trusts: bool,
    is_embedded: bool,
    is_trusted: bool,
    /// `-y` or `-Y`.
    has_width: bool,
}

impl Default for ServerName {
    fn default() -> ServerName {
        ServerName {
            server: String::new(),
            user: String::new(),
            password: None,
            new_password: None,
            database: String::new(),
            encryption: Wish::Mandatory,
            trusts: false,
            certificate_host: String::new(),
            log_in_s: None,
        }
    }
}

/// Parses the arguments after `sql`. Returns `None` if they ask for help. Options that contradict
/// each other, or need a feature that is missing, fail.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<SqlOptions>> {
    let mut options = SqlOptions {
        data: PathBuf::from("sluice-data"),
        memory: false,
        server: None,
        connection: ServerName::default(),
        ends_after_log_in: false,
        database: None,
        inputs: Vec::new(),
        variables: Vec::new(),
        stop_on_error: false,
        stays: false,
        echo: false,
        terminator: "GO".to_owned(),
        scripts: Limits::default(),
        output: None,
        encodings: Encodings::default(),
        statistics: None,
        style: Style::default(),
        severity_min: None,
    };
    let mut written = Written::default();
    while let Some(argument) = parser.next()? {
        let name = match argument {
            Long("help") | Short('?') => return Ok(None),
            Long("data") => {
                (options.data, written.is_embedded) = (parser.value()?.into(), true);
                continue;
            }
            Long("memory") => {
                (options.memory, written.is_embedded) = (true, true);
                continue;
            }
            Long("vertical") => {
                options.put("SQLCMDFORMAT", "vertical");
                continue;
            }
            Long(name) => match long_options::short(name) {
                Some(short) => short,
                None => return Err(Long(name).unexpected()),
            },
            Short(name) => name,
            other => return Err(other.unexpected()),
        };
        if !connection(name, &mut options, &mut written, &mut parser)?
            && !input(name, &mut options, &mut parser)?
            && !format(name, &mut options, &mut written, &mut parser)?
        {
            return Err(unknown(name));
        }
    }
    exclude(&options, &written)?;
    finish(&mut options, written)?;
    Ok(Some(options))
}

impl SqlOptions {
    /// Sets a variable of sqlcmd.
    fn put(&mut self, name: &str, value: impl ToString) {
        self.variables.push((name.to_owned(), value.to_string()));
    }
}

/// Takes an option of the connection. Returns false if `name` is none.
fn connection(
    name: char,
    options: &mut SqlOptions,
    written: &mut Written,
    parser: &mut lexopt::Parser,
) -> Result<bool> {
    match name {
        'S' => written.server = Some(parser.value()?.string()?),
        'U' => written.user = Some(parser.value()?.string()?),
        'P' => written.password = Some(parser.value()?.string()?),
        'z' | 'Z' => {
            written.new_password = Some(parser.value()?.string()?);
            options.ends_after_log_in |= name == 'Z';
        }
        'H' => options.put("SQLCMDWORKSTATION", parser.value()?.string()?),
        'l' => options.put("SQLCMDLOGINTIMEOUT", number(name, parser, 0, 65_534)?),
        'a' => options.put("SQLCMDPACKETSIZE", number(name, parser, 512, 32_767)?),
        'F' => match parser.value()?.string()?.as_str() {
            format @ ("vert" | "vertical" | "horiz" | "horizontal") => options.put("SQLCMDFORMAT", format),
            host => written.certificate_host = host.to_owned(),
        },
        'C' => written.trusts = true,
        'E' => written.is_trusted = true,
        'N' => written.encryption = Some(wish(mode(name, parser, &WISHES.map(|(word, _)| word))?.as_deref())?),
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
            // A blank may stand in front of the sign: `-v name ="value"`.
            let mut settings: Vec<String> = Vec::new();
            for word in parser.values()? {
                let word = word.string()?;
                match settings.last_mut() {
                    Some(name) if word.starts_with('=') && !name.contains('=') => name.push_str(&word),
                    _ => settings.push(word),
                }
            }
            for setting in &settings {
                options.variables.push(variable(setting)?);
            }
        }
        'b' => options.stop_on_error = true,
        'V' => options.severity_min = Some(number(name, parser, i64::MIN, 25)?.max(1) as u8),
        't' => options.put("SQLCMDSTATTIMEOUT", number(name, parser, 1, 65_534)?),
        'c' => options.terminator = parser.value()?.string()?,
        'e' => options.echo = true,
        'x' => options.scripts.is_literal = true,
        'X' => {
            options.scripts.is_closed = true;
            options.scripts.ends_at_disabled = mode(name, parser, &["1"])?.is_some();
        }
        // Sessions begin with QUOTED_IDENTIFIER ON, as those of the Go variant.
        'I' => {}
        _ => return Ok(false),
    }
    Ok(true)
}

/// Takes an option about output. Returns false if `name` is none.
fn format(name: char, options: &mut SqlOptions, written: &mut Written, parser: &mut lexopt::Parser) -> Result<bool> {
    match name {
        'o' => options.output = Some(parser.value()?.into()),
        'u' => options.encodings.output = Encoding::WIDE,
        'f' => encodings(&parser.value()?.string()?, &mut options.encodings)?,
        'h' => options.put("SQLCMDHEADERS", number(name, parser, -1, i32::MAX.into())?),
        's' => options.put("SQLCMDCOLSEP", parser.value()?.string()?),
        'W' => options.style.trim = true,
        'w' => options.put("SQLCMDCOLWIDTH", number(name, parser, 9, 65_535)?),
        'y' | 'Y' => {
            written.has_width = true;
            let width = number(name, parser, 0, 8_000)?;
            options.put(if name == 'y' { "SQLCMDMAXVARTYPEWIDTH" } else { "SQLCMDMAXFIXEDTYPEWIDTH" }, width);
        }
        'k' => {
            options.style.control = match mode(name, parser, &["1", "2"])?.as_deref() {
                None => ControlCharacters::Removed,
                Some("1") => ControlCharacters::Blanks,
                Some(_) => ControlCharacters::OneBlank,
            }
        }
        'm' => options.put("SQLCMDERRORLEVEL", number(name, parser, -1, 25)?),
        'p' => {
            let is_short = mode(name, parser, &["1"])?.is_some();
            options.statistics = Some(if is_short { StatisticsForm::Colons } else { StatisticsForm::Lines });
        }
        'r' => {
            let is_all = mode(name, parser, &["0", "1"])?.as_deref() == Some("1");
            options.style.stderr_severity = Some(if is_all { 0 } else { 11 });
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Parses the argument of `-f`: `NUMBER`, or `i:NUMBER`, `o:NUMBER`, or both with a comma.
fn encodings(text: &str, encodings: &mut Encodings) -> Result<()> {
    for part in text.split(',') {
        let (is_input, is_output, number) = match part.split_once(':') {
            Some(("i", number)) => (true, false, number),
            Some(("o", number)) => (false, true, number),
            _ => (true, true, part),
        };
        let encoding = Encoding::from_number(number)
            .ok_or_else(|| format!("'-f {text}': the code page '{number}' is not supported."))?;
        if is_input {
            encodings.input = encoding;
        }
        if is_output {
            encodings.output = encoding;
        }
    }
    Ok(())
}

/// Reads a whole number from `min` to `max`.
fn number(name: char, parser: &mut lexopt::Parser, min: i64, max: i64) -> Result<i64> {
    let text = parser.value()?.string()?;
    text.trim().parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| {
        format!("'-{name} {text}': value must be greater than or equal to {min} and less than or equal to {max}.")
            .into()
    })
}

/// Reads the optional word of an option, which follows it with or without a blank.
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

/// Determines the server to connect to, with what the environment adds, and the variables that
/// reflect it.
fn finish(options: &mut SqlOptions, written: Written) -> Result<()> {
    let variable = |name: &str| environment(options.scripts, name);
    let server = written.server.clone().or_else(|| variable("SQLCMDSERVER").filter(|_| !written.is_embedded));
    let database = options.database.clone().or_else(|| variable("SQLCMDDBNAME"));
    options.connection = ServerName {
        database: database.clone().unwrap_or_default(),
        encryption: written.encryption.unwrap_or(Wish::Mandatory),
        trusts: written.trusts,
        certificate_host: written.certificate_host,
        ..ServerName::default()
    };
    match server {
        Some(_) if written.is_trusted => {
            return Err("-E is not supported with -S: there are no Windows log-ins; use -U".into());
        }
        Some(server) if !written.is_embedded => {
            options.server = Some(ServerName {
                server,
                user: written.user.or_else(|| variable("SQLCMDUSER")).ok_or(NO_LOGIN)?,
                password: written.password.or_else(|| variable("SQLCMDPASSWORD")),
                new_password: written.new_password,
                ..options.connection.clone()
            });
        }
        Some(_) => return Err("-S connects to a server and excludes --data and --memory".into()),
        None if written.new_password.is_some() => {
            return Err("-z and -Z change a server's login: they need -S HOST".into());
        }
        None if written.user.is_some() || written.password.is_some() => {
            return Err("-U and -P need a server: -S HOST".into());
        }
        None => {}
    }
    options.database = database;
    for (name, value) in [
        ("SQLCMDSERVER", options.server.as_ref().map(|name| name.server.clone())),
        ("SQLCMDUSER", options.server.as_ref().map(|name| name.user.clone())),
        ("SQLCMDDBNAME", options.database.clone()),
    ] {
        value.into_iter().for_each(|value| options.put(name, value));
    }
    Ok(())
}

/// Returns the value of a variable of the environment, or of osql's variable of that kind. `-X`
/// hides all but the password, which has no other safe place. `None` if neither is set.
pub(crate) fn environment(limits: Limits, name: &str) -> Option<String> {
    if limits.is_closed && name != "SQLCMDPASSWORD" {
        return None;
    }
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    value(name).or_else(|| value(&name.replace("SQLCMD", "OSQL")))
}

/// Parses the argument of `-N`. None means mandatory. `never` is an extension of sqlcmd.
pub(crate) fn wish(word: Option<&str>) -> Result<Wish> {
    let Some(word) = word else { return Ok(Wish::Mandatory) };
    let found = WISHES.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    found.map(|(_, wish)| *wish).ok_or_else(|| format!("-N takes s, m, o or n, not '{word}'").into())
}

fn variable(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').ok_or("-v takes NAME=VALUE")?;
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    Ok((name.trim().to_owned(), value.to_owned()))
}

/// The arguments of `-N`, of both variants.
const WISHES: [(&str, Wish); 18] = [
    ("s", Wish::Strict),
    ("strict", Wish::Strict),
    ("m", Wish::Mandatory),
    ("mandatory", Wish::Mandatory),
    ("t", Wish::Mandatory),
    ("true", Wish::Mandatory),
    ("yes", Wish::Mandatory),
    ("1", Wish::Mandatory),
    ("default", Wish::Mandatory),
    ("o", Wish::Optional),
    ("optional", Wish::Optional),
    ("f", Wish::Optional),
    ("false", Wish::Optional),
    ("no", Wish::Optional),
    ("0", Wish::Optional),
    ("n", Wish::Never),
    ("never", Wish::Never),
    ("disable", Wish::Never),
];

/// The refusal of a connection without a login.
pub(crate) const NO_LOGIN: &str = "a server needs a login (-U NAME, or SQLCMDUSER): there are no Windows log-ins";
/// Options of sqlcmd that need a missing feature, and the reason.
pub(crate) const REFUSED: &[(char, &str)] = &[
    ('A', "there is no dedicated administrator connection"),
    ('D', "there are no data source names"),
    ('g', "there is no column encryption"),
    ('G', "there is no Microsoft Entra authentication"),
    ('j', "raw errors are the ODBC driver's, and there is no driver"),
    ('K', "there are no availability groups"),
    ('L', "servers are not announced on the network"),
    ('M', "there are no availability groups"),
    ('R', "values do not follow the client's locale"),
];
