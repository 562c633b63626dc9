// Generated from packages/contracts/schemas/contract-manifest.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The behavioral contracts of a project: what each unit of its code must do. They are listed for the whole project, per file, or both.
 */
export interface ContractManifest {
  /**
   * Version of the manifest format, such as 1.0.
   */
  version?: string;
  /**
   * About the project; free-form.
   */
  project?: {};
  /**
   * Contracts of the whole project.
   */
  contracts?: Contract[];
  /**
   * Contracts by file: each name is the path of a file.
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
   * The unit of behavior that the contract is for.
   */
  scope: string;
  /**
   * What the unit is to do.
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
   * What it takes.
   */
  input?: string[];
  /**
   * What it gives.
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
   * How to tell that it does.
   */
  validate?: string[];
  /**
   * More about it.
   */
  meaning?: string;
}
