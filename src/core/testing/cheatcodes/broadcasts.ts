/** Cheatcodes of scripts that work in tests, too: broadcasts, delegations (EIP-7702) and blobs of transactions. */

import { bytesToHex, hexToBytes } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Address, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import { Fork } from '../../evm/rules/forks';
import type { AccountIndex } from '../../evm/state/slots';
import { authorityOf } from '../../evm/transaction/authorizations';
import { toBigInt } from '../../evm/words/words';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { addressOf, signDigest } from './crypto';

const DELEGATION_PREFIX = '0xef0100';

function broadcast(vm: Vm, from: Address | undefined, isSingle: boolean): void {
  if (vm.prankAt(vm.depth) !== undefined)
    throw new CheatError('you have an active prank; broadcasting and pranks are not compatible');
  if (vm.kept.broadcast !== undefined) throw new CheatError('a broadcast is active already');
  const origin = toBigInt(vm.machine.words.origin, 0);
  const { wallets } = vm.kept;
  const only = wallets.size === 1 ? [...wallets.keys()][0] : undefined;
  const sender = vm.reach(from ?? only ?? `0x${origin.toString(16).padStart(40, '0')}`);
  vm.state.touch(sender);
  vm.kept.broadcast = { caller: vm.caller.self, sender, origin, depth: vm.depth, isSingle };
}

function broadcastKey(vm: Vm, key: bigint, isSingle: boolean): void {
  const address = addressOf(key);
  broadcast(vm, address, isSingle);
  vm.kept.wallets.set(address, key);
}

type Signed = { v: number; r: Hex; s: Hex; nonce: bigint; implementation: Address };

/** The nonce that the next delegation of an account must have. */
function nextNonce({ kept, state }: Vm, authority: AccountIndex): bigint {
  const last = kept.delegations.findLast((one) => one.authority === authority);
  if (last !== undefined) return last.nonce + 1n;
  return state.nonce[authority] + (kept.broadcast?.sender === authority ? 1n : 0n);
}

function sign(vm: Vm, implementation: Address, key: bigint, given: bigint | undefined, isAnyChain: boolean): Signed {
  const nonce = given ?? nextNonce(vm, vm.reach(addressOf(key)));
  const chainId = isAnyChain ? 0n : vm.block.chainId;
  const body = encodeRlpHex([rlpScalar(chainId), implementation.toLowerCase() as Hex, rlpScalar(nonce)]);
  const [v, r, s] = signDigest(key, bytesToHex(keccak(hexToBytes(`0x05${body.slice(2)}`))));
  return { v: v - 27, r, s, nonce, implementation };
}

function attach(vm: Vm, { v, r, s, nonce, implementation }: Signed, isAnyChain: boolean): void {
  const chainId = isAnyChain ? 0n : vm.block.chainId;
  const address = hexToBytes(implementation.toLowerCase() as Hex);
  const signer = authorityOf({ chainId, address, nonce, yParity: v, r: BigInt(r), s: BigInt(s) });
  if (signer === undefined) throw new CheatError('signature error');
  const authority = vm.reach(bytesToHex(signer));
  const expected = nextNonce(vm, authority);
  if (expected !== nonce)
    throw new CheatError(`invalid nonce for ${vm.addressOf(authority)}: expected ${expected}, got ${nonce}`);
  const isCleared = address.every((byte) => byte === 0);
  vm.state.setCode(
    authority,
    isCleared ? new Uint8Array(0) : hexToBytes(`${DELEGATION_PREFIX}${bytesToHex(address).slice(2)}`),
  );
  vm.kept.delegations.push({ authority, nonce });
}

const DELEGATION = '(uint8,bytes32,bytes32,uint64,address)';
const listed = ({ v, r, s, nonce, implementation }: Signed) => [v, r, s, nonce, implementation];

function signed(vm: Vm, attaches: boolean, [to, key]: readonly [Address, bigint], nonce?: bigint, isAnyChain = false) {
  const one = sign(vm, to, key, nonce, isAnyChain);
  if (attaches) attach(vm, one, isAnyChain);
  return listed(one);
}

function attachGiven(vm: Vm, given: unknown, isAnyChain: boolean): void {
  const [v, r, s, nonce, implementation] = Object.values(given as object) as [number, Hex, Hex, bigint, Address];
  attach(vm, { v, r, s, nonce, implementation }, isAnyChain);
}

type Plain = [Address, bigint];

function delegators(name: string, attaches: boolean): Cheatcodes {
  return {
    [`${name}(address,uint256)(${DELEGATION})`]: (vm, [to, key]: Plain) => signed(vm, attaches, [to, key]),
    [`${name}(address,uint256,uint64)(${DELEGATION})`]: (vm, [to, key, nonce]: [...Plain, bigint]) =>
      signed(vm, attaches, [to, key], nonce),
    [`${name}(address,uint256,bool)(${DELEGATION})`]: (vm, [to, key, isAnyChain]: [...Plain, boolean]) =>
      signed(vm, attaches, [to, key], undefined, isAnyChain),
  };
}

export const BROADCASTS: Cheatcodes = {
  'broadcast()': (vm) => broadcast(vm, undefined, true),
  'broadcast(address)': (vm, [from]: [Address]) => broadcast(vm, from, true),
  'broadcast(uint256)': (vm, [key]: [bigint]) => broadcastKey(vm, key, true),
  'startBroadcast()': (vm) => broadcast(vm, undefined, false),
  'startBroadcast(address)': (vm, [from]: [Address]) => broadcast(vm, from, false),
  'startBroadcast(uint256)': (vm, [key]: [bigint]) => broadcastKey(vm, key, false),
  'stopBroadcast()': (vm) => {
    if (vm.kept.broadcast === undefined) throw new CheatError('no broadcast in progress to stop');
    vm.kept.broadcast = undefined;
  },
  ...delegators('signDelegation', false),
  ...delegators('signAndAttachDelegation', true),
  [`attachDelegation(${DELEGATION})`]: (vm, [given]: [unknown]) => attachGiven(vm, given, false),
  [`attachDelegation(${DELEGATION},bool)`]: (vm, [given, isAnyChain]: [unknown, boolean]) =>
    attachGiven(vm, given, isAnyChain),
  'attachBlob(bytes)': (vm) => {
    if (vm.block.fork < Fork.cancun)
      throw new CheatError(
        '`attachBlob` is not supported before the Cancun hard fork; see EIP-4844: https://eips.ethereum.org/EIPS/eip-4844',
      );
    vm.kept.hasBlob = true;
  },
};
