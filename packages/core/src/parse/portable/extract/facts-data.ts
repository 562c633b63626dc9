/**
 * The `facts` section of a language's data file as it is written; `docs/add-a-language.md` explains each member and
 * `languages/language.schema.json` checks it. Kinds and fields are names of the flat tree.
 *
 * A *selector* names a child: a field, `<kind>` for the first child of that kind, `#first` or `#last` for the first or
 * last child that is no token, comment or gap; steps are joined by `/`.
 */
export interface FactsData {
  declarations: Record<string, DeclarationData>;
  /** By the kind of the node that gives its value a name. */
  bindings?: Record<string, BindingData>;
  /** Kinds that put a segment before the names inside them without being a declaration. */
  containers?: Record<string, ContainerData>;
  names: NamesData;
  parameters?: ParametersData;
  /** Selects the list of decorators from a declaration or parameter, where they stand inside it. */
  decorators?: string;
  comments?: CommentsData;
  exports: ExportsData;
  imports: { reader: string; kinds: string[] };
  calls: Record<string, CallData>;
  control: Record<string, ControlData>;
}

export interface DeclarationData {
  kind: string;
  /** The kind it is when it stands right in the body of a class. */
  in_class?: string;
  /** Selectors. */
  name?: string;
  parameters?: string;
  returns?: string;
  body?: string;
}

export interface BindingData {
  /** Selector of what the value is bound to; or `name`, a name that is not written there. */
  target?: string;
  name?: string;
  /** Selector of the value: only that child is bound. */
  value: string;
  /** The value's own name comes before this one. */
  weak?: boolean;
  /** The kind of a function bound so, of one that stands right in the body of a class, and when it is a method. */
  kind?: string;
  in_class?: string;
  method_when?: TestData[];
  /** Where this holds the target is an expression and its name `[text]`. */
  computed?: TestData;
  /** Where this holds the child's text and a blank stand before the name (`get x`). */
  accessor?: TestData;
}

export interface ContainerData {
  /** Selector of the segment; without it the container is named by its binding, or not at all. */
  name?: string;
  /** Between this segment and the next, `.` by default. */
  separator?: string;
  /** Without this child the container goes on to the next one of its kind or the end of its parent. */
  body?: string;
  /** Only what an export statement inside names is exported. */
  closed?: boolean;
}

export interface NamesData {
  /** Kinds that are a name by themselves. */
  leaf: Record<string, LeafData>;
  /** Kinds that are a name where a property's key or a module's name stands. */
  key?: Record<string, LeafData>;
  /** Kinds that are a name behind a receiver. */
  member?: Record<string, MemberData>;
  /** Kinds that only wrap: kind to the selector of what they wrap. */
  through?: Record<string, string>;
  /** Kinds whose name is that of all their children, put together. */
  join?: string[];
  /** The segment that stands between a class and what is added to it from outside (JavaScript's `prototype`). */
  prototype?: string;
}

export interface LeafData {
  /** Selector of the child that holds the text; without it the node's own text counts. */
  text?: string;
  prefix?: string;
  /** Characters left out of the text. */
  without?: string;
}

export interface MemberData {
  object: string;
  name: string;
  computed?: TestData | boolean;
}

/** Holds when a selected child's text is one of `is`. */
export interface TestData {
  at: string;
  is: string[];
}

export interface ParametersData {
  /** Kinds that bind a name. */
  names: string[];
  /** Fields and kinds inside parameters that bind nothing (defaults, types). */
  skip_fields?: string[];
  skip_kinds?: string[];
}

/** What is blank besides whitespace. */
export interface CommentsData {
  kinds: string[];
  line?: string[];
  block?: [string, string][] | string[][];
}

export interface ExportsData {
  /** `all`: whatever is not inside a function; `listed`: only what a statement, list or assignment says. */
  default: string;
  /** Kinds that export the declaration in them, and kinds that may stand between. */
  statements?: string[];
  between?: string[];
  /** Dotted names of objects whose members are exported. */
  objects?: string[];
  private?: PrivateData;
}

export interface PrivateData {
  prefix?: string;
  /** A name that begins and ends so is not private for its prefix. */
  unless_around?: string;
  /** On the declaration or its binding. */
  when?: TestData[];
}

export interface CallData {
  /** Selector of what is called, or a receiver and a name that stand in the call itself. */
  callee: string | MemberData;
  /** Callees (in lower case) that are no calls. */
  except?: string[];
  /** Only a callee without `…` counts. */
  named?: boolean;
  /** Callees that are control, with its kind, and no calls. */
  control?: Record<string, string>;
}

export interface ControlData {
  /** Absent where the kind only makes what is in it conditional. */
  kind?: string;
  /** Selectors of children that run whenever the node does; what stands behind the last of them is conditional. */
  always?: string[];
  when?: TestData;
  /** A node in this place continues its parent: it stands at the same depth. */
  continues?: { parent: string; field?: string };
}
