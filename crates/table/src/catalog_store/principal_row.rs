//! Encodes and decodes the row of a principal in sysowners and syslogins. Both trees have one
//! layout; columns of the other kind of principal are NULL.

use sluice_base::sync::Arc;
use sluice_catalog::security::{LoginFacts, Principal, PrincipalId, PrincipalKind};
use sluice_types::{DataType, Length, RowLayout, Value};

/// Returns the row of a principal without its id, which is the key. Columns that only a login has
/// are NULL for users and roles, and vice versa.
pub(super) fn encode(principal: &Principal) -> Vec<u8> {
    let login = principal.login();
    // One column says whether a user has a login, and whether a login must change its password.
    let (flag, schema) = match &principal.kind {
        PrincipalKind::User { has_login, default_schema } => (Value::Bit(*has_login), Value::text(&**default_schema)),
        PrincipalKind::ApplicationRole { default_schema, .. } => (Value::Null, Value::text(&**default_schema)),
        PrincipalKind::Login(login) => (Value::Bit(login.must_change), Value::Null),
        _ => (Value::Null, Value::Null),
    };
    let password = match &principal.kind {
        PrincipalKind::Login(LoginFacts { password, .. }) | PrincipalKind::ApplicationRole { password, .. } => {
            Value::bytes(&**password)
        }
        _ => Value::Null,
    };
    let bit = |of: fn(&LoginFacts) -> bool| login.map_or(Value::Null, |login| Value::Bit(of(login)));
    let name = |of: fn(&LoginFacts) -> &str| login.map_or(Value::Null, |login| Value::text(of(login)));
    let values = [
        Value::text(&*principal.name),
        Value::text(kind_code(&principal.kind)),
        principal.owner.map_or(Value::Null, |owner| Value::Int(owner.0)),
        Value::bytes(&*principal.sid),
        Value::BigInt(principal.created_ns),
        Value::BigInt(principal.modified_ns),
        flag,
        schema,
        password,
        bit(|login| login.is_disabled),
        name(|login| &login.default_database),
        name(|login| &login.default_language),
        bit(|login| login.checks_policy),
        bit(|login| login.checks_expiration),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("names of 128 characters and a hash are within a row");
    row
}

/// Decodes the row of a principal. Returns `None` if the bytes are damaged or the kind is unknown.
pub(super) fn decode(id: PrincipalId, row: &[u8]) -> Option<Principal> {
    let layout = layout();
    let read = |place| layout.read(row, place).ok();
    let text = |place| Some(Arc::<str>::from(read(place)?.as_str()?));
    let bytes = |place| Some(Arc::<[u8]>::from(read(place)?.as_bytes()?));
    let number = |place| read(place)?.as_i64();
    let bit = |place| if let Value::Bit(bit) = read(place)? { Some(bit) } else { None };
    let owner = match read(2)? {
        Value::Int(owner) => Some(PrincipalId(owner)),
        _ => None,
    };
    let kind = match &*text(1)? {
        "L" => PrincipalKind::Login(LoginFacts {
            password: bytes(8)?,
            is_disabled: bit(9)?,
            default_database: text(10)?,
            default_language: text(11)?,
            checks_policy: bit(12)?,
            checks_expiration: bit(13)?,
            // NULL in rows of older versions.
            must_change: bit(6).unwrap_or(false),
        }),
        "V" => PrincipalKind::ServerRole,
        "U" => PrincipalKind::User { has_login: bit(6)?, default_schema: text(7)? },
        "R" => PrincipalKind::Role,
        "A" => PrincipalKind::ApplicationRole { password: bytes(8)?, default_schema: text(7)? },
        _ => return None,
    };
    let (name, sid) = (text(0)?, bytes(3)?);
    Some(Principal { id, name, kind, owner, sid, created_ns: number(4)?, modified_ns: number(5)? })
}

fn kind_code(kind: &PrincipalKind) -> &'static str {
    match kind {
        PrincipalKind::Login(_) => "L",
        PrincipalKind::ServerRole => "V",
        PrincipalKind::User { .. } => "U",
        PrincipalKind::Role => "R",
        PrincipalKind::ApplicationRole { .. } => "A",
    }
}

/// Returns the layout of a row that describes a principal.
pub(super) fn layout() -> RowLayout {
    let binary = |bytes| DataType::VarBinary(Length::Limited(bytes));
    RowLayout::new(&[
        DataType::SYSNAME,
        DataType::char(1),
        DataType::Int,
        binary(85),
        DataType::BigInt,
        DataType::BigInt,
        DataType::Bit,
        DataType::SYSNAME,
        binary(256),
        DataType::Bit,
        DataType::SYSNAME,
        DataType::SYSNAME,
        DataType::Bit,
        DataType::Bit,
    ])
}
