/** One public conformance suite: it lies in the folder of its name and is run case by case. */
export type CaseResult =
  | { name: string; outcome: 'passed' }
  | { name: string; outcome: 'failed'; reason: string }
  /** The reason is printed; a case that is outside the product says so. */
  | { name: string; outcome: 'skipped'; reason: string };

export interface Suite {
  /** Folder name under the data directory. */
  name: string;
  run(folder: string): AsyncIterable<CaseResult>;
}
