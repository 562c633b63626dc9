//! A project, a cache and the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

const KEPT: &str = "native engine, nothing changed, view kept by an";

/// Gone when the test is over.
pub struct Scratch(PathBuf);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub code: i32,
    /// All but the last line.
    pub text: String,
    pub stderr: String,
}

impl Scratch {
    /// With a project in `w`: imports, equal functions, a link, a file with errors, one of no language, an empty one.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("analyzer-rs-views-{}-{number}", std::process::id()));
        let scratch = Self(path);
        let function = |name: &str| format!("def {name}(a, b):\n    return [a + 1, b * 2, a - b, a * b, 7]\n");
        for (path, text) in [
            ("w/app/a.py", function("first")),
            (
                "w/app/b.py",
                format!("from app.a import first\n\n\n{}first(1, 2)\n", function("second")),
            ),
            ("w/app/empty.py", String::new()),
            ("w/app/broken.py", format!("def f(:\n    pass\n{}", function("third"))),
            (
                "w/lib/c.ts",
                "import { d } from './d';\nexport const c = () => d(1);\n".to_owned(),
            ),
            ("w/lib/d.ts", "export function d(n: number) { return n; }\n".to_owned()),
            ("w/package.json", "{\"main\": \"lib/c.ts\"}\n".to_owned()),
            ("w/run", "#!/bin/sh\necho 1\n".to_owned()),
            ("w/notes.bin", "\0\u{1}".to_owned()),
        ] {
            scratch.write(path, &text);
        }
        std::os::unix::fs::symlink("app/a.py", scratch.path("w/link")).expect("a link");
        scratch
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder to write in");
        fs::write(path, text).expect("written");
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_analyzer-rs"));
        command.current_dir(&self.0).args(args).env_remove("COLUMNS");
        command
    }

    /// What is printed without a cache.
    pub fn plain(&self, args: &[&str]) -> View {
        let (view, is_kept) = viewed(&self.command(args).output().expect("the program"));
        assert!(!is_kept);
        view
    }

    /// With one, and whether the view was kept by an earlier run.
    pub fn cached(&self, args: &[&str]) -> (View, bool) {
        let args = [args, &["--cache-dir", "kept"]].concat();
        viewed(&self.command(&args).output().expect("the program"))
    }

    /// Scans with the cache print what a scan without one prints: the first anew or not, the second from the view.
    pub fn expect_same(&self, args: &[&str], what: &str, first_is_kept: bool) {
        let plain = self.plain(args);
        let (view, is_kept) = self.cached(args);
        assert_eq!((&view, is_kept), (&plain, first_is_kept), "{what}");
        assert_eq!(self.cached(args), (plain, true), "{what}, the second time");
    }

    /// The files of kept views.
    pub fn views(&self) -> Vec<PathBuf> {
        let spaces = names_in(&self.path("kept"));
        let mut views: Vec<PathBuf> = spaces.iter().flat_map(|it| names_in(&it.join("views"))).collect();
        views.sort();
        views
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is still there");
    }
}

pub fn viewed(output: &Output) -> (View, bool) {
    let stdout = String::from_utf8(output.stdout.clone()).expect("text");
    let (text, last) = stdout.trim_end_matches('\n').rsplit_once('\n').unwrap_or_default();
    let view = View {
        code: output.status.code().expect("a code"),
        text: text.to_owned(),
        stderr: String::from_utf8(output.stderr.clone()).expect("text"),
    };
    (view, last.contains(KEPT))
}

fn names_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries.map(|it| it.expect("a name").path()).collect()
}
