/** What coverage counts of a source: plain data, in the order of the text. */

export type CoverageItem = {
  /** A condition that is a variable alone is no statement: it counts for its line. */
  kind: 'function' | 'statement' | 'branch' | 'condition';
  /** Lines from 1. */
  line: number;
  endLine: number;
  /** Bytes of UTF-8 from the start of the file. */
  start: number;
  end: number;
  /** `Contract.function`; '' for what is no function. */
  name: string;
  /** Number of the branching in its file, and of the way in it, from 0; -1 for what is no branch. */
  branch: number;
  path: number;
};
