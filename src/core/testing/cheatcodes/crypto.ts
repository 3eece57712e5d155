/** Cheatcodes on keys and signatures. */

import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { stringToBytes } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { bytesToHex, hexToBytes, wordHex } from '../../chain/hex';
import { keccakHex } from '../../chain/keccak';
import type { Address, Hex } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function keyOf(key: bigint, order = ORDER): Uint8Array {
  if (key === 0n) throw new CheatError('private key cannot be 0');
  if (key >= order)
    throw new CheatError(
      `private key must be less than the ${order === ORDER ? 'secp256k1' : 'secp256r1'} curve order (${order})`,
    );
  return hexToBytes(wordHex(key));
}

function publicKey(key: bigint): [bigint, bigint] {
  const { x, y } = secp256k1.Point.fromBytes(secp256k1.getPublicKey(keyOf(key))).toAffine();
  return [x, y];
}

/** Returns the address of a private key, lower case. Throws a `CheatError` for what is no key. */
export function addressOf(key: bigint): Address {
  const bytes = secp256k1.getPublicKey(keyOf(key), false).subarray(1);
  return `0x${keccakHex(bytes).slice(26)}` as Address;
}

/** Returns v, r and s of a signature. Throws a `CheatError` for what is no key. */
export function signDigest(key: bigint, digest: Hex): [number, Hex, Hex] {
  const signature = secp256k1.sign(hexToBytes(digest), keyOf(key), { prehash: false, format: 'recovered' });
  return [27 + signature[0], bytesToHex(signature.subarray(1, 33)), bytesToHex(signature.subarray(33))];
}

function compact(key: bigint, digest: Hex): [Hex, Hex] {
  const [v, r, s] = signDigest(key, digest);
  return [r, wordHex(BigInt(s) | (v === 28 ? 1n << 255n : 0n))];
}

/** The key that a test made known of the address, or the only one where none is named. */
function known(vm: Vm, address: Address | undefined): bigint {
  const { wallets } = vm.kept;
  const found = address === undefined ? [...wallets.values()] : [wallets.get(address.toLowerCase())];
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new CheatError(
    address === undefined ? 'no wallets are available' : `signer with address ${address} is not available`,
  );
}

function wallet(vm: Vm, key: bigint, label?: string): unknown {
  const address = addressOf(key);
  vm.kept.wallets.set(address, key);
  if (label !== undefined) vm.kept.labels.set(address, label);
  return [address, ...publicKey(key), key];
}

/** Signs with a nonce that the test chose: two signatures with the same one give the key away. */
function signWithNonce(key: bigint, digest: Hex, nonce: bigint): [number, Hex, Hex] {
  for (const [value, name] of [
    [key, 'private key'],
    [nonce, 'nonce'],
  ] as const) {
    if (value >= ORDER) throw new CheatError(`invalid ${name} scalar`);
    if (value === 0n) throw new CheatError(`${name} cannot be 0`);
  }
  const { Fn } = secp256k1.Point;
  const { x, y } = secp256k1.Point.BASE.multiply(nonce).toAffine();
  const r = Fn.create(x);
  const s = Fn.mul(Fn.inv(nonce), Fn.add(Fn.create(BigInt(digest)), Fn.mul(r, key)));
  const isHigh = s > ORDER / 2n;
  const parity = Number(y & 1n) ^ (isHigh ? 1 : 0);
  return [27 + parity, wordHex(r), wordHex(isHigh ? ORDER - s : s)];
}

/** Path of the accounts of a mnemonic (BIP-44). */
const PATH = "m/44'/60'/0'/0/";
const LANGUAGES =
  'chinese_simplified chinese_traditional czech english french italian japanese korean portuguese spanish'.split(' ');

/** Words are not looked up in the list of their language: only their count is checked. */
function derive(words: string, path: string, index: number, language = 'english'): bigint {
  if (!LANGUAGES.includes(language)) throw new CheatError(`unsupported mnemonic language: ${JSON.stringify(language)}`);
  const whole = `${path.replace(/\/$/, '')}/${index}` as "m/44'/60'/0'/0/0";
  try {
    const { privateKey } = mnemonicToAccount(words, { path: whole }).getHdKey();
    return BigInt(bytesToHex(privateKey ?? new Uint8Array(1)));
  } catch {
    throw new CheatError('the mnemonic or its path is invalid');
  }
}

function rememberAll(vm: Vm, words: string, path: string, count: number, language?: string): Address[] {
  return Array.from({ length: count }, (_, index) => {
    const key = derive(words, path, index, language);
    vm.kept.wallets.set(addressOf(key), key);
    return addressOf(key);
  });
}

const keyIn = (given: unknown) => Object.values(given as object)[3] as bigint;

export const CRYPTO: Cheatcodes = {
  'addr(uint256)(address)': (_vm, [key]: [bigint]) => addressOf(key),
  'sign(uint256,bytes32)(uint8,bytes32,bytes32)': (_vm, [key, digest]: [bigint, Hex]) => signDigest(key, digest),
  'sign(bytes32)(uint8,bytes32,bytes32)': (vm, [digest]: [Hex]) => signDigest(known(vm, undefined), digest),
  'sign(address,bytes32)(uint8,bytes32,bytes32)': (vm, [address, digest]: [Address, Hex]) =>
    signDigest(known(vm, address), digest),
  'sign((address,uint256,uint256,uint256),bytes32)(uint8,bytes32,bytes32)': (_vm, [given, digest]: [unknown, Hex]) =>
    signDigest(keyIn(given), digest),
  'signCompact(uint256,bytes32)(bytes32,bytes32)': (_vm, [key, digest]: [bigint, Hex]) => compact(key, digest),
  'signCompact(bytes32)(bytes32,bytes32)': (vm, [digest]: [Hex]) => compact(known(vm, undefined), digest),
  'signCompact(address,bytes32)(bytes32,bytes32)': (vm, [address, digest]: [Address, Hex]) =>
    compact(known(vm, address), digest),
  'signCompact((address,uint256,uint256,uint256),bytes32)(bytes32,bytes32)': (_vm, [given, digest]: [unknown, Hex]) =>
    compact(keyIn(given), digest),
  'signP256(uint256,bytes32)(bytes32,bytes32)': (_vm, [key, digest]: [bigint, Hex]) => {
    const signature = p256.sign(hexToBytes(digest), keyOf(key, P256_ORDER), { prehash: false });
    return [bytesToHex(signature.subarray(0, 32)), bytesToHex(signature.subarray(32))];
  },
  'publicKeyP256(uint256)(uint256,uint256)': (_vm, [key]: [bigint]) => {
    const { x, y } = p256.Point.fromBytes(p256.getPublicKey(keyOf(key, P256_ORDER))).toAffine();
    return [x, y];
  },
  'createWallet(string)((address,uint256,uint256,uint256))': (vm, [name]: [string]) =>
    wallet(vm, BigInt(keccakHex(stringToBytes(name))), name),
  'createWallet(uint256)((address,uint256,uint256,uint256))': (vm, [key]: [bigint]) => wallet(vm, key),
  'createWallet(uint256,string)((address,uint256,uint256,uint256))': (vm, [key, name]: [bigint, string]) =>
    wallet(vm, key, name),
  'rememberKey(uint256)(address)': (vm, [key]: [bigint]) => {
    const address = addressOf(key);
    vm.kept.wallets.set(address, key);
    return address;
  },
  'signWithNonceUnsafe(uint256,bytes32,uint256)(uint8,bytes32,bytes32)': (
    _vm,
    [key, digest, nonce]: [bigint, Hex, bigint],
  ) => signWithNonce(key, digest, nonce),
  'deriveKey(string,uint32)(uint256)': (_vm, [words, index]: [string, number]) => derive(words, PATH, index),
  'deriveKey(string,string,uint32)(uint256)': (_vm, [words, path, index]: [string, string, number]) =>
    derive(words, path, index),
  'deriveKey(string,uint32,string)(uint256)': (_vm, [words, index, language]: [string, number, string]) =>
    derive(words, PATH, index, language),
  'deriveKey(string,string,uint32,string)(uint256)': (
    _vm,
    [words, path, index, language]: [string, string, number, string],
  ) => derive(words, path, index, language),
  'rememberKeys(string,string,uint32)(address[])': (vm, [words, path, count]: [string, string, number]) =>
    rememberAll(vm, words, path, count),
  'rememberKeys(string,string,string,uint32)(address[])': (
    vm,
    [words, path, language, count]: [string, string, string, number],
  ) => rememberAll(vm, words, path, count, language),
  'getWallets()(address[])': (vm) => [...vm.kept.wallets.keys()],
};
