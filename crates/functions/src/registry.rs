//! The table of functions and how a call is bound to an entry.

use crate::context::FunctionContext;
use sluice_types::{DataType, SqlError, Value};

/// A call's types, as binding chose them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// What each argument is converted to before the call.
    pub arguments: Vec<DataType>,
    /// What comes out.
    pub result: DataType,
}

/// A built-in function.
pub struct Function {
    /// Its name, in capitals.
    pub name: &'static str,
    /// One line for the documentation.
    pub doc: &'static str,
    /// Fewest and most arguments.
    pub arity: (usize, usize),
    /// The argument that is a datepart (an identifier, never evaluated), from 0: the caller passes what [`Function::datepart`]
    /// makes of the identifier.
    pub datepart: Option<usize>,
    /// Whether equal arguments always give an equal result, in every session and at any time.
    pub deterministic: bool,
}

impl Function {
    /// Binds a call with arguments of these types (`None`: the untyped NULL). The caller checks nothing before: 174, 189, 8116, 206
    /// come from here. A datepart argument's type is ignored.
    pub fn bind(&self, arguments: &[Option<DataType>]) -> Result<Signature, SqlError> {
        let _ = arguments;
        panic!("not yet")
    }

    /// The value to pass for the datepart argument `name`; 155 if there is no such datepart.
    pub fn datepart_value(&self, name: &str) -> Result<Value, SqlError> {
        let _ = name;
        panic!("not yet")
    }

    /// Calls it with values of the signature's types.
    pub fn call(
        &self,
        context: &dyn FunctionContext,
        signature: &Signature,
        values: &[Value],
    ) -> Result<Value, SqlError> {
        let _ = (context, signature, values);
        panic!("not yet")
    }
}

/// The function called `name`, in any case. `None`: the caller raises 195.
pub fn find(name: &str) -> Option<&'static Function> {
    let _ = name;
    panic!("not yet")
}
