//! Random statements of a login that may only connect: no secret value occurs in a result, a
//! message or a plan, and nothing changes.
//!
//! A statement is a shape around a source. Sources refer to the secrets by all kinds of names:
//! tables, views, modules, other databases, other sessions' temporary tables, statistics, the log.
//! Shapes are the statements that use a source.

use crate::permissions::{DATABASE, LogIn, PASSWORD};
use sluice_base::random::Random;
use sluice_client::{Audience, Connection};
use sluice_engine::Value;
use sluice_tds::{Column, Message};

/// The result of the statements.
#[derive(Default)]
pub struct Taint {
    /// The number of statements run.
    pub statements: u64,
    /// The number of statements that ended without an error.
    pub without_error: u64,
    /// The statements whose output contained a secret, and the changes of protected state.
    pub leaks: Vec<String>,
}

/// Creates the secrets. `sa` is a session of the administrator that stays open. The setup of the
/// permission walk must exist.
pub fn hide_secrets(sa: &mut Connection) -> Result<(), String> {
    for batch in SECRETS {
        let mut heard = Answer::default();
        sa.execute(batch, &mut heard).map_err(|error| error.to_string())?;
        if let Some(error) = heard.error {
            return Err(format!("{batch}: {error}"));
        }
    }
    Ok(())
}

/// Runs `count` random statements. `sa` is the session that created the secrets.
pub fn probe(sa: &mut Connection, log_in: &LogIn<'_>, seed: u64, count: u64) -> Result<Taint, String> {
    let random = Random::seeded(seed);
    let (mut taint, before) = (Taint::default(), state(sa)?);
    let hidden =
        run_query(sa, "SELECT MAX(name) FROM tempdb.sys.tables WHERE name LIKE '#hidden[_]%'")?.text.trim().to_owned();
    let mut session = log_in(LOGIN, PASSWORD, DATABASE)?;
    for _ in 0..count {
        let text = statement(&random, &hidden);
        let mut answer = Answer::default();
        let ended = session.execute(&text, &mut answer).is_err();
        taint.statements += 1;
        taint.without_error += u64::from(answer.error.is_none() && !ended);
        if is_tainted(&answer.text) {
            taint.leaks.push(format!("{text}: {}", answer.text.trim()));
        }
        if ended || session.is_lost() {
            session = log_in(LOGIN, PASSWORD, DATABASE)?;
        }
        // Resets options and an open transaction before the next statement.
        if answer.needs_reset {
            let reset = "SET SHOWPLAN_TEXT OFF GO SET SHOWPLAN_ALL OFF GO SET SHOWPLAN_XML OFF GO SET STATISTICS XML OFF GO SET FMTONLY OFF GO SET NOEXEC OFF GO IF @@TRANCOUNT > 0 ROLLBACK";
            for batch in reset.split(" GO ") {
                let _ = session.execute(batch, &mut Answer::default());
            }
        }
    }
    drop(session);
    let after = state(sa)?;
    if before != after {
        taint.leaks.push(format!("something changed: {before} is now {after}"));
    }
    Ok(taint)
}

/// Returns the protected state as one line.
fn state(sa: &mut Connection) -> Result<String, String> {
    let parts: Result<Vec<String>, String> =
        STATE.iter().map(|query| run_query(sa, query).map(|answer| answer.text)).collect();
    Ok(parts?.join(" ").replace('\n', " "))
}

fn run_query(session: &mut Connection, query: &str) -> Result<Answer, String> {
    let mut answer = Answer::default();
    session.execute(query, &mut answer).map_err(|error| error.to_string())?;
    match answer.error {
        Some(error) => Err(format!("{query}: {error}")),
        None => Ok(answer),
    }
}

fn statement(random: &Random, hidden: &str) -> String {
    let pick = |of: &'static [&'static str]| of[(random.next_u64() % of.len() as u64) as usize];
    let source = pick(SOURCES);
    let column = pick(COLUMNS);
    let mut text = pick(SHAPES).to_owned();
    // A shape may contain another one, as the text of a dynamic batch.
    while text.contains("@shape") {
        let inner = pick(PLAIN).replace('\'', "''");
        text = text.replacen("@shape", &inner, 1);
    }
    text.replace("@source", source).replace("@column", column).replace("@hidden", hidden)
}

fn is_tainted(text: &str) -> bool {
    MARKS.iter().any(|mark| text.contains(mark))
}

/// The complete output of a batch.
#[derive(Default)]
struct Answer {
    text: String,
    error: Option<String>,
    needs_reset: bool,
}

impl Audience for Answer {
    fn columns(&mut self, columns: &[Column]) {
        columns.iter().for_each(|column| self.note(&column.name));
        self.needs_reset |= columns.iter().any(|column| column.name == "StmtText");
    }

    fn row(&mut self, row: &[Value]) {
        for value in row {
            match value {
                Value::Str(text) => self.note(text),
                Value::Bytes(bytes) => self.note(&String::from_utf8_lossy(bytes)),
                value => self.note(&value.as_i64().map_or_else(|| format!("{value:?}"), |number| number.to_string())),
            }
        }
    }

    fn done(&mut self, _: Option<u64>) {
        // SHOWPLAN, FMTONLY and NOEXEC give no sign in the output, so the session is always reset.
        self.needs_reset = true;
    }

    fn message(&mut self, message: &Message) {
        self.note(&message.text);
        if message.severity > 10 && self.error.is_none() {
            self.error = Some(message.text.clone());
        }
    }
}

impl Answer {
    fn note(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }
}

const LOGIN: &str = "connect_only";
/// The secrets: as text, as a number, as bytes and as a module's definition.
const MARKS: [&str; 3] = ["Qz7Secret", "918273645", "Qz7Hidden"];

const SECRETS: [&str; 12] = [
    "CREATE DATABASE vaults",
    "USE vaults",
    "CREATE TABLE dbo.vault(word VARCHAR(40), number INT); INSERT dbo.vault VALUES('Qz7Secret', 918273645)",
    "USE d",
    "CREATE TABLE dbo.vault(word VARCHAR(40) CONSTRAINT pk_vault PRIMARY KEY, number INT, CONSTRAINT ck_vault CHECK (number > 0));
     INSERT dbo.vault VALUES('Qz7Secret', 918273645), ('Qz7Secret2', 1918273645); CREATE STATISTICS s_number ON dbo.vault(number) WITH FULLSCAN",
    "CREATE VIEW dbo.vault_view AS SELECT word, number FROM dbo.vault",
    "CREATE PROCEDURE dbo.vault_procedure AS SELECT word, number, 'Qz7Hidden' AS text FROM dbo.vault",
    "CREATE FUNCTION dbo.vault_function() RETURNS TABLE AS RETURN SELECT word, number FROM dbo.vault",
    "CREATE FUNCTION dbo.vault_word() RETURNS VARCHAR(40) AS BEGIN RETURN (SELECT MAX(word) FROM dbo.vault) END",
    "CREATE SYNONYM dbo.vault_synonym FOR dbo.vault",
    "CREATE SEQUENCE dbo.vault_sequence START WITH 918273645",
    "CREATE TABLE #hidden(word VARCHAR(40), number INT); INSERT #hidden VALUES('Qz7Secret', 918273645)",
];

const STATE: [&str; 7] = [
    "SELECT COUNT(*), CHECKSUM_AGG(CHECKSUM(word, number)) FROM d.dbo.vault",
    "SELECT COUNT(*), CHECKSUM_AGG(CHECKSUM(word, number)) FROM vaults.dbo.vault",
    "SELECT COUNT(*), CHECKSUM_AGG(CHECKSUM(word, number)) FROM #hidden",
    "SELECT COUNT(*), CHECKSUM_AGG(CHECKSUM(name)) FROM d.sys.objects",
    "SELECT COUNT(*), CHECKSUM_AGG(CHECKSUM(grantee_principal_id, permission_name, state)) FROM d.sys.database_permissions",
    "SELECT COUNT(*) FROM d.sys.database_role_members",
    "SELECT CAST(current_value AS BIGINT) FROM d.sys.sequences WHERE name = 'vault_sequence'",
];

/// Sources with secrets in their rows.
const SOURCES: &[&str] = &[
    "dbo.vault",
    "d.dbo.vault",
    "vault",
    "vaults.dbo.vault",
    "vaults..vault",
    "dbo.vault_view",
    "dbo.vault_function()",
    "dbo.vault_synonym",
    "tempdb..[@hidden]",
    "[@hidden]",
    "(SELECT word, number FROM dbo.vault) AS x",
    "(SELECT word, number FROM dbo.vault_view WHERE number > 0) AS x",
    "(VALUES (dbo.vault_word(), 1)) AS x(word, number)",
    "(SELECT CAST(range_high_key AS VARCHAR(40)) AS word, CAST(range_high_key AS INT) AS number FROM sys.stats AS s
      CROSS APPLY sys.dm_db_stats_histogram(s.object_id, s.stats_id)) AS x",
    "(SELECT definition AS word, object_id AS number FROM sys.sql_modules) AS x",
    "(SELECT definition AS word, object_id AS number FROM sys.check_constraints) AS x",
    "(SELECT Operation AS word, 1 AS number FROM sys.fn_dblog(NULL, NULL)) AS x",
    "(SELECT text AS word, 1 AS number FROM sys.dm_exec_query_stats CROSS APPLY sys.dm_exec_sql_text(sql_handle)) AS x",
    "(SELECT event_info AS word, 1 AS number FROM sys.dm_exec_sessions AS s CROSS APPLY sys.dm_exec_input_buffer(s.session_id, 0)) AS x",
    "(SELECT name AS word, CAST(current_value AS BIGINT) AS number FROM sys.sequences) AS x",
    "(SELECT OBJECT_DEFINITION(OBJECT_ID('dbo.vault_procedure')) AS word, 1 AS number) AS x",
];

const COLUMNS: &[&str] = &[
    "word",
    "number",
    "*",
    "COUNT(*)",
    "MAX(word)",
    "CAST(word AS INT)",
    "1 / (number - number)",
    "CAST(number AS TINYINT)",
    "STRING_AGG(word, ',')",
    "CONVERT(VARBINARY(40), word)",
    "NEXT VALUE FOR dbo.vault_sequence",
    "dbo.vault_word()",
];

/// Shapes that may be the text of a dynamic batch.
const PLAIN: &[&str] = &[
    "SELECT @column FROM @source",
    "SELECT TOP 1 @column FROM @source WHERE number > 0",
    "SELECT 1 WHERE EXISTS (SELECT * FROM @source WHERE word LIKE 'Qz%')",
    "WITH c AS (SELECT word, number FROM @source) SELECT @column FROM c",
    "SELECT @column FROM @source UNION ALL SELECT @column FROM @source",
    "DECLARE @v VARCHAR(MAX); SELECT @v = word FROM @source; PRINT @v; SELECT @v",
    "SELECT word, number INTO #stolen FROM @source; SELECT * FROM #stolen; DROP TABLE #stolen",
    "UPDATE @source SET number = number + 1",
    "DELETE FROM @source",
    "INSERT INTO @source VALUES('x', 1)",
    "INSERT dbo.vault SELECT word, number FROM @source",
    "UPDATE dbo.vault SET number = 0 OUTPUT deleted.word, deleted.number",
    "DELETE dbo.vault OUTPUT deleted.word",
    "MERGE dbo.vault AS t USING @source ON 1 = 0 WHEN NOT MATCHED THEN INSERT VALUES('y', 2) OUTPUT inserted.word;",
    "DECLARE c CURSOR LOCAL FOR SELECT word FROM @source; OPEN c; FETCH NEXT FROM c; CLOSE c; DEALLOCATE c",
    "EXEC dbo.vault_procedure",
    "DECLARE @n INT; EXEC @n = dbo.vault_word; SELECT @n",
    "DECLARE @f SQL_VARIANT; EXEC sys.sp_sequence_get_range 'dbo.vault_sequence', 3, @f OUTPUT; SELECT @f",
    "TRUNCATE TABLE dbo.vault",
    "ALTER TABLE dbo.vault ADD x INT",
    "DROP TABLE dbo.vault",
    "DROP TABLE [@hidden]",
    "CREATE TABLE dbo.mine(a INT)",
    "CREATE INDEX x ON dbo.vault(number)",
    "UPDATE STATISTICS dbo.vault",
    "DBCC SHOW_STATISTICS('dbo.vault', s_number)",
    "DBCC SHOW_STATISTICS('dbo.vault', pk_vault) WITH HISTOGRAM",
    "DBCC CHECKTABLE('dbo.vault')",
    "DBCC INPUTBUFFER(51)",
    "DISABLE TRIGGER ALL ON dbo.vault",
    "GRANT SELECT ON dbo.vault TO public",
    "ALTER ROLE db_owner ADD MEMBER connect_only",
    "ALTER AUTHORIZATION ON SCHEMA::dbo TO connect_only",
    "EXECUTE AS USER = 'dbo'; SELECT @column FROM @source; REVERT",
    "EXECUTE AS LOGIN = 'sa'; SELECT @column FROM @source; REVERT",
    "EXEC sp_rename 'dbo.vault', 'stolen'",
    "EXEC sp_helptext 'dbo.vault_procedure'",
    "EXEC sp_help 'dbo.vault'",
    "EXEC sp_columns 'vault'",
    "EXEC sp_describe_first_result_set N'SELECT word FROM dbo.vault'",
    "USE vaults; SELECT @column FROM dbo.vault",
    "BACKUP DATABASE d TO DISK = 'stolen.bak'",
];

/// All shapes.
const SHAPES: &[&str] = &[
    "@shape",
    "@shape",
    "@shape",
    "@shape; @shape",
    "BEGIN TRY @shape END TRY BEGIN CATCH SELECT ERROR_MESSAGE(), ERROR_NUMBER(), ERROR_PROCEDURE() END CATCH",
    "EXEC('@shape')",
    "EXEC sp_executesql N'@shape'",
    "IF 1 = 1 BEGIN @shape END ELSE BEGIN @shape END",
    "DECLARE @h INT; EXEC sp_prepexec @h OUTPUT, N'', N'@shape'; EXEC sp_unprepare @h",
    "DECLARE @c INT; EXEC sp_cursoropen @c OUTPUT, N'@shape'; EXEC sp_cursorfetch @c, 2, 0, 1",
    "BEGIN TRAN; @shape; IF @@TRANCOUNT > 0 ROLLBACK",
    "SET XACT_ABORT ON; @shape",
    "SET FMTONLY ON; @shape; SET FMTONLY OFF",
    "SET NOEXEC ON; @shape; SET NOEXEC OFF",
    "SET SHOWPLAN_TEXT ON",
    "SET SHOWPLAN_ALL ON",
    "SET SHOWPLAN_XML ON",
    "SET STATISTICS XML ON; @shape; SET STATISTICS XML OFF",
    "CREATE TABLE #r(a NVARCHAR(MAX)); INSERT #r EXEC('@shape'); SELECT * FROM #r; DROP TABLE #r",
];
