//! When copies are a relation (`languages/relations.json`). Parts are in percent.

use std::sync::LazyLock;

use serde::Deserialize;

use base::languages::documents;

#[derive(Deserialize)]
pub struct RelationRules {
    pub tool_files: ToolFiles,
    pub candidates: Candidates,
    pub mirror: Mirror,
    pub fork: Fork,
    pub documentation: Documentation,
    pub family: Family,
    pub shared_helper: SharedHelper,
    pub vendored_library: VendoredLibrary,
    pub differs: Differs,
    pub screen: Screen,
}

#[derive(Deserialize)]
pub struct ToolFiles {
    pub parts: Vec<String>,
    pub names: Vec<String>,
}

#[derive(Deserialize)]
pub struct Candidates {
    pub most_occurrences: usize,
    pub most_file_pairs: usize,
    pub most_folder_pairs: usize,
    /// Around a file.
    pub most_folders: usize,
    pub largest_file_bytes: u64,
    pub most_compared_cells: u64,
}

#[derive(Deserialize)]
pub struct Mirror {
    pub least_pairs: usize,
    pub least_lines: u64,
    pub least_shared_lines: u64,
    pub shared_percent: u64,
    pub smaller_percent: u64,
    pub larger_percent: u64,
    pub same_name_percent: u64,
}

#[derive(Deserialize)]
pub struct Fork {
    pub least_lines: u64,
    pub least_code_lines: u64,
    pub shared_percent: u64,
    pub larger_percent: u64,
    /// How a line without code starts.
    pub comments: Vec<String>,
    /// How an import starts, which has no code either.
    pub imports: Vec<String>,
}

#[derive(Deserialize)]
pub struct Documentation {
    /// Of the files whose strings document.
    pub extensions: Vec<String>,
    pub quotes: Vec<String>,
    /// Letters before a quote.
    pub prefixes: Vec<String>,
}

#[derive(Deserialize)]
pub struct Family {
    pub least_files: usize,
    pub both_percent: u64,
}

#[derive(Deserialize)]
pub struct SharedHelper {
    pub least_files: usize,
}

#[derive(Deserialize)]
pub struct VendoredLibrary {
    pub least_lines: u64,
    pub most_read_files: usize,
    /// Of a file in which the first comment names the library.
    pub most_header_bytes: usize,
    /// Names of files, the first one counts.
    pub manifests: Vec<String>,
    /// Names of files that a package of the project has too.
    pub own_manifests: Vec<String>,
    /// Hosts of repositories, whose addresses start with the owner.
    pub repository_hosts: Vec<String>,
    /// Lower-case words of a line with a year and a copyright that name nobody.
    pub no_holders: Vec<String>,
    /// Lower-case names up to the first `.`, `-` or `_`.
    pub licence_files: Vec<String>,
    pub licences: Vec<Licence>,
}

#[derive(Deserialize)]
pub struct Licence {
    /// SPDX id, or family of licences.
    pub name: String,
    /// Lower case, with one space between them.
    pub words: String,
}

#[derive(Deserialize)]
pub struct Differs {
    pub least: u64,
    pub most_replaced: usize,
    /// Of the places of each of both words.
    pub same_percent: u64,
    pub equal_percent: usize,
    pub most_tokens: usize,
    pub most_cells: usize,
}

/// What is a fact of the first screen.
#[derive(Deserialize)]
pub struct Screen {
    pub evidence: Evidence,
    pub rows: Rows,
    pub constructors: Constructors,
    pub asynchronous: Asynchronous,
    pub unsupported: Unsupported,
}

#[derive(Deserialize)]
pub struct Evidence {
    /// Of a list, whose source is read.
    pub most_groups: usize,
    /// Equal lines that follow each other.
    pub run: u64,
    /// Of the lines of the smaller of two copies.
    pub equal_percent: u64,
    /// Below it, so many lines are equal at least.
    pub sure_percent: u64,
    pub unsure_lines: u64,
    /// Of two copies, and of all that are compared: lines of one times those of the other.
    pub most_cells: usize,
    pub most_all_cells: usize,
}

#[derive(Deserialize)]
pub struct Rows {
    pub least_lines: usize,
    pub most_lines: usize,
    pub forms_percent: usize,
    pub equal_percent: u64,
}

#[derive(Deserialize)]
pub struct Constructors {
    pub names: Vec<String>,
    pub least_copies: usize,
}

#[derive(Deserialize)]
pub struct Asynchronous {
    /// Lower case, longer ones before their parts.
    pub words: Vec<String>,
    /// Words of a path.
    pub marks: Vec<String>,
}

#[derive(Deserialize)]
pub struct Unsupported {
    /// Of the number of analyzed files.
    pub least_percent: u64,
}

pub static RELATIONS: LazyLock<RelationRules> =
    LazyLock::new(|| serde_json::from_str(documents::RELATIONS).expect("part of the program"));
