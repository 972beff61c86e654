//! Random options, database files and backups.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    AlterDatabase, Backup, BackupDevice, BulkColumn, BulkInsert, CreateDatabase, DatabaseChange, DatabaseOrigin,
    FileGrowth, FileSize, FileSizeMax, FileSpec, Filegroup, InsertBulk, KeyColumn, Literal, NamedOption, OptionValue,
    Restore, RestoreKind, SizeUnit, StatementKind,
};

use super::name::{name, object_name, type_name, variable};
use super::statement::{named, termination};

fn value() -> BoxedStrategy<OptionValue> {
    let unit = prop::sample::select(vec!["MINUTES", "PERCENT", "ROWS"]);
    prop_oneof![
        prop::sample::select(vec!["ON", "OFF", "NONE", "PAGE", "a b"]).prop_map(|word| OptionValue::Word(named(word))),
        "[ -~]{0,4}".prop_map(|text| OptionValue::Literal { value: Literal::NationalString(text.into()), unit: None }),
        (0..99i64, option::of(unit))
            .prop_map(|(number, unit)| OptionValue::Literal { value: Literal::Integer(number), unit: unit.map(named) }),
        variable().prop_map(OptionValue::Variable),
    ]
    .boxed()
}

/// One or two options.
pub(crate) fn named_options() -> BoxedStrategy<Vec<NamedOption>> {
    let word = prop::sample::select(vec!["FILLFACTOR", "online", "COPY_ONLY", "DATA_COMPRESSION"]);
    let plain = (word, option::of(value())).prop_map(|(name, value)| NamedOption {
        name: named(name),
        value,
        list: Vec::new(),
        span: Span::default(),
    });
    let nested = (plain.clone(), vec(plain, 0..2)).prop_map(|(option, list)| NamedOption { list, ..option });
    vec(nested, 1..3).boxed()
}

fn size() -> BoxedStrategy<FileSize> {
    let unit =
        prop::sample::select(vec![SizeUnit::Kilobytes, SizeUnit::Megabytes, SizeUnit::Gigabytes, SizeUnit::Terabytes]);
    (any::<u32>(), option::of(unit)).prop_map(|(number, unit)| FileSize { number, unit }).boxed()
}

fn file() -> BoxedStrategy<FileSpec> {
    let size_max = prop_oneof![Just(FileSizeMax::Unlimited), size().prop_map(FileSizeMax::Size)];
    let growth = prop_oneof![any::<u32>().prop_map(FileGrowth::Percent), size().prop_map(FileGrowth::Size)];
    let sizes = (option::of(size()), option::of(size_max), option::of(growth), any::<bool>());
    (name(), option::of(name()), option::of("[ -~]{0,5}"), sizes)
        .prop_map(|(name, new_name, file, (size, size_max, growth, offline))| FileSpec {
            name: Some(name),
            new_name,
            file: file.map(Into::into),
            size,
            size_max,
            growth,
            offline,
            span: Span::default(),
        })
        .boxed()
}

fn create_database() -> impl Strategy<Value = CreateDatabase> {
    let further = (name(), option::of(Just("FILESTREAM")), any::<bool>(), vec(file(), 1..3)).prop_map(
        |(name, contains, is_default, files)| Filegroup {
            name: Some(name),
            contains: contains.map(named),
            is_default,
            files,
        },
    );
    let groups = option::of((vec(file(), 1..3), vec(further, 0..2))).prop_map(|groups| {
        let primary = |files| Filegroup { name: None, contains: None, is_default: false, files };
        groups.map_or(Vec::new(), |(files, further)| [vec![primary(files)], further].concat())
    });
    let origin = prop_oneof![
        Just(DatabaseOrigin::Attach),
        Just(DatabaseOrigin::AttachRebuildLog),
        name().prop_map(DatabaseOrigin::SnapshotOf),
    ];
    let containment = option::of(Just("PARTIAL")).prop_map(|word| word.map(named));
    let head = (name(), containment, groups, vec(file(), 0..2));
    (head, option::of(name()), option::of(origin), prop_oneof![Just(Vec::new()), named_options()]).prop_map(
        |((name, containment, filegroups, log), collation, origin, options)| CreateDatabase {
            name,
            containment,
            filegroups,
            log,
            collation,
            origin,
            options: options.into_iter().filter(|option| option.value.is_none()).collect(),
        },
    )
}

fn change() -> BoxedStrategy<DatabaseChange> {
    let contains = option::of(Just("MEMORY_OPTIMIZED_DATA")).prop_map(|word| word.map(named));
    prop_oneof![
        (vec(file(), 1..3), option::of(name()))
            .prop_map(|(files, filegroup)| DatabaseChange::AddFiles { files, filegroup }),
        vec(file(), 1..3).prop_map(DatabaseChange::AddLogFiles),
        name().prop_map(DatabaseChange::RemoveFile),
        file().prop_map(|file| DatabaseChange::ModifyFile(Box::new(file))),
        (name(), contains).prop_map(|(name, contains)| DatabaseChange::AddFilegroup { name, contains }),
        name().prop_map(DatabaseChange::RemoveFilegroup),
        (name(), named_options(), option::of(termination())).prop_map(|(name, mut options, termination)| {
            DatabaseChange::ModifyFilegroup { name, change: options.remove(0), termination }
        }),
        name().prop_map(DatabaseChange::ModifyName),
        name().prop_map(DatabaseChange::Collate),
    ]
    .boxed()
}

fn devices() -> BoxedStrategy<Vec<BackupDevice>> {
    let text = "[ -~]{0,5}".prop_map(|text| OptionValue::Literal { value: Literal::String(text.into()), unit: None });
    let file = prop_oneof![text, variable().prop_map(OptionValue::Variable)];
    let medium = prop::sample::select(vec!["DISK", "TAPE", "URL"]);
    let device = prop_oneof![
        (medium, file).prop_map(|(medium, file)| BackupDevice::File { medium: named(medium), file }),
        name().prop_filter("a variable", |name| !name.text.starts_with('@')).prop_map(BackupDevice::Named),
        variable().prop_map(BackupDevice::Named),
    ];
    vec(device, 1..3).boxed()
}

/// Statements about files.
pub(crate) fn file_statement() -> BoxedStrategy<StatementKind> {
    let options = || prop_oneof![Just(Vec::new()), named_options()];
    let part = option::of("[ -~]{0,4}").prop_map(|file| {
        let value = |text: String| OptionValue::Literal { value: Literal::String(text.into()), unit: None };
        let part = |text| NamedOption {
            name: named("FILE"),
            value: Some(value(text)),
            list: Vec::new(),
            span: Span::default(),
        };
        file.map(part).into_iter().collect::<Vec<_>>()
    });
    let database = || prop_oneof![Just(named("d")), Just(named("a b")), variable()];
    let backup = (any::<bool>(), database(), part.clone(), devices(), vec(devices(), 0..2), options()).prop_map(
        |(of_log, database, parts, devices, mirrors, options)| Backup {
            of_log,
            database,
            parts,
            devices,
            mirrors,
            options,
        },
    );
    let moved = ("[ -~]{0,4}", "[ -~]{0,4}").prop_map(|(file, place)| (file.into(), place.into()));
    let kind = prop::sample::select(RestoreKind::ALL.to_vec());
    let restore = (kind, database(), part, devices(), vec(moved, 0..3), options()).prop_map(
        |(kind, database, parts, devices, moves, options)| {
            let named = matches!(kind, RestoreKind::Database | RestoreKind::Log);
            let parts = if named { parts } else { Vec::new() };
            Restore { kind, database: named.then_some(database), parts, devices, moves, options }
        },
    );
    let key = (name(), any::<bool>()).prop_map(|(name, descending)| KeyColumn { name, descending });
    let column = (name(), type_name(), option::of(name()), option::of(any::<bool>()))
        .prop_map(|(name, data_type, collation, nullable)| BulkColumn { name, data_type, collation, nullable });
    let load = (object_name(), vec(column, 1..3), options(), vec(key.clone(), 0..3))
        .prop_map(|(table, columns, options, order)| InsertBulk { table, columns, options, order });
    let bulk = (object_name(), "[ -~]{0,5}", options(), vec(key, 0..3))
        .prop_map(|(table, file, options, order)| BulkInsert { table, file: file.into(), options, order });
    prop_oneof![
        create_database().prop_map(|database| StatementKind::CreateDatabase(Box::new(database))),
        (option::of(name()), change())
            .prop_map(|(database, change)| StatementKind::AlterDatabase(Box::new(AlterDatabase { database, change }))),
        backup.prop_map(StatementKind::Backup),
        restore.prop_map(|restore| StatementKind::Restore(Box::new(restore))),
        load.prop_map(|load| StatementKind::InsertBulk(Box::new(load))),
        bulk.prop_map(|bulk| StatementKind::BulkInsert(Box::new(bulk))),
    ]
    .boxed()
}
