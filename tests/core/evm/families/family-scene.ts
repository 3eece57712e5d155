/** A block of another chain to execute single transactions in. */
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Hex } from '../../../../src/core/chain/primitives';
import type { BlockEnvironment } from '../../../../src/core/evm/environment';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { loadLibraries } from '../../../../src/core/evm/precompiles/libraries';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { ViewedState } from '../../../../src/core/evm/state/view';
import { Execution } from '../../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../../src/core/evm/transaction/transaction-input';
import { BLOCK, limbs, transaction } from '../scene';

export type SceneAccount = { wei?: bigint; nonce?: bigint; code?: Hex; slots?: Readonly<Record<string, bigint>> };

/** Executes a transaction under the rules; accounts that are not given are not there. */
export async function executeUnder(
  { fork, blobs, protocol, payer }: Pick<ChainRules, 'fork' | 'blobs' | 'protocol'> & Pick<BlockEnvironment, 'payer'>,
  accounts: Readonly<Record<Hex, SceneAccount>>,
  more: Partial<TransactionInput>,
) {
  await loadLibraries();
  const state = new State();
  for (const [address, { wei = 0n, nonce = 0n, code = '0x', slots = {} }] of Object.entries(accounts)) {
    const given = { balance: limbs(wei), nonce, code: hexToBytes(code), exists: true };
    const account = state.supplyAccount(hexToBytes(address as Hex), given, true);
    for (const [key, value] of Object.entries(slots)) state.supplySlot(account, word(BigInt(key)), word(value));
  }
  const block = { ...BLOCK, fork, blobs, ...(protocol && { protocol }), ...(payer && { payer }) };
  const execution = new Execution(state, block, transaction(more), undefined);
  while (execution.run(1_000_000) !== Stop.done) {
    if (state.missing?.kind !== 'account') throw new Error('only accounts are missing');
    const nothing = { balance: limbs(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(state.missing.address, nothing, true);
  }
  const view = new ViewedState(state);
  return {
    result: execution.result,
    invalid: execution.invalid,
    balance: (address: Hex) => view.balance(hexToBytes(address)),
    nonce: (address: Hex) => state.nonce[state.indexOfAddress(hexToBytes(address))],
  };
}

function word(value: bigint): Uint8Array {
  return hexToBytes(`0x${value.toString(16).padStart(64, '0')}`);
}
