//! FOR XML PATH: a column's name is the path of its value in the row's element
//! (`use-path-mode-with-for-xml.md` and the pages below it). Adjacent columns with a common path
//! prefix share its elements.

use super::raw;
use super::scalar::text_of;
use super::xml_shape::{Leaf, PathColumn, State, XmlShape};
use sluice_types::xml::escape_attribute;
use sluice_types::{SqlError, Value};

/// A node of the template for all rows: an element with its content, or a column.
pub(super) enum Branch {
    Element(String, Vec<Branch>),
    Column(usize),
}

impl PathColumn {
    /// Parses a column's name. Fails with 6850 for an invalid name in the path and 6852 for an
    /// attribute after other content. `before` are the columns before it. The last step is an
    /// element's content unless it is an attribute, a processing instruction, or one of `text()`,
    /// `data()`, `comment()`, `node()` and `*`.
    pub fn from_name(name: &str, before: &[PathColumn]) -> Result<PathColumn, SqlError> {
        if name.is_empty() || name == "*" {
            return Ok(PathColumn { elements: Vec::new(), leaf: Leaf::Content });
        }
        let mut elements: Vec<String> = name.split('/').map(str::to_owned).collect();
        let last = elements.pop().unwrap_or_default();
        let leaf = match last.as_str() {
            "text()" => Leaf::Text,
            "data()" => Leaf::Data,
            "comment()" => Leaf::Comment,
            "node()" | "*" => Leaf::Content,
            other => match (other.strip_prefix('@'), instruction(other)) {
                (Some(attribute), _) => Leaf::Attribute(attribute.to_owned()),
                (None, Some(target)) => Leaf::Instruction(target.to_owned()),
                (None, None) => {
                    elements.push(last.clone());
                    Leaf::Content
                }
            },
        };
        let names = elements.iter().chain(if let Leaf::Attribute(name) = &leaf { Some(name) } else { None });
        for step in names {
            XmlShape::check_name("Column", step).map_err(|mut error| {
                error.args[1] = name.to_owned();
                error
            })?;
        }
        let column = PathColumn { elements, leaf };
        if matches!(column.leaf, Leaf::Attribute(_)) && is_behind_others(&column, before) {
            return Err(SqlError::xml_attribute_after_element(name));
        }
        Ok(column)
    }
}

impl PathColumn {
    /// Returns whether the column is an attribute, of the row's element or of one inside it.
    pub fn is_attribute(&self) -> bool {
        matches!(self.leaf, Leaf::Attribute(_))
    }

    /// Whether the column becomes a node that can't contain other nodes, or an atomic value.
    pub fn is_text_alone(&self) -> bool {
        matches!(self.leaf, Leaf::Text | Leaf::Data | Leaf::Comment | Leaf::Instruction(_))
    }

    /// Returns whether the column is an attribute of the row's element.
    pub fn is_row_attribute(&self) -> bool {
        self.is_attribute() && self.elements.is_empty()
    }
}

fn instruction(step: &str) -> Option<&str> {
    step.strip_prefix("processing-instruction(")?.strip_suffix(')')
}

/// Returns whether the attribute's element already has other content.
fn is_behind_others(attribute: &PathColumn, before: &[PathColumn]) -> bool {
    let depth = attribute.elements.len();
    let in_it = |column: &&PathColumn| column.elements.len() >= depth && column.elements[..depth] == attribute.elements;
    let others = |column: &PathColumn| column.elements.len() > depth || !matches!(column.leaf, Leaf::Attribute(_));
    before.iter().rev().take_while(in_it).any(others)
}

/// Returns the template of a row with these columns. A column continues an element only if the last
/// one opened at that depth has the same name.
pub(super) fn branches(columns: &[PathColumn]) -> Vec<Branch> {
    let mut row = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        let mut into = &mut row;
        for step in &column.elements {
            let goes_on = matches!(into.last(), Some(Branch::Element(name, _)) if name == step);
            if !goes_on {
                into.push(Branch::Element(step.clone(), Vec::new()));
            }
            let Some(Branch::Element(_, inner)) = into.last_mut() else { return Vec::new() };
            into = inner;
        }
        into.push(Branch::Column(place));
    }
    row
}

/// Appends a row. With an empty element name, the columns' nodes have no element around them. `xsi`
/// is the namespace declaration of its element.
pub(super) fn row(
    shape: &XmlShape,
    (element, columns, branches): (&str, &[PathColumn], &[Branch]),
    values: &[Value],
    xsi: &str,
    state: &mut State,
    to: &mut String,
) -> Result<(), SqlError> {
    let mut writing = Writing { shape, columns, values, state };
    if element.is_empty() {
        return writing.children(branches, to);
    }
    writing.state.after_data = false;
    writing.element(element, branches, xsi, true, to)?;
    writing.state.after_data = false;
    Ok(())
}

struct Writing<'w> {
    shape: &'w XmlShape,
    columns: &'w [PathColumn],
    values: &'w [Value],
    state: &'w mut State,
}

impl Writing<'_> {
    /// Returns whether the branch produces output.
    fn is_there(&self, branch: &Branch) -> bool {
        match branch {
            Branch::Element(_, inner) => inner.iter().any(|branch| self.is_there(branch)),
            Branch::Column(place) if self.values[*place].is_null() => self.is_nil(*place),
            Branch::Column(_) => true,
        }
    }

    /// Returns whether a NULL is written as an element: the element's content, with XSINIL.
    fn is_nil(&self, place: usize) -> bool {
        let PathColumn { elements, leaf } = &self.columns[place];
        self.shape.xsi_nil && *leaf == Leaf::Content && !elements.is_empty()
    }

    fn element(
        &mut self,
        name: &str,
        branches: &[Branch],
        xsi: &str,
        is_row: bool,
        to: &mut String,
    ) -> Result<(), SqlError> {
        to.push('<');
        to.push_str(name);
        to.push_str(xsi);
        let mut is_nil = false;
        for place in
            branches.iter().filter_map(|branch| if let Branch::Column(place) = branch { Some(*place) } else { None })
        {
            let value = &self.values[place];
            match &self.columns[place].leaf {
                Leaf::Attribute(attribute) if !value.is_null() => {
                    to.push_str(&format!(" {attribute}=\""));
                    escape_attribute(&text_of(value, &self.shape.columns[place].data_type)?, to);
                    to.push('"');
                }
                Leaf::Content if value.is_null() && !is_row => is_nil |= self.is_nil(place),
                _ => {}
            }
        }
        to.push_str(if is_nil { " xsi:nil=\"true\">" } else { ">" });
        let begin = to.len();
        self.children(branches, to)?;
        let keeps_tags = !is_row && !is_nil && !self.shape.typed && has_content(branches, self.columns, self.values);
        if keeps_tags && to.len() == begin {
            to.push_str(&format!("</{name}>"));
        } else {
            raw::close(name, begin, to);
        }
        Ok(())
    }

    fn children(&mut self, branches: &[Branch], to: &mut String) -> Result<(), SqlError> {
        for branch in branches {
            match branch {
                Branch::Element(name, inner) if self.is_there(branch) => {
                    self.state.after_data = false;
                    self.element(name, inner, "", false, to)?;
                    self.state.after_data = false;
                }
                Branch::Column(place) if !self.values[*place].is_null() => self.column(*place, to)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn column(&mut self, place: usize, to: &mut String) -> Result<(), SqlError> {
        let (value, data_type) = (&self.values[place], &self.shape.columns[place].data_type);
        let leaf = &self.columns[place].leaf;
        if matches!(leaf, Leaf::Attribute(_)) {
            return Ok(());
        }
        if *leaf == Leaf::Data && self.state.after_data {
            to.push(' ');
        }
        self.state.after_data = *leaf == Leaf::Data;
        match leaf {
            Leaf::Content => raw::node_of(value, data_type, to)?,
            Leaf::Comment => to.push_str(&format!("<!--{}-->", text_of(value, data_type)?)),
            Leaf::Instruction(target) => to.push_str(&format!("<?{target} {}?>", text_of(value, data_type)?)),
            _ => raw::content_text(&text_of(value, data_type)?, to),
        }
        Ok(())
    }
}

/// Returns whether the element has a value as content, possibly an empty one.
fn has_content(branches: &[Branch], columns: &[PathColumn], values: &[Value]) -> bool {
    branches.iter().any(|branch| match branch {
        Branch::Column(place) => !values[*place].is_null() && !matches!(columns[*place].leaf, Leaf::Attribute(_)),
        Branch::Element(..) => false,
    })
}
