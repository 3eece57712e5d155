/**
 * The unit tests that take longest, at least 10 s each on a machine of two cores
 * that others use seven times over: half of the time of all. They start nodes
 * and commands, compile, or wait for nodes. `npm test` runs them first, so that none of
 * them runs on alone at the end; `npm run test:quick` leaves them out.
 *
 * @internal The runner's configuration reads it, and a test.
 */
export const LONG_TESTS: readonly string[] = [
  'tests/workers/indexer/following-memory.test.ts',
  'tests/workers/trace/simulate/debug-build.test.ts',
  'tests/workers/trace/files/trace-file.test.ts',
  'tests/tools/watch-command.test.ts',
  'tests/workers/indexer/demo-index.test.ts',
  'tests/workers/trace/source/source-trace.test.ts',
  'tests/workers/watch/chain-watch.test.ts',
  'tests/workers/trace/simulate/edited-source.test.ts',
  'tests/workers/trace/safety/check-safety.test.ts',
  'tests/workers/indexer/indexer.test.ts',
  'tests/workers/trace/open/first-screen.test.ts',
  'tests/workers/contracts/address-names.test.ts',
  'tests/workers/trace/rows/outcome.test.ts',
  'tests/tools/start/start.test.ts',
  'tests/workers/trace/replay/replay-faults.test.ts',
  'tests/workers/trace/steps/steps-in-source.test.ts',
  'tests/net/chain-reader.test.ts',
  'tests/workers/trace/replay/replay-method.test.ts',
  'tests/workers/engine.test.ts',
  'tests/workers/foreign/sample.test.ts',
  'tests/workers/trace/replay/in-block.test.ts',
  'tests/workers/trace/open/open-transaction.test.ts',
  'tests/tools/rpc/anvil.test.ts',
  'tests/workers/trace/replay/replay-transaction.test.ts',
  'tests/tools/fuzz-evm.test.ts',
];

/** The environment variable that leaves them out of a run; whatever its value. */
export const WITHOUT_LONG_TESTS = 'LOUPE_WITHOUT_LONG_TESTS';
