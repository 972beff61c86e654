//! Prints table sources with their own grammar, GROUP BY, FOR and hints.

use super::printer::{Printer, quoted};
use crate::ast::{
    Expr, ExprKind, ForClause, ForJson, ForXml, GroupBy, GroupItem, Hint, KeyColumn, Literal, Name, OpenJson,
    OpenRowset, OpenXml, Pivot, RowsetColumn, TableSample, TableSource, TableSourceKind, Unpivot, XmlElements, XmlMode,
    XmlSchema,
};

impl Printer {
    /// Prints OPENJSON with its path, WITH and alias.
    pub(crate) fn open_json(&mut self, rowset: &OpenJson) {
        self.word("OPENJSON(");
        self.expression(&rowset.value);
        if let Some(path) = &rowset.path {
            self.raw(", ");
            self.expression(path);
        }
        self.raw(")");
        if !rowset.columns.is_empty() {
            self.word("WITH");
            self.parenthesised(&rowset.columns, Self::rowset_column);
        }
        self.optional_table_alias(&rowset.alias);
    }

    /// Prints OPENXML with its flags, WITH and alias.
    pub(crate) fn open_xml(&mut self, rowset: &OpenXml) {
        self.word("OPENXML(");
        self.expression(&rowset.document);
        for argument in [&rowset.path].into_iter().chain(&rowset.flags) {
            self.raw(", ");
            self.expression(argument);
        }
        self.raw(")");
        match &rowset.schema {
            XmlSchema::Edge => {}
            XmlSchema::Columns(columns) => {
                self.word("WITH");
                self.parenthesised(columns, Self::rowset_column);
            }
            XmlSchema::Table(name) => {
                self.word("WITH");
                self.object_name(name);
            }
        }
        self.optional_table_alias(&rowset.alias);
    }

    /// Prints OPENROWSET(BULK), the file as a string with N.
    pub(crate) fn open_rowset(&mut self, rowset: &OpenRowset) {
        self.word(&format!("OPENROWSET(BULK N{}", quoted(&rowset.file)));
        for option in &rowset.options {
            self.raw(", ");
            self.named_option(option);
        }
        if !rowset.order.is_empty() {
            self.raw(",");
            let column = |(name, descending): &(Name, bool)| KeyColumn { name: name.clone(), descending: *descending };
            self.bulk_order(&rowset.order.iter().map(column).collect::<Vec<_>>());
        }
        if rowset.is_unique {
            self.word("UNIQUE");
        }
        self.raw(")");
        self.optional_table_alias(&rowset.alias);
    }

    fn rowset_column(&mut self, column: &RowsetColumn) {
        self.name(&column.name);
        self.type_name(&column.data_type);
        if let Some(path) = &column.path {
            self.word(&format!("N{}", quoted(path)));
        }
        if column.as_json {
            self.word("AS JSON");
        }
    }

    /// Prints PIVOT after its source.
    pub(crate) fn pivot(&mut self, pivot: &Pivot) {
        self.turned(&pivot.source);
        self.word("PIVOT (");
        self.call(&pivot.aggregate);
        self.word("FOR");
        self.column_name(&pivot.column);
        self.word("IN");
        self.columns(&pivot.values);
        self.raw(")");
        self.table_alias(&pivot.alias);
    }

    /// Prints UNPIVOT after its source.
    pub(crate) fn unpivot(&mut self, unpivot: &Unpivot) {
        self.turned(&unpivot.source);
        self.word("UNPIVOT (");
        self.name(&unpivot.value);
        self.word("FOR");
        self.name(&unpivot.column);
        self.word("IN");
        self.parenthesised(&unpivot.columns, Self::column_name);
        self.raw(")");
        self.table_alias(&unpivot.alias);
    }

    /// Prints the source of a PIVOT, with a join in parentheses.
    fn turned(&mut self, source: &TableSource) {
        self.source_in_parentheses(source, matches!(source.kind, TableSourceKind::Join { .. }));
    }

    /// Prints TABLESAMPLE, always with ROWS or PERCENT.
    pub(crate) fn table_sample(&mut self, sample: &TableSample) {
        self.word("TABLESAMPLE (");
        self.expression(&sample.number);
        self.word(if sample.rows { "ROWS" } else { "PERCENT" });
        self.raw(")");
        if let Some(seed) = &sample.seed {
            self.word("REPEATABLE (");
            self.expression(seed);
            self.raw(")");
        }
    }

    /// Prints `GROUP BY`, if any. WITH CUBE or ROLLUP of the old form follows.
    pub(crate) fn group_by(&mut self, grouping: &GroupBy) {
        if grouping.items.is_empty() {
            return;
        }
        self.word(if grouping.all { "GROUP BY ALL" } else { "GROUP BY" });
        self.word("");
        self.list(&grouping.items, Self::group_item);
        if let Some(group) = grouping.with {
            self.word("WITH");
            self.word(group.word());
        }
    }

    fn group_item(&mut self, item: &GroupItem) {
        match item {
            GroupItem::Value(value) => self.expression(value),
            GroupItem::Set(values) => self.parenthesised(values, Self::expression),
            GroupItem::Sets(items) => {
                self.word("GROUPING SETS");
                self.parenthesised(items, Self::group_item);
            }
            GroupItem::Super(group, elements) => {
                self.word(group.word());
                self.parenthesised(elements, |printer, element| match &element[..] {
                    [value] => printer.expression(value),
                    values => printer.parenthesised(values, Self::expression),
                });
            }
        }
    }

    /// Prints FOR BROWSE, FOR XML or FOR JSON with its options.
    pub(crate) fn for_clause(&mut self, clause: &ForClause) {
        self.word("FOR");
        self.word(clause.word());
        match clause {
            ForClause::Browse => {}
            ForClause::Xml(clause) => self.for_xml(clause),
            ForClause::Json(clause) => self.for_json(clause),
        }
    }

    fn for_xml(&mut self, clause: &ForXml) {
        match &clause.mode {
            XmlMode::Raw(name) => self.named_word("RAW", name),
            XmlMode::Auto => self.word("AUTO"),
            XmlMode::Explicit => self.word("EXPLICIT"),
            XmlMode::Path(name) => self.named_word("PATH", name),
        }
        match clause.elements {
            None => {}
            Some(XmlElements::Absent) => self.raw(", ELEMENTS"),
            Some(XmlElements::XsiNil) => self.raw(", ELEMENTS XSINIL"),
        }
        if clause.xml_data {
            self.raw(", XMLDATA");
        }
        for (word, name) in [("XMLSCHEMA", &clause.xml_schema), ("ROOT", &clause.root)] {
            if let Some(name) = name {
                self.raw(",");
                self.named_word(word, name);
            }
        }
        if clause.binary_base64 {
            self.raw(", BINARY BASE64");
        }
        if clause.typed {
            self.raw(", TYPE");
        }
    }

    fn for_json(&mut self, clause: &ForJson) {
        self.word(if clause.path { "PATH" } else { "AUTO" });
        if let Some(name) = &clause.root {
            self.raw(",");
            self.named_word("ROOT", name);
        }
        if clause.include_null_values {
            self.raw(", INCLUDE_NULL_VALUES");
        }
        if clause.without_array_wrapper {
            self.raw(", WITHOUT_ARRAY_WRAPPER");
        }
    }

    fn named_word(&mut self, word: &str, name: &Option<Box<str>>) {
        self.word(word);
        if let Some(name) = name {
            self.raw(&format!("({})", quoted(name)));
        }
    }

    /// Prints `OPTION (...)`, if there are hints. A hint with one value is printed without
    /// parentheses where its grammar has none.
    pub(crate) fn option(&mut self, hints: &[Hint]) {
        if hints.is_empty() {
            return;
        }
        self.word("OPTION");
        self.parenthesised(hints, |printer, hint| {
            hint.words.iter().for_each(|word| printer.any_word(word));
            if !hint.assumptions.is_empty() {
                printer.parenthesised(&hint.assumptions, |printer, (variable, value)| {
                    printer.variable(variable);
                    match value {
                        None => printer.word("UNKNOWN"),
                        Some(value) => {
                            printer.word("=");
                            printer.expression(value);
                        }
                    }
                });
            }
            match &hint.arguments[..] {
                [] => {}
                [value] if takes_bare_value(hint, value) => {
                    if EQUALS_HINTS.iter().any(|known| hint.words.last().is_some_and(|word| word.is(known))) {
                        printer.word("=");
                    }
                    printer.expression(value);
                }
                arguments => printer.arguments(arguments, Self::expression),
            }
        });
    }

    /// Prints `WITH (hints)` of a table. Without hints it prints nothing.
    pub(crate) fn table_hints(&mut self, hints: &[Hint]) {
        if !hints.is_empty() {
            self.word("WITH");
            self.parenthesised(hints, |printer, hint| {
                hint.words.iter().for_each(|word| printer.any_word(word));
                if !hint.arguments.is_empty() {
                    printer.arguments(&hint.arguments, Self::expression);
                }
            });
        }
    }
}

/// Whether a hint's value is written without parentheses: `MAXDOP 2`, but `USE HINT ('name')`.
fn takes_bare_value(hint: &Hint, value: &Expr) -> bool {
    use Literal::{Decimal, Integer, NationalString, String};
    let plain = matches!(value.kind, ExprKind::Literal(Integer(_) | Decimal(_) | String(_) | NationalString(_)));
    plain && !hint.words.last().is_some_and(|word| word.is("HINT"))
}

/// Hints whose value follows an equals sign.
const EQUALS_HINTS: [&str; 3] = ["MAX_GRANT_PERCENT", "MIN_GRANT_PERCENT", "LABEL"];
