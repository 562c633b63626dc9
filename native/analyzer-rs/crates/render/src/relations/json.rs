//! The properties `relations` and `relations_left_out` of a scan.

use base::json_text::{push_format, push_list, push_list_by, push_optional, push_quoted};

use super::model::{CopyRelation, CopyRelations, MatchedFiles};

pub fn push_relations(out: &mut String, relations: &CopyRelations) {
    out.push_str(",\"relations\":[");
    for (index, relation) in relations.relations.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ",\n" });
        push_relation(out, relation);
    }
    out.push_str(if relations.relations.is_empty() { "]" } else { "\n]" });
    if relations.left_out > 0 {
        push_format(out, format_args!(",\"relations_left_out\":{}", relations.left_out));
    }
}

fn push_relation(out: &mut String, it: &CopyRelation) {
    push_format(out, format_args!("{{\"kind\":\"{}\",\"sides\":", it.kind.name()));
    push_list(out, it.sides.iter().map(String::as_str));
    out.push_str(",\"pairs\":");
    push_list_by(out, &it.pairs, push_pair);
    push_format(out, format_args!(",\"lines\":{}", it.lines));
    push_optional(out, "differs", it.differs.as_deref());
    out.push_str(",\"groups\":");
    push_list(out, it.groups.iter().map(String::as_str));
    push_format(out, format_args!(",\"elsewhere\":{}}}", it.elsewhere));
}

fn push_pair(out: &mut String, it: &MatchedFiles) {
    out.push_str("{\"left\":");
    push_quoted(out, &it.left);
    out.push_str(",\"right\":");
    push_quoted(out, &it.right);
    let counts = &it.members;
    push_format(
        out,
        format_args!(
            ",\"left_lines\":{},\"right_lines\":{},\"equal_lines\":{},\"same\":{},\"edited\":{},\"only_left\":{},\"only_right\":{}}}",
            it.left_lines,
            it.right_lines,
            it.equal_lines,
            counts.same,
            counts.edited,
            counts.only_left,
            counts.only_right
        ),
    );
}
