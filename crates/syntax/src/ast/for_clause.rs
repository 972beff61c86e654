//! The trees of FOR XML, FOR JSON and FOR BROWSE. Directives are kept as written; the parser
//! doesn't reject those that exclude each other.

/// `FOR ...` of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForClause {
    /// `BROWSE`.
    Browse,
    /// `XML ...`.
    Xml(ForXml),
    /// `JSON ...`.
    Json(ForJson),
}

/// `XML mode, directives`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForXml {
    /// The mapping of rows to elements.
    pub mode: XmlMode,
    /// `ELEMENTS`: columns become elements, not attributes.
    pub elements: Option<XmlElements>,
    /// `TYPE`: the result is of type xml.
    pub typed: bool,
    /// `ROOT`, with or without a name.
    pub root: Option<Option<Box<str>>>,
    /// `BINARY BASE64`.
    pub binary_base64: bool,
    /// `XMLDATA`.
    pub xml_data: bool,
    /// `XMLSCHEMA`, with or without a namespace.
    pub xml_schema: Option<Option<Box<str>>>,
    /// The statement's `WITH XMLNAMESPACES`: prefix and namespace; no prefix for the default.
    pub namespaces: Vec<(Option<Box<str>>, Box<str>)>,
}

/// Modes of FOR XML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XmlMode {
    /// `RAW [('name')]`.
    Raw(Option<Box<str>>),
    /// `AUTO`.
    Auto,
    /// `EXPLICIT`.
    Explicit,
    /// `PATH [('name')]`.
    Path(Option<Box<str>>),
}

/// The treatment of NULL by ELEMENTS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XmlElements {
    /// `ELEMENTS`, `ELEMENTS ABSENT`: no element for NULL.
    Absent,
    /// `ELEMENTS XSINIL`: an element with `xsi:nil`.
    XsiNil,
}

/// `JSON AUTO | PATH, directives`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForJson {
    /// `PATH` (else `AUTO`).
    pub path: bool,
    /// `ROOT`, with or without a name.
    pub root: Option<Option<Box<str>>>,
    /// `INCLUDE_NULL_VALUES`.
    pub include_null_values: bool,
    /// `WITHOUT_ARRAY_WRAPPER`.
    pub without_array_wrapper: bool,
}

impl ForClause {
    /// Returns the keyword after FOR.
    pub fn word(&self) -> &'static str {
        match self {
            ForClause::Browse => "BROWSE",
            ForClause::Xml(_) => "XML",
            ForClause::Json(_) => "JSON",
        }
    }
}
