/** Results of a run: told to the page some at a time, and kept with the project at the end. */
import { isSuiteCall } from '../../core/testing/suite';
import type { TestProjectId } from '../../core/testing/test-hash';
import { readTestProject, saveTestResults } from '../../db/reader/test-projects';
import type { KeptTestResult } from '../../db/rows/test-project-row';
import type { TestProgress } from './testing.api';

/** Milliseconds between two reports to the page, which draws a row for each test. */
const REPORT_INTERVAL = 60;

export class RunReports {
  readonly results: KeptTestResult[] = [];
  private waiting: KeptTestResult[] = [];
  private toldAt = 0;

  constructor(private readonly tell: (progress: TestProgress) => void) {}

  suite(suite: string): void {
    this.flush();
    this.tell({ type: 'suite', suite });
  }

  test(result: KeptTestResult): void {
    this.results.push(result);
    this.waiting.push(result);
    if (performance.now() - this.toldAt >= REPORT_INTERVAL) this.flush();
  }

  /** Tells what was not told yet. */
  flush(): void {
    if (this.waiting.length === 0) return;
    this.tell({ type: 'tests', results: this.waiting });
    this.waiting = [];
    this.toldAt = performance.now();
  }
}

/** Keeps results in the place of those of the same tests, each with the gas of the run before. Resolves to whether they are kept. */
export async function keepResults(id: TestProjectId, results: readonly KeptTestResult[]): Promise<boolean> {
  const before = (await readTestProject(id))?.results ?? [];
  const key = ({ suite, signature }: KeptTestResult) => `${suite} ${signature}`;
  const merged = new Map(before.map((result) => [key(result), result]));
  // A suite has a result of its own, or its tests have theirs.
  for (const { suite, signature } of results)
    for (const [at, was] of merged)
      if (was.suite === suite && isSuiteCall(was.signature) !== isSuiteCall(signature)) merged.delete(at);
  for (const result of results) {
    const was = merged.get(key(result));
    merged.set(key(result), { ...result, ...(was !== undefined && { gasBefore: was.gas }) });
  }
  return saveTestResults(id, [...merged.values()]);
}
