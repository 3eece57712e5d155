/** A private verification that belongs to a project, as it travels in the project's file and is merged. */
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import type { Abi } from 'viem';
import { afterEach, expect, test } from 'vitest';
import type { Address, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { chooseContent, DEFAULT_EXPORT } from '../../../src/core/projects/project-file';
import type { ProjectItem } from '../../../src/core/projects/project-items';
import { countArtifactsOf, deleteArtifactsOf } from '../../../src/db/contracts/artifacts';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readProjectContent } from '../../../src/db/projects/project-content';
import { assignItem, readItemEntries, readProjectOfItem } from '../../../src/db/projects/project-items';
import { createProject } from '../../../src/db/projects/projects';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { Artifacts } from '../../../src/workers/contracts/build-output/imported-artifacts';
import { matchArtifact } from '../../../src/workers/contracts/build-output/match-build-output';
import { createEngine } from '../../../src/workers/engine';
import { deleteDatabase } from '../../helpers/database-dump';
import { fileOfProject, readProjectFile, takeProjectFile } from '../../helpers/project-files';
import { newestSolc } from '../../helpers/solc';

const NAME = `Vault at 0x${'ab'.repeat(20)}`;
const VERSION = '0.8.37+commit.f401782d';

/** What verifying keeps: a compiler run, with the code that it made. */
const input = {
  language: 'Solidity',
  sources: { 'Vault.sol': { content: 'pragma solidity ^0.8.0; contract Vault { uint public total; }' } },
  settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } } },
};
const output = JSON.parse(newestSolc().compile(JSON.stringify(input)));
const code: Hex = `0x${output.contracts['Vault.sol'].Vault.evm.deployedBytecode.object}`;
const file = new TextEncoder().encode(JSON.stringify({ solcLongVersion: VERSION, input, output }));
const id = createHash('sha256').update(file).digest('hex');
const item = { kind: 'verification', id } as const;

/** What is kept of an ABI that was given for that code. */
const ABI_NAME = `ABI of Guess at 0x${'ab'.repeat(20)}`;
const ABI: Abi = [
  { type: 'function', name: 'total', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint256' }] },
];

afterEach(freshProfile);

async function freshProfile(): Promise<void> {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
}

function startEngine() {
  const engine = createEngine({ peers: createPeerGroup()() });
  const config = parseRuntimeConfig({ networks: [] });
  if (!config.ok) throw new Error(config.error);
  void engine.chain.configure(config.value);
  return engine;
}

/** What build output that is kept says of the code. */
function knownOfCode() {
  return matchArtifact(new Artifacts(), { networkId: 1 as NetworkId }, `0x${'cd'.repeat(20)}` as Address, code);
}

/** Takes a project's file in a browser that was just opened; answers the names of what was left. */
async function take(text: string): Promise<readonly string[]> {
  const { contracts } = startEngine();
  const { left } = await takeProjectFile(readProjectFile(text), {
    run: async (run) => (await contracts.importRun(run)).ok,
    abi: async (abi) => (await contracts.importAbi(abi)).ok,
  });
  return left;
}

async function projectWithVerification() {
  await startEngine().contracts.importBuildOutput(NAME, file);
  return projectWith(item);
}

/** As the wizard keeps an ABI, with the code that is there. */
async function projectWithAbi() {
  const given = await new Artifacts().keepAbi({ name: 'Guess', abi: ABI, code, importedFrom: ABI_NAME });
  return { given, project: await projectWith({ kind: 'verification', id: given }) };
}

async function projectWith(one: ProjectItem) {
  const owner = { username: 'me', type: 'user' } as const;
  const project = await createProject({ name: 'Harbor', owner, visibility: 'PRIVATE', description: '' });
  if (project === undefined) throw new Error('Storage refused the project.');
  await assignItem(one, project.uid);
  return project;
}

test('its file carries it into a fresh profile, where it explains the code that it made', async () => {
  const { uid } = await projectWithVerification();
  const { verifications } = await readItemEntries(uid);
  expect(verifications).toMatchObject([{ id, name: NAME, compilerVersion: VERSION, files: 1 }]);
  const text = await fileOfProject(uid);
  await freshProfile();
  expect(await take(text)).toEqual([]);
  expect((await readItemEntries(uid)).verifications).toMatchObject([{ id, name: NAME, files: 1 }]);
  expect(await knownOfCode()).toMatchObject({ name: { text: 'Vault' }, match: 'exact' });
  // A second time it is here, and it goes on from here as it came.
  expect(await take(text)).toEqual([]);
  expect(await countArtifactsOf(id)).toBe(1);
  expect(readProjectFile(await fileOfProject(uid)).items).toEqual(readProjectFile(text).items);
});

test('one that is not what its digest says is named and left', async () => {
  const { uid } = await projectWithVerification();
  const text = await fileOfProject(uid);
  const forgeries = [text.replaceAll(VERSION, '0.8.36+commit.f401782d'), text.replace(/"0x1f8b[0-9a-f]*"/, '"0x00"')];
  for (const forged of forgeries) {
    expect(forged).not.toBe(text);
    await freshProfile();
    expect(await take(forged)).toEqual([NAME]);
    expect((await readItemEntries(uid)).verifications).toEqual([]);
    expect(await countArtifactsOf(id)).toBe(0);
  }
});

test('an ABI that was given travels with the code that it is of, and names that code elsewhere', async () => {
  const { given, project } = await projectWithAbi();
  const text = await fileOfProject(project.uid);
  await freshProfile();
  expect(await take(text)).toEqual([]);
  expect((await readItemEntries(project.uid)).verifications).toMatchObject([{ id: given, name: ABI_NAME, files: 0 }]);
  const known = await knownOfCode();
  expect(known).toMatchObject({ name: { text: 'Guess' }, abiOrigin: 'readerAbi', abi: ABI });
  expect(known?.match).toBeUndefined();
  expect(await take(text)).toEqual([]);
  expect(readProjectFile(await fileOfProject(project.uid)).items).toMatchObject([{ kind: 'verification', id: given }]);
});

test('an ABI of other code than it says, or without an entry that can be used, is named and left', async () => {
  const { given, project } = await projectWithAbi();
  const text = await fileOfProject(project.uid);
  const forgeries = [text.replace(code.slice(2), `${code.slice(2, -2)}00`), text.replace('"function"', '"nonsense"')];
  for (const forged of forgeries) {
    expect(forged).not.toBe(text);
    await freshProfile();
    expect(await take(forged)).toEqual([ABI_NAME]);
    expect(await countArtifactsOf(given)).toBe(0);
    expect(await knownOfCode()).toBeUndefined();
  }
});

test('it stays where it is not chosen, and belongs to none once it is forgotten', async () => {
  const { uid } = await projectWithVerification();
  const content = await readProjectContent(uid, []);
  if (content === undefined) throw new Error('The project is gone.');
  expect(chooseContent(content, { ...DEFAULT_EXPORT, verifications: false }).items).toEqual([]);
  await deleteArtifactsOf(NAME);
  expect(await readProjectOfItem(item)).toBeUndefined();
  expect((await fileOfProject(uid)).includes(id)).toBe(false);
});
