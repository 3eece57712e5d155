/** How a transaction enters its first frame: what is warm before it, and the call of the recipient. */
import type { BlockEnvironment } from '../environment';
import { refuseCall, transfer, truncateLogs } from '../frames/call-exchange';
import { FrameKind, type splitGas } from '../frames/frame';
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';
import { precompileAddresses, precompileIn } from '../precompiles/table';
import { Fork } from '../rules/forks';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import { ViewedMachine } from '../state/view';
import * as W from '../words/words';
import type { TransactionInput } from './transaction-input';

type Parties = { sender: AccountIndex; target: AccountIndex; coinbase: AccountIndex };

const EMPTY = new Uint8Array(0);
const word = new Uint32Array(8);

/** Makes warm what a transaction has paid for before it runs (EIP-2929, EIP-2930, EIP-3651); nothing before Berlin. */
export function warmAtEntry(
  state: State,
  block: BlockEnvironment,
  transaction: TransactionInput,
  { sender, target, coinbase }: Parties,
): void {
  if (block.fork < Fork.berlin) return;
  state.warmAccount(sender);
  if (transaction.to) state.warmAccount(target);
  warmAlways(state, block, coinbase);
  for (const { address, storageKeys } of transaction.accessList) {
    const account = state.indexOfAddress(address);
    state.warmAccount(account);
    for (const key of storageKeys) {
      W.fromBytes(key, 0, 32, word, 0);
      state.warmSlot(state.slots.indexOf(account, word, 0));
    }
  }
}

/** Makes warm what is so in every transaction since Berlin: precompiled contracts, and since Shanghai who takes the fees. */
export function warmAlways(state: State, block: BlockEnvironment, coinbase: AccountIndex): void {
  for (const address of precompileAddresses(block)) {
    W.fromBigInt(address, word, 0);
    state.warmAccount(state.indexOf(word, 0));
  }
  if (block.fork >= Fork.shanghai) state.warmAccount(coinbase);
}

type RecipientCall = Omit<Parties, 'coinbase'> & {
  machine: Machine;
  block: BlockEnvironment;
  transaction: TransactionInput;
  /** Address of the recipient. */
  to: Uint8Array;
  /** Account whose code the recipient has designated (EIP-7702). */
  delegate: AccountIndex | undefined;
  /** Wei, as a word of its own. */
  value: W.Limbs;
  gas: ReturnType<typeof splitGas>;
  row: number;
};

/** Calls the recipient: its code is the machine's first frame from then on. Returns how the call ended where no code runs. */
export function callRecipient({
  machine,
  block,
  transaction,
  to,
  sender,
  target,
  delegate,
  value,
  gas,
  row,
}: RecipientCall): { halt: Halt; detail: string; gasLeft: bigint; output: Uint8Array } | undefined {
  const { state } = machine;
  const { protocol, fork } = block;
  const left = BigInt(gas.gas) + gas.reserve;
  const withoutCode = { halt: Halt.none, detail: '', gasLeft: left, output: EMPTY };
  const snapshot = state.snapshot();
  const precompile = precompileIn(block, state.address, target << 3);
  if (protocol?.refuses && !precompile)
    refuseCall(protocol, to, state.codes[state.code[delegate ?? target]].bytes, transaction.data);
  if (!state.exists(target) && !precompile && fork >= Fork.spuriousDragon && transaction.value === 0n)
    return withoutCode;
  transfer(machine, sender, target, value);
  if (precompile) {
    const call = {
      state: new ViewedMachine(machine),
      block: machine.block,
      caller: transaction.from,
      self: to,
      isStatic: false,
      depth: 0,
      type: transaction.type,
    };
    const result = precompile.run(transaction.data, gas.gas, fork, call);
    if (result.ok) return { halt: Halt.none, detail: '', gasLeft: left - BigInt(result.gas), output: result.output };
    state.revertTo(snapshot);
    truncateLogs(machine, 0);
    const halt = result.error === undefined ? Halt.outOfGas : Halt.precompileFailed;
    const gasLeft = result.gas === undefined ? 0n : left - BigInt(result.gas);
    return { halt, detail: result.error ?? '', gasLeft, output: EMPTY };
  }
  const designated = delegate !== undefined && precompileIn(block, state.address, delegate << 3) ? 0 : undefined;
  const code = state.codes[designated ?? state.code[delegate ?? target]];
  if (code.bytes.length === 0) return withoutCode;
  const frame = machine.takeFrame();
  frame.start(code, machine.set);
  frame.parent = undefined;
  frame.kind = FrameKind.call;
  frame.depth = 0;
  frame.self = target;
  frame.caller = sender;
  frame.codeAccount = target;
  frame.isStatic = false;
  W.copy(value, 0, frame.value, 0);
  frame.input = transaction.data;
  frame.fund(gas.gas, gas.reserve, machine.stateGas, 0);
  frame.snapshot = snapshot;
  frame.logs = 0;
  frame.refund = 0;
  frame.row = row;
  machine.frame = frame;
  machine.interceptor?.entered(frame);
  return undefined;
}
