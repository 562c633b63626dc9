/**
 * All rules of manifest validation. `docs/specifications/manifest-rules.md` has a section for each rule; a test compares the two.
 * `{name}` is a placeholder that the reporting code fills in.
 */

/** `error` makes a manifest invalid; `warning` and `note` do so only in strict mode. */
export type Severity = 'error' | 'warning' | 'note';

export type Layer = 'text' | 'schema' | 'lint';

interface Rule {
  severity: Severity;
  message: string;
  remedy: string;
  /** The file, or the rest of it, cannot be read. */
  fatal?: true;
  /** The possible values of a detail; `{}` matches any text of the file. A detail not listed here can be any text. */
  variants?: Readonly<Record<string, readonly string[]>>;
}

export const RULES = {
  'text/empty': {
    severity: 'error',
    message: 'the file is empty',
    remedy: 'Write an object with contracts or files.',
    fatal: true,
  },
  'text/too-large': {
    severity: 'error',
    message: 'the file is larger than {limit}',
    remedy: 'Split it into several manifests.',
    fatal: true,
  },
  'text/too-deep': {
    severity: 'error',
    message: 'values are nested more than {limit} deep',
    remedy: 'Flatten this value; nothing after this point was read.',
    fatal: true,
  },
  'text/too-many-values': {
    severity: 'error',
    message: 'the file has more than {limit} values',
    remedy: 'Split it into several manifests; nothing after this point was read.',
    fatal: true,
  },
  'text/not-text': {
    severity: 'error',
    message: 'the file is not UTF-8 text: {what}',
    remedy: 'Save it as UTF-8.',
    fatal: true,
    variants: {
      what: ['it starts with a UTF-16 byte order mark', 'it contains null bytes, as UTF-16 and binary files do'],
    },
  },
  'text/encoding': {
    severity: 'error',
    message: 'invalid UTF-8: {bytes}',
    remedy: 'Save the file as UTF-8.',
  },
  'text/byte-order-mark': {
    severity: 'note',
    message: 'the file starts with a byte order mark',
    remedy: 'Save it without one: many JSON parsers reject it.',
  },
  'text/no-json': {
    severity: 'error',
    message: '{found} does not start a JSON value',
    remedy: 'A JSON manifest starts with {; the file name of a YAML manifest ends in .yaml or .yml.',
    fatal: true,
  },
  'text/unexpected': {
    severity: 'error',
    message: '{found} is not allowed here',
    remedy: 'Remove it.',
  },
  'text/bare-word': {
    severity: 'error',
    message: '{found} is not a JSON value',
    remedy: 'Write {instead}.',
    variants: {
      instead: [
        'true',
        'false',
        'null',
        'null, or omit the property',
        'null: JSON has no such number',
        'it in double quotes',
        '"{}"',
      ],
    },
  },
  'text/bare-name': {
    severity: 'error',
    message: 'the key {found} is not quoted',
    remedy: 'Write {instead}.',
  },
  'text/quotes': {
    severity: 'error',
    message: 'the string is in {quotes}',
    remedy: 'Use double quotes.',
    variants: {
      quotes: ['single quotes', 'backticks'],
    },
  },
  'text/comment': {
    severity: 'error',
    message: 'JSON has no comments',
    remedy: 'Remove it, or write the manifest in YAML.',
  },
  'text/missing-comma': {
    severity: 'error',
    message: 'missing comma before {found}',
    remedy: 'Add a comma after the previous value.',
  },
  'text/extra-comma': {
    severity: 'error',
    message: 'extra comma: no value {where} it',
    remedy: 'Remove the comma.',
    variants: {
      where: ['before', 'after'],
    },
  },
  'text/missing-colon': {
    severity: 'error',
    message: 'missing colon after the key {name}',
    remedy: 'Put a colon between key and value.',
  },
  'text/missing-value': {
    severity: 'error',
    message: 'the key {name} has no value',
    remedy: 'Write a value after the colon.',
  },
  'text/unclosed': {
    severity: 'error',
    message: 'the {open} on line {line}, column {column} is never closed',
    remedy: 'Add the missing {close}.',
    variants: {
      open: ['{', '['],
      close: ['}', ']'],
    },
  },
  'text/wrong-bracket': {
    severity: 'error',
    message: '{found} does not match the {open} on line {line}, column {column}',
    remedy: 'Write {close}, or remove it.',
    variants: {
      found: ['}', ']'],
      open: ['{', '['],
      close: ['}', ']'],
    },
  },
  'text/after-end': {
    severity: 'error',
    message: 'unexpected content after the end of the document: {found}',
    remedy: 'Remove it: a manifest is a single value.',
  },
  'text/unclosed-string': {
    severity: 'error',
    message: 'the string is not closed on its line',
    remedy: 'Add the closing quote; write a line break in a string as \\n.',
  },
  'text/control-character': {
    severity: 'error',
    message: 'unescaped control character {found} in a string',
    remedy: 'Write it as {instead}.',
    variants: {
      instead: ['\\b', '\\f', '\\t', '\\u{}'],
    },
  },
  'text/escape': {
    severity: 'error',
    message: 'invalid escape {found}',
    remedy:
      'Write \\\\ for a backslash; the other escapes are \\" \\/ \\b \\f \\n \\r \\t and \\u with four hex digits.',
  },
  'text/half-character': {
    severity: 'warning',
    message: '{found} is a lone surrogate',
    remedy: 'Write the complete surrogate pair, or the character itself.',
    variants: {
      found: ['\\u{}', 'U+{}'],
    },
  },
  'text/number-form': {
    severity: 'error',
    message: 'invalid number {found}',
    remedy: 'Write it as in -1.5e3: no leading zero, no plus sign, a digit on both sides of the decimal point.',
  },
  'text/number-changes': {
    severity: 'error',
    message: 'most parsers read {found} as {instead}',
    remedy: 'Write a number that a double can represent, or quote it.',
    variants: {
      instead: ['infinity', 'null, as JSON has no such number', 'a different number', '{}'],
    },
  },
  'text/duplicate-name': {
    severity: 'error',
    message: 'duplicate key {name}; first defined on line {line}, column {column}',
    remedy: 'Keep one of the two: most parsers keep only the last.',
  },
  'text/yaml': {
    severity: 'error',
    message: 'invalid YAML: {problem}',
    remedy: 'Fix it; nothing after this point was read.',
  },
  'text/yaml-documents': {
    severity: 'error',
    message: 'a second document starts here',
    remedy: 'Keep one document per file.',
  },
  'text/yaml-name': {
    severity: 'error',
    message: 'key is {found}, not a string',
    remedy: 'Keys must be strings; quote it.',
    variants: {
      found: [
        'a number',
        'a boolean',
        'null',
        'an object',
        'an array',
        'a value of another type',
        'an alias of another type',
      ],
    },
  },
  'text/yaml-other-type': {
    severity: 'note',
    message: 'YAML 1.1 parsers read {found} as another type',
    remedy: 'Quote it if it is text; otherwise write true, false or a decimal number.',
  },
  'text/yaml-merge': {
    severity: 'error',
    message: 'merge keys are not allowed',
    remedy: 'Write the properties out: YAML 1.2 has no merge keys.',
  },
  'text/yaml-alias': {
    severity: 'error',
    message: 'the alias *{name} {problem}',
    remedy: '{instead}',
    variants: {
      problem: ['has no anchor', 'refers to a value that contains it'],
      instead: ['Put &{} before an earlier value.', 'Write the value out.'],
    },
  },
  'text/yaml-tag': {
    severity: 'error',
    message: 'the tag {tag} {problem}',
    remedy: 'Remove the tag: a manifest has only JSON types.',
    variants: {
      problem: ['is not a JSON type', 'does not match its value'],
    },
  },
  'schema/type': {
    severity: 'error',
    message: '{what} must be {expected}, but is {found}',
    remedy: '{instead}',
    variants: {
      what: ['the manifest', 'contract {}', 'item {} of {}', '{}'],
      expected: ['an object', 'an array', 'a string', 'an integer'],
      found: ['an object', 'an array', 'the string {}', 'the number {}', 'true', 'false', 'null'],
      instead: [
        'Write [{}].',
        'Write {} without quotes.',
        'Write "{}".',
        'Omit it, or give it a value.',
        'Put an object here.',
        'Put an array here.',
        'Put a string here.',
        'Put an integer here.',
      ],
    },
  },
  'schema/required': {
    severity: 'error',
    message: '{what} has no {name}',
    remedy: 'Add "{name}": {hint}.',
    variants: {
      name: ['scope', 'intent'],
      hint: ['the code unit it applies to, such as "function:parse"', 'what the unit must do'],
    },
  },
  'schema/minimum': {
    severity: 'error',
    message: '{what} must be at least {limit}, but is {found}',
    remedy: 'Write an integer from {least} to {most}.',
  },
  'schema/maximum': {
    severity: 'error',
    message: '{what} must be at most {limit}, but is {found}',
    remedy: 'Write an integer from {least} to {most}.',
  },
  'lint/unknown-member': {
    severity: 'note',
    message: 'unknown property {name} in {what}{nearest}',
    remedy: 'Correct the name, or prefix it with x- if it is your own.',
    variants: {
      what: ['a manifest', 'a contract'],
      nearest: ['', '; did you mean {}?'],
    },
  },
  'lint/duplicate-id': {
    severity: 'error',
    message: 'duplicate contract id {id}; first used on line {line}, column {column}',
    remedy: 'Give each contract a unique id.',
  },
  'lint/empty-text': {
    severity: 'warning',
    message: '{name} is empty',
    remedy: 'State {hint}.',
    variants: {
      name: ['scope', 'intent'],
      hint: ['which code unit it applies to', 'what the unit must do'],
    },
  },
  'lint/todo': {
    severity: 'warning',
    message: 'the intent is a placeholder',
    remedy: 'State what the unit must do.',
  },
  'lint/contradiction': {
    severity: 'error',
    message: '{name} is in both forbid and {other}',
    remedy: 'Remove it from one of the two.',
    variants: {
      other: ['require', 'effect'],
    },
  },
  'lint/file-key': {
    severity: 'error',
    message: 'the file key {key} {problem}',
    remedy: "Write the file's path relative to the project directory, with / as separator.",
    variants: {
      problem: ['is empty', 'is an absolute path', 'contains backslashes', 'is a directory', 'is outside the project'],
    },
  },
  'lint/version-form': {
    severity: 'warning',
    message: 'the version {version} has an unknown format',
    remedy: 'Write MAJOR.MINOR, such as 1.0.',
  },
  'lint/version-newer': {
    severity: 'warning',
    message: 'version {version} is newer than the supported version 1.x; the manifest is read as 1.x',
    remedy: 'Use a newer analyzer, or check that the manifest uses only what 1.x has.',
  },
  'lint/effects': {
    severity: 'warning',
    message: 'effects is {found}, which is read as open',
    remedy: 'Write open or closed.',
  },
  'lint/selector': {
    severity: 'warning',
    message: 'the scope {scope} looks like the selector {nearest}, but is read as free text',
    remedy: 'Write {instead}, or remove the colon.',
    variants: {
      nearest: ['function:', 'method:', 'class:', 'module:'],
    },
  },
  'lint/unknown-word': {
    severity: 'warning',
    message: 'the entry {entry} looks like {nearest}, but is read as free text, which no check decides',
    remedy: 'Write {instead}, or a sentence.',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

/** A rule as the interface type, which has the optional properties. */
export function ruleOf(id: RuleId): Rule {
  return RULES[id];
}

export function layerOf(id: RuleId): Layer {
  const [layer] = id.split('/');
  return layer === 'text' || layer === 'schema' ? layer : 'lint';
}

type DetailNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | DetailNames<Rest>
  : never;

type Variant<Text extends string> = Text extends `${infer Before}{}${infer After}`
  ? `${Before}${string}${Variant<After>}`
  : Text;

type Detail<Row, Name> = Row extends { variants: infer Variants }
  ? Name extends keyof Variants
    ? Variants[Name] extends readonly string[]
      ? Variant<Variants[Name][number]>
      : never
    : string
  : string;

/** The details that the message and remedy of a rule contain. */
export type RuleDetails<Id extends RuleId> = {
  [Name in DetailNames<(typeof RULES)[Id]['message']> | DetailNames<(typeof RULES)[Id]['remedy']>]: Detail<
    (typeof RULES)[Id],
    Name
  >;
};

/** Replaces each `{detail}` of a template. */
export function filled(template: string, details: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => details[name] ?? placeholder);
}
