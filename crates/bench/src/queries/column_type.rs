//! The types of the columns, with the form of their values in both engines.
//!
//! SQLite stores exact and approximate numbers as doubles, and dates as text. All such numbers are
//! multiples of a quarter, so doubles hold them and their sums and products exactly. All letters
//! are lowercase ASCII, so that the order of texts is the same in both engines.

use super::dice::Dice;
use super::text::Text;

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
            ColumnType::VarChar | ColumnType::NVarChar | ColumnType::Char => Family::Text,
        }
    }

    /// Whether arithmetic on the type alone could overflow, or the type has no arithmetic.
    pub(super) fn is_narrow(self) -> bool {
        matches!(self, ColumnType::Bit | ColumnType::TinyInt | ColumnType::SmallInt)
    }

    /// Returns the type's declaration in both engines.
    pub(super) fn declaration(self) -> Text {
        match self {
            ColumnType::Bit => Text::new("bit", "INTEGER"),
            ColumnType::TinyInt => Text::new("tinyint", "INTEGER"),
            ColumnType::SmallInt => Text::new("smallint", "INTEGER"),
            ColumnType::Int => Text::new("int", "INTEGER"),
            ColumnType::BigInt => Text::new("bigint", "INTEGER"),
            ColumnType::Decimal => Text::new("decimal(9, 2)", "REAL"),
            ColumnType::Money => Text::new("money", "REAL"),
            ColumnType::Real => Text::new("real", "REAL"),
            ColumnType::Float => Text::new("float", "REAL"),
            ColumnType::Date => Text::new("date", "TEXT"),
            ColumnType::DateTime2 => Text::new("datetime2(0)", "TEXT"),
            ColumnType::VarChar => Text::new("varchar(30) COLLATE Latin1_General_BIN2", "TEXT"),
            ColumnType::NVarChar => Text::new("nvarchar(30) COLLATE Latin1_General_BIN2", "TEXT"),
            ColumnType::Char => Text::new("char(3) COLLATE Latin1_General_BIN2", "TEXT"),
        }
    }

    /// Returns a constant of the type that isn't NULL. Small tables have many equal values.
    pub(super) fn constant(self, dice: &Dice) -> Text {
        match self {
            ColumnType::Bit => Text::same(dice.below(2).to_string()),
            ColumnType::TinyInt => Text::same(dice.below(12).to_string()),
            ColumnType::SmallInt | ColumnType::Int | ColumnType::BigInt => Text::same(dice.between(-9, 14).to_string()),
            ColumnType::Decimal | ColumnType::Money => Text::same(quarters(dice)),
            ColumnType::Real | ColumnType::Float => {
                let number = quarters(dice);
                Text::new(&format!("{number}E0"), &number)
            }
            ColumnType::Date => {
                let day = day(dice);
                Text::new(&format!("CAST('{day}' AS date)"), &format!("'{day}'"))
            }
            ColumnType::DateTime2 => {
                let moment = format!("{} {}", day(dice), dice.one_of(&["00:00:00", "07:30:00", "23:59:59"]));
                Text::new(&format!("CAST('{moment}' AS datetime2(0))"), &format!("'{moment}'"))
            }
            ColumnType::Char => Text::same(format!("'{}'", dice.one_of(&["abc", "abd", "bcd", "xyz"]))),
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
