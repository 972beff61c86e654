//! Text as the content of an XML document.

/// Appends a text as the content of an element or an attribute. Characters that XML doesn't allow
/// become `?`.
pub fn escape(text: &str, xml: &mut String) {
    for character in text.chars() {
        match character {
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '&' => xml.push_str("&amp;"),
            '"' => xml.push_str("&quot;"),
            '\r' => xml.push_str("&#x0D;"),
            '\t' | '\n' => xml.push(character),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => xml.push('?'),
            other => xml.push(other),
        }
    }
}
