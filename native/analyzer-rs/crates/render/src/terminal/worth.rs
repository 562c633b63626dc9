//! Whether a group is worth a fact of the first screen.

use relate::model::GroupKind;

use crate::relations::listed_evidence::GroupEvidence;
use crate::relations::rules::RELATIONS;

/// The equal lines of a group, of all places but the first; a line of which only names differ is half equal.
pub fn equal_lines_of(evidence: &GroupEvidence, kind: GroupKind) -> u64 {
    let sum = evidence.equal.iter().sum();
    if is_renamed(kind) {
        (lines_of_smaller(&evidence.lines) / 2).max(sum)
    } else {
        sum
    }
}

pub fn is_renamed(kind: GroupKind) -> bool {
    matches!(kind, GroupKind::FunctionShape | GroupKind::BlockShape)
}

/// Whether each line of renamed copies is equal: what is renamed is not among these lines, such as a class around them.
pub fn are_equal(lines: &[u64], saved: u64) -> bool {
    saved > 0 && saved == lines_of_smaller(lines)
}

/// Of each copy and the first one the lines of the smaller of both.
fn lines_of_smaller(lines: &[u64]) -> u64 {
    let first = lines.first().copied().unwrap_or_default();
    lines.iter().skip(1).map(|its| first.min(*its)).sum()
}

/// Whether enough of it is equal, and it is neither rows nor a pair of constructors. Copies that were not edited, only renamed,
/// are equal as they are. `names`: of its declarations.
pub fn is_worth_fact<'n>(evidence: &GroupEvidence, kind: GroupKind, mut names: impl Iterator<Item = &'n str>) -> bool {
    let rules = &RELATIONS.screen;
    let equal = equal_lines_of(evidence, kind);
    let least = if equal < rules.evidence.unsure_lines {
        rules.evidence.sure_percent
    } else {
        rules.evidence.equal_percent
    };
    let smaller = lines_of_smaller(&evidence.lines);
    let all_equal: u64 = evidence.equal.iter().sum();
    if evidence.are_rows && all_equal * 100 < smaller * rules.rows.equal_percent {
        return false;
    }
    if kind == GroupKind::Near && equal * 100 < smaller * least {
        return false;
    }
    let is_constructor = |name: &str| {
        let own = name.rsplit_once('.').map_or(name, |(_, own)| own);
        rules.constructors.names.iter().any(|it| it == own)
    };
    evidence.lines.len() >= rules.constructors.least_copies || !names.all(is_constructor)
}
