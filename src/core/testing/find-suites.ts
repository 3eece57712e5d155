/** Finds the tests in the contracts of a build by the names of their functions, as forge does. */

import type { AbiFunction } from 'viem';
import { signatureOf } from '../abi/signature';
import type { Artefact } from './artefact';
import type { TestKind } from './result';
import type { Suite, Test } from './suite';

/** Returns the contracts that can be deployed and have tests, by file and name. */
export function findSuites(artefacts: readonly Artefact[]): Suite[] {
  return artefacts
    .filter(isDeployable)
    .map(suiteOf)
    .filter(({ tests }) => tests.length > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the functions of a contract. */
export function functionsOf({ abi }: Pick<Artefact, 'abi'>): AbiFunction[] {
  return abi.filter((entry): entry is AbiFunction => entry.type === 'function');
}

function isDeployable({ abi, creation }: Artefact): boolean {
  const made = abi.find((entry) => entry.type === 'constructor');
  return creation.hex !== '' && (made === undefined || made.inputs.length === 0);
}

function suiteOf(artefact: Artefact): Suite {
  const { id, file } = artefact;
  return { id, name: id.slice(file.length + 1), file, tests: functionsOf(artefact).flatMap(testOf) };
}

function testOf(entry: AbiFunction): Test[] {
  const kind = kindOf(entry);
  if (kind === undefined) return [];
  const { name, inputs } = entry;
  const mustFail = name.startsWith('testFail');
  return [{ signature: signatureOf(entry), name, kind, inputs, mustFail, line: undefined }];
}

function kindOf({ name, inputs }: AbiFunction): TestKind | undefined {
  if (name.startsWith('test')) return inputs.length === 0 ? 'unit' : 'fuzz';
  if (name.startsWith('invariant') || name.startsWith('statefulFuzz')) return 'invariant';
  return name.startsWith('table') && inputs.length > 0 ? 'table' : undefined;
}
