//! `sys.spt_odbc_columns(form, version, system)`: columns of tables and views, and parameters of
//! procedures and functions, as ODBC 2 and 3 describe them. Those of the system's objects are
//! included if `system` is 1.
//!
//! Read by `sp_columns`, `sp_sproc_columns` and the procedures whose names end in `_100`
//! (`relational-databases/system-stored-procedures/sp-columns-transact-sql`). Form 0 belongs to the
//! older procedures, which show newer types as nvarchar and xml as ntext.

use crate::datatype_info::{is_late, sql_data_type};
use crate::system_objects;
use crate::user_types::TABLE_TYPE;
use crate::view::{View, text, whole};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, Table, TypeId, ViewPermission};
use sluice_exec::batch::{DeclaredParameter, declared_parameters};
use sluice_session::{ViewContext, module_columns};
use sluice_types::type_facts::{TypeFacts, facts};
use sluice_types::type_spec::TypeSpec;
use sluice_types::type_table::TYPES;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.spt_odbc_columns`. Rows are subject to metadata visibility. A query for one
/// `object_id` enumerates only that object.
pub(crate) fn function() -> View {
    let small = |name: &str| Column::nullable(name, DataType::SmallInt);
    let int = |name: &str| Column::nullable(name, DataType::Int);
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::not_null("is_parameter", DataType::Bit),
        Column::not_null("place", DataType::Int),
        Column::nullable("name", DataType::SYSNAME),
        Column::not_null("ORDINAL_POSITION", DataType::Int),
        Column::nullable("TYPE_NAME", DataType::SYSNAME),
        small("DATA_TYPE"),
        int("PRECISION"),
        int("LENGTH"),
        small("SCALE"),
        small("RADIX"),
        small("NULLABLE"),
        Column::nullable("COLUMN_DEF", DataType::NVarChar(Length::Limited(4000))),
        small("SQL_DATA_TYPE"),
        small("SQL_DATETIME_SUB"),
        int("CHAR_OCTET_LENGTH"),
        Column::nullable("IS_NULLABLE", DataType::varchar(Length::Limited(254))),
        small("SS_IS_COMPUTED"),
        small("SS_IS_IDENTITY"),
        Column::nullable("SS_DATA_TYPE", DataType::TinyInt),
    ];
    View::function(
        "spt_odbc_columns",
        ViewPermission::Metadata("relational-databases/system-stored-procedures/sp-columns-transact-sql.md"),
        &[DataType::Int, DataType::Int, DataType::Bit],
        columns,
        |context| Ok(whole(rows(context))),
    )
    .by_object(&["object_id"], 10)
}

/// A column or parameter.
struct Described<'a> {
    object: ObjectId,
    is_parameter: bool,
    /// The id of the column or parameter.
    place: i32,
    ordinal: i32,
    name: &'a str,
    facts: TypeFacts,
    user_type: Option<TypeId>,
    is_nullable: bool,
    default: Value,
    is_computed: bool,
    is_identity: bool,
}

/// The form and the version of ODBC of a description.
#[derive(Clone, Copy)]
struct Style {
    is_old: bool,
    version: i64,
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let number = |place: usize| context.arguments.get(place).and_then(Value::as_i64).unwrap_or_default();
    let style = Style { is_old: number(0) == 0, version: number(1) };
    let mut rows = Vec::new();
    for table in context.tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
        for (place, column) in table.columns.iter().enumerate() {
            let default = default_of(context, table, place);
            rows.push(row(context, &of_column(table.id, place, column, default), style));
        }
    }
    for module in context.modules() {
        let columns = module_columns(context.host, context.database, context.whole, module);
        for (place, column) in columns.iter().enumerate() {
            rows.push(row(context, &of_column(module.id, place, column, Value::Null), style));
        }
        add_parameters(context, module, style, &mut rows);
    }
    if context.arguments.get(2) == Some(&Value::Bit(true)) {
        add_system_objects(context, style, &mut rows);
    }
    rows
}

/// Adds the columns and parameters of the objects of the system.
fn add_system_objects(context: &ViewContext<'_>, style: Style, rows: &mut Vec<Vec<Value>>) {
    for (object, columns) in system_objects::columns_of_objects(context) {
        if context.objects.accepts(*object, "") {
            for (place, column) in columns.iter().enumerate() {
                rows.push(row(context, &of_column(*object, place, column, Value::Null), style));
            }
        }
    }
    for (object, parameters) in system_objects::parameters_of_objects(context) {
        add_declared(context, (object.id, object.code()), (None, &parameters), style, rows);
    }
}

fn default_of(context: &ViewContext<'_>, table: &Table, place: usize) -> Value {
    if let Some((_, text)) = table.default_constraint(place) {
        return context.definition(&table.schema, table.id, text);
    }
    let bound = table.columns[place].bound.default.as_ref().and_then(|bound| context.catalog.module_by_id(bound.id));
    bound.map_or(Value::Null, |module| context.definition(&module.schema, module.id, &module.definition))
}

fn of_column(object: ObjectId, place: usize, column: &Column, default: Value) -> Described<'_> {
    Described {
        object,
        is_parameter: false,
        place: column.id.into(),
        ordinal: place as i32 + 1,
        name: &column.name,
        facts: facts(column.data_type),
        user_type: column.user_type,
        is_nullable: column.nullable,
        default,
        is_computed: column.computed.is_some(),
        is_identity: column.is_identity(),
    }
}

/// Adds the rows of a module's parameters.
fn add_parameters(context: &ViewContext<'_>, module: &Arc<Module>, style: Style, rows: &mut Vec<Vec<Value>>) {
    let (returned, declared) = declared_parameters(module, context.catalog);
    add_declared(context, (module.id, module.kind.code()), (returned.as_ref(), &declared), style, rows);
}

/// Adds the rows of the parameters of an object with this type code. The return value of a
/// procedure is an int that isn't NULL.
fn add_declared(
    context: &ViewContext<'_>,
    (object, code): (ObjectId, &str),
    (returned, declared): (Option<&DeclaredParameter>, &[DeclaredParameter]),
    style: Style,
    rows: &mut Vec<Vec<Value>>,
) {
    let parameter = |place: i32, name, facts, user_type, is_nullable| Described {
        object,
        is_parameter: true,
        place,
        ordinal: place,
        name,
        facts,
        user_type,
        is_nullable,
        default: Value::Null,
        is_computed: false,
        is_identity: false,
    };
    if matches!(code, "P" | "X") {
        rows.push(row(context, &parameter(0, "@RETURN_VALUE", facts(DataType::Int), None, false), style));
    }
    for (place, known) in returned.map(|returned| (0, returned)).into_iter().chain((1..).zip(declared)) {
        let facts = if known.is_read_only { TABLE_TYPE } else { facts(known.data_type) };
        rows.push(row(context, &parameter(place, &known.name, facts, known.user_type, true), style));
    }
}

fn row(context: &ViewContext<'_>, described: &Described<'_>, style: Style) -> Vec<Value> {
    let facts = described.facts;
    // A table type has no entry.
    let spec = TYPES.iter().copied().find(|spec| spec.id == facts.id);
    let small = |number: Option<i16>| number.map_or(Value::Null, Value::SmallInt);
    let int = |number: Option<i32>| number.map_or(Value::Null, Value::Int);
    let is_late = spec.is_some_and(is_late);
    let is_text = style.is_old && is_late;
    let (data_type, verbose) = numbers(facts, spec, style);
    let datetime_sub = spec.filter(|_| !is_text).and_then(|spec| spec.odbc.datetime_sub);
    let tds_type = match spec.map(|spec| spec.odbc.ss_types) {
        Some(_) if is_late && !style.is_old => 0,
        Some((never_null, _)) if !described.is_nullable => never_null,
        Some((_, nullable)) => nullable,
        None if style.is_old => 39,
        None => 0,
    };
    vec![
        Value::Int(described.object.0),
        Value::Bit(described.is_parameter),
        Value::Int(described.place),
        text(described.name),
        Value::Int(described.ordinal),
        type_name(context, described, spec),
        small(data_type),
        int(precision(facts, style)),
        Value::Int(length(facts, spec, style)),
        small(scale(facts)),
        small(radix(facts.id, style)),
        Value::SmallInt(described.is_nullable.into()),
        described.default.clone(),
        small(verbose),
        small(datetime_sub),
        int(octets(facts, style)),
        text(if described.is_nullable { "YES" } else { "NO" }),
        Value::SmallInt(described.is_computed.into()),
        Value::SmallInt(described.is_identity.into()),
        Value::TinyInt(tds_type),
    ]
}

/// Returns DATA_TYPE and SQL_DATA_TYPE.
fn numbers(facts: TypeFacts, spec: Option<&TypeSpec>, style: Style) -> (Option<i16>, Option<i16>) {
    if style.is_old && spec.is_some_and(is_late) {
        return (Some(NVARCHAR_CODE), Some(NVARCHAR_CODE));
    }
    let long = long_number(facts, style);
    let number = spec.map(|spec| if style.version == 3 { spec.odbc.code } else { spec.odbc.code_2 });
    (long.or(number), long.filter(|_| style.is_old || facts.id == TABLE).or(spec.map(sql_data_type)))
}

fn radix(id: u8, style: Style) -> Option<i16> {
    match id {
        REAL | FLOAT if style.version != 2 => Some(2),
        REAL | FLOAT | TINYINT | SMALLINT | INT | BIGINT | MONEY | SMALLMONEY | DECIMAL | NUMERIC | VARIANT => Some(10),
        _ => None,
    }
}

/// Returns the name of the type, with IDENTITY.
fn type_name(context: &ViewContext<'_>, described: &Described<'_>, spec: Option<&TypeSpec>) -> Value {
    let user_type = described.user_type.and_then(|id| context.whole.type_by_id(id));
    let name = user_type.map(|user_type| user_type.name.as_str()).or(spec.map(|spec| spec.name));
    match name {
        Some(name) if described.is_identity => text(&format!("{name} identity")),
        Some(name) => text(name),
        None => Value::Null,
    }
}

/// Returns the number of a long type (of `max`, xml) of the older procedures, or of a table type.
/// The newer procedures give a type of `max` the number of the type with a length
/// (`relational-databases/native-client-odbc-api/sqldescribecol.md`).
fn long_number(facts: TypeFacts, style: Style) -> Option<i16> {
    match facts.id {
        TABLE if !style.is_old => Some(-153),
        _ if facts.max_length != -1 || !style.is_old => None,
        VARBINARY => Some(-4),
        VARCHAR => Some(-1),
        NVARCHAR => Some(-10),
        XML => Some(-10),
        _ => None,
    }
}

fn precision(facts: TypeFacts, style: Style) -> Option<i32> {
    Some(match facts.id {
        TABLE => return None,
        NVARCHAR | NCHAR if facts.max_length > 0 => i32::from(facts.max_length) / 2,
        UNIQUEIDENTIFIER => 36,
        NTEXT => MAX_CHARACTERS,
        TEXT | IMAGE => i32::MAX,
        FLOAT if style.version == 2 => 15,
        REAL if style.version == 2 => 7,
        _ if facts.max_length == -1 && !style.is_old => UNLIMITED,
        XML | NVARCHAR if facts.max_length == -1 => MAX_CHARACTERS,
        _ if facts.max_length == -1 => i32::MAX,
        _ if facts.precision > 0 => facts.precision.into(),
        _ => facts.max_length.into(),
    })
}

fn length(facts: TypeFacts, spec: Option<&TypeSpec>, style: Style) -> i32 {
    match facts.id {
        TABLE => 0,
        NTEXT => 2 * MAX_CHARACTERS,
        TEXT | IMAGE => i32::MAX,
        _ if facts.max_length == -1 && !style.is_old => UNLIMITED,
        XML | NVARCHAR if facts.max_length == -1 => 2 * MAX_CHARACTERS,
        _ if facts.max_length == -1 => i32::MAX,
        DECIMAL | NUMERIC => i32::from(facts.precision) + 2,
        _ if style.is_old && spec.is_some_and(is_late) => i32::from(facts.precision) * 2,
        _ => spec.and_then(|spec| spec.odbc.bytes).unwrap_or(facts.max_length).into(),
    }
}

fn scale(facts: TypeFacts) -> Option<i16> {
    match facts.id {
        TINYINT | SMALLINT | INT | MONEY | DECIMAL | NUMERIC | SMALLMONEY | BIGINT | TIME | DATETIME2
        | DATETIMEOFFSET | DATETIME => Some(facts.scale.into()),
        SMALLDATETIME => Some(0),
        _ => None,
    }
}

/// Returns the bytes of a string or binary value.
fn octets(facts: TypeFacts, style: Style) -> Option<i32> {
    match facts.id {
        VARBINARY | VARCHAR | BINARY | CHAR | TIMESTAMP | NVARCHAR | NCHAR | TEXT | NTEXT | IMAGE => {}
        XML if style.is_old => {}
        _ => return None,
    }
    Some(match facts.id {
        TEXT | IMAGE => i32::MAX,
        NTEXT => 2 * MAX_CHARACTERS,
        _ if facts.max_length > 0 => facts.max_length.into(),
        _ if !style.is_old => UNLIMITED,
        NVARCHAR | XML => 2 * MAX_CHARACTERS,
        _ => i32::MAX,
    })
}

/// ODBC's code of nvarchar.
const NVARCHAR_CODE: i16 = -9;
/// SQL_SS_LENGTH_UNLIMITED: the length of a type of `max` in the newer procedures
/// (`relational-databases/native-client-odbc-api/sqlcolumns.md`).
const UNLIMITED: i32 = 0;
const MAX_CHARACTERS: i32 = 1_073_741_823;
// Values of `system_type_id`.
const IMAGE: u8 = 34;
const TEXT: u8 = 35;
const UNIQUEIDENTIFIER: u8 = 36;
const TIME: u8 = 41;
const DATETIME2: u8 = 42;
const DATETIMEOFFSET: u8 = 43;
const TINYINT: u8 = 48;
const SMALLINT: u8 = 52;
const INT: u8 = 56;
const SMALLDATETIME: u8 = 58;
const REAL: u8 = 59;
const MONEY: u8 = 60;
const DATETIME: u8 = 61;
const FLOAT: u8 = 62;
const VARIANT: u8 = 98;
const NTEXT: u8 = 99;
const DECIMAL: u8 = 106;
const NUMERIC: u8 = 108;
const SMALLMONEY: u8 = 122;
const BIGINT: u8 = 127;
const VARBINARY: u8 = 165;
const VARCHAR: u8 = 167;
const BINARY: u8 = 173;
const CHAR: u8 = 175;
const TIMESTAMP: u8 = 189;
const NVARCHAR: u8 = 231;
const NCHAR: u8 = 239;
const XML: u8 = 241;
const TABLE: u8 = TABLE_TYPE.id;
