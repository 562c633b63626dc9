//! Changes of a project: the edits and views of `fixtures/diff`, revisions of a repository, and the command itself.

mod command;
mod fixtures;
mod git;
mod history;
mod similarity;
mod views;
