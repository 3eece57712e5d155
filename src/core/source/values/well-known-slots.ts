/**
 * Slots that a standard or a widely used contract fixes by the hash of a text,
 * so that no variable of any source stands there. They go by that text.
 */
import type { SourceType } from './source-type';
import type { SlotPart } from './storage-path';

const ADDRESS: SourceType = { kind: 'address', name: 'address', bytes: 20 };

/** EIP-1967 (hashes less one), EIP-1822, OpenZeppelin before EIP-1967, and Safe's managers: each holds an address. */
const SLOTS: ReadonlyMap<bigint, string> = new Map([
  [0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbcn, 'eip1967.proxy.implementation'],
  [0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50n, 'eip1967.proxy.beacon'],
  [0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103n, 'eip1967.proxy.admin'],
  [0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7n, 'PROXIABLE'],
  [0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3n, 'org.zeppelinos.proxy.implementation'],
  [0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390bn, 'org.zeppelinos.proxy.admin'],
  [0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8n, 'guard_manager.guard.address'],
  [0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5n, 'fallback_manager.handler.address'],
]);

/** Returns the value that the slot holds, as a list of one; empty for a slot that is not known. */
export function wellKnownPart(slot: bigint): SlotPart[] {
  const path = SLOTS.get(slot);
  if (path === undefined) return [];
  return [{ path, owner: path, ownerType: ADDRESS, order: [slot], type: ADDRESS, offset: 0, bytes: 20 }];
}
