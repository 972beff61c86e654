//! RPC with table-valued parameters.

use crate::{call, int, output, returned, served, system, text};
use sluice_tds::request::{Argument, ArgumentValue, ParameterFlags, Procedure, SystemProcedure, TableHead};
use sluice_tds::{Column, Token};
use sluice_types::{CollationId, DataType, Length, Value};

/// 8047 (`relational-databases/errors-events/database-engine-events-and-errors-8000-to-8999.md`).
#[test]
fn table_type_with_database_name_is_refused() {
    let served = served();
    let mut client = served.log_in();
    assert!(client.batch("CREATE TYPE dbo.tt AS TABLE (a int)").errors().is_empty());
    assert!(client.batch("CREATE PROCEDURE dbo.p @n int, @t dbo.tt READONLY AS SELECT a FROM @t").errors().is_empty());
    let mut sent = |database: &str| {
        let columns = vec![Column::new("", DataType::Int, true, CollationId::DEFAULT)];
        let head = TableHead { database: database.into(), ..TableHead::new("dbo", "tt", columns) };
        let value = ArgumentValue::Table(head, vec![vec![Value::Int(7)]]);
        let rows = Argument { name: "@t".into(), flags: ParameterFlags::default(), value };
        call(&mut client, &[(Procedure::Named("dbo.p".into()), vec![int("@n", 1), rows])])
    };
    let answered = sent("master");
    let Token::Error(error) = &answered.tokens[0] else { panic!("{answered:?}") };
    assert_eq!((error.number, error.severity, answered.errors().len()), (8047, 16, 1));
    assert!(error.text.contains("parameter 2 (\"@t\"), row 0, column 0: Data type 0xF3"), "{}", error.text);
    assert_eq!(sent("").rows, [[Value::Int(7)]]);
    served.end();
}

/// The rows of a table-valued parameter break a rule of its type: the error names the parameter,
/// and 8061 follows, or 8062 for a parameter without a name. A type that doesn't exist gives 351
/// or 2715.
#[test]
fn refused_rows_name_their_parameter() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TYPE dbo.tt AS TABLE (a int NOT NULL PRIMARY KEY, b varchar(3) NULL)");
    client.batch("CREATE PROCEDURE dbo.p @n int, @t dbo.tt READONLY AS SELECT a FROM @t");
    let columns = || {
        let text = Column::new("", DataType::varchar(Length::Limited(20)), true, CollationId::DEFAULT);
        vec![Column::new("", DataType::Int, true, CollationId::DEFAULT), text]
    };
    let mut sent = |type_name: &str, name: &str, rows: &[(Value, &str)]| {
        let rows = rows.iter().map(|(a, b)| vec![a.clone(), Value::text(*b)]).collect();
        let value = ArgumentValue::Table(TableHead::new("dbo", type_name, columns()), rows);
        let table = Argument { name: name.into(), flags: ParameterFlags::default(), value };
        let n = if name.is_empty() { "" } else { "@n" };
        let answered = call(&mut client, &[(Procedure::Named("dbo.p".into()), vec![int(n, 1), table])]);
        (answered.errors(), answered.error_texts(), answered.rows.len())
    };
    let one = |b| (Value::Int(1), b);
    let (errors, texts, _) = sent("tt", "@t", &[one("a"), one("b")]);
    assert_eq!(errors, [2627, 8061]);
    assert!(texts[0].contains("in object 'dbo.@t'. The duplicate key value is (1)."), "{texts:?}");
    let told = "The data for table-valued parameter \"@t\" doesn't conform to the table type of the parameter. SQL \
                Server error is: 2627, state: 1";
    assert_eq!(texts[1], told);
    assert_eq!(sent("tt", "", &[one("a"), one("b")]).0, [2627, 8062]);
    let (errors, texts, _) = sent("tt", "@t", &[(Value::Null, "a")]);
    assert_eq!(errors, [515, 8061]);
    assert!(texts[0].starts_with("Cannot insert the value NULL into column 'a', table '@t'"), "{texts:?}");
    assert_eq!(sent("tt", "@t", &[one("long")]).0, [2628, 8061]);
    let (errors, texts, _) = sent("missing", "@t", &[one("a")]);
    let told = "Column, parameter, or variable @t. : Cannot find data type dbo.missing.".to_owned();
    assert_eq!((errors, texts), (vec![351], vec![told]));
    assert_eq!(sent("missing", "", &[one("a")]).0, [2715]);
    assert_eq!(sent("tt", "@t", &[one("a"), (Value::Int(2), "b")]).2, 2);
    served.end();
}

/// Microsoft's ODBC driver calls a procedure by `sp_prepexecrpc` and again by `sp_execute`, with
/// the procedure's name alone or in the form `{call p(?)}`. The table's type has no name: the
/// parameter determines it.
#[test]
fn prepared_call_of_procedure_takes_a_table() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TYPE dbo.tt AS TABLE (a int NOT NULL)");
    client.batch("CREATE PROCEDURE dbo.p @n int, @t dbo.tt READONLY AS SELECT SUM(a) * @n AS a FROM @t");
    let rows = || {
        let columns = vec![Column::new("", DataType::Int, true, CollationId::DEFAULT)];
        let value =
            ArgumentValue::Table(TableHead::new("", "", columns), vec![vec![Value::Int(3)], vec![Value::Int(4)]]);
        Argument { name: String::new(), flags: ParameterFlags::default(), value }
    };
    for (written, arguments) in [
        ("dbo.p", vec![int("", 2), rows()]),
        ("{call dbo.p(?, ?)}", vec![int("", 2), rows()]),
        ("{call dbo.p(2, ?)}", vec![rows()]),
    ] {
        let own = vec![output(""), text(written)];
        let first = (system(SystemProcedure::PrepExecRpc), [own, arguments.clone()].concat());
        let answered = call(&mut client, &[first]);
        assert_eq!((answered.errors(), &answered.rows[..]), (vec![], &[vec![Value::Int(14)]][..]), "{written}");
        let handle = returned(&answered)[0].1.as_i64().expect("a handle") as i32;
        let again = (system(SystemProcedure::Execute), [vec![int("", handle)], arguments].concat());
        let answered = call(&mut client, &[again]);
        assert_eq!((answered.errors(), &answered.rows[..]), (vec![], &[vec![Value::Int(14)]][..]), "{written}");
    }
    served.end();
}
