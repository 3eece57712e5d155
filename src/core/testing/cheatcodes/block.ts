/** Cheatcodes that change the block and the transaction, or read them. */

import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { blobBaseFee } from '../../evm/environment';
import { fromBigInt } from '../../evm/words/words';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import { forkOfVersion } from '../evm-version';
import type { Cheatcodes } from './cheatcode';

const setRandom = (vm: Vm, value: bigint) => vm.setBlock({ random: value });

export const BLOCK: Cheatcodes = {
  'warp(uint256)': (vm, [time]: [bigint]) => vm.setBlock({ timestamp: time }),
  'roll(uint256)': (vm, [number]: [bigint]) => vm.setBlock({ number }),
  'fee(uint256)': (vm, [fee]: [bigint]) => {
    if (fee >= 1n << 64n) throw new CheatError('base fee must be less than 2^64');
    vm.setBlock({ baseFee: fee });
  },
  'prevrandao(bytes32)': (vm, [value]: [Hex]) => setRandom(vm, BigInt(value)),
  'prevrandao(uint256)': (vm, [value]: [bigint]) => setRandom(vm, value),
  'difficulty(uint256)': () => {
    throw new CheatError(
      '`difficulty` is not supported after the Paris hard fork, use `prevrandao` instead; see EIP-4399: https://eips.ethereum.org/EIPS/eip-4399',
    );
  },
  'coinbase(address)': (vm, [address]: [Address]) =>
    vm.setBlock({ coinbase: hexToBytes(address.toLowerCase() as Hex) }),
  'chainId(uint256)': (vm, [id]: [bigint]) => {
    if (id >= 1n << 64n) throw new CheatError('chain ID must be less than 2^64');
    vm.setBlock({ chainId: id });
  },
  'blobBaseFee(uint256)': (vm, [fee]: [bigint]) => vm.setBlock({ blobBaseFee: fee }),
  'getBlobBaseFee()(uint256)': (vm) => blobBaseFee(vm.block),
  'blobhashes(bytes32[])': (vm, [hashes]: [readonly Hex[]]) => {
    vm.kept.blobHashes = hashes.map(hexToBytes);
    (vm.machine.transaction as { blobHashes: readonly Uint8Array[] }).blobHashes = vm.kept.blobHashes;
  },
  'getBlobhashes()(bytes32[])': (vm) => vm.machine.transaction.blobHashes.map(bytesToHex),
  'getBlockNumber()(uint256)': (vm) => vm.block.exact.number,
  'getBlockTimestamp()(uint256)': (vm) => vm.block.exact.timestamp,
  'getChainId()(uint256)': (vm) => vm.block.chainId,
  'txGasPrice(uint256)': (vm, [price]: [bigint]) => {
    vm.kept.gasPrice = price;
    fromBigInt(price, vm.machine.transaction.gasPrice, 0);
  },
  'setBlockhash(uint256,bytes32)': (vm, [number, hash]: [bigint, Hex]) => {
    if (number > vm.block.exact.number)
      throw new CheatError('block number must be less than or equal to the current block number');
    vm.kept.blockHashes.set(number, hexToBytes(hash));
  },
  'accessList((address,bytes32[])[])': (vm, [list]: [readonly (readonly [Address, readonly Hex[]])[]]) => {
    vm.kept.accessList = list.map(([target, storageKeys]) => ({
      address: hexToBytes(target.toLowerCase() as Hex),
      storageKeys: storageKeys.map(hexToBytes),
    }));
  },
  'noAccessList()': (vm) => {
    vm.kept.accessList = [];
  },
  // forge knows Paris by its earlier name.
  'getEvmVersion()(string)': (vm) => (vm.evmVersion === 'paris' ? 'merge' : vm.evmVersion),
  'setEvmVersion(string)': (vm, [name]: [string]) => {
    const fork = forkOfVersion(name);
    if (fork === undefined) throw new CheatError(`invalid evm version ${name}`);
    vm.kept.evmVersion = name;
    vm.machine.followFork(fork);
  },
};
