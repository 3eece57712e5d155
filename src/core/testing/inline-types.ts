/**
 * Types of the values that documentation may give to settings. The words are those of forge 1.7.1, which reads a value
 * that is written there by the type of its field in `crates/config`.
 */

import { type Fields, isFields } from '../values/json-fields';
import { forkOfVersion } from './evm-version';

/** Returns what is wrong with a value, in forge's words; undefined for one of the type. */
type Check = (value: unknown) => string | undefined;

/** As figment names what it found; whole numbers are bigints, so that others are told from them. */
function found(value: unknown): string {
  if (typeof value === 'string') return `string ${JSON.stringify(value)}`;
  if (typeof value === 'bigint') return `signed int \`${value}\``;
  if (typeof value === 'number') return `float \`${value}\``;
  if (typeof value === 'boolean') return `bool ${value}`;
  return Array.isArray(value) ? 'sequence' : 'map';
}

const wrongType = (value: unknown, expected: string) => `invalid type: found ${found(value)}, expected ${expected}`;
const wrongWithin = (value: unknown, expected: string) => `invalid value ${found(value)}, expected ${expected}`;

function typed(expected: string, isOfType: (value: unknown) => boolean): Check {
  return (value) => (isOfType(value) ? undefined : wrongType(value, expected));
}

function whole(expected: string, bits: bigint): Check {
  return (value) => {
    if (typeof value !== 'bigint') return wrongType(value, expected);
    return value < 0n || value >> bits !== 0n ? wrongWithin(value, expected) : undefined;
  };
}

/** Hex digits of so many bytes, with or without `0x`. */
function bytes(length: number): Check {
  const expected = `${length} bytes, represented as a hex string of length ${2 * length}, an array of u8, or raw bytes`;
  return (value) => {
    if (Array.isArray(value))
      return value.length === length ? undefined : `invalid length ${value.length}, expected exactly ${length} bytes`;
    if (typeof value !== 'string') return wrongType(value, expected);
    const digits = value.replace(/^0x/, '');
    if (digits.length % 2 === 1) return 'odd number of digits';
    if (digits.length !== 2 * length) return 'invalid string length';
    const wrong = digits.search(/[^\da-f]/i);
    return wrong < 0 ? undefined : `invalid character '${digits[wrong]}' at position ${wrong}`;
  };
}

/** What Rust says of a text that is to be a whole number. */
function digitsIn(text: string): string | undefined {
  if (text === '') return 'cannot parse integer from empty string';
  return /^\+?\d+$/.test(text) ? undefined : 'invalid digit found in string';
}

const flag = typed('a boolean', (value) => typeof value === 'boolean');
const list = typed('a sequence', Array.isArray);
const table = (name: string) => typed(name, isFields);
const u32 = whole('u32', 32n);
const u64 = whole('u64', 64n);
const address = bytes(20);

const word: Check = (value) => {
  const expected = 'a 32 byte hex string';
  if (typeof value !== 'string') return wrongType(value, expected);
  return /^(0x[\da-f]{0,64}|\d*)$/i.test(value) ? undefined : wrongWithin(value, expected);
};

const percent: Check = (value) => {
  const isText = typeof value === 'string' && /^(0x[\da-f]+|\d+)$/i.test(value);
  if (!isText && (typeof value !== 'bigint' || value < 0n))
    return 'data did not match any variant of untagged enum Numeric';
  return BigInt(value) > 100n ? 'percent must be lte 100' : undefined;
};

const version: Check = (value) => {
  if (typeof value !== 'string') return wrongType(value, 'a string');
  const name = value.toLowerCase();
  const isOlder = name === 'tangerinewhistle' || name === 'spuriousdragon';
  return isOlder || forkOfVersion(name) !== undefined ? undefined : `Unknown evm version: ${value}`;
};

/** A text that begins with a letter may be the name of one of the many chains that forge knows. */
const chain: Check = (value) => {
  const expected = 'chain name or ID';
  if (typeof value === 'bigint') return value < 0n ? wrongWithin(value, expected) : undefined;
  if (typeof value !== 'string') return wrongType(value, expected);
  return /^[a-z]/i.test(value) ? undefined : digitsIn(value);
};

const gasLimit: Check = (value) => {
  if (typeof value === 'string') return value.toLowerCase() === 'max' ? undefined : digitsIn(value);
  return typeof value === 'bigint' && value >= 0n ? undefined : 'data did not match any variant of untagged enum Val';
};

/** A number, or a text in decimal or hex digits. */
const numeric: Check = (value) => {
  if (typeof value !== 'string')
    return typeof value === 'bigint' && value >= 0n
      ? undefined
      : 'data did not match any variant of untagged enum NumericValue';
  const base = /^0x/i.test(value) ? 16 : 10;
  for (const digit of base === 16 ? value.slice(2) : value) {
    const worth = Number.parseInt(digit, 36);
    if (Number.isNaN(worth)) return `invalid digit: ${digit}`;
    if (worth >= base) return `digit ${worth} is out of range for base ${base}`;
  }
  return undefined;
};

/** Fields of both sections. */
const SAMPLED = { gas_report_samples: u32, timeout: u32 };

/** A field that forge flattens into its section: it is read after the others, and what is wrong with it names the section alone. */
const FLATTENED = 'dictionary_weight';

const SECTIONS: Readonly<Record<string, { name: string; fields: Readonly<Record<string, Check>> }>> = {
  fuzz: {
    name: 'struct FuzzConfig',
    fields: {
      ...SAMPLED,
      ...{ runs: u32, fail_on_revert: flag, max_test_rejects: u32, seed: word },
      ...{ show_logs: flag, dictionary_weight: percent },
    },
  },
  invariant: {
    name: 'struct InvariantConfig',
    fields: {
      ...SAMPLED,
      ...{ runs: u32, depth: u32, fail_on_revert: flag, call_override: flag, shrink_run_limit: u32 },
      ...{ max_assume_rejects: u32, show_metrics: flag, show_solidity: flag, check_interval: u32 },
      ...{ max_time_delay: u32, max_block_delay: u32, dictionary_weight: percent },
    },
  },
};

const FIELDS: Readonly<Record<string, Check>> = {
  ...{ allow_internal_expect_revert: flag, always_use_create_2_factory: flag, assertions_revert: flag },
  ...{ legacy_assertions: flag, isolate: flag, ffi: flag, via_ir: flag, optimizer: flag },
  ...{ sender: address, tx_origin: address, block_coinbase: address, create2_deployer: address },
  ...{ initial_balance: word, block_prevrandao: bytes(32), evm_version: version, chain_id: chain, chain },
  ...{ gas_limit: gasLimit, block_gas_limit: gasLimit, block_number: numeric, block_timestamp: numeric },
  ...{ gas_price: u64, block_base_fee_per_gas: u64, memory_limit: u64, verbosity: whole('u8', 8n) },
  ...{ libs: list, libraries: list, fs_permissions: list, rpc_endpoints: table('a map') },
};

/**
 * Returns what is wrong with the first value of a wrong type, by the names of the fields, in forge's words, with the
 * key below `profile` that it stands at. Fields that forge does not know are none of its business. Whole numbers are
 * bigints.
 */
export function wrongValue(section: Fields, profile: string): string | undefined {
  for (const key of Object.keys(section).sort()) {
    const value = section[key];
    const known = Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : undefined;
    const told =
      known === undefined
        ? checked(FIELDS, key, value, `${profile}.${key}`)
        : (checked({ [key]: table(known.name) }, key, value, `${profile}.${key}`) ??
          wrongIn(known.fields, value as Fields, `${profile}.${key}`));
    if (told !== undefined) return told;
  }
  return undefined;
}

function wrongIn(fields: Readonly<Record<string, Check>>, section: Fields, at: string): string | undefined {
  const keys = Object.keys(section).sort();
  const own = keys.filter((key) => key !== FLATTENED).map((key) => checked(fields, key, section[key], `${at}.${key}`));
  const flattened = FLATTENED in section ? checked(fields, FLATTENED, section[FLATTENED], at) : undefined;
  return own.find((told) => told !== undefined) ?? flattened;
}

function checked(fields: Readonly<Record<string, Check>>, key: string, value: unknown, at: string): string | undefined {
  const told = Object.hasOwn(fields, key) ? fields[key](value) : undefined;
  return told && `${told} for key "${at}" in inline config`;
}
