//! Random modules, which must be first in their batch.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    CreateDefault, CreateRule, CreateSchema, CreateTable, DefinitionVerb, Expr, ExprKind, Function, FunctionBody,
    ModuleContext, ModuleOption, Name, ObjectName, Parameter, Procedure, Query, SourceText, Statement, StatementKind,
    TableVariable, Trigger, TypeName, View,
};

use std::mem::discriminant;

use super::definition::{create_table, trigger_scope, unnamed_table};
use super::expr::{condition, expr, new_expr};
use super::name::{literal, name, object_name, type_name, variable};
use super::query::{common_tables, whole_query};
use super::statement::{named, new_statement, statement};

fn verb() -> impl Strategy<Value = DefinitionVerb> {
    prop::sample::select(vec![DefinitionVerb::Create, DefinitionVerb::Alter, DefinitionVerb::CreateOrAlter])
}

fn parameter() -> impl Strategy<Value = Parameter> {
    let cursor = TypeName {
        name: ObjectName::simple(Name::new("cursor", Span::default())),
        arguments: Vec::new(),
        schema_collection: None,
        span: Span::default(),
    };
    let data_type = prop_oneof![8 => type_name(), 1 => Just(cursor)];
    let default = option::of(prop_oneof![
        literal().prop_map(|literal| new_expr(ExprKind::Literal(literal))),
        Just(new_expr(ExprKind::Default)),
    ]);
    (variable(), data_type, any::<[bool; 3]>(), option::of(any::<bool>()), default).prop_map(
        |(name, data_type, [varying, output, read_only], nullable, default): (_, _, _, _, Option<Expr>)| Parameter {
            name,
            data_type,
            varying,
            nullable,
            default,
            output,
            read_only,
            span: Span::default(),
        },
    )
}

/// Options of any module, each once.
fn options() -> BoxedStrategy<Vec<ModuleOption>> {
    let context = prop_oneof![
        Just(ModuleContext::Caller),
        Just(ModuleContext::Itself),
        Just(ModuleContext::Owner),
        "[ -~]{0,4}".prop_map(|user| ModuleContext::User(user.into())),
    ];
    let option = prop_oneof![
        Just(ModuleOption::Encryption),
        Just(ModuleOption::Recompile),
        Just(ModuleOption::SchemaBinding),
        Just(ModuleOption::ViewMetadata),
        Just(ModuleOption::NativeCompilation),
        Just(ModuleOption::ReturnsNullOnNullInput),
        Just(ModuleOption::CalledOnNullInput),
        any::<bool>().prop_map(ModuleOption::Inline),
        context.prop_map(ModuleOption::ExecuteAs),
    ];
    let unique = |options: Vec<ModuleOption>| {
        let mut unique: Vec<ModuleOption> = Vec::new();
        for option in options {
            if unique.iter().all(|known| discriminant(known) != discriminant(&option)) {
                unique.push(option);
            }
        }
        unique
    };
    vec(option, 0..3).prop_map(unique).boxed()
}

/// Options that a kind of module has.
fn options_of(can_have: fn(&ModuleOption) -> bool) -> impl Strategy<Value = Vec<ModuleOption>> {
    options().prop_map(move |mut options| {
        options.retain(can_have);
        options
    })
}

fn query_with_tables() -> impl Strategy<Value = Query> {
    (common_tables(1), whole_query(1)).prop_map(|(with, query)| Query { with, ..query })
}

fn function_body() -> BoxedStrategy<FunctionBody> {
    let statements = || vec(statement(1), 1..4);
    prop_oneof![
        (type_name(), statements()).prop_map(|(returns, statements)| FunctionBody::Scalar { returns, statements }),
        query_with_tables().prop_map(|query| FunctionBody::Inline(Box::new(query))),
        (variable(), unnamed_table(), statements()).prop_map(|(name, table, statements)| {
            let CreateTable { columns, constraints, indexes, .. } = table;
            FunctionBody::MultiStatement { table: TableVariable { name, columns, constraints, indexes }, statements }
        }),
    ]
    .boxed()
}

fn schema() -> impl Strategy<Value = CreateSchema> {
    let element = create_table().prop_map(|table| new_statement(StatementKind::CreateTable(Box::new(table))));
    (name(), option::of(name()), any::<bool>(), vec(element, 0..3)).prop_map(|(name, owner, both, elements)| {
        CreateSchema { name: (both || owner.is_none()).then_some(name), owner, elements }
    })
}

/// Generates statements that must be first in their batch.
pub(crate) fn module() -> BoxedStrategy<Statement> {
    let text = SourceText::default;
    let head = |can_have: fn(&ModuleOption) -> bool| (verb(), object_name(), options_of(can_have));
    let body = || vec(statement(1), 1..4);
    let of_procedure = |option: &ModuleOption| {
        use ModuleOption as O;
        matches!(option, O::Encryption | O::SchemaBinding | O::Recompile | O::NativeCompilation | O::ExecuteAs(_))
    };
    let procedure = (head(of_procedure), option::of(any::<u32>()), vec(parameter(), 0..3), any::<bool>(), body())
        .prop_map(move |((verb, name, options), number, parameters, for_replication, body)| {
            StatementKind::Procedure(Box::new(Procedure {
                verb,
                name,
                number,
                parameters,
                options,
                for_replication,
                body,
                text: text(),
            }))
        });
    let of_function = |option: &ModuleOption| !matches!(option, ModuleOption::Recompile | ModuleOption::ViewMetadata);
    // A function has no OUTPUT parameters.
    let input = || parameter().prop_map(|parameter| Parameter { output: false, ..parameter });
    let function = (head(of_function), vec(input(), 0..3), function_body()).prop_map(
        move |((verb, name, options), parameters, body)| {
            StatementKind::Function(Box::new(Function { verb, name, parameters, options, body, text: text() }))
        },
    );
    let of_view = |option: &ModuleOption| {
        matches!(option, ModuleOption::Encryption | ModuleOption::SchemaBinding | ModuleOption::ViewMetadata)
    };
    let view = (head(of_view), vec(name(), 0..3), query_with_tables(), any::<bool>()).prop_map(
        move |((verb, name, options), columns, query, check_option)| {
            StatementKind::View(Box::new(View { verb, name, columns, options, query, check_option, text: text() }))
        },
    );
    let event = prop::sample::select(vec!["INSERT", "UPDATE", "DROP_SYNONYM"]).prop_map(named);
    let of_trigger = |option: &ModuleOption| {
        use ModuleOption as O;
        matches!(option, O::Encryption | O::SchemaBinding | O::NativeCompilation | O::ExecuteAs(_))
    };
    let trigger = (head(of_trigger), trigger_scope(), any::<[bool; 2]>(), vec(event, 1..3), body()).prop_map(
        move |((verb, name, options), scope, [instead_of, not_for_replication], events, body)| {
            StatementKind::Trigger(Box::new(Trigger {
                verb,
                name,
                scope,
                options,
                instead_of,
                events,
                not_for_replication,
                body,
                text: text(),
            }))
        },
    );
    let default = (object_name(), expr(2)).prop_map(move |(name, value)| {
        StatementKind::CreateDefault(Box::new(CreateDefault { name, value, text: text() }))
    });
    let rule = (object_name(), condition(2)).prop_map(move |(name, condition)| {
        StatementKind::CreateRule(Box::new(CreateRule { name, condition, text: text() }))
    });
    let schema = schema().prop_map(|schema| StatementKind::CreateSchema(Box::new(schema)));
    prop_oneof![procedure, function, view, trigger, default, rule, schema].prop_map(new_statement).boxed()
}
