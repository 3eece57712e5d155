/** Questions of cheatcodes to a chain behind an endpoint. */

import { hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { blobBaseFee } from '../../evm/environment';
import { type Fields, isFields } from '../../values/json-fields';
import { CheatError, Unsupported } from '../cheats/cheat-error';
import type { BlockChanges, TestFork } from '../cheats/cheat-state';
import type { Vm } from '../cheats/vm';

/** Returns what an endpoint answers. Throws `Unanswered`, and a `CheatError` where it refuses. */
export function ask(vm: Vm, url: string, method: string, params: readonly unknown[]): unknown {
  if (vm.project.answers === undefined) throw new Unsupported('no endpoint is asked here');
  return vm.project.answers.get({ url, method, params });
}

export const toHex = (value: bigint) => `0x${value.toString(16)}`;

/** Reads a number of an answer; `what` names it where it is none. */
export function numberOf(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^0x[\da-f]+$/i.test(value)) return BigInt(value);
  throw new CheatError(`the endpoint's answer has no ${what}`);
}

/** Returns the fields of a block, `full` with those of its transactions. */
export function blockOf(vm: Vm, url: string, number: bigint, full = false): Fields {
  const block = ask(vm, url, 'eth_getBlockByNumber', [toHex(number), full]);
  if (!isFields(block)) throw new CheatError(`block ${number} not found`);
  return block;
}

/** Returns a fork at a block, the newest where none is named, with what is to be known of that. */
export function forkAt(vm: Vm, url: string, asked: bigint | undefined): TestFork {
  const number = asked ?? newestBlock(vm, url);
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

/** Returns the number of the newest block. */
export function newestBlock(vm: Vm, url: string): bigint {
  return numberOf(ask(vm, url, 'eth_blockNumber', []), 'number');
}
