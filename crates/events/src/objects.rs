//! Table of data.
//!
//! The objects that event sessions name, besides the events: packages, actions, targets and
//! comparators.

use sluice_base::events::{FieldType, Global, Package};
use sluice_syntax::ast::{ComparisonOperator, EventObject};

/// Returns the identifier of a package, as in `sys.dm_xe_packages`.
pub fn package_guid(package: Package) -> &'static str {
    match package {
        Package::Package0 => "60AA9FBF-673B-4553-B7ED-71DCA7F5E972",
        Package::SqlOs => "BD97CC63-3F38-4922-AA93-607BD12E78B2",
        Package::SqlServer => "03FDA7D0-91BA-45F8-9875-8B6DD0B8E9F2",
    }
}

/// Returns the description of a package.
pub fn package_description(package: Package) -> &'static str {
    match package {
        Package::Package0 => {
            "Default package. Contains all standard types, maps, compare operators, actions and targets"
        }
        Package::SqlOs => "Extended events for SQL Operating System",
        Package::SqlServer => "Extended events for Microsoft SQL Server",
    }
}

/// The identifier of the module that has all packages.
pub const MODULE_GUID: &str = "D5149520-6282-11DE-8A39-0800200C9A66";

/// A fact that is added to an event. Each is also a source of predicates.
#[derive(Debug)]
pub struct Action {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub field_type: FieldType,
    /// The package.
    pub package: Package,
    /// The fact.
    pub source: ActionSource,
    /// The description.
    pub description: &'static str,
}

/// The value that an action adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionSource {
    /// A fact of the session.
    Session(Global),
    /// The number of the event among those of its event session, from 1.
    Sequence,
    /// The time of the event.
    Time,
}

impl Action {
    /// Returns the fact that the action adds, which is a source of predicates too. `None` if it
    /// isn't a fact of the session.
    pub fn global(&self) -> Option<Global> {
        match self.source {
            ActionSource::Session(global) => Some(global),
            ActionSource::Sequence | ActionSource::Time => None,
        }
    }
}

macro_rules! actions {
    ($($name:literal: $type:ident = $global:ident, $description:literal;)*) => {
        /// The actions.
        pub static ACTIONS: &[Action] = &[
            Action {
                name: "collect_system_time",
                field_type: FieldType::FileTime,
                package: Package::Package0,
                source: ActionSource::Time,
                description: "Collect the current system time with 100 microsecond precision and 100 nanosecond scale",
            },
            Action {
                name: "event_sequence",
                field_type: FieldType::UInt64,
                package: Package::Package0,
                source: ActionSource::Sequence,
                description: "Collect event sequence number",
            },
            $(Action {
                name: $name,
                field_type: FieldType::$type,
                package: Package::SqlServer,
                source: ActionSource::Session(Global::$global),
                description: $description,
            },)*
        ];
    };
}

actions! {
    "client_app_name": Unicode = ClientAppName, "Collect client application name";
    "client_hostname": Unicode = ClientHostName, "Collect client hostname";
    "client_pid": UInt32 = ClientPid, "Collect client process ID";
    "database_id": UInt16 = DatabaseId, "Collect database ID";
    "database_name": Unicode = DatabaseName, "Collect current database name";
    "nt_username": Unicode = NtUserName, "Collect NT username";
    "plan_handle": Unicode = PlanHandle, "Collect plan handle";
    "query_hash": UInt64 = QueryHash,
        "Collect query hash. Use this to identify queries with similar logic";
    "query_plan_hash": UInt64 = QueryPlanHash,
        "Collect query plan hash. Use this to identify similar query execution plans";
    "request_id": UInt32 = RequestId, "Collect current request ID";
    "server_principal_name": Unicode = ServerPrincipalName,
        "Collect the name of the Server Principal in whose context the event is being fired";
    "session_id": UInt16 = SessionId, "Collect session ID";
    "session_server_principal_name": Unicode = SessionServerPrincipalName,
        "Collect the name of the Server Principal that originated the session in which the event is being fired";
    "session_nt_username": Unicode = NtUserName, "Collect session's NT username";
    "sql_text": Unicode = SqlText, "Collect SQL text";
    "transaction_id": Int64 = TransactionId, "Collect transaction ID";
    "tsql_frame": Xml = Frame,
        "Collect the sql_handle for the current batch with line number, statement offsets and nesting level";
    "tsql_stack": Xml = Stack, "Collect Transact-SQL stack";
    "username": Unicode = UserName, "Collect username";
}

/// The kinds of targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetKind {
    /// `event_counter`.
    EventCounter,
    /// `event_file`.
    EventFile,
    /// `histogram`.
    Histogram,
    /// `ring_buffer`.
    RingBuffer,
}

/// A target, of the package `package0`.
#[derive(Debug)]
pub struct Target {
    /// The kind.
    pub kind: TargetKind,
    /// The name.
    pub name: &'static str,
    /// The description.
    pub description: &'static str,
    /// The parameters of SET.
    pub parameters: &'static [Parameter],
}

/// A parameter of a target.
#[derive(Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub field_type: FieldType,
    /// The value if the parameter isn't set; `None` if there is none.
    pub default: Option<&'static str>,
    /// Whether the parameter must be set.
    pub is_mandatory: bool,
    /// The description.
    pub description: &'static str,
}

/// The targets.
pub static TARGETS: &[Target] = &[
    Target {
        kind: TargetKind::EventCounter,
        name: "event_counter",
        description: "Use the event_counter target to count the number of occurrences of each event in the event \
                      session.",
        parameters: &[],
    },
    Target {
        kind: TargetKind::EventFile,
        name: "event_file",
        description: "Use the event_file target to save the event data to an XEL file, which can be archived and \
                      used for later analysis and review.",
        parameters: &[
            Parameter {
                is_mandatory: true,
                ..parameter("filename", FieldType::Unicode, None, "Specifies the location and file name of the log")
            },
            parameter("max_file_size", FieldType::UInt64, Some("1024"), "Maximum file size in MB; 0 for no limit"),
            parameter(
                "max_rollover_files",
                FieldType::UInt32,
                Some("5"),
                "Maximum number of files to retain; 0 for no limit",
            ),
        ],
    },
    Target {
        kind: TargetKind::Histogram,
        name: "histogram",
        description: "Use the histogram target to aggregate event data based on a specific event data field or \
                      action associated with the event.",
        parameters: &[
            parameter("filtering_event_name", FieldType::Unicode, None, "Optional name of the event to count"),
            parameter("slots", FieldType::UInt32, Some("256"), "Optional max number of slots"),
            Parameter {
                is_mandatory: true,
                ..parameter("source", FieldType::Unicode, None, "Name of the event column or action to group on")
            },
            parameter("source_type", FieldType::UInt16, Some("1"), "0 for an event column, 1 for an action"),
        ],
    },
    Target {
        kind: TargetKind::RingBuffer,
        name: "ring_buffer",
        description: "Asynchronous ring buffer target.",
        parameters: &[
            parameter(
                "max_events_limit",
                FieldType::UInt32,
                Some("1000"),
                "Maximum number of events kept; 0 for no limit",
            ),
            parameter("max_memory", FieldType::UInt32, None, "Maximum amount of memory in KB"),
        ],
    },
];

const fn parameter(
    name: &'static str,
    field_type: FieldType,
    default: Option<&'static str>,
    description: &'static str,
) -> Parameter {
    Parameter { name, field_type, default, is_mandatory: false, description }
}

/// The targets of SQL Server that this engine doesn't have.
pub(crate) const ABSENT_TARGETS: [&str; 4] =
    ["etw_classic_sync_target", "event_stream", "pair_matching", "asynchronous_file_target"];

/// The operand types of comparators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Signed and unsigned numbers.
    Number(&'static str),
    /// Texts, compared by their code points.
    Text,
    /// Texts, compared without case.
    TextWithoutCase,
}

/// A comparison of a source with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// A comparison operator.
    Operator(ComparisonOperator),
    /// LIKE, without case.
    Like,
    /// Whether the value divides the source.
    Divides,
}

/// A comparator of predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparator {
    /// The name.
    pub name: String,
    /// The package.
    pub package: Package,
    /// The type of the operands.
    pub operand: Operand,
    /// The comparison.
    pub comparison: Comparison,
}

impl Comparator {
    /// Returns the name of the operands' type.
    pub fn type_name(&self) -> &'static str {
        match self.operand {
            Operand::Number(name) => name,
            Operand::Text | Operand::TextWithoutCase => "unicode_string",
        }
    }
}

/// Returns all comparators.
pub fn comparators() -> Vec<Comparator> {
    let operators = [
        ("equal", ComparisonOperator::Equal),
        ("not_equal", ComparisonOperator::NotEqual),
        ("less_than", ComparisonOperator::Less),
        ("less_than_equal", ComparisonOperator::LessOrEqual),
        ("greater_than", ComparisonOperator::Greater),
        ("greater_than_equal", ComparisonOperator::GreaterOrEqual),
    ];
    let mut all = Vec::new();
    for number in ["int64", "uint64"] {
        let package = Package::Package0;
        let operand = Operand::Number(number);
        all.extend(operators.iter().map(|(word, operator)| Comparator {
            name: format!("{word}_{number}"),
            package,
            operand,
            comparison: Comparison::Operator(*operator),
        }));
        let name = format!("divides_by_{number}");
        all.push(Comparator { name, package, operand, comparison: Comparison::Divides });
    }
    for (word, operator) in operators {
        let comparison = Comparison::Operator(operator);
        let name = format!("{word}_unicode_string");
        all.push(Comparator { name, package: Package::Package0, operand: Operand::Text, comparison });
        let name = format!("{word}_i_unicode_string");
        let operand = Operand::TextWithoutCase;
        all.push(Comparator { name, package: Package::Package0, operand, comparison });
        let name = format!("{word}_i_sql_unicode_string");
        all.push(Comparator { name, package: Package::SqlServer, operand, comparison });
    }
    all.push(Comparator {
        name: "like_i_sql_unicode_string".to_owned(),
        package: Package::SqlServer,
        operand: Operand::TextWithoutCase,
        comparison: Comparison::Like,
    });
    all
}

/// Whether `written` names the object `name` of `package`. A missing package means any.
pub(crate) fn names(written: &EventObject, package: Package, name: &str) -> bool {
    written.name.is(name) && written.package.as_ref().is_none_or(|written| written.is(package.name()))
}

/// Returns the object's name as messages show it.
pub(crate) fn shown(object: &EventObject) -> String {
    match &object.package {
        Some(package) => format!("{}.{}", package.text, object.name.text),
        None => object.name.text.to_string(),
    }
}
