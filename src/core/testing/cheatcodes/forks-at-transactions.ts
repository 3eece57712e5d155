/** Forks that stand in the middle of a block: transactions of a chain are executed on the state before them, as forge does. */

import type { Hex } from '../../chain/primitives';
import type { BlockEnvironment } from '../../evm/environment';
import { State } from '../../evm/state/state';
import { type Fields, isFields, readFields, readList } from '../../values/json-fields';
import { CheatError } from '../cheats/cheat-error';
import type { BlockChanges, TestFork } from '../cheats/cheat-state';
import type { EndpointAnswers } from '../cheats/endpoint-answers';
import { ForkedState } from '../cheats/forked-state';
import type { Vm } from '../cheats/vm';
import { forkOfVersion } from '../evm-version';
import { ask, blockOf, forkAt, newestBlock, numberOf } from './ask-chain';
import { isOfProtocol, readMinedTransaction } from './mined-transaction';

/** States in the middle of a block by their name: what they are does not depend on the test that asks. */
const forkedBy = new WeakMap<EndpointAnswers, Map<string, ForkedState>>();

/** Returns a fork right before a transaction of the chain; of one that waits, after all of the newest block once more. */
export function forkBefore(vm: Vm, url: string, hash: Hex): TestFork {
  const { number, isMined } = blockOfTransaction(vm, url, hash);
  const fork = { ...forkAt(vm, url, number), number: isMined ? number - 1n : number };
  const all = readList(blockOf(vm, url, number, true).transactions).map(readFields);
  const at = all.findIndex((transaction) => transaction.hash === hash);
  const before = (at < 0 ? all : all.slice(0, at)).filter((transaction) => !isOfProtocol(transaction));
  return before.length === 0 ? fork : { ...fork, forked: executed(vm, fork, fork.block, before) };
}

/** Returns what a fork holds once a transaction of its chain was executed on it, in its own block. */
export function withTransaction(vm: Vm, fork: TestFork, hash: Hex): ForkedState {
  const transaction = transactionOf(vm, fork.url, hash);
  const { number } = blockOfTransaction(vm, fork.url, hash);
  const { block } = forkAt(vm, fork.url, number);
  return executed(vm, fork, block, [transaction], true);
}

function transactionOf(vm: Vm, url: string, hash: Hex): Fields {
  const transaction = ask(vm, url, 'eth_getTransactionByHash', [hash]);
  if (!isFields(transaction))
    throw new CheatError(`failed to get transaction ${hash}: could not get transaction ${hash}`);
  return transaction;
}

function blockOfTransaction(vm: Vm, url: string, hash: Hex): { number: bigint; isMined: boolean } {
  const { blockNumber } = transactionOf(vm, url, hash);
  return typeof blockNumber === 'string'
    ? { number: numberOf(blockNumber, 'block number'), isMined: true }
    : { number: newestBlock(vm, url), isMined: false };
}

/** Executes transactions on what a fork has; what was executed for another test is not executed again. */
function executed(
  vm: Vm,
  fork: TestFork,
  changes: BlockChanges,
  transactions: readonly Fields[],
  listens = false,
): ForkedState {
  const { answers } = vm.project;
  if (answers === undefined) throw new CheatError('no endpoint is asked here');
  const begin = fork.forked?.name ?? JSON.stringify([fork.url, String(fork.number)]);
  const name = JSON.stringify([begin, vm.evmVersion, ...transactions.map(({ hash }) => hash)]);
  const known = forkedBy.get(answers) ?? new Map<string, ForkedState>();
  forkedBy.set(answers, known);
  const state =
    known.get(name) ??
    new ForkedState(
      name,
      fork,
      fork.forked?.copied() ?? new State(),
      blockWith(vm, changes),
      transactions.map(readMinedTransaction),
      listens,
    );
  known.set(name, state);
  state.finish(answers);
  return state;
}

/** The block of a transaction, by the rules of the test and without its cheatcodes. */
function blockWith({ block, evmVersion }: Vm, changes: BlockChanges): Omit<BlockEnvironment, 'blockHash'> {
  const { number, timestamp, blobBaseFee, ...others } = changes;
  const { blobs, protocol, excessBlobGas } = block;
  return {
    ...others,
    fork: forkOfVersion(evmVersion) ?? block.fork,
    number: Number(number),
    timestamp: Number(timestamp),
    blobs,
    excessBlobGas,
    ...(blobBaseFee !== undefined && { blobBaseFee }),
    ...(protocol && { protocol }),
  };
}
