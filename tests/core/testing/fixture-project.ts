/** The fixture of these tests as a project: its build, as `build-info` states it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject, type TestProject } from '../../../src/core/testing/project';
import type { NodeCompiler } from '../../../tools/solc/installed';
import { newestSolc } from '../../helpers/solc';

const FIXTURE = 'Fixture.t.sol';
export const FILE = `src/${FIXTURE}`;

const OUTPUTS = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];

/** Compiles a fixture and returns its build, as a file of `build-info` has it. `more` names further outputs. */
export function fixtureBuild(name = FIXTURE, more: readonly string[] = []): string {
  return buildOf(newestSolc(), { [`src/${name}`]: fixtureText(name) }, 'osaka', more);
}

/** The text of a fixture. */
export function fixtureText(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

/** Compiles texts by their paths and returns the build, as a file of `build-info` has it. */
export function buildOf(
  solc: NodeCompiler,
  texts: Readonly<Record<string, string>>,
  evmVersion: string,
  more: readonly string[] = [],
): string {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(texts).map(([path, content]) => [path, { content }])),
    settings: { evmVersion, outputSelection: { '*': { '*': [...OUTPUTS, ...more], '': ['ast'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  return JSON.stringify({ id: solc.longVersion, solcLongVersion: solc.longVersion, input, output });
}

/** Compiles the fixture and reads it. `configuration` is the text of its foundry.toml, `builds` those of another fixture. */
export async function fixtureProject(configuration = '', ...builds: string[]): Promise<TestProject> {
  const bytes = (text: string) => async () => new TextEncoder().encode(text);
  const read = await readProject([
    ...(builds.length > 0 ? builds : [fixtureBuild()]).map((build, at) => ({
      path: `out/build-info/${at}.json`,
      read: bytes(build),
    })),
    { path: 'foundry.toml', read: bytes(configuration) },
  ]);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** A host without a clock that never cancels. */
export const HOST = { now: () => 0, pause: async () => true };
