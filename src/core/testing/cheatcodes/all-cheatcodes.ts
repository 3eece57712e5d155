/** The tables of all cheatcodes, and who answers a call of `vm` by them. */

import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  bytesToHex,
  decodeAbiParameters,
  encodeAbiParameters,
  parseAbiParameters,
} from 'viem';
import { selectorOf } from '../../abi/signature';
import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import type { AnsweringCreation, Ending } from '../../evm/interceptor';
import { CHEATCODE_ERROR, CheatError, CheatRevert, cheatErrorData, Unsupported } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import { ACCOUNTS } from './accounts';
import { ALLOCS } from './allocs';
import { ASSERTIONS } from './assertions';
import { BLOCK } from './block';
import { BROADCASTS } from './broadcasts';
import { CHAIN_CODES } from './chains';
import { type Cheatcode, type Cheatcodes, Deployment } from './cheatcode';
import { CODE } from './code';
import { CRYPTO } from './crypto';
import { DEBUG_TRACE } from './debug-trace';
import { ED25519 } from './ed25519';
import { ENDPOINTS } from './endpoints';
import { ENVIRONMENT } from './environment';
import { EXPECTATIONS } from './expectations';
import { FILES } from './files';
import { FLOW } from './flow';
import { FORKS } from './forks';
import { GAS } from './gas';
import { WATCHED } from './memory';
import { MOCKS } from './mocks';
import { PRANKS } from './pranks';
import { PROCESSES } from './processes';
import { RANDOM } from './random';
import { READ_JSON } from './read-json';
import { RECORDS } from './records';
import { JSON_CODES } from './serialize-json';
import { SNAPSHOTS } from './snapshots';
import { STATE_DIFFS } from './state-diffs';
import { STORAGE_SLOTS } from './storage-slots';
import { STRINGS } from './strings';
import { TRANSACTIONS } from './transactions';
import { TYPED_DATA } from './typed-data';
import { UNSUPPORTED } from './unsupported';
import { WRITE_JSON } from './write-json';

const TABLES: readonly Cheatcodes[] = [
  ACCOUNTS,
  ALLOCS,
  ASSERTIONS,
  BLOCK,
  BROADCASTS,
  CHAIN_CODES,
  CODE,
  CRYPTO,
  DEBUG_TRACE,
  ED25519,
  ENDPOINTS,
  ENVIRONMENT,
  EXPECTATIONS,
  FILES,
  FLOW,
  FORKS,
  GAS,
  JSON_CODES,
  MOCKS,
  WATCHED,
  PRANKS,
  PROCESSES,
  RANDOM,
  READ_JSON,
  RECORDS,
  SNAPSHOTS,
  STATE_DIFFS,
  STORAGE_SLOTS,
  STRINGS,
  TRANSACTIONS,
  TYPED_DATA,
  WRITE_JSON,
  UNSUPPORTED,
];

type Entry = {
  name: string;
  types: string;
  returned: string;
  run: Cheatcode;
  /** Parsed when it is first called. */
  inputs?: readonly AbiParameter[];
  outputs?: readonly AbiParameter[];
};

let bySelector: Map<string, Entry> | undefined;

function entries(): Map<string, Entry> {
  if (bySelector !== undefined) return bySelector;
  bySelector = new Map();
  for (const table of TABLES)
    for (const [declared, run] of Object.entries(table)) {
      const end = closing(declared, declared.indexOf('('));
      const signature = declared.slice(0, end + 1);
      const open = signature.indexOf('(');
      const entry = { name: signature.slice(0, open), types: signature.slice(open + 1, -1), run };
      const selector = selectorOf(signature);
      if (!bySelector.has(selector)) bySelector.set(selector, { ...entry, returned: declared.slice(end + 2, -1) });
    }
  return bySelector;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length - 1;
}

/** Returns the ABI of `vm`: its cheatcodes, with unnamed arguments, and the error that they revert with. */
export function cheatcodeAbi(): Abi {
  const functions = [...entries().values()].map(
    ({ name, types, returned }): AbiFunction => ({
      type: 'function',
      name,
      inputs: parametersOf(types),
      outputs: parametersOf(returned),
      stateMutability: 'nonpayable',
    }),
  );
  return [...functions, ...CHEATCODE_ERROR];
}

/** Returns the addresses among the arguments of a cheatcode's call, and the slots that it names of the first; none where it cannot be decoded. */
export function placesGiven(input: Uint8Array): { addresses: Address[]; slot: bigint | undefined } {
  const entry = entries().get(bytesToHex(input.subarray(0, 4)));
  if (entry === undefined || !entry.types.includes('address')) return { addresses: [], slot: undefined };
  entry.inputs ??= parametersOf(entry.types);
  try {
    const args = decodeAbiParameters(entry.inputs, input.slice(4)) as readonly unknown[];
    const addresses = args.filter((_, at) => entry.inputs?.[at].type === 'address') as Address[];
    const isSlot = entry.name === 'load' || entry.name === 'store';
    return { addresses, slot: isSlot ? BigInt(args[1] as Hex) : undefined };
  } catch {
    return { addresses: [], slot: undefined };
  }
}

/** Returns how the call of a cheatcode ends. */
export function answerCheatcode(vm: Vm, input: Uint8Array): Ending | AnsweringCreation {
  const selector = bytesToHex(input.subarray(0, 4));
  if (input.length < 4) return refused(`type check failed for "VmCalls" with data: ${selector.slice(2)}`);
  const entry = entries().get(selector);
  if (entry === undefined)
    return refused(
      `unknown cheatcode with selector ${selector}; you may have a mismatch between the \`Vm\` interface (likely in \`forge-std\`) and the \`forge\` version`,
    );
  entry.inputs ??= parametersOf(entry.types);
  entry.outputs ??= parametersOf(entry.returned);
  let args: readonly unknown[];
  try {
    args = entry.inputs.length === 0 ? [] : decodeAbiParameters(entry.inputs, input.slice(4));
  } catch {
    return refused(`vm.${entry.name}: the calldata is none of ${entry.name}(${entry.types})`);
  }
  try {
    const value = entry.run(vm, args as never);
    if (value instanceof Uint8Array) return { halt: Halt.none, output: value };
    if (value instanceof Deployment) return value;
    if (entry.outputs.length === 0) return { halt: Halt.none, output: new Uint8Array(0) };
    const values = entry.outputs.length === 1 ? [value] : (value as readonly unknown[]);
    return { halt: Halt.none, output: hexToBytes(encodeAbiParameters(entry.outputs, values)) };
  } catch (error) {
    if (error instanceof CheatRevert) return { halt: Halt.revert, output: error.data };
    if (error instanceof Unsupported) vm.kept.unsupported ??= entry.name;
    if (error instanceof CheatError)
      return refused(isPlain(entry.name) ? error.message : `vm.${entry.name}: ${error.message}`);
    throw error;
  }
}

/** Whether the message of a cheatcode is enough without the cheatcode's name. */
function isPlain(name: string): boolean {
  return name.includes('assert') || name === 'rpcUrl';
}

function parametersOf(types: string): readonly AbiParameter[] {
  return types === '' ? [] : parseAbiParameters(types);
}

function refused(message: string): Ending {
  return { halt: Halt.revert, output: cheatErrorData(message) };
}
