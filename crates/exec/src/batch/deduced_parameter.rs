//! The result of `sp_describe_undeclared_parameters`: a row for each deduced parameter.

use super::describe::on_the_wire;
use sluice_catalog::TypeId;
use sluice_types::type_facts::{TypeFacts, facts};
use sluice_types::{DataType, Length, Value};

/// The deduced properties of a parameter.
pub(super) struct Deduced {
    pub(super) data_type: DataType,
    pub(super) is_output: bool,
    /// The name of the parameter that it is passed to.
    pub(super) formal: Option<String>,
    /// The user-defined type of that parameter.
    pub(super) user_type: Option<DeducedType>,
}

/// A user-defined type that a parameter is declared with.
pub(super) struct DeducedType {
    pub(super) id: TypeId,
    pub(super) database: String,
    pub(super) schema: String,
    pub(super) name: String,
    /// Whether it is a table type. Any other is an alias type, whose base type is the parameter's
    /// type.
    pub(super) is_table: bool,
}

impl Deduced {
    fn is_table(&self) -> bool {
        self.user_type.as_ref().is_some_and(|user_type| user_type.is_table)
    }
}

/// Returns the row of the parameter `number`, from 0. The row shows it from 1.
pub(super) fn row(number: usize, name: &str, deduced: &Deduced) -> Vec<Value> {
    let facts = if deduced.is_table() { TABLE_TYPE } else { facts(deduced.data_type) };
    let type_name = if deduced.is_table() { TABLE_TYPE_NAME.to_owned() } else { deduced.data_type.to_string() };
    let mut row = vec![
        Value::Int(i32::try_from(number + 1).unwrap_or(i32::MAX)),
        Value::text(name),
        Value::Int(facts.id.into()),
        Value::text(type_name),
        Value::SmallInt(facts.max_length),
        Value::TinyInt(facts.precision),
        Value::TinyInt(facts.scale),
    ];
    match &deduced.user_type {
        Some(user_type) => {
            row.push(Value::Int(user_type.id.0));
            row.extend([&user_type.database, &user_type.schema, &user_type.name].map(|name| Value::text(&**name)));
        }
        None => row.extend(std::iter::repeat_n(Value::Null, 4)),
    }
    // There are no assemblies and no XML schema collections.
    row.extend(std::iter::repeat_n(Value::Null, 5));
    row.extend([Value::Bit(false), Value::Bit(false), Value::Bit(false)]);
    row.extend([Value::Bit(!deduced.is_output), Value::Bit(deduced.is_output)]);
    row.push(deduced.formal.as_deref().map_or(Value::Null, Value::text));
    let (token, length) = match deduced.is_table() {
        true => (facts.id.into(), facts.max_length.into()),
        false => on_the_wire(deduced.data_type, true),
    };
    row.extend([Value::Int(token), Value::Int(length)]);
    row
}

/// The facts of table types, which `sys.types` shows.
const TABLE_TYPE: TypeFacts = TypeFacts { id: 243, max_length: -1, precision: 0, scale: 0, is_text: false };
/// The name of the system type of table types.
const TABLE_TYPE_NAME: &str = "table type";
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
