/** Cheatcodes that look for contracts of the project by name, and deploy them. */

import { bytesToString } from 'viem';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { fromBigInt } from '../../evm/words/words';
import { type Artefact, artefactOf, plainVersion } from '../artefact';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import { contractOfCode } from '../contract-of-code';
import { type Cheatcode, type Cheatcodes, Deployment } from './cheatcode';
import { allowedPath } from './disk';
import { fileOf } from './files';

/** The contract that a text names: `Token`, `Token.sol`, `src/Token.sol:Token`, a version behind, or the path of an artefact. */
function find(vm: Vm, text: string): Artefact {
  const { artefacts, suiteFile, suiteName } = vm.project;
  if (text.endsWith('.json')) return artefactAt(vm, text);
  const [first, second, third] = text.split(':');
  const isFile = first.includes('.');
  const version = isFile ? (second?.includes('.') ? second : third) : second;
  const name = isFile ? (second?.includes('.') ? undefined : second) : first;
  const numbers = version === undefined ? undefined : versionOf(version);
  const matching = artefacts.filter(
    (one) =>
      (!isFile || one.file === first || one.file.endsWith(`/${first}`)) &&
      (name === undefined || one.name === name) &&
      (numbers === undefined || plainVersion(one.version) === numbers),
  );
  if (matching.length === 1) return matching[0];
  if (matching.length === 0) {
    allowedPath(vm, `out/${isFile ? first : `${first}.sol`}/${name ?? first.replace('.sol', '')}.json`, 'read');
    throw new CheatError('no matching artifact found');
  }
  const running = artefacts.find(({ id }) => id === `${suiteFile}:${suiteName}`);
  const alike = matching.filter((one) => one.version === running?.version);
  if (alike.length !== 1) throw new CheatError('multiple matching artifacts found');
  return alike[0];
}

function versionOf(text: string): string {
  const numbers = plainVersion(text);
  if (numbers === undefined) throw new CheatError(`failed parsing version: ${text}`);
  return numbers;
}

function artefactAt(vm: Vm, text: string): Artefact {
  const path = text.replace(/^\.\//, '');
  const found = vm.project.artefacts.find((one) => one.path === path);
  if (found !== undefined) return found;
  const bytes = fileOf(vm, text);
  const read = bytes === undefined ? undefined : artefactOf(bytesToString(bytes), path);
  if (read === undefined) throw new CheatError('no matching artifact found');
  return read;
}

const NO_CODE = 'no bytecode for contract; is it abstract or unlinked?';

function creationCode(vm: Vm, text: string): Uint8Array {
  const code = vm.project.linked(find(vm, text));
  if (code === undefined || code.length === 0) throw new CheatError(NO_CODE);
  return code;
}

function deploy(vm: Vm, text: string, args: Hex, value: bigint, salt: Hex | undefined): Deployment {
  const wei = new Uint32Array(8);
  fromBigInt(value, wei, 0);
  const from = vm.prankAt(vm.depth)?.newCaller ?? vm.broadcaster(vm.caller.self) ?? vm.caller.self;
  const init = Uint8Array.from([...creationCode(vm, text), ...hexToBytes(args)]);
  return new Deployment(init, wei, from, salt === undefined ? undefined : hexToBytes(salt));
}

const deployers: Record<string, Cheatcode> = {};
for (const hasArgs of [false, true])
  for (const hasValue of [false, true])
    for (const hasSalt of [false, true]) {
      const types = [hasArgs && 'bytes', hasValue && 'uint256', hasSalt && 'bytes32'].filter(Boolean);
      deployers[`deployCode(${['string', ...types].join()})(address)`] = (
        vm,
        [text, ...given]: [string, ...unknown[]],
      ) => {
        const args = hasArgs ? (given.shift() as Hex) : '0x';
        const value = hasValue ? (given.shift() as bigint) : 0n;
        return deploy(vm, text, args, value, hasSalt ? (given.shift() as Hex) : undefined);
      };
    }

/** Returns the path of a contract's artefact, as tests are told it. */
function pathOf(vm: Vm, artefact: Artefact | undefined): string {
  if (artefact === undefined) throw new CheatError('no matching artifact found');
  return `${vm.project.root}/${artefact.path}`;
}

export const CODE: Cheatcodes = {
  ...deployers,
  'getCode(string)(bytes)': (vm, [text]: [string]) => bytesToHex(creationCode(vm, text)),
  'getDeployedCode(string)(bytes)': (vm, [text]: [string]) => {
    const { runtime } = find(vm, text);
    if (runtime.hex === '' || runtime.links.length > 0) throw new CheatError(NO_CODE);
    return bytesToHex(hexToBytes(`0x${runtime.hex}` as Hex));
  },
  'getArtifactPathByCode(bytes)(string)': (vm, [code]: [Hex]) =>
    pathOf(
      vm,
      vm.project.artefacts.find((one) => one.creation.hex !== '' && code.slice(2).startsWith(one.creation.hex)),
    ),
  'getArtifactPathByDeployedCode(bytes)(string)': (vm, [code]: [Hex]) =>
    pathOf(vm, contractOfCode(vm.project.artefacts, hexToBytes(code))),
  'projectRoot()(string)': (vm) => vm.project.root,
  'currentFilePath()(string)': (vm) => vm.project.suiteFile,
};
