/** The fixture of these tests as a project: its build, as `build-info` states it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject, type TestProject } from '../../../src/core/testing/project';
import { newestSolc } from '../../helpers/solc';

const FIXTURE = 'Fixture.t.sol';
export const FILE = `src/${FIXTURE}`;

const OUTPUTS = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];

/** Compiles a fixture of this folder and returns its build, as a file of `build-info` has it. */
export function fixtureBuild(name = FIXTURE): string {
  const solc = newestSolc();
  const input = {
    language: 'Solidity',
    sources: { [`src/${name}`]: { content: readFileSync(join(import.meta.dirname, name), 'utf8') } },
    settings: { evmVersion: 'osaka', outputSelection: { '*': { '*': OUTPUTS, '': ['ast'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  return JSON.stringify({ id: 'one', solcLongVersion: solc.longVersion, input, output });
}

/** Compiles a fixture of this folder and reads it. `configuration` is the text of its foundry.toml. */
export async function fixtureProject(configuration = '', name = FIXTURE): Promise<TestProject> {
  const bytes = (text: string) => async () => new TextEncoder().encode(text);
  const read = await readProject([
    { path: 'out/build-info/one.json', read: bytes(fixtureBuild(name)) },
    { path: 'foundry.toml', read: bytes(configuration) },
  ]);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** A host without a clock that never cancels. */
export const HOST = { now: () => 0, pause: async () => true };
