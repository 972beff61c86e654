//! Random statements. BREAK, CONTINUE and GOTO need surroundings and have tests of their own.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    AlterDatabaseSet, Assignment, AssignmentOperator, Backup, ColumnDefinition, ColumnOption, ColumnOptionKind,
    ColumnSource, ConstraintKind, CreateTable, DatabaseOption, DatabaseOptionValue, Dbcc, Declaration, Delete, Execute,
    ExecuteArgument, ExecuteModule, Expr, ExprKind, Insert, InsertSource, IsolationLevel, KeyColumn, Name, Output,
    ReferentialAction, SetOption, Statement, StatementKind, TableConstraint, TableVariable, Target, Termination,
    Update,
};

use super::expr::{condition, expr, of as expression_of};
use super::name::{column_name, literal, name, object_name, type_name, variable, word};
use super::query::{assignment_operator, common_tables, hint, query, select_item, top};
use super::table::source;

fn of(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::default(), line: 1 }
}

fn named(text: &str) -> Name {
    Name::new(text, Span::default())
}

/// Statements of at most this many levels.
pub(crate) fn statement(depth: u32) -> BoxedStrategy<Statement> {
    let kind = prop_oneof![
        3 => query_statement(),
        2 => insert().prop_map(|insert| StatementKind::Insert(Box::new(insert))),
        1 => update().prop_map(|update| StatementKind::Update(Box::new(update))),
        1 => delete().prop_map(|delete| StatementKind::Delete(Box::new(delete))),
        1 => super::sequence::sequence_statement(),
        2 => create_table().prop_map(|table| StatementKind::CreateTable(Box::new(table))),
        2 => execute().prop_map(|execute| StatementKind::Execute(Box::new(execute))),
        2 => alter_database().prop_map(StatementKind::AlterDatabaseSet),
        1 => backup().prop_map(StatementKind::Backup),
        1 => database_option().prop_map(StatementKind::AlterScopedConfiguration),
        2 => set_option().prop_map(StatementKind::SetOption),
        6 => simple(),
        2 => transaction(),
    ];
    let plain = kind.prop_map(of).boxed();
    if depth == 0 {
        return plain;
    }
    let inner = statement(depth - 1);
    let flow = prop_oneof![
        vec(inner.clone(), 1..4).prop_map(StatementKind::Block),
        (vec(inner.clone(), 0..3), vec(inner.clone(), 0..3))
            .prop_map(|(body, handler)| StatementKind::TryCatch { body, handler }),
        (condition(1), inner.clone())
            .prop_map(|(condition, body)| StatementKind::While { condition, body: Box::new(body) }),
        (condition(1), inner.clone(), option::of(inner)).prop_map(|(condition, then, otherwise)| {
            let then = Box::new(if otherwise.is_some() { closed(then) } else { then });
            StatementKind::If { condition, then, otherwise: otherwise.map(Box::new) }
        }),
    ];
    prop_oneof![plain, flow.prop_map(of)].boxed()
}

/// The statement in a block, so that an ELSE after it is not taken for its own.
fn closed(statement: Statement) -> Statement {
    of(StatementKind::Block(vec![statement]))
}

fn query_statement() -> impl Strategy<Value = StatementKind> {
    (common_tables(1), query(2)).prop_map(|(with, mut query)| {
        query.with = with;
        StatementKind::Select(Box::new(query))
    })
}

fn simple() -> BoxedStrategy<StatementKind> {
    let declaration = (variable(), type_name(), option::of(expr(2))).prop_map(|(name, data_type, value)| Declaration {
        name,
        data_type,
        value,
    });
    let dbcc = (name(), vec(expr(1), 0..3), vec(word(), 0..2)).prop_map(|(command, arguments, options)| Dbcc {
        command,
        arguments,
        options,
    });
    let unsupported = prop::sample::select(vec![
        ("CREATE SYNONYM", "CREATE SYNONYM dbo.s FOR dbo.t"),
        ("GRANT", "GRANT SELECT, UPDATE ON t TO public"),
        ("ALTER TABLE", "ALTER TABLE t DROP COLUMN c"),
        ("DROP INDEX", "DROP INDEX IF EXISTS i ON t"),
        ("THROW", "THROW 50000, 'x', 1"),
    ]);
    prop_oneof![
        Just(StatementKind::Return(None)),
        expr(2).prop_map(|value| StatementKind::Return(Some(value))),
        expr(2).prop_map(StatementKind::Print),
        vec(declaration, 1..3).prop_map(StatementKind::Declare),
        (variable(), create_table()).prop_map(|(name, CreateTable { columns, constraints, .. })| {
            StatementKind::DeclareTable(Box::new(TableVariable { name, columns, constraints }))
        }),
        (variable(), assignment_operator(), expr(2))
            .prop_map(|(variable, operator, value)| StatementKind::SetVariable { variable, operator, value }),
        name().prop_map(StatementKind::Use),
        name().prop_map(StatementKind::CreateDatabase),
        (any::<bool>(), vec(name(), 1..3))
            .prop_map(|(if_exists, names)| StatementKind::DropDatabase { if_exists, names }),
        (any::<bool>(), vec(object_name(), 1..3))
            .prop_map(|(if_exists, names)| StatementKind::DropTable { if_exists, names }),
        object_name().prop_map(StatementKind::TruncateTable),
        dbcc.prop_map(StatementKind::Dbcc),
        option::of(variable().prop_map(|name| expression_of(ExprKind::Variable(name))))
            .prop_map(StatementKind::Checkpoint),
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

fn target() -> BoxedStrategy<Target> {
    let hints = prop_oneof![4 => Just(Vec::new()), 1 => vec(hint(), 1..3)];
    prop_oneof![
        4 => (object_name(), hints).prop_map(|(name, hints)| Target::Table { name, hints }),
        1 => variable().prop_map(Target::Variable),
    ]
    .boxed()
}

fn output() -> impl Strategy<Value = Option<Output>> {
    let into = option::of((target(), vec(name(), 0..3)));
    let output = (vec(select_item(1), 1..3), into).prop_map(|(items, into)| {
        let (into, columns) = into.map_or((None, Vec::new()), |(target, columns)| (Some(target), columns));
        Output { items, into, columns }
    });
    option::weighted(0.2, output)
}

fn value_or_default() -> BoxedStrategy<Expr> {
    prop_oneof![5 => expr(2), 1 => Just(expression_of(ExprKind::Default))].boxed()
}

fn insert() -> impl Strategy<Value = Insert> {
    let source = prop_oneof![
        2 => vec(vec(value_or_default(), 1..3), 1..3).prop_map(InsertSource::Values),
        1 => Just(InsertSource::DefaultValues),
        1 => query(1).prop_map(|query| InsertSource::Query(Box::new(query))),
        1 => execute().prop_map(|execute| InsertSource::Execute(Box::new(execute))),
    ];
    (common_tables(1), option::weighted(0.2, top(1)), target(), vec(name(), 0..3), output(), source)
        .prop_map(|(with, top, target, columns, output, source)| Insert { with, top, target, columns, output, source })
}

fn update() -> impl Strategy<Value = Update> {
    let assignment = (option::weighted(0.3, variable()), column_name(), assignment_operator(), value_or_default());
    let assignment = (assignment, any::<bool>()).prop_map(|((variable, column, operator, value), both)| {
        let column = (both || variable.is_none()).then_some(column);
        // After a variable, a lone column before the value would read as `@x = column = value`; here it is not one.
        let operator = if column.is_none() && variable.is_none() { AssignmentOperator::Set } else { operator };
        Assignment { variable, column, operator, value }
    });
    let head = (common_tables(0), option::weighted(0.2, top(0)), target(), vec(assignment, 1..3), output());
    let tail = (vec(source(1), 0..2), option::of(condition(1)), prop_oneof![Just(Vec::new()), vec(hint(), 1..2)]);
    (head, tail).prop_map(|((with, top, target, assignments, output), (from, condition, hints))| Update {
        with,
        top,
        target,
        assignments,
        output,
        from,
        condition,
        hints,
    })
}

fn delete() -> impl Strategy<Value = Delete> {
    let tail = (vec(source(1), 0..2), option::of(condition(1)), prop_oneof![Just(Vec::new()), vec(hint(), 1..2)]);
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
        literal().prop_map(|literal| expression_of(ExprKind::Literal(literal))),
        variable().prop_map(|name| expression_of(ExprKind::Variable(name))),
        Just(expression_of(ExprKind::Default)),
    ];
    let argument = (option::of(variable()), value, any::<bool>()).prop_map(|(name, value, output)| ExecuteArgument {
        name,
        value,
        output,
    });
    let module =
        prop_oneof![object_name().prop_map(ExecuteModule::Procedure), variable().prop_map(ExecuteModule::Variable),];
    let procedure = (option::of(variable()), module, vec(argument, 0..3))
        .prop_map(|(status, module, arguments)| Execute { status, module, arguments });
    let text = expr(2).prop_map(|text| Execute {
        status: None,
        module: ExecuteModule::Text(Box::new(text)),
        arguments: Vec::new(),
    });
    prop_oneof![4 => procedure, 1 => text].boxed()
}

fn database_option() -> impl Strategy<Value = DatabaseOption> {
    let value = |text: &str| Some(DatabaseOptionValue::Word(named(text)));
    let seconds =
        DatabaseOptionValue::Literal { value: sluice_syntax::ast::Literal::Integer(60), unit: Some(named("SECONDS")) };
    let option = prop::sample::select(vec![
        ("DELAYED_DURABILITY", value("FORCED")),
        ("delayed_durability", value("Disabled")),
        ("RECOVERY", value("SIMPLE")),
        ("RECOVERY", value("FULL")),
        ("ANSI_NULLS", value("ON")),
        ("SINGLE_USER", None),
        ("TARGET_RECOVERY_TIME", Some(seconds)),
    ]);
    option.prop_map(|(name, value)| DatabaseOption { name: named(name), value, span: Span::default() })
}

fn alter_database() -> impl Strategy<Value = AlterDatabaseSet> {
    let termination = prop_oneof![
        Just(Termination::NoWait),
        Just(Termination::RollbackImmediate),
        any::<u32>().prop_map(|seconds| Termination::RollbackAfter { seconds }),
    ];
    (option::weighted(0.8, name()), vec(database_option(), 1..3), option::of(termination))
        .prop_map(|(database, options, termination)| AlterDatabaseSet { database, options, termination })
}

fn backup() -> impl Strategy<Value = Backup> {
    let file = prop::sample::select(vec!["NUL", "a file.bak", "it's"]).prop_map(Box::from);
    let option = prop::sample::select(vec!["COPY_ONLY", "INIT", "FORMAT"]).prop_map(named);
    (any::<bool>(), name(), vec(file, 1..3), vec(option, 0..3)).prop_map(|(of_log, database, files, options)| Backup {
        of_log,
        database,
        files,
        options,
    })
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
    let value = prop_oneof![literal().prop_map(ExprKind::Literal), variable().prop_map(ExprKind::Variable),];
    prop_oneof![
        (vec(option(), 1..3), any::<bool>()).prop_map(|(options, on)| SetOption::Switch { options, on }),
        any::<bool>().prop_map(|on| SetOption::Statistics { options: vec![named("IO"), named("TIME")], on }),
        (object_name(), any::<bool>()).prop_map(|(table, on)| SetOption::IdentityInsert { table, on }),
        value.prop_map(|kind| SetOption::Value { option: named("LOCK_TIMEOUT"), value: expression_of(kind) }),
        level.prop_map(SetOption::IsolationLevel),
    ]
}

fn create_table() -> impl Strategy<Value = CreateTable> {
    let table_constraint = (option::of(name()), constraint_kind(1..3));
    let table_constraint =
        table_constraint.prop_map(|(name, kind)| TableConstraint { name, kind, span: Span::default() });
    (object_name(), vec(column(), 1..4), vec(table_constraint, 0..3), option::weighted(0.2, name()))
        .prop_map(|(name, columns, constraints, filegroup)| CreateTable { name, columns, constraints, filegroup })
}

/// Constraints that list this many columns; none where they stand in a column's definition.
fn constraint_kind(columns: std::ops::Range<usize>) -> BoxedStrategy<ConstraintKind> {
    let key_column = (name(), any::<bool>()).prop_map(|(name, descending)| KeyColumn { name, descending });
    let action = prop::sample::select(vec![
        ReferentialAction::NoAction,
        ReferentialAction::Cascade,
        ReferentialAction::SetNull,
        ReferentialAction::SetDefault,
    ]);
    let foreign = (vec(name(), columns.clone()), object_name(), vec(name(), 0..2));
    prop_oneof![
        (any::<bool>(), option::of(any::<bool>()), vec(key_column, columns))
            .prop_map(|(primary, clustered, columns)| ConstraintKind::Key { primary, clustered, columns }),
        condition(1).prop_map(ConstraintKind::Check),
        (foreign, option::of(action.clone()), option::of(action)).prop_map(
            |((columns, table, referenced), on_delete, on_update)| ConstraintKind::ForeignKey {
                columns,
                table,
                referenced,
                on_delete,
                on_update
            }
        ),
    ]
    .boxed()
}

fn column() -> impl Strategy<Value = ColumnDefinition> {
    let option = prop_oneof![
        Just(ColumnOptionKind::Null),
        Just(ColumnOptionKind::NotNull),
        option::of((expr(1), expr(1))).prop_map(ColumnOptionKind::Identity),
        Just(ColumnOptionKind::RowGuid),
        Just(ColumnOptionKind::Sparse),
        (option::of(name()), expr(1)).prop_map(|(name, value)| ColumnOptionKind::Default { name, value }),
        (option::of(name()), constraint_kind(0..1)).prop_map(|(name, kind)| {
            ColumnOptionKind::Constraint(TableConstraint { name, kind, span: Span::default() })
        }),
    ];
    let source = prop_oneof![
        5 => (type_name(), option::weighted(0.2, name())).prop_map(|(name, collation)| (ColumnSource::Type(name), collation)),
        1 => (expr(1), any::<bool>())
            .prop_map(|(value, persisted)| (ColumnSource::Computed { value, persisted }, None)),
    ];
    (name(), source, vec(option, 0..3)).prop_map(|(name, (source, collation), options)| {
        // COLLATE stands before a DEFAULT, of whose value it would otherwise be a part.
        let collation = collation.map(ColumnOptionKind::Collate);
        let options = collation.into_iter().chain(options);
        let options = options.map(|kind| ColumnOption { kind, span: Span::default() }).collect();
        ColumnDefinition { name, source, options, span: Span::default() }
    })
}
