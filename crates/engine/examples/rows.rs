//! Pulls rows from an instance in memory: `cargo run -p sluice-engine --example rows`.

#![expect(clippy::print_stdout, reason = "the example shows its rows")]

use sluice_engine::{Instance, InstanceOptions, Message, Query};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let instance = Instance::open(InstanceOptions::in_memory())?;
    let mut session = instance.connect()?;

    // A batch runs as far as its rows are read; `finish` runs it to its end.
    let made = session.query(
        "CREATE TABLE dbo.Pets(id INT IDENTITY PRIMARY KEY, name NVARCHAR(20) NOT NULL, weight FLOAT NULL);
         INSERT dbo.Pets VALUES (N'Ada', 4.5), (N'Bolt', NULL), (N'Cleo', 12);",
    )?;
    println!("{} rows inserted", made.finish()?.affected);

    // Parameters have Rust types. Columns are read by name or position; `Option` takes NULL.
    let query =
        Query::new("SELECT id, name, weight FROM dbo.Pets WHERE name > @after ORDER BY name").bind("@after", "B");
    let mut rows = session.query(query)?;
    for row in &mut rows {
        let row = row?;
        match row.get::<Option<f64>>("weight")? {
            Some(weight) => println!("{}: {}, {weight} kg", row.get::<i32>(0)?, row.get::<&str>("name")?),
            None => println!("{}: {}", row.get::<i32>(0)?, row.get::<&str>("name")?),
        }
    }
    drop(rows);

    // Several result sets, with the messages between them.
    let mut rows = session.query("SELECT COUNT(*) AS pets FROM dbo.Pets; PRINT 'and'; SELECT @@SPID AS session;")?;
    loop {
        let name = rows.columns()[0].name.clone();
        for row in &mut rows {
            println!("{name}: {}", row?.get::<i32>(0)?);
        }
        for message in rows.take_messages() {
            if let Message::Print { text, .. } = message {
                println!("{text}");
            }
        }
        if !rows.next_result()? {
            break;
        }
    }
    drop(rows);

    // A query without an end: dropping its rows cancels it.
    let endless = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n OPTION (MAXRECURSION 0);";
    let sum: i32 = session.query(endless)?.take(10).map(|row| row?.get::<i32>(0)).sum::<Result<_, _>>()?;
    println!("the first ten numbers have the sum {sum}");

    drop(session);
    instance.close()?;
    Ok(())
}
