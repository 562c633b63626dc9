//! Files that profiles include, exclusions, and roles of a file by its path.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Map;

use super::documents;

/// Globs with a name for the user.
#[derive(Deserialize)]
pub struct GlobGroup {
    pub globs: Vec<String>,
    /// A directory that contains one of these names belongs to the group.
    #[serde(default)]
    pub holding: Vec<String>,
    /// Files that Git tracks are not excluded.
    #[serde(default)]
    pub unless_tracked: bool,
}

/// The first matching rule decides; a file without a matching rule is included.
#[derive(Deserialize)]
pub struct ProfileRule {
    pub action: String,
    #[serde(default)]
    pub globs: Vec<String>,
    /// A shared list: `generated`, `languages` or `scripts`.
    pub list: Option<String>,
}

#[derive(Deserialize)]
pub struct Profile {
    /// Directories that are excluded completely.
    pub directories: Vec<GlobGroup>,
    pub files: Vec<ProfileRule>,
}

#[derive(Deserialize)]
pub struct Profiles {
    /// The default profile.
    pub default: String,
    /// The default profile with `--all`.
    pub with_all: String,
    profiles: Map<String, serde_json::Value>,
}

impl Profiles {
    /// # Panics
    /// if there is no such profile
    pub fn get(&self, name: &str) -> Profile {
        serde_json::from_value(self.profiles[name].clone()).expect("a test checks profiles.json")
    }
}

#[derive(Deserialize)]
pub struct Exclusions {
    /// Default exclusions.
    pub groups: Vec<GlobGroup>,
    /// Output of this program.
    pub own: OwnProducts,
}

#[derive(Deserialize)]
pub struct OwnProducts {
    pub globs: Vec<String>,
    /// Files that contain a marker.
    pub marked: BTreeMap<String, Marked>,
    pub holding: Holding,
}

/// Files that are output of this program if their first bytes contain the marker.
#[derive(Deserialize)]
pub struct Marked {
    pub globs: Vec<String>,
    pub marker: String,
    pub within_bytes: usize,
}

/// A directory is output of this program if it has a file of this name with the marker.
#[derive(Deserialize)]
pub struct Holding {
    pub name: String,
    pub marker: String,
    pub within_bytes: usize,
}

#[derive(Deserialize)]
pub struct Roles {
    pub test: RoleGlobs,
    pub vendored: RoleGlobs,
    pub generated: Generated,
    pub example: RoleGlobs,
    pub benchmark: RoleGlobs,
    pub configuration: RoleGlobs,
}

#[derive(Deserialize)]
pub struct RoleGlobs {
    rules: Vec<RoleRule>,
}

/// Its reason is for people.
#[derive(Deserialize)]
struct RoleRule {
    globs: Vec<String>,
}

impl RoleGlobs {
    pub fn globs(&self) -> impl Iterator<Item = &String> {
        self.rules.iter().flat_map(|rule| &rule.globs)
    }
}

#[derive(Deserialize)]
pub struct Generated {
    #[serde(flatten)]
    pub paths: RoleGlobs,
    pub comment: GeneratedComment,
    pub minified: Minified,
    pub json: JsonInCode,
}

/// Words of the comments before the first code, in lower case.
#[derive(Deserialize)]
pub struct GeneratedComment {
    pub within_lines: usize,
    pub within_bytes: usize,
    pub near_bytes: usize,
    pub generator_bytes: usize,
    pub prologue: Vec<String>,
    pub line: Vec<String>,
    pub block: Vec<[String; 2]>,
    pub tags: Vec<String>,
    pub statements: Vec<String>,
    pub generated: Vec<String>,
    pub edit: Vec<String>,
    pub by: Vec<String>,
    pub generators: Vec<Generator>,
}

/// Its reason is for people.
#[derive(Deserialize)]
pub struct Generator {
    pub name: String,
}

/// Least mean and longest line of a minified file, in its first bytes.
#[derive(Deserialize)]
pub struct Minified {
    pub mean_line_bytes: usize,
    pub longest_line_bytes: usize,
}

/// JSON in a code file: its least size, and the least shares of lines of its first bytes that are JSON or have keys.
#[derive(Deserialize)]
pub struct JsonInCode {
    pub endings: Vec<String>,
    pub least_bytes: usize,
    pub lines_of_hundred: usize,
    pub keys_of_hundred: usize,
}

/// The order of groups in lists for people, and what these put apart.
#[derive(Deserialize)]
pub struct ListRules {
    pub order: OrderRule,
    pub little_saved: LittleSavedRule,
    pub frames: FrameRule,
    pub straight_line: StraightLineRule,
    pub data: DataRule,
    pub small: SmallRule,
    pub types: TypesRule,
    pub protocol_methods: ProtocolRule,
    pub test_callbacks: TestCallbacksRule,
    pub inside: InsideRule,
    pub listed_runs: ListedRunsRule,
}

/// Names of the functions that get the parts of tests.
#[derive(Deserialize)]
pub struct TestCallbacksRule {
    /// With a string as the first argument.
    pub titled: Vec<String>,
    pub untitled: Vec<String>,
    pub modifiers: Vec<String>,
}

/// Nodes of a call that replaces a copy.
#[derive(Deserialize)]
pub struct OrderRule {
    pub call_nodes: u64,
}

/// Groups that save little.
#[derive(Deserialize)]
pub struct LittleSavedRule {
    pub kinds: Vec<String>,
    pub below_weight: f64,
}

/// Code without control structures.
#[derive(Deserialize)]
pub struct StraightLineRule {
    pub below_weight: f64,
    pub identical_below_weight: f64,
    pub methods_below_weight: f64,
}

/// Code without control structures that is data, or sets up something.
#[derive(Deserialize)]
pub struct DataRule {
    pub kinds: Vec<String>,
    pub kinds_with_calls: Vec<String>,
}

/// Similar declarations of which mostly a frame is the same.
#[derive(Deserialize)]
pub struct FrameRule {
    pub kinds: Vec<String>,
    pub below_similarity: u32,
    pub below_weight: f64,
}

#[derive(Deserialize)]
pub struct SmallRule {
    pub kinds: Vec<String>,
    pub below_nodes: u64,
}

/// Nodes of all listed runs of one kind in a file: `nodes`, and `nodes_of_node` for each node of its repeated code.
#[derive(Deserialize)]
pub struct ListedRunsRule {
    pub nodes: i64,
    pub nodes_of_node: i64,
}

/// Groups of which most is in groups listed before.
#[derive(Deserialize)]
pub struct InsideRule {
    pub percent_of_bytes: u64,
}

#[derive(Deserialize)]
pub struct TypesRule {
    pub kinds: Vec<String>,
    pub below_similarity: u32,
    pub aliases_below_weight: f64,
}

/// Methods that a protocol of the language calls.
#[derive(Deserialize)]
pub struct ProtocolRule {
    pub kinds: Vec<String>,
    pub prefix: String,
    pub suffix: String,
    pub names: Vec<String>,
    pub except: Vec<String>,
    pub below_nodes: u64,
}

pub static LISTS: LazyLock<ListRules> =
    LazyLock::new(|| serde_json::from_str(documents::LISTS).expect("a test checks lists.json"));
pub static PROFILES: LazyLock<Profiles> =
    LazyLock::new(|| serde_json::from_str(documents::PROFILES).expect("a test checks profiles.json"));
pub static EXCLUSIONS: LazyLock<Exclusions> =
    LazyLock::new(|| serde_json::from_str(documents::EXCLUSIONS).expect("a test checks exclusions.json"));
pub static ROLES: LazyLock<Roles> =
    LazyLock::new(|| serde_json::from_str(documents::ROLES).expect("a test checks roles.json"));
