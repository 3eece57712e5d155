import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { RuntimeConfig } from '../../../src/core/config/runtime-config';
import { type TestProjectId, testHash } from '../../../src/core/testing/test-hash';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import {
  deleteTestProject,
  readTestFiles,
  readTestProject,
  saveTestEnvironment,
} from '../../../src/db/reader/test-projects';
import type { JobId } from '../../../src/workers/ids';
import { KeptProjects } from '../../../src/workers/testing/kept-project';
import type { TestProgress } from '../../../src/workers/testing/testing.api';
import { createTesting } from '../../../src/workers/testing/testing-engine';
import { repeatTestedCall } from '../../../src/workers/trace/simulate/tested-call';
import { deleteDatabase } from '../../helpers/database-dump';
import { newestSolc } from '../../helpers/solc';

const id = '0011223344556677' as TestProjectId;
const job = 'job' as JobId;
const project = { id, name: 'vault', networkId: 7357 as NetworkId };
const source = (fee: number) => `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Vault { uint256 public fee = ${fee}; }
contract VaultTest {
  Vault vault;
  function setUp() public { vault = new Vault(); }
  function testFee() public view { require(vault.fee() == 30, "another fee"); }
  function testNothing() public pure {}
}
contract BrokenTest {
  function setUp() public pure { revert("cannot be set up"); }
  function testNothing() public pure {}
}`;

type Compiled = { abi: unknown; metadata: string; evm: { bytecode: unknown; deployedBytecode: unknown } };

/** The artefacts as forge writes them. */
function build(fee: number, changedAt: number, content = source(fee)): { path: string; file: File }[] {
  const file = 'test/Vault.t.sol';
  const outputSelection = { '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'] } };
  const input = { language: 'Solidity', sources: { [file]: { content } }, settings: { outputSelection } };
  const { contracts } = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  return Object.entries<Compiled>(contracts[file]).map(([name, { abi, evm, metadata }]) => {
    const artefact = {
      abi,
      bytecode: evm.bytecode,
      deployedBytecode: evm.deployedBytecode,
      metadata: JSON.parse(metadata),
    };
    const path = `out/Vault.t.sol/${name}.json`;
    return { path, file: new File([JSON.stringify(artefact)], path, { lastModified: changedAt }) };
  });
}

let first: ReturnType<typeof build>;
let second: ReturnType<typeof build>;
beforeAll(() => {
  first = build(30, 1);
  second = build(31, 2);
});

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

async function results(): Promise<Record<string, string>> {
  const row = await readTestProject(id);
  return Object.fromEntries(
    (row?.results ?? []).map(({ suite, signature, status, isOld }) => [
      `${suite.split(':')[1]}.${signature}`,
      isOld ? `${status}, old` : status,
    ]),
  );
}

test('a project is kept with how its tests came out, and only what changed is old', async () => {
  const testing = createTesting();
  const opened = await testing.openProject(job, project, first);
  expect(opened).toMatchObject({
    ok: true,
    value: { suites: [{ name: 'BrokenTest' }, { name: 'VaultTest' }], changed: [{}, {}].map(() => expect.any(String)) },
  });
  const told: TestProgress[] = [];
  expect(await testing.run(job, id, {}, (progress) => told.push(progress))).toMatchObject({ ok: true });
  expect(told.flatMap((each) => (each.type === 'tests' ? each.results : [])).map(({ signature }) => signature)).toEqual(
    ['setUp()', 'testFee()', 'testNothing()'],
  );
  const came = { 'BrokenTest.setUp()': 'failed', 'VaultTest.testFee()': 'passed', 'VaultTest.testNothing()': 'passed' };
  expect(await results()).toEqual(came);

  // The same build: nothing is read or run again.
  expect(await testing.openProject(job, project, first)).toMatchObject({ ok: true, value: { changed: [] } });
  expect(await results()).toEqual(came);

  const changed = await testing.openProject(job, project, second);
  expect(changed).toMatchObject({ ok: true, value: { changed: ['test/Vault.t.sol:VaultTest'] } });
  expect(await results()).toEqual({
    ...came,
    'VaultTest.testFee()': 'passed, old',
    'VaultTest.testNothing()': 'passed, old',
  });
  await testing.run(job, id, { only: [{ suite: 'test/Vault.t.sol:VaultTest', signature: 'testFee()' }] }, () => {});
  expect(await results()).toMatchObject({ 'VaultTest.testFee()': 'failed', 'VaultTest.testNothing()': 'passed, old' });
  const fee = (await readTestProject(id))?.results.find(({ signature }) => signature === 'testFee()');
  expect(fee).toMatchObject({ reason: 'another fee', gasBefore: expect.any(Number) });
});

test('tests read the variables that the reader gave, and so does foundry.toml; they stay when the folder is read again', async () => {
  const text = `pragma solidity ^0.8.0;
    interface Vm { function envUint(string calldata) external view returns (uint256); }
    contract VaultTest {
      Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
      function testRate() public view { require(vm.envUint("RATE") == 7 && block.chainid == 99, "others"); }
    }`;
  const toml = { path: 'foundry.toml', file: new File(['[profile.other]\nchain_id = 99'], 'foundry.toml') };
  const files = [...build(0, 1, text), toml];
  const testing = createTesting();
  await testing.openProject(job, project, files);
  const run = () => testing.run(job, id, {}, () => {});
  await run();
  expect(await results()).toEqual({ 'VaultTest.testRate()': 'failed' });
  await saveTestEnvironment(id, 'RATE=7\nFOUNDRY_PROFILE=other');
  await run();
  expect(await results()).toEqual({ 'VaultTest.testRate()': 'passed' });
  // Another build of the same folder.
  await testing.openProject(job, project, [...build(0, 2, `${text} contract More {}`), toml]);
  expect((await readTestProject(id))?.environment).toBe('RATE=7\nFOUNDRY_PROFILE=other');
  await run();
  expect(await results()).toEqual({ 'VaultTest.testRate()': 'passed' });
});

test('another worker finds what was kept; files that are gone go', async () => {
  await createTesting().openProject(job, project, first);
  const later = createTesting();
  expect(await later.readProject(job, id)).toMatchObject({ ok: true, value: { name: 'vault', changed: [] } });
  expect(await readTestFiles(id)).toHaveLength(3);
  const left = first.filter(({ path }) => !path.includes('Broken'));
  await later.openProject(job, project, left);
  expect(await readTestFiles(id)).toHaveLength(2);
  await deleteTestProject(id);
  expect(await readTestFiles(id)).toEqual([]);
  expect(await later.readProject(job, 'ffffffffffffffff' as TestProjectId)).toMatchObject({
    ok: false,
    error: { code: 'notFound' },
  });
});

test('a folder without a build, and one that is none, are refused in a sentence', async () => {
  const testing = createTesting();
  const readme = { path: 'README.md', file: new File(['hello'], 'README.md') };
  expect(await testing.openProject(job, project, [readme])).toMatchObject({
    ok: false,
    error: { code: 'unsupported' },
  });
  expect(await readTestProject(id)).toBeUndefined();
});

test('a test opens as a transaction that failed, by its hash alone', async () => {
  const testing = createTesting();
  await testing.openProject(job, project, second);
  await testing.run(job, id, {}, () => {});
  const imported: string[] = [];
  const open = (hash: Hash) =>
    repeatTestedCall(
      { networkId: project.networkId, hash },
      new KeptProjects(),
      { config: async () => ({ networks: [] }) as unknown as RuntimeConfig },
      async (name) => {
        imported.push(name);
        return { ok: true, value: { id: name } };
      },
      new AbortController().signal,
    );
  const suite = 'test/Vault.t.sol:VaultTest';
  const failed = await open(testHash(id, { suite, signature: 'testFee()' }, 0));
  expect(failed).toMatchObject({ ok: true, value: { made: { isSimulated: true, receipt: { status: 'failed' } } } });
  expect(imported).toContain('vault: out/Vault.t.sol/VaultTest.json');
  // The call before it is its setUp, and a suite that cannot be set up opens there.
  expect(await open(testHash(id, { suite, signature: 'testFee()' }, 1))).toMatchObject({
    ok: true,
    value: { made: { receipt: { status: 'success' } } },
  });
  const broken = { suite: 'test/Vault.t.sol:BrokenTest', signature: 'setUp()' };
  expect(await open(testHash(id, broken, 0))).toMatchObject({ value: { made: { receipt: { status: 'failed' } } } });
  expect(await open(testHash(id, { suite, signature: 'testGone()' }, 0))).toMatchObject({
    ok: false,
    error: { code: 'notFound' },
  });
});
