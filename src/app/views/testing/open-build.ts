/** Opening a project with tests: the build in a folder becomes a project of this browser. */
import { bytesToHex } from '../../../core/chain/hex';
import type { NetworkId } from '../../../core/chain/primitives';
import type { TestProjectId } from '../../../core/testing/test-hash';
import { FIRST_TEST_NETWORK } from '../../../core/testing/test-network';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, type Result } from '../../../core/values/result';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { readTestProjects } from '../../../db/reader/test-projects';
import type { OpenedTestProject } from '../../../workers/testing/testing.api';
import { newJobId } from '../../use-question';
import type { Wiring } from '../../wiring';
import type { BuildFolder } from './build-folder';

/** Name of the virtual network under which tests are opened, one for all projects. */
const NETWORK_NAME = 'Tests';

/** Opens the build as a project, in the place of the one with the same folder's name that this browser has. */
export async function openBuild(
  wiring: Wiring,
  { name, files }: BuildFolder,
  folder?: FileSystemDirectoryHandle,
): Promise<Result<OpenedTestProject, Failure>> {
  const known = (await readTestProjects()).find((project) => project.name === name);
  const networkId = await testNetwork(wiring, known?.networkId);
  if (!networkId.ok) return networkId;
  const project = { id: known?.id ?? newId(), name, networkId: networkId.value, ...(folder && { folder }) };
  return wiring.workers.testing.openProject(newJobId(), project, files);
}

/** Finds the virtual network of tests, or makes it: addresses, sources and names of tests belong to no other chain. */
async function testNetwork(
  { networks, workers, reconfigure }: Wiring,
  known: NetworkId | undefined,
): Promise<Result<NetworkId, Failure>> {
  const all = await networks();
  const here = all.find((network) => isVirtual(network) && (network.id === known || network.name === NETWORK_NAME));
  if (here !== undefined) return { ok: true, value: here.id };
  for (let id = FIRST_TEST_NETWORK; id < FIRST_TEST_NETWORK + 100; id++) {
    if (all.some((network) => network.id === id)) continue;
    const made = await workers.virtual.create(newJobId(), {
      chainId: id as NetworkId,
      name: NETWORK_NAME,
      sealing: 'hand',
    });
    if (made.ok) reconfigure();
    return made;
  }
  return fail(failure('unsupported', 'No chain id is free for the network of tests.'));
}

function newId(): TestProjectId {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(8))).slice(2) as TestProjectId;
}
