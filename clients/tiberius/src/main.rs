//! The smoke of clients/README.md with tiberius, which calls no procedure with OUTPUT values itself and has no way to stop a batch.

use std::error::Error;
use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;
use tiberius::numeric::Numeric;
use tiberius::time::chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};
use tiberius::xml::XmlData;
use tiberius::{AuthMethod, Config, EncryptionLevel, FromSqlOwned, IntoSql, ToSql, TokenRow, Uuid};
use tokio::net::TcpStream;
use tokio_util::compat::{Compat, TokioAsyncWriteCompatExt};

type Client = tiberius::Client<Compat<TcpStream>>;
type Outcome = Result<(), Box<dyn Error>>;

struct Smoke {
    server: String,
    password: String,
    is_encrypted: bool,
    certificate: String,
    failures: u32,
}

impl Smoke {
    async fn connect(&self, password: &str) -> Result<Client, Box<dyn Error>> {
        let mut config = Config::new();
        // The name in the certificate.
        config.host("localhost");
        config.database("master");
        config.authentication(AuthMethod::sql_server("sa", password));
        config.encryption(if self.is_encrypted { EncryptionLevel::Required } else { EncryptionLevel::NotSupported });
        config.trust_cert_ca(&self.certificate);
        let socket = TcpStream::connect(&self.server).await?;
        socket.set_nodelay(true)?;
        Ok(Client::connect(config, socket.compat_write()).await?)
    }

    /// Prints a line about one check.
    async fn check(&mut self, what: &str, work: impl Future<Output = Outcome>) {
        match work.await {
            Ok(()) => println!("ok    {what}"),
            Err(error) => {
                self.failures += 1;
                println!("WRONG {what}: {error}");
            }
        }
    }

    /// Each value as a parameter and back, and NULL.
    async fn both<T>(&mut self, db: &mut Client, declared: &str, values: Vec<T>)
    where
        T: FromSqlOwned + ToSql + PartialEq + Debug + Send + Sync,
        Option<T>: ToSql,
    {
        let text = format!("SELECT CAST(@P1 AS {declared})");
        self.check(&format!("type {declared}"), async {
            for value in values {
                expect(one::<T>(db, &text, &[&value]).await?, Some(value))?;
            }
            expect(one::<T>(db, &text, &[&None::<T>]).await?, None)
        })
        .await;
    }

    async fn connecting(&mut self, db: &mut Client) {
        let text = "SELECT encrypt_option FROM sys.dm_exec_connections WHERE session_id = @@SPID";
        let wanted = if self.is_encrypted { "TRUE" } else { "FALSE" };
        self.check("connect", async { expect(one::<String>(db, text, &[]).await?, Some(wanted.to_owned())) }).await;
        let wrong = self.connect(&format!("{}x", self.password)).await.map(|_| ());
        self.check("wrong password is 18456", async { expect_error(wrong, 18456) }).await;
    }

    async fn types(&mut self, db: &mut Client) {
        let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).expect("a day");
        let last = NaiveTime::from_hms_nano_opt(23, 59, 59, 999_999_900).expect("a time");
        self.both(db, "tinyint", vec![0_u8, 255]).await;
        self.both(db, "smallint", vec![i16::MIN, i16::MAX]).await;
        self.both(db, "int", vec![i32::MIN, i32::MAX]).await;
        self.both(db, "bigint", vec![i64::MIN, i64::MAX]).await;
        self.both(db, "bit", vec![false, true]).await;
        self.both(db, "float", vec![f64::MIN, f64::MIN_POSITIVE, f64::MAX]).await;
        self.both(db, "real", vec![f32::MIN, f32::MIN_POSITIVE, f32::MAX]).await;
        let nines = 10_i128.pow(37) - 1;
        self.both(db, "decimal(37,9)", vec![Numeric::new_with_scale(-nines, 9), Numeric::new_with_scale(1, 9)]).await;
        // It makes binary fractions of money.
        self.both(db, "money", vec![-214_748.3648_f64, 12_345.6789]).await;
        self.both(db, "varchar(20)", vec!["café €".to_owned(), String::new()]).await;
        self.both(db, "varchar(max)", vec!["x".repeat(100_000)]).await;
        self.both(db, "nchar(4)", vec!["ab☃ ".to_owned()]).await;
        self.both(db, "nvarchar(20)", vec!["snow ☃ 𝄞".to_owned(), String::new()]).await;
        self.both(db, "nvarchar(max)", vec!["длинно".repeat(5000), String::new()]).await;
        self.both(db, "binary(4)", vec![vec![0, 1, 2, 255_u8]]).await;
        self.both(db, "varbinary(20)", vec![vec![0, 1, 255_u8], vec![]]).await;
        self.both(db, "varbinary(max)", vec![vec![7_u8; 100_000], vec![]]).await;
        self.both(db, "date", vec![day(1, 1, 1), day(9999, 12, 31)]).await;
        self.both(db, "time(7)", vec![NaiveTime::MIN, last]).await;
        self.both(
            db,
            "datetime2(7)",
            vec![NaiveDateTime::new(day(1, 1, 1), NaiveTime::MIN), NaiveDateTime::new(day(9999, 12, 31), last)],
        )
        .await;
        let offset = |text| DateTime::<FixedOffset>::parse_from_rfc3339(text).expect("an instant");
        self.both(
            db,
            "datetimeoffset(7)",
            vec![offset("2020-02-29T12:00:00.1234567-14:00"), offset("9999-12-31T23:59:59.9999999Z")],
        )
        .await;
        self.both(
            db,
            "uniqueidentifier",
            vec![Uuid::from_u128(0), Uuid::from_u128(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF)],
        )
        .await;
        self.check("type xml", async {
            let xml = XmlData::new("<a>1</a>");
            expect(one::<XmlData>(db, "SELECT CAST(@P1 AS xml)", &[&xml]).await?, Some(XmlData::new("<a>1</a>")))
        })
        .await;
    }

    async fn statements(&mut self, db: &mut Client) {
        self.check("statements with parameters", async {
            run(db, "DROP TABLE IF EXISTS dbo.rust_smoke; CREATE TABLE dbo.rust_smoke (id int PRIMARY KEY, name nvarchar(50) NULL)").await?;
            for (id, name) in [(1, Some("one")), (2, None), (3, Some("drei"))] {
                let done = db.execute("INSERT dbo.rust_smoke VALUES (@P1, @P2)", &[&id, &name]).await?;
                expect(done.rows_affected(), &[1])?;
            }
            Ok(())
        })
        .await;
        self.check("error 8134", async { expect_error(run(db, "SELECT 1 / 0").await, 8134) }).await;
        self.check("error 2627", async { expect_error(run(db, "INSERT dbo.rust_smoke VALUES (1, NULL)").await, 2627) })
            .await;
        self.check("procedure with OUTPUT and status", async {
            run(
                db,
                "CREATE OR ALTER PROCEDURE dbo.rust_twice @in int, @out int OUTPUT AS BEGIN SET @out = @in * 2; RETURN 7 END",
            )
            .await?;
            let text = "DECLARE @status int, @out int; EXEC @status = dbo.rust_twice @P1, @out OUTPUT; SELECT @out, @status";
            let row = db.query(text, &[&21]).await?.into_row().await?.ok_or("no row")?;
            expect((row.get(0), row.get(1)), (Some(42), Some(7)))
        })
        .await;
        self.check("several result sets", async {
            let sets = db
                .simple_query("SELECT 1 AS a; PRINT 'between'; SELECT 2 AS b, N'x' AS c")
                .await?
                .into_results()
                .await?;
            let names: Vec<Vec<&str>> =
                sets.iter().map(|rows| rows[0].columns().iter().map(|column| column.name()).collect()).collect();
            expect(names, vec![vec!["a"], vec!["b", "c"]])
        })
        .await;
    }

    async fn transactions(&mut self, db: &mut Client) {
        let count = "SELECT COUNT(*) FROM dbo.rust_smoke";
        self.check("rollback", async {
            run(db, "BEGIN TRAN; INSERT dbo.rust_smoke VALUES (10, NULL)").await?;
            run(db, "ROLLBACK").await?;
            expect(one(db, count, &[]).await?, Some(3))
        })
        .await;
        self.check("commit", async {
            run(db, "BEGIN TRAN; INSERT dbo.rust_smoke VALUES (10, NULL)").await?;
            run(db, "COMMIT").await?;
            expect(one(db, count, &[]).await?, Some(4))
        })
        .await;
        let other = self.connect(&self.password).await;
        self.check("two connections, lock timeout 1222 and a wait", async {
            let mut other = other?;
            run(db, "BEGIN TRAN; UPDATE dbo.rust_smoke SET name = N'held' WHERE id = 1").await?;
            let wanted = "UPDATE dbo.rust_smoke SET name = N'wanted' WHERE id = 1";
            expect_error(run(&mut other, &format!("SET LOCK_TIMEOUT 100; {wanted}")).await, 1222)?;
            let text = format!("SET LOCK_TIMEOUT -1; {wanted}");
            let mut waiting = Box::pin(run(&mut other, &text));
            let too_early = tokio::time::timeout(Duration::from_millis(100), &mut waiting).await;
            expect(too_early.is_err(), true)?;
            run(db, "COMMIT").await?;
            waiting.await?;
            expect(one(db, "SELECT name FROM dbo.rust_smoke WHERE id = 1", &[]).await?, Some("wanted".to_owned()))
        })
        .await;
    }

    async fn bulk(&mut self, db: &mut Client) {
        self.check("bulk load", async {
            run(
                db,
                "DROP TABLE IF EXISTS dbo.rust_bulk; CREATE TABLE dbo.rust_bulk (id int NOT NULL, name nvarchar(50) NULL, f float NULL, data varbinary(max) NULL)",
            )
            .await?;
            let mut load = db.bulk_insert("dbo.rust_bulk").await?;
            for id in 0..2000_i32 {
                let mut row = TokenRow::new();
                row.push(id.into_sql());
                row.push(Some(format!("n{id}")).into_sql());
                row.push(if id == 0 { None } else { Some(f64::from(id) / 2.0) }.into_sql());
                row.push(Some(vec![7_u8; 100]).into_sql());
                load.send(row).await?;
            }
            expect(load.finalize().await?.total(), 2000)?;
            let row = db.query("SELECT COUNT(f), SUM(f), SUM(DATALENGTH(data)) FROM dbo.rust_bulk", &[]).await?.into_row().await?;
            let row = row.ok_or("no row")?;
            expect((row.get(0), row.get(1), row.get(2)), (Some(1999), Some(999_500.0), Some(200_000_i64)))
        })
        .await;
    }
}

/// Runs a batch to its end.
async fn run(db: &mut Client, text: &str) -> Outcome {
    db.simple_query(text).await?.into_results().await?;
    Ok(())
}

/// The first value of the first row.
async fn one<T: FromSqlOwned>(db: &mut Client, text: &str, values: &[&dyn ToSql]) -> Result<Option<T>, Box<dyn Error>> {
    let row = db.query(text, values).await?.into_row().await?.ok_or("no row")?;
    Ok(T::from_sql_owned(row.into_iter().next().ok_or("no column")?)?)
}

fn expect<T: PartialEq + Debug>(got: T, wanted: T) -> Outcome {
    if got == wanted {
        Ok(())
    } else {
        Err(format!("{got:?} instead of {wanted:?}").chars().take(300).collect::<String>().into())
    }
}

/// Wants the server's error of that number.
fn expect_error(outcome: Outcome, number: u32) -> Outcome {
    let error = outcome.err().ok_or_else(|| format!("no error {number}"))?;
    match error.downcast_ref::<tiberius::error::Error>().and_then(tiberius::error::Error::code) {
        Some(told) => expect(told, number),
        None => Err(format!("{error} instead of error {number}").into()),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let said = |name: &str| std::env::var(name).map_err(|_| format!("{name} is not set"));
    let mut smoke = Smoke {
        server: said("SLUICE_SERVER")?,
        password: said("SLUICE_PASSWORD")?,
        is_encrypted: said("SLUICE_ENCRYPT")? != "no",
        certificate: said("SLUICE_CERTIFICATE")?,
        failures: 0,
    };
    let mut db = smoke.connect(&smoke.password).await?;
    smoke.connecting(&mut db).await;
    smoke.types(&mut db).await;
    smoke.statements(&mut db).await;
    smoke.transactions(&mut db).await;
    smoke.bulk(&mut db).await;
    if smoke.failures > 0 { Err(format!("{} checks are wrong", smoke.failures).into()) } else { Ok(()) }
}
