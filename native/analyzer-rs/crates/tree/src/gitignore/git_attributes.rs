//! What the `.gitattributes` files of a source say about `linguist-generated`, by which code hosts know generated files.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::globs::last_name;
use crate::location::TreePath;
use crate::source::TreeSource;

use super::git_directory::text_of;
use super::ignore_rules::IgnoreRules;

const NAME: &str = ".gitattributes";
/// Larger files have no effect.
const MAX_BYTES: u64 = 1024 * 1024;

/// The lines of one file that set the attribute.
struct Layer {
    /// Path of the directory with its slash; empty for the root.
    base: String,
    rules: IgnoreRules,
    /// By the number of the line; `None` if it is unspecified again.
    values: FxHashMap<usize, Option<bool>>,
}

/// The files for which a line decides it.
#[derive(Default)]
pub struct GitAttributes {
    generated: FxHashMap<Vec<u8>, bool>,
}

impl GitAttributes {
    /// `listed`: the paths of the source, in which the files are looked for; `files`: those to decide about.
    pub fn read<'a>(
        source: &dyn TreeSource,
        listed: impl Iterator<Item = &'a str>,
        files: impl Iterator<Item = &'a TreePath>,
    ) -> Self {
        let layers = layers_of(source, listed);
        if layers.is_empty() {
            return Self::default();
        }
        let decided = files.filter_map(|file| Some((file.bytes().to_owned(), is_generated(&layers, file)?)));
        Self {
            generated: decided.collect(),
        }
    }

    /// `None` if no line decides it.
    pub fn is_generated(&self, file: &TreePath) -> Option<bool> {
        self.generated.get(file.bytes()).copied()
    }
}

/// Deeper directories first.
fn layers_of<'a>(source: &dyn TreeSource, listed: impl Iterator<Item = &'a str>) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Vec::new();
    let mut buffer = Vec::new();
    for path in listed.filter(|path| last_name(path) == NAME) {
        buffer.clear();
        let file = TreePath {
            path: path.to_owned(),
            raw: None,
        };
        if !source
            .read(&file, MAX_BYTES, &mut buffer)
            .is_ok_and(|content| content.held)
        {
            continue;
        }
        let text = text_of(&file);
        let layer = layer_of(&buffer, text[..text.len() - NAME.len()].to_owned());
        if !layer.values.is_empty() {
            layers.push(layer);
        }
    }
    layers.sort_by_key(|it| Reverse(it.base.len()));
    layers
}

fn is_generated(layers: &[Layer], file: &TreePath) -> Option<bool> {
    let path = text_of(file);
    layers.iter().find_map(|Layer { base, rules, values }| {
        let below = path.strip_prefix(base.as_str())?;
        let rule = rules.last(below, last_name(&path), false)?;
        Some(values.get(&rule.line).copied().flatten())
    })?
}

/// Only the patterns of the lines with the attribute are rules, each in its line.
fn layer_of(bytes: &[u8], base: String) -> Layer {
    let mut values = FxHashMap::default();
    let mut patterns = Vec::new();
    for (at, line) in bytes.split(|it| *it == b'\n').enumerate() {
        let mut words = line
            .split(|it| matches!(it, b' ' | b'\t' | b'\r'))
            .filter(|it| !it.is_empty());
        let pattern = words.next().unwrap_or_default();
        let is_rule = !matches!(pattern.first(), None | Some(b'"' | b'!' | b'#')) && !pattern.starts_with(b"[attr]");
        if let Some(value) = words.filter_map(value_of).next_back().filter(|_| is_rule) {
            values.insert(at + 1, value);
            patterns.extend_from_slice(pattern);
        }
        patterns.push(b'\n');
    }
    Layer {
        base,
        rules: IgnoreRules::new(&patterns),
        values,
    }
}

/// `None` for another attribute.
fn value_of(attribute: &[u8]) -> Option<Option<bool>> {
    let name = attribute
        .strip_prefix(b"-")
        .or(attribute.strip_prefix(b"!"))
        .unwrap_or(attribute);
    let value = name.strip_prefix(b"linguist-generated")?;
    match (attribute[0], value) {
        (_, [first, ..]) if *first != b'=' => None,
        (b'!', _) => Some(None),
        (b'-', _) | (_, b"=false") => Some(Some(false)),
        _ => Some(Some(true)),
    }
}
