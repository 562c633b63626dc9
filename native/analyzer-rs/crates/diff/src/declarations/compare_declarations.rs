//! Matches the declarations of changed, removed and added files by name, then by content, and describes their changes.

use crate::files::file_changes::FileChanges;
use crate::model::{DeclarationChange, Regrouping};
use scan::model::Scan;

pub use super::declaration_matches::DeclarationMatches;
use super::describe_changes::Describer;
use super::match_left::LeftMatcher;
use super::match_scopes::{ScopePair, match_scopes};
use super::nodes::Forests;
use super::regroupings::find_regroupings;

pub struct ComparedDeclarations {
    pub changes: Vec<DeclarationChange>,
    pub regroupings: Vec<Regrouping>,
    pub matches: DeclarationMatches,
}

pub fn compare_declarations(
    changes: &FileChanges,
    before: &Scan,
    after: &Scan,
    min_nodes: u64,
) -> ComparedDeclarations {
    let mut forests = Forests::default();
    let mut scopes = Vec::new();
    for (old, now) in &changes.edited {
        scopes.push(ScopePair {
            before: forests.before.add(before, *old),
            after: forests.after.add(after, *now),
        });
    }
    for old in &changes.removed {
        scopes.push(ScopePair {
            before: forests.before.add(before, *old),
            after: Vec::new(),
        });
    }
    for now in &changes.added {
        scopes.push(ScopePair {
            before: Vec::new(),
            after: forests.after.add(after, *now),
        });
    }
    let matcher = LeftMatcher {
        forests: &forests,
        file_after: &changes.after,
        min_nodes,
    };
    let found = matcher.complete(match_scopes(&forests, scopes));
    let describer = Describer::new(&forests, before, after, &changes.after, &found.matched);
    ComparedDeclarations {
        changes: describer.describe(&found),
        regroupings: find_regroupings(&forests, &found, changes, before, after),
        matches: DeclarationMatches::new(changes, after, &forests, &found.matched),
    }
}
