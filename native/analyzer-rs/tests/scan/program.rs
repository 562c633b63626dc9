//! A project, a cache and the program.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// Removed on drop.
pub struct Scratch(PathBuf);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub code: i32,
    /// All lines but the last, which names the duration.
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

    /// The view without a cache.
    pub fn plain(&self, args: &[&str]) -> View {
        viewed(&self.command(args).output().expect("the program"))
    }

    /// The view with a cache in `cache`.
    pub fn cached(&self, args: &[&str]) -> View {
        self.plain(&[args, &["--cache-dir", "cache"]].concat())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is still there");
    }
}

pub fn viewed(output: &Output) -> View {
    let stdout = String::from_utf8(output.stdout.clone()).expect("text");
    let (text, _) = stdout.trim_end_matches('\n').rsplit_once('\n').unwrap_or_default();
    View {
        code: output.status.code().expect("a code"),
        text: text.to_owned(),
        stderr: String::from_utf8(output.stderr.clone()).expect("text"),
    }
}
