/** A generated validator of `@analyzer/contracts`; parameter validators also fill in defaults. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: readonly ValidationError[] | null;
}

export interface ValidationError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** A self-contained JSON Schema of an object. */
export interface ObjectSchema {
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}
