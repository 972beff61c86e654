//! Random definitions of tables, indexes and other objects.

use std::ops::Range;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    AlterIndex, AlterTable, ColumnChange, ColumnDefinition, ColumnOption, ColumnOptionKind, ColumnProperty,
    ColumnSource, ConstraintKind, CreateIndex, CreateStatistics, CreateTable, CreateType, DropIndex, DropObjects,
    DropTrigger, DroppedIndex, DroppedKind, DroppedPart, IndexAction, InlineIndex, KeyColumn, NamedOption, Partition,
    ReferentialAction, StatementKind, TableAction, TableConstraint, TransferToSchema, TriggerScope, TriggerSwitch,
    UpdateStatistics, UserType,
};

use super::expr::{condition, expr};
use super::file::named_options;
use super::name::{name, object_name, type_name};
use super::statement::named;

pub(crate) fn create_table() -> impl Strategy<Value = CreateTable> {
    let table_constraint = (option::of(name()), constraint_kind(1..3));
    let table_constraint =
        table_constraint.prop_map(|(name, kind)| TableConstraint { name, kind, span: Span::default() });
    let tail = (option::weighted(0.2, name()), option::weighted(0.1, name()), few_options());
    (object_name(), vec(column(), 1..4), vec(table_constraint, 0..3), vec(inline_index(1..3), 0..2), tail).prop_map(
        |(name, columns, constraints, indexes, (filegroup, lob_filegroup, options))| CreateTable {
            name,
            columns,
            constraints,
            indexes,
            filegroup,
            lob_filegroup,
            options,
        },
    )
}

/// Generates a table whose constraints have no names, as a table variable or a table type has it.
pub(super) fn unnamed_table() -> impl Strategy<Value = CreateTable> {
    create_table().prop_map(|mut table| {
        table.constraints.iter_mut().for_each(|constraint| constraint.name = None);
        for column in &mut table.columns {
            for option in &mut column.options {
                match &mut option.kind {
                    ColumnOptionKind::Default { name, .. } => *name = None,
                    ColumnOptionKind::Constraint(constraint) => constraint.name = None,
                    _ => {}
                }
            }
            give_unique_to_indexes(&mut column.options);
        }
        table
    })
}

/// UNIQUE behind an INDEX that doesn't have the word belongs to the index.
fn give_unique_to_indexes(options: &mut [ColumnOption]) {
    for place in 1..options.len() {
        let (before, behind) = options.split_at_mut(place);
        if let [.., ColumnOption { kind: ColumnOptionKind::Index(index), .. }] = before
            && let [ColumnOption { kind: ColumnOptionKind::Constraint(constraint), .. }, ..] = behind
            && constraint.name.is_none()
        {
            index.unique |= matches!(constraint.kind, ConstraintKind::Key { primary: false, .. });
        }
    }
}

fn few_options() -> BoxedStrategy<Vec<NamedOption>> {
    prop_oneof![4 => Just(Vec::new()), 1 => named_options()].boxed()
}

fn key_column() -> impl Strategy<Value = KeyColumn> {
    (name(), any::<bool>()).prop_map(|(name, descending)| KeyColumn { name, descending })
}

/// Generates an index with this many columns.
fn inline_index(columns: Range<usize>) -> BoxedStrategy<InlineIndex> {
    let head = (any::<bool>(), option::of(any::<bool>()), name(), vec(key_column(), columns));
    let tail = (vec(name(), 0..2), option::weighted(0.2, condition(1)), few_options(), option::weighted(0.2, name()));
    (head, tail)
        .prop_map(|((unique, clustered, name, columns), (include, condition, options, filegroup))| InlineIndex {
            unique,
            clustered,
            name,
            columns,
            include,
            condition,
            options,
            filegroup,
            span: Span::default(),
        })
        .boxed()
}

/// Generates constraints with this many columns, or none for a column's constraint.
fn constraint_kind(columns: Range<usize>) -> BoxedStrategy<ConstraintKind> {
    let action = prop::sample::select(vec![
        ReferentialAction::NoAction,
        ReferentialAction::Cascade,
        ReferentialAction::SetNull,
        ReferentialAction::SetDefault,
    ]);
    let foreign = (vec(name(), columns.clone()), object_name(), vec(name(), 0..2));
    prop_oneof![
        (
            any::<bool>(),
            option::of(any::<bool>()),
            vec(key_column(), columns),
            few_options(),
            option::weighted(0.2, name())
        )
            .prop_map(|(primary, clustered, columns, options, filegroup)| ConstraintKind::Key {
                primary,
                clustered,
                columns,
                options,
                filegroup
            }),
        (condition(1), any::<bool>())
            .prop_map(|(condition, not_for_replication)| ConstraintKind::Check { condition, not_for_replication }),
        (foreign, option::of(action.clone()), option::of(action), any::<bool>()).prop_map(
            |((columns, table, referenced), on_delete, on_update, not_for_replication)| ConstraintKind::ForeignKey {
                columns,
                table,
                referenced,
                on_delete,
                on_update,
                not_for_replication
            }
        ),
    ]
    .boxed()
}

fn column() -> impl Strategy<Value = ColumnDefinition> {
    let option =
        prop_oneof![
            Just(ColumnOptionKind::Null),
            Just(ColumnOptionKind::NotNull),
            option::of((expr(1), expr(1))).prop_map(ColumnOptionKind::Identity),
            Just(ColumnOptionKind::RowGuid),
            Just(ColumnOptionKind::Sparse),
            Just(ColumnOptionKind::ColumnSet),
            (option::of(name()), expr(1), any::<bool>())
                .prop_map(|(name, value, with_values)| ColumnOptionKind::Default { name, value, with_values }),
            inline_index(0..1).prop_map(|index| ColumnOptionKind::Index(Box::new(index))),
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
        // COLLATE precedes DEFAULT; after DEFAULT it would be part of the value.
        let collation = collation.map(ColumnOptionKind::Collate);
        // NOT FOR REPLICATION belongs to the preceding identity. After a foreign key it would be
        // the key's.
        let options = options.into_iter().flat_map(|option| {
            let follows = matches!(option, ColumnOptionKind::Identity(Some(_)));
            [Some(option), follows.then_some(ColumnOptionKind::NotForReplication)].into_iter().flatten()
        });
        let options = collation.into_iter().chain(options);
        let mut options: Vec<_> = options.map(|kind| ColumnOption { kind, span: Span::default() }).collect();
        give_unique_to_indexes(&mut options);
        ColumnDefinition { name, source, options, span: Span::default() }
    })
}

fn partition() -> impl Strategy<Value = Option<Partition>> {
    let partition = prop_oneof![Just(Partition::All), any::<u32>().prop_map(Partition::Number)];
    option::of(partition)
}

fn table_action() -> BoxedStrategy<TableAction> {
    let default = (expr(1), name(), any::<bool>()).prop_map(|(value, column, with_values)| ConstraintKind::Default {
        value,
        column,
        with_values,
    });
    let added = (option::of(name()), prop_oneof![constraint_kind(1..3), default.boxed()])
        .prop_map(|(name, kind)| TableConstraint { name, kind, span: Span::default() });
    let part =
        (any::<bool>(), any::<bool>(), name(), few_options()).prop_map(|(is_column, if_exists, name, options)| {
            let options = if is_column { Vec::new() } else { options };
            DroppedPart { is_column, if_exists, name, options }
        });
    let property = prop::sample::select(vec![
        ColumnProperty::RowGuid,
        ColumnProperty::Persisted,
        ColumnProperty::NotForReplication,
        ColumnProperty::Sparse,
        ColumnProperty::Hidden,
    ]);
    let change = prop_oneof![
        (type_name(), option::of(name()), option::of(any::<bool>()), any::<bool>()).prop_map(
            |(data_type, collation, nullable, is_sparse)| ColumnChange::Type {
                data_type,
                collation,
                nullable,
                is_sparse
            }
        ),
        (any::<bool>(), property).prop_map(|(add, property)| ColumnChange::Property { add, property }),
    ];
    prop_oneof![
        (option::of(any::<bool>()), vec(column(), 1..3), vec(added, 0..3), vec(inline_index(1..2), 0..2)).prop_map(
            |(check, columns, constraints, indexes)| TableAction::Add { check, columns, constraints, indexes }
        ),
        (name(), change, few_options()).prop_map(|(column, change, options)| TableAction::AlterColumn {
            column,
            change,
            options
        }),
        vec(part, 1..3).prop_map(TableAction::Drop),
        (option::of(any::<bool>()), any::<bool>(), vec(name(), 0..3))
            .prop_map(|(check, enable, names)| TableAction::SwitchConstraints { check, enable, names }),
        (any::<bool>(), vec(name(), 0..3)).prop_map(|(enable, names)| TableAction::SwitchTriggers { enable, names }),
        (partition(), few_options()).prop_map(|(partition, options)| TableAction::Rebuild { partition, options }),
        named_options().prop_map(TableAction::Set),
    ]
    .boxed()
}

fn index_statement() -> BoxedStrategy<StatementKind> {
    let create = (inline_index(1..3), object_name()).prop_map(|(index, table)| CreateIndex {
        unique: index.unique,
        clustered: index.clustered,
        name: index.name,
        table,
        columns: index.columns,
        include: index.include,
        condition: index.condition,
        options: index.options,
        filegroup: index.filegroup,
    });
    let action = prop_oneof![
        (partition(), few_options()).prop_map(|(partition, options)| IndexAction::Rebuild { partition, options }),
        (partition(), few_options()).prop_map(|(partition, options)| IndexAction::Reorganize { partition, options }),
        Just(IndexAction::Disable),
        named_options().prop_map(IndexAction::Set),
    ];
    let dropped =
        (name(), object_name(), few_options()).prop_map(|(name, table, options)| DroppedIndex { name, table, options });
    let statistics = (name(), object_name(), vec(name(), 1..3), option::of(condition(1)), few_options()).prop_map(
        |(name, table, columns, condition, options)| CreateStatistics { name, table, columns, condition, options },
    );
    prop_oneof![
        create.prop_map(|index| StatementKind::CreateIndex(Box::new(index))),
        (option::of(name()), object_name(), action).prop_map(|(index, table, action)| StatementKind::AlterIndex(
            Box::new(AlterIndex { index, table, action })
        )),
        (any::<bool>(), vec(dropped, 1..3))
            .prop_map(|(if_exists, indexes)| StatementKind::DropIndex(DropIndex { if_exists, indexes })),
        statistics.prop_map(|statistics| StatementKind::CreateStatistics(Box::new(statistics))),
        (object_name(), vec(name(), 0..3), few_options()).prop_map(|(table, names, options)| {
            StatementKind::UpdateStatistics(Box::new(UpdateStatistics { table, names, options }))
        }),
    ]
    .boxed()
}

pub(crate) fn trigger_scope() -> impl Strategy<Value = TriggerScope> {
    prop_oneof![object_name().prop_map(TriggerScope::Table), Just(TriggerScope::Database), Just(TriggerScope::Server),]
}

/// Generates definitions that needn't be first in their batch.
pub(crate) fn definition() -> BoxedStrategy<StatementKind> {
    let user_type = prop_oneof![
        (type_name(), option::of(any::<bool>())).prop_map(|(base, nullable)| UserType::Alias { base, nullable }),
        unnamed_table().prop_map(|CreateTable { columns, constraints, indexes, .. }| UserType::Table {
            columns,
            constraints,
            indexes
        }),
    ];
    let kind = prop::sample::select(vec![
        DroppedKind::Procedure,
        DroppedKind::Function,
        DroppedKind::View,
        DroppedKind::Schema,
        DroppedKind::Type,
        DroppedKind::Synonym,
        DroppedKind::Default,
        DroppedKind::Rule,
        DroppedKind::Statistics,
        DroppedKind::Login,
        DroppedKind::User,
        DroppedKind::Role,
        DroppedKind::ServerRole,
        DroppedKind::ApplicationRole,
    ]);
    let class = prop::sample::select(vec![vec![], vec!["OBJECT"], vec!["XML", "SCHEMA", "COLLECTION"]]);
    prop_oneof![
        (object_name(), table_action())
            .prop_map(|(table, action)| StatementKind::AlterTable(Box::new(AlterTable { table, action }))),
        index_statement(),
        (object_name(), user_type)
            .prop_map(|(name, kind)| StatementKind::CreateType(Box::new(CreateType { name, kind }))),
        (object_name(), object_name())
            .prop_map(|(name, target)| StatementKind::CreateSynonym { name: Box::new(name), target: Box::new(target) }),
        (kind, any::<bool>(), vec(object_name(), 1..3)).prop_map(|(kind, if_exists, mut names)| {
            names.truncate(if kind.takes_list() { 3 } else { 1 });
            StatementKind::DropObjects(DropObjects { kind, if_exists, names })
        }),
        (any::<bool>(), vec(object_name(), 1..3), option::of(trigger_scope()))
            .prop_map(|(if_exists, names, scope)| StatementKind::DropTrigger(DropTrigger { if_exists, names, scope })),
        (any::<bool>(), vec(object_name(), 0..3), trigger_scope())
            .prop_map(|(enable, names, scope)| StatementKind::SwitchTrigger(TriggerSwitch { enable, names, scope })),
        (name(), class, object_name()).prop_map(|(schema, class, name)| {
            let class = class.into_iter().map(named).collect();
            StatementKind::TransferToSchema(Box::new(TransferToSchema { schema, class, name }))
        }),
    ]
    .boxed()
}
