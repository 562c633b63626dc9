/** A parsed JSON or YAML document: JSON's data model with the range of each part in the text. */

/** UTF-16 offsets; the end is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

export interface Property {
  name: string;
  key: TextRange;
  value: Value;
}

export interface ObjectValue extends TextRange {
  kind: 'object';
  properties: Property[];
  /** Part of it could not be read, so a missing property may be in that part. */
  damaged: boolean;
}

export interface ArrayValue extends TextRange {
  kind: 'array';
  items: Value[];
}

export interface StringValue extends TextRange {
  kind: 'string';
  text: string;
}

export interface NumberValue extends TextRange {
  kind: 'number';
  number: number;
}

export interface BooleanValue extends TextRange {
  kind: 'boolean';
  boolean: boolean;
}

export interface NullValue extends TextRange {
  kind: 'null';
}

/** A value of unknown type that the text layer reports a finding for. */
export interface UnreadableValue extends TextRange {
  kind: 'unreadable';
}

export type Value = ObjectValue | ArrayValue | StringValue | NumberValue | BooleanValue | NullValue | UnreadableValue;

/** The last property with a key, which is the one that most JSON parsers keep. */
export function propertyOf(object: ObjectValue, name: string): Property | undefined {
  return object.properties.findLast((member) => member.name === name);
}
