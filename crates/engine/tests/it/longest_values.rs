//! Values near the greatest length, from a source that holds no bytes in memory.

use crate::rig::ints;
use sluice_engine::{Collector, Instance, InstanceOptions, Request, RequestArgument, RequestValue};
use sluice_types::long::VALUE_BYTES_MAX;
use sluice_types::{DataType, Length, LongSource, LongValue, SqlError, Value};
use std::sync::Arc;

/// A value of zeros of any length.
#[derive(Debug)]
struct Zeros;

impl LongSource for Zeros {
    fn read_at(&self, _: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        bytes.fill(0);
        Ok(())
    }

    fn outlives_statement(&self) -> bool {
        true
    }
}

/// 7119 ends only its statement (severity 16,
/// `relational-databases/errors-events/database-engine-events-and-errors.md`): a loop goes on, and
/// the value is unchanged.
#[test]
fn growth_beyond_two_gigabytes_is_7119_for_each_statement() {
    const MAX: DataType = DataType::VarBinary(Length::Max);
    let instance = Instance::open(InstanceOptions::in_memory()).expect("the instance opens");
    let mut session = instance.connect().expect("there is memory for a session");
    let text = |text: &str| RequestValue::Scalar(DataType::NVarChar(Length::Limited(4000)), Value::text(text));
    let argument = |value| RequestArgument { name: None, value, is_output: false };
    let long = Value::Long(Arc::new(LongValue::new(Arc::new(Zeros), VALUE_BYTES_MAX - 4, MAX)));
    let batch = "CREATE TABLE dbo.t(v VARBINARY(MAX)); INSERT dbo.t VALUES(0x0102030405060708090A);
         DECLARE @c VARBINARY(MAX) = 0x01, @i INT = 0, @failed INT = 0;
         WHILE @i < 3
         BEGIN
           SET @c = @b + 0x0102030405; IF @@ERROR = 7119 SET @failed += 1;
           UPDATE dbo.t SET v.WRITE(@b, NULL, 0); IF @@ERROR = 7119 SET @failed += 1;
           UPDATE dbo.t SET v += @b; IF @@ERROR = 7119 SET @failed += 1;
           SET @i += 1;
         END;
         SELECT @failed; SELECT DATALENGTH(@c); SELECT DATALENGTH(@b + 0x01020304)";
    let request = Request::new("sp_executesql")
        .and(argument(text(batch)))
        .and(argument(text("@b varbinary(max)")))
        .and(argument(RequestValue::Scalar(MAX, long)));
    let mut sent = Collector::default();
    session.call(&request, &mut sent).expect("the session goes on");
    let numbers: Vec<i32> = sent.errors.iter().map(|error| error.number).collect();
    assert_eq!(numbers, [7119; 9]);
    let results: Vec<_> = sent.results.iter().map(|result| result.rows[0][0].clone()).collect();
    assert_eq!(results, [Value::Int(9), Value::BigInt(1), Value::BigInt(VALUE_BYTES_MAX as i64)]);
    assert_eq!(ints(&mut session, "SELECT CAST(DATALENGTH(v) AS INT) FROM dbo.t"), [10]);
}
