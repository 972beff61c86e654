//! The files and filegroups of the current database: FILE_ID, FILE_IDEX, FILE_NAME, FILEPROPERTY
//! and related functions.
//!
//! `t-sql/functions/file-id-transact-sql` and its neighbours. NULL if the file or filegroup doesn't
//! exist.

use crate::context::{FilegroupFacts, FunctionContext};
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "FILE_ID",
        doc: "FILE_ID(name): the id of a file of the current database, by its logical name.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::SmallInt,
        null_makes_null: true,
        body: |context, _, values| Ok(file_id(context, values).map_or(Value::Null, Value::SmallInt)),
    },
    Function {
        name: "FILE_IDEX",
        doc: "FILE_IDEX(name): the id of a file as an int.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| Ok(file_id(context, values).map_or(Value::Null, |id| Value::Int(id.into()))),
    },
    Function {
        name: "FILE_NAME",
        doc: "FILE_NAME(id): the logical name of a file of the current database.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: file_name,
    },
    Function {
        name: "FILEPROPERTY",
        doc: "FILEPROPERTY(name, property): IsReadOnly, IsPrimaryFile, IsLogFile or SpaceUsed (in pages) of a file of the current database.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME), Argument::As(PROPERTY)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: file_property,
    },
    Function {
        name: "FILEGROUPPROPERTY",
        doc: "FILEGROUPPROPERTY(name, property): IsReadOnly, IsUserDefinedFG, IsDefault or IsAutogrowAllFiles of a filegroup.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME), Argument::As(PROPERTY)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            let Some(group) = filegroup_named(context, &values[0]) else { return Ok(Value::Null) };
            let answer = match values[1].as_str().unwrap_or_default().trim_end().to_ascii_lowercase().as_str() {
                "isdefault" => group.is_default,
                "isuserdefinedfg" => group.id != PRIMARY_ID,
                "isreadonly" => group.is_read_only,
                "isautogrowallfiles" => false,
                _ => return Ok(Value::Null),
            };
            Ok(Value::Int(answer.into()))
        },
    },
    Function {
        name: "FILEGROUP_ID",
        doc: "FILEGROUP_ID(name): the id of a filegroup of the current database.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            let group = filegroup_named(context, &values[0]);
            Ok(group.map_or(Value::Null, |group| Value::Int(group.id)))
        },
    },
    Function {
        name: "FILEGROUP_NAME",
        doc: "FILEGROUP_NAME(id): the name of a filegroup of the current database.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SmallInt)],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: |context, _, values| {
            let named = |group: &FilegroupFacts| values[0].as_i64() == Some(group.id.into());
            let group = context.filegroups().into_iter().find(named);
            Ok(group.map_or(Value::Null, |group| Value::text(group.name)))
        },
    },
];

fn file_id(context: &dyn FunctionContext, values: &[Value]) -> Option<i16> {
    context.file_id(values[0].as_str()?.trim_end_matches(' '))
}

fn file_name(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = values[0].as_i64().and_then(|id| i16::try_from(id).ok());
    Ok(id.and_then(|id| context.file_name(id)).map_or(Value::Null, Value::text))
}

fn file_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let Some(id) = file_id(context, values) else { return Ok(Value::Null) };
    let property = values[1].as_str().unwrap_or_default().trim_end();
    if property.eq_ignore_ascii_case("SpaceUsed") {
        let pages = context.file_pages_used(id).and_then(|pages| i32::try_from(pages).ok());
        return Ok(pages.map_or(Value::Null, Value::Int));
    }
    let answer = match property.to_ascii_lowercase().as_str() {
        "isreadonly" => context.is_file_read_only(id),
        "isprimaryfile" => id == 1,
        "islogfile" => id == 2,
        _ => return Ok(Value::Null),
    };
    Ok(Value::Int(answer.into()))
}

fn filegroup_named(context: &dyn FunctionContext, name: &Value) -> Option<FilegroupFacts> {
    let name = name.as_str()?.trim_end().to_lowercase();
    context.filegroups().into_iter().find(|group| group.name.to_lowercase() == name)
}

/// The id of the filegroup PRIMARY.
const PRIMARY_ID: i32 = 1;
const PROPERTY: DataType = DataType::varchar(Length::Limited(128));
