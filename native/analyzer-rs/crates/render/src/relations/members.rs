//! The functions and methods of two files, matched by their names.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use parse::facts::{DeclarationFacts, Hash};

use super::model::MemberCounts;

struct Member<'a> {
    names: [&'a str; 2],
    body: Hash,
}

/// The names of the functions and methods that only one file has.
#[derive(Default)]
pub struct OnlyNames {
    pub left: Vec<String>,
    pub right: Vec<String>,
}

/// Matches by qualified names and then by own names, in order.
pub fn member_counts(left: &[&DeclarationFacts], right: &[&DeclarationFacts], only: &mut OnlyNames) -> MemberCounts {
    let (mut lefts, mut rights) = (functions_of(left), functions_of(right));
    let mut counts = MemberCounts::default();
    for name in 0..2 {
        let mut waiting: FxHashMap<&str, VecDeque<usize>> = FxHashMap::default();
        for (at, it) in rights.iter().enumerate() {
            waiting.entry(it.names[name]).or_default().push_back(at);
        }
        let mut is_matched = vec![false; rights.len()];
        lefts.retain(|it| {
            let Some(other) = waiting.get_mut(it.names[name]).and_then(VecDeque::pop_front) else {
                return true;
            };
            is_matched[other] = true;
            if it.body == rights[other].body {
                counts.same += 1;
            } else {
                counts.edited += 1;
            }
            false
        });
        let mut at = 0..;
        rights.retain(|_| at.next().is_some_and(|at| !is_matched[at]));
    }
    let name_of = |it: &Member<'_>| it.names[1].to_owned();
    only.left.extend(lefts.iter().map(name_of));
    only.right.extend(rights.iter().map(name_of));
    MemberCounts {
        only_left: lefts.len() as u64,
        only_right: rights.len() as u64,
        ..counts
    }
}

fn functions_of<'a>(declarations: &[&'a DeclarationFacts]) -> Vec<Member<'a>> {
    let functions = declarations.iter().filter_map(|it| {
        Some(Member {
            names: [&it.qualified_name, &it.name],
            body: it.function?.body,
        })
    });
    functions.collect()
}
