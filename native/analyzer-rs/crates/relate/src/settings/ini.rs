//! `setup.cfg`.

use rustc_hash::FxHashSet;

use super::ascii_space::trimmed;
use super::invalid::invalid_at;
use super::json::Json;

/// Reads it as Python's `configparser` does: sections with the lines of their options, whose names are in lower case.
/// Linear in the text. Both engines accept the same texts.
///
/// https://docs.python.org/3/library/configparser.html#supported-ini-file-structure
pub fn parse_ini(text: &str) -> Result<Json, String> {
    let mut sections: Vec<(String, Section)> = Vec::new();
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let mut in_option = false;
    let mut indent = 0;
    let mut offset = 0;
    for line in text.split('\n') {
        let content = trimmed(line);
        let start = line.find(content).unwrap_or(0);
        if content.is_empty() || content.starts_with(['#', ';']) {
            // Part of no value.
        } else if in_option && start > indent {
            if let Some((_, section)) = sections.last_mut() {
                section.push(content);
            }
        } else {
            if let Some(header) = header_of(content) {
                if !names.insert(header) {
                    return Err(invalid_at("INI: duplicate section", text, offset));
                }
                sections.push((header.to_owned(), Section::default()));
                in_option = false;
            } else {
                let (name, value) = content.split_once(['=', ':']).unwrap_or(("", content));
                let name = trimmed(name).to_ascii_lowercase();
                let Some((_, section)) = sections.last_mut().filter(|_| !name.is_empty()) else {
                    return Err(invalid_at("INI", text, offset));
                };
                if !section.start(name) {
                    return Err(invalid_at("INI: duplicate option", text, offset));
                }
                let value = trimmed(value);
                if !value.is_empty() {
                    section.push(value);
                }
                in_option = true;
            }
            indent = start;
        }
        offset += line.len() + 1;
    }
    let tables = sections.into_iter().map(|(name, section)| (name, section.value()));
    Ok(Json::Table(tables.collect()))
}

#[derive(Default)]
struct Section {
    options: Vec<(String, Vec<Json>)>,
    names: FxHashSet<String>,
}

impl Section {
    /// False for an option that the section has.
    fn start(&mut self, name: String) -> bool {
        let is_new = self.names.insert(name.clone());
        self.options.push((name, Vec::new()));
        is_new
    }

    /// Adds a line to the last option.
    fn push(&mut self, line: &str) {
        if let Some((_, lines)) = self.options.last_mut() {
            lines.push(Json::Text(line.to_owned()));
        }
    }

    fn value(self) -> Json {
        let options = self.options.into_iter();
        Json::Table(options.map(|(name, lines)| (name, Json::List(lines))).collect())
    }
}

/// The name in `[name]`; text after it counts for nothing.
fn header_of(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('[')?;
    let end = inside.rfind(']')?;
    Some(&inside[..end]).filter(|name| !name.is_empty())
}
