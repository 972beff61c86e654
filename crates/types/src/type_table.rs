//! Table of data.
//!
//! The data types, in the order of their ids.
//!
//! | constants | page |
//! |---|---|
//! | id, length, precision, scale | `sys-types-transact-sql` |
//! | precedence | `data-type-precedence-transact-sql` |
//! | width | `sqlcmd-use-utility`, as sqlcmd prints |
//! | tds | MS-TDS 2.2.5.4 |
//! | odbc | `sp-datatype-info-transact-sql` |

use crate::data_type::{DataType, DecimalName, Length};
use crate::type_spec::{Family, OdbcType, Parameters, RowForm, TdsForm, TypeSpec};
use crate::value::Value;

/// Declares the types: a constant, the pattern of its types, and the row.
macro_rules! types {
    ($($row:ident: $pattern:pat => $spec:expr;)*) => {
        $(const $row: &TypeSpec = &$spec;)*

        /// All data types, in the order of their ids. decimal and numeric have a row each.
        pub const TYPES: &[&TypeSpec] = &[$($row),*];

        impl DataType {
            /// Returns the constants of the type.
            pub const fn spec(&self) -> &'static TypeSpec {
                match self {
                    $($pattern => $row,)*
                }
            }
        }
    };
}

types! {
    IMAGE: DataType::VarBinary(Length::Lob) => TypeSpec {
        name: "image",
        id: 34,
        precedence: 8,
        with: |_, _, _| DataType::IMAGE,
        max_length: 16,
        row: RowForm::Variable,
        tds: TdsForm::Lob,
        odbc: OdbcType { ss_types: (34, 34), ..odbc(-4, 20) },
        ..BYTES
    };
    TEXT_TYPE: DataType::VarChar(Length::Lob, _) => TypeSpec {
        name: "text",
        id: 35,
        precedence: 9,
        with: |_, _, _| DataType::TEXT,
        max_length: 16,
        row: RowForm::Variable,
        tds: TdsForm::Lob,
        odbc: OdbcType { ss_types: (35, 35), ..odbc(-1, 19) },
        ..TEXT
    };
    UNIQUEIDENTIFIER: DataType::UniqueIdentifier => TypeSpec {
        name: "uniqueidentifier",
        id: 36,
        family: Family::Guid,
        precedence: 6,
        with: |_, _, _| DataType::UniqueIdentifier,
        holds: |value| matches!(value, Value::Guid(_)),
        max_length: 16,
        row: RowForm::Fixed(16),
        is_same_on_wire: true,
        width: Some(36),
        tds: TdsForm::Counted,
        odbc: OdbcType { ss_types: (37, 37), ..odbc(-11, 0) },
        ..PLAIN
    };
    DATE: DataType::Date => TypeSpec {
        name: "date",
        id: 40,
        precedence: 22,
        with: |_, _, _| DataType::Date,
        holds: |value| matches!(value, Value::Date(_)),
        max_length: 3,
        precision: 10,
        row: RowForm::Fixed(4),
        width: Some(16),
        tds: TdsForm::Date,
        odbc: OdbcType { datetime_sub: Some(1), bytes: Some(6), ..odbc(91, 0) },
        ..MOMENT
    };
    TIME: DataType::Time(_) => TypeSpec {
        name: "time",
        id: 41,
        precedence: 21,
        parameters: Parameters::Fraction,
        with: |_, _, scale| DataType::Time(scale),
        holds: |value| matches!(value, Value::Time(_)),
        max_length: 5,
        precision: 16,
        scale: 7,
        row: RowForm::Fixed(8),
        width: Some(16),
        tds: TdsForm::Fraction(0),
        odbc: OdbcType { datetime_sub: Some(0), bytes: Some(12), ..odbc(-154, 0) },
        ..MOMENT
    };
    DATETIME2: DataType::DateTime2(_) => TypeSpec {
        name: "datetime2",
        id: 42,
        precedence: 25,
        parameters: Parameters::Fraction,
        with: |_, _, scale| DataType::DateTime2(scale),
        holds: |value| matches!(value, Value::DateTime2(_)),
        max_length: 8,
        precision: 27,
        scale: 7,
        row: RowForm::Fixed(8),
        width: Some(38),
        tds: TdsForm::Fraction(3),
        odbc: OdbcType { datetime_sub: Some(3), bytes: Some(16), ..odbc(93, 0) },
        ..MOMENT
    };
    DATETIMEOFFSET: DataType::DateTimeOffset(_) => TypeSpec {
        name: "datetimeoffset",
        id: 43,
        precedence: 26,
        parameters: Parameters::Fraction,
        with: |_, _, scale| DataType::DateTimeOffset(scale),
        holds: |value| matches!(value, Value::DateTimeOffset(..)),
        max_length: 10,
        precision: 34,
        scale: 7,
        row: RowForm::Fixed(10),
        width: Some(45),
        tds: TdsForm::Fraction(5),
        odbc: OdbcType { datetime_sub: Some(0), bytes: Some(20), ..odbc(-155, 0) },
        ..MOMENT
    };
    TINYINT: DataType::TinyInt => TypeSpec {
        name: "tinyint",
        id: 48,
        precedence: 12,
        with: |_, _, _| DataType::TinyInt,
        holds: |value| matches!(value, Value::TinyInt(_)),
        max_length: 1,
        precision: 3,
        row: RowForm::Fixed(1),
        is_same_on_wire: true,
        width: Some(3),
        tds: TdsForm::Number { fixed: 48, nullable: 38 },
        odbc: OdbcType { ss_types: (48, 38), ..odbc(-6, 5) },
        ..PLAIN
    };
    SMALLINT: DataType::SmallInt => TypeSpec {
        name: "smallint",
        id: 52,
        precedence: 13,
        with: |_, _, _| DataType::SmallInt,
        holds: |value| matches!(value, Value::SmallInt(_)),
        max_length: 2,
        precision: 5,
        row: RowForm::Fixed(2),
        is_same_on_wire: true,
        width: Some(6),
        tds: TdsForm::Number { fixed: 52, nullable: 38 },
        odbc: OdbcType { ss_types: (52, 38), ..odbc(5, 6) },
        ..PLAIN
    };
    INT: DataType::Int => TypeSpec {
        name: "int",
        synonyms: &["integer"],
        id: 56,
        precedence: 14,
        with: |_, _, _| DataType::Int,
        holds: |value| matches!(value, Value::Int(_)),
        max_length: 4,
        precision: 10,
        row: RowForm::Fixed(4),
        is_same_on_wire: true,
        width: Some(11),
        tds: TdsForm::Number { fixed: 56, nullable: 38 },
        odbc: OdbcType { ss_types: (56, 38), ..odbc(4, 7) },
        ..PLAIN
    };
    SMALLDATETIME: DataType::SmallDateTime => TypeSpec {
        name: "smalldatetime",
        id: 58,
        precedence: 23,
        with: |_, _, _| DataType::SmallDateTime,
        holds: |value| matches!(value, Value::DateTime(_)),
        max_length: 4,
        precision: 16,
        row: RowForm::Fixed(4),
        width: Some(19),
        tds: TdsForm::Number { fixed: 58, nullable: 111 },
        odbc: OdbcType { code_2: 11, datetime_sub: Some(3), bytes: Some(16), ss_types: (58, 111), ..odbc(93, 22) },
        ..MOMENT
    };
    REAL: DataType::Real => TypeSpec {
        name: "real",
        id: 59,
        family: Family::Approximate,
        precedence: 19,
        with: |_, _, _| DataType::Real,
        holds: |value| matches!(value, Value::Real(_)),
        max_length: 4,
        precision: 24,
        row: RowForm::Fixed(4),
        width: Some(14),
        tds: TdsForm::Number { fixed: 59, nullable: 109 },
        odbc: OdbcType { ss_types: (59, 109), ..odbc(7, 23) },
        ..PLAIN
    };
    MONEY: DataType::Money => TypeSpec {
        name: "money",
        id: 60,
        family: Family::Money,
        precedence: 17,
        with: |_, _, _| DataType::Money,
        holds: |value| matches!(value, Value::Money(_)),
        max_length: 8,
        precision: 19,
        scale: 4,
        row: RowForm::Fixed(8),
        width: Some(21),
        tds: TdsForm::Number { fixed: 60, nullable: 110 },
        odbc: OdbcType { bytes: Some(21), ss_types: (60, 110), ..odbc(3, 11) },
        ..PLAIN
    };
    DATETIME: DataType::DateTime => TypeSpec {
        name: "datetime",
        id: 61,
        precedence: 24,
        with: |_, _, _| DataType::DateTime,
        holds: |value| matches!(value, Value::DateTime(_)),
        max_length: 8,
        precision: 23,
        scale: 3,
        row: RowForm::Fixed(8),
        width: Some(23),
        tds: TdsForm::Number { fixed: 61, nullable: 111 },
        odbc: OdbcType { code_2: 11, datetime_sub: Some(3), bytes: Some(16), ss_types: (61, 111), ..odbc(93, 12) },
        ..MOMENT
    };
    FLOAT: DataType::Float => TypeSpec {
        name: "float",
        synonyms: &["double precision"],
        id: 62,
        family: Family::Approximate,
        precedence: 20,
        parameters: Parameters::Mantissa,
        with: |_, _, _| DataType::Float,
        holds: |value| matches!(value, Value::Float(_)),
        max_length: 8,
        precision: 53,
        row: RowForm::Fixed(8),
        width: Some(24),
        tds: TdsForm::Number { fixed: 62, nullable: 109 },
        odbc: OdbcType { ss_types: (62, 109), ..odbc(6, 8) },
        ..PLAIN
    };
    SQL_VARIANT: DataType::SqlVariant => TypeSpec {
        name: "sql_variant",
        id: 98,
        family: Family::Variant,
        precedence: 27,
        with: |_, _, _| DataType::SqlVariant,
        holds: |value| matches!(value, Value::Variant(_)),
        max_length: 8016,
        row: RowForm::Variable,
        width: Some(8000),
        tds: TdsForm::Variant,
        odbc: odbc(-150, 0),
        ..PLAIN
    };
    NTEXT: DataType::NVarChar(Length::Lob) => TypeSpec {
        name: "ntext",
        id: 99,
        precedence: 10,
        with: |_, _, _| DataType::NTEXT,
        max_length: 16,
        row: RowForm::Variable,
        tds: TdsForm::Lob,
        odbc: OdbcType { ss_types: (35, 35), ..odbc(-10, 0) },
        ..TEXT
    };
    BIT: DataType::Bit => TypeSpec {
        name: "bit",
        id: 104,
        precedence: 11,
        with: |_, _, _| DataType::Bit,
        holds: |value| matches!(value, Value::Bit(_)),
        max_length: 1,
        precision: 1,
        row: RowForm::Fixed(1),
        width: Some(1),
        tds: TdsForm::Number { fixed: 50, nullable: 104 },
        odbc: OdbcType { ss_types: (50, 50), ..odbc(-7, 16) },
        ..PLAIN
    };
    DECIMAL: DataType::Decimal { name: DecimalName::Decimal, .. } => TypeSpec {
        name: "decimal",
        synonyms: &["dec"],
        id: 106,
        with: |_, precision, scale| DataType::decimal(precision, scale),
        odbc: OdbcType { ss_types: (55, 106), ..odbc(3, 24) },
        ..EXACT
    };
    NUMERIC: DataType::Decimal { name: DecimalName::Numeric, .. } => TypeSpec {
        name: "numeric",
        id: 108,
        with: |_, precision, scale| DataType::numeric(precision, scale),
        odbc: OdbcType { ss_types: (63, 108), ..odbc(2, 10) },
        ..EXACT
    };
    SMALLMONEY: DataType::SmallMoney => TypeSpec {
        name: "smallmoney",
        id: 122,
        family: Family::Money,
        precedence: 16,
        with: |_, _, _| DataType::SmallMoney,
        holds: |value| matches!(value, Value::Money(_)),
        max_length: 4,
        precision: 10,
        scale: 4,
        row: RowForm::Fixed(4),
        is_same_on_wire: true,
        width: Some(12),
        tds: TdsForm::Number { fixed: 122, nullable: 110 },
        odbc: OdbcType { bytes: Some(12), ss_types: (122, 110), ..odbc(3, 21) },
        ..PLAIN
    };
    BIGINT: DataType::BigInt => TypeSpec {
        name: "bigint",
        id: 127,
        precedence: 15,
        with: |_, _, _| DataType::BigInt,
        holds: |value| matches!(value, Value::BigInt(_)),
        max_length: 8,
        precision: 19,
        row: RowForm::Fixed(8),
        is_same_on_wire: true,
        width: Some(20),
        tds: TdsForm::Number { fixed: 127, nullable: 38 },
        odbc: OdbcType { ss_types: (63, 108), ..odbc(-5, 0) },
        ..PLAIN
    };
    VARBINARY: DataType::VarBinary(_) => TypeSpec {
        name: "varbinary",
        synonyms: &["binary varying"],
        id: 165,
        precedence: 1,
        parameters: Parameters::LengthOrMax(DataType::CHAR_MAX),
        with: |length, _, _| DataType::VarBinary(length),
        row: RowForm::Variable,
        is_same_on_wire: true,
        tds: TdsForm::Bytes(165),
        odbc: OdbcType { ss_types: (37, 37), ..odbc(-3, 4) },
        ..BYTES
    };
    VARCHAR: DataType::VarChar(..) => TypeSpec {
        name: "varchar",
        synonyms: &["char varying", "character varying"],
        id: 167,
        precedence: 3,
        parameters: Parameters::LengthOrMax(DataType::CHAR_MAX),
        with: |length, _, _| DataType::varchar(length),
        row: RowForm::Variable,
        odbc: odbc(12, 2),
        ..TEXT
    };
    BINARY: DataType::Binary(_) => TypeSpec {
        name: "binary",
        id: 173,
        precedence: 0,
        parameters: Parameters::Length(DataType::CHAR_MAX),
        with: |length, _, _| DataType::Binary(limited(length)),
        row: RowForm::Padded,
        is_same_on_wire: true,
        tds: TdsForm::Bytes(173),
        odbc: OdbcType { ss_types: (37, 37), ..odbc(-2, 3) },
        ..BYTES
    };
    CHAR: DataType::Char(..) => TypeSpec {
        name: "char",
        synonyms: &["character"],
        id: 175,
        precedence: 2,
        parameters: Parameters::Length(DataType::CHAR_MAX),
        with: |length, _, _| DataType::char(limited(length)),
        row: RowForm::Padded,
        odbc: odbc(1, 1),
        ..TEXT
    };
    TIMESTAMP: DataType::RowVersion => TypeSpec {
        name: "timestamp",
        synonyms: &["rowversion"],
        id: 189,
        precedence: 7,
        with: |_, _, _| DataType::RowVersion,
        max_length: DataType::ROWVERSION_BYTES as i16,
        row: RowForm::Fixed(DataType::ROWVERSION_BYTES),
        tds: TdsForm::Bytes(173),
        odbc: OdbcType { ss_types: (45, 45), ..odbc(-2, 80) },
        ..BYTES
    };
    NVARCHAR: DataType::NVarChar(_) => TypeSpec {
        name: "nvarchar",
        synonyms: &["national char varying", "national character varying"],
        id: 231,
        precedence: 5,
        parameters: Parameters::LengthOrMax(DataType::NCHAR_MAX),
        with: |length, _, _| DataType::NVarChar(length),
        row: RowForm::Variable,
        odbc: odbc(-9, 0),
        ..TEXT
    };
    NCHAR: DataType::NChar(_) => TypeSpec {
        name: "nchar",
        synonyms: &["national char", "national character"],
        id: 239,
        precedence: 4,
        parameters: Parameters::Length(DataType::NCHAR_MAX),
        with: |length, _, _| DataType::NChar(limited(length)),
        row: RowForm::Padded,
        odbc: odbc(-8, 0),
        ..TEXT
    };
    XML: DataType::Xml => TypeSpec {
        name: "xml",
        id: 241,
        family: Family::Document,
        precedence: 28,
        with: |_, _, _| DataType::Xml,
        holds: |value| matches!(value, Value::Str(_)),
        max_length: -1,
        row: RowForm::Variable,
        width: None,
        tds: TdsForm::Xml,
        odbc: odbc(-152, 0),
        ..PLAIN
    };
    JSON: DataType::Json => TypeSpec {
        name: "json",
        id: 244,
        family: Family::Document,
        precedence: 30,
        with: |_, _, _| DataType::Json,
        holds: |value| matches!(value, Value::Str(_)),
        max_length: -1,
        row: RowForm::Variable,
        tds: TdsForm::Text,
        odbc: odbc(12, 0),
        ..PLAIN
    };
}

/// A type without parameters.
const PLAIN: TypeSpec = TypeSpec {
    name: "",
    synonyms: &[],
    id: 0,
    family: Family::Integer,
    precedence: 0,
    parameters: Parameters::None,
    with: |_, _, _| DataType::OF_NULL,
    holds: |_| false,
    max_length: 0,
    precision: 0,
    scale: 0,
    row: RowForm::Variable,
    is_same_on_wire: false,
    width: None,
    tds: TdsForm::Text,
    odbc: odbc(0, 0),
};

const MOMENT: TypeSpec = TypeSpec { family: Family::DateTime, ..PLAIN };

const EXACT: TypeSpec = TypeSpec {
    family: Family::Decimal,
    precedence: 18,
    parameters: Parameters::Precision,
    holds: |value| matches!(value, Value::Decimal(_)),
    max_length: 17,
    precision: 38,
    scale: 38,
    row: RowForm::Decimal,
    tds: TdsForm::Decimal,
    ..PLAIN
};

const TEXT: TypeSpec = TypeSpec {
    family: Family::String,
    holds: |value| matches!(value, Value::Str(_)),
    max_length: 8000,
    tds: TdsForm::Text,
    ..PLAIN
};

const BYTES: TypeSpec =
    TypeSpec { family: Family::Binary, holds: |value| matches!(value, Value::Bytes(_)), max_length: 8000, ..PLAIN };

const fn odbc(code: i16, user_type: i16) -> OdbcType {
    OdbcType { code, code_2: code, datetime_sub: None, bytes: None, ss_types: (39, 39), user_type }
}

const fn limited(length: Length) -> u16 {
    match length {
        Length::Limited(length) => length,
        Length::Max | Length::Lob => DataType::CHAR_MAX,
    }
}
