/** The state root of what an execution left behind, over the trie of a development dependency. */
import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import type { AccountIndex } from '../../src/core/evm/state/slots';
import type { State } from '../../src/core/evm/state/state';
import { isZero, LIMBS, toBigInt, wordBytes } from '../../src/core/evm/words/words';

function trimmed(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0);
  const hex = value.toString(16);
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
}

/** Returns the root of the state trie (Yellow Paper, 4.1), of accounts that exist. */
export async function stateRoot(state: State): Promise<string> {
  const slotsOf = new Map<number, number[]>();
  for (let slot = 0; slot < state.slots.length; slot++) {
    if (isZero(state.slots.current, slot * LIMBS)) continue;
    const account = state.slots.account[slot] as number;
    const list = slotsOf.get(account);
    if (list) list.push(slot);
    else slotsOf.set(account, [slot]);
  }
  const accounts = await createMPT({ useKeyHashing: true });
  for (let account = 0 as AccountIndex; account < state.length; account++) {
    if (!state.exists(account)) continue;
    const storage = await createMPT({ useKeyHashing: true });
    for (const slot of slotsOf.get(account) ?? []) {
      const key = wordBytes(state.slots.keys, slot);
      await storage.put(key, RLP.encode(trimmed(toBigInt(state.slots.current, slot * LIMBS))));
    }
    const codeHash = wordBytes(state.codes[state.code[account] as number]!.hash, 0);
    await accounts.put(
      state.addressBytes(account),
      RLP.encode([
        trimmed(state.nonce[account] as bigint),
        trimmed(toBigInt(state.balance, account * LIMBS)),
        storage.root(),
        codeHash,
      ]),
    );
  }
  return `0x${Buffer.from(accounts.root()).toString('hex')}`;
}
