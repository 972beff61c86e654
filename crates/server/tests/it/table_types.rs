//! RPC with table-valued parameters.

use crate::{call, int, served};
use sluice_tds::request::{Argument, ArgumentValue, ParameterFlags, Procedure, TableHead};
use sluice_tds::{Column, Token};
use sluice_types::{CollationId, DataType, Value};

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
