//! The same load on PostgreSQL by pgbench and on MariaDB by mysqlslap. The servers are PostgreSQL's
//! as found by `psql`, and MariaDB's if the environment names it (`workload::mariadb`).

use super::processes::{spent_by_children_s, spent_s, spent_with_children_s};
use super::rate::{Rate, THREADS};
use sluice_workload::mariadb::{self, MariaDb};
use sluice_workload::postgres;
use std::process::Command;

/// A PostgreSQL server that answers.
pub(super) struct Postgres {
    /// Its main process, if it is on this machine and visible.
    process: Option<u32>,
}

impl Postgres {
    pub(super) fn found() -> Option<Postgres> {
        postgres::answers().then(|| {
            let text = postgres::run("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
            Postgres { process: text.ok().and_then(|text| text.parse().ok()) }
        })
    }

    /// Runs a pgbench script, prepared, with the given clients and transactions per client.
    pub(super) fn drive(
        &self,
        script: &str,
        (sessions, turns): (u32, u32),
        options: &str,
        folder: &std::path::Path,
    ) -> Result<Rate, String> {
        let path = folder.join("pgbench.sql");
        std::fs::write(&path, script).map_err(|error| error.to_string())?;
        let threads = THREADS.min(sessions as usize);
        let spent = || self.process.and_then(spent_with_children_s);
        let (own, before) = (spent_by_children_s(), spent());
        let mut command = Command::new("pgbench");
        command.args(["-n", "-M", "prepared", "-c", &sessions.to_string(), "-j", &threads.to_string()]);
        command.args(["-t", &turns.to_string(), "-f"]).arg(&path).env("PGOPTIONS", options);
        let text = output(&mut command, "pgbench")?;
        let tps = text.lines().find_map(|line| line.strip_prefix("tps = ")).and_then(|rest| rest.split(' ').next());
        let per_s = tps.and_then(|tps| tps.parse().ok()).ok_or_else(|| format!("pgbench said '{text}'"))?;
        let done = f64::from(sessions) * f64::from(turns);
        let client_us = (spent_by_children_s() - own) * 1e6 / done;
        let server_us = spent().zip(before).map(|(after, before)| (after - before) * 1e6 / done);
        Ok(Rate { per_s, client_us, server_us })
    }
}

/// A MariaDB server that answers, with a temporary database.
pub(super) struct OnMariaDb {
    process: Option<u32>,
    found: String,
}

impl OnMariaDb {
    pub(super) fn found() -> Result<Option<OnMariaDb>, String> {
        if MariaDb::named().is_none() {
            return Ok(None);
        }
        mariadb::run(&format!(
            "CREATE OR REPLACE DATABASE {SCHEMA}; USE {SCHEMA}; CREATE TABLE t2(v INT NOT NULL) ENGINE = InnoDB;"
        ))?;
        let found = mariadb::run("SELECT @@innodb_flush_log_at_trx_commit, @@pid_file")?;
        let (found, path) =
            found.last().and_then(|line| line.split_once('\t')).ok_or("MariaDB returned no settings")?;
        let process = std::fs::read_to_string(path).ok().and_then(|text| text.trim().parse().ok());
        Ok(Some(OnMariaDb { process, found: found.to_owned() }))
    }

    /// Runs a statement with the given clients and runs per client.
    pub(super) fn drive(&self, statement: &str, (sessions, turns): (u32, u32), is_full: bool) -> Result<Rate, String> {
        mariadb::run(&format!("SET GLOBAL innodb_flush_log_at_trx_commit = {};", if is_full { 1 } else { 2 }))?;
        let done = f64::from(sessions) * f64::from(turns);
        let (own, before) = (spent_by_children_s(), self.process.and_then(spent_s));
        let mut command = mariadb::program("mysqlslap");
        command.args(["--iterations=1", "--no-drop", "--create-schema", SCHEMA, "--query", statement]);
        command.arg(format!("--concurrency={sessions}")).arg(format!("--number-of-queries={done}"));
        let text = output(&mut command, "mysqlslap")?;
        let seconds = text.lines().find_map(|line| {
            line.trim().strip_prefix("Average number of seconds to run all queries: ")?.split(' ').next()?.parse().ok()
        });
        let seconds: f64 = seconds.ok_or_else(|| format!("mysqlslap said '{text}'"))?;
        let client_us = (spent_by_children_s() - own) * 1e6 / done;
        let after = self.process.and_then(spent_s);
        let server_us = after.zip(before).map(|(after, before)| (after - before) * 1e6 / done);
        Ok(Rate { per_s: done / seconds, client_us, server_us })
    }
}

impl Drop for OnMariaDb {
    fn drop(&mut self) {
        // If the server no longer answers, the database and setting stay.
        let _ = mariadb::run(&format!(
            "DROP DATABASE {SCHEMA}; SET GLOBAL innodb_flush_log_at_trx_commit = {};",
            self.found
        ));
    }
}

fn output(command: &mut Command, name: &str) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

const SCHEMA: &str = "sluice_bench";
