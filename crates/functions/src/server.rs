//! Properties of the server, the session and its connection: SERVERPROPERTY, SESSIONPROPERTY,
//! CONNECTIONPROPERTY (`t-sql/functions/serverproperty-transact-sql.md` and its neighbours). NULL
//! for an unknown property.
//!
//! Clients choose features by these properties, so product and version are those of the compatible
//! SQL Server.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::globals::SERVER_NAME;
use crate::set_options::SetOption;
use sluice_types::named_collation::DEFAULT_NAME;
use sluice_types::{DataType, Length, SqlError, Value, variant};

pub(crate) const FUNCTIONS: &[Function] = &[
    of_property("SERVERPROPERTY", "SERVERPROPERTY(property): a property of the server.", server_property),
    of_property("SESSIONPROPERTY", "SESSIONPROPERTY(option): 1 if the option of SET is ON, else 0.", session_property),
    of_property(
        "CONNECTIONPROPERTY",
        "CONNECTIONPROPERTY(property): a property of the session's connection.",
        connection_property,
    ),
];

type Answer = fn(&dyn FunctionContext, &Signature, &[Value]) -> Result<Value, SqlError>;

const fn of_property(name: &'static str, doc: &'static str, body: Answer) -> Function {
    let (arguments, result) = (&[Argument::As(DataType::SYSNAME)], |_: &[DataType]| DataType::SqlVariant);
    Function { name, doc, arity: (1, 1), deterministic: false, arguments, result, null_makes_null: true, body }
}

fn server_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let property = property(values);
    let found = SERVER.iter().find(|(name, _)| name.eq_ignore_ascii_case(&property)).map(|(_, value)| value);
    Ok(match found {
        Some(PropertyValue::Text(told)) => text(told),
        Some(PropertyValue::Number(told)) => variant::from_value(&Value::Int(*told), DataType::Int),
        Some(PropertyValue::Big(told)) => variant::from_value(&Value::BigInt(*told), DataType::BigInt),
        Some(PropertyValue::Tiny(told)) => variant::from_value(&Value::TinyInt(*told), DataType::TinyInt),
        Some(PropertyValue::Absent) => Value::Null,
        None if property.eq_ignore_ascii_case("ProcessID") => {
            let id = i32::try_from(std::process::id()).unwrap_or(i32::MAX);
            variant::from_value(&Value::Int(id), DataType::Int)
        }
        None if DEFAULT_PATHS.iter().any(|path| path.eq_ignore_ascii_case(&property)) => {
            context.default_folder().map_or(Value::Null, |folder| text(&folder))
        }
        None => Value::Null,
    })
}

/// SESSIONPROPERTY, of the options that its page names.
fn session_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let asked = SetOption::named(&property(values)).filter(|option| SESSION_PROPERTIES.contains(option));
    let Some(option) = asked else { return Ok(Value::Null) };
    let is_on = context.session_values().set_options().has(option);
    Ok(variant::from_value(&Value::Int(is_on.into()), DataType::Int))
}

fn connection_property(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let client = context.client();
    let network = client.network.as_ref();
    // A session in the engine's own process counts as shared memory.
    let transport = if network.is_some() { "TCP" } else { "Shared memory" };
    let address = |address: &str| variant::from_value(&Value::text(address), ADDRESS);
    Ok(match property(values).to_ascii_lowercase().as_str() {
        "net_transport" | "physical_net_transport" => text(transport),
        "protocol_type" => text("TSQL"),
        "auth_scheme" => text("SQL"),
        "local_net_address" => network.map_or(Value::Null, |network| address(&network.local_address)),
        "local_tcp_port" => network
            .map_or(Value::Null, |network| variant::from_value(&Value::Int(network.local_port.into()), DataType::Int)),
        "client_net_address" => address(network.map_or("<local machine>", |network| &network.client_address)),
        _ => Value::Null,
    })
}

fn property(values: &[Value]) -> String {
    values[0].as_str().unwrap_or_default().trim().to_owned()
}

fn text(text: &str) -> Value {
    variant::from_value(&Value::text(text), DataType::SYSNAME)
}

/// The value of a property.
enum PropertyValue {
    Text(&'static str),
    Number(i32),
    Big(i64),
    Tiny(u8),
    /// NULL: the property doesn't apply to this instance.
    Absent,
}

/// The options that SESSIONPROPERTY knows (`t-sql/functions/sessionproperty-transact-sql.md`).
const SESSION_PROPERTIES: [SetOption; 7] = [
    SetOption::AnsiNulls,
    SetOption::AnsiPadding,
    SetOption::AnsiWarnings,
    SetOption::ArithAbort,
    SetOption::ConcatNullYieldsNull,
    SetOption::NumericRoundAbort,
    SetOption::QuotedIdentifier,
];
const ADDRESS: DataType = DataType::varchar(Length::Limited(48));

/// Properties with the folder of the instance's files.
const DEFAULT_PATHS: [&str; 3] = ["InstanceDefaultBackupPath", "InstanceDefaultDataPath", "InstanceDefaultLogPath"];

/// The version of the product whose behaviour is followed.
pub const PRODUCT_VERSION: &str = "16.0.1000.6";

/// Properties with the same value in every instance.
const SERVER: &[(&str, PropertyValue)] = &[
    ("BuildClrVersion", PropertyValue::Absent),
    ("Collation", PropertyValue::Text(DEFAULT_NAME)),
    ("CollationID", PropertyValue::Number(872_468_488)),
    ("ComparisonStyle", PropertyValue::Number(196_609)),
    ("ComputerNamePhysicalNetBIOS", PropertyValue::Text(SERVER_NAME)),
    ("Edition", PropertyValue::Text("Developer Edition (64-bit)")),
    ("EditionID", PropertyValue::Big(-2_117_995_310)),
    // Enterprise: no feature is restricted by edition.
    ("EngineEdition", PropertyValue::Number(3)),
    ("FilestreamConfiguredLevel", PropertyValue::Number(0)),
    ("FilestreamEffectiveLevel", PropertyValue::Number(0)),
    ("FilestreamShareName", PropertyValue::Absent),
    ("HadrManagerStatus", PropertyValue::Absent),
    ("InstanceName", PropertyValue::Absent),
    ("IsAdvancedAnalyticsInstalled", PropertyValue::Number(0)),
    ("IsBigDataCluster", PropertyValue::Number(0)),
    ("IsClustered", PropertyValue::Number(0)),
    ("IsExternalAuthenticationOnly", PropertyValue::Number(0)),
    ("IsExternalGovernanceEnabled", PropertyValue::Number(0)),
    ("IsFullTextInstalled", PropertyValue::Number(0)),
    ("IsHadrEnabled", PropertyValue::Number(0)),
    ("IsIntegratedSecurityOnly", PropertyValue::Number(0)),
    ("IsLocalDB", PropertyValue::Number(0)),
    ("IsPolyBaseInstalled", PropertyValue::Number(0)),
    ("IsServerSuspendedForSnapshotBackup", PropertyValue::Number(0)),
    ("IsSingleUser", PropertyValue::Number(0)),
    ("IsTempDbMetadataMemoryOptimized", PropertyValue::Number(0)),
    ("IsXTPSupported", PropertyValue::Number(0)),
    ("LCID", PropertyValue::Number(1033)),
    ("LicenseType", PropertyValue::Text("DISABLED")),
    ("MachineName", PropertyValue::Text(SERVER_NAME)),
    ("NumLicenses", PropertyValue::Absent),
    ("PathSeparator", PropertyValue::Text(std::path::MAIN_SEPARATOR_STR)),
    ("ProductBuild", PropertyValue::Text("1000")),
    ("ProductBuildType", PropertyValue::Absent),
    ("ProductLevel", PropertyValue::Text("RTM")),
    ("ProductMajorVersion", PropertyValue::Text("16")),
    ("ProductMinorVersion", PropertyValue::Text("0")),
    ("ProductUpdateLevel", PropertyValue::Absent),
    ("ProductUpdateReference", PropertyValue::Absent),
    ("ProductVersion", PropertyValue::Text(PRODUCT_VERSION)),
    // No Resource database is updated on its own.
    ("ResourceLastUpdateDateTime", PropertyValue::Absent),
    ("ResourceVersion", PropertyValue::Text("16.00.1000")),
    ("ServerName", PropertyValue::Text(SERVER_NAME)),
    ("SqlCharSet", PropertyValue::Tiny(1)),
    ("SqlCharSetName", PropertyValue::Text("iso_1")),
    ("SqlSortOrder", PropertyValue::Tiny(52)),
    ("SqlSortOrderName", PropertyValue::Text("nocase_iso")),
    ("SuspendedDatabaseCount", PropertyValue::Number(0)),
];
