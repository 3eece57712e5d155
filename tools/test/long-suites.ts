/**
 * The tests that `npm test` leaves to `npm run test:long`: whole chains, very
 * large transactions, every demo transaction, every width. Each suite says
 * which files it covers. `--due` runs a suite when one of them is not as it was
 * when the suite last passed (tests/long-suites.json).
 */
export type LongSuite = {
  /** One word, as the reader types it. */
  name: string;
  /** Test files of the suite, relative to the project: unit tests and end-to-end specs. */
  files: readonly string[];
  /** Files and folders, relative to the project, whose change calls for the suite. Its own files call for it anyway. */
  covers: readonly string[];
};

/** The parts of the app in which a transaction is read and shown. */
const TRANSACTION = [
  ...['src/core', 'src/workers/trace', 'src/workers/contracts'],
  ...['transaction', 'trace', 'assets', 'state', 'events', 'contracts', 'gas', 'debugger'].map(
    (view) => `src/app/views/${view}`,
  ),
];

/** All of them. The configurations of both runners have their files in a project of their own. */
export const LONG_SUITES: readonly LongSuite[] = [
  {
    name: 'foreign',
    files: [
      'tests/workers/foreign/hardhat.test.ts',
      'tests/workers/foreign/unknown-id.test.ts',
      'tests/workers/foreign/mainnet-id.test.ts',
      'tests/e2e/foreign.spec.ts',
    ],
    covers: [...TRANSACTION, 'tools/foreign-chain', 'tests/helpers/foreign'],
  },
  {
    name: 'replays',
    files: [
      'tests/workers/trace/replay/replay-largest.test.ts',
      'tests/workers/trace/replay/op-node-many.test.ts',
      'tests/devnet/repeat.test.ts',
      'tests/devnet/largest.test.ts',
    ],
    covers: ['src/core', 'src/workers/trace/replay', 'devnet'],
  },
  { name: 'fuzz', files: ['tests/tools/fuzz-evm-many.test.ts'], covers: ['src/core', 'tools/fuzz'] },
  {
    name: 'command',
    files: [
      'tests/tools/loupe/tx-all.test.ts',
      'tests/tools/loupe/tx-installed.test.ts',
      'tests/tools/loupe/pack.test.ts',
      'tests/tools/loupe/mcp-foreign.test.ts',
      'tests/tools/loupe/mcp-largest.test.ts',
    ],
    covers: [...TRANSACTION, 'tools/loupe', 'tools/pack.ts', 'devnet'],
  },
  {
    name: 'start',
    files: ['tests/tools/start/start-whole.test.ts'],
    covers: ['tools/start', 'tools/start.ts', 'tools/static-server.ts', 'devnet', 'vite.config.ts'],
  },
  {
    name: 'demo',
    files: ['tests/e2e/demo-whole.spec.ts'],
    covers: [...TRANSACTION, 'devnet', 'tools/start'],
  },
  {
    name: 'extremes',
    files: ['tests/e2e/extremes-whole.spec.ts'],
    covers: [...TRANSACTION, 'tests/e2e/support/extremes.ts'],
  },
  {
    name: 'hosted',
    files: ['tests/e2e/hosted-whole.spec.ts'],
    covers: [
      'src/net/providers',
      'src/app/hosted-token.ts',
      'src/app/views/hosted',
      'src/app/views/permissions',
      'src/app/views/networks',
      'src/app/views/verification',
      'src/workers/contracts',
      'src/workers/chain',
      'tests/helpers/hosted-server.ts',
      'tests/e2e/support/hosted.ts',
    ],
  },
  {
    name: 'layout',
    files: ['tests/e2e/layout-shift-whole.spec.ts'],
    covers: [...TRANSACTION, 'src/app/ui', 'src/app/styles', 'src/app/views/lists', 'src/app/views/block'],
  },
];

const isSpec = (file: string) => file.endsWith('.spec.ts');

/** Returns the Vitest files of the given suites. */
export function unitFiles(suites: readonly LongSuite[]): string[] {
  return suites.flatMap(({ files }) => files).filter((file) => !isSpec(file));
}

/** Returns the Playwright files of the given suites. */
export function specFiles(suites: readonly LongSuite[]): string[] {
  return suites.flatMap(({ files }) => files).filter(isSpec);
}
