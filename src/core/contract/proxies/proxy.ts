/**
 * Proxies: whose code a contract really runs, from its own code, from what it
 * does with a call, and from its storage.
 *
 * Nothing here reads a chain; the caller hands in how. What cannot be read
 * counts as not there.
 */

import type { Address, Hash, Hex } from '../../chain/primitives';
import * as Op from '../../evm/rules/opcode-bytes';
import type { ProxyInfo, ProxyKind } from '../knowledge';
import type { HandedOn } from './forwarded-call';
import type { ProxyReader } from './proxy-reader';

/** A key of the map that compilers append to code (`auxdata.ts`), with its length: ipfs, solc, bzzr, vyper. Smaller than reading the map, which the first screen has no room for. */
const COMPILERS_KEY = /64(69706673|736f6c63)|65(627a7a723[01]|7679706572)/;

/** Solidity keeps a pointer to free memory in 0x40; its code begins with writing it. */
const SOLIDITYS_START = '0x6080604052';

/** An implementation, and the event that named it. */
export type Upgrade = { implementation: Address; blockNumber: number; logIndex: number; transaction: Hash };

// EIP-1967: hashes of eip1967.proxy.implementation, .beacon and .admin, less one.
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc' as Hash;
const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50' as Hash;
const ADMIN_SLOT = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103' as Hash;
// EIP-1822: the hash of PROXIABLE.
const PROXIABLE_SLOT = '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7' as Hash;
// Before EIP-1967: hashes of org.zeppelinos.proxy.implementation and .admin.
const ZEPPELIN_SLOT = '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3' as Hash;
const ZEPPELIN_ADMIN_SLOT = '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b' as Hash;
/** `implementation()`, what a beacon answers to (EIP-1967). */
const IMPLEMENTATION_CALL = '0x5c60da1b';
/** `masterCopy()`, which a Safe proxy answers by itself, left-aligned in a word. */
const MASTER_COPY = 'a619486e';
/** `proxyType()` (EIP-897), as code compares a selector: PUSH4 and it. */
const PROXY_TYPE = '634555d5c9';
/** `comptrollerImplementation()` of Compound's Unitroller. */
const COMPTROLLER_IMPLEMENTATION = '63bb82aa5e';
const FIRST_SLOT = `0x${'0'.repeat(64)}` as Hash;

/** A set-code designator is these three bytes and an address (EIP-7702). */
const DELEGATION = /^0xef0100([\da-f]{40})$/;

/** Digits of the code of a clone beside its arguments. */
const MAX_CLONE_DIGITS = 400;

/**
 * Minimal proxies, whose code is little more than the address: EIP-1167, 0age's
 * shorter one, and those of EIP-7511 and Solady, which use PUSH0. What follows
 * the pattern is immutable arguments.
 */
const CLONES = [
  /^0x3d3d3d3d363d3d37363d73([\da-f]{40})5af43d3d93803e602a57fd5bf3/,
  /^0x365f5f375f5f365f73([\da-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/,
  /^0x5f5f365f5f37365f73([\da-f]{40})5af43d5f5f3e6029573d5ffd5b3d5ff3/,
  // Vyper's before 0.2.9.
  /^0x366000600037611000600036600073([\da-f]{40})5af4602c57600080fd5b6110006000f3/,
];

/** EIP-1167 with an address that starts with zeros, which PUSH16 to PUSH20 save (EIP-1167, Clone Implementation). */
const CLONE = /^0x363d3d373d3d3d363d(6[0-9a-f]|7[0-3])([\da-f]{2,40}?)5af43d82803e903d9160([\da-f]{2})57fd5bf3/;

/**
 * Reads what `address` delegates to; undefined when it is no proxy. The way that a call takes through it counts; a contract that
 * hands an unknown function to nobody, or to address zero, is a proxy where a slot of a known kind says so. Implementations that
 * are proxies are followed. Reads a few slots and codes.
 */
export async function readProxy(reader: ProxyReader, address: Address): Promise<ProxyInfo | undefined> {
  const code = ((await reader.code(address))?.toLowerCase() ?? '0x') as Hex;
  const handOn = (code: Hex) => readHandOn(reader, address, code);
  const proxy = (await handOn(code)) ?? (delegates(code) ? await readSlots(reader, address, code) : undefined);
  return proxy && (await import('./follow-proxies')).followProxies(proxy, address, reader, handOn);
}

/** Reads to whom `code` hands on calls where it runs with the storage of `address`; undefined for nobody. */
async function readHandOn(reader: ProxyReader, address: Address, code: Hex): Promise<ProxyInfo | undefined> {
  const inCode = proxyInCode(code);
  if (inCode !== undefined || !delegates(code)) return inCode;
  const { executeHandOn } = await import('./forwarded-call');
  const handedOn = await executeHandOn(reader, address, code);
  if (handedOn !== undefined && !/^0x0*$/.test(handedOn.implementation))
    return describeHandOn(reader, address, code, handedOn);
  return undefined;
}

/** Names the kind by the slot that the contract read, else by its functions. */
async function describeHandOn(
  reader: ProxyReader,
  address: Address,
  code: Hex,
  { implementation, appended, beacon, slots, behind }: HandedOn,
): Promise<ProxyInfo> {
  const came = (slot: Hash) => wordAddress(slots.get(slot)) === implementation;
  const isCompiled = COMPILERS_KEY.test(code);
  // As ERC-7760 writes them: they read a slot, and what is behind their code are immutable arguments.
  const isWritten =
    !isCompiled &&
    !code.startsWith(SOLIDITYS_START) &&
    behind !== undefined &&
    code.length - behind.length <= MAX_CLONE_DIGITS;
  const behindCode: Partial<ProxyInfo> = isWritten ? { ...clonesArguments(behind.slice(2)), isWritten } : {};
  const withAdmin = async (kind: ProxyKind, slot: Hash) => {
    const admin = await readAddress(reader, address, slot);
    return { kind, implementation, ...(admin && { admin }), ...behindCode };
  };
  if (came(IMPLEMENTATION_SLOT)) return withAdmin('EIP-1967', ADMIN_SLOT);
  if (came(ZEPPELIN_SLOT)) return withAdmin('ZeppelinOS', ZEPPELIN_ADMIN_SLOT);
  if (came(PROXIABLE_SLOT)) return { kind: 'EIP-1822', implementation };
  // A proxy that calls itself for the address has no beacon.
  if (beacon !== undefined && beacon !== address) {
    // A beacon that the code holds stands in the slot too, for others to read (EIP-1967).
    const stated = wordAddress(slots.get(BEACON_SLOT)) ?? (await readAddress(reader, address, BEACON_SLOT));
    const kind = stated === beacon ? 'EIP-1967 beacon' : code.includes(PROXY_TYPE) ? 'EIP-897' : 'beacon';
    return { kind, implementation, beacon, ...behindCode };
  }
  if (came(FIRST_SLOT) && code.includes(MASTER_COPY)) return { kind: 'Safe', implementation };
  if (code.includes(COMPTROLLER_IMPLEMENTATION)) return { kind: 'Compound', implementation };
  if (code.includes(PROXY_TYPE)) return { kind: 'EIP-897', implementation };
  const isShort = code.length <= MAX_CLONE_DIGITS + appended.length && code.includes(implementation.slice(2));
  // A compiler says what it made; that has a source of its own, however short it is.
  if (isShort && !isCompiled)
    return { kind: 'minimal proxy', implementation, ...clonesArguments(withoutLength(appended)) };
  return { kind: 'delegating fallback', implementation };
}

/**
 * Takes off the length that clones put behind their arguments: two bytes that count themselves, or a word that does not
 * (ERC-3448).
 */
function withoutLength(appended: Hex): string {
  const digits = appended.slice(2);
  if (Number.parseInt(digits.slice(-4), 16) * 2 === digits.length) return digits.slice(0, -4);
  const isWord = digits.length > 64 && BigInt(`0x${digits.slice(-64)}`) * 2n === BigInt(digits.length - 64);
  return isWord ? digits.slice(0, -64) : digits;
}

function clonesArguments(digits: string): Pick<ProxyInfo, 'arguments'> {
  return digits === '' ? {} : { arguments: `0x${digits}` };
}

/** Finds a proxy whose code says where it leads: a clone or a delegation designator. */
export function proxyInCode(code: Hex): ProxyInfo | undefined {
  const delegation = DELEGATION.exec(code);
  if (delegation !== null) return { kind: 'EIP-7702', implementation: addressOf(delegation[1]) };
  for (const pattern of CLONES) {
    const match = pattern.exec(code);
    if (match !== null) return cloneOf(code, match, match[1]);
  }
  const clone = CLONE.exec(code);
  if (clone === null) return undefined;
  // The operand of PUSHn, and a jump target that moves with it.
  const bytes = Op.pushDataLength(Number.parseInt(clone[1], 16));
  if (clone[2].length !== bytes * 2) return undefined;
  return cloneOf(code, clone, clone[2].padStart(40, '0'));
}

function cloneOf(code: Hex, { 0: { length } }: RegExpExecArray, implementation: string): ProxyInfo {
  return { kind: 'EIP-1167', implementation: addressOf(implementation), ...clonesArguments(code.slice(length)) };
}

/** Reads the slots of the known kinds at once, so that a far endpoint is waited for once; the first that names a contract counts. */
async function readSlots(reader: ProxyReader, address: Address, code: string): Promise<ProxyInfo | undefined> {
  const at = (slot: Hash) => readAddress(reader, address, slot);
  const [implementation, beacon, first, proxiable, zeppelin] = await Promise.all([
    at(IMPLEMENTATION_SLOT),
    at(BEACON_SLOT),
    code.includes(MASTER_COPY) ? at(FIRST_SLOT) : undefined,
    at(PROXIABLE_SLOT),
    at(ZEPPELIN_SLOT),
  ]);
  const withAdmin = async (kind: ProxyKind, implementation: Address, slot: Hash): Promise<ProxyInfo> => {
    const admin = await at(slot);
    return { kind, implementation, ...(admin && { admin }) };
  };
  if (implementation !== undefined) return withAdmin('EIP-1967', implementation, ADMIN_SLOT);
  if (beacon !== undefined) {
    const answer = wordAddress(await reader.call(beacon, IMPLEMENTATION_CALL));
    if (answer !== undefined) return { kind: 'EIP-1967 beacon', implementation: answer, beacon };
  }
  if (first !== undefined) return { kind: 'Safe', implementation: first };
  if (proxiable !== undefined) return { kind: 'EIP-1822', implementation: proxiable };
  return zeppelin && withAdmin('ZeppelinOS', zeppelin, ZEPPELIN_ADMIN_SLOT);
}

async function readAddress(reader: ProxyReader, address: Address, slot: Hash): Promise<Address | undefined> {
  return wordAddress(await reader.storageAt(address, slot));
}

/** The address in a word, or undefined for zero and for what is no address. Nodes may leave leading zeros out. */
function wordAddress(word: Hex | undefined): Address | undefined {
  if (word === undefined || !/^0x[\da-f]{1,64}$/i.test(word)) return undefined;
  const digits = word.slice(2).toLowerCase().padStart(64, '0');
  if (!digits.startsWith('0'.repeat(24)) || /^0*$/.test(digits)) return undefined;
  return addressOf(digits.slice(24));
}

function addressOf(digits: string): Address {
  return `0x${digits}` as Address;
}

/** Returns whether the code has a DELEGATECALL, skipping the operands of PUSH. Code without one is no proxy, so that its storage need not be read. */
export function delegates(code: string): boolean {
  return hasOpcode(code, [Op.DELEGATECALL]);
}

/** Returns whether the code has one of the opcodes, skipping the operands of PUSH. Metadata behind the code is read as code. */
export function hasOpcode(code: string, opcodes: readonly number[]): boolean {
  for (let at = 2; at < code.length; at += 2) {
    const opcode = Number.parseInt(code.slice(at, at + 2), 16);
    if (opcodes.includes(opcode)) return true;
    at += Op.pushDataLength(opcode) * 2;
  }
  return false;
}
