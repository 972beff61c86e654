//! Prepared calls as Microsoft's drivers send them.

use super::*;

/// Microsoft's ODBC driver sends `{call dbo.p(?)}` as sp_prepexecrpc with the procedure's name
/// alone, and takes the status from RETURNSTATUS
/// (`relational-databases/system-stored-procedures/sp-prepexecrpc-transact-sql`).
#[test]
fn procedure_is_prepared_by_its_name() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE PROCEDURE dbo.twice @n INT, @o INT OUTPUT AS SET @o = @n * 2; SELECT @n AS n; RETURN @n + 1");
    let prepare = |name: &str, arguments: &[Argument]| {
        let own = [output(""), text(name)];
        [(system(SystemProcedure::PrepExecRpc), [&own[..], arguments].concat())]
    };
    for name in ["dbo.twice", "[dbo].[twice];1"] {
        let answered = call(&mut client, &prepare(name, &[int("", 5), output("")]));
        let [(_, Value::Int(handle)), (_, Value::Int(10))] = returned(&answered)[..] else { panic!("{answered:?}") };
        assert!(answered.has(&Token::ReturnStatus(6)));
        assert_eq!(answered.rows, number(5));
        let again = vec![int("", handle), int("", 7), output("")];
        let answered = call(&mut client, &[(system(SystemProcedure::Execute), again)]);
        assert_eq!(returned(&answered), [(String::new(), Value::Int(14))]);
        assert!(answered.has(&Token::ReturnStatus(8)));
    }
    let answered = call(&mut client, &prepare("twice", &[output("@o"), int("@n", 4)]));
    assert_eq!(returned(&answered)[1], ("@o".to_owned(), Value::Int(8)));
    // System procedures are called in the same way.
    client.batch("CREATE TABLE dbo.t(a int CONSTRAINT PK_t PRIMARY KEY)");
    let answered = call(&mut client, &prepare("sp_helpindex", &[text("dbo.t")]));
    assert_eq!((answered.errors(), answered.rows[0][0].clone()), (vec![], Value::text("PK_t")));
    for (name, arguments, number) in [
        ("dbo.none", vec![], 2812),
        ("twice", vec![], 201),
        ("twice", vec![int("", 1); 3], 8144),
        ("EXEC p", vec![], 102),
    ] {
        assert_eq!(call(&mut client, &prepare(name, &arguments)).errors(), [number], "{name}");
    }
    served.end();
}
