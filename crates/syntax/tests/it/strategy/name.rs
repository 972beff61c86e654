//! Random names, types and constants.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{ColumnName, Literal, Name, ObjectName, TypeArgument, TypeName, XmlSchemaCollection};

pub(crate) fn name() -> BoxedStrategy<Name> {
    prop_oneof![
        6 => "[a-zA-Z_#][a-z0-9_@$#]{0,6}",
        1 => "[ -~]{1,6}",
        1 => "[à-öА-я漢][a-zА-я ]{0,4}",
        1 => prop_oneof![Just("select"), Just("LEFT"), Just("]]"), Just("cast"), Just("iif"), Just("@x")]
            .prop_map(String::from),
    ]
    .prop_map(|text| Name::new(text, Span::default()))
    .boxed()
}

pub(crate) fn variable() -> BoxedStrategy<Name> {
    "@[a-z0-9_]{1,5}".prop_map(|text| Name::new(text, Span::default())).boxed()
}

pub(crate) fn object_name() -> BoxedStrategy<ObjectName> {
    (option::weighted(0.1, name()), option::weighted(0.2, name()), option::weighted(0.5, name()), name())
        .prop_map(|(server, database, schema, name)| ObjectName {
            server,
            database,
            schema,
            name,
            span: Span::default(),
        })
        .boxed()
}

pub(crate) fn column_name() -> BoxedStrategy<ColumnName> {
    (option::weighted(0.4, object_name()), name())
        .prop_map(|(qualifier, name)| {
            let qualifier = qualifier.map(|table| ObjectName { server: None, ..table });
            ColumnName { qualifier, name, span: Span::default() }
        })
        .boxed()
}

pub(crate) fn type_name() -> BoxedStrategy<TypeName> {
    let argument = prop_oneof![any::<u32>().prop_map(TypeArgument::Number), Just(TypeArgument::Max)];
    let plain = (object_name(), vec(argument, 0..3)).prop_map(|(name, arguments)| (name, arguments, None));
    let xml = (object_name(), any::<bool>()).prop_map(|(name, document)| {
        let collection = XmlSchemaCollection { document, name };
        (ObjectName::simple(Name::new("xml", Span::default())), Vec::new(), Some(Box::new(collection)))
    });
    prop_oneof![12 => plain.boxed(), 1 => xml.boxed()]
        .prop_map(|(name, arguments, schema_collection)| TypeName {
            name,
            arguments,
            schema_collection,
            span: Span::default(),
        })
        .boxed()
}

pub(crate) fn literal() -> BoxedStrategy<Literal> {
    prop_oneof![
        Just(Literal::Null),
        (0..=i64::MAX).prop_map(Literal::Integer),
        "[0-9]{0,3}\\.[0-9]{1,3}|[0-9]{1,3}\\.|9[0-9]{20}".prop_map(|text| Literal::Decimal(text.into())),
        "[0-9]{1,3}(\\.[0-9]{0,2})?[eE]([+-]?[0-9]{1,2})?".prop_map(|text| Literal::Float(text.into())),
        "([0-9]{1,3}(\\.[0-9]{0,4})?)?".prop_map(|text| Literal::Money(text.into())),
        vec(any::<u8>(), 0..5).prop_map(|bytes| Literal::Binary(bytes.into())),
        "[ -~\n\u{e9}]{0,6}".prop_map(|text| Literal::String(text.into())),
        "[ -~\n漢]{0,6}".prop_map(|text| Literal::NationalString(text.into())),
    ]
    .boxed()
}
