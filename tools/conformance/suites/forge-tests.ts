/**
 * Tests that forge ran, run here: status, reason of a failure and gas must be the same. The folder holds one folder for
 * each project: its `foundry.toml`, its `out/` and what `forge test --json` wrote as `forge-tests.json`.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readDotenv } from '../../../src/core/testing/dotenv';
import { readProject } from '../../../src/core/testing/project';
import type { TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { listInside, projectFiles, readInside, textInside } from '../../project-folder';
import type { CaseResult, Suite } from '../suite';

type ForgeTest = { status: string; reason: string | null; kind: { Unit?: { gas: number } } };
type ForgeTests = Readonly<Record<string, { test_results: Readonly<Record<string, ForgeTest>> }>>;

const STATUS: Readonly<Record<string, TestResult['status']>> = {
  Success: 'passed',
  Failure: 'failed',
  Skipped: 'skipped',
};

export const suite: Suite = {
  name: 'forge-tests',
  async *run(folder) {
    for (const name of readdirSync(folder)) {
      // Tests are told the path, and its length costs gas: a link stands for the folder that forge ran in.
      const root = realpathSync(join(folder, name));
      const results = join(root, 'forge-tests.json');
      if (existsSync(results)) yield* runProject(name, root, JSON.parse(readFileSync(results, 'utf8')) as ForgeTests);
    }
  },
};

async function* runProject(project: string, root: string, expected: ForgeTests): AsyncIterable<CaseResult> {
  const read = await readProject(await projectFiles(root), { readSource: (path) => readInside(root, path) });
  if (!read.ok) {
    yield { name: project, outcome: 'failed', reason: read.error };
    return;
  }
  const environment = readDotenv(await textInside(root, '.env'));
  for (const [id, { test_results: tests }] of Object.entries(expected)) {
    const suite = read.value.suites.find((one) => one.id === id);
    const host = {
      now: () => 0,
      pause: async () => true,
      ...{ root, environment },
      readFile: (path: string) => readInside(root, path),
      trustsConfiguration: true,
      readFolder: (path: string) => listInside(root, path),
    };
    const [ran] = suite === undefined ? [] : await runTests(read.value, [suite], host);
    for (const [signature, forge] of Object.entries(tests)) {
      const own = ran?.tests.find((test) => test.signature === signature);
      yield compare(`${project} ${id} ${signature}`, forge, own);
    }
  }
}

/** What forge says of each test of a contract with `testFail…`, where it runs none; Loupe runs them as forge did before. */
const REFUSED = '`testFail*` has been removed';

/** Tests whose gas follows from values that forge draws without a seed. */
const DRAWN = /RandomBytesTest test_symbolic_bytes_[123]\(\)$/;

function compare(name: string, forge: ForgeTest, own: TestResult | undefined): CaseResult {
  if (own === undefined) return { name, outcome: 'failed', reason: 'It did not run.' };
  if (own.unsupported !== undefined)
    return { name, outcome: 'skipped', reason: `vm.${own.unsupported} does not work here` };
  if (forge.reason?.startsWith(REFUSED)) return { name, outcome: 'skipped', reason: 'forge 1.7 runs no testFail' };
  const status = STATUS[forge.status];
  if (own.status !== status)
    return {
      name,
      outcome: 'failed',
      reason: `${own.status} (${own.reason ?? ''}), not ${status} (${forge.reason ?? ''})`,
    };
  if (status !== 'passed' && (forge.reason ?? '') !== (own.reason ?? ''))
    return { name, outcome: 'failed', reason: `reason ${own.reason ?? ''}, not ${forge.reason ?? ''}` };
  if (DRAWN.test(name)) return { name, outcome: 'skipped', reason: 'forge draws without a seed, and its gas follows' };
  const gas = forge.kind.Unit?.gas;
  if (gas !== undefined && gas !== own.gas) return { name, outcome: 'failed', reason: `gas ${own.gas}, not ${gas}` };
  return { name, outcome: 'passed' };
}
