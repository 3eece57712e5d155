/** Hashes, addresses, RLP, packed encoding, typed data and units. */
import { sha512 } from '@noble/hashes/sha2.js';
import {
  bytesToHex,
  concat,
  encodePacked,
  fromRlp,
  getContractAddress,
  hashDomain,
  hashStruct,
  hashTypedData,
  hexToBytes,
  keccak256,
  padHex,
  ripemd160,
  sha256,
  type TypedDataDomain,
  toRlp,
} from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { checksumAddress, parseAddress } from '../../../src/core/chain/address';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { formatUnits, parseUnits } from '../../../src/core/format/amounts';
import { judge } from '../check';
import type { CaseResult } from '../suite';

export type AccountCase = { name: string; privateKey: Hex; address: string; icap?: string };

export async function* judgeAccount(vector: AccountCase): AsyncGenerator<CaseResult> {
  yield await judge(`accounts ${vector.name}`, (check) => {
    const lower = vector.address.toLowerCase() as Address;
    check.equal('address of the key', privateKeyToAddress(vector.privateKey), vector.address);
    check.equal('checksum', checksumAddress(lower), vector.address);
    for (const spelling of [vector.address, lower, `0x${lower.slice(2).toUpperCase()}`]) {
      const parsed = parseAddress(spelling);
      check.equal(`parsed ${spelling}`, parsed.ok ? parsed.value : parsed.error, lower);
    }
    const other = otherSpelling(vector.address);
    if (other === undefined) return;
    const parsed = parseAddress(other);
    check.equal(`parsed ${other}`, parsed.ok ? 'an address' : parsed.error, 'checksum');
  });
  if (vector.icap !== undefined) {
    const reason = 'ICAP is outside the product: no node, wallet or explorer of today writes addresses so';
    yield { name: `accounts ${vector.name} ICAP`, outcome: 'skipped', reason };
  }
}

/** The address with the case of its first letter changed, still mixed; undefined where that leaves one case. */
function otherSpelling(address: string): string | undefined {
  const digits = address
    .slice(2)
    .replace(/[a-f]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() ? undefined : `0x${digits}`;
}

type Sender = { sender: Address };
export type CreateCase = Sender & { creates: readonly { name: string; nonce: number; address: string }[] };
export type Create2Case = Sender & {
  creates: readonly { name: string; salt: Hex; initCode: Hex; initCodeHash: Hex; address: string }[];
};

export async function* judgeCreate({ sender, creates }: CreateCase): AsyncGenerator<CaseResult> {
  for (const { name, nonce, address } of creates) {
    yield await judge(`create ${name}`, (check) => {
      check.equal('address', getContractAddress({ from: sender, nonce: BigInt(nonce) }), address);
    });
  }
}

export async function* judgeCreate2({ sender, creates }: Create2Case): AsyncGenerator<CaseResult> {
  for (const { name, salt, initCode, initCodeHash, address } of creates) {
    yield await judge(`create2 ${name}`, (check) => {
      const common = { from: sender, opcode: 'CREATE2', salt } as const;
      check.equal('hash', keccak256(initCode), initCodeHash);
      check.equal('by code', getContractAddress({ ...common, bytecode: initCode }), address);
      check.equal('by hash', getContractAddress({ ...common, bytecodeHash: initCodeHash }), address);
    });
  }
}

export type HashCase = { name: string; data: Hex; keccak256: Hex; sha256: Hex; sha512: Hex; ripemd160: Hex };

export function judgeHash(vector: HashCase): Promise<CaseResult> {
  return judge(`hashes ${vector.name}`, (check) => {
    check.equal('keccak256', keccak256(vector.data), vector.keccak256);
    check.equal('sha256', sha256(vector.data), vector.sha256);
    check.equal('sha512', bytesToHex(sha512(hexToBytes(vector.data))), vector.sha512);
    check.equal('ripemd160', ripemd160(vector.data), vector.ripemd160);
  });
}

type Nested = Hex | readonly Nested[];
export type RlpCase = { name: string; decoded: Nested; encoded: Hex };

export function judgeRlp(vector: RlpCase): Promise<CaseResult> {
  return judge(`rlp ${vector.name}`, (check) => {
    check.equal('encoded', toRlp(vector.decoded as never), vector.encoded);
    check.equal('decoded', JSON.stringify(fromRlp(vector.encoded)), JSON.stringify(vector.decoded));
  });
}

export type PackedCase = {
  name: string;
  types: readonly string[];
  values: readonly unknown[];
  keccak256: Hex;
  sha256: Hex;
  ripemd160: Hex;
};

export function judgePacked(vector: PackedCase): Promise<CaseResult> {
  return judge(`solidity-hashes ${vector.name}`, (check) => {
    const parts = vector.types.map((type, index) => packed(resolveAlias(type), vector.values[index]));
    const bytes = concat(parts);
    check.equal('keccak256', keccak256(bytes), vector.keccak256);
    check.equal('sha256', sha256(bytes), vector.sha256);
    check.equal('ripemd160', padHex(ripemd160(bytes), { dir: 'right', size: 32 }), vector.ripemd160);
  });
}

function packed(type: string, value: unknown): Hex {
  return encodePacked([type], [signedHex(value) as never]);
}

/** The vectors write negative numbers as -0x31, which is no number to JavaScript. */
function signedHex(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(signedHex);
  return typeof value === 'string' && value.startsWith('-0x') ? -BigInt(value.slice(1)) : value;
}

function resolveAlias(type: string): string {
  return type.replace(/^(u?int)(?=$|\[)/, '$1256');
}

export type TypedDataCase = {
  name: string;
  domain: TypedDataDomain;
  primaryType: string;
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>;
  data: Readonly<Record<string, unknown>>;
  encoded: Hex;
  digest: Hex;
};

export function judgeTypedData(vector: TypedDataCase): Promise<CaseResult> {
  return judge(`typed-data ${vector.name}`, (check) => {
    const { domain, primaryType, data } = vector;
    const types = vector.types as Record<string, { name: string; type: string }[]>;
    check.equal('struct', hashStruct({ data, primaryType, types }), keccak256(vector.encoded));
    const digest = hashTypedData({ domain, types, primaryType, message: data });
    check.equal('digest', digest, vector.digest);
    const separator = hashDomain({ domain: domain as never, types: { EIP712Domain: domainFields(domain) } });
    check.equal('parts', keccak256(concat(['0x1901', separator, keccak256(vector.encoded)])), vector.digest);
  });
}

/** The fields a domain has, in the order of EIP-712. */
function domainFields(domain: TypedDataDomain): { name: string; type: string }[] {
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ];
  return fields.filter(({ name }) => domain[name as keyof TypedDataDomain] !== undefined);
}

export type UnitCase = { name: string; wei: string } & Readonly<Record<string, string>>;
const UNITS = { kwei: 3, mwei: 6, gwei: 9, szabo: 12, finney: 15, ether: 18 };

export function judgeUnits(vector: UnitCase): Promise<CaseResult> {
  return judge(`units ${vector.name}`, (check) => {
    const wei = BigInt(vector.wei);
    for (const [unit, decimals] of Object.entries(UNITS)) {
      const text = vector[unit];
      if (text !== undefined) check.equal(`${text} ${unit}`, parseUnits(text, decimals), wei);
      const formatted = vector[`${unit}_format`];
      // Whole amounts are written without a fraction here.
      if (formatted !== undefined) check.equal(unit, formatUnits(wei, decimals), formatted.replace(/\.0$/, ''));
    }
  });
}
