/** A file that two compilers made has both: the expectations are the output of forge 1.7.1 for the same sources and compilers. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { installedCompilers, loadCompiler } from '../../../tools/solc/installed';
import { newestSolc } from '../../helpers/solc';
import { buildOf, fixtureProject, fixtureText, HOST } from './fixture-project';

const FILE = 'src/Versions.sol';

function withVersion(version: string) {
  const name = `With${version.split('.')[2]}`;
  const text = `// SPDX-License-Identifier: MIT
pragma solidity =${version};

import {Versions} from "./Versions.sol";

contract ${name} is Versions {}
`;
  return { [FILE]: fixtureText('Versions.sol'), [`src/${name}.t.sol`]: text };
}

const NONE = 'vm.getCode: no matching artifact found';
const BY_OLD = [
  ['test_hasBothByVersion()', 'passed', undefined, 8_983],
  ['test_hasItsOwn()', 'passed', undefined, 7_335],
  ['test_hasNoOther()', 'failed', NONE, 3_275],
  ['test_links()', 'passed', undefined, 95_809],
];
const BY_NEWEST = [
  ['test_hasBothByVersion()', 'passed', undefined, 7_315],
  ['test_hasItsOwn()', 'passed', undefined, 6_014],
  ['test_hasNoOther()', 'failed', NONE, 3_136],
  ['test_links()', 'passed', undefined, 94_306],
];

test('a contract of two compilers is a suite of each, and finds contracts of its own', async () => {
  const old = installedCompilers().find(({ version }) => version === '0.8.4');
  if (old === undefined) throw new Error('solc 0.8.4 is not installed');
  const project = await fixtureProject(
    '',
    buildOf(loadCompiler(old), withVersion('0.8.4'), 'berlin'),
    buildOf(newestSolc(), withVersion('0.8.37'), 'osaka'),
  );
  const results = await runTests(project, project.suites, { ...HOST, readFile: async () => undefined });
  const found = results.map(({ suite, tests }) => [
    suite,
    tests.map(({ signature, status, reason, gas }) => [signature, status, reason, gas]),
  ]);
  expect(found).toEqual([
    [`${FILE}:Versions.0.8.37`, BY_NEWEST],
    [`${FILE}:Versions.0.8.4`, BY_OLD],
    ['src/With37.t.sol:With37', BY_NEWEST],
    ['src/With4.t.sol:With4', BY_OLD],
  ]);
}, 60_000);
