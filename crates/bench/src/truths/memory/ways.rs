//! The pool uses the rest of the limit, in whichever way the limit is set, and follows changes
//! without a restart.

use super::super::process::resident_bytes;
use super::super::setting::Setting;
use crate::figure::Figure;
use crate::served::requests::run;
use crate::served::server::Served;
use sluice_types::Value;
use std::process::Command;

/// Returns a figure per way and limit, and the figures of a pool that is filled, shrunk and grown.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for limit_mb in super::LIMITS_MB {
        for way in WAYS {
            let data = setting.folder.join(format!("way-{}-{limit_mb}", way.replace(' ', "-")));
            let conf = setting.folder.join(format!("{limit_mb}.conf"));
            let served = Served::start_with(setting.binary, &data, |command| set(command, way, *limit_mb, &conf))?;
            if *way == "sp_configure" {
                configure(&served, *limit_mb)?;
            }
            let target_mb = counter(&served, "Target pages")? * 8.0 / 1024.0;
            let name = format!("pool's target at max server memory {limit_mb} MB, set by {way}");
            figures.push(Figure::at_least(&name, target_mb, *limit_mb as f64 * TARGET_SHARE, "MB"));
        }
    }
    figures.extend(followed(setting)?);
    Ok(figures)
}

fn set(command: &mut Command, way: &str, limit_mb: u64, conf: &std::path::Path) {
    match way {
        "the environment" => {
            command.env("MSSQL_MEMORY_LIMIT_MB", limit_mb.to_string());
        }
        "the command line" => {
            command.args(["--memory-limit", &limit_mb.to_string()]);
        }
        "mssql.conf" => {
            // A failed write is noticed: the server lacks the setting and fails.
            let _ = std::fs::write(conf, format!("[memory]\nmemorylimitmb = {limit_mb}\n"));
            command.arg("--config").arg(conf);
        }
        _ => {}
    }
}

fn configure(served: &Served, limit_mb: u64) -> Result<(), String> {
    let text = format!(
        "EXEC sp_configure 'show advanced options', 1; RECONFIGURE;
         EXEC sp_configure 'max server memory (MB)', {limit_mb}; RECONFIGURE;"
    );
    run(&mut served.connect()?, &text).map(|_| ())
}

fn counter(served: &Served, name: &str) -> Result<f64, String> {
    let text = format!("SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = '{name}'");
    match run(&mut served.connect()?, &text)?.last {
        Some(Value::BigInt(value)) => Ok(value as f64),
        other => Err(format!("the counter '{name}' is {other:?}")),
    }
}

/// Fills the pool by a table larger than the limit, then lowers and raises the limit.
fn followed(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let data = setting.folder.join("followed");
    let served = Served::start_with(setting.binary, &data, |_| {})?;
    let rows = ((700_000.0 * setting.scale) as u64).max(100_000);
    let mut client = served.connect()?;
    run(&mut client, "CREATE TABLE dbo.Large(id INT NOT NULL PRIMARY KEY, p CHAR(900) NOT NULL)")?;
    for first in (0..rows).step_by(100_000) {
        run(&mut client, &format!("INSERT dbo.Large SELECT value + {first}, 'x' FROM GENERATE_SERIES(1, 100000)"))?;
    }
    let table_mb = rows as f64 / 8.0 * 8.0 / 1024.0;
    let mut figures = Vec::new();
    for limit_mb in [512, 128, 512] {
        configure(&served, limit_mb)?;
        for _ in 0..2 {
            run(&mut client, "SELECT COUNT(*) FROM dbo.Large WHERE p <> 'y'")?;
        }
        let pages_mb = counter(&served, "Database pages")? * 8.0 / 1024.0;
        let resident_mb = resident_bytes(served.process())? as f64 / f64::from(1 << 20);
        let wanted = (limit_mb as f64 * FILLED_SHARE).min(table_mb * FILLED_SHARE);
        let name = format!("pages in memory after scans of {table_mb:.0} MB, max server memory set to {limit_mb} MB");
        figures.push(Figure::at_least(&name, pages_mb, wanted, "MB"));
        let name = format!("RssAnon + RssShmem then, max server memory set to {limit_mb} MB");
        figures.push(Figure::at_most(&name, resident_mb, limit_mb as f64 * 1.1, "MB"));
    }
    Ok(figures)
}

const WAYS: &[&str] = &["the environment", "the command line", "mssql.conf", "sp_configure"];
/// The part of the limit that an idle instance's pool can have.
const TARGET_SHARE: f64 = 0.8;
const FILLED_SHARE: f64 = 0.75;
