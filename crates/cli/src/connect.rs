//! Logs in to servers: for `-S`, and for `:connect` in scripts.

use crate::output::Printer;
use crate::script::unquoted;
use crate::session::Heard;
use crate::sql_options::{NO_LOGIN, ServerName, wish};
use crate::variables::Variables;
use sluice_base::terminal::TerminalMode;
use sluice_client::{Audience, ClientError, Connection, Target, Trust};
use sluice_engine::Value;
use sluice_tds::{Column, Message};
use std::io::Write;
use std::time::Duration;

/// Logs in to the server, with the settings of the variables. Prints the server's messages. The
/// error is for the user. The password is asked for if neither the option nor the environment has
/// it; that fails if standard input is no terminal.
pub(crate) fn connect<W: Write>(
    name: &ServerName,
    variables: &Variables,
    printer: &mut Printer<W>,
) -> Result<Connection, String> {
    let password = match &name.password {
        Some(password) => password.clone(),
        None => ask_password().ok_or("-U needs a password: -P PASSWORD, or SQLCMDPASSWORD in the environment")?,
    };
    let mut target = Target::new(&name.server, &name.user, &password)?;
    target.encryption = name.encryption;
    target.new_password.clone_from(&name.new_password);
    target.machine = variables.text("SQLCMDWORKSTATION").to_owned();
    target.packet_bytes = variables.number("SQLCMDPACKETSIZE").unsigned_abs() as u32;
    let seconds = name.log_in_s.unwrap_or_else(|| variables.number("SQLCMDLOGINTIMEOUT").unsigned_abs());
    target.log_in_max = Duration::from_secs(if seconds == 0 { NO_LIMIT_S } else { seconds });
    target.database.clone_from(&name.database);
    target.certificate_host.clone_from(&name.certificate_host);
    if !name.trusts {
        target.trust = system_trust("-C")?;
    }
    Connection::log_in(&target, &mut Quiet(Heard(printer))).map_err(|error| {
        let hint = match &error {
            ClientError::NotBelieved(_) => " (-C trusts any; SSL_CERT_FILE names the trusted authorities)",
            _ => "",
        };
        format!("{}: {error}{hint}", name.server)
    })
}

/// Returns the trust in the certificates of SSL_CERT_FILE or of the system. `option` is the option
/// that trusts any certificate. The error is for the user.
pub(crate) fn system_trust(option: &str) -> Result<Trust, String> {
    let roots = std::env::var_os("SSL_CERT_FILE").unwrap_or_else(|| ROOTS.into());
    let pem = std::fs::read(&roots).map_err(|error| {
        let roots = roots.display();
        format!("could not read the trusted certificates in {roots} ({option} trusts any): {error}")
    })?;
    Ok(Trust::of_pem(&pem))
}

/// Parses the arguments of `:connect`. A word without `-` names the login. Missing ones come from
/// `defaults`, the options of the command line, except server, login, password and database; login
/// and password then come from the environment. The error is for the user: an unsupported option,
/// or no login.
pub(crate) fn server_of_command(
    text: &str,
    defaults: &ServerName,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<ServerName, String> {
    let mut words = words(text).into_iter();
    let server = words.next().unwrap_or_default();
    let mut name = ServerName { server, user: String::new(), password: None, ..defaults.clone() };
    (name.new_password, name.database) = (None, String::new());
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-').and_then(|rest| rest.chars().next()) else {
            // The documentation's example names the login without -U.
            name.user = word;
            continue;
        };
        let attached = Some(word[1 + option.len_utf8()..].to_owned()).filter(|rest| !rest.is_empty());
        let refused = || format!("{word} is not supported by :connect");
        match option {
            'C' => name.trusts = true,
            'N' => name.encryption = wish(attached.as_deref()).map_err(|error| error.to_string())?,
            'G' => return Err("-G is not supported: there is no Microsoft Entra authentication".to_owned()),
            _ => {
                let value = attached.or_else(|| words.next()).ok_or_else(|| format!("-{option} needs a value"))?;
                match option {
                    'U' => name.user = value,
                    'P' => name.password = Some(value),
                    'D' => name.database = value,
                    'F' => name.certificate_host = value,
                    'l' => {
                        let seconds = value.parse().ok().filter(|seconds| *seconds <= 65_534);
                        name.log_in_s = Some(seconds.ok_or_else(refused)?);
                    }
                    _ => return Err(refused()),
                }
            }
        }
    }
    if name.user.is_empty() {
        name.user = environment("SQLCMDUSER").ok_or(NO_LOGIN)?;
    }
    name.password = name.password.or_else(|| environment("SQLCMDPASSWORD"));
    Ok(name)
}

/// Returns the words of a command's arguments. A word in quotation marks may contain blanks.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for sign in text.chars().chain([' ']) {
        is_quoted ^= sign == '"';
        if is_quoted || !sign.is_whitespace() {
            word.push(sign);
        } else if !word.is_empty() {
            words.push(unquoted(&std::mem::take(&mut word)));
        }
    }
    words
}

/// Asks for the password, without showing it. Returns `None` if standard input is no terminal.
fn ask_password() -> Option<String> {
    let mode = TerminalMode::of_input()?;
    let mut terminal = std::io::stderr();
    // Hidden first: what is typed as soon as the prompt appears isn't shown. Failed writes of the
    // prompt are ignored.
    mode.hide_input();
    let _ = write!(terminal, "Password: ").and_then(|()| terminal.flush());
    let mut line = String::new();
    let count = std::io::stdin().read_line(&mut line);
    mode.restore();
    let _ = writeln!(terminal);
    count.ok().filter(|count| *count > 0)?;
    Some(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Prints the messages of a log-in except the changes of database and language, as sqlcmd does.
struct Quiet<'p, W: Write>(Heard<'p, W>);

impl<W: Write> Audience for Quiet<'_, W> {
    fn columns(&mut self, _columns: &[Column]) {}
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: &Message) {
        if !matches!(message.number, 5701 | 5703) {
            self.0.message(message);
        }
    }
}

/// The time limit of a log-in without a limit: twelve days, as long as the system can wait.
const NO_LIMIT_S: u64 = 1 << 20;
/// The file with the system's trusted certificates on Linux.
const ROOTS: &str = "/etc/ssl/certs/ca-certificates.crt";

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_client::Wish;

    fn parsed(text: &str) -> Result<ServerName, String> {
        let environment = |name: &str| (name == "SQLCMDPASSWORD").then(|| "p".to_owned());
        server_of_command(text, &ServerName::default(), environment)
    }

    #[test]
    fn arguments_override_defaults() {
        let name = parsed("h,5 -U sa -P x -l 3 -No -C -F host.name -D tempdb").unwrap();
        let expected = ServerName {
            server: "h,5".into(),
            user: "sa".into(),
            password: Some("x".into()),
            encryption: Wish::Optional,
            trusts: true,
            log_in_s: Some(3),
            database: "tempdb".into(),
            certificate_host: "host.name".into(),
            new_password: None,
        };
        assert_eq!(name, expected);
        assert_eq!(parsed("h me").unwrap().user, "me");
        assert_eq!(parsed("h -U \"a b\"").unwrap().user, "a b");
        assert_eq!(parsed("h -Ume").unwrap().password.as_deref(), Some("p"));
    }

    #[test]
    fn invalid_arguments_are_refused() {
        for (text, reason) in [("h", "login"), ("h -U", "-U"), ("h -U a -l x", "-l"), ("h -G", "-G"), ("h -Q a", "-Q")]
        {
            assert!(parsed(text).unwrap_err().contains(reason), "{text}");
        }
    }
}
