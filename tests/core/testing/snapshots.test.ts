/** Snapshots across transactions: forge 1.7.1 passes each of these tests, with and without `isolate`. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

test.each([false, true])(
  'what was reached after a snapshot alone holds what it held at first, isolated: %s',
  async (isolate) => {
    const settings = `[profile.default]\nisolate = ${isolate}\n`;
    const project = await fixtureProject(settings, fixtureBuild('Back.t.sol'));
    const [suite] = await runTests(project, project.suites, HOST);
    expect(suite?.tests.map(({ signature, status, reason }) => [signature, status, reason])).toEqual([
      ['test_toItsOwnAcrossCalls()', 'passed', undefined],
      ['test_toTheOneOfSetUp()', 'passed', undefined],
    ]);
  },
  60_000,
);
