//! Diffs of projects: the edits and views of `fixtures/diff`, revisions of a repository, and the command.

mod command;
mod fixtures;
mod git;
mod history;
mod similarity;
mod views;
