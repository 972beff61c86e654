//! The FOR XML clause of a query: its mode, and the node of each column.

use sluice_types::{DataType, SqlError, Value};

/// The FOR XML clause of a query.
#[derive(Clone, Debug)]
pub struct XmlShape {
    /// The mode, with the columns' nodes.
    pub mode: XmlMode,
    /// The columns of the rows.
    pub columns: Vec<XmlColumn>,
    /// ROOT: the enclosing element.
    pub root: Option<String>,
    /// TYPE: whether the result is of type xml.
    pub typed: bool,
    /// The declarations of WITH XMLNAMESPACES, as text in an outermost start tag.
    pub namespaces: String,
    /// ELEMENTS XSINIL: NULL becomes an element with `xsi:nil`.
    pub xsi_nil: bool,
}

/// A column of FOR XML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XmlColumn {
    /// The column's name; empty if it has none.
    pub name: String,
    /// The column's type.
    pub data_type: DataType,
    /// AUTO: the reference that stands for a binary value.
    pub reference: Option<BinaryReference>,
}

/// The address of a binary column of a row: `dbobject/table[@key='value']/@column`
/// (`relational-databases/xml/use-the-binary-base64-option.md`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryReference {
    /// The table's name.
    pub table: String,
    /// The name of each column of the primary key, and its index in the row.
    pub keys: Vec<(String, usize)>,
    /// The binary column's name.
    pub column: String,
}

impl XmlColumn {
    /// Returns a column whose values are shown.
    pub fn new(name: String, data_type: DataType) -> XmlColumn {
        XmlColumn { name, data_type, reference: None }
    }
}

/// The modes of FOR XML.
#[derive(Clone, Debug)]
pub enum XmlMode {
    /// PATH: the row's element (empty for none), and the path of each column.
    Path(String, Vec<PathColumn>),
    /// RAW: the row's element, and whether columns are elements rather than attributes.
    Raw(String, bool),
    /// EXPLICIT: the columns behind the two tag columns.
    Explicit(Vec<ExplicitColumn>),
    /// AUTO: nested elements, one per table, outermost first, and whether columns are elements.
    Auto(Vec<Level>, bool),
}

/// The element of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The element's name: the table's name or alias.
    pub element: String,
    /// The indexes of the table's columns.
    pub columns: Vec<usize>,
    /// The indexes of the columns in which rows must agree to share an element.
    pub compared: Vec<usize>,
    /// Whether each row has an element of its own.
    pub restarts: bool,
}

/// The path of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathColumn {
    /// The enclosing elements, outermost first.
    pub elements: Vec<String>,
    /// The node that the column becomes.
    pub leaf: Leaf,
}

/// The node that a column becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// `@name`.
    Attribute(String),
    /// The content of the last element; `*`, `node()` or no name for inline content.
    Content,
    /// `text()`.
    Text,
    /// `data()`.
    Data,
    /// `comment()`.
    Comment,
    /// `processing-instruction(target)`.
    Instruction(String),
}

/// A column of EXPLICIT behind the two tag columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitColumn {
    /// The element's name.
    pub element: String,
    /// The tag whose element has the column.
    pub tag: i64,
    /// The name of the attribute or child element; empty if omitted.
    pub name: String,
    /// The node that the column becomes.
    pub form: Form,
}

/// The node that a column of EXPLICIT becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// An attribute.
    Attribute,
    /// ELEMENT: a child element, or text if the column has no name.
    Element,
    /// ELEMENTXSINIL: a child element, with `xsi:nil` for NULL.
    XsiNil,
    /// XML: like ELEMENT, without escaping.
    Xml,
    /// CDATA: a CDATA section.
    Cdata,
    /// XMLTEXT: an element whose attributes and content join those of the column's element, or
    /// that becomes a child element with the column's name.
    XmlText,
    /// IDREFS and NMTOKENS: an attribute with the values of several rows.
    List,
    /// HIDE: nothing.
    Hidden,
}

/// The state left by the preceding rows.
#[derive(Default)]
pub(super) struct State {
    /// Whether the last node is an atomic value: a blank separates the next one.
    pub(super) after_data: bool,
    /// AUTO: the compared values of the open elements, per level.
    pub(super) open: Vec<Vec<Value>>,
    /// EXPLICIT: the open elements, outermost first.
    pub(super) elements: Vec<OpenElement>,
}

/// An open element of FOR XML EXPLICIT.
pub(super) struct OpenElement {
    pub(super) tag: i64,
    pub(super) name: String,
    /// Position behind the start tag in the text.
    pub(super) begin: usize,
    /// Whether the end tag stays although the element is empty.
    pub(super) keeps_end: bool,
    /// The list attributes that have a value: the column's index, and the position behind the
    /// value.
    pub(super) lists: Vec<(usize, usize)>,
}

impl XmlShape {
    /// Validates an XML name. Fails with 6850. A name begins with a letter or `_`; the error names
    /// the first wrong character and its code. An empty name passes.
    pub fn check_name(kind: &str, name: &str) -> Result<(), SqlError> {
        let is_first = |c: char| c.is_alphabetic() || c == '_';
        let is_next = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '\u{b7}');
        let mut characters = name.chars();
        let wrong = match characters.next() {
            Some(first) if !is_first(first) => Some(first),
            _ => characters.find(|c| !is_next(*c)),
        };
        match wrong {
            Some(wrong) => {
                let code = format!("{:04X}", wrong as u32);
                Err(SqlError::invalid_xml_name(kind, name, wrong, code))
            }
            None => Ok(()),
        }
    }
}
