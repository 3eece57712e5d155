/** The slots of a variable by the layout that the compiler wrote. */

import { bytesToHex, hexToBytes, wordHex } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Address } from '../../chain/primitives';
import { toBigInt } from '../../evm/words/words';
import { CheatError } from '../cheats/cheat-error';
import { layoutOf } from '../cheats/slot-names';
import type { Vm } from '../cheats/vm';
import { contractOfCode } from '../contract-of-code';
import type { Cheatcodes } from './cheatcode';

function slotsOf(vm: Vm, address: Address, name: string): bigint[] {
  const account = vm.reach(address);
  const layout = layoutOf(contractOfCode(vm.project.artefacts, vm.codeOf(account))?.raw.storageLayout);
  if (layout === undefined)
    throw new CheatError(
      `Storage layout not available for contract at ${address}. Try compiling contracts with \`--extra-output storageLayout\``,
    );
  const variable = layout.variables.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (variable === undefined) throw new CheatError(`variable '${name}' not found in storage layout`);
  const type = layout.types.get(variable.type);
  if (type === undefined) throw new CheatError(`storage type not found for variable ${name}`);
  if (type.encoding === 'mapping' || type.encoding === 'dynamic_array')
    throw new CheatError('cannot get storage slots for variables with mapping or dynamic array types');
  const { slot } = variable;
  if (type.encoding === 'inplace')
    return Array.from({ length: Math.max(1, Math.ceil(type.bytes / 32)) }, (_, at) => slot + BigInt(at));
  const index = vm.slotOf(account, slot);
  vm.state.warmSlot(index);
  const value = toBigInt(vm.state.slots.current, index << 3);
  if ((value & 1n) === 0n) return [slot];
  const data = BigInt(bytesToHex(keccak(hexToBytes(wordHex(slot)))));
  return [slot, ...Array.from({ length: Math.ceil(Number(value >> 1n) / 32) }, (_, at) => data + BigInt(at))];
}

export const STORAGE_SLOTS: Cheatcodes = {
  'getStorageSlots(address,string)(uint256[])': (vm, [address, name]: [Address, string]) => slotsOf(vm, address, name),
};
