//! Codes of the index: a code is an index into a list of `row_layouts`.

/// The code of a name that the list contains: a constant that does not compile otherwise.
pub const fn code_of(list: &[&str], name: &str) -> u64 {
    match index_of(list, name) {
        Some(code) => code,
        None => panic!("the list does not contain this name"),
    }
}

const fn index_of(list: &[&str], name: &str) -> Option<u64> {
    let mut code = 0;
    while code < list.len() {
        if equal(list[code].as_bytes(), name.as_bytes()) {
            return Some(code as u64);
        }
        code += 1;
    }
    None
}

/// `==`, which constants cannot use.
const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::index::row_layouts::{FILE_CLASSES, FILE_STATUSES, IMPORT_PHASES, LINK_STATES, NODE_KINDS};
    use parse::facts::{DeclarationKind, ImportPhase};
    use relate::model::LinkState;
    use scan::model::FileStatus;
    use tree::roles::Roles;

    use super::{code_of, index_of};

    /// Rows contain `kind as u32` and the like.
    #[test]
    fn enums_have_the_order_of_their_lists_of_codes() {
        assert_eq!(LinkState::ALL.map(LinkState::name), LINK_STATES);
        assert_eq!(ImportPhase::ALL.map(ImportPhase::name), IMPORT_PHASES);
        assert_eq!(FileStatus::ALL.map(FileStatus::name), FILE_STATUSES);
        assert_eq!(DeclarationKind::ALL.map(DeclarationKind::name), NODE_KINDS[2..]);
    }

    #[test]
    fn each_class_of_a_file_is_the_bit_of_its_position() {
        let one = |name: &str| Roles {
            is_test: name == "test",
            is_vendored: name == "vendored",
            is_generated: name == "generated",
            is_example: name == "example",
            is_benchmark: name == "benchmark",
            is_configuration: name == "configuration",
        };
        assert_eq!(FILE_CLASSES.map(|name| one(name).bits()), [1, 2, 4, 8, 16, 32]);
    }

    #[test]
    fn a_code_is_an_index() {
        assert_eq!(
            NODE_KINDS.map(|name| code_of(&NODE_KINDS, name)),
            [0, 1, 2, 3, 4, 5, 6, 7, 8]
        );
    }

    /// It does not panic: a test of the message of panics runs in the same process.
    #[test]
    fn an_unknown_name_has_no_code() {
        assert_eq!(index_of(&NODE_KINDS, "functio"), None);
    }
}
