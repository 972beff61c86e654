//! Random messages, cursors, permissions, principals.

use super::event_session::event_session;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::ast::{
    AlterAuthorization, BufferPoolExtension, CursorAccess, CursorDefinition, CursorName, CursorOption, DeclareCursor,
    ExecuteAs, Expr, ExprKind, Fetch, FetchWhich, FileSize, Literal, ObjectName, Permission, PermissionStatement,
    PermissionVerb, PrincipalAction, PrincipalDefinition, PrincipalKind, PrincipalSource, PrincipalText, RaiseError,
    RaiseOption, Securable, SessionContext, SetUser, SizeUnit, StatementKind, TextData, TextPlace, TextStatement,
    Throw, WaitFor,
};

use super::expr::new_expr;
use super::file::named_options;
use super::name::{column_name, literal, name, object_name, variable};
use super::query::{common_tables, whole_query};
use super::statement::named;

fn operand() -> BoxedStrategy<Expr> {
    prop_oneof![
        literal().prop_map(|literal| new_expr(ExprKind::Literal(literal))),
        variable().prop_map(|name| new_expr(ExprKind::Variable(name))),
    ]
    .boxed()
}

fn text_place() -> BoxedStrategy<TextPlace> {
    (object_name(), name(), operand())
        .prop_map(|(table, column, pointer)| TextPlace { table: ObjectName { server: None, ..table }, column, pointer })
        .boxed()
}

fn text_statement() -> BoxedStrategy<TextStatement> {
    let data = prop_oneof![operand().prop_map(TextData::Value), text_place().prop_map(TextData::Place)];
    prop_oneof![
        (text_place(), operand(), operand(), any::<bool>())
            .prop_map(|(place, offset, size, holds)| TextStatement::Read { place, offset, size, holds }),
        (text_place(), operand()).prop_map(|(place, data)| TextStatement::Write { place, data }),
        (text_place(), operand(), operand(), option::of(data))
            .prop_map(|(place, offset, length, data)| TextStatement::Update { place, offset, length, data }),
    ]
    .boxed()
}

fn text_or_variable() -> BoxedStrategy<Expr> {
    prop_oneof![
        "[ -~]{0,5}".prop_map(|text| new_expr(ExprKind::Literal(Literal::String(text.into())))),
        variable().prop_map(|name| new_expr(ExprKind::Variable(name))),
    ]
    .boxed()
}

pub(crate) fn session_context() -> BoxedStrategy<SessionContext> {
    let text = || {
        prop_oneof![
            "[ -~]{0,5}".prop_map(|text| PrincipalText::Text(text.into())),
            variable().prop_map(PrincipalText::Variable),
        ]
    };
    prop_oneof![text().prop_map(SessionContext::Login), text().prop_map(SessionContext::User)].boxed()
}

pub(crate) fn cursor_name() -> BoxedStrategy<CursorName> {
    let plain = name().prop_filter("a variable or the word", |name| !name.text.starts_with('@') && !name.is("global"));
    prop_oneof![
        (any::<bool>(), plain).prop_map(|(global, name)| CursorName { global, name }),
        variable().prop_map(|name| CursorName { global: false, name }),
    ]
    .boxed()
}

fn cursor_definition() -> impl Strategy<Value = CursorDefinition> {
    let option = prop::sample::select(CursorOption::ALL.to_vec());
    let access = prop_oneof![Just(CursorAccess::ReadOnly), vec(column_name(), 0..3).prop_map(CursorAccess::Update)];
    (vec(option, 0..3), common_tables(1), whole_query(1), option::of(access)).prop_map(
        |(options, with, query, access)| {
            let query = sluice_syntax::ast::Query { with, ..query };
            CursorDefinition { options, query, access }
        },
    )
}

fn cursor_statement() -> BoxedStrategy<StatementKind> {
    let which = prop_oneof![
        Just(FetchWhich::Next),
        Just(FetchWhich::Prior),
        Just(FetchWhich::First),
        Just(FetchWhich::Last),
        any::<u32>()
            .prop_map(|count| FetchWhich::Absolute(new_expr(ExprKind::Literal(Literal::Integer(count.into()))))),
        variable().prop_map(|name| FetchWhich::Relative(new_expr(ExprKind::Variable(name)))),
    ];
    prop_oneof![
        (name(), any::<bool>(), any::<bool>(), cursor_definition()).prop_map(
            |(name, insensitive, scroll, definition)| {
                StatementKind::DeclareCursor(Box::new(DeclareCursor { name, insensitive, scroll, definition }))
            }
        ),
        (variable(), cursor_definition())
            .prop_map(|(variable, definition)| StatementKind::SetCursor { variable, definition: Box::new(definition) }),
        cursor_name().prop_map(StatementKind::OpenCursor),
        cursor_name().prop_map(StatementKind::CloseCursor),
        cursor_name().prop_map(StatementKind::DeallocateCursor),
        (option::of(which), cursor_name(), vec(variable(), 0..3))
            .prop_map(|(which, cursor, into)| StatementKind::Fetch(Box::new(Fetch { which, cursor, into }))),
    ]
    .boxed()
}

fn securable() -> impl Strategy<Value = Securable> {
    let class = prop::sample::select(vec![vec![], vec!["OBJECT"], vec!["APPLICATION", "ROLE"]]);
    (class, object_name(), vec(name(), 0..2)).prop_map(|(class, name, columns)| Securable {
        class: class.into_iter().map(named).collect(),
        name,
        columns,
    })
}

fn permission_statement() -> impl Strategy<Value = PermissionStatement> {
    let words = prop::sample::select(vec![vec!["SELECT"], vec!["VIEW", "SERVER", "STATE"], vec!["ALL"]]);
    let permission = (words, vec(name(), 0..2))
        .prop_map(|(words, columns)| Permission { words: words.into_iter().map(named).collect(), columns });
    let verb = prop::sample::select(vec![PermissionVerb::Grant, PermissionVerb::Deny, PermissionVerb::Revoke]);
    let head = (verb, any::<[bool; 3]>(), vec(permission, 1..3));
    (head, option::of(securable()), vec(name(), 1..3), option::of(name())).prop_map(
        |((verb, [revokes_option, with_grant_option, cascade], permissions), securable, principals, grantor)| {
            PermissionStatement {
                verb,
                grant_option_for: revokes_option && verb == PermissionVerb::Revoke,
                permissions,
                securable,
                principals,
                with_grant_option,
                cascade,
                grantor,
            }
        },
    )
}

fn principal() -> BoxedStrategy<PrincipalDefinition> {
    let define = |is_alter, kind, source: Option<PrincipalSource>, options| {
        let action = PrincipalAction::Define { source, options };
        (is_alter, kind, action)
    };
    let user_source = prop_oneof![
        name().prop_map(PrincipalSource::Login),
        Just(PrincipalSource::WithoutLogin),
        Just(PrincipalSource::ExternalProvider),
    ];
    let roles = || prop::sample::select(vec![PrincipalKind::Role, PrincipalKind::ServerRole]);
    let unlisted = || {
        named_options().prop_map(|mut options| {
            options.iter_mut().for_each(|option| option.list.clear());
            options
        })
    };
    let parts = prop_oneof![
        (any::<bool>(), unlisted()).prop_map(move |(is_alter, options)| define(
            is_alter,
            PrincipalKind::Login,
            None,
            options
        )),
        Just((
            false,
            PrincipalKind::Login,
            PrincipalAction::Define { source: Some(PrincipalSource::Windows), options: Vec::new() }
        )),
        any::<bool>().prop_map(|on| (true, PrincipalKind::Login, PrincipalAction::Enable(on))),
        (option::of(user_source), prop_oneof![Just(Vec::new()).boxed(), unlisted().boxed()])
            .prop_map(move |(source, options)| define(false, PrincipalKind::User, source, options)),
        (roles(), option::of(name())).prop_map(|(kind, owner)| {
            let none = PrincipalAction::Define { source: None, options: Vec::new() };
            (false, kind, owner.map_or(none, PrincipalAction::OwnedBy))
        }),
        (roles(), name(), any::<bool>()).prop_map(|(kind, member, add)| {
            let action = if add { PrincipalAction::AddMember(member) } else { PrincipalAction::DropMember(member) };
            (true, kind, action)
        }),
    ];
    (name(), parts)
        .prop_map(|(name, (is_alter, kind, action))| PrincipalDefinition { is_alter, kind, name, action })
        .boxed()
}

/// Statements about a session or the server.
pub(crate) fn session_statement() -> BoxedStrategy<StatementKind> {
    let throw = (operand(), operand(), operand()).prop_map(|(number, message, state)| Throw { number, message, state });
    let option = prop::sample::select(vec![RaiseOption::Log, RaiseOption::NoWait, RaiseOption::SetError]);
    let given = || {
        let is_given = |value: &Expr| !matches!(value.kind, ExprKind::Literal(Literal::Null));
        operand().prop_filter("a message, a severity and a state aren't NULL", is_given)
    };
    let raise = (given(), given(), given(), vec(operand(), 0..3), vec(option, 0..3)).prop_map(
        |(message, severity, state, arguments, options)| RaiseError { message, severity, state, arguments, options },
    );
    let wait = prop_oneof![text_or_variable().prop_map(WaitFor::Delay), text_or_variable().prop_map(WaitFor::Time)];
    let context = prop_oneof![1 => Just(SessionContext::Caller).boxed(), 3 => session_context()];
    let execute_as = (context, any::<bool>(), variable()).prop_map(|(context, no_revert, cookie)| ExecuteAs {
        context,
        no_revert,
        cookie: (!no_revert).then_some(cookie),
    });
    let size = FileSize { number: 10, unit: Some(SizeUnit::Gigabytes) };
    prop_oneof![
        option::of(throw).prop_map(|throw| StatementKind::Throw(throw.map(Box::new))),
        raise.prop_map(|raise| StatementKind::RaiseError(Box::new(raise))),
        wait.prop_map(|wait| StatementKind::WaitFor(Box::new(wait))),
        cursor_statement(),
        execute_as.prop_map(|statement| StatementKind::ExecuteAs(Box::new(statement))),
        option::of(variable()).prop_map(StatementKind::Revert),
        option::of(("[a-z']{1,5}", any::<bool>())).prop_map(|user| {
            StatementKind::SetUser(user.map(|(name, no_reset)| SetUser { name: name.into(), no_reset }))
        }),
        permission_statement().prop_map(|statement| StatementKind::Permission(Box::new(statement))),
        principal().prop_map(|principal| StatementKind::Principal(Box::new(principal))),
        (securable(), option::of(name())).prop_map(|(mut securable, owner)| {
            securable.columns.clear();
            StatementKind::AlterAuthorization(Box::new(AlterAuthorization { securable, owner }))
        }),
        text_statement().prop_map(|statement| StatementKind::Text(Box::new(statement))),
        (operand(), any::<bool>()).prop_map(|(session, status_only)| StatementKind::Kill { session, status_only }),
        any::<bool>().prop_map(|with_override| StatementKind::Reconfigure { with_override }),
        any::<bool>().prop_map(|no_wait| StatementKind::Shutdown { no_wait }),
        "[ -~]{0,4}".prop_map(move |file| {
            StatementKind::BufferPoolExtension(BufferPoolExtension::On { file: file.into(), size })
        }),
        Just(StatementKind::BufferPoolExtension(BufferPoolExtension::Off)),
        event_session().prop_map(|session| StatementKind::EventSession(Box::new(session))),
    ]
    .boxed()
}
