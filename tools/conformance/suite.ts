/** One public conformance suite, run case by case. */
export type CaseResult =
  | { name: string; outcome: 'passed' }
  | { name: string; outcome: 'failed'; reason: string }
  /** The reason is printed; a case that is outside the product says so. */
  | { name: string; outcome: 'skipped'; reason: string }
  /** The product refuses it at a limit of its own; the case is named with the limit. */
  | { name: string; outcome: 'refused'; reason: string };

export interface Suite {
  name: string;
  /** Folder under the data directory, when it is not called as the suite. */
  folder?: string;
  /** Whether the suite makes its cases itself, and runs without a folder. */
  needsNoData?: true;
  run(folder: string): AsyncIterable<CaseResult>;
}
