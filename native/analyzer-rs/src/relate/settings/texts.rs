//! The configuration files of a project, each parsed at most once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::scan::model::ConfigurationProblem;

use super::json::{Json, parse_json};

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

    pub fn text(&self, path: &str) -> Option<&'a str> {
        match self.texts.get(path)? {
            Ok(text) => Some(text),
            Err(problem) => {
                self.report(path, problem);
                None
            }
        }
    }

    pub fn json(&self, path: &str) -> Option<Rc<Json>> {
        if let Some(parsed) = self.parsed.borrow().get(path) {
            return parsed.clone();
        }
        let parsed = self.text(path).and_then(|text| match parse_json(text) {
            Ok(value) => Some(Rc::new(value)),
            Err(problem) => {
                self.report(path, &problem);
                None
            }
        });
        self.parsed.borrow_mut().insert(path.to_owned(), parsed.clone());
        parsed
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
