/** The fixture of these tests as a project: its build, as `build-info` states it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject, type TestProject } from '../../../src/core/testing/project';
import { newestSolc } from '../../helpers/solc';

const FIXTURE = 'Fixture.t.sol';
export const FILE = `src/${FIXTURE}`;

const OUTPUTS = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];

/** Compiles a fixture and returns its build, as a file of `build-info` has it. `more` names further outputs. */
export function fixtureBuild(name = FIXTURE, more: readonly string[] = []): string {
  const solc = newestSolc();
  const input = {
    language: 'Solidity',
    sources: { [`src/${name}`]: { content: readFileSync(join(import.meta.dirname, name), 'utf8') } },
    settings: { evmVersion: 'osaka', outputSelection: { '*': { '*': [...OUTPUTS, ...more], '': ['ast'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  return JSON.stringify({ id: 'one', solcLongVersion: solc.longVersion, input, output });
}

/** Compiles the fixture and reads it. `configuration` is the text of its foundry.toml, `build` that of another fixture. */
export async function fixtureProject(configuration = '', build = fixtureBuild()): Promise<TestProject> {
  const bytes = (text: string) => async () => new TextEncoder().encode(text);
  const read = await readProject([
    { path: 'out/build-info/one.json', read: bytes(build) },
    { path: 'foundry.toml', read: bytes(configuration) },
  ]);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** A host without a clock that never cancels. */
export const HOST = { now: () => 0, pause: async () => true };
