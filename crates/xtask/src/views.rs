//! `cargo xtask views FOLDER`: prints the definitions of catalog views and system tables from the
//! pages of SQL Server's documentation below `FOLDER`.
//!
//! A page's heading names the view (`# sys.certificates (Transact-SQL)`); the rows of its table
//! with the columns *Column name* and *Data type* are the view's columns. The output has the format
//! of `crates/sysviews/src/absent_features/catalog.txt`. Azure's and Synapse's own pages are left
//! out.

use std::collections::BTreeMap;
use std::path::Path;

/// A documented view.
#[derive(Debug, PartialEq, Eq)]
pub struct DocumentedView {
    /// Schema and name.
    pub name: String,
    /// The columns in order.
    pub columns: Vec<DocumentedColumn>,
}

/// A column of a documented view.
#[derive(Debug, PartialEq, Eq)]
pub struct DocumentedColumn {
    /// The name; `+objects` stands for the columns of sys.objects, and so on.
    pub name: String,
    /// The data type, or nothing for `+objects`.
    pub data_type: String,
    /// Whether the page says that the column is not nullable.
    pub is_not_null: bool,
}

/// Prints the definition of each documented view below `folder`. Returns whether there is any page.
pub fn run(folder: &Path, show: impl Fn(String)) -> Result<bool, String> {
    let mut pages = BTreeMap::new();
    collect(folder, &mut pages)?;
    for (path, text) in &pages {
        if let Some(view) = documented(text) {
            show(format!("{} {path}", view.name));
            show(view.columns.iter().map(written).collect::<Vec<_>>().join("; "));
        }
    }
    Ok(!pages.is_empty())
}

/// Reads the pages below a folder. The keys are the pages' paths from the folder `docs`.
fn collect(folder: &Path, pages: &mut BTreeMap<String, String>) -> Result<(), String> {
    let error = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        let shown = path.display().to_string();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if shown.ends_with(".md") && !shown.contains("azure") {
            let from_docs = shown.split_once("docs/").map_or(shown.as_str(), |(_, page)| page).to_owned();
            pages.insert(from_docs, std::fs::read_to_string(&path).map_err(error)?);
        }
    }
    Ok(())
}

/// Returns the view that a page documents, or `None` if the page has no table of columns.
pub fn documented(page: &str) -> Option<DocumentedView> {
    let heading = page.lines().find_map(|line| line.strip_prefix("# "))?;
    let name = plain(heading.split('(').next()?);
    if name.is_empty() || name.contains(' ') {
        return None;
    }
    let name = if name.contains('.') { name } else { format!("dbo.{name}") };
    let mut lines = page.lines().skip_while(|line| !is_head(line)).skip(2);
    let mut columns = Vec::new();
    for row in lines.by_ref().take_while(|line| line.trim_start().starts_with('|')) {
        columns.extend(column(row));
    }
    (!columns.is_empty()).then_some(DocumentedView { name, columns })
}

/// Whether a line is the head of a table of columns.
fn is_head(line: &str) -> bool {
    let cells: Vec<String> = cells(line).iter().map(|cell| plain(cell).to_lowercase()).collect();
    matches!(cells.as_slice(), [name, data_type, ..] if name.starts_with("column") && data_type.starts_with("data type"))
}

/// Returns the column of a row. A row without a name or type, such as an empty one, has none.
fn column(row: &str) -> Option<DocumentedColumn> {
    let cells = cells(row);
    let [name, data_type, rest @ ..] = cells.as_slice() else { return None };
    if name.to_lowercase().contains("inherited") {
        let name = format!("+{}", parent(rest.first().copied().unwrap_or_default()));
        return Some(DocumentedColumn { name, data_type: String::new(), is_not_null: false });
    }
    let (name, data_type) = (plain(name), plain(data_type).to_lowercase());
    let description = rest.first().map(|rest| rest.to_lowercase()).unwrap_or_default();
    let is_not_null = ["is not nullable", "not nullable."].iter().any(|words| description.contains(words));
    // `sysname (nvarchar(128))` is sysname; `nvarchar (60)` has a blank.
    let data_type = match data_type.split_once(" (") {
        Some((first, behind)) if behind.contains('(') => first.to_owned(),
        _ => data_type.replace(' ', ""),
    };
    let is_column = !name.is_empty() && !name.contains(' ') && !data_type.is_empty();
    is_column.then_some(DocumentedColumn { name, data_type, is_not_null })
}

/// Returns the view of `sys` that a description of inherited columns names; `objects` if it names
/// none.
fn parent(description: &str) -> String {
    let name = description.split_once("sys.").map_or("objects", |(_, name)| name);
    name.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect()
}

/// Returns the cells of a row of a table.
fn cells(row: &str) -> Vec<&str> {
    let row = row.trim().strip_prefix('|').unwrap_or_default();
    row.strip_suffix('|').unwrap_or(row).split('|').map(str::trim).collect()
}

/// Returns a text without emphasis, code marks, escapes and line breaks.
fn plain(text: &str) -> String {
    text.replace("<br />", "").replace(['*', '`', '\\'], "").trim().to_owned()
}

fn written(column: &DocumentedColumn) -> String {
    let mark = if column.is_not_null { "!" } else { "" };
    format!("{} {}{mark}", column.name, column.data_type).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_of_a_page_is_read() {
        let page = "---\ntitle: x\n---\n# sys.sequences (Transact-SQL)\nText.\n\
                    |Column name|Data type|Description|\n|---|---|---|\n\
                    |\\<inherited columns>||For a list, see sys.objects.|\n\
                    |\\<inherited columns>|--|Inherits columns from [sys.xml_schema_components](x.md).|\n\
                    |**kind**|**nvarchar**<br /><br /> **(60)**|Kind.|\n\
                    |**start_value**|**sql_variant**|The value. Is not nullable.|\n\
                    |**name**|**sysname (nvarchar(128))**|Name.|\n| `size` | **Numeric(20, 0)** | Can be NULL. |\n\nMore.\n";
        let view = documented(page).expect("the page has a table");
        assert_eq!(view.name, "sys.sequences");
        let shown: Vec<String> = view.columns.iter().map(written).collect();
        assert_eq!(
            shown,
            [
                "+objects",
                "+xml_schema_components",
                "kind nvarchar(60)",
                "start_value sql_variant!",
                "name sysname",
                "size numeric(20,0)"
            ]
        );
    }

    #[test]
    fn pages_without_columns_are_left_out() {
        assert_eq!(documented("# Catalog Views (Transact-SQL)\n|Topic|Page|\n|---|---|\n|a|b|\n"), None);
        assert_eq!(documented("# sp_who (Transact-SQL)\nNo table.\n"), None);
    }
}
