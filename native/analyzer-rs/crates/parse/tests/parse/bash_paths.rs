//! Words with paths computed by a Bash script have the values that Bash prints.

use std::fs;

use crate::fixtures::{list, read_json, text};
use parse::extract::imports::bash_script_path::{ScriptPath, ScriptPaths};

#[test]
fn path_words_have_their_values_in_bash() {
    let vectors = read_json("vectors/bash-script-paths.json");
    let folder = std::env::temp_dir().join(format!("analyzer-script-paths-{}", std::process::id()));
    let script = folder.join("a/b/s.sh");
    fs::create_dir_all(folder.join("a/b")).expect("a folder");
    let paths = ScriptPaths { assigned: &|_| None };
    for word in list(&vectors["values"]) {
        let word = text(word);
        fs::write(&script, format!("printf %s {word}\n")).expect("a script");
        let printed = std::process::Command::new("bash").arg(&script).output().expect("bash");
        let Some(ScriptPath::Folder(path)) = paths.word(word) else {
            panic!("{word} has no folder");
        };
        let value = format!("{}/a/b{path}", folder.display());
        let printed = String::from_utf8(printed.stdout).expect("UTF-8");
        assert_eq!(without_dots(&value), without_dots(&printed), "{word}");
    }
    fs::remove_dir_all(&folder).expect("the folder");
    for word in list(&vectors["without_value"]) {
        let word = text(word);
        assert_eq!(paths.word(word), None, "{word}");
    }
    let variables = &vectors["variables"];
    let paths = ScriptPaths {
        assigned: &|name| variables["words"][name].as_str(),
    };
    for (word, path) in variables["folders"].as_object().expect("an object") {
        let path = path.as_str().expect("a text").to_owned();
        assert_eq!(paths.word(word), Some(ScriptPath::Folder(path)), "{word}");
    }
    for word in list(&variables["without_value"]) {
        let word = text(word);
        assert_eq!(paths.word(word), None, "{word}");
    }
}

fn without_dots(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            _ => names.push(name),
        }
    }
    names.join("/")
}
