//! Table-valued arguments (MS-TDS 2.2.5.5.5).

use super::*;
use sluice_tds::Column;
use sluice_tds::request::TableHead;
use sluice_types::named_collation::CollationId;

/// mssql-jdbc names a table-valued argument alone. The arguments behind it have their places.
#[test]
fn argument_behind_a_named_table_keeps_its_place() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TYPE dbo.numbers AS TABLE (n int)");
    client.batch(
        "CREATE PROCEDURE dbo.p @t dbo.numbers READONLY, @n int, @o int OUTPUT AS \
         SELECT @o = SUM(n) FROM @t; SELECT @n AS n",
    );
    let columns = vec![Column::new("", DataType::Int, true, CollationId::DEFAULT)];
    let table = |name: &str| {
        let rows = vec![vec![Value::Int(3)], vec![Value::Int(4)]];
        let value = ArgumentValue::Table(TableHead::new("dbo", "numbers", columns.clone()), rows);
        Argument { name: name.into(), flags: ParameterFlags::default(), value }
    };
    let declared = text("@P0 dbo.numbers READONLY, @P1 int, @P2 int OUTPUT");
    let statement = text("EXEC dbo.p @P0, @P1, @P2 OUTPUT");
    let given = || vec![table("@P0"), int("", 5), output("")];
    let own = vec![statement.clone(), declared.clone()];
    let answered = call(&mut client, &[(system(SystemProcedure::ExecuteSql), [own, given()].concat())]);
    assert_eq!((answered.errors(), answered.rows.clone()), (vec![], number(5)));
    assert_eq!(returned(&answered), [(String::new(), Value::Int(7))]);
    let own = vec![output(""), declared, statement];
    let answered = call(&mut client, &[(system(SystemProcedure::PrepExec), [own, given()].concat())]);
    let [(_, Value::Int(handle)), (_, Value::Int(7))] = returned(&answered)[..] else { panic!("{answered:?}") };
    let own = vec![int("", handle)];
    let answered = call(&mut client, &[(system(SystemProcedure::Execute), [own, given()].concat())]);
    assert_eq!((answered.errors(), returned(&answered)), (vec![], vec![(String::new(), Value::Int(7))]));
    // The rule of EXECUTE stays for the arguments of a procedure.
    let named = Procedure::Named("dbo.p".into());
    assert_eq!(call(&mut client, &[(named, vec![table("@t"), int("", 5), output("")])]).errors(), [119]);
    served.end();
}
