//! The result of `sp_describe_undeclared_parameters`: a row for each deduced parameter.

use super::describe::on_the_wire;
use sluice_types::type_facts::facts;
use sluice_types::{DataType, Length, Value};

/// The deduced properties of a parameter.
pub(super) struct Deduced {
    pub(super) data_type: DataType,
    pub(super) is_output: bool,
    /// The name of the parameter that it is passed to.
    pub(super) formal: Option<String>,
}

/// Returns the row of the parameter `number`, from 0. The row shows it from 1.
pub(super) fn row(number: usize, name: &str, deduced: &Deduced) -> Vec<Value> {
    let facts = facts(deduced.data_type);
    let mut row = vec![
        Value::Int(i32::try_from(number + 1).unwrap_or(i32::MAX)),
        Value::text(name),
        Value::Int(facts.id.into()),
        Value::text(deduced.data_type.to_string()),
        Value::SmallInt(facts.max_length),
        Value::TinyInt(facts.precision),
        Value::TinyInt(facts.scale),
    ];
    // User-defined types, assemblies and XML schema collections aren't deduced.
    row.extend(std::iter::repeat_n(Value::Null, 9));
    row.extend([Value::Bit(false), Value::Bit(false), Value::Bit(false)]);
    row.extend([Value::Bit(!deduced.is_output), Value::Bit(deduced.is_output)]);
    row.push(deduced.formal.as_deref().map_or(Value::Null, Value::text));
    let (token, length) = on_the_wire(deduced.data_type, true);
    row.extend([Value::Int(token), Value::Int(length)]);
    row
}

const NAME: DataType = DataType::SYSNAME;
/// Columns of the result, and whether each is nullable.
pub(super) const COLUMNS: [(&str, DataType, bool); 24] = [
    ("parameter_ordinal", DataType::Int, false),
    ("name", NAME, false),
    ("suggested_system_type_id", DataType::Int, false),
    ("suggested_system_type_name", DataType::NVarChar(Length::Limited(256)), true),
    ("suggested_max_length", DataType::SmallInt, false),
    ("suggested_precision", DataType::TinyInt, false),
    ("suggested_scale", DataType::TinyInt, false),
    ("suggested_user_type_id", DataType::Int, true),
    ("suggested_user_type_database", NAME, true),
    ("suggested_user_type_schema", NAME, true),
    ("suggested_user_type_name", NAME, true),
    ("suggested_assembly_qualified_type_name", DataType::NVarChar(Length::Limited(4000)), true),
    ("suggested_xml_collection_id", DataType::Int, true),
    ("suggested_xml_collection_database", NAME, true),
    ("suggested_xml_collection_schema", NAME, true),
    ("suggested_xml_collection_name", NAME, true),
    ("suggested_is_xml_document", DataType::Bit, false),
    ("suggested_is_case_sensitive", DataType::Bit, false),
    ("suggested_is_fixed_length_clr_type", DataType::Bit, false),
    ("suggested_is_input", DataType::Bit, false),
    ("suggested_is_output", DataType::Bit, false),
    ("formal_parameter_name", NAME, true),
    ("suggested_tds_type_id", DataType::Int, false),
    ("suggested_tds_length", DataType::Int, false),
];
