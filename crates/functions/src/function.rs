//! The entry of a function in the registry, and the binding of calls.

use crate::context::FunctionContext;
use crate::date_part::{self, DatePart};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, Length, SqlError, Value};

/// A call's types after binding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The type to which each argument is converted before the call.
    pub arguments: Vec<DataType>,
    /// The type of the result.
    pub result: DataType,
}

/// The implementation of a function. The values have the signature's types; NULLs come only if the
/// function doesn't have `null_makes_null`.
pub(crate) type Body = fn(&dyn FunctionContext, &Signature, &[Value]) -> Result<Value, SqlError>;

/// A built-in function.
pub struct Function {
    /// The function's name, in capitals.
    pub name: &'static str,
    /// A line of documentation.
    pub doc: &'static str,
    /// The smallest and greatest number of arguments.
    pub arity: (usize, usize),
    /// Whether equal arguments always give an equal result, in every session and at any time.
    pub deterministic: bool,
    /// The rule for each argument; the last one applies to all further arguments.
    pub(crate) arguments: &'static [Argument],
    /// Returns the result's type from the converted arguments' types.
    pub(crate) result: fn(&[DataType]) -> DataType,
    /// Whether a NULL argument gives NULL without calling the body.
    pub(crate) null_makes_null: bool,
    pub(crate) body: Body,
}

/// The rule for an argument's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// Any type, unchanged.
    Any,
    /// Any type, unchanged; 8116 for the NULL constant.
    AnyNotNull,
    /// Converted to this type.
    As(DataType),
    /// json or a string, unchanged; 8116 for other types.
    Json,
    /// A path of JSON: converted to nvarchar(4000); 8116 for the NULL constant.
    JsonPath,
    /// A new value of JSON: a string, json, an integer, bit, decimal, float or real; 8116 for other
    /// types.
    JsonScalar,
    /// A string; other types become varchar.
    Text,
    /// A string or binary; 8116 for other types.
    OnlyTextOrBinary,
    /// A string or binary; 8116 for other types and the NULL constant.
    TextOrBinaryNotNull,
    /// A string; 8116 for other types.
    OnlyText,
    /// A string; 8116 for other types and the NULL constant.
    OnlyTextNotNull,
    /// A string; 8116 for other types, varchar(max) and nvarchar(max).
    OnlyShortText,
    /// char or varchar; 8116 for other types and varchar(max).
    OnlyShortVarchar,
    /// Binary; 8116 for other types.
    OnlyBinary,
    /// A string; other types become varchar; 8116 for varchar(max), nvarchar(max) and binary.
    ShortText,
    /// tinyint to bigint, decimal, money, float. A string and real become float, small integers
    /// int, smallmoney money. No bit, no date.
    Number,
    /// An integer or binary, unchanged, not max. 8116 for other types.
    Bits,
    /// A number of this type, to which other numbers are converted; 8116 for a string.
    Integer(DataType),
    /// The same, and 8116 for the NULL constant.
    IntegerNotNull(DataType),
    /// A string converted to this type; 8116 for the NULL constant.
    TextNotNull(DataType),
    /// The scale of a fraction, 0 to 7: a constant, because the result's type depends on it.
    Scale,
    /// A date type; a string becomes this type, a number a datetime.
    Date(DataType),
    /// A date type; a string becomes this type; 8116 for other types.
    OnlyDate(DataType),
    /// Any type but date, time, datetime2 and datetimeoffset: as `Text`; 8116 for these.
    TextOrDatetime,
    /// The datepart: never a value of the statement.
    Datepart,
    /// Converted to the type of the first argument (or the other way around if that is the NULL
    /// constant).
    LikeFirst,
}

impl Argument {
    /// Whether a document, or a new value of JSON, can have the type.
    fn takes_in_json(self, given: DataType) -> bool {
        let is_scalar = given == DataType::Bit || given.is_numeric() && !given.is_money();
        given.is_string() || given == DataType::Json || self == Argument::JsonScalar && is_scalar
    }

    /// Whether the NULL constant fails with 8116.
    fn refuses_null(self) -> bool {
        matches!(
            self,
            Argument::AnyNotNull
                | Argument::IntegerNotNull(_)
                | Argument::JsonPath
                | Argument::OnlyTextNotNull
                | Argument::TextNotNull(_)
                | Argument::TextOrBinaryNotNull
        )
    }
}

impl Function {
    /// Whether an argument is converted to float, so that the function computes with floats.
    pub fn takes_float(&self) -> bool {
        self.arguments.contains(&Argument::As(DataType::Float))
    }

    /// Returns the index of the datepart argument, an identifier that is never evaluated, or
    /// `None`. The caller passes the value from [`Function::datepart_value`].
    pub fn datepart(&self) -> Option<usize> {
        self.arguments.iter().position(|argument| *argument == Argument::Datepart)
    }

    /// Returns the value to pass for the datepart `name`, in any case and also abbreviated. Fails
    /// with 155 if there is no such datepart. A datepart that only this function or its argument's
    /// type lacks passes here; the call fails with 9810 when it runs.
    pub fn datepart_value(&self, name: &str) -> Result<Value, SqlError> {
        match date_part::parse(name) {
            Some(part) => Ok(Value::TinyInt(part as u8)),
            None => Err(SqlError::unrecognized_option(name, self.lower_name())),
        }
    }

    /// Whether a call with the value of its datepart, if it has one, always returns the same for
    /// the same arguments. DATEPART does for all parts but `week` and `weekday`, which depend on
    /// SET DATEFIRST.
    pub fn is_deterministic(&self, datepart: Option<&Value>) -> bool {
        let depends_on_first_day = |part| matches!(part, DatePart::Week | DatePart::Weekday);
        self.deterministic
            || self.name == "DATEPART"
                && datepart.is_some_and(|value| !depends_on_first_day(DatePart::from_value(value)))
    }

    /// Returns the index of the argument that is the result's scale, or `None`. The caller passes
    /// its value to [`Function::with_scale`].
    pub fn scale(&self) -> Option<usize> {
        self.arguments.iter().position(|argument| *argument == Argument::Scale)
    }

    /// Returns the result's type with the scale. Fails with 10760 if the scale isn't a constant,
    /// and with 1002 if it isn't from 0 to 7.
    pub fn with_scale(&self, result: DataType, scale: Option<&Value>) -> Result<DataType, SqlError> {
        let scale = scale.and_then(Value::as_i64).ok_or_else(|| SqlError::invalid_scale_argument(result.name()))?;
        match u8::try_from(scale) {
            Ok(scale) if scale <= 7 => Ok(result.with_fraction(scale)),
            _ => Err(SqlError::invalid_scale(scale)),
        }
    }

    /// Checks the constants among the arguments (`None`: not a constant). Fails with 536 for a
    /// negative length of LEFT, RIGHT and SUBSTRING.
    pub fn check_constants(&self, arguments: &[Option<&Value>]) -> Result<(), SqlError> {
        let (length, state) = match self.name {
            "LEFT" | "RIGHT" => (1, 6),
            "SUBSTRING" => (2, 8),
            _ => return Ok(()),
        };
        match arguments.get(length).copied().flatten().and_then(Value::as_i64) {
            Some(..0) => Err(SqlError::invalid_length(self.lower_name()).in_state(state)),
            _ => Ok(()),
        }
    }

    /// Binds a call with arguments of these types (`None`: the untyped NULL). The type of a
    /// datepart argument is ignored. Performs all checks; fails with 174, 189, 8116, 206 or 257.
    /// Returns the types that the arguments are converted to, and the result's type. An untyped
    /// NULL of ISNULL takes the type of the argument after it.
    pub fn bind(&self, arguments: &[Option<DataType>]) -> Result<Signature, SqlError> {
        let (least, most) = self.arity;
        if !(least..=most).contains(&arguments.len()) {
            return Err(if least == most {
                SqlError::argument_count(self.lower_name(), least)
            } else {
                SqlError::argument_count_range(self.lower_name(), least, most)
            });
        }
        let mut bound: Vec<DataType> = Vec::with_capacity(arguments.len());
        for (index, &given) in arguments.iter().enumerate() {
            let Some(rule) = self.arguments.get(index).or(self.arguments.last()) else { break };
            // ISNULL(NULL, x) has the type of x.
            let follower = arguments.get(index + 1).copied().flatten();
            let given = given.or(if self.arguments.contains(&Argument::LikeFirst) { follower } else { None });
            bound.push(self.argument_type(*rule, given, index, bound.first().copied())?);
        }
        let result = (self.result)(&bound);
        Ok(Signature { arguments: bound, result })
    }

    /// Calls the function with values of the signature's types. Returns NULL without a call if a
    /// value is NULL and the function has the property `null_makes_null`. Fails with the function's
    /// own errors.
    pub fn call(
        &self,
        context: &dyn FunctionContext,
        signature: &Signature,
        values: &[Value],
    ) -> Result<Value, SqlError> {
        if self.null_makes_null && values.iter().any(Value::is_null) {
            return Ok(Value::Null);
        }
        (self.body)(context, signature, values)
    }

    fn argument_type(
        &self,
        rule: Argument,
        given: Option<DataType>,
        index: usize,
        first: Option<DataType>,
    ) -> Result<DataType, SqlError> {
        let invalid = |given: DataType| SqlError::invalid_argument_type(given.name(), index + 1, self.lower_name());
        let converted = |given: Option<DataType>, to: DataType| match given {
            Some(given) => check_implicit(&given, &to).map(|()| to),
            None => Ok(to),
        };
        self.check_argument(rule, given, index)?;
        match (rule, given) {
            (Argument::Any | Argument::AnyNotNull | Argument::JsonScalar, None) => Ok(DataType::OF_NULL),
            (Argument::Any | Argument::AnyNotNull, Some(given)) => Ok(given),
            (Argument::Json, None) => Ok(DataType::NVarChar(Length::Max)),
            (Argument::Json | Argument::JsonScalar, Some(given)) if rule.takes_in_json(given) => Ok(given),
            (Argument::Json | Argument::JsonScalar, Some(given)) => Err(invalid(given)),
            (Argument::JsonPath, given) => converted(given, DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX))),
            (Argument::As(to), given) => converted(given, to),
            (Argument::LikeFirst, given) => converted(given, first.unwrap_or(DataType::OF_NULL)),
            (Argument::Datepart, _) => Ok(DataType::TinyInt),
            (
                Argument::OnlyText
                | Argument::OnlyTextNotNull
                | Argument::OnlyTextOrBinary
                | Argument::TextOrBinaryNotNull
                | Argument::OnlyShortText
                | Argument::OnlyShortVarchar,
                None,
            ) => Ok(DataType::varchar(Length::Limited(1))),
            (Argument::OnlyShortText, Some(given)) if given.is_string() && given.is_max() => {
                let name = "VARCHAR(MAX)/NVARCHAR(MAX)";
                Err(SqlError::invalid_argument_type(name, index + 1, self.lower_name()))
            }
            (Argument::OnlyShortVarchar, Some(given)) if given.is_unicode() || given.is_max() => Err(invalid(given)),
            (
                Argument::OnlyText | Argument::OnlyTextNotNull | Argument::OnlyShortText | Argument::OnlyShortVarchar,
                Some(given),
            ) => {
                if given.is_string() {
                    Ok(given)
                } else {
                    Err(invalid(given))
                }
            }
            (Argument::OnlyBinary, None) => Ok(DataType::VarBinary(Length::Limited(1))),
            (Argument::OnlyBinary, Some(given)) if given.is_binary() => Ok(given),
            (Argument::OnlyBinary, Some(given)) => Err(invalid(given)),
            (Argument::ShortText, Some(given)) if given.is_max() || given.is_binary() => Err(invalid(given)),
            (
                Argument::Text
                | Argument::TextOrDatetime
                | Argument::OnlyTextOrBinary
                | Argument::TextOrBinaryNotNull
                | Argument::ShortText,
                Some(given),
            ) if given.is_string() => Ok(given),
            (Argument::OnlyTextOrBinary | Argument::TextOrBinaryNotNull, Some(given)) if given.is_binary() => Ok(given),
            (Argument::OnlyTextOrBinary | Argument::TextOrBinaryNotNull, Some(given)) => Err(invalid(given)),
            (Argument::Integer(_) | Argument::IntegerNotNull(_), Some(given)) if given.is_string() => {
                Err(invalid(given))
            }
            (Argument::Integer(to) | Argument::IntegerNotNull(to) | Argument::TextNotNull(to), given) => {
                converted(given, to)
            }
            (Argument::TextOrDatetime, Some(given)) if given.is_modern_date_time() => Err(invalid(given)),
            (Argument::Text | Argument::TextOrDatetime, Some(given)) if given.is_binary() => {
                Ok(DataType::varchar(given.length().unwrap_or(Length::Max)))
            }
            (Argument::Text | Argument::TextOrDatetime | Argument::ShortText, None) => {
                Ok(DataType::varchar(Length::Limited(1)))
            }
            (Argument::Text | Argument::TextOrDatetime, Some(DataType::SqlVariant)) if !self.converts_variant() => {
                Err(invalid(DataType::SqlVariant))
            }
            (Argument::Text | Argument::TextOrDatetime | Argument::ShortText, Some(given)) => {
                Ok(DataType::varchar(Length::Limited(text_length(given))))
            }
            (Argument::Number | Argument::Bits, None) => Ok(DataType::Int),
            (Argument::Number, Some(given)) => self.number_type(given, index),
            (Argument::Bits, Some(given)) => {
                let fits = given.is_integer() || given.is_binary() && !given.is_max();
                if fits { Ok(given) } else { Err(invalid(given)) }
            }
            (Argument::Scale, given) => converted(given, DataType::Int),
            (Argument::OnlyDate(_), Some(given)) if !given.is_date_time() && !given.is_string() => Err(invalid(given)),
            (Argument::Date(default) | Argument::OnlyDate(default), None) => Ok(default),
            (Argument::Date(default) | Argument::OnlyDate(default), Some(given)) => match given {
                _ if given.is_date_time() => Ok(given),
                _ if given.is_string() => Ok(default),
                _ => converted(Some(given), DataType::DateTime),
            },
        }
    }

    /// Returns the type in which a function of numbers takes an argument.
    fn number_type(&self, given: DataType, index: usize) -> Result<DataType, SqlError> {
        match given {
            DataType::SqlVariant => check_implicit(&given, &DataType::Float).map(|()| DataType::Float),
            _ if given.is_numeric() && given != DataType::Bit => Ok(given.promoted()),
            _ if given.is_string() => Ok(DataType::Float),
            _ => Err(SqlError::invalid_argument_type(given.name(), index + 1, self.lower_name())),
        }
    }

    /// Fails with 8116 or 257 for an argument that the function or the rule doesn't take at all.
    fn check_argument(&self, rule: Argument, given: Option<DataType>, index: usize) -> Result<(), SqlError> {
        let invalid = |name: &str| SqlError::invalid_argument_type(name, index + 1, self.lower_name());
        let takes_xml =
            matches!(rule, Argument::Any | Argument::AnyNotNull | Argument::LikeFirst | Argument::As(DataType::Xml));
        match given {
            None if rule.refuses_null() => Err(invalid("NULL")),
            Some(given) if given.is_lob() && !self.takes_lob() => Err(invalid(given.name())),
            Some(DataType::Xml) if matches!(self.name, "CONCAT" | "CONCAT_WS") => {
                Err(SqlError::implicit_conversion_not_allowed(DataType::Xml.name(), "varchar"))
            }
            Some(DataType::Xml) if !takes_xml => Err(invalid(DataType::Xml.name())),
            _ => Ok(()),
        }
    }

    /// Returns whether arguments may be text, ntext or image
    /// (`t-sql/data-types/ntext-text-and-image-transact-sql`).
    fn takes_lob(&self) -> bool {
        matches!(
            self.name,
            "BINARY_CHECKSUM" | "CHARINDEX" | "DATALENGTH" | "ISNULL" | "LIKE" | "PATINDEX" | "SUBSTRING" | "TEXTPTR"
        ) || self.name.starts_with('$')
    }

    /// Whether a sql_variant as a text fails as a conversion (257), not as an argument (8116).
    fn converts_variant(&self) -> bool {
        matches!(self.name, "CONCAT" | "CONCAT_WS" | "CHARINDEX")
    }

    /// Returns whether arguments may be long values. Otherwise the caller reads them into memory
    /// first.
    pub fn takes_long(&self) -> bool {
        matches!(self.name, "CHARINDEX" | "COMPRESS" | "DATALENGTH" | "HASHBYTES" | "LEN" | "TEXTPTR")
            || self.makes_long()
    }

    /// Returns whether the result may be a long value.
    pub fn makes_long(&self) -> bool {
        matches!(self.name, "COLLATE" | "CONCAT" | "INHERIT_COLLATION" | "ISNULL" | "LEFT" | "LTRIM" | "RIGHT")
            || matches!(self.name, "RTRIM" | "STUFF" | "SUBSTRING" | "TRIM" | "WRITE" | "$READTEXT" | "$UPDATETEXT")
    }

    /// Returns whether each call may give another value, even within a statement.
    pub fn is_volatile(&self) -> bool {
        matches!(self.name, "NEWID" | "NEWSEQUENTIALID" | "CRYPT_GEN_RANDOM" | "RAND")
    }

    /// Returns the name in lower case, as messages show it.
    pub(crate) fn lower_name(&self) -> String {
        self.name.to_ascii_lowercase()
    }
}

/// Returns the length of the text that a value of another type becomes as an argument.
fn text_length(data_type: DataType) -> u16 {
    match data_type {
        DataType::Bit => 1,
        DataType::TinyInt => 4,
        DataType::SmallInt => 6,
        DataType::Int => 12,
        DataType::BigInt => 24,
        DataType::Real | DataType::Float => 23,
        // 38 digits, a sign, a zero and a point.
        DataType::Decimal { .. } => 41,
        _ => 40,
    }
}
