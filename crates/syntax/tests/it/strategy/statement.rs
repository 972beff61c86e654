//! Random statements, except BREAK, CONTINUE and GOTO, which need a context and have their own
//! tests.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_base::sync::Arc;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    AlterDatabaseSet, Assignment, AssignmentOperator, BinaryOperator, Condition, ConditionKind, CreateTable, Dbcc,
    Declaration, Delete, Execute, ExecuteArgument, ExecuteModule, ExecuteOption, Expr, ExprKind, IfBranch, Insert,
    InsertSource, IsolationLevel, Literal, Name, NamedOption, OptionValue, Output, ResultColumn, ResultSet,
    ScopedChange, SetOption, Statement, StatementKind, TableVariable, Target, Termination, Update,
};

use super::definition::{create_table, unnamed_table};
use super::expr::{condition, expr, new_expr};
use super::file::named_options;
use super::name::{column_name, literal, name, object_name, type_name, variable};
use super::query::{assignment_operator, common_tables, hint, select_item, table_hints, top, whole_query};
use super::session::{cursor_name, session_context};
use super::table::source;

pub(crate) fn new_statement(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::default(), line: 1 }
}

pub(crate) fn named(text: &str) -> Name {
    Name::new(text, Span::default())
}

/// Generates statements of at most `levels` levels.
pub(crate) fn statement(depth: u32) -> BoxedStrategy<Statement> {
    let kind = prop_oneof![
        3 => query_statement(),
        2 => insert().prop_map(|insert| StatementKind::Insert(Arc::new(insert))),
        1 => update().prop_map(|update| StatementKind::Update(Arc::new(update))),
        1 => delete().prop_map(|delete| StatementKind::Delete(Arc::new(delete))),
        1 => super::sequence::sequence_statement(),
        2 => create_table().prop_map(|table| StatementKind::CreateTable(Box::new(table))),
        4 => super::definition::definition(),
        4 => super::file::file_statement(),
        4 => super::session::session_statement(),
        2 => super::merge::merge().prop_map(|merge| StatementKind::Merge(Arc::new(merge))),
        2 => execute().prop_map(|execute| StatementKind::Execute(Box::new(execute))),
        2 => alter_database().prop_map(StatementKind::AlterDatabaseSet),
        1 => scoped_change().prop_map(StatementKind::AlterScopedConfiguration),
        2 => set_option().prop_map(StatementKind::SetOption),
        6 => simple(),
        2 => transaction(),
    ];
    let plain = kind.prop_map(new_statement).boxed();
    if depth == 0 {
        return plain;
    }
    let inner = statement(depth - 1);
    let flow = prop_oneof![
        vec(inner.clone(), 1..4).prop_map(StatementKind::Block),
        (vec(inner.clone(), 1..3), vec(inner.clone(), 0..3))
            .prop_map(|(body, handler)| StatementKind::TryCatch { body, handler }),
        (condition(1), inner.clone())
            .prop_map(|(condition, body)| StatementKind::While { condition, body: Box::new(body) }),
        (condition(1), inner.clone(), option::of(inner)).prop_map(|(condition, then, otherwise)| {
            let then = if otherwise.is_some() { closed(then) } else { then };
            let mut branches = vec![IfBranch { condition, then, span: Span::default(), line: 1 }];
            let otherwise = match otherwise.map(|otherwise| otherwise.kind) {
                Some(StatementKind::If { branches: more, otherwise }) => {
                    branches.extend(more);
                    otherwise
                }
                otherwise => otherwise.map(|kind| Box::new(new_statement(kind))),
            };
            StatementKind::If { branches, otherwise }
        }),
    ];
    prop_oneof![plain, flow.prop_map(new_statement)].boxed()
}

/// Wraps the statement in a block, so that a following ELSE isn't parsed as its own.
fn closed(statement: Statement) -> Statement {
    new_statement(StatementKind::Block(vec![statement]))
}

fn query_statement() -> impl Strategy<Value = StatementKind> {
    (common_tables(1), whole_query(2)).prop_map(|(with, mut query)| {
        query.with = with;
        StatementKind::Select(Arc::new(query))
    })
}

fn simple() -> BoxedStrategy<StatementKind> {
    let declaration = (variable(), type_name(), option::of(expr(2))).prop_map(|(name, data_type, value)| Declaration {
        name,
        data_type,
        value,
    });
    let dbcc = (name(), vec(expr(1), 0..3), named_options()).prop_map(|(command, arguments, options)| Dbcc {
        command,
        arguments,
        options,
    });
    let unsupported = prop::sample::select(vec![
        ("CREATE CERTIFICATE", "CREATE CERTIFICATE c WITH SUBJECT = 's'"),
        ("ALTER TABLE SWITCH PARTITION", "ALTER TABLE t SWITCH PARTITION 1 TO u"),
        ("DROP QUEUE", "DROP QUEUE q"),
    ]);
    prop_oneof![
        Just(StatementKind::Return(None)),
        expr(2).prop_map(|value| StatementKind::Return(Some(value))),
        expr(2).prop_map(StatementKind::Print),
        vec(declaration, 1..3).prop_map(StatementKind::Declare),
        (variable(), unnamed_table()).prop_map(|(name, CreateTable { columns, constraints, indexes, .. })| {
            StatementKind::DeclareTable(Box::new(TableVariable { name, columns, constraints, indexes }))
        }),
        (variable(), assignment_operator(), expr(2))
            .prop_map(|(variable, operator, value)| StatementKind::SetVariable { variable, operator, value }),
        (variable(), name(), vec(expr(1), 0..3)).prop_map(|(variable, method, arguments)| {
            let target = Box::new(new_expr(ExprKind::Variable(variable.clone())));
            let value = new_expr(ExprKind::Method { target, method, arguments });
            StatementKind::SetVariable { variable, operator: AssignmentOperator::Method, value }
        }),
        name().prop_map(StatementKind::Use),
        (any::<bool>(), vec(name(), 1..3))
            .prop_map(|(if_exists, names)| StatementKind::DropDatabase { if_exists, names }),
        (any::<bool>(), vec(object_name(), 1..3))
            .prop_map(|(if_exists, names)| StatementKind::DropTable { if_exists, names }),
        object_name().prop_map(StatementKind::TruncateTable),
        dbcc.prop_map(StatementKind::Dbcc),
        option::of(variable().prop_map(|name| new_expr(ExprKind::Variable(name)))).prop_map(StatementKind::Checkpoint),
        unsupported.prop_map(|(name, text)| StatementKind::Unsupported { name: name.into(), text: text.into() }),
    ]
    .boxed()
}

fn transaction() -> BoxedStrategy<StatementKind> {
    let transaction_name =
        || prop_oneof!["[a-z]{1,6}", "@[a-z]{1,6}"].prop_map(|text| Name::new(text, Span::default()));
    let mark = option::weighted(0.2, option::of("[ -~]{0,5}".prop_map(String::into_boxed_str)));
    prop_oneof![
        (option::of(transaction_name()), mark).prop_map(|(name, mark)| StatementKind::BeginTransaction { name, mark }),
        (option::of(transaction_name()), option::of(any::<bool>()))
            .prop_map(|(name, delayed_durability)| StatementKind::Commit { name, delayed_durability }),
        option::of(transaction_name()).prop_map(|name| StatementKind::Rollback { name }),
        transaction_name().prop_map(|name| StatementKind::Save { name }),
    ]
    .boxed()
}

pub(crate) fn target() -> BoxedStrategy<Target> {
    prop_oneof![
        4 => (object_name(), table_hints()).prop_map(|(name, hints)| Target::Table { name, hints }),
        1 => variable().prop_map(Target::Variable),
    ]
    .boxed()
}

pub(crate) fn output() -> impl Strategy<Value = Option<Output>> {
    let second = option::of(vec(select_item(1), 1..3));
    let into = option::of((target(), vec(name(), 0..3), second));
    let output = (vec(select_item(1), 1..3), into).prop_map(|(items, into)| match into {
        None => Output::to_client(items),
        Some((target, columns, second)) => {
            let second = second.map(|items| Box::new(Output::to_client(items)));
            Output { items, into: Some(target), columns, second }
        }
    });
    option::weighted(0.2, output)
}

pub(crate) fn value_or_default() -> BoxedStrategy<Expr> {
    prop_oneof![5 => expr(2), 1 => Just(new_expr(ExprKind::Default))].boxed()
}

fn insert() -> impl Strategy<Value = Insert> {
    let source = prop_oneof![
        2 => vec(vec(value_or_default(), 1..3), 1..3).prop_map(InsertSource::Values),
        1 => Just(InsertSource::DefaultValues),
        1 => whole_query(1).prop_map(|query| InsertSource::Query(Box::new(query))),
        1 => execute().prop_map(|execute| InsertSource::Execute(Box::new(execute))),
    ];
    let hints = prop_oneof![4 => Just(Vec::new()), 1 => vec(hint(), 1..2)];
    (common_tables(1), option::weighted(0.2, top(1)), target(), vec(name(), 0..3), output(), source, hints).prop_map(
        |(with, top, target, columns, output, source, hints)| {
            // A query's OPTION clause holds the hints.
            let hints = if matches!(source, InsertSource::Query(_)) { Vec::new() } else { hints };
            Insert { with, top, target, columns, output, source, hints }
        },
    )
}

fn update() -> impl Strategy<Value = Update> {
    (common_tables(0), update_without_tables()).prop_map(|(with, update)| Update { with, ..update })
}

/// Generates `column.method(...)`, which changes in place.
fn method_assignment() -> impl Strategy<Value = Assignment> {
    (option::of(name()), name(), name(), vec(expr(0), 0..3)).prop_map(|(table, name, method, arguments)| {
        let qualifier = table.map(sluice_syntax::ast::ObjectName::simple);
        let column = sluice_syntax::ast::ColumnName { qualifier, name, span: Span::default() };
        let target = Box::new(new_expr(ExprKind::Column(Box::new(column.clone()))));
        let value = new_expr(ExprKind::Method { target, method, arguments });
        Assignment { variable: None, column: Some(column), operator: AssignmentOperator::Method, value }
    })
}

pub(crate) fn assignment() -> BoxedStrategy<Assignment> {
    prop_oneof![8 => plain_assignment().boxed(), 1 => method_assignment().boxed()].boxed()
}

fn plain_assignment() -> impl Strategy<Value = Assignment> {
    let assignment = (option::weighted(0.3, variable()), column_name(), assignment_operator(), value_or_default());
    (assignment, any::<bool>()).prop_map(|((variable, column, operator, value), both)| {
        let column = (both || variable.is_none()).then_some(column);
        // After a variable, a column before the value would parse as `@x = column = value`.
        let operator = if column.is_none() && variable.is_none() { AssignmentOperator::Set } else { operator };
        Assignment { variable, column, operator, value }
    })
}

fn update_without_tables() -> impl Strategy<Value = Update> {
    let head = (option::weighted(0.2, top(0)), target(), vec(assignment(), 1..3), output());
    let tail = (vec(source(1), 0..2), option::of(row_condition()), prop_oneof![Just(Vec::new()), vec(hint(), 1..2)]);
    (head, tail).prop_map(|((top, target, assignments, output), (from, condition, hints))| Update {
        with: Vec::new(),
        top,
        target,
        assignments,
        output,
        from,
        condition,
        hints,
    })
}

/// Generates a condition, or `CURRENT OF` a cursor.
fn row_condition() -> BoxedStrategy<Condition> {
    let current = cursor_name().prop_map(|name| Condition::new(ConditionKind::CurrentOf(name), Span::default()));
    prop_oneof![4 => condition(1), 1 => current].boxed()
}

fn delete() -> impl Strategy<Value = Delete> {
    let tail = (vec(source(1), 0..2), option::of(row_condition()), prop_oneof![Just(Vec::new()), vec(hint(), 1..2)]);
    (common_tables(0), option::weighted(0.2, top(0)), target(), output(), tail).prop_map(
        |(with, top, target, output, (from, condition, hints))| Delete {
            with,
            top,
            target,
            output,
            from,
            condition,
            hints,
        },
    )
}

fn execute() -> BoxedStrategy<Execute> {
    let value = prop_oneof![
        literal().prop_map(|literal| new_expr(ExprKind::Literal(literal))),
        variable().prop_map(|name| new_expr(ExprKind::Variable(name))),
        Just(new_expr(ExprKind::Default)),
    ];
    let argument = (option::of(variable()), value, any::<bool>()).prop_map(|(name, value, output)| ExecuteArgument {
        name,
        value,
        output,
    });
    let module =
        prop_oneof![object_name().prop_map(ExecuteModule::Procedure), variable().prop_map(ExecuteModule::Variable),];
    let column = (name(), type_name(), option::weighted(0.2, name()), option::of(any::<bool>()))
        .prop_map(|(name, data_type, collation, nullable)| ResultColumn { name, data_type, collation, nullable });
    let set = prop_oneof![
        vec(column, 1..3).prop_map(ResultSet::Columns),
        object_name().prop_map(ResultSet::Object),
        object_name().prop_map(ResultSet::Type),
        Just(ResultSet::Xml),
    ];
    let option = prop_oneof![
        Just(ExecuteOption::Recompile),
        Just(ExecuteOption::ResultSetsUndefined),
        Just(ExecuteOption::ResultSetsNone),
        vec(set, 1..3).prop_map(ExecuteOption::ResultSets),
    ];
    let options = prop_oneof![4 => Just(Vec::new()), 1 => vec(option, 1..3)].boxed();
    let number = option::weighted(0.2, 1u32..10);
    let procedure = (option::of(variable()), module, number, vec(argument, 0..3), options.clone()).prop_map(
        |(status, module, number, arguments, options)| Execute {
            status,
            module,
            number,
            arguments,
            context: None,
            options,
        },
    );
    let operand = prop_oneof![
        "[ -~]{0,4}".prop_map(|text| ExprKind::Literal(Literal::String(text.into()))),
        variable().prop_map(ExprKind::Variable),
    ]
    .prop_map(new_expr);
    let text = vec(operand, 1..4).prop_map(|operands| {
        let joined = operands.into_iter().reduce(|text, operand| text.chained(BinaryOperator::Add, operand));
        joined.expect("an operand")
    });
    let text = (text, option::of(session_context()), options).prop_map(|(text, context, options)| Execute {
        status: None,
        module: ExecuteModule::Text(Box::new(text)),
        number: None,
        arguments: Vec::new(),
        context,
        options,
    });
    prop_oneof![4 => procedure, 1 => text].boxed()
}

fn database_option() -> impl Strategy<Value = NamedOption> {
    let value = |text: &str| Some(OptionValue::Word(named(text)));
    let seconds =
        OptionValue::Literal { value: sluice_syntax::ast::Literal::Integer(60), unit: Some(named("SECONDS")) };
    let option = prop::sample::select(vec![
        ("DELAYED_DURABILITY", value("FORCED")),
        ("delayed_durability", value("Disabled")),
        ("RECOVERY", value("SIMPLE")),
        ("RECOVERY", value("FULL")),
        ("ANSI_NULLS", value("ON")),
        ("SINGLE_USER", None),
        ("TARGET_RECOVERY_TIME", Some(seconds)),
    ]);
    (option, prop_oneof![4 => Just(Vec::new()), 1 => named_options()]).prop_map(|((name, value), list)| NamedOption {
        name: named(name),
        value,
        list,
        span: Span::default(),
    })
}

pub(super) fn termination() -> impl Strategy<Value = Termination> {
    prop_oneof![
        Just(Termination::NoWait),
        Just(Termination::RollbackImmediate),
        any::<u32>().prop_map(|seconds| Termination::RollbackAfter { seconds }),
    ]
}

fn alter_database() -> impl Strategy<Value = AlterDatabaseSet> {
    (option::weighted(0.8, name()), vec(database_option(), 1..3), option::of(termination()))
        .prop_map(|(database, options, termination)| AlterDatabaseSet { database, options, termination })
}

fn set_option() -> impl Strategy<Value = SetOption> {
    let option = || prop::sample::select(vec!["NOCOUNT", "xact_abort", "ANSI_NULLS"]).prop_map(named);
    let level = prop::sample::select(vec![
        IsolationLevel::ReadUncommitted,
        IsolationLevel::ReadCommitted,
        IsolationLevel::RepeatableRead,
        IsolationLevel::Snapshot,
        IsolationLevel::Serializable,
    ]);
    let value = (0..i64::from(i32::MAX)).prop_map(|value| ExprKind::Literal(Literal::Integer(value)));
    prop_oneof![
        (vec(option(), 1..3), any::<bool>()).prop_map(|(options, on)| SetOption::Switch { options, on }),
        any::<bool>().prop_map(|on| SetOption::Statistics { options: vec![named("IO"), named("TIME")], on }),
        (object_name(), any::<bool>()).prop_map(|(table, on)| SetOption::IdentityInsert { table, on }),
        value.prop_map(|kind| SetOption::Value { option: named("LOCK_TIMEOUT"), value: new_expr(kind) }),
        level.prop_map(SetOption::IsolationLevel),
    ]
}

fn scoped_change() -> impl Strategy<Value = ScopedChange> {
    prop_oneof![
        3 => (any::<bool>(), database_option())
            .prop_map(|(secondary, option)| ScopedChange::Set { secondary, option }),
        1 => Just(ScopedChange::ClearProcedureCache),
    ]
}
