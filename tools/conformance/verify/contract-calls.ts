/** Contracts of the fixtures on a chain in memory, made by their constructors and called with arguments that decode. */
import { type AbiFunction, toFunctionSelector } from 'viem';
import { compileTypes } from '../../../src/core/abi/abi-type';
import { defaultArgument } from '../../../src/core/abi/argument-text';
import { encodeParameters } from '../../../src/core/abi/encode';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import { bytesToAddress, bytesToHex, hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { Stop } from '../../../src/core/evm/run';
import type { State } from '../../../src/core/evm/state/state';
import type { Replay } from '../../../src/core/replay/replay';
import type { ExecutedOutcome } from '../../../src/core/simulation/outcome';
import { Run, runOfOne } from '../../../src/core/simulation/run';
import { nodeIn, rangeOf } from '../../../src/core/source/compiled/ast';
import type { SourceContract } from '../../../src/core/source/compiled/compilation';
import { MemoryChain, PLAIN_BLOCK } from '../../memory-chain';

/** Functions of one contract that are called. */
const MAX_CALLED = 12;
/** Contracts of one fixture that are run: the sources of some hold a whole library of them. */
export const MAX_OF_FIXTURE = 3;
/** Bytes, with room for arguments (EIP-3860). */
const MAX_INIT_CODE = 48_000;
const CALLER = new Uint8Array(20).fill(0xc0);

export type ExecutedCall = { outcome: ExecutedOutcome; replay: Replay; state: State };

export type Callable = { label: string; data: Hex; body: { file: number; start: number } | undefined };

/** Returns the functions of the contract, each with arguments that decode. */
export function callsOf(contract: SourceContract): Callable[] {
  const parsed = parseAbi(contract.abi);
  const entries = (parsed.ok ? parsed.value.abi : []).filter(
    (entry): entry is AbiFunction => entry.type === 'function',
  );
  return entries.slice(0, MAX_CALLED).flatMap((entry) => {
    const args = argumentsOf(entry.inputs);
    if (args === undefined) return [];
    const selector = toFunctionSelector(entry);
    const declared = contract.selectors.get(selector.slice(2));
    const body = declared?.kind === 'function' ? nodeIn(declared.node, 'body') : undefined;
    const range = body && rangeOf(body);
    return [{ label: `${entry.name} ${selector}`, data: `${selector}${args.slice(2)}` as Hex, body: range }];
  });
}

function argumentsOf(inputs: AbiFunction['inputs']): Hex | undefined {
  const types = compileTypes(inputs);
  if (types === undefined) return undefined;
  const texts = types.map((type, at) => {
    const text = defaultArgument(type);
    const bytes = /^bytes(\d+)$/.exec(inputs[at]?.type ?? '')?.[1];
    return text === '' && bytes !== undefined ? `0x${'00'.repeat(Number(bytes))}` : text;
  });
  const encoded = encodeParameters(inputs, texts);
  return encoded.ok ? encoded.value : undefined;
}

export type Deployed = { state: State; address: Address; code: Hex };

/**
 * Deploys the contract on a chain of its own by its constructor; undefined where that fails, needs the address of a
 * library, or no chain takes that much code.
 */
export function deploy({ kind, creation, abi }: SourceContract): Deployed | undefined {
  if (kind !== 'contract' || creation === undefined || creation.holes.length > 0) return undefined;
  if (creation.bytes.length > MAX_INIT_CODE) return undefined;
  const args = argumentsOf(abi.find((entry) => entry.type === 'constructor')?.inputs ?? []);
  if (args === undefined) return undefined;
  const chain = new MemoryChain();
  const made = chain.send({ data: hexToBytes(`0x${bytesToHex(creation.bytes).slice(2)}${args.slice(2)}`) });
  const created = made.result?.created;
  if (made.result?.success !== true || created === undefined) return undefined;
  const account = chain.state.indexOfAddress(created);
  const code = chain.state.codes[chain.state.code[account] ?? 0]?.bytes ?? new Uint8Array(0);
  chain.state.beginTransaction();
  return code.length === 0
    ? undefined
    : { state: chain.state, address: bytesToAddress(created), code: bytesToHex(code) };
}

/** Executes a call on a copy of the state, with other code where that is given. */
export function executeOn(before: State, address: Address, data: Hex, code?: Hex): ExecutedCall {
  const state = before.copied();
  const transaction = {
    type: 2,
    from: CALLER,
    to: hexToBytes(address),
    value: 0n,
    data: hexToBytes(data),
    gasLimit: 16_000_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
  };
  const overlays = code === undefined ? [] : [{ address, override: { code } }];
  const run = new Run(state, runOfOne(PLAIN_BLOCK, transaction, 'free', overlays), { recorded: 0 });
  for (let stop = run.run(1e9); stop !== Stop.done; stop = run.run(1e9)) {
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
    state.supplyAccount(missing.address, {
      balance: new Uint32Array(8),
      nonce: 0n,
      code: new Uint8Array(0),
      exists: false,
    });
  }
  const [outcome] = run.outcomes;
  const replay = run.recordingOf(0);
  if (outcome?.state !== 'executed' || replay === undefined) throw new Error('the call was not executed');
  return { outcome, replay, state };
}
