//! OBJECTPROPERTY: `t-sql/functions/objectproperty-transact-sql.md`. What is documented and not known here is refused by name; what is no
//! property is NULL.

use crate::context::{FunctionContext, ObjectFacts};
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

/// OBJECTPROPERTY.
pub(crate) const FUNCTIONS: &[Function] = &[Function {
    name: "OBJECTPROPERTY",
    doc: "OBJECTPROPERTY(id, property): 1, 0 or a number; NULL where there is no such object or property.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::Int), Argument::As(DataType::NVarChar(Length::Limited(128)))],
    result: |_| DataType::Int,
    null_makes_null: true,
    body: object_property,
}];

fn object_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = values[0].as_i64().and_then(|id| i32::try_from(id).ok());
    let Some(object) = id.and_then(|id| context.object(id, None)) else { return Ok(Value::Null) };
    let property = values[1].as_str().unwrap_or_default().trim().to_uppercase();
    let number = match property.as_str() {
        // Every object is its schema's owner's, and there is one schema.
        "OWNERID" | "SCHEMAID" => Some(1),
        "ISMSSHIPPED" => Some(0),
        _ => match flag(&object, &property) {
            Some(told) => told.map(i32::from),
            None if PREFIXES.iter().any(|prefix| property.starts_with(prefix)) => {
                return Err(SqlError::new(40517, 16, 1, vec![format!("OBJECTPROPERTY {property}")]));
            }
            None => None,
        },
    };
    Ok(number.map_or(Value::Null, Value::Int))
}

/// Whether the object is so; NULL (`Some(None)`) where that is no question of its type. `None` for what is not known here.
fn flag(object: &ObjectFacts, property: &str) -> Option<Option<bool>> {
    let is_one_of = |codes: &[&str]| Some(Some(codes.contains(&object.type_code)));
    let of_table = |told: fn(&crate::TableFacts) -> bool| Some(object.table.as_ref().map(told));
    match property {
        "ISTABLE" | "ISUSERTABLE" => is_one_of(&["U"]),
        "ISVIEW" => is_one_of(&["V"]),
        "ISPROCEDURE" => is_one_of(&["P"]),
        "ISSCALARFUNCTION" => is_one_of(&["FN"]),
        "ISINLINEFUNCTION" => is_one_of(&["IF"]),
        "ISTABLEFUNCTION" => is_one_of(&["IF", "TF"]),
        "ISEXECUTED" => is_one_of(&["V", "P", "FN", "IF", "TF", "TR"]),
        "ISCHECKCNST" => is_one_of(&["C"]),
        "ISDEFAULTCNST" => is_one_of(&["D"]),
        "ISFOREIGNKEY" => is_one_of(&["F"]),
        "ISPRIMARYKEY" => is_one_of(&["PK"]),
        "ISUNIQUECNST" => is_one_of(&["UQ"]),
        "ISCONSTRAINT" => is_one_of(&["C", "D", "F", "PK", "UQ"]),
        "ISTRIGGER" => is_one_of(&["TR"]),
        "ISSYSTEMTABLE" => is_one_of(&[]),
        "TABLEHASIDENTITY" => of_table(|table| table.has_identity),
        "TABLEHASPRIMARYKEY" => of_table(|table| table.has_primary_key),
        "TABLEHASUNIQUECNST" => of_table(|table| table.has_unique),
        "TABLEHASCLUSTINDEX" => of_table(|table| table.has_clustered_index),
        "TABLEHASNONCLUSTINDEX" => of_table(|table| table.has_other_index),
        "TABLEHASINDEX" => of_table(|table| table.has_clustered_index || table.has_other_index),
        "TABLEHASCHECKCNST" => of_table(|table| table.has_check),
        "TABLEHASFOREIGNKEY" => of_table(|table| table.has_foreign_key),
        "TABLEHASDEFAULTCNST" => of_table(|table| table.has_default),
        _ => None,
    }
}

/// How the names of properties begin.
const PREFIXES: [&str; 5] = ["CNST", "EXEC", "HAS", "IS", "TABLE"];
