/** A validator as `@analyzer/contracts` generates it; one of parameters also fills in defaults. */
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

/** A JSON Schema of an object, that refers to nothing outside. */
export interface ObjectSchema {
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}
