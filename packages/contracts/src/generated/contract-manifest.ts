// Generated from packages/contracts/schemas/contract-manifest.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The behavioral contracts of a project: what each unit of its code must do. They are listed for the project, per file, or both.
 */
export interface ContractManifest {
  /**
   * Version of the manifest format, such as 1.0.
   */
  version?: string;
  /**
   * closed: effects that a contract with effect does not list are problems. open is the default.
   */
  effects?: string;
  /**
   * About the project; free-form.
   */
  project?: {};
  /**
   * Contracts of the project.
   */
  contracts?: Contract[];
  /**
   * Contracts by file; each key is the path of a file.
   */
  files?: {
    [k: string]: Contract[];
  };
  /**
   * About what the project produces; free-form.
   */
  artifacts?: {};
}
/**
 * What one unit of behavior must do.
 */
export interface Contract {
  /**
   * Name of the contract.
   */
  id?: string;
  /**
   * The code unit that the contract applies to.
   */
  scope: string;
  /**
   * What the unit must do.
   */
  intent: string;
  /**
   * From 1 to 5.
   */
  priority?: number;
  /**
   * The field that the unit belongs to.
   */
  domain?: string;
  /**
   * Its inputs.
   */
  input?: string[];
  /**
   * Its outputs.
   */
  output?: string[];
  /**
   * Effects that it may have.
   */
  effect?: string[];
  /**
   * What it must not do.
   */
  forbid?: string[];
  /**
   * What it must do.
   */
  require?: string[];
  /**
   * How to verify that it does.
   */
  validate?: string[];
  /**
   * More about it.
   */
  meaning?: string;
}
