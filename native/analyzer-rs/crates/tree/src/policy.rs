//! The exclusions of a scan, decided by path before any file is opened.

use std::collections::HashSet;
use std::sync::Arc;

use base::errors::AnalyzerError;
use base::languages::policy::{EXCLUSIONS, Marked, PROFILES, ProfileRule, ROLES};

use super::globs::{Glob, GlobSet, last_name};
use super::kind::kind_of_name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutReason {
    Exclude,
    Config,
    AnalyzerIgnore,
    Default,
    GitIgnore,
    OwnOutput,
    Cache,
    Profile,
}

impl CutReason {
    pub fn name(self) -> &'static str {
        match self {
            Self::Exclude => "exclude",
            Self::Config => "config",
            Self::AnalyzerIgnore => "analyzerignore",
            Self::Default => "default",
            Self::GitIgnore => "gitignore",
            Self::OwnOutput => "own-output",
            Self::Cache => "cache",
            Self::Profile => "profile",
        }
    }
}

/// Why a path is excluded, with the glob or rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub reason: CutReason,
    pub rule: Arc<str>,
}

pub struct PolicyOptions<'a> {
    pub profile: &'a str,
    /// Without default exclusions and `.analyzerignore`; our own output stays excluded.
    pub all: bool,
    /// Globs of `--exclude`.
    pub exclude: &'a [String],
    /// All files are tracked by Git, so that default exclusions for untracked files do not apply.
    pub is_tracked: bool,
    /// Paths of files that this program writes there; they are excluded with all options.
    pub own: &'a [String],
    /// Path of the parse cache's folder; it is excluded with all options.
    pub cache: Option<&'a str>,
}

enum FileRule {
    Languages,
    Scripts,
    Globs { keep: bool, globs: GlobSet<()> },
}

/// The first of several reasons counts: own output, the parse cache, `--exclude`, the project's configuration file,
/// `.analyzerignore`, default exclusions, rules of Git, the profile. Own output comes first because a snapshot id does
/// not cover it: no option may give it another reason.
pub struct Policy {
    globs: GlobSet<CutReason>,
    holding: Vec<(String, Cut)>,
    marked: GlobSet<&'static Marked>,
    profile_directories: GlobSet<CutReason>,
    profile_files: Vec<FileRule>,
    own: HashSet<String>,
    cache: Option<String>,
    /// Default exclusions that do not apply to files tracked by Git.
    unless_tracked: HashSet<&'static str>,
}

impl Policy {
    /// `configured`: the globs of the project's own configuration file; `ignored`: those of `.analyzerignore`.
    pub fn new(options: &PolicyOptions<'_>, configured: Vec<Glob>, ignored: Vec<Glob>) -> Result<Self, AnalyzerError> {
        let profile = PROFILES.get(options.profile);
        let mut policy = Self {
            globs: GlobSet::default(),
            holding: Vec::new(),
            marked: GlobSet::default(),
            profile_directories: GlobSet::default(),
            profile_files: profile.files.iter().map(file_rule).collect(),
            own: options.own.iter().cloned().collect(),
            cache: options.cache.map(str::to_owned),
            unless_tracked: HashSet::new(),
        };
        for source in &EXCLUSIONS.own.globs {
            policy.globs.add(Glob::known(source), CutReason::OwnOutput);
        }
        for marked in EXCLUSIONS.own.marked.values() {
            for source in &marked.globs {
                policy.marked.add(Glob::known(source), marked);
            }
        }
        for source in options.exclude {
            policy.globs.add(Glob::new(source, "--exclude")?, CutReason::Exclude);
        }
        for glob in configured {
            policy.globs.add(glob, CutReason::Config);
        }
        if !options.all {
            for glob in ignored {
                policy.globs.add(glob, CutReason::AnalyzerIgnore);
            }
            policy.add_defaults(options.is_tracked);
        }
        for source in profile.directories.iter().flat_map(|it| &it.globs) {
            policy.profile_directories.add(Glob::known(source), CutReason::Profile);
        }
        Ok(policy)
    }

    pub fn directory(&self, path: &str) -> Option<Cut> {
        self.described_directory(path)
            .or_else(|| self.directory_of_profile(path))
    }

    /// Without the profile.
    pub fn described_directory(&self, path: &str) -> Option<Cut> {
        let cache = || {
            (self.cache.as_deref() == Some(path)).then(|| Cut {
                reason: CutReason::Cache,
                rule: path.into(),
            })
        };
        cut_of(&self.globs, path, true)
            .filter(|cut| cut.reason == CutReason::OwnOutput)
            .or_else(cache)
            .or_else(|| cut_of(&self.globs, path, true))
    }

    pub fn directory_of_profile(&self, path: &str) -> Option<Cut> {
        cut_of(&self.profile_directories, path, true)
    }

    /// Whether it excludes only paths that Git does not track.
    pub fn spares_tracked(&self, cut: &Cut) -> bool {
        cut.reason == CutReason::Default && self.unless_tracked.contains(&*cut.rule)
    }

    /// A directory may be recognized by its content, such as a virtual environment of any name.
    pub fn directory_holding<'a>(&self, names: impl Iterator<Item = &'a str> + Clone) -> Option<Cut> {
        self.holding
            .iter()
            .find(|(name, _)| names.clone().any(|it| it == name))
            .map(|(_, cut)| cut.clone())
    }

    /// `is_script`: whether it has no extension, and is executable or starts with a shebang.
    pub fn file(&self, path: &str, is_script: bool) -> Option<Cut> {
        self.described(path).or_else(|| self.file_of_profile(path, is_script))
    }

    pub fn file_of_profile(&self, path: &str, is_script: bool) -> Option<Cut> {
        for rule in &self.profile_files {
            match rule {
                FileRule::Languages if kind_of_name(last_name(path)).is_some() => return None,
                FileRule::Scripts if is_script => return None,
                FileRule::Languages | FileRule::Scripts => {}
                FileRule::Globs { keep, globs } => {
                    if let Some((glob, ())) = globs.first(path, false) {
                        let cut = || Cut {
                            reason: CutReason::Profile,
                            rule: glob.source.as_str().into(),
                        };
                        return (!keep).then(cut);
                    }
                }
            }
        }
        None
    }

    /// Symbolic links and special files, which profiles include: they are described, never opened.
    pub fn described(&self, path: &str) -> Option<Cut> {
        let own = || {
            self.own.contains(path).then(|| Cut {
                reason: CutReason::OwnOutput,
                rule: path.into(),
            })
        };
        own().or_else(|| cut_of(&self.globs, path, false))
    }

    /// The marker that makes the file own output; called before `file`.
    pub fn marker_of(&self, path: &str) -> Option<&'static Marked> {
        self.marked.first(path, false).map(|(_, marked)| *marked)
    }

    fn add_defaults(&mut self, is_tracked: bool) {
        for group in &EXCLUSIONS.groups {
            if group.unless_tracked && is_tracked {
                continue;
            }
            for source in &group.globs {
                self.globs.add(Glob::known(source), CutReason::Default);
                if group.unless_tracked {
                    self.unless_tracked.insert(source);
                }
            }
            for name in &group.holding {
                let cut = Cut {
                    reason: CutReason::Default,
                    rule: format!("holds {name}").into(),
                };
                self.holding.push((name.clone(), cut));
            }
        }
    }
}

/// The cut of a file that contains the marker of `marker_of`.
pub fn cut_of_marker(marked: &Marked) -> Cut {
    Cut {
        reason: CutReason::OwnOutput,
        rule: marked.marker.as_str().into(),
    }
}

/// The cut of a directory that holds the marker file of this program.
pub fn own_holding_cut() -> Cut {
    Cut {
        reason: CutReason::OwnOutput,
        rule: format!("holds {}", EXCLUSIONS.own.holding.name).into(),
    }
}

fn cut_of(globs: &GlobSet<CutReason>, path: &str, is_directory: bool) -> Option<Cut> {
    let (glob, reason) = globs.first(path, is_directory)?;
    Some(Cut {
        reason: *reason,
        rule: glob.source.as_str().into(),
    })
}

fn file_rule(rule: &ProfileRule) -> FileRule {
    let sources: Vec<&String> = match rule.list.as_deref() {
        Some("languages") => return FileRule::Languages,
        Some("scripts") => return FileRule::Scripts,
        Some("generated") => ROLES.generated.paths.globs().collect(),
        _ => rule.globs.iter().collect(),
    };
    let mut globs = GlobSet::default();
    for source in sources {
        globs.add(Glob::known(source), ());
    }
    FileRule::Globs {
        keep: rule.action == "keep",
        globs,
    }
}
