//! The indexes of tables: INDEX_COL, INDEXKEY_PROPERTY, INDEXPROPERTY
//! (`t-sql/functions/index-col-transact-sql.md` and its neighbours). NULL if the index doesn't
//! exist.

use crate::columns::{id, int, named};
use crate::context::FunctionContext;
use crate::facts::IndexFacts;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "INDEX_COL",
        doc: "INDEX_COL(table, index's id, place): the name of a column of the index's key, the first at place 1.",
        arity: (3, 3),
        deterministic: false,
        arguments: &[
            Argument::As(DataType::NVarChar(Length::Limited(1035))),
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
        ],
        result: |_| DataType::SYSNAME,
        null_makes_null: true,
        body: |context, _, values| {
            let index = context.index(named(&values[0]), id(&values[1]));
            Ok(index.and_then(|index| key(index, &values[2])).map_or(Value::Null, |(_, name, _)| Value::text(name)))
        },
    },
    Function {
        name: "INDEXKEY_PROPERTY",
        doc: "INDEXKEY_PROPERTY(table's id, index's id, place, property): ColumnId or IsDescending of a column of the index's key.",
        arity: (4, 4),
        deterministic: false,
        arguments: &[
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
            Argument::As(DataType::NVarChar(Length::Limited(128))),
        ],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |context, _, values| {
            let index = context.index(id(&values[0]), id(&values[1]));
            let Some((column, _, is_descending)) = index.and_then(|index| key(index, &values[2])) else {
                return Ok(Value::Null);
            };
            Ok(match property(&values[3]).as_str() {
                "COLUMNID" => Value::Int(column),
                "ISDESCENDING" => Value::Int(is_descending.into()),
                _ => Value::Null,
            })
        },
    },
    Function {
        name: "INDEXPROPERTY",
        doc: "INDEXPROPERTY(table's id, index or statistics, property): 1, 0 or a number; NULL for an unknown index or property.",
        arity: (3, 3),
        deterministic: false,
        arguments: &[
            Argument::As(DataType::Int),
            Argument::As(DataType::SYSNAME),
            Argument::As(DataType::NVarChar(Length::Limited(128))),
        ],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: index_property,
    },
];

fn index_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let Some(index) = context.index(id(&values[0]), named(&values[1])) else { return Ok(Value::Null) };
    let is_statistics = index.keys.is_empty();
    Ok(Value::Int(match property(&values[2]).as_str() {
        "INDEXID" => index.id,
        "ISCLUSTERED" => index.is_clustered.into(),
        "ISUNIQUE" => index.is_unique.into(),
        "ISSTATISTICS" => is_statistics.into(),
        "ISAUTOSTATISTICS" if is_statistics => index.is_automatic.into(),
        "INDEXFILLFACTOR" => index.fill_factor.into(),
        "ISPADINDEX" => index.is_padded.into(),
        "ISDISABLED" => index.is_disabled.into(),
        "ISPAGELOCKDISALLOWED" => index.denies_page_locks.into(),
        "ISROWLOCKDISALLOWED" => index.denies_row_locks.into(),
        "ISOPTIMIZEDFORSEQUENTIALKEY" => index.is_for_sequential_key.into(),
        // Constant for every index.
        "ISAUTOSTATISTICS" | "ISFULLTEXTKEY" | "ISHYPOTHETICAL" | "ISCOLUMNSTORE" => 0,
        "INDEXDEPTH" => return Err(SqlError::unsupported_option("INDEXPROPERTY INDEXDEPTH")),
        _ => return Ok(Value::Null),
    }))
}

/// Returns a key column by its number, from 1 on.
fn key(index: IndexFacts, place: &Value) -> Option<(i32, String, bool)> {
    let place = usize::try_from(int(place)).ok()?.checked_sub(1)?;
    index.keys.into_iter().nth(place)
}

fn property(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_uppercase()
}
