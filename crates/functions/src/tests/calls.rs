//! Calls a function as a statement does: bind, convert, call. Used by the tests of all families.

use crate::context::{CaughtError, FilegroupFacts, FunctionContext};
use crate::facts::{Asked, ClientFacts, ColumnFacts, ComputedFacts, IndexFacts, InstanceUse, UserTypeFacts};
use crate::registry::find;
use crate::session_values::SessionValues;
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_types::convert::convert;
use sluice_types::{DataType, Length, SqlError, Value};

/// A value with its type; `None` as type for the NULL constant.
#[derive(Clone, Debug)]
pub(crate) struct TestArgument(pub(crate) Value, pub(crate) Option<DataType>);

impl TestArgument {
    pub(crate) fn int(value: i32) -> TestArgument {
        TestArgument(Value::Int(value), Some(DataType::Int))
    }

    pub(crate) fn null() -> TestArgument {
        TestArgument(Value::Null, None)
    }

    /// Returns a varchar literal.
    pub(crate) fn text(text: &str) -> TestArgument {
        let length = text.chars().count().max(1) as u16;
        TestArgument(Value::text(text), Some(DataType::varchar(Length::Limited(length))))
    }

    /// Returns an nvarchar literal.
    pub(crate) fn wide(text: &str) -> TestArgument {
        let length = text.encode_utf16().count().max(1) as u16;
        TestArgument(Value::text(text), Some(DataType::NVarChar(Length::Limited(length))))
    }

    /// Returns a decimal literal, whose type has exactly its digits.
    pub(crate) fn decimal(text: &str) -> TestArgument {
        let value: sluice_types::Decimal = text.parse().expect(text);
        let data_type = DataType::decimal(value.digits(), value.scale());
        TestArgument(Value::Decimal(value), Some(data_type))
    }
}

pub(crate) fn call(name: &str, given: &[TestArgument]) -> Result<Value, SqlError> {
    call_typed(name, given).map(|(value, _)| value)
}

/// Like [`call`], in `session`.
pub(crate) fn call_in(session: &Session, name: &str, given: &[TestArgument]) -> Result<Value, SqlError> {
    call_of(session, name, given).map(|(value, _)| value)
}

/// Like [`call`], with the result's type.
pub(crate) fn call_typed(name: &str, given: &[TestArgument]) -> Result<(Value, DataType), SqlError> {
    call_of(&Session::new(), name, given)
}

fn call_of(session: &Session, name: &str, given: &[TestArgument]) -> Result<(Value, DataType), SqlError> {
    let function = find(name).expect(name);
    let types: Vec<_> = given.iter().map(|given| given.1).collect();
    let signature = function.bind(&types)?;
    let mut values = Vec::new();
    for ((index, given), to) in given.iter().enumerate().zip(&signature.arguments) {
        if function.datepart() == Some(index) {
            values.push(function.datepart_value(given.0.as_str().expect("an identifier"))?);
        } else {
            values.push(convert(&given.0, &given.1.unwrap_or(*to), to)?);
        }
    }
    let value = function.call(session, &signature, &values)?;
    Ok((value, signature.result))
}

/// A session in database 5 at 2024-02-29 12:34:56.7891234 UTC, with local time an hour ahead.
pub(crate) struct Session {
    random: Random,
    values: SessionValues,
}

impl Session {
    pub(crate) fn new() -> Session {
        Session { random: Random::seeded(5), values: SessionValues::default() }
    }
}

impl FunctionContext for Session {
    fn cursor_status(&self, _: &str, _: &str) -> i16 {
        -3
    }

    fn user_type(&self, _: Asked<'_>) -> Option<UserTypeFacts> {
        None
    }

    fn message(&self, number: i32) -> Option<std::sync::Arc<str>> {
        (number == 20_009).then(|| "The article '%s' could not be added to the publication '%s'.".into())
    }

    fn request_id(&self) -> u16 {
        0
    }

    fn transaction_number(&self) -> i64 {
        7
    }

    fn commit_receipt(&self) -> Option<Vec<u8>> {
        None
    }

    fn commit_state(&self, _: &[u8]) -> Option<&'static str> {
        None
    }

    fn random(&self) -> &Random {
        &self.random
    }

    fn session_values(&self) -> &SessionValues {
        &self.values
    }

    fn utc_now_ns(&self) -> i64 {
        1_709_210_096_789_123_456
    }

    fn local_offset_at(&self, _: i64) -> i32 {
        3600
    }

    fn current_database(&self) -> i16 {
        5
    }

    fn last_rowversion(&self) -> u64 {
        2_001
    }

    fn least_active_rowversion(&self) -> u64 {
        2_002
    }

    fn instance_use(&self) -> InstanceUse {
        InstanceUse {
            available_us: 8_000_000,
            processor_us: 3_000_000,
            io_us: 500_000,
            reads: 7,
            writes: 9,
            write_errors: 1,
            connections: 4,
            packets_received: 12,
            packets_sent: 11,
            packet_errors: 2,
        }
    }

    fn default_folder(&self) -> Option<String> {
        Some("/data".to_owned())
    }

    fn database_id(&self, name: &str) -> Option<i16> {
        name.eq_ignore_ascii_case("master").then_some(1)
    }

    fn database_name(&self, id: i16) -> Option<String> {
        match id {
            1 => Some("master".into()),
            5 => Some("current".into()),
            _ => None,
        }
    }

    fn database_property(&self, name: &str, property: &str) -> Option<(Value, DataType)> {
        (name == "master" && property == "Status").then(|| (Value::text("ONLINE"), DataType::SYSNAME))
    }

    fn has_access(&self, name: &str) -> Option<bool> {
        (name == "master").then_some(true)
    }

    fn original_login(&self) -> String {
        "sa".to_owned()
    }

    fn login(&self, asked: Option<crate::AskedPrincipal<'_>>) -> Option<crate::PrincipalFacts> {
        use crate::AskedPrincipal::{Id, Name, Sid};
        let is_asked = asked.is_none_or(|asked| matches!(asked, Id(1) | Name("sa") | Sid([1])));
        is_asked.then(|| crate::PrincipalFacts { id: 1, name: "sa".to_owned(), sid: vec![1] })
    }

    fn login_settings(&self, _: &str) -> Option<crate::facts::LoginSettings> {
        None
    }

    fn permission_bits(&self, _: Option<i32>, _: Option<&str>) -> Option<i32> {
        None
    }

    fn user(&self, asked: Option<crate::AskedPrincipal<'_>>) -> Option<crate::PrincipalFacts> {
        use crate::AskedPrincipal::{Id, Name};
        let is_asked = asked.is_none_or(|asked| matches!(asked, Id(1) | Name("dbo")));
        is_asked.then(|| crate::PrincipalFacts { id: 1, name: "dbo".to_owned(), sid: vec![1] })
    }

    fn is_member(&self, role: &str, _: Option<&str>) -> Option<bool> {
        (role == "db_owner").then_some(true)
    }

    fn is_server_member(&self, role: &str, _: Option<&str>) -> Option<bool> {
        (role == "sysadmin").then_some(true)
    }

    fn has_permission(
        &self,
        securable: (Option<&str>, Option<&str>),
        permission: &str,
        _: (Option<&str>, Option<&str>),
    ) -> Option<bool> {
        (securable == (None, None)).then(|| permission == "CONTROL SERVER")
    }

    fn client(&self) -> Arc<ClientFacts> {
        Arc::new(ClientFacts { program_name: Some("tests".to_owned()), ..ClientFacts::default() })
    }

    fn filegroups(&self) -> Vec<FilegroupFacts> {
        vec![FilegroupFacts { id: 1, name: "PRIMARY".to_owned(), is_default: true, is_read_only: false }]
    }

    fn is_file_read_only(&self, _: i16) -> bool {
        false
    }

    fn file_pages_used(&self, id: i16) -> Option<i64> {
        (id == 2).then_some(16)
    }

    fn computed_column(&self, _: Asked<'_>, _: Asked<'_>) -> Option<ComputedFacts> {
        None
    }

    fn is_deterministic(&self, object: i32) -> bool {
        object == 7
    }

    fn can_be_indexed(&self, _: i32) -> bool {
        false
    }

    fn column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ColumnFacts> {
        let facts = ColumnFacts {
            id: 3,
            ordinal: 2,
            name: "c".to_owned(),
            data_type: DataType::NVarChar(Length::Limited(40)),
            nullable: true,
            is_identity: false,
            is_computed: false,
            is_persisted: false,
            is_indexable: true,
            is_row_guid: false,
            not_for_replication: false,
            is_trimmed: false,
            is_sparse: false,
            is_column_set: false,
            parameter: None,
        };
        let is_asked =
            matches!(table, Asked::Id(42) | Asked::Name("dbo.t")) && matches!(column, Asked::Id(3) | Asked::Name("c"));
        is_asked.then_some(facts)
    }

    fn index(&self, table: Asked<'_>, index: Asked<'_>) -> Option<IndexFacts> {
        let keys = vec![(3, "c".to_owned(), true)];
        let facts = IndexFacts { id: 2, is_unique: true, keys, ..IndexFacts::default() };
        (matches!(table, Asked::Id(42)) && matches!(index, Asked::Id(2) | Asked::Name("i"))).then_some(facts)
    }

    fn file_id(&self, name: &str) -> Option<i16> {
        name.eq_ignore_ascii_case("current_log").then_some(2)
    }

    fn file_name(&self, id: i16) -> Option<String> {
        (id == 2).then(|| "current_log".into())
    }

    fn application_lock_mode(&self, _: &str, name: &str, is_transaction: bool) -> Result<&'static str, SqlError> {
        Ok(if name == "mine" && is_transaction { "Shared" } else { "NoLock" })
    }

    fn application_lock_test(&self, _: &str, name: &str, mode: &str, is_transaction: bool) -> Result<bool, SqlError> {
        Ok(name == "mine" && mode == "Shared" && is_transaction)
    }

    fn caught(&self) -> Option<CaughtError> {
        let message = "Divide by zero error encountered.".to_owned();
        Some(CaughtError { number: 8134, severity: 16, state: 1, line: 7, procedure: Some("p".to_owned()), message })
    }

    fn object(&self, id: i32, database: Option<i16>) -> Option<crate::ObjectFacts> {
        let (schema, name, definition) =
            ("dbo".to_owned(), "t".to_owned(), Some("CREATE VIEW dbo.t AS SELECT 1 AS a".to_owned()));
        let facts = crate::ObjectFacts {
            schema,
            name,
            type_code: "V",
            definition,
            base: None,
            module: Some(MODULE),
            table: None,
            triggers: Vec::new(),
            constraint: None,
        };
        if id == 8 {
            let table = crate::TableFacts { has_identity: true, ..crate::TableFacts::default() };
            let (schema, name) = ("dbo".to_owned(), "u".to_owned());
            return Some(crate::ObjectFacts {
                schema,
                name,
                type_code: "U",
                definition: None,
                base: None,
                module: None,
                table: Some(table),
                triggers: Vec::new(),
                constraint: None,
            });
        }
        (id == 7 && database.is_none_or(|database| database == 5)).then_some(facts)
    }

    fn statistics_date(&self, table: i32, statistics: i32) -> Option<i64> {
        (table == 42 && statistics == 2).then_some(0)
    }

    fn identity_of(&self, table: i32) -> Option<crate::Identity> {
        (table == 42).then_some(crate::Identity { seed: 5, increment: -2, last: Some(3) })
    }

    fn identity(&self, name: &str) -> Option<crate::Identity> {
        (name == "dbo.t").then_some(crate::Identity { seed: 5, increment: -2, last: None })
    }

    fn schema_owner(&self, _: &str) -> Option<i32> {
        Some(1)
    }

    fn schema_id(&self, name: &str) -> Option<i32> {
        (name == "dbo").then_some(1)
    }

    fn default_schema(&self) -> String {
        "dbo".to_owned()
    }

    fn schema_name(&self, id: i32) -> Option<String> {
        (id == 1).then(|| "dbo".to_owned())
    }

    fn object_id(&self, name: &str, type_code: Option<&str>) -> Option<i32> {
        (name == "dbo.t" && type_code.is_none_or(|code| code == "U")).then_some(42)
    }
}

const MODULE: crate::facts::ModuleFacts = crate::facts::ModuleFacts {
    is_schema_bound: true,
    is_encrypted: false,
    uses_ansi_nulls: true,
    uses_quoted_identifier: true,
    is_marked: false,
};
