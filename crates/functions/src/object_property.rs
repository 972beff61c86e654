//! OBJECTPROPERTY and OBJECTPROPERTYEX: `t-sql/functions/objectproperty-transact-sql.md`,
//! `objectpropertyex-transact-sql.md`. A documented property that Sluice lacks is refused by name;
//! an unknown property is NULL.

use crate::context::FunctionContext;
use crate::facts::ObjectFacts;
use crate::function::{Argument, Function, Signature};
use crate::trigger_property::{of_constraint, of_triggers};
use sluice_types::{DataType, Length, SqlError, Value, variant};

pub(crate) const FUNCTIONS: &[Function] = &[
    OBJECT_PROPERTY,
    Function {
        name: "OBJECTPROPERTYEX",
        doc: "OBJECTPROPERTYEX(id, property): OBJECTPROPERTY as a sql_variant, and BaseType.",
        result: |_| DataType::SqlVariant,
        body: object_property_ex,
        ..OBJECT_PROPERTY
    },
];

const OBJECT_PROPERTY: Function = Function {
    name: "OBJECTPROPERTY",
    doc: "OBJECTPROPERTY(id, property): 1, 0 or a number; NULL for an unknown object or property.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::As(DataType::Int), Argument::As(DataType::NVarChar(Length::Limited(128)))],
    result: |_| DataType::Int,
    null_makes_null: true,
    body: object_property,
};

fn object_property_ex(
    context: &dyn FunctionContext,
    signature: &Signature,
    values: &[Value],
) -> Result<Value, SqlError> {
    if !values[1].as_str().is_some_and(|property| property.trim().eq_ignore_ascii_case("BaseType")) {
        let number = object_property(context, signature, values)?;
        return Ok(if number.is_null() { number } else { variant::from_value(&number, DataType::Int) });
    }
    let id = values[0].as_i64().and_then(|id| i32::try_from(id).ok());
    let object = id.and_then(|id| context.object(id, None));
    let code = object.and_then(|object| match &object.base {
        Some(base) => BASES.into_iter().find(|code| context.object_id(base, Some(code)).is_some()),
        None => Some(object.type_code),
    });
    Ok(code.map_or(Value::Null, |code| variant::from_value(&Value::text(format!("{code:<2}")), DataType::char(2))))
}

/// The types of the objects for which a synonym can stand.
const BASES: [&str; 6] = ["U", "V", "P", "FN", "IF", "TF"];

fn object_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let id = values[0].as_i64().and_then(|id| i32::try_from(id).ok());
    let Some(object) = id.and_then(|id| context.object(id, None)) else { return Ok(Value::Null) };
    let property = values[1].as_str().unwrap_or_default().trim().to_uppercase();
    let number = match property.as_str() {
        // An object belongs to its schema's owner.
        "OWNERID" => context.schema_owner(&object.schema),
        "SCHEMAID" => context.schema_id(&object.schema),
        "ISMSSHIPPED" => {
            let is_marked_table = object.table.is_some_and(|table| table.is_marked);
            Some((is_marked_table || object.module.is_some_and(|module| module.is_marked)).into())
        }
        // There are no modules of the common language runtime, so every text can be verified.
        "ISSYSTEMVERIFIED" => matches!(object.type_code, "V" | "FN" | "IF" | "TF").then_some(1),
        "ISPRECISE" if !matches!(object.type_code, "V" | "FN" | "IF" | "TF") => None,
        "ISDETERMINISTIC" if is_schema_bound(&object) => id.map(|id| context.is_deterministic(id).into()),
        "ISINDEXABLE" if object.type_code == "V" && is_schema_bound(&object) => {
            id.map(|id| (object.table.is_some() || context.can_be_indexed(id)).into())
        }
        _ => match number(&object, &property) {
            Some(number) => number,
            None if PREFIXES.iter().any(|prefix| property.starts_with(prefix)) => {
                return Err(SqlError::unsupported_option(format!("OBJECTPROPERTY {property}")));
            }
            None => None,
        },
    };
    Ok(number.map_or(Value::Null, Value::Int))
}

/// Returns a property of the object: `Some(None)` (NULL) if it doesn't apply to the object's type,
/// `None` if it isn't supported.
fn number(object: &ObjectFacts, property: &str) -> Option<Option<i32>> {
    let flag = flag(object, property).map(|flag| flag.map(i32::from));
    let of_parts = || of_triggers(object, property).or_else(|| of_constraint(object, property));
    flag.or_else(of_parts)
}

/// Returns a boolean property of the object: `Some(None)` (NULL) if the property doesn't apply to
/// its type, `None` if the property isn't supported.
fn flag(object: &ObjectFacts, property: &str) -> Option<Option<bool>> {
    let is_one_of = |codes: &[&str]| Some(Some(codes.contains(&object.type_code)));
    let is_table = object.type_code == "U";
    let of_table = |is_so: fn(&crate::TableFacts) -> bool| Some(object.table.as_ref().filter(|_| is_table).map(is_so));
    match property {
        "ISTABLE" | "ISUSERTABLE" => is_one_of(&["U"]),
        "ISVIEW" => is_one_of(&["V"]),
        "ISPROCEDURE" => is_one_of(&["P"]),
        "ISSCALARFUNCTION" => is_one_of(&["FN"]),
        "ISINLINEFUNCTION" => is_one_of(&["IF"]),
        "ISTABLEFUNCTION" => is_one_of(&["IF", "TF"]),
        "ISEXECUTED" => is_one_of(&["V", "P", "FN", "IF", "TF", "TR"]),
        "ISCHECKCNST" => is_one_of(&["C"]),
        "ISDEFAULTCNST" => is_one_of(&["D"]).map(|is| is.map(|is| is && object.module.is_none())),
        "ISDEFAULT" => is_one_of(&["D"]).map(|is| is.map(|is| is && object.module.is_some())),
        "ISRULE" => is_one_of(&["R"]),
        "ISFOREIGNKEY" => is_one_of(&["F"]),
        "ISPRIMARYKEY" => is_one_of(&["PK"]),
        "ISUNIQUECNST" => is_one_of(&["UQ"]),
        "ISCONSTRAINT" => is_one_of(&["C", "D", "F", "PK", "UQ"]).map(|is| is.map(|is| is && object.module.is_none())),
        "ISTRIGGER" => is_one_of(&["TR"]),
        "ISSYSTEMTABLE" | "ISQUEUE" | "ISEXTENDEDPROC" | "ISREPLPROC" => is_one_of(&[]),
        "ISENCRYPTED" => Some(object.module.map(|module| module.is_encrypted)),
        "ISSCHEMABOUND" => Some(object.module.filter(|_| object.type_code != "P").map(|module| module.is_schema_bound)),
        // Only schema-bound views and functions can be deterministic.
        "ISDETERMINISTIC" => Some(matches!(object.type_code, "V" | "FN" | "IF" | "TF").then_some(false)),
        "ISANSINULLSON" if is_table => Some(Some(true)),
        "ISANSINULLSON" | "EXECISANSINULLSON" => Some(object.module.map(|module| module.uses_ansi_nulls)),
        "ISQUOTEDIDENTON" | "EXECISQUOTEDIDENTON" => Some(object.module.map(|module| module.uses_quoted_identifier)),
        "TABLEHASTIMESTAMP" => of_table(|table| table.has_rowversion),
        "TABLEHASFOREIGNREF" => of_table(|table| table.is_referenced),
        "TABLEHASROWGUIDCOL" => of_table(|table| table.has_row_guid),
        "TABLEISLOCKEDONBULKLOAD" => of_table(|table| table.locks_on_bulk_load),
        "TABLEISFAKE"
        | "TABLETEXTINROWLIMIT"
        | "TABLEISPINNED"
        | "TABLEHASACTIVEFULLTEXTINDEX"
        | "TABLEHASVARDECIMALSTORAGEFORMAT"
        | "TABLEISMEMORYOPTIMIZED"
        | "TABLETEMPORALTYPE" => of_table(|_| false),
        "ISINDEXED" => Some(is_indexed(object)),
        "TABLEHASCOLUMNSET" => of_table(|table| table.has_column_set),
        "TABLEHASIDENTITY" => of_table(|table| table.has_identity),
        "TABLEHASPRIMARYKEY" => of_table(|table| table.has_primary_key),
        "TABLEHASUNIQUECNST" => of_table(|table| table.has_unique),
        "TABLEHASCLUSTINDEX" => of_table(|table| table.has_clustered_index),
        "TABLEHASNONCLUSTINDEX" => of_table(|table| table.has_other_index),
        "TABLEHASINDEX" => of_table(|table| table.has_clustered_index || table.has_other_index),
        "TABLEHASCHECKCNST" => of_table(|table| table.has_check),
        "TABLEHASFOREIGNKEY" => of_table(|table| table.has_foreign_key),
        "TABLEHASDEFAULTCNST" => of_table(|table| table.has_default),
        "TABLEHASTEXTIMAGE" => of_table(|table| table.has_text_or_image),
        // No full-text index exists.
        "TABLEFULLTEXTCATALOGID"
        | "TABLEFULLTEXTKEYCOLUMN"
        | "TABLEFULLTEXTPOPULATESTATUS"
        | "TABLEFULLTEXTMERGESTATUS"
        | "TABLEFULLTEXTBACKGROUNDUPDATEINDEXON"
        | "TABLEFULLTEXTCHANGETRACKINGON" => of_table(|_| false),
        "TABLEFULLTEXTDOCSPROCESSED"
        | "TABLEFULLTEXTFAILCOUNT"
        | "TABLEFULLTEXTITEMCOUNT"
        | "TABLEFULLTEXTPENDINGCHANGES" => Some(None),
        "ISINDEXABLE" => Some(matches!(object.type_code, "U" | "V").then_some(object.type_code == "U")),
        "EXECISSTARTUP" | "EXECISWITHNATIVECOMPILATION" => Some((object.type_code == "P").then_some(false)),
        _ => None,
    }
}

/// Whether the object is a view or function WITH SCHEMABINDING.
fn is_schema_bound(object: &ObjectFacts) -> bool {
    let is_bound = object.module.is_some_and(|module| module.is_schema_bound);
    is_bound && matches!(object.type_code, "V" | "FN" | "IF" | "TF")
}

/// Returns whether a table or view has an index. NULL for other objects.
fn is_indexed(object: &ObjectFacts) -> Option<bool> {
    let of_table = object.table.map(|table| table.has_clustered_index || table.has_other_index);
    of_table.or((object.type_code == "V").then_some(false))
}

/// The prefixes of property names.
const PREFIXES: [&str; 5] = ["CNST", "EXEC", "HAS", "IS", "TABLE"];
