//! The parameter of an RPC request whose bytes are invalid.

use crate::error::ProtocolError;
use crate::type_info::TypeFault;
use sluice_types::DataType;

/// The parameter whose bytes are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultyParameter {
    /// The parameter's position in the call, from 1.
    pub position: usize,
    /// The parameter's name, with the `@`; empty if it is positional.
    pub name: String,
    /// The row, from 1, and the column, from 1, of a table-valued parameter. The row is 0 for the
    /// description of a column. `None` for a scalar parameter.
    pub cell: Option<(u64, usize)>,
    /// The invalid part.
    pub fault: ParameterFault,
}

/// An invalid part of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterFault {
    /// The value, of this type.
    Value(DataType),
    /// The description of the type with this byte.
    Type(u8, TypeFault),
}

impl FaultyParameter {
    /// Returns the parameter whose type, with this byte, can't be read because of `error`. `None`
    /// for an error of something else than a type.
    pub(super) fn of_type(
        error: &ProtocolError,
        (position, name): (usize, String),
        cell: Option<(u64, usize)>,
        token: u8,
    ) -> Option<FaultyParameter> {
        let fault = ParameterFault::Type(token, TypeFault::from_error(error)?);
        Some(FaultyParameter { position, name, cell, fault })
    }
}
