/** Cheatcodes that look for contracts of the project by name. */

import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import type { Artefact } from '../artefact';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

/** The contract that a text names: `Token`, `Token.sol`, `src/Token.sol:Token`, a version behind, or the path of an artefact. */
function find(vm: Vm, text: string): Artefact {
  const { artefacts } = vm.project;
  if (text.endsWith('.json')) {
    const path = text.replace(/^\.\//, '');
    const found = artefacts.find((one) => one.path.endsWith(path));
    if (found) return found;
    throw new CheatError(`no matching artifact found`);
  }
  const [first, second = ''] = text.split(':');
  const isFile = /\.(sol|vy)$/.test(first);
  const name = isFile ? (/^\d/.test(second) ? '' : second) : first;
  const matching = artefacts.filter(({ file, name: own }) => {
    if (isFile && !(file === first || file.endsWith(`/${first}`))) return false;
    return name === '' ? own === first.slice(first.lastIndexOf('/') + 1).replace(/\.\w+$/, '') : own === name;
  });
  if (matching.length === 0) throw new CheatError('no matching artifact found');
  return matching.find(({ file }) => file === vm.project.suiteFile) ?? matching[0];
}

export const CODE: Cheatcodes = {
  'getCode(string)(bytes)': (vm, [text]: [string]) => {
    const artefact = find(vm, text);
    const code = vm.project.linked(artefact);
    if (code === undefined || code.length === 0)
      throw new CheatError('no bytecode for contract; is it abstract or unlinked?');
    return bytesToHex(code);
  },
  'getDeployedCode(string)(bytes)': (vm, [text]: [string]) => {
    const { runtime } = find(vm, text);
    if (runtime.hex === '' || runtime.links.length > 0)
      throw new CheatError('no bytecode for contract; is it abstract or unlinked?');
    return bytesToHex(hexToBytes(`0x${runtime.hex}` as Hex));
  },
  'projectRoot()(string)': (vm) => vm.project.root,
  'currentFilePath()(string)': (vm) => vm.project.suiteFile,
};
