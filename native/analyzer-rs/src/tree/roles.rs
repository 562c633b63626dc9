//! Tells tests, foreign code and generated code by path and by what generators write into the first lines.

use std::collections::HashMap;

use memchr::memmem::Finder;

use crate::languages::policy::ROLES;

use super::globs::{Glob, GlobSet};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    pub is_test: bool,
    pub is_vendored: bool,
    pub is_generated: bool,
}

pub struct RoleFinder {
    test: PathRole,
    vendored: PathRole,
    generated: PathRole,
    markers: Vec<Finder<'static>>,
}

impl Default for RoleFinder {
    fn default() -> Self {
        Self {
            test: PathRole::new(&ROLES.test.globs),
            vendored: PathRole::new(&ROLES.vendored.globs),
            generated: PathRole::new(&ROLES.generated.globs),
            markers: ROLES
                .generated
                .markers
                .iter()
                .map(|marker| Finder::new(marker.as_bytes()))
                .collect(),
        }
    }
}

impl RoleFinder {
    /// `head`: the file's first bytes, as many as `within_bytes` of the generated markers if it has them.
    pub fn of(&mut self, path: &str, head: &[u8]) -> Roles {
        Roles {
            is_test: self.test.holds(path),
            is_vendored: self.vendored.holds(path),
            is_generated: self.generated.holds(path) || self.is_marked(head),
        }
    }

    fn is_marked(&self, head: &[u8]) -> bool {
        let head = &head[..head.len().min(ROLES.generated.within_bytes)];
        let lines = first_lines(head, ROLES.generated.within_lines);
        self.markers.iter().any(|marker| marker.find(lines).is_some())
    }
}

/// A role that a path has by its own name or by a directory above it.
struct PathRole {
    globs: GlobSet<()>,
    directories: HashMap<String, bool>,
}

impl PathRole {
    fn new(sources: &[String]) -> Self {
        let mut globs = GlobSet::default();
        for source in sources {
            globs.add(Glob::known(source), ());
        }
        Self {
            globs,
            directories: HashMap::new(),
        }
    }

    fn holds(&mut self, path: &str) -> bool {
        let parent = &path[..path.rfind('/').unwrap_or(0)];
        let inherited = match self.directories.get(parent) {
            Some(inherited) => *inherited,
            None => {
                let inherited = self.any_directory(parent);
                self.directories.insert(parent.to_owned(), inherited);
                inherited
            }
        };
        inherited || self.globs.first(path, false).is_some()
    }

    fn any_directory(&self, directory: &str) -> bool {
        directory
            .match_indices('/')
            .any(|(slash, _)| self.globs.first(&directory[..slash], true).is_some())
            || self.globs.first(directory, true).is_some()
    }
}

fn first_lines(bytes: &[u8], count: usize) -> &[u8] {
    match memchr::memchr_iter(b'\n', bytes).nth(count - 1) {
        Some(end) => &bytes[..=end],
        None => bytes,
    }
}
