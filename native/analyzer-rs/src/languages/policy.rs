//! What profiles keep, what is left out, and what a path says of a file besides its language.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Map;

use super::documents;

/// Globs under the name that people know them by.
#[derive(Deserialize)]
pub struct GlobGroup {
    pub globs: Vec<String>,
    /// A directory that holds one of these names belongs to the group, whatever its own name is.
    #[serde(default)]
    pub holding: Vec<String>,
    /// Files that Git tracks are not excluded.
    #[serde(default)]
    pub unless_tracked: bool,
}

/// The first rule that applies to a file decides; without one the file is kept.
#[derive(Deserialize)]
pub struct ProfileRule {
    pub action: String,
    #[serde(default)]
    pub globs: Vec<String>,
    /// A list that stands elsewhere: `generated`, `languages` or `scripts`.
    pub list: Option<String>,
}

#[derive(Deserialize)]
pub struct Profile {
    /// Directories that are cut whole.
    pub directories: Vec<GlobGroup>,
    pub files: Vec<ProfileRule>,
}

#[derive(Deserialize)]
pub struct Profiles {
    /// The profile of a scan for which none was chosen.
    pub default: String,
    /// The same with `--all`.
    pub with_all: String,
    profiles: Map<String, serde_json::Value>,
}

impl Profiles {
    /// # Panics
    /// for a name that is no profile
    pub fn get(&self, name: &str) -> Profile {
        serde_json::from_value(self.profiles[name].clone()).expect("profiles.json is checked by a test")
    }
}

#[derive(Deserialize)]
pub struct Exclusions {
    /// What every scan leaves out unless asked for it.
    pub groups: Vec<GlobGroup>,
    /// Our own products.
    pub own: OwnProducts,
}

#[derive(Deserialize)]
pub struct OwnProducts {
    pub globs: Vec<String>,
    pub marked: Marked,
}

/// Files that are ours when they carry the marker.
#[derive(Deserialize)]
pub struct Marked {
    pub globs: Vec<String>,
    pub marker: String,
    pub within_bytes: usize,
}

#[derive(Deserialize)]
pub struct Roles {
    pub test: RoleGlobs,
    pub vendored: RoleGlobs,
    pub generated: Generated,
}

#[derive(Deserialize)]
pub struct RoleGlobs {
    pub globs: Vec<String>,
}

#[derive(Deserialize)]
pub struct Generated {
    pub globs: Vec<String>,
    /// Literal, compared as bytes of UTF-8.
    pub markers: Vec<String>,
    pub within_lines: usize,
    pub within_bytes: usize,
}

pub static PROFILES: LazyLock<Profiles> =
    LazyLock::new(|| serde_json::from_str(documents::PROFILES).expect("profiles.json is checked by a test"));
pub static EXCLUSIONS: LazyLock<Exclusions> =
    LazyLock::new(|| serde_json::from_str(documents::EXCLUSIONS).expect("exclusions.json is checked by a test"));
pub static ROLES: LazyLock<Roles> =
    LazyLock::new(|| serde_json::from_str(documents::ROLES).expect("roles.json is checked by a test"));
