//! Date and time functions: the clock, differences, sums and parts.

mod ticks;

mod add;
mod construct;
mod diff;
mod windows_zones;
mod zone;

mod now;

mod offset;
mod parts;
mod truncate;

pub use add::date_added;
pub(crate) use construct::FUNCTIONS as CONSTRUCT;
pub(crate) use now::FUNCTIONS as NOW;
pub(crate) use now::ZONES;
pub use offset::AT_TIME_ZONE;
pub(crate) use offset::FUNCTIONS as OFFSETS;
pub(crate) use truncate::FUNCTIONS as TRUNCATE;
pub use zone::{ZoneOffset, time_zones};

use crate::date_part::DatePart;
use crate::function::{Argument, Function};
use sluice_types::{DataType, Length};

pub(crate) const CALCULATIONS: &[Function] = &[
    Function {
        name: "DATEADD",
        doc: "DATEADD(datepart, number, date): the date with a number of dateparts added.",
        arity: (3, 3),
        deterministic: true,
        arguments: &[Argument::Datepart, Argument::IntegerNotNull(DataType::Int), Argument::Date(DataType::DateTime)],
        result: |arguments| arguments[2],
        null_makes_null: true,
        body: add::date_add,
    },
    Function {
        name: "DATEDIFF",
        doc: "DATEDIFF(datepart, start, end): how many boundaries of the datepart lie between two dates, as int.",
        arity: (3, 3),
        deterministic: true,
        arguments: DIFFERENCE,
        result: |_| DataType::Int,
        null_makes_null: true,
        body: diff::date_diff,
    },
    Function {
        name: "DATEDIFF_BIG",
        doc: "DATEDIFF_BIG(datepart, start, end): how many boundaries of the datepart lie between two dates, as bigint.",
        arity: (3, 3),
        deterministic: true,
        arguments: DIFFERENCE,
        result: |_| DataType::BigInt,
        null_makes_null: true,
        body: diff::date_diff_big,
    },
    Function {
        name: "DATENAME",
        doc: "DATENAME(datepart, date): the datepart of a date as text, with the names of months and weekdays.",
        arity: (2, 2),
        deterministic: false,
        arguments: PART,
        result: |_| DataType::NVarChar(Length::Limited(30)),
        null_makes_null: true,
        body: parts::date_name,
    },
    Function {
        name: "DATEPART",
        doc: "DATEPART(datepart, date): the datepart of a date as a number.",
        arity: (2, 2),
        deterministic: false,
        arguments: PART,
        result: |_| DataType::Int,
        null_makes_null: true,
        body: parts::date_part,
    },
    Function {
        name: "DAY",
        doc: "DAY(date): the day of the month, 1 to 31.",
        arity: (1, 1),
        deterministic: true,
        arguments: &[Argument::Date(DataType::DateTime2(7))],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            Ok(parts::part_value(DatePart::Day, ticks::ticks(&values[0]), context.session_values().date_first()))
        },
    },
    Function {
        name: "MONTH",
        doc: "MONTH(date): the month, 1 to 12.",
        arity: (1, 1),
        deterministic: true,
        arguments: &[Argument::Date(DataType::DateTime2(7))],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            Ok(parts::part_value(DatePart::Month, ticks::ticks(&values[0]), context.session_values().date_first()))
        },
    },
    Function {
        name: "YEAR",
        doc: "YEAR(date): the year.",
        arity: (1, 1),
        deterministic: true,
        arguments: &[Argument::Date(DataType::DateTime2(7))],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            Ok(parts::part_value(DatePart::Year, ticks::ticks(&values[0]), context.session_values().date_first()))
        },
    },
];

const DIFFERENCE: &[Argument] =
    &[Argument::Datepart, Argument::Date(DataType::DateTimeOffset(7)), Argument::Date(DataType::DateTimeOffset(7))];
const PART: &[Argument] = &[Argument::Datepart, Argument::Date(DataType::DateTimeOffset(7))];
