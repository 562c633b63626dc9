//! Trees of sources that real projects do not contain: invalid, hostile, random.

use std::time::{Duration, Instant};

use bash_syntax::{Fault, NAMES, NO_NODE, Name, Node, Sink, parse};

#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    closed: usize,
    /// Texts that are not the source.
    texts: Vec<String>,
}

impl Sink for Tree {
    fn open(&mut self, node: Node) {
        assert!(node.parent == NO_NODE && self.nodes.is_empty() || (node.parent as usize) < self.nodes.len());
        self.nodes.push(node);
    }

    fn close(&mut self, node: u32, end: u32) {
        self.nodes[node as usize].end = end;
        self.closed += 1;
    }

    fn text(&mut self, node: u32, text: &[u8]) {
        let text = String::from_utf8(text.to_vec()).expect("text is cut between characters");
        let source = &self.nodes[node as usize];
        assert!(text.len() < (source.end - source.start) as usize);
        self.texts.push(text);
    }
}

fn read(source: &str) -> (Tree, Vec<Fault>) {
    let mut tree = Tree::default();
    let faults = parse(source.as_bytes(), &mut tree);
    for node in &tree.nodes {
        assert!(node.start <= node.end && node.end as usize <= source.len(), "{node:?}");
        assert!(source.is_char_boundary(node.start as usize) && source.is_char_boundary(node.end as usize));
    }
    (tree, faults)
}

/// The texts of all nodes of a kind.
fn texts<'a>(source: &'a str, tree: &Tree, kind: Name) -> Vec<&'a str> {
    let of_kind = tree.nodes.iter().filter(|node| node.kind == kind);
    of_kind
        .map(|node| &source[node.start as usize..node.end as usize])
        .collect()
}

fn commands(source: &str) -> Vec<&str> {
    texts(source, &read(source).0, Name::CommandName)
}

fn missing(source: &str) -> Vec<&'static str> {
    let (_, faults) = read(source);
    faults.iter().map(|fault| NAMES[fault.missing as usize]).collect()
}

#[test]
fn an_error_costs_its_command() {
    assert_eq!(commands("a\n) b\nf() {\n  c\n"), ["a", "b", "c"]);
    assert_eq!(commands("a (b) c\nd\n"), ["a", "d"]);
    assert_eq!(commands("if a; then b\nf() { c; }\n"), ["a", "b", "c"]);
    assert_eq!(commands("f() { if a; then b; }\ng() { c; }\n"), ["a", "b", "c"]);
    assert_eq!(
        commands("case $a in\n  b) c ;;\n  d e\n  f) g ;;\nesac\nh\n"),
        ["c", "g", "h"]
    );
}

#[test]
fn an_unterminated_quote_is_an_error_to_the_end_of_its_line() {
    for quote in ["\"b", "'b", "`b", "${b", "$'b"] {
        let source = format!("echo a {quote}\nc\n");
        assert_eq!(commands(&source), ["echo", "c"], "{quote}");
        assert_eq!(read(&source).1.len(), 1, "{quote}");
    }
}

#[test]
fn an_error_says_what_is_missing() {
    assert_eq!(missing("if a; then b\n"), ["'fi"]);
    assert_eq!(missing("while a; do b\n"), ["'done"]);
    assert_eq!(missing("f() { a\n"), ["'}"]);
    assert_eq!(missing("case a in b) c\n"), ["'esac"]);
    assert_eq!(missing("a &&\n"), ["'command"]);
    assert_eq!(missing("{ a; "), ["'}"]);
    assert_eq!(missing("a >\n"), ["'word"]);
}

#[test]
fn double_parentheses_are_arithmetic_only_if_both_close_together() {
    assert_eq!(commands("((a)); $((b)) && ((1 + (c)))\n"), ["$((b))"]);
    assert_eq!(commands("((a); b); x=$((c) | d)\n"), ["a", "b", "c", "d"]);
}

#[test]
fn operands_of_builtins_are_variables_where_they_name_them() {
    let variables = |source: &str| texts(source, &read(source).0, Name::VariableName).join(" ");
    for (source, expected) in [
        ("read a b", "a b"),
        ("read -r -p c -a a", "a"),
        ("read -rp 'c: ' a", "a"),
        ("read -p\"c: \" -t 1 a", "a"),
        ("IFS= read -d '' -n1 -- a <&3 b", "IFS a b"),
        ("read -u $c a \"$d\" b", "c a d b"),
        // The value of an expansion can be an option with an argument.
        ("read $c a", "c"),
        ("read -r$c a", "c"),
        ("read -X a", ""),
        ("read 'a' b-c 1d", ""),
        ("mapfile -t -n 1 a b", "a"),
        ("readarray -d '' a", "a"),
        ("printf -v a c", "a"),
        ("printf c a", ""),
        ("printf -- -v a", ""),
        ("printf '%s' -v a", ""),
        ("getopts c a b", "a"),
        ("getopts 'c:' a \"$@\"", "a"),
        ("`read a`", "a"),
        ("echo a", ""),
        ("unset a", "a"),
        ("unset a[b] c[0]d", "a b"),
        ("read -r a[0] b", "a b"),
        ("printf -v a[b] c", "a b"),
        ("printf a[b] c", ""),
        ("unset -f a", ""),
        ("export -f a", ""),
        ("declare -Fx a", ""),
        ("declare -r a", "a"),
        ("[[ a -eq b ]]", "a b"),
        ("[[ -n a && ( b -lt 3 || 4 -ge c ) ]]", "b c"),
        ("[[ -v a && -R b ]]", "a b"),
        ("[[ -v = a && -v == -v && b ]]", ""),
        ("[[ c == -v ]]", ""),
        ("[[ a+1 -ne 'b' ]]", ""),
        ("[ a -eq b ]", ""),
    ] {
        assert_eq!(variables(source), expected, "{source}");
    }
}

#[test]
fn a_here_document_belongs_to_its_redirection() {
    let source = "a <<A <<-'B' | b\n$(c)\nA\n$(d)\n\tB\ne\n";
    assert_eq!(commands(source), ["a", "c", "b", "e"]);
    let (tree, faults) = read(source);
    assert!(faults.is_empty());
    assert_eq!(texts(source, &tree, Name::HeredocEnd), ["A", "B"]);
}

#[test]
fn redirections_of_a_simple_command_follow_its_words() {
    let order = |source: &'static str| {
        let (tree, _) = read(source);
        let is_word = |node: &&Node| matches!(node.kind, Name::Word | Name::FileDescriptor | Name::HeredocContent);
        let words: Vec<&str> = tree
            .nodes
            .iter()
            .filter(is_word)
            .map(|node| source[node.start as usize..node.end as usize].trim())
            .filter(|text| !text.is_empty())
            .collect();
        words.join(" ")
    };
    assert_eq!(order("a <f 2>g b\n"), "a b f 2 g");
    assert_eq!(order("<f a b >g; c <h d\n"), "a b f g c d h");
    assert_eq!(order("a <$(b <f c) d\n"), "a d b c f");
    assert_eq!(order("a <<E b <f\n$(c <g d)\nE\nh\n"), "a b c d g f h");
    assert_eq!(order("a <f $(b <<E c <g\nt\nE\n) d\n"), "a b c t g d f");
}

#[test]
fn leaves_in_backquotes_have_their_text_without_escapes() {
    let texts = |source| read(source).0.texts;
    assert_eq!(texts("a=`b '\\\\$c' \\\\d e`\n"), ["'\\$c'", "\\d"]);
    assert_eq!(texts("a=`b \\`c '\\\\\\\\d'\\` ü`\n"), ["`", "'\\d'", "`"]);
    assert_eq!(texts("a=\"`b \\\"c\\\" 'ü\\$d'`\"\n"), ["\"", "\"", "'ü$d'"]);
    assert_eq!(texts("a=$(b '\\\\$c')\n"), [""; 0]);
}

#[test]
fn crlf_ends_lines_only_where_all_lines_end_so() {
    assert_eq!(commands("if a\r\nthen b\r\nfi\r\n"), ["a", "b"]);
    assert_eq!(commands("a\r\nb\n"), ["a\r", "b"]);
}

#[test]
fn time_is_linear_for_nested_and_unclosed_constructs() {
    const TIMES: usize = 100_000;
    let heads = [
        "$(",
        "\"$(",
        "${a:-",
        "${",
        "$((",
        "((",
        "(",
        "{ ",
        "if ",
        "if a; then ",
        "case a in b) ",
        "while a; do ",
        "cat <<E\n",
        "cat <<E\n$(",
        "cat <<E ",
        "f() { echo \"a\n}\n",
        "echo 'a\n",
        "echo \"$(echo '\n",
        "`",
        "`\\",
        "a[ ",
        "a[\n",
        "a=(",
        "[[ (",
        "a | ",
        "a && ",
        "(( # \"\n",
        "@(",
        "f() ",
        "coproc ",
        ") } fi done ;; esac ",
        "[[ a =~ (",
        "for ((;;)) ",
        "$",
        "\\",
        "\\\n",
        "<(",
        "! ",
        "time ",
        "${a:",
        "${a/",
        "${a[",
        "$[",
        "\"`",
        "${ ",
    ];
    for head in heads {
        let source = head.repeat(TIMES);
        let start = Instant::now();
        read(&source);
        assert!(start.elapsed() < Duration::from_secs(20), "{head}");
    }
}

#[test]
fn random_bytes_give_a_tree() {
    let pieces: Vec<&str> = "a|;|&|\n|\"|'|`|$|(|)|{|}|[|]|<|>|#|\\|=|!|é|if |then |fi |do |done |case |in |esac |<<A|A\n|$((|[[ |]] |@(|${|/|:|\r|\u{0}| "
        .split('|')
        .chain(["|"])
        .collect();
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let mut source = String::new();
        for _ in 0..40 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            source.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        let (tree, faults) = read(&source);
        assert!(!tree.nodes.is_empty());
        assert!(faults.is_sorted_by_key(|fault| fault.start), "{source:?}");
    }
}
