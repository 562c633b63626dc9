/** A document as both readers give it: JSON's data model, and where in the text each part stands. */

/** UTF-16 offsets into the text; the end is exclusive. */
export interface Place {
  start: number;
  end: number;
}

export interface Member {
  name: string;
  /** Where the name stands. */
  key: Place;
  value: Value;
}

export interface ObjectValue extends Place {
  kind: 'object';
  members: Member[];
  /** Part of it could not be read, so that what is missing may be there. */
  damaged: boolean;
}

export interface ArrayValue extends Place {
  kind: 'array';
  items: Value[];
}

export interface StringValue extends Place {
  kind: 'string';
  text: string;
}

export interface NumberValue extends Place {
  kind: 'number';
  number: number;
}

export interface BooleanValue extends Place {
  kind: 'boolean';
  boolean: boolean;
}

export interface NullValue extends Place {
  kind: 'null';
}

/** Something stands there that the text layer has a finding about; it may be of any type. */
export interface UnreadableValue extends Place {
  kind: 'unreadable';
}

export type Value = ObjectValue | ArrayValue | StringValue | NumberValue | BooleanValue | NullValue | UnreadableValue;

/** The last member of a name, which is the one that most readers of JSON keep. */
export function memberOf(object: ObjectValue, name: string): Member | undefined {
  return object.members.findLast((member) => member.name === name);
}
