/** One figure, measured together with its reference in the same run, so that the ratio means something on a noisy machine. */
export type Figure = {
  name: string;
  figure: number;
  unit: 'ms' | 'bytes' | 'MB' | 'kB' | 'count' | 'M steps/s';
  /** What the reference is, in words, and its value in the same unit; absent where the bound is absolute. */
  reference?: { what: string; value: number };
  /** figure ÷ reference. */
  ratio?: number;
  /** The bound in words: `≤ 1.5 × reference`. */
  bound: string;
  holds: boolean;
};

export interface Bench {
  name: string;
  run(): AsyncIterable<Figure>;
}
