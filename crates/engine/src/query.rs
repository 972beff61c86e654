//! Sources of rows: a batch, a statement with parameters, or a call.

use sluice_exec::{Request, RequestArgument, RequestValue};
use sluice_types::{DataType, Length, Value};

/// A batch, perhaps with values for its parameters, or a call of a procedure.
///
/// ```text
/// let query = Query::new("SELECT name FROM dbo.Pets WHERE age > @age").bind("@age", 3);
/// ```
#[derive(Clone, Debug)]
pub struct Query(QueryKind);

#[derive(Clone, Debug)]
enum QueryKind {
    Text { text: String, parameters: Vec<(String, DataType, Value)> },
    Call(Request),
}

/// A Rust value that is passed as a parameter.
pub trait Parameter {
    /// The type of a missing value.
    const NULL_TYPE: DataType;

    /// Returns the parameter's type and value.
    fn into_parameter(self) -> (DataType, Value);
}

impl Query {
    /// Returns a batch without parameters.
    pub fn new(text: impl Into<String>) -> Query {
        Query(QueryKind::Text { text: text.into(), parameters: Vec::new() })
    }

    /// Adds a parameter. Its name begins with @.
    pub fn bind(self, name: &str, value: impl Parameter) -> Query {
        let (data_type, value) = value.into_parameter();
        self.bind_value(name, data_type, value)
    }

    /// Adds a parameter of any type. A call takes it as a named argument, or by position without a
    /// name.
    pub fn bind_value(mut self, name: &str, data_type: DataType, value: Value) -> Query {
        match &mut self.0 {
            QueryKind::Text { parameters, .. } => parameters.push((name.to_owned(), data_type, value)),
            QueryKind::Call(request) => request.arguments.push(named(name.to_owned(), data_type, value)),
        }
        self
    }

    /// Returns the text of a batch without parameters as `Ok`, or else the request that runs the
    /// query as `Err`. Parameters become a call of sp_executesql.
    pub(crate) fn into_text_or_request(self) -> Result<String, Request> {
        match self.0 {
            QueryKind::Call(request) => Err(request),
            QueryKind::Text { text, parameters } if parameters.is_empty() => Ok(text),
            QueryKind::Text { text, parameters } => {
                let declared: Vec<String> =
                    parameters.iter().map(|(name, data_type, _)| format!("{name} {data_type}")).collect();
                let long = DataType::NVarChar(Length::Max);
                let request = Request::new("sp_executesql").with(long, Value::text(text));
                let request = request.with(long, Value::text(declared.join(", ")));
                let add = |request: Request, (name, data_type, value)| request.and(named(name, data_type, value));
                Err(parameters.into_iter().fold(request, add))
            }
        }
    }
}

fn named(name: String, data_type: DataType, value: Value) -> RequestArgument {
    RequestArgument { name: Some(name), value: RequestValue::Scalar(data_type, value), is_output: false }
}

impl From<&str> for Query {
    fn from(text: &str) -> Query {
        Query::new(text)
    }
}

impl From<String> for Query {
    fn from(text: String) -> Query {
        Query::new(text)
    }
}

impl From<Request> for Query {
    fn from(request: Request) -> Query {
        Query(QueryKind::Call(request))
    }
}

macro_rules! plain_parameters {
    ($($type:ty => $data_type:expr, $value:path;)*) => {
        $(impl Parameter for $type {
            const NULL_TYPE: DataType = $data_type;

            fn into_parameter(self) -> (DataType, Value) {
                ($data_type, $value(self))
            }
        })*
    };
}

plain_parameters! {
    bool => DataType::Bit, Value::Bit;
    u8 => DataType::TinyInt, Value::TinyInt;
    i16 => DataType::SmallInt, Value::SmallInt;
    i32 => DataType::Int, Value::Int;
    i64 => DataType::BigInt, Value::BigInt;
    f64 => DataType::Float, Value::Float;
    f32 => DataType::Real, Value::Real;
}

impl Parameter for &str {
    const NULL_TYPE: DataType = DataType::NVarChar(Length::Limited(SHORT_TEXT));

    /// A short text has a type that isn't `max`, since such a value can be sought in an index.
    fn into_parameter(self) -> (DataType, Value) {
        let is_short = self.encode_utf16().count() <= SHORT_TEXT.into();
        (if is_short { Self::NULL_TYPE } else { DataType::NVarChar(Length::Max) }, Value::text(self))
    }
}

impl Parameter for String {
    const NULL_TYPE: DataType = <&str>::NULL_TYPE;

    fn into_parameter(self) -> (DataType, Value) {
        self.as_str().into_parameter()
    }
}

impl Parameter for &[u8] {
    const NULL_TYPE: DataType = DataType::VarBinary(Length::Limited(SHORT_BYTES));

    fn into_parameter(self) -> (DataType, Value) {
        let is_short = self.len() <= SHORT_BYTES.into();
        (if is_short { Self::NULL_TYPE } else { DataType::VarBinary(Length::Max) }, Value::bytes(self))
    }
}

impl Parameter for Vec<u8> {
    const NULL_TYPE: DataType = <&[u8]>::NULL_TYPE;

    fn into_parameter(self) -> (DataType, Value) {
        self.as_slice().into_parameter()
    }
}

impl<P: Parameter> Parameter for Option<P> {
    const NULL_TYPE: DataType = P::NULL_TYPE;

    fn into_parameter(self) -> (DataType, Value) {
        self.map_or((P::NULL_TYPE, Value::Null), P::into_parameter)
    }
}

/// The longest nvarchar that isn't `max`, in UTF-16 code units.
const SHORT_TEXT: u16 = 4000;
/// The longest varbinary that isn't `max`.
const SHORT_BYTES: u16 = 8000;
