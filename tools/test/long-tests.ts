/**
 * The unit tests of `npm test` that take longest. They start nodes and commands,
 * compile, or replay a chain. `npm test` runs them first, so that none of
 * them runs on alone at the end; `npm run test:quick` leaves them out.
 *
 * @internal The runner's configuration reads it, and a test.
 */
export const LONG_TESTS: readonly string[] = [
  'tests/workers/trace/simulate/debug-build.test.ts',
  'tests/workers/trace/source/source-trace.test.ts',
  'tests/workers/indexer/indexer.test.ts',
  'tests/workers/trace/replay/replay-method.test.ts',
  'tests/workers/trace/simulate/edited-source.test.ts',
  'tests/workers/trace/replay/replay-faults.test.ts',
  'tests/tools/simulate.test.ts',
  'tests/workers/trace/replay/replay-transaction.test.ts',
  'tests/workers/trace/files/trace-file.test.ts',
  'tests/app/debugger/whole-execution.test.ts',
  'tests/workers/indexer/following-memory.test.ts',
  'tests/workers/indexer/reading-memory.test.ts',
  'tests/workers/trace/rows/outcome.test.ts',
  'tests/workers/contracts/address-names.test.ts',
  'tests/workers/trace/replay/in-block.test.ts',
  'tests/workers/trace/transaction-opening.test.ts',
  'tests/workers/trace/first-screen.test.ts',
  'tests/tools/watch-command.test.ts',
  'tests/workers/chain/hosted.test.ts',
  'tests/workers/indexer/demo-index.test.ts',
  'tests/workers/watch/chain-watch.test.ts',
  'tests/workers/trace/safety/check-safety.test.ts',
  'tests/workers/trace/rows/calls-within.test.ts',
];

/** The environment variable that leaves them out of a run; whatever its value. */
export const WITHOUT_LONG_TESTS = 'LOUPE_WITHOUT_LONG_TESTS';
