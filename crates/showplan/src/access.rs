//! SHOWPLAN of table access: scans, seeks and look-ups.

use crate::expression::{Words, comparison_symbol};
use crate::names::{ColumnName, TableName, quoted, write_columns};
use crate::node::Site;
use crate::operator::{Counts, PlanOperator};
use crate::scalar::comparison_word;
use crate::xml::{Xml, flag};
use sluice_base::sync::Arc;
use sluice_catalog::{Index, Table};
use sluice_plan::estimate::{cost_of_access, rows_of_scan};
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{PathMethod, ScanTarget, Seek, SeekRange, ViewTarget};
use sluice_types::Comparison;

impl Words<'_> {
    /// Returns the name of a table of `database`, or of the current database. The name of a table
    /// variable has neither database nor schema.
    pub(crate) fn table(&self, database: Option<&str>, table: &Table) -> TableName {
        TableName::of_table(database.unwrap_or(self.database), table)
    }

    /// Returns the accessed heap or index. The form is `OBJECT:([db].[schema].[table].[index])`.
    pub(crate) fn object(&self, database: Option<&str>, table: &Table, index: Option<&Index>) -> String {
        let table = self.table(database, table).text();
        match index {
            Some(index) => format!("OBJECT:({table}.{})", quoted(&index.name)),
            None => format!("OBJECT:({table})"),
        }
    }

    /// Registers the columns `ids` of a table. Expressions above show them as
    /// `[db].[schema].[table].[column]`.
    pub(crate) fn learn_table(&mut self, database: Option<&str>, table: &Table, ids: &[ColumnId]) {
        let name = Arc::new(self.table(database, table));
        for (id, column) in ids.iter().zip(&table.columns) {
            self.columns.insert(*id, ColumnName::of_table(&name, &column.name));
        }
    }

    /// Registers the columns of a system view.
    pub(crate) fn learn_view(&mut self, target: &ViewTarget) {
        let name = Arc::new(TableName::in_schema(target.def.schema, target.def.name));
        for (id, column) in target.columns.iter().zip(&target.def.columns) {
            self.columns.insert(*id, ColumnName::of_table(&name, &column.name));
        }
    }

    /// Returns a table's scan or seek. The seek of an index that doesn't cover becomes a Nested
    /// Loops with a look-up below it.
    pub(crate) fn scan(&self, target: &ScanTarget, counts: Counts, site: &Site) -> Box<PlanOperator> {
        let table = &target.table;
        let index = target.seek.as_ref().and_then(|seek| table.indexes.iter().find(|index| index.id == seek.index));
        let looks_up = target.seek.as_ref().zip(index).filter(|(seek, index)| !seek.covers && !index.is_clustered());
        let made = target.columns.iter().chain(&target.locator).chain(&target.address);
        let output: Vec<ColumnId> = made.copied().filter(|id| site.above.contains(id)).collect();
        let rows = rows_of_scan(target);
        let (entries, lookup) = cost_of_access(target);
        let Some((_, index)) = looks_up else {
            let mut shown = self.entries(target, index, &output);
            shown.estimate = self.estimate(rows, entries + lookup, &output, site.executions);
            return shown.counted(counts);
        };
        let is_entry = |id: &&ColumnId| {
            let place = target.columns.iter().position(|column| column == *id);
            place.is_some_and(|place| is_in_entry(table, index, place))
        };
        let (of_entry, of_row): (Vec<&ColumnId>, Vec<&ColumnId>) = output.iter().partition(is_entry);
        let [of_entry, of_row] = [of_entry, of_row].map(|ids| ids.into_iter().copied().collect::<Vec<_>>());
        let mut seek = self.entries(target, Some(index), &of_entry);
        seek.estimate = self.estimate(rows, entries, &of_entry, site.executions);
        let each = rows.unwrap_or(1.0).max(1.0);
        let mut found = self.lookup(target, &of_row);
        found.estimate = self.estimate(Some(1.0), lookup / each, &of_row, site.executions * each);
        let by = self.locator(target);
        let mut shown = PlanOperator::new("Nested Loops", "Inner Join", "NestedLoops")
            .showing_logical()
            .argument(format!("OUTER REFERENCES:({})", texts(&by)))
            .with("Optimized", flag(false))
            .before(|xml| write_columns(xml, "OuterReferences", &by))
            .counted(counts);
        shown.estimate = self.estimate(rows, 0.0, &output, site.executions);
        shown.output = output.iter().map(|id| self.name(*id)).collect();
        let lookups = if let Counts::Node(key) = counts { Counts::Lookups(key) } else { Counts::None };
        shown.over(seek.counted(counts)).over(found.counted(lookups))
    }

    /// Returns the operator that reads a table's rows or an index's entries.
    fn entries(&self, target: &ScanTarget, index: Option<&Index>, output: &[ColumnId]) -> Box<PlanOperator> {
        let (table, database) = (&target.table, target.database.as_deref());
        let direction = if target.is_backward { "BACKWARD" } else { "FORWARD" };
        let seek = target.seek.as_ref();
        let is_sought = seek.is_some_and(|seek| !seek.is_whole());
        let named = index.or(if seek.is_none() { table.clustered() } else { None });
        let kind = match (named, is_sought) {
            (None, _) => "Table Scan",
            (Some(index), true) if index.is_clustered() => "Clustered Index Seek",
            (Some(index), false) if index.is_clustered() => "Clustered Index Scan",
            (Some(_), true) => "Index Seek",
            (Some(_), false) => "Index Scan",
        };
        let object = self.object(database, table, named);
        let argument = match (seek, index) {
            (Some(seek), Some(index)) if is_sought => {
                format!("{object}, SEEK:({}) ORDERED {direction}", self.seek(target, index, seek))
            }
            (Some(_), Some(_)) => format!("{object} ORDERED {direction}"),
            _ if target.is_backward && named.is_some() => format!("{object} ORDERED BACKWARD"),
            _ => object,
        };
        let is_ordered = seek.is_some() || target.is_backward;
        let forced = |method| flag(target.hint.methods.contains(&method));
        let is_table = named.is_none();
        let mut shown = PlanOperator::new(kind, kind, if is_table { "TableScan" } else { "IndexScan" })
            .argument(argument)
            .with("Ordered", flag(is_ordered));
        if is_ordered && !is_table {
            shown = shown.with("ScanDirection", direction);
        }
        shown = shown.with("ForcedIndex", flag(!target.hint.indexes.is_empty()));
        if !is_table {
            shown = shown.with("ForceSeek", forced(PathMethod::Seek));
        }
        let name = self.table(database, table);
        shown = shown.with("ForceScan", forced(PathMethod::Scan)).with("Storage", "RowStore").before(|xml| {
            self.write_read(xml, output);
            name.write_object(xml, named);
            if let (Some(seek), Some(index)) = (seek.filter(|_| is_sought), index) {
                self.write_seek(xml, target, index, seek);
            }
        });
        shown.output = output.iter().map(|id| self.name(*id)).collect();
        shown
    }

    /// Returns the operator that looks up the row of an index entry.
    fn lookup(&self, target: &ScanTarget, output: &[ColumnId]) -> Box<PlanOperator> {
        let (table, database) = (&target.table, target.database.as_deref());
        let (by, clustered) = (self.locator(target), table.clustered());
        let kind = if clustered.is_some() { "Clustered Index Seek" } else { "RID Lookup" };
        let equal: Vec<String> = by.iter().map(|key| format!("{}={}", key.text(), key.text())).collect();
        let object = self.object(database, table, clustered);
        let name = self.table(database, table);
        let mut shown = PlanOperator::new(kind, kind, "IndexScan")
            .argument(format!("{object}, SEEK:({}) LOOKUP ORDERED FORWARD", equal.join(" AND ")))
            .with("Lookup", flag(true))
            .with("Ordered", flag(true))
            .with("ScanDirection", "FORWARD")
            .with("Storage", "RowStore")
            .before(|xml| {
                self.write_read(xml, output);
                name.write_object(xml, clustered);
                write_keys(xml, |xml| {
                    write_range(xml, "Prefix", Comparison::Equal, &by, |xml| {
                        for key in &by {
                            let identifier = |xml: &mut Xml| xml.element("Identifier", &[], |xml| key.write(xml));
                            xml.element("ScalarOperator", &[("ScalarString", &key.text())], identifier);
                        }
                    });
                });
            });
        shown.output = output.iter().map(|id| self.name(*id)).collect();
        shown
    }

    /// Returns the columns by which an index entry finds its row: the clustered key, or the row's
    /// address in a heap.
    fn locator(&self, target: &ScanTarget) -> Vec<ColumnName> {
        match target.table.clustered() {
            Some(clustered) => clustered.keys.iter().map(|key| self.name(target.columns[key.column])).collect(),
            None => vec![ColumnName::computed("Bmk1000")],
        }
    }

    /// Writes the columns that a scan reads.
    fn write_read(&self, xml: &mut Xml, output: &[ColumnId]) {
        if output.is_empty() {
            return xml.empty("DefinedValues", &[]);
        }
        xml.element("DefinedValues", &[], |xml| {
            output.iter().for_each(|id| self.write_value(xml, &self.name(*id), |_| ()));
        });
    }

    fn key_column(&self, target: &ScanTarget, index: &Index, number: usize) -> ColumnName {
        self.name(target.columns[index.keys[number].column])
    }

    fn seek(&self, target: &ScanTarget, index: &Index, seek: &Seek) -> String {
        let column = |number: usize| self.key_column(target, index, number).text();
        let range = |range: &SeekRange| {
            let mut parts: Vec<String> = range
                .equal
                .iter()
                .enumerate()
                .map(|(number, value)| format!("{}={}", column(number), self.expr(value)))
                .collect();
            let next = range.equal.len();
            for (_, comparison, value) in bounds(range) {
                parts.push(format!("{} {} {}", column(next), comparison_symbol(comparison), self.expr(value)));
            }
            if let Some(like) = &range.like {
                parts.push(format!("{} LIKE {}", column(next), self.expr(&like.pattern)));
            }
            parts.join(" AND ")
        };
        seek.ranges.iter().map(range).collect::<Vec<_>>().join(" OR ")
    }

    /// Writes the ranges of a seek, each as an alternative of its own.
    fn write_seek(&self, xml: &mut Xml, target: &ScanTarget, index: &Index, seek: &Seek) {
        xml.element("SeekPredicates", &[], |xml| {
            for range in &seek.ranges {
                xml.element("SeekPredicateNew", &[], |xml| {
                    xml.element("SeekKeys", &[], |xml| self.write_seek_range(xml, target, index, range));
                });
            }
        });
    }

    fn write_seek_range(&self, xml: &mut Xml, target: &ScanTarget, index: &Index, range: &SeekRange) {
        let equal = range.equal.len();
        if equal > 0 {
            let columns: Vec<_> = (0..equal).map(|number| self.key_column(target, index, number)).collect();
            write_range(xml, "Prefix", Comparison::Equal, &columns, |xml| {
                range.equal.iter().for_each(|value| self.write_expr(xml, value));
            });
        }
        let next = || [self.key_column(target, index, equal)];
        for (name, comparison, value) in bounds(range) {
            write_range(xml, name, comparison, &next(), |xml| self.write_expr(xml, value));
        }
        if let Some(like) = &range.like {
            for (name, comparison, function) in LIKE_BOUNDS {
                write_range(xml, name, comparison, &next(), |xml| {
                    let text = format!("{function}({})", self.expr(&like.pattern));
                    xml.element("ScalarOperator", &[("ScalarString", &text)], |xml| {
                        let pattern = |xml: &mut Xml| self.write_expr(xml, &like.pattern);
                        xml.element("Intrinsic", &[("FunctionName", function)], pattern);
                    });
                });
            }
        }
    }
}

/// Returns the bounds of a range: the element's name, the comparison and the value.
fn bounds(range: &SeekRange) -> impl Iterator<Item = (&'static str, Comparison, &Expr)> {
    let from = range.from.iter().map(|bound| {
        let comparison = if bound.is_inclusive { Comparison::GreaterOrEqual } else { Comparison::Greater };
        ("StartRange", comparison, &bound.value)
    });
    let to = range.to.iter().map(|bound| {
        let comparison = if bound.is_inclusive { Comparison::LessOrEqual } else { Comparison::Less };
        ("EndRange", comparison, &bound.value)
    });
    from.chain(to)
}

/// Whether the entries of an index have the table's column at `place`.
fn is_in_entry(table: &Table, index: &Index, place: usize) -> bool {
    let keys = index.keys.iter().chain(table.clustered().into_iter().flat_map(|clustered| &clustered.keys));
    keys.map(|key| key.column).chain(table.stored_beside(index)).any(|column| column == place)
}

fn texts(names: &[ColumnName]) -> String {
    names.iter().map(ColumnName::text).collect::<Vec<_>>().join(", ")
}

fn write_keys(xml: &mut Xml, write: impl FnOnce(&mut Xml)) {
    let around = ["SeekPredicates", "SeekPredicateNew", "SeekKeys"];
    around.iter().for_each(|name| xml.open(name, &[]));
    write(xml);
    around.iter().rev().for_each(|name| xml.close(name));
}

fn write_range(
    xml: &mut Xml,
    name: &str,
    comparison: Comparison,
    columns: &[ColumnName],
    values: impl FnOnce(&mut Xml),
) {
    xml.element(name, &[("ScanType", comparison_word(comparison))], |xml| {
        write_columns(xml, "RangeColumns", columns);
        xml.element("RangeExpressions", &[], values);
    });
}

/// The range of a LIKE pattern, which is computed when the seek starts.
const LIKE_BOUNDS: [(&str, Comparison, &str); 2] =
    [("StartRange", Comparison::GreaterOrEqual, "LikeRangeStart"), ("EndRange", Comparison::Less, "LikeRangeEnd")];
