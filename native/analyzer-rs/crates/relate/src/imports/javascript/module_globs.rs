//! The files of `import.meta.glob`, by the rules of Vite: https://vite.dev/guide/features#glob-import

use rustc_hash::FxHashMap;

use crate::imports::link::{leads_to, unresolved};
use crate::left_out::LeftOut;
use crate::model::{Destination, FileIndex, rule};
use crate::paths::{folder_of, follow};
use crate::project_files::ProjectFiles;
use crate::reasons::import;
use crate::settings::path_glob::{has_too_many_stars, matches_glob};

/// Maximum number of files of one call.
const MAX_MATCHES: usize = 256;
/// Maximum number of patterns of one call, after alternatives.
const MAX_PATTERNS: usize = 64;
/// Maximum number of different calls in a project: each compares its patterns with all paths.
const MAX_CALLS: usize = 1000;
/// UTF-16 units of a pattern.
const LONGEST: usize = 1000;

pub struct ModuleGlobs<'a> {
    left_out: &'a LeftOut<'a>,
    /// In the order of paths.
    files: Vec<(&'a str, FileIndex)>,
    known: FxHashMap<String, Vec<Destination>>,
}

#[derive(Default)]
struct Patterns {
    included: Vec<String>,
    excluded: Vec<String>,
}

impl<'a> ModuleGlobs<'a> {
    pub fn new(left_out: &'a LeftOut<'a>) -> Self {
        Self {
            left_out,
            files: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// `target`: patterns, one in a line. Returns one for each file in the order of paths, without the importing file; the last
    /// one states that there are more.
    pub fn resolve(&mut self, files: &ProjectFiles<'a>, importer: &str, target: &str) -> Vec<Destination> {
        let folder = folder_of(importer);
        let key = format!("{folder}\n{target}");
        if !self.known.contains_key(&key) {
            if self.known.len() >= MAX_CALLS {
                return vec![unresolved(import::GLOB_CALLS)];
            }
            let found = self.matches(files, folder, target);
            self.known.insert(key.clone(), found);
        }
        let own = files.get(importer);
        let all = self.known.get(&key).map_or(&[][..], Vec::as_slice);
        let others: Vec<Destination> = all
            .iter()
            .filter(|it| it.file().is_none() || it.file() != own)
            .cloned()
            .collect();
        if others.is_empty() {
            vec![unresolved(import::GLOB_NONE)]
        } else {
            others
        }
    }

    fn matches(&mut self, files: &ProjectFiles<'a>, folder: &str, target: &str) -> Vec<Destination> {
        let Patterns { included, excluded } = match read_patterns(folder, target) {
            Ok(patterns) => patterns,
            Err(reason) => return vec![unresolved(reason)],
        };
        if self.files.is_empty() {
            self.files = files.in_order();
        }
        let is_match = |path: &str| {
            included.iter().any(|it| matches_from(it, path)) && !excluded.iter().any(|it| matches_glob(it, path))
        };
        let mut found = Vec::new();
        for (path, file) in &self.files {
            if !is_match(path) {
                continue;
            }
            if found.len() == MAX_MATCHES {
                found.push(unresolved(import::GLOB_MANY));
                break;
            }
            found.push(leads_to(*file, rule::GLOB));
        }
        if found.is_empty() && self.left_out.any(is_match) {
            return vec![unresolved(import::GLOB_LEFT_OUT)];
        }
        found
    }
}

/// The reason if one cannot be read.
fn read_patterns(folder: &str, target: &str) -> Result<Patterns, &'static str> {
    let mut patterns = Patterns::default();
    for one in target.split('\n') {
        let excluded = one.strip_prefix('!');
        let is_long = one.encode_utf16().nth(LONGEST).is_some();
        let alternatives = if is_long {
            None
        } else {
            alternatives_of(excluded.unwrap_or(one))
        };
        for it in alternatives.ok_or(import::GLOB_SYNTAX)? {
            if it.starts_with('/') {
                return Err(import::ABSOLUTE);
            }
            let is_anywhere = excluded.is_some() && it.starts_with("**");
            if !it.starts_with("./") && !it.starts_with("../") && !is_anywhere {
                return Err(import::PATH_MAP);
            }
            let pattern = if is_anywhere { Some(it) } else { follow(folder, &it) };
            let pattern = pattern.ok_or(import::OUTSIDE)?;
            if has_too_many_stars(&pattern) {
                return Err(import::GLOB_SYNTAX);
            }
            let list = match excluded {
                Some(_) => &mut patterns.excluded,
                None => &mut patterns.included,
            };
            list.push(pattern);
        }
        if patterns.included.len() + patterns.excluded.len() > MAX_PATTERNS {
            return Err(import::GLOB_SYNTAX);
        }
    }
    Ok(patterns)
}

/// `a.{b,c}` is `a.b` and `a.c`; none for other syntax than that, `*` and `?`.
fn alternatives_of(pattern: &str) -> Option<Vec<String>> {
    let Some((before, rest)) = pattern.split_once('{') else {
        return is_plain(pattern).then(|| vec![pattern.to_owned()]);
    };
    let (inside, after) = rest.split_once('}')?;
    let after = alternatives_of(after)?;
    let inside: Vec<&str> = inside.split(',').collect();
    if !is_plain(before) || !inside.iter().all(|it| is_plain(it)) || after.len() * inside.len() > MAX_PATTERNS {
        return None;
    }
    let join = |it: &&str| {
        after
            .iter()
            .map(|rest| format!("{before}{it}{rest}"))
            .collect::<Vec<_>>()
    };
    Some(inside.iter().flat_map(join).collect())
}

fn is_plain(pattern: &str) -> bool {
    !pattern.contains(['[', ']', '(', ')', '{', '}', '\\'])
}

/// A wildcard matches no name that starts with a dot, and no folder `node_modules`.
fn matches_from(pattern: &str, path: &str) -> bool {
    let fixed = match pattern.find(['*', '?']) {
        None => pattern,
        Some(first) => &pattern[..pattern[..first].rfind('/').map_or(0, |slash| slash + 1)],
    };
    let Some(rest) = path.strip_prefix(fixed) else {
        return false;
    };
    let is_hidden = |segment: &str| segment.starts_with('.') || segment == "node_modules";
    let is_named = |segment: &str| pattern.split('/').any(|it| it == segment);
    matches_glob(pattern, path) && rest.split('/').all(|segment| is_named(segment) || !is_hidden(segment))
}
