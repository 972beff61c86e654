//! Prints queries and table sources.

use super::printer::{Printer, quoted};
use crate::ast::{
    CommonTable, ForClause, Name, NestedChange, Offset, OrderItem, Query, QueryBody, Select, SelectItem,
    SelectItemKind, TableAlias, TableSource, TableSourceKind, Top,
};

impl Printer {
    /// Prints a query in parentheses.
    pub(crate) fn subquery(&mut self, query: &Query) {
        self.word("(");
        self.query(query);
        self.raw(")");
    }

    /// Prints a query: WITH with XMLNAMESPACES and common tables, the SELECTs, ORDER BY, OFFSET,
    /// FOR and OPTION.
    pub(crate) fn query(&mut self, query: &Query) {
        self.with_namespaces(query);
        let is_ordered = !query.order_by.is_empty() || query.offset.is_some();
        self.query_body(&query.body, is_ordered);
        self.ordered(&query.order_by, query.offset.as_ref());
        if let Some(clause) = &query.for_clause {
            self.for_clause(clause);
        }
        self.option(&query.hints);
    }

    /// `[ORDER BY ...] [OFFSET ...]`.
    fn ordered(&mut self, order_by: &[OrderItem], offset: Option<&Offset>) {
        if !order_by.is_empty() {
            self.order_by(order_by);
        }
        let Some(offset) = offset else { return };
        self.word("OFFSET");
        self.expression(&offset.skip);
        self.word("ROWS");
        if let Some(fetch) = &offset.fetch {
            self.word("FETCH NEXT");
            self.expression(fetch);
            self.word("ROWS ONLY");
        }
    }

    /// Prints WITH and the common tables. Prints nothing for an empty list.
    pub(crate) fn with(&mut self, tables: &[CommonTable]) {
        if tables.is_empty() {
            return;
        }
        self.word("WITH");
        self.tables(tables);
    }

    /// Prints `WITH` with the namespaces of the query's FOR XML clause before the tables.
    fn with_namespaces(&mut self, query: &Query) {
        let namespaces = match query.for_clause.as_deref() {
            Some(ForClause::Xml(clause)) => clause.namespaces.as_slice(),
            _ => &[],
        };
        if namespaces.is_empty() {
            return self.with(&query.with);
        }
        self.word("WITH XMLNAMESPACES");
        self.parenthesised(namespaces, |printer, (prefix, namespace)| match prefix {
            None => printer.word(&format!("DEFAULT {}", quoted(namespace))),
            Some(prefix) => printer.word(&format!("{} AS [{}]", quoted(namespace), prefix.replace(']', "]]"))),
        });
        if !query.with.is_empty() {
            self.raw(",");
            self.tables(&query.with);
        }
    }

    fn tables(&mut self, tables: &[CommonTable]) {
        self.word("");
        self.list(tables, |printer, table| {
            printer.name(&table.name);
            printer.columns(&table.columns);
            printer.word("AS");
            printer.subquery(&table.query);
        });
    }

    /// Prints ORDER BY; ascending order isn't printed.
    pub(crate) fn order_by(&mut self, items: &[OrderItem]) {
        self.word("ORDER BY");
        self.word("");
        self.list(items, |printer, item| {
            printer.expression(&item.value);
            if item.descending {
                printer.word("DESC");
            }
        });
    }

    /// Prints ` (names)`, if any.
    pub(crate) fn columns(&mut self, names: &[Name]) {
        if !names.is_empty() {
            self.parenthesised(names, Self::name);
        }
    }

    /// Prints TOP with its count in parentheses, if there is one.
    pub(crate) fn top(&mut self, top: &Option<Top>) {
        let Some(top) = top else { return };
        self.word("TOP (");
        self.expression(&top.count);
        self.raw(")");
        if top.percent {
            self.word("PERCENT");
        }
        if top.with_ties {
            self.word("WITH TIES");
        }
    }

    /// Prints the items of a select list; an alias always follows AS.
    pub(crate) fn select_items(&mut self, items: &[SelectItem]) {
        self.word("");
        self.list(items, |printer, item| match &item.kind {
            SelectItemKind::Value { value, alias } => {
                printer.expression(value);
                if let Some(alias) = alias {
                    printer.word("AS");
                    printer.name(alias);
                }
            }
            SelectItemKind::Star(None) => printer.word("*"),
            SelectItemKind::Star(Some(qualifier)) => {
                printer.object_name(qualifier);
                printer.raw(".*");
            }
            SelectItemKind::Assignment { variable, operator, value } => {
                printer.variable(variable);
                printer.word(operator.symbol());
                printer.expression(value);
            }
        });
    }

    /// Prints `FROM ...` if there are sources.
    pub(crate) fn from(&mut self, sources: &[TableSource]) {
        if !sources.is_empty() {
            self.word("FROM");
            self.word("");
            self.list(sources, Self::source);
        }
    }

    /// Prints the SELECTs. If `is_ordered`, an ORDER BY of the whole query follows, so the last
    /// operand may need parentheses.
    fn query_body(&mut self, body: &QueryBody, is_ordered: bool) {
        match body {
            QueryBody::Select(select) => self.select(select),
            QueryBody::Combined { first, rest } => {
                self.body_operand(first, false);
                for (place, combination) in rest.iter().enumerate() {
                    self.word(combination.operator.words());
                    self.body_operand(&combination.body, is_ordered && place + 1 == rest.len());
                }
            }
        }
    }

    fn body_operand(&mut self, body: &QueryBody, enclosed: bool) {
        if matches!(body, QueryBody::Select(_)) && !enclosed {
            return self.query_body(body, false);
        }
        self.word("(");
        self.query_body(body, false);
        self.raw(")");
    }

    fn select(&mut self, select: &Select) {
        self.word(if select.distinct { "SELECT DISTINCT" } else { "SELECT" });
        self.top(&select.top);
        self.select_items(&select.items);
        if let Some(into) = &select.into {
            self.word("INTO");
            self.object_name(into);
            self.on_filegroup(&select.into_filegroup);
        }
        self.from(&select.from);
        if let Some(condition) = &select.condition {
            self.word("WHERE");
            self.condition(condition);
        }
        self.group_by(&select.group_by);
        if let Some(having) = &select.having {
            self.word("HAVING");
            self.condition(having);
        }
        if !select.windows.is_empty() {
            self.word("WINDOW");
            self.word("");
            self.list(&select.windows, |printer, window| {
                printer.name(&window.name);
                printer.word("AS");
                printer.window(&window.window);
            });
        }
        if let Some(order) = &select.order {
            self.ordered(&order.order_by, order.offset.as_ref());
        }
    }

    /// Prints a table source of any kind with its alias.
    pub(crate) fn source(&mut self, source: &TableSource) {
        match &source.kind {
            TableSourceKind::Table { name, alias, sample, hints } => {
                self.object_name(name);
                self.simple_alias(alias);
                if let Some(sample) = sample {
                    self.table_sample(sample);
                }
                self.table_hints(hints);
            }
            TableSourceKind::Variable { name, alias, hints } => {
                self.variable(name);
                self.simple_alias(alias);
                self.table_hints(hints);
            }
            TableSourceKind::Function { name, arguments, alias } => {
                self.object_name(name);
                self.arguments(arguments, Self::expression);
                self.optional_table_alias(alias);
            }
            TableSourceKind::Derived { query, alias } => {
                self.subquery(query);
                self.table_alias(alias);
            }
            TableSourceKind::Values { rows, alias } => {
                self.word("(VALUES");
                self.word("");
                self.list(rows, |printer, row| printer.parenthesised(row, Self::expression));
                self.raw(")");
                self.table_alias(alias);
            }
            TableSourceKind::Change { change, alias } => {
                self.word("(");
                match change {
                    NestedChange::Insert(insert) => self.insert(insert),
                    NestedChange::Update(update) => self.update(update),
                    NestedChange::Delete(delete) => self.delete(delete),
                    NestedChange::Merge(merge) => self.merge(merge),
                }
                self.raw(")");
                self.table_alias(alias);
            }
            TableSourceKind::Nodes { call, alias } => {
                self.expression(call);
                self.table_alias(alias);
            }
            TableSourceKind::OpenJson(rowset) => self.open_json(rowset),
            TableSourceKind::OpenXml(rowset) => self.open_xml(rowset),
            TableSourceKind::OpenRowset(rowset) => self.open_rowset(rowset),
            TableSourceKind::Pivot(pivot) => self.pivot(pivot),
            TableSourceKind::Unpivot(unpivot) => self.unpivot(unpivot),
            TableSourceKind::Join { kind, hint, left, right, condition } => {
                self.source(left);
                self.word(&kind.words_with(*hint));
                // A join on the right side needs no parentheses before an ON of its own.
                let is_join = matches!(right.kind, TableSourceKind::Join { .. });
                self.source_in_parentheses(right, is_join && !kind.takes_condition());
                if let Some(condition) = condition {
                    self.word("ON");
                    self.condition(condition);
                }
            }
        }
    }

    /// Prints a table source, in parentheses if `parenthesised`. Whether they are needed is for the
    /// caller to know.
    pub(crate) fn source_in_parentheses(&mut self, source: &TableSource, parenthesised: bool) {
        if !parenthesised {
            return self.source(source);
        }
        self.word("(");
        self.source(source);
        self.raw(")");
    }

    /// Prints `AS alias (columns)`, if any.
    pub(crate) fn optional_table_alias(&mut self, alias: &Option<TableAlias>) {
        if let Some(alias) = alias {
            self.table_alias(alias);
        }
    }

    /// Prints `AS alias`, if any.
    pub(crate) fn simple_alias(&mut self, alias: &Option<Name>) {
        if let Some(alias) = alias {
            self.word("AS");
            self.name(alias);
        }
    }

    /// Prints `AS alias` with its columns.
    pub(crate) fn table_alias(&mut self, alias: &TableAlias) {
        self.word("AS");
        self.name(&alias.name);
        self.columns(&alias.columns);
    }
}
