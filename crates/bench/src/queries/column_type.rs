//! The types of the columns, with the form of their values in all engines.
//!
//! SQLite stores exact and approximate numbers as doubles, and dates as text; DuckDB has doubles
//! for them too. All such numbers are multiples of a quarter, so doubles hold them and their sums
//! and products exactly. All letters are ASCII, and texts are compared by their codes, so that
//! their order is the same in all engines.

use super::text::Text;
use crate::dice::Dice;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ColumnType {
    Bit,
    TinyInt,
    SmallInt,
    Int,
    BigInt,
    Decimal,
    Money,
    Real,
    Float,
    Date,
    DateTime2,
    VarChar,
    NVarChar,
    Char,
    /// A text of up to 3,801 characters, in schemas with little memory. An nvarchar has 4,000.
    Wide,
}

/// Types whose values compare with each other in both engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    /// Integers in both engines.
    Integer,
    /// Exact numbers; doubles in SQLite.
    Exact,
    /// Doubles in both engines.
    Approximate,
    Day,
    Moment,
    Text,
}

impl Family {
    /// Whether values of the family are numbers.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Family::Integer | Family::Exact | Family::Approximate)
    }

    /// Returns the family of an operation on two numbers.
    pub(super) fn wider(self, other: Family) -> Family {
        self.max(other)
    }
}

impl ColumnType {
    /// The types of ordinary columns.
    pub(super) const ALL: [ColumnType; 14] = [
        ColumnType::Bit,
        ColumnType::TinyInt,
        ColumnType::SmallInt,
        ColumnType::Int,
        ColumnType::BigInt,
        ColumnType::Decimal,
        ColumnType::Money,
        ColumnType::Real,
        ColumnType::Float,
        ColumnType::Date,
        ColumnType::DateTime2,
        ColumnType::VarChar,
        ColumnType::NVarChar,
        ColumnType::Char,
    ];

    pub(super) fn family(self) -> Family {
        match self {
            ColumnType::Bit | ColumnType::TinyInt | ColumnType::SmallInt | ColumnType::Int | ColumnType::BigInt => {
                Family::Integer
            }
            ColumnType::Decimal | ColumnType::Money => Family::Exact,
            ColumnType::Real | ColumnType::Float => Family::Approximate,
            ColumnType::Date => Family::Day,
            ColumnType::DateTime2 => Family::Moment,
            ColumnType::VarChar | ColumnType::NVarChar | ColumnType::Char | ColumnType::Wide => Family::Text,
        }
    }

    /// Whether arithmetic on the type alone could overflow, or the type has no arithmetic.
    pub(super) fn is_narrow(self) -> bool {
        matches!(self, ColumnType::Bit | ColumnType::TinyInt | ColumnType::SmallInt)
    }

    /// Returns the type's declaration.
    pub(super) fn declaration(self) -> Text {
        match self {
            ColumnType::Bit => Text::new("bit", "INTEGER"),
            ColumnType::TinyInt => Text::new("tinyint", "INTEGER"),
            ColumnType::SmallInt => Text::new("smallint", "INTEGER"),
            ColumnType::Int => Text::new("int", "INTEGER"),
            ColumnType::BigInt => Text::three("bigint", "INTEGER", "BIGINT"),
            ColumnType::Decimal => Text::three("decimal(9, 2)", "REAL", "DOUBLE"),
            ColumnType::Money => Text::three("money", "REAL", "DOUBLE"),
            ColumnType::Real => Text::three("real", "REAL", "DOUBLE"),
            ColumnType::Float => Text::three("float", "REAL", "DOUBLE"),
            ColumnType::Date => Text::three("date", "TEXT", "DATE"),
            ColumnType::DateTime2 => Text::three("datetime2(0)", "TEXT", "TIMESTAMP"),
            ColumnType::VarChar => Text::new("varchar(30) COLLATE Latin1_General_BIN2", "TEXT"),
            ColumnType::NVarChar => Text::new("nvarchar(30) COLLATE Latin1_General_BIN2", "TEXT"),
            ColumnType::Char => Text::new("char(3) COLLATE Latin1_General_BIN2", "TEXT"),
            ColumnType::Wide => Text::new("varchar(8000) COLLATE Latin1_General_BIN2", "TEXT"),
        }
    }

    /// Returns a constant of the type that isn't NULL. Small tables have many equal values.
    pub(super) fn constant(self, dice: &Dice) -> Text {
        match self {
            ColumnType::Bit => Text::same(dice.below(2).to_string()),
            ColumnType::TinyInt => Text::same(dice.below(12).to_string()),
            ColumnType::SmallInt | ColumnType::Int | ColumnType::BigInt => Text::same(dice.between(-9, 14).to_string()),
            ColumnType::Decimal | ColumnType::Money => {
                let number = quarters(dice);
                Text::three(&number, &number, &format!("{number}E0"))
            }
            ColumnType::Real | ColumnType::Float => {
                let number = quarters(dice);
                Text::three(&format!("{number}E0"), &number, &format!("{number}E0"))
            }
            ColumnType::Date => {
                let day = day(dice);
                Text::three(&format!("CAST('{day}' AS date)"), &format!("'{day}'"), &format!("DATE '{day}'"))
            }
            ColumnType::DateTime2 => {
                let moment = format!("{} {}", day(dice), dice.one_of(&["00:00:00", "07:30:00", "23:59:59"]));
                Text::three(
                    &format!("CAST('{moment}' AS datetime2(0))"),
                    &format!("'{moment}'"),
                    &format!("TIMESTAMP '{moment}'"),
                )
            }
            ColumnType::Char => Text::same(format!("'{}'", dice.one_of(&["abc", "abd", "bcd", "xyz"]))),
            ColumnType::Wide => {
                let (first, count) = (dice.one_of(&["a", "b", "c"]), dice.one_of(&[1, 900, 1500, 1900]));
                Text::three(
                    &format!("('{first}' + REPLICATE('ab', {count}))"),
                    &format!("('{first}' || replace(hex(zeroblob({count})), '00', 'ab'))"),
                    &format!("('{first}' || repeat('ab', {count}))"),
                )
            }
            ColumnType::VarChar | ColumnType::NVarChar => {
                let words = ["", "a", "ab", "abc", "b", "ba", "c", "alongertextthanmost", "zz"];
                let quoted = format!("'{}'", dice.one_of(&words));
                match self {
                    ColumnType::NVarChar => Text::new(&format!("N{quoted}"), &quoted),
                    _ => Text::same(quoted),
                }
            }
        }
    }
}

fn quarters(dice: &Dice) -> String {
    format!("{}.{}", dice.between(-6, 9), dice.one_of(&["00", "25", "50", "75"]))
}

fn day(dice: &Dice) -> String {
    format!("20{:02}-{:02}-{:02}", dice.between(19, 21), dice.between(1, 3), dice.between(27, 28))
}
