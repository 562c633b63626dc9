//! Finds the classes of a file by its path, and generated code also by its first comment, by the length of
//! its lines, or as JSON.

use memchr::memmem;
use rustc_hash::FxHashMap;

use base::errors::AnalyzerError;
use base::languages::policy::{Generated, ROLES, RoleGlobs};

use super::generated_comment::says_generated;
use super::globs::{Glob, GlobSet};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    pub is_test: bool,
    pub is_vendored: bool,
    pub is_generated: bool,
    pub is_example: bool,
    pub is_benchmark: bool,
    pub is_configuration: bool,
}

/// Names of the classes in options, in the order of the bits.
pub const FILE_CLASSES: [&str; 6] = [
    "tests",
    "vendored",
    "generated",
    "examples",
    "benchmarks",
    "configuration",
];

impl Roles {
    /// The sum of the classes in an index: the one at position n of this list is the bit 2^n.
    pub fn bits(self) -> u32 {
        let all = [
            self.is_test,
            self.is_vendored,
            self.is_generated,
            self.is_example,
            self.is_benchmark,
            self.is_configuration,
        ];
        (0..).zip(all).map(|(bit, holds)| u32::from(holds) << bit).sum()
    }
}

pub struct RoleFinder {
    test: GlobSet<()>,
    vendored: GlobSet<()>,
    generated: GlobSet<()>,
    example: GlobSet<()>,
    benchmark: GlobSet<()>,
    configuration: GlobSet<()>,
    everywhere: Roles,
    /// Roles of all files in a directory, from its own path and its parents.
    directories: FxHashMap<Box<str>, Roles>,
}

/// Globs of the user, besides the rules; valid.
#[derive(Clone, Copy, Default)]
pub struct ChosenRoles<'a> {
    pub test_globs: &'a [String],
    pub generated_globs: &'a [String],
    /// Path of the root in a larger project: all files have the classes of that folder.
    pub workspace: Option<&'a str>,
}

impl ChosenRoles<'_> {
    /// Fails with `usage` for an invalid glob.
    pub fn require_valid(&self) -> Result<(), AnalyzerError> {
        let tests = self.test_globs.iter().map(|glob| (glob, "--test-glob"));
        let generated = self.generated_globs.iter().map(|glob| (glob, "--generated-glob"));
        tests
            .chain(generated)
            .try_for_each(|(glob, option)| Glob::new(glob, option).map(|_| ()))
    }
}

impl RoleFinder {
    pub fn new(chosen: ChosenRoles<'_>) -> Self {
        let above = |folder| RoleFinder::new(ChosenRoles::default()).of_directory(folder);
        Self {
            everywhere: chosen.workspace.map(above).unwrap_or_default(),
            test: globs_of(&ROLES.test, chosen.test_globs),
            vendored: globs_of(&ROLES.vendored, &[]),
            generated: globs_of(&ROLES.generated.paths, chosen.generated_globs),
            example: globs_of(&ROLES.example, &[]),
            benchmark: globs_of(&ROLES.benchmark, &[]),
            configuration: globs_of(&ROLES.configuration, &[]),
            directories: FxHashMap::default(),
        }
    }

    /// `head`: the file's first bytes, at least `within_bytes` of the first comment unless the file is shorter.
    pub fn of(&mut self, path: &str, head: &[u8]) -> Roles {
        let directory = &path[..path.rfind('/').unwrap_or(0)];
        let inherited = match self.directories.get(directory) {
            Some(inherited) => *inherited,
            None => {
                let inherited = self.of_directory(directory);
                self.directories.insert(directory.into(), inherited);
                inherited
            }
        };
        Roles {
            is_test: inherited.is_test || self.test.first(path, false).is_some(),
            is_vendored: inherited.is_vendored || self.vendored.first(path, false).is_some(),
            is_generated: inherited.is_generated
                || self.generated.first(path, false).is_some()
                || says_generated(head)
                || is_minified(head)
                || is_json(path, head),
            is_example: inherited.is_example || self.example.first(path, false).is_some(),
            is_benchmark: inherited.is_benchmark || self.benchmark.first(path, false).is_some(),
            is_configuration: inherited.is_configuration || self.configuration.first(path, false).is_some(),
        }
    }

    fn of_directory(&self, directory: &str) -> Roles {
        let holds = |globs: &GlobSet<()>| {
            directory
                .match_indices('/')
                .any(|(slash, _)| globs.first(&directory[..slash], true).is_some())
                || globs.first(directory, true).is_some()
        };
        let all = &self.everywhere;
        Roles {
            is_test: all.is_test || holds(&self.test),
            is_vendored: all.is_vendored || holds(&self.vendored),
            is_generated: all.is_generated || holds(&self.generated),
            is_example: all.is_example || holds(&self.example),
            is_benchmark: all.is_benchmark || holds(&self.benchmark),
            is_configuration: all.is_configuration || holds(&self.configuration),
        }
    }
}

fn is_minified(head: &[u8]) -> bool {
    let Generated { minified, comment, .. } = &ROLES.generated;
    let head = &head[..head.len().min(comment.within_bytes)];
    if head.len() < minified.longest_line_bytes {
        return false;
    }
    let (mut lines, mut longest, mut start) = (0, 0, 0);
    for end in memchr::memchr_iter(b'\n', head).chain([head.len()]) {
        longest = longest.max(end - start);
        lines += 1;
        start = end + 1;
    }
    longest >= minified.longest_line_bytes && head.len() >= minified.mean_line_bytes * lines
}

fn is_json(path: &str, head: &[u8]) -> bool {
    let Generated { json, comment, .. } = &ROLES.generated;
    if head.len() < json.least_bytes || !json.endings.iter().any(|it| path.ends_with(it)) {
        return false;
    }
    let (mut lines, mut json_lines, mut keys) = (0, 0, 0);
    for line in head[..head.len().min(comment.within_bytes)].split(|byte| *byte == b'\n') {
        let blanks = line.iter().take_while(|byte| b" \t\r".contains(byte)).count();
        let Some(first) = line.get(blanks) else { continue };
        lines += 1;
        json_lines += usize::from(b"\"{}[]".contains(first));
        keys += usize::from(*first == b'"' && memmem::find(&line[blanks + 1..], b"\":").is_some());
    }
    lines > 0 && json_lines * 100 >= json.lines_of_hundred * lines && keys * 100 >= json.keys_of_hundred * lines
}

fn globs_of(class: &RoleGlobs, chosen: &[String]) -> GlobSet<()> {
    let mut globs = GlobSet::default();
    for source in class.globs().chain(chosen) {
        globs.add(Glob::known(source), ());
    }
    globs
}
