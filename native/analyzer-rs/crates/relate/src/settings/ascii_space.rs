//! White space of configuration files.

/// Without ASCII white space at both ends: `trim` of the two engines differ in other characters.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\x0c', '\x0b'])
}
