/** Cheatcodes on forks: chains behind endpoints that the reader allowed, and which accounts go along from one to another. */

import { decodeAbiParameters, parseAbiParameters } from 'viem';
import { selectorOf } from '../../abi/signature';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import { blobBaseFee } from '../../evm/environment';
import { isFields, readFields, readList } from '../../values/json-fields';
import { CheatError, Unsupported } from '../cheats/cheat-error';
import type { BlockChanges, TestFork } from '../cheats/cheat-state';
import { type Question, Unanswered } from '../cheats/endpoint-answers';
import { isPersistent, rollFork, selectFork } from '../cheats/test-forks';
import type { Vm } from '../cheats/vm';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import { allowedEndpoint } from './endpoints';
import { jsonBytes } from './json-bytes';
import { readJson } from './json-values';

function keep(vm: Vm, accounts: readonly Address[]): void {
  for (const account of accounts) vm.kept.persistent.set(account.toLowerCase(), true);
}

function drop(vm: Vm, accounts: readonly Address[]): void {
  for (const account of accounts) vm.kept.persistent.set(account.toLowerCase(), false);
}

function ask(vm: Vm, url: string, method: string, params: readonly unknown[]): unknown {
  if (vm.project.answers === undefined) throw new Unsupported('no endpoint is asked here');
  return vm.project.answers.get({ url, method, params });
}

const toHex = (value: bigint) => `0x${value.toString(16)}`;

function numberOf(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^0x[\da-f]+$/i.test(value)) return BigInt(value);
  throw new CheatError(`the endpoint's answer has no ${what}`);
}

function blockOf(vm: Vm, url: string, number: bigint): ReturnType<typeof readFields> {
  const block = ask(vm, url, 'eth_getBlockByNumber', [toHex(number), false]);
  if (!isFields(block)) throw new CheatError(`block ${number} not found`);
  return block;
}

/** Asks for what a fork is to know of its block. */
function forkAt(vm: Vm, url: string, asked: bigint | undefined): TestFork {
  const number = asked ?? numberOf(ask(vm, url, 'eth_blockNumber', []), 'number');
  const chainId = numberOf(ask(vm, url, 'eth_chainId', []), 'chain id');
  const block = blockOf(vm, url, number);
  const excess = block.excessBlobGas;
  const miner = typeof block.miner === 'string' && /^0x[\da-f]{40}$/i.test(block.miner) ? block.miner : undefined;
  const isHash = typeof block.mixHash === 'string' && /^0x[\da-f]{64}$/i.test(block.mixHash);
  const { blobs } = vm.block;
  const changes: BlockChanges = {
    number,
    timestamp: numberOf(block.timestamp, 'timestamp'),
    coinbase: miner === undefined ? new Uint8Array(20) : hexToBytes(miner.toLowerCase() as Hex),
    baseFee: block.baseFeePerGas === undefined ? 0n : numberOf(block.baseFeePerGas, 'base fee'),
    random: isHash ? BigInt(String(block.mixHash)) : 0n,
    chainId,
    blobBaseFee:
      typeof excess === 'string' ? blobBaseFee({ excessBlobGas: numberOf(excess, 'blob gas'), blobs }) : undefined,
    gasLimit: Number(numberOf(block.gasLimit, 'gas limit')),
  };
  return { url, number, block: changes };
}

const forkOf = (vm: Vm, [endpoint, number]: [string, bigint?]) => forkAt(vm, allowedEndpoint(vm, endpoint), number);
const rolledTo = (vm: Vm, at: number, number: bigint) => forkAt(vm, vm.kept.forks[at].url, number);

/** Looks a fork up by its id. */
function indexOf(vm: Vm, id: bigint): number {
  if (id >= BigInt(vm.kept.forks.length)) throw new CheatError(`No matching fork found for ${id}`);
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

function create(vm: Vm, args: [string, bigint?]): bigint {
  const fork = forkOf(vm, args);
  keepCaller(vm);
  return BigInt(vm.kept.forks.push(fork) - 1);
}

function select(vm: Vm, [id]: [bigint]): void {
  keepCaller(vm);
  refuseBroadcast(vm);
  selectFork(vm, indexOf(vm, id));
}

function createSelect(vm: Vm, args: [string, bigint?]): bigint {
  refuseBroadcast(vm);
  const id = create(vm, args);
  selectFork(vm, Number(id));
  return id;
}

function roll(vm: Vm, at: number, number: bigint): void {
  const fork = rolledTo(vm, at, number);
  keepCaller(vm);
  rollFork(vm, at, fork);
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
  'createSelectFork(string)': forkOf,
  'createSelectFork(string,uint256)': forkOf,
  'rollFork(uint256)': (vm, [number]: [bigint]) => rolledTo(vm, activeFork(vm), number),
  'rollFork(uint256,uint256)': (vm, [id, number]: [bigint, bigint]) => rolledTo(vm, indexOf(vm, id), number),
};
let bySelector: ReadonlyMap<string, readonly [string, Cheatcode]> | undefined;

/** Returns what an endpoint is to be asked before the call of a cheatcode can be answered; undefined where it can be. */
export function wantedAnswer(vm: Vm, input: Uint8Array): Question | undefined {
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
    if (error instanceof Unanswered) return error.question;
    // What is refused is refused again when it is answered.
  }
  return undefined;
}

export const FORKS: Cheatcodes = {
  ...ASKING,
  'activeFork()(uint256)': (vm) => BigInt(activeFork(vm)),
  'createFork(string)(uint256)': create,
  'createFork(string,uint256)(uint256)': create,
  'createSelectFork(string)(uint256)': createSelect,
  'createSelectFork(string,uint256)(uint256)': createSelect,
  'rollFork(uint256)': (vm, [number]: [bigint]) => roll(vm, activeFork(vm, 'No fork active'), number),
  'rollFork(uint256,uint256)': (vm, [id, number]: [bigint, bigint]) => roll(vm, indexOf(vm, id), number),
  'selectFork(uint256)': select,
  'makePersistent(address)': keep,
  'makePersistent(address,address)': keep,
  'makePersistent(address,address,address)': keep,
  'makePersistent(address[])': (vm, [accounts]: [readonly Address[]]) => keep(vm, accounts),
  'revokePersistent(address)': drop,
  'revokePersistent(address[])': (vm, [accounts]: [readonly Address[]]) => drop(vm, accounts),
  'isPersistent(address)(bool)': (vm, [account]: [Address]) => isPersistent(vm, account.toLowerCase() as Address),
};
