/**
 * The `stream` section of a language's data: which parts of a flat tree are in the canonical stream, and in which form.
 * Kinds are spelled as in the flat tree (`'x` for an anonymous token); `Parent.field` is a position.
 * docs/extend/language-data.md describes each key.
 */
export interface StreamData {
  /** Write field names, and drop null, false and empty lists, whose absence has the same meaning then (ESTree). */
  fields?: boolean;
  /** Scalars and lists that are written even when null, false or empty, by kind. */
  required_fields?: Record<string, string[]>;
  /** Redundant fields, by kind. */
  skipped_fields?: Record<string, string[]>;
  /** Kinds or scalar fields in whose text CRLF and CR become LF. */
  newlines?: string[];
  /** Kinds dropped with their descendants. */
  dropped?: string[];
  /** Leaves dropped if their normal form is empty. */
  dropped_blank?: string[];
  /** Kinds dropped as direct children of a kind. */
  dropped_in?: Record<string, string[]>;
  /** A token dropped as the last child except `closers`; with `others`, only next to that many more of it. */
  trailing?: Record<string, { token: string; others?: number }>;
  closers?: string[];
  /** Children dropped if they contain only brackets. */
  dropped_empty?: Record<string, string[]>;
  /** Kinds replaced by their children. */
  transparent?: string[];
  /** Kinds replaced by their child if their only list has one item. */
  transparent_single?: string[];
  /** Kinds replaced by their children unless they have a child of that kind. */
  transparent_without?: Record<string, string>;
  /**
   * A transparent kind that is retained at such a position with such a child; with `beside`, only near that kind or
   * field.
   */
  significant_grouping?: { kind: string; positions: string[]; children: string[]; beside?: string }[];
  /** A clause written as these nested nodes, which end with its parent. */
  nested_clauses?: Record<string, string[]>;
  /** Bodies (at the `positions`) that are always in a block; one is written where the source has none. */
  block_bodies?: {
    positions: string[];
    /** The written kind, and, of a block whose statements are in a list, the field of the list. */
    block: string;
    list?: string;
    /** Kinds that belong to the body that they follow. */
    trailing?: string[];
    /**
     * The field of a clause that the grammar assigns to the outer statement, the language to the inner one: a body
     * before it is not put into a block if it is itself a condition or a loop.
     */
    dangling?: string;
  };
  renamed?: Record<string, string>;
  /** Children of such kinds are leaves of their text in lower case, in the order of the list: modifiers. */
  sorted?: { parents: string[]; kinds: string[] };
  /** A kind written as one leaf of its source if it has a child of that kind. */
  verbatim_with?: Record<string, string>;
  /** Here-documents: text removed from the lines of their leaves. */
  here_documents?: {
    kinds: string[];
    bodies: string[];
    /** The leaf whose indentation is removed from every line. */
    closing?: string;
    /** The token after which leading tabs are removed from every line. */
    tabs?: string;
    /** Each line of a leaf in a body is compared on its own. */
    lines?: boolean;
  };
  /** Anonymous tokens write their text, because it contains more than their kind. */
  token_text?: boolean;
  /** A token whose first and last occurrence in a kind are an opening and a closing one. */
  paired_tokens?: Record<string, { token: string; closing?: string; first: string; last: string }>;
  /** Leaves in a normal form: `number`, `string-prefix`, `string-end`, `lower-case`. */
  literals?: Record<string, string>;
  /**
   * Nodes written as one leaf of joined text; `others` is the treatment of other escapes: `keep` or `give-up`. After a
   * sibling of kind `raw.prefix` that contains `raw.letter` an escape is text.
   */
  texts?: Record<string, TextData>;
  /** Kinds that are plain text in `texts`. */
  text_parts?: string[];
  docstrings?: {
    /** Kinds whose body may start with one, and the kind of that body; `root` is itself a body. */
    bodies: string[];
    body: string;
    root: string;
    statement: string;
    literal: string[];
    /** The leaf before the quotes, and the letters in it that make it an expression. */
    prefix: string;
    not_prefixes: string[];
  };
  /**
   * Property keys (at the `positions`) written as identifiers if they are plain names, as numbers if they are
   * integers. `shorthand` is a scalar that is significant only for a key with the name `shorthand_differs`.
   */
  key_strings?: {
    positions: string[];
    unless: string;
    literal: string;
    identifier: string;
    name: string;
    value: string;
    shorthand: string;
    shorthand_differs: string;
  };
  jsx?: {
    parents: string[];
    /** The field of their children. */
    list: string;
    text: string;
    container: string;
    empty: string;
    attribute: string;
    literal: string;
  };
  /** The field of the own name, by kind of function. */
  name_fields: Record<string, string>;
  /** Kinds of identifiers with their role unless `roles` sets another one. */
  identifiers: Record<string, string>;
  /** The scalar field with an identifier's name (ESTree). */
  identifier_leaf?: string;
  /**
   * Roles by `Parent.field` or `Parent`, unless the parent's scalar field `unless` is true. `binds`: a literal that may
   * bind a name. `at`: other roles by the position of that parent.
   */
  roles: Record<string, RoleData & { at?: Record<string, RoleData> }>;
  /** The prefix of the name in a kind of identifier, which is not in its leaf. */
  identifier_prefixes?: Record<string, string>;
  /** By role: names that the language defines, which are literals. */
  fixed_names?: Record<string, string[]>;
  /** Kinds in which an identifier of role variable has role type. */
  type_contexts?: string[];
  /** Roles in which a function's own name refers to it. */
  reference_roles: string[];
  /** Member accesses (kinds, fields of the object, its spellings) by which a method refers to itself. */
  self_members: { kinds: string[]; objects: string[]; names: string[] };
  /** Positions that bind a name, and positions of patterns between a name and its binding. */
  bindings: { fields: string[]; patterns: string[] };
}

/** A role, or `binds`. */
export interface RoleData {
  role?: string;
  unless?: string;
  binds?: boolean;
}

export interface TextData {
  as?: string;
  escapes: string;
  unescape: Record<string, string>;
  others: string;
  raw?: { prefix: string; letter: string };
}
