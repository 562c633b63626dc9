//! The configuration files of a project, each parsed at most once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::bundler_entries::bundler_entries;
use super::ini::parse_ini;
use super::json::{Json, parse_json};
use super::toml::parse_toml;
use super::workspace_yaml::workspace_globs;

/// A configuration file without effect on imports, completely or partly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationProblem {
    pub path: String,
    pub problem: String,
}

/// The text of a configuration file, or why it was not read.
pub type SettingText = Result<String, String>;

pub struct Settings<'a> {
    texts: &'a BTreeMap<String, SettingText>,
    parsed: RefCell<FxHashMap<String, Option<Rc<Json>>>>,
    problems: RefCell<BTreeMap<String, String>>,
}

impl<'a> Settings<'a> {
    pub fn new(texts: &'a BTreeMap<String, SettingText>) -> Self {
        Self {
            texts,
            parsed: RefCell::default(),
            problems: RefCell::default(),
        }
    }

    /// Of the files that were read, in order.
    pub fn paths(&self) -> impl Iterator<Item = &'a str> {
        self.texts.keys().map(String::as_str)
    }

    pub fn has(&self, path: &str) -> bool {
        self.texts.contains_key(path)
    }

    /// The content of a file: a table, for `pnpm-workspace.yaml` its globs, for a bundler its entries; none for a file that cannot be used.
    pub fn value(&self, path: &str) -> Option<Rc<Json>> {
        if let Some(parsed) = self.parsed.borrow().get(path) {
            return parsed.clone();
        }
        let parsed = match self
            .texts
            .get(path)?
            .as_ref()
            .map_err(String::clone)
            .and_then(|text| parse_setting(path, text))
        {
            Ok(value) => Some(Rc::new(value)),
            Err(problem) => {
                self.report(path, &problem);
                None
            }
        };
        self.parsed.borrow_mut().insert(path.to_owned(), parsed.clone());
        parsed
    }

    /// Reads all files, so that the problems of files without an effect are known.
    pub fn read_all(&self) {
        for path in self.texts.keys() {
            self.value(path);
        }
    }

    /// The first problem of a file counts.
    pub fn report(&self, path: &str, problem: &str) {
        let mut problems = self.problems.borrow_mut();
        problems.entry(path.to_owned()).or_insert_with(|| problem.to_owned());
    }

    /// By path.
    pub fn problems(&self) -> Vec<ConfigurationProblem> {
        let problems = self.problems.borrow();
        let problem = |(path, problem): (&String, &String)| ConfigurationProblem {
            path: path.clone(),
            problem: problem.clone(),
        };
        problems.iter().map(problem).collect()
    }
}

fn parse_setting(path: &str, text: &str) -> Result<Json, String> {
    if path.ends_with(".toml") {
        return parse_toml(text);
    }
    if path.ends_with(".cfg") {
        return parse_ini(text);
    }
    if path.ends_with(".yaml") {
        return workspace_globs(text);
    }
    if !path.ends_with(".json") && !path.ends_with(".lock") {
        return Ok(bundler_entries(text));
    }
    let value = parse_json(text)?;
    match value {
        Json::Table(_) => Ok(value),
        _ => Err("not a JSON object".to_owned()),
    }
}
