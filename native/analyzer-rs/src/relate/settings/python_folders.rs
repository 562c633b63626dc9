//! The folders with the packages of a Python project.

/// Longer lines are not read, in UTF-16 units.
const LONGEST: usize = 1000;

/// Relative to the project: `package-dir` and `packages.find.where` of `[tool.setuptools]`, and the same of a `setup.cfg`.
/// Other settings have no effect.
pub fn python_folders(pyproject: Option<&str>, setup_cfg: Option<&str>) -> Vec<String> {
    let mut folders = toml_folders(pyproject.unwrap_or(""));
    folders.extend(ini_folders(setup_cfg.unwrap_or("")));
    folders
}

fn toml_folders(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut section = String::new();
    for line in lines_of(text) {
        if line.starts_with('[') {
            section = line.split_whitespace().collect();
        }
        let (key, value) = line.split_once('=').unwrap_or(("", line));
        let values = quoted(value);
        let found = match (section.as_str(), key.trim()) {
            ("[tool.setuptools.packages.find]", "where") => &values[..],
            ("[tool.setuptools.package-dir]", "\"\"") => &values[..values.len().min(1)],
            ("[tool.setuptools]", "package-dir") if values.first() == Some(&"") => &values[1..values.len().min(2)],
            _ => &[],
        };
        folders.extend(found.iter().map(|it| (*it).to_owned()));
    }
    folders
}

fn ini_folders(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let (mut section, mut key) = ("", "");
    for line in lines_of(text) {
        if line.starts_with('[') {
            section = line;
        }
        let parts = line.split_once('=');
        let name = parts.map_or("", |(name, _)| name.trim());
        if !name.is_empty() {
            key = name;
        }
        let value = parts.map_or(line, |(_, value)| value).trim();
        if section == "[options.packages.find]" && name == "where" && !value.is_empty() {
            folders.push(value.to_owned());
        }
        if section != "[options]" || key != "package_dir" {
            continue;
        }
        if name.is_empty() && parts.is_some() {
            folders.push(value.to_owned());
        } else if let Some(root) = value.strip_prefix('=') {
            folders.push(root.trim().to_owned());
        }
    }
    folders
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split('\n').filter(|line| line.encode_utf16().count() <= LONGEST);
    lines.map(str::trim)
}

/// The strings in single or double quotes.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = rest.as_bytes()[start] as char;
        let inside = &rest[start + 1..];
        let Some(end) = inside.find(quote) else { break };
        found.push(&inside[..end]);
        rest = &inside[end + 1..];
    }
    found
}
