//! Which `.js`, `.jsx` and files without extension are modules if they are JavaScript: those whose nearest
//! `package.json` in the scanned tree sets `"type": "module"`, as Node.js decides. A `package.json` that cannot be read decides nothing and is reported with the reason.

use std::fmt::{Formatter, Result as FormatResult};

use rustc_hash::FxHashMap;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use tree::globs::last_name;
use tree::kind::has_extension;
use tree::source::TreeSource;
use tree::walk::{Found, FoundKind};

/// A larger `package.json` is not read.
const MAX_BYTES: u64 = 1 << 20;
const NAME: &str = "package.json";

#[derive(Default)]
pub struct ModulePackages<'a> {
    /// By folder that has a `package.json`; the root is the empty path.
    is_module: FxHashMap<&'a str, bool>,
    /// By path of a `package.json`: why it was ignored.
    problems: FxHashMap<&'a str, String>,
}

impl<'a> ModulePackages<'a> {
    pub fn read(source: &dyn TreeSource, found: &'a [Found]) -> Self {
        let mut packages = Self::default();
        let files = || found.iter().filter(|each| matches!(each.what, FoundKind::File { .. }));
        if !files().any(follows_package) {
            return packages;
        }
        let mut buffer = Vec::new();
        for each in files().filter(|each| last_name(&each.path.path) == NAME) {
            let FoundKind::File { reason: None, .. } = each.what else {
                continue;
            };
            buffer.clear();
            let path = each.path.path.as_str();
            let type_ = match source.read(&each.path, MAX_BYTES, &mut buffer) {
                // The entry of the file has the reason.
                Err(_) => Ok(false),
                Ok(content) if !content.held => Err(format!("larger than {MAX_BYTES} bytes: its \"type\" is not read")),
                Ok(_) => is_module_type(&buffer).ok_or_else(|| "not a JSON object: its \"type\" is ignored".to_owned()),
            };
            match type_ {
                Ok(is_module) => packages.is_module.insert(folder_of(path), is_module).map(drop),
                Err(problem) => packages.problems.insert(path, problem).map(drop),
            };
        }
        packages
    }

    /// Whether the package of a file makes JavaScript a module.
    pub fn decides(&self, found: &Found) -> bool {
        if self.is_module.is_empty() || !follows_package(found) {
            return false;
        }
        let mut folder = folder_of(&found.path.path);
        loop {
            match self.is_module.get(folder) {
                Some(is_module) => return *is_module,
                None if folder.is_empty() => return false,
                None => folder = folder_of(folder),
            }
        }
    }

    pub fn problem(&self, path: &str) -> Option<&str> {
        self.problems.get(path).map(String::as_str)
    }
}

fn follows_package(found: &Found) -> bool {
    let path = &found.path.path;
    path.ends_with(".js") || path.ends_with(".jsx") || !has_extension(last_name(path))
}

fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').unwrap_or(0)]
}

/// `None` if the text is not a JSON object.
fn is_module_type(bytes: &[u8]) -> Option<bool> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str::<Package>(text).ok().map(|package| package.0)
}

/// Whether the `type` of a `package.json` is `module`; as in JavaScript, the last of equal keys counts.
struct Package(bool);

impl<'de> Deserialize<'de> for Package {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PackageVisitor).map(Self)
    }
}

struct PackageVisitor;

impl<'de> Visitor<'de> for PackageVisitor {
    type Value = bool;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut is_module = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "type" {
                is_module = map.next_value::<ModuleType>()?.0;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(is_module)
    }
}

/// Any JSON value: whether it is the string `module`.
struct ModuleType(bool);

impl<'de> Deserialize<'de> for ModuleType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypeVisitor).map(Self)
    }
}

struct TypeVisitor;

impl<'de> Visitor<'de> for TypeVisitor {
    type Value = bool;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("a value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<bool, E> {
        Ok(text == "module")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(false)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::is_module_type;

    #[test]
    fn only_the_string_module_at_the_top_of_an_object_is_a_module() {
        let of = |text: &str| is_module_type(text.as_bytes());
        assert_eq!(of(r#"{"type": "module"}"#), Some(true));
        assert_eq!(
            of("\u{feff}{\"type\": \"module\", \"a\": [1e999, {\"b\": \"\\ud800\"}]}"),
            Some(true)
        );
        assert_eq!(of(r#"{"type": "module", "type": "commonjs"}"#), Some(false));
        for other in [
            "1",
            "1.5",
            "-1",
            "true",
            "null",
            "[[\"module\"]]",
            "{\"type\": \"module\"}",
            "\"Module\"",
        ] {
            assert_eq!(of(&format!("{{\"type\": {other}}}")), Some(false), "{other}");
        }
        assert_eq!(of(r#"{"a": {"type": "module"}}"#), Some(false));
        for malformed in [
            "",
            "[]",
            "1",
            "\"module\"",
            "{",
            "{\"type\": \"module\",}",
            "{} x",
            "{'type': 'module'}",
        ] {
            assert_eq!(of(malformed), None, "{malformed}");
        }
        assert_eq!(is_module_type(b"{\"type\": \"module\", \"a\": \"\xff\"}"), None);
    }
}
