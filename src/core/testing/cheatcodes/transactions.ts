/** Cheatcodes that execute a signed transaction by itself, on the state as it stands. */

import { bytesToHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { decodeRawTransaction, type RawTransaction, recoveredSender, signedChainOf } from '../../chain/raw-transaction';
import { recoverAddress } from '../../chain/recover-address';
import type { Transaction } from '../../chain/transaction';
import type { BlockEnvironment } from '../../evm/environment';
import { Halt } from '../../evm/frames/halt';
import { Stop } from '../../evm/run';
import type { State } from '../../evm/state/state';
import { toInput } from '../../evm/transaction/chain-input';
import { Execution } from '../../evm/transaction/execution';
import type { TransactionInput } from '../../evm/transaction/transaction-input';
import { assert } from '../../values/assert';
import { adoptState } from '../cheats/adopt-state';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import { supplyMissing } from '../supply-missing';
import type { Cheatcodes } from './cheatcode';

/** Begin of the message by which `executeTransaction` says that a transaction is not valid. */
const FAILED = 'transaction execution failed: ';

/** The transaction that the bytes encode, from its signer. Throws a `CheatError` in forge's words. */
function decoded(vm: Vm, raw: Hex, failure = ''): TransactionInput {
  const refuse = (why: string) => new CheatError(`failed to decode RLP-encoded transaction: ${why}`);
  const found = decodeRawTransaction(raw);
  const isList =
    Number.parseInt(raw.slice(Number.parseInt(raw.slice(2, 4), 16) < 0x80 ? 4 : 2).slice(0, 2), 16) >= 0xc0;
  if (!found.ok) throw refuse(isList ? 'unexpected length' : 'unexpected string');
  if (found.value.signature === undefined) throw refuse('Unexpected type flag');
  const from = recoveredSender(found.value, recoverAddress);
  if (from === undefined) throw new CheatError('failed to recover signer: signature error');
  const chain = signedChainOf(found.value);
  if (chain !== undefined && BigInt(chain) !== vm.block.chainId)
    throw new CheatError(`${failure}transaction validation error: invalid chain ID`);
  return toInput({ ...(found.value as RawTransaction), from } as Transaction);
}

/** Runs it on a copy of the state, in which nothing is warm, and takes over what it did. Cheatcodes do not work inside of it. */
function run(
  vm: Vm,
  input: TransactionInput,
  block: BlockEnvironment,
  leavesWarm: boolean,
): NonNullable<Execution['result']> {
  const execution = new Execution(vm.state.copied(), block, input, undefined);
  while (execution.run(Number.MAX_SAFE_INTEGER) === Stop.missing) supply(execution.state);
  const failure = leavesWarm ? FAILED : '';
  if (execution.invalid !== undefined)
    throw new CheatError(`${failure}transaction validation error: ${execution.invalid}`);
  assert(execution.result, 'an execution that is done and valid has a result');
  adoptState(vm, execution.state, leavesWarm);
  return execution.result;
}

function supply(state: State): void {
  const { missing } = state;
  assert(missing, 'running stops for something that is missing');
  if (missing.kind === 'library' || missing.kind === 'blockHash')
    throw new CheatError(`the transaction needs ${missing.kind} that is not loaded`);
  supplyMissing(state, missing);
}

/** The block without cheatcodes in it. */
function plainBlock({ block }: Vm, changes: Partial<BlockEnvironment>): BlockEnvironment {
  const { interceptor: _, ...plain }: BlockEnvironment = { ...block, ...changes };
  return plain;
}

export const TRANSACTIONS: Cheatcodes = {
  'broadcastRawTransaction(bytes)': (vm, [raw]: [Hex]) => {
    const input = decoded(vm, raw);
    // forge checks no nonce here.
    const nonce = vm.state.nonce[vm.account(bytesToHex(input.from))];
    run(vm, { ...input, nonce, isIncluded: true }, plainBlock(vm, {}), false);
  },
  'executeTransaction(bytes)(bytes)': (vm, [raw]: [Hex]) => {
    const input = { ...decoded(vm, raw, FAILED), maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    const { protocol: _, ...block } = plainBlock(vm, { baseFee: 0n });
    const { halt, output } = run(vm, input, block, true);
    if (halt === Halt.revert) throw new CheatError(`transaction reverted: ${bytesToHex(output)}`);
    if (halt !== Halt.none) throw new CheatError('transaction halted');
    return bytesToHex(output);
  },
};
