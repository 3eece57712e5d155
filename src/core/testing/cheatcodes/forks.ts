/** Cheatcodes on forks: chains behind endpoints that the reader allowed, and which accounts go along from one to another. */

import { decodeAbiParameters, parseAbiParameters } from 'viem';
import { selectorOf } from '../../abi/signature';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import { readFields, readList } from '../../values/json-fields';
import { CheatError, CheatRevert } from '../cheats/cheat-error';
import type { TestFork } from '../cheats/cheat-state';
import { type Question, Unanswered } from '../cheats/endpoint-answers';
import { countCall } from '../cheats/expectations';
import { noteLog } from '../cheats/note-log';
import { executeOnFork, isPersistent, rollFork, selectFork } from '../cheats/test-forks';
import type { Vm } from '../cheats/vm';
import { ask, blockOf, forkAt, numberOf, toHex } from './ask-chain';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import { allowedEndpoint } from './endpoints';
import { forkBefore, withTransaction } from './forks-at-transactions';
import { jsonBytes } from './json-bytes';
import { readJson } from './json-values';

function keep(vm: Vm, accounts: readonly Address[]): void {
  for (const account of accounts) vm.kept.persistent.set(account.toLowerCase(), true);
}

function drop(vm: Vm, accounts: readonly Address[]): void {
  for (const account of accounts) vm.kept.persistent.set(account.toLowerCase(), false);
}

const forkOf = (vm: Vm, [endpoint, number]: [string, bigint?]) => forkAt(vm, allowedEndpoint(vm, endpoint), number);
const forkOfHash = (vm: Vm, [endpoint, hash]: [string, Hex]) => forkBefore(vm, allowedEndpoint(vm, endpoint), hash);
const rolledTo = (vm: Vm, at: number, number: bigint) => forkAt(vm, vm.kept.forks[at].url, number);
const rolledBefore = (vm: Vm, at: number, hash: Hex) => forkBefore(vm, vm.kept.forks[at].url, hash);

/** Looks a fork up by its id. */
function indexOf(vm: Vm, id: bigint): number {
  if (id >= BigInt(vm.kept.forks.length)) throw new CheatError(`No matching fork found for ${id}`);
  return Number(id);
}

/** Looks up a fork that is to stand elsewhere. */
function requestedFork(vm: Vm, id: bigint): number {
  if (id >= BigInt(vm.kept.forks.length)) throw new CheatError(`Requested fork \`${id}\` does not exist`);
  return Number(id);
}

function activeFork(vm: Vm, refusal = 'no active fork'): number {
  if (vm.kept.activeFork === undefined) throw new CheatError(refusal);
  return vm.kept.activeFork;
}

function refuseBroadcast(vm: Vm): void {
  if (vm.kept.broadcast !== undefined) throw new CheatError('cannot select forks during a broadcast');
}

/** Makes the calling contract persistent, so that it is not lost where the chain changes. */
function keepCaller(vm: Vm): void {
  vm.kept.persistent.set(vm.addressOf(vm.caller.self), true);
}

type ForkAsked = (vm: Vm, args: never) => TestFork;

function create(vm: Vm, fork: TestFork): bigint {
  keepCaller(vm);
  return BigInt(vm.kept.forks.push(fork) - 1);
}

function select(vm: Vm, [id]: [bigint]): void {
  keepCaller(vm);
  refuseBroadcast(vm);
  selectFork(vm, indexOf(vm, id));
}

const creating = (asked: ForkAsked) => (vm: Vm, args: never) => create(vm, asked(vm, args));

const selecting = (asked: ForkAsked) => (vm: Vm, args: never) => {
  refuseBroadcast(vm);
  const id = create(vm, asked(vm, args));
  selectFork(vm, Number(id));
  return id;
};

function roll(vm: Vm, at: number, fork: TestFork): void {
  keepCaller(vm);
  rollFork(vm, at, fork);
}

const rolling = (vm: Vm) => activeFork(vm, 'No fork active');

/** Executes a transaction of the chain on a fork, and tells what was expected and recorded of it. */
function transact(vm: Vm, at: number, hash: Hex): void {
  const forked = withTransaction(vm, vm.kept.forks[at], hash);
  const { expectedCalls } = vm.kept;
  const of = (address: Address) => vm.state.indexOfAddress(hexToBytes(address));
  for (const call of forked.calls) countCall(expectedCalls, { ...call, target: of(call.target) });
  executeOnFork(vm, at, forked);
  for (const log of forked.logs) {
    const refusal = noteLog(vm, { ...log, address: of(log.address) });
    if (refusal !== undefined) throw new CheatRevert(refusal);
  }
}

function activeUrl(vm: Vm): string {
  return vm.kept.forks[activeFork(vm, 'no active fork URL found')].url;
}

/** The result as forge writes it: texts of hex as their bytes, all else as the ABI encodes it. */
function call(vm: Vm, url: string, method: string, params: string): Hex {
  let parsed: unknown;
  try {
    parsed = JSON.parse(params);
  } catch {
    throw new CheatError('failed parsing JSON');
  }
  const result = ask(vm, url, method, readList(parsed));
  if (typeof result === 'string' && /^0x([\da-f]{2})*$/i.test(result)) return result as Hex;
  return jsonBytes([readJson(JSON.stringify(result))], vm.project) as Hex;
}

type Topics = readonly Hex[];

function logs(vm: Vm, [from, to, address, topics]: [bigint, bigint, Address, Topics]): unknown {
  if (from >= 1n << 64n || to >= 1n << 64n) throw new CheatError('blocks in block range must be less than 2^64');
  if (topics.length > 4) throw new CheatError('topics array must contain at most 4 elements');
  const filter = { address, fromBlock: toHex(from), toBlock: toHex(to), topics };
  return readList(ask(vm, activeUrl(vm), 'eth_getLogs', [filter])).map((log) => {
    const fields = readFields(log);
    return [
      fields.address,
      readList(fields.topics),
      fields.data,
      fields.blockHash,
      numberOf(fields.blockNumber, 'block number'),
      fields.transactionHash,
      numberOf(fields.transactionIndex, 'index'),
      numberOf(fields.logIndex, 'index'),
      fields.removed === true,
    ];
  });
}

/** Fields of a header in the order in which it is hashed; those behind the first that is absent are none of its fork's. */
const HEADER =
  `parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot logsBloom =difficulty =number =gasLimit
  =gasUsed =timestamp extraData mixHash nonce =baseFeePerGas withdrawalsRoot =blobGasUsed =excessBlobGas
  parentBeaconBlockRoot requestsHash`.split(/\s+/);

function header(vm: Vm, [number]: [bigint]): Hex {
  const { url } = vm.kept.forks[activeFork(vm)];
  if (number >= 1n << 64n) throw new CheatError('block number must be less than 2^64');
  const block = blockOf(vm, url, number);
  const end = HEADER.findIndex((name) => block[name.replace('=', '')] === undefined);
  return encodeRlpHex(
    HEADER.slice(0, end < 0 ? HEADER.length : end).map((name) =>
      name.startsWith('=') ? rlpScalar(numberOf(block[name.slice(1)], name.slice(1))) : (block[name] as Hex),
    ),
  );
}

const LOGS = '(address,bytes32[],bytes,bytes32,uint64,bytes32,uint64,uint256,bool)[]';

const ASKING: Cheatcodes = {
  'rpc(string,string)(bytes)': (vm, [method, params]: [string, string]) => call(vm, activeUrl(vm), method, params),
  'rpc(string,string,string)(bytes)': (vm, [endpoint, method, params]: [string, string, string]) =>
    call(vm, allowedEndpoint(vm, endpoint), method, params),
  [`eth_getLogs(uint256,uint256,address,bytes32[])(${LOGS})`]: logs,
  'getRawBlockHeader(uint256)(bytes)': header,
};

/** Asks what a cheatcode needs to know, and changes nothing. */
const QUESTIONS: Cheatcodes = {
  ...ASKING,
  'createFork(string)': forkOf,
  'createFork(string,uint256)': forkOf,
  'createFork(string,bytes32)': forkOfHash,
  'createSelectFork(string)': forkOf,
  'createSelectFork(string,uint256)': forkOf,
  'createSelectFork(string,bytes32)': forkOfHash,
  'rollFork(uint256)': (vm, [number]: [bigint]) => rolledTo(vm, rolling(vm), number),
  'rollFork(bytes32)': (vm, [hash]: [Hex]) => rolledBefore(vm, rolling(vm), hash),
  'rollFork(uint256,uint256)': (vm, [id, number]: [bigint, bigint]) => rolledTo(vm, requestedFork(vm, id), number),
  'rollFork(uint256,bytes32)': (vm, [id, hash]: [bigint, Hex]) => rolledBefore(vm, requestedFork(vm, id), hash),
  'transact(bytes32)': (vm, [hash]: [Hex]) => withTransaction(vm, vm.kept.forks[rolling(vm)], hash),
  'transact(uint256,bytes32)': (vm, [id, hash]: [bigint, Hex]) =>
    withTransaction(vm, vm.kept.forks[requestedFork(vm, id)], hash),
};
let bySelector: ReadonlyMap<string, readonly [string, Cheatcode]> | undefined;

/** Returns what an endpoint is to be asked before the call of a cheatcode can be answered; undefined where it can be. */
export function wantedAnswer(vm: Vm, input: Uint8Array): readonly Question[] | undefined {
  bySelector ??= new Map(
    Object.entries(QUESTIONS).map(([declared, run]) => {
      const signature = declared.slice(0, declared.indexOf(')') + 1);
      return [selectorOf(signature), [signature, run]];
    }),
  );
  const [signature, read] = bySelector.get(bytesToHex(input.subarray(0, 4))) ?? [];
  if (signature === undefined || read === undefined) return undefined;
  try {
    const types = parseAbiParameters(signature.slice(signature.indexOf('(') + 1, -1));
    read(vm, decodeAbiParameters(types, input.slice(4)) as never);
  } catch (error) {
    if (error instanceof Unanswered) return error.questions;
    // What is refused is refused again when it is answered.
  }
  return undefined;
}

export const FORKS: Cheatcodes = {
  ...ASKING,
  'activeFork()(uint256)': (vm) => BigInt(activeFork(vm)),
  'createFork(string)(uint256)': creating(forkOf),
  'createFork(string,uint256)(uint256)': creating(forkOf),
  'createFork(string,bytes32)(uint256)': creating(forkOfHash),
  'createSelectFork(string)(uint256)': selecting(forkOf),
  'createSelectFork(string,uint256)(uint256)': selecting(forkOf),
  'createSelectFork(string,bytes32)(uint256)': selecting(forkOfHash),
  'rollFork(uint256)': (vm, [number]: [bigint]) => roll(vm, rolling(vm), rolledTo(vm, rolling(vm), number)),
  'rollFork(bytes32)': (vm, [hash]: [Hex]) => roll(vm, rolling(vm), rolledBefore(vm, rolling(vm), hash)),
  'rollFork(uint256,uint256)': (vm, [id, number]: [bigint, bigint]) =>
    roll(vm, requestedFork(vm, id), rolledTo(vm, requestedFork(vm, id), number)),
  'rollFork(uint256,bytes32)': (vm, [id, hash]: [bigint, Hex]) =>
    roll(vm, requestedFork(vm, id), rolledBefore(vm, requestedFork(vm, id), hash)),
  'transact(bytes32)': (vm, [hash]: [Hex]) => transact(vm, rolling(vm), hash),
  'transact(uint256,bytes32)': (vm, [id, hash]: [bigint, Hex]) => transact(vm, requestedFork(vm, id), hash),
  'selectFork(uint256)': select,
  'makePersistent(address)': keep,
  'makePersistent(address,address)': keep,
  'makePersistent(address,address,address)': keep,
  'makePersistent(address[])': (vm, [accounts]: [readonly Address[]]) => keep(vm, accounts),
  'revokePersistent(address)': drop,
  'revokePersistent(address[])': (vm, [accounts]: [readonly Address[]]) => drop(vm, accounts),
  'isPersistent(address)(bool)': (vm, [account]: [Address]) => isPersistent(vm, account.toLowerCase() as Address),
};
