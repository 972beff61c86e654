//! The chart of conversions in `t-sql/data-types/data-type-conversion-database-engine` and
//! `t-sql/functions/cast-and-convert-transact-sql`, for the types that Sluice has. Each pair is
//! tested with the error numbers of missing conversions (529 explicitly, 206 implicitly) and of
//! explicit-only conversions (257).

use sluice_types::convert::{Conversion, check_explicit, check_implicit, conversion};
use sluice_types::{DataType, Length};

fn type_named(name: &str) -> DataType {
    let data_type = sluice_types::type_name::resolve(name, &[], 10).expect(name);
    match data_type {
        DataType::NVarChar(_) => DataType::NVarChar(Length::Limited(10)),
        other => other,
    }
}

/// Conversions from the row's type to the column's: `i` implicit, `e` explicit, `-` none, `=` the
/// type itself.
const CHART: &str = "
                 bin vbin char vchar nchar nvchar dt  sdt date time dto dt2 dec flt real big int small tiny money smoney bit ts  guid var xml
binary           =   i    i    i     i     i      i   i   e    e    e   e   i   -   -    i   i   i     i    i     i      i   i   i    i   i
varbinary        i   =    i    i     i     i      i   i   e    e    e   e   i   -   -    i   i   i     i    i     i      i   i   i    i   i
char             e   e    =    i     i     i      i   i   i    i    i   i   i   i   i    i   i   i     i    i     i      i   e   i    i   i
varchar          e   e    i    =     i     i      i   i   i    i    i   i   i   i   i    i   i   i     i    i     i      i   e   i    i   i
nchar            e   e    i    i     =     i      i   i   i    i    i   i   i   i   i    i   i   i     i    i     i      i   e   i    i   i
nvarchar         e   e    i    i     i     =      i   i   i    i    i   i   i   i   i    i   i   i     i    i     i      i   e   i    i   i
datetime         e   e    i    i     i     i      =   i   i    i    i   i   e   e   e    e   e   e     e    e     e      e   e   -    i   -
smalldatetime    e   e    i    i     i     i      i   =   i    i    i   i   e   e   e    e   e   e     e    e     e      e   e   -    i   -
date             e   e    i    i     i     i      i   i   =    -    i   i   -   -   -    -   -   -     -    -     -      -   -   -    i   -
time             e   e    i    i     i     i      i   i   -    =    i   i   -   -   -    -   -   -     -    -     -      -   -   -    i   -
datetimeoffset   e   e    i    i     i     i      i   i   i    i    =   i   -   -   -    -   -   -     -    -     -      -   -   -    i   -
datetime2        e   e    i    i     i     i      i   i   i    i    i   =   -   -   -    -   -   -     -    -     -      -   -   -    i   -
decimal          i   i    i    i     i     i      i   i   -    -    -   -   =   i   i    i   i   i     i    i     i      i   i   -    i   -
float            i   i    i    i     i     i      i   i   -    -    -   -   i   =   i    i   i   i     i    i     i      i   -   -    i   -
real             i   i    i    i     i     i      i   i   -    -    -   -   i   i   =    i   i   i     i    i     i      i   -   -    i   -
bigint           i   i    i    i     i     i      i   i   -    -    -   -   i   i   i    =   i   i     i    i     i      i   i   -    i   -
int              i   i    i    i     i     i      i   i   -    -    -   -   i   i   i    i   =   i     i    i     i      i   i   -    i   -
smallint         i   i    i    i     i     i      i   i   -    -    -   -   i   i   i    i   i   =     i    i     i      i   i   -    i   -
tinyint          i   i    i    i     i     i      i   i   -    -    -   -   i   i   i    i   i   i     =    i     i      i   i   -    i   -
money            i   i    e    e     e     e      i   i   -    -    -   -   i   i   i    i   i   i     i    =     i      i   i   -    i   -
smallmoney       i   i    e    e     e     e      i   i   -    -    -   -   i   i   i    i   i   i     i    i     =      i   i   -    i   -
bit              i   i    i    i     i     i      i   i   -    -    -   -   i   i   i    i   i   i     i    i     i      =   i   -    i   -
timestamp        i   i    i    i     -     -      i   i   -    -    -   -   i   -   -    i   i   i     i    i     i      i   =   -    -   -
uniqueidentifier i   i    i    i     i     i      -   -   -    -    -   -   -   -   -    -   -   -     -    -     -      -   -   =    i   -
sql_variant      e   e    e    e     e     e      e   e   e    e    e   e   e   e   e    e   e   e     e    e     e      e   -   e    =   -
xml              e   e    e    e     e     e      -   -   -    -    -   -   -   -   -    -   -   -     -    -     -      -   -   -    -   =
";

#[test]
fn conversion_chart_holds_for_every_pair() {
    let rows: Vec<Vec<&str>> =
        CHART.lines().map(|line| line.split_whitespace().collect()).filter(|row: &Vec<&str>| !row.is_empty()).collect();
    let types: Vec<DataType> = rows[1..].iter().map(|row| type_named(row[0])).collect();
    let mut wrong = Vec::new();
    for (from, row) in types.iter().zip(&rows[1..]) {
        assert_eq!(row.len(), types.len() + 1, "{}", row[0]);
        for (to, mark) in types.iter().zip(&row[1..]) {
            let expected = match *mark {
                "i" | "=" => Conversion::Implicit,
                "e" => Conversion::Explicit,
                _ => Conversion::None,
            };
            let number = |result: Result<(), sluice_types::SqlError>| result.err().map(|error| error.number);
            let (implicit, explicit) = match expected {
                Conversion::Implicit => (None, None),
                Conversion::Explicit => (Some(257), None),
                Conversion::None => (Some(206), Some(529)),
            };
            let found = (conversion(from, to), number(check_implicit(from, to)), number(check_explicit(from, to)));
            if found != (expected, implicit, explicit) {
                wrong.push(format!("{} to {}: {found:?}, and the chart has {mark}", from.name(), to.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
