//! What a Python project requires.

use std::collections::BTreeSet;

use super::json::Json;

/// By its configuration.
#[derive(Default)]
pub struct PythonRequirements {
    /// Of its distribution, normalized.
    pub name: Option<String>,
    /// Names of distributions, normalized.
    pub names: BTreeSet<String>,
    /// Folders of other projects, relative to it.
    pub folders: BTreeSet<String>,
    /// Patterns of the folders of a uv workspace.
    pub members: Vec<String>,
    pub excluded: Vec<String>,
}

/// The distributions and folders that a `pyproject.toml` and a `setup.cfg` require: PEP 508 requirements, optional ones, groups,
/// the lists of metadata hooks of Hatch, and the sources of uv and Poetry. A distribution with a source elsewhere is not
/// required here.
///
/// https://packaging.python.org/en/latest/specifications/dependency-specifiers, https://docs.astral.sh/uv/concepts/projects/dependencies
pub fn python_requirements(pyproject: Option<&Json>, setup_cfg: Option<&Json>) -> PythonRequirements {
    let mut found = PythonRequirements::default();
    let (project, tool) = (at(pyproject, "project"), at(pyproject, "tool"));
    let (uv, poetry) = (at(tool, "uv"), at(tool, "poetry"));
    let hooks = values_of(at(at(at(tool, "hatch"), "metadata"), "hooks"));
    let mut lists = Vec::new();
    for project in project.into_iter().chain(hooks) {
        lists.push(project.at("dependencies"));
        lists.extend(values_of(project.at("optional-dependencies")).map(Some));
    }
    lists.extend(values_of(at(pyproject, "dependency-groups")).map(Some));
    lists.push(at(uv, "dev-dependencies"));
    lists.push(at(at(setup_cfg, "options"), "install_requires"));
    for written in lists.into_iter().flatten().flat_map(Json::texts) {
        found.add_requirement(written);
    }
    let mut tables = vec![at(poetry, "dependencies"), at(poetry, "dev-dependencies")];
    tables.extend(values_of(at(poetry, "group")).map(|group| group.at("dependencies")));
    tables.push(at(uv, "sources"));
    for (name, source) in tables.into_iter().flatten().filter_map(Json::table).flatten() {
        found.add_source(name, source);
    }
    let named = [project, poetry, at(setup_cfg, "metadata")];
    let name = named
        .into_iter()
        .filter_map(|it| at(it, "name"))
        .flat_map(Json::texts)
        .next();
    let workspace = at(uv, "workspace");
    let patterns = |key| {
        let texts = at(workspace, key).map(Json::texts).unwrap_or_default();
        texts.into_iter().map(str::to_owned).collect()
    };
    found.name = name.and_then(name_of);
    found.members = patterns("members");
    found.excluded = patterns("exclude");
    found
}

impl PythonRequirements {
    /// `name >= 1`, `name @ file:../folder`
    fn add_requirement(&mut self, written: &str) {
        match (path_of(written), name_of(written)) {
            (Some(path), _) if !path.starts_with('/') => {
                self.folders.insert(path.to_owned());
            }
            (_, Some(name)) if !written.contains('@') => {
                self.names.insert(name);
            }
            _ => {}
        }
    }

    /// `name = { path = "../folder" }`, `{ workspace = true }`, a version, or a list of these.
    fn add_source(&mut self, written: &str, source: &Json) {
        let Some(name) = name_of(written) else { return };
        let sources = match source {
            Json::List(items) => items.as_slice(),
            other => std::slice::from_ref(other),
        };
        for one in sources {
            if let Some(path) = one.text_at("path") {
                self.folders.insert(path.to_owned());
            } else if ["git", "url", "index"].iter().any(|key| one.text_at(key).is_some()) {
                self.names.remove(&name);
            } else {
                self.names.insert(name.clone());
            }
        }
    }
}

/// The first path after `@ file:`, `@ file:///${PROJECT_ROOT}/` or `@ {root:uri}/`.
fn path_of(written: &str) -> Option<&str> {
    written.match_indices('@').find_map(|(at, _)| {
        let url = written[at + 1..].trim_start_matches([' ', '\t']);
        let path = match url.strip_prefix("{root:uri}/") {
            Some(path) => path,
            None => below_root(url.strip_prefix("file:")?),
        };
        let end = path.find(['#', ';', ' ', '\t']).unwrap_or(path.len());
        (end > 0).then(|| &path[..end])
    })
}

fn below_root(path: &str) -> &str {
    let below = |prefix| path.strip_prefix(prefix).filter(|it| !ends(it));
    below("///${PROJECT_ROOT}/")
        .or_else(|| below("//${PROJECT_ROOT}/"))
        .unwrap_or(path)
}

fn ends(path: &str) -> bool {
    path.is_empty() || path.starts_with(['#', ';', ' ', '\t'])
}

/// https://packaging.python.org/en/latest/specifications/name-normalization
fn name_of(written: &str) -> Option<String> {
    let written = written.trim_start_matches([' ', '\t']);
    let is_part = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '_' | '-');
    let end = written.find(|one| !is_part(one)).unwrap_or(written.len());
    if !written.starts_with(|one: char| one.is_ascii_alphanumeric()) {
        return None;
    }
    let mut name = String::with_capacity(end);
    for one in written[..end].chars() {
        match one {
            '.' | '_' | '-' if name.ends_with('-') => {}
            '.' | '_' | '-' => name.push('-'),
            _ => name.push(one.to_ascii_lowercase()),
        }
    }
    Some(name)
}

fn at<'a>(value: Option<&'a Json>, key: &str) -> Option<&'a Json> {
    value.and_then(|it| it.at(key))
}

fn values_of(table: Option<&Json>) -> impl Iterator<Item = &Json> {
    let rows = table.and_then(Json::table).unwrap_or_default();
    rows.iter().map(|(_, value)| value)
}
