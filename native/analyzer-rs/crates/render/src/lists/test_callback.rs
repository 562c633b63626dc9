//! Callbacks of tests, by what they are passed to (`languages/lists.json`, `test_callbacks`).

use base::languages::policy::LISTS;

/// Whether a callback is a part of a test, such as `it('adds') callback`.
pub fn is_test_callback(name: &str) -> bool {
    let Some(call) = name.strip_suffix(" callback") else {
        return false;
    };
    let (callee, has_title) = match call.split_once('(') {
        Some((callee, rest)) => (callee, rest.ends_with(')')),
        None => (call, false),
    };
    if call.len() > callee.len() && !has_title {
        return false;
    }
    let rule = &LISTS.test_callbacks;
    let is_in = |list: &[String], name: &str| list.iter().any(|it| it == name);
    let is_of_tests = |name: &str| is_in(&rule.titled, name) || is_in(&rule.untitled, name);
    let names: Vec<&str> = callee.split('.').collect();
    let are_of_tests = names.iter().all(|it| is_of_tests(it) || is_in(&rule.modifiers, it));
    let is_last_untitled = names.last().is_some_and(|it| is_in(&rule.untitled, it));
    is_of_tests(names[0]) && are_of_tests && (has_title || is_last_untitled)
}

#[test]
fn callbacks_of_test_frameworks_are_tests() {
    let tests = [
        "it('adds') callback",
        "describe.only(`a (b)`) callback",
        "test.beforeAll callback",
    ];
    assert!(tests.iter().all(|it| is_test_callback(it)));
    let others = [
        "it callback",
        "it('a') function",
        "test.route('a') callback",
        "r.get('/a') callback",
        "setup callback",
    ];
    assert!(!others.iter().any(|it| is_test_callback(it)));
}
