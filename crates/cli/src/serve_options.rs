//! The settings of `sluice serve`. The command line has precedence over the environment, the
//! environment over a file, the file over defaults.
//!
//! The environment uses the names of SQL Server's containers
//! (`linux/sql-server-linux-configure-environment-variables`); the file uses the sections and
//! settings of mssql.conf (`linux/sql-server-linux-configure-mssql-conf`). Unknown settings are
//! refused by name. The licence and edition settings are accepted and ignored.

use crate::log_output::level_named;
use lexopt::prelude::*;
use sluice_server::Policy;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use tracing::level_filters::LevelFilter;

/// Options of `sluice serve`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ServeOptions {
    /// The folder of the instance; created if missing.
    pub(crate) data: PathBuf,
    /// Whether to use an in-memory instance, which leaves no files.
    pub(crate) memory: bool,
    pub(crate) listen: SocketAddr,
    pub(crate) encryption: Policy,
    /// The certificate file and its key file. `None` for a self-signed certificate.
    pub(crate) certificate: Option<(PathBuf, PathBuf)>,
    /// The address of the metrics endpoint. `None`: there is no endpoint.
    pub(crate) metrics: Option<SocketAddr>,
    /// The memory limit of the instance in bytes. `None`: a share of the machine's memory.
    pub(crate) memory_limit: Option<u64>,
    /// The unit to which log blocks of new databases are padded, in bytes. `None`: the instance's
    /// default.
    pub(crate) log_sector: Option<u32>,
    /// Whether a persisted log buffer may be on any volume, for development.
    pub(crate) simulate_persistent_memory: bool,
    /// The folder of data files that statements may read. `None`: they may read none.
    pub(crate) bulk_folder: Option<PathBuf>,
    /// How many bytes of memory the files of an instance in memory may take. `None`: a share of the
    /// machine's memory.
    pub(crate) files_limit: Option<u64>,
    /// The most detailed level of the error log's lines that are printed.
    pub(crate) log_level: LevelFilter,
    /// The password of sa. `None`: the instance must have one already.
    pub(crate) password: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Setting {
    Data,
    Address,
    Port,
    Listen,
    Certificate,
    Key,
    ForceEncryption,
    Encrypt,
    Metrics,
    MemoryLimit,
    FilesLimit,
    LogSector,
    BulkFolder,
    LogLevel,
    Collation,
    OldPassword,
    Password,
    AgentEnabled,
    HadrEnabled,
    Nothing,
}

/// Values of settings, each with its source.
type Values = BTreeMap<Setting, (String, String)>;

/// Parses the arguments after `serve`, with the environment and the file of `--config`. Returns
/// `None` if help is requested. Unknown options, `MSSQL_` variables and settings of the file fail;
/// so does a file that can't be read.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Option<ServeOptions>, lexopt::Error> {
    let (mut flags, mut file) = (Values::new(), None);
    let (mut memory, mut simulate_persistent_memory) = (false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("memory") => memory = true,
            Long("simulate-persistent-memory") => simulate_persistent_memory = true,
            Long("config") => file = Some(PathBuf::from(parser.value()?)),
            Long("help") | Short('?') => return Ok(None),
            Long(name) => match FLAGS.iter().find(|(flag, _)| *flag == name) {
                Some((flag, setting)) => {
                    flags.insert(*setting, (parser.value()?.string()?, format!("--{flag}")));
                }
                None => return Err(argument.unexpected()),
            },
            other => return Err(other.unexpected()),
        }
    }
    let mut values = match &file {
        Some(path) => {
            let text = std::fs::read_to_string(path);
            of_file(&text.map_err(|error| format!("could not read '{}': {error}", path.display()))?)?
        }
        None => Values::new(),
    };
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        Some((name, value.to_string_lossy().into_owned()))
    });
    values.extend(of_environment(variables)?);
    values.extend(flags);
    let options = ServeOptions { memory, simulate_persistent_memory, ..options(&values)? };
    if options.files_limit.is_some() && !memory {
        return Err("--files-limit goes with --memory: it bounds the files of an instance in memory".into());
    }
    Ok(Some(options))
}

/// Reads the settings of the environment.
fn of_environment(variables: impl Iterator<Item = (String, String)>) -> Result<Values, String> {
    let mut values = Values::new();
    for (name, value) in variables {
        match VARIABLES.iter().find(|(variable, _)| *variable == name) {
            Some((_, setting)) => {
                values.insert(*setting, (value, name));
            }
            None if name.starts_with("MSSQL_") => return Err(format!("{name} is not supported")),
            None => {}
        }
    }
    Ok(values)
}

/// Parses a file: sections in brackets, `name = value` below them, comments after # or ;.
fn of_file(text: &str) -> Result<Values, String> {
    let (mut values, mut section) = (Values::new(), String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.trim().to_ascii_lowercase();
            continue;
        }
        let (name, value) =
            line.split_once('=').ok_or_else(|| format!("line {number} of the file is not a setting"))?;
        let name = format!("{section}.{}", name.trim().to_ascii_lowercase());
        let setting = FILE.iter().find(|(known, _)| *known == name);
        let (_, setting) = setting.ok_or_else(|| format!("{name} (line {number} of the file) is not supported"))?;
        values.insert(*setting, (value.trim().to_owned(), name));
    }
    Ok(values)
}

fn options(values: &Values) -> Result<ServeOptions, String> {
    let said = |setting| values.get(&setting).map(|(value, by)| (value.as_str(), by.as_str()));
    for (setting, off) in [(Setting::AgentEnabled, ["false", "0"]), (Setting::HadrEnabled, ["0", "false"])] {
        if let Some((value, by)) = said(setting)
            && !off.contains(&value.to_ascii_lowercase().as_str())
        {
            return Err(format!("{by} accepts only {}: the feature is not supported", off[0]));
        }
    }
    if let Some((value, by)) = said(Setting::Collation)
        && !value.eq_ignore_ascii_case(COLLATION)
    {
        return Err(format!("{by} accepts only {COLLATION}, not '{value}'"));
    }
    let mut listen = SocketAddr::from(([127, 0, 0, 1], 1433));
    if let Some((value, by)) = said(Setting::Address) {
        let address: Result<IpAddr, _> = value.parse();
        listen.set_ip(address.map_err(|_| format!("{by} takes an address, such as 0.0.0.0, not '{value}'"))?);
    }
    if let Some((value, by)) = said(Setting::Port) {
        listen.set_port(value.parse().map_err(|_| format!("{by} takes a port, not '{value}'"))?);
    }
    let place = |setting| {
        said(setting).map(|(value, by)| {
            value.parse().map_err(|_| format!("{by} takes ADDRESS:PORT, such as 127.0.0.1:1433, not '{value}'"))
        })
    };
    let certificate = match (said(Setting::Certificate), said(Setting::Key)) {
        (Some((certificate, _)), Some((key, _))) => Some((certificate.into(), key.into())),
        (None, None) => None,
        _ => return Err("--tls-cert and --tls-key must be given together".to_owned()),
    };
    let megabytes = |setting| {
        let bytes = said(setting).map(|(value, by)| {
            let megabytes: Option<u64> = value.parse().ok();
            megabytes
                .and_then(|count| count.checked_mul(1 << 20))
                .ok_or_else(|| format!("{by} takes megabytes, not '{value}'"))
        });
        bytes.transpose()
    };
    let log_level = said(Setting::LogLevel).map_or(Ok(LevelFilter::INFO), |(value, by)| {
        level_named(value).ok_or_else(|| format!("{by} takes error, warn, info or debug, not '{value}'"))
    });
    let log_sector = said(Setting::LogSector).map(|(value, by)| match value {
        "512" => Ok(512),
        "4096" => Ok(4096),
        _ => Err(format!("{by} takes 512 or 4096, not '{value}'")),
    });
    let password = said(Setting::Password).or(said(Setting::OldPassword));
    Ok(ServeOptions {
        data: said(Setting::Data).map_or("sluice-data", |(value, _)| value).into(),
        memory: false,
        simulate_persistent_memory: false,
        listen: place(Setting::Listen).unwrap_or(Ok(listen))?,
        encryption: encryption(said(Setting::Encrypt), said(Setting::ForceEncryption))?,
        certificate,
        metrics: place(Setting::Metrics).transpose()?,
        memory_limit: megabytes(Setting::MemoryLimit)?,
        files_limit: megabytes(Setting::FilesLimit)?,
        log_sector: log_sector.transpose()?,
        bulk_folder: said(Setting::BulkFolder).map(|(value, _)| value.into()),
        log_level: log_level?,
        password: password.map(|(value, _)| value.to_owned()),
    })
}

fn encryption(how: Option<(&str, &str)>, is_forced: Option<(&str, &str)>) -> Result<Policy, String> {
    Ok(match (how, is_forced) {
        (None, None) | (None, Some(("0", _))) | (Some(("optional", _)), _) => Policy::Offered,
        (None, Some(("1", _))) | (Some(("required", _)), _) => Policy::Required,
        (Some(("off", _)), _) => Policy::Unavailable,
        (Some(("strict", _)), _) => Policy::Strict,
        (Some((value, by)), _) => return Err(format!("{by} takes off, optional, required or strict, not '{value}'")),
        (None, Some((value, by))) => return Err(format!("{by} takes 0 or 1, not '{value}'")),
    })
}

const FLAGS: &[(&str, Setting)] = &[
    ("data", Setting::Data),
    ("listen", Setting::Listen),
    ("tls-cert", Setting::Certificate),
    ("tls-key", Setting::Key),
    ("encrypt", Setting::Encrypt),
    ("metrics", Setting::Metrics),
    ("memory-limit", Setting::MemoryLimit),
    ("files-limit", Setting::FilesLimit),
    ("log-sector", Setting::LogSector),
    ("bulk-folder", Setting::BulkFolder),
    ("log-level", Setting::LogLevel),
];
const VARIABLES: &[(&str, Setting)] = &[
    ("MSSQL_SA_PASSWORD", Setting::Password),
    ("SA_PASSWORD", Setting::OldPassword),
    ("MSSQL_DATA_DIR", Setting::Data),
    ("MSSQL_IP_ADDRESS", Setting::Address),
    ("MSSQL_TCP_PORT", Setting::Port),
    ("MSSQL_MEMORY_LIMIT_MB", Setting::MemoryLimit),
    ("MSSQL_COLLATION", Setting::Collation),
    ("MSSQL_AGENT_ENABLED", Setting::AgentEnabled),
    ("MSSQL_ENABLE_HADR", Setting::HadrEnabled),
    ("MSSQL_PID", Setting::Nothing),
    ("ACCEPT_EULA", Setting::Nothing),
];
const FILE: &[(&str, Setting)] = &[
    ("filelocation.defaultdatadir", Setting::Data),
    ("network.ipaddress", Setting::Address),
    ("network.tcpport", Setting::Port),
    ("network.tlscert", Setting::Certificate),
    ("network.tlskey", Setting::Key),
    ("network.forceencryption", Setting::ForceEncryption),
    ("memory.memorylimitmb", Setting::MemoryLimit),
    ("sqlagent.enabled", Setting::AgentEnabled),
    ("hadr.hadrenabled", Setting::HadrEnabled),
    ("eula.accepteula", Setting::Nothing),
];
/// The collation of every instance.
const COLLATION: &str = "SQL_Latin1_General_CP1_CI_AS";

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Result<Values, String> {
        of_environment(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn container_environment_is_read_like_sql_server() {
        let values = environment(&[
            ("ACCEPT_EULA", "Y"),
            ("MSSQL_PID", "Developer"),
            ("MSSQL_SA_PASSWORD", "Correct-Horse1"),
            ("MSSQL_IP_ADDRESS", "0.0.0.0"),
            ("MSSQL_TCP_PORT", "14330"),
            ("MSSQL_DATA_DIR", "/var/opt/mssql/data"),
            ("MSSQL_MEMORY_LIMIT_MB", "2048"),
            ("MSSQL_AGENT_ENABLED", "False"),
            ("PATH", "/bin"),
        ]);
        let options = options(&values.unwrap()).unwrap();
        assert_eq!(options.listen, "0.0.0.0:14330".parse().unwrap());
        assert_eq!((options.data, options.memory_limit), ("/var/opt/mssql/data".into(), Some(2 << 30)));
        assert_eq!(options.password.as_deref(), Some("Correct-Horse1"));
        assert_eq!(options.encryption, Policy::Offered);
    }

    #[test]
    fn command_line_overrides_environment_and_file() {
        let text = "# ours\n[network]\ntcpport = 5000\nipaddress = ::1\nforceencryption = 1\ntlscert=c\ntlskey = k\n";
        let mut values = of_file(text).unwrap();
        values.extend(environment(&[("MSSQL_TCP_PORT", "5001")]).unwrap());
        let found = options(&values).unwrap();
        assert_eq!((found.listen, found.encryption), ("[::1]:5001".parse().unwrap(), Policy::Required));
        assert_eq!(found.certificate, Some(("c".into(), "k".into())));
        assert_eq!(found.log_level, LevelFilter::INFO);
        values.insert(Setting::LogLevel, ("warn".into(), "--log-level".into()));
        values.insert(Setting::Listen, ("127.0.0.1:0".into(), "--listen".into()));
        values.insert(Setting::Encrypt, ("strict".into(), "--encrypt".into()));
        let found = options(&values).unwrap();
        assert_eq!((found.listen, found.encryption), ("127.0.0.1:0".parse().unwrap(), Policy::Strict));
        assert_eq!(found.log_level, LevelFilter::WARN);
        values.insert(Setting::LogSector, ("512".into(), "--log-sector".into()));
        assert_eq!((found.log_sector, options(&values).unwrap().log_sector), (None, Some(512)));
        values.insert(Setting::LogSector, ("520".into(), "--log-sector".into()));
        assert!(options(&values).unwrap_err().contains("--log-sector takes 512 or 4096"));
        values.remove(&Setting::LogSector);
        values.insert(Setting::LogLevel, ("loud".into(), "--log-level".into()));
        assert!(options(&values).unwrap_err().contains("--log-level takes error"));
    }

    #[test]
    fn unsupported_settings_are_refused_by_name() {
        let refused =
            |name: &str, value: &str| environment(&[(name, value)]).and_then(|values| options(&values)).unwrap_err();
        for (name, value) in [
            ("MSSQL_LCID", "1031"),
            ("MSSQL_COLLATION", "Latin1_General_BIN2"),
            ("MSSQL_AGENT_ENABLED", "true"),
            ("MSSQL_ENABLE_HADR", "1"),
            ("MSSQL_TCP_PORT", "many"),
            ("MSSQL_IP_ADDRESS", "here"),
            ("MSSQL_MEMORY_LIMIT_MB", "18446744073709551615"),
        ] {
            assert!(refused(name, value).contains(name), "{name}");
        }
        assert!(
            of_file("[network]\nkerberoskeytabfile = x").unwrap_err().contains("network.kerberoskeytabfile (line 2")
        );
        assert!(of_file("tcpport").unwrap_err().contains("line 1"));
        assert!(options(&of_file("[network]\ntlscert = c").unwrap()).unwrap_err().contains("--tls-key"));
    }
}
