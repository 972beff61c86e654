//! RPC of functions.

use crate::{call, int, served};
use sluice_tds::request::Procedure;
use sluice_tds::{DoneKind, Token};
use sluice_types::Value;

/// MS-TDS 2.2.7.18: Status 0x02 marks the return value of a user-defined function, which has no
/// name. It has the type of the function.
#[test]
fn called_function_returns_value_of_its_type() {
    let served = served();
    let mut client = served.log_in();
    for text in [
        "CREATE FUNCTION dbo.texts(@x int) RETURNS nvarchar(30) AS BEGIN RETURN N'é' + CAST(@x AS nvarchar(9)) END",
        "CREATE FUNCTION dbo.numbers(@x int) RETURNS int AS BEGIN RETURN @x * 2 END",
        "CREATE FUNCTION dbo.days(@x int) RETURNS date AS BEGIN RETURN DATEADD(day, @x, '20260101') END",
        "CREATE FUNCTION dbo.long(@x int) RETURNS varchar(max) AS \
         BEGIN RETURN REPLICATE(CAST('a' AS varchar(max)), @x) END",
        "CREATE FUNCTION dbo.nothing(@x int) RETURNS int AS BEGIN RETURN NULL END",
        "CREATE FUNCTION dbo.fails(@x int) RETURNS int AS BEGIN RETURN 1 / (@x - @x) END",
        "CREATE PROCEDURE dbo.within @x int AS DECLARE @r int; EXEC @r = dbo.numbers @x; RETURN @r",
    ] {
        assert!(client.batch(text).errors().is_empty(), "{text}");
    }
    let mut called = |name: &str, x: i32| {
        let answered = call(&mut client, &[(Procedure::Named(name.into()), vec![int("@x", x)])]);
        let is_status = answered.tokens.iter().any(|token| matches!(token, Token::ReturnStatus(_)));
        let values = answered.tokens.iter().filter_map(|token| match token {
            Token::ReturnValue(value) => Some((value.name.clone(), value.is_of_function, value.value.clone())),
            _ => None,
        });
        assert!(matches!(answered.tokens.last(), Some(Token::Done(done)) if done.kind == DoneKind::Procedure));
        (answered.errors(), is_status, values.collect::<Vec<_>>())
    };
    let of_function = |value| (vec![], false, vec![(String::new(), true, value)]);
    assert_eq!(called("dbo.texts", 5), of_function(Value::text("é5")));
    assert_eq!(called("dbo.numbers", 5), of_function(Value::Int(10)));
    assert_eq!(called("dbo.nothing", 5), of_function(Value::Null));
    assert_eq!(called("dbo.long", 20_000), of_function(Value::text("a".repeat(20_000))));
    let (errors, _, days) = called("dbo.days", 1);
    assert!(errors.is_empty() && matches!(days[..], [(_, true, Value::Date(_))]), "{days:?}");
    assert_eq!(called("dbo.fails", 5), (vec![8134], false, vec![]));
    assert_eq!(called("dbo.within", 4), (vec![], true, vec![]));
    // EXECUTE in a batch gives the value to the variable.
    let answered = client.batch("DECLARE @r nvarchar(30); EXEC @r = dbo.texts 7; SELECT @r");
    assert_eq!(answered.rows, [[Value::text("é7")]]);
    served.end();
}
