/**
 * What the reader wants otherwise in a transaction, as it is written in the
 * form and in the address of the page, and what the engine is asked with.
 */
import { parseAddress } from '../../../core/chain/address';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import { parseUnits } from '../../../core/format/amounts';
import { wordHex } from '../../../core/hex';
import { fail, ok, type Result } from '../../../core/result';
import type { AccountOverride } from '../../../core/simulation/overlay';
import type { TransactionChanges } from '../../../workers/trace/simulate.api';

/** Fields as they are written; an absent one stays as it was. */
export type ChangesDraft = Partial<Record<Field, string>> & { accounts?: readonly AccountDraft[] };
/** `slots` has a line `key = value` for each. */
export type AccountDraft = { address: string } & Partial<Record<AccountField, string>>;
export type Field = (typeof FIELDS)[number];
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** What is wrong, by field: `gas`, or `0.balance` of the first account. */
export type Problems = Readonly<Record<string, string>>;

const FIELDS = ['from', 'to', 'value', 'input', 'gas', 'nonce', 'number', 'timestamp', 'baseFee'] as const;
const ACCOUNT_FIELDS = ['balance', 'nonce', 'code', 'slots'] as const;
/** Characters in an address of the page, of which browsers and people bear no more. */
const MAX_TEXT = 60_000;
const MAX_ACCOUNTS = 20;
const MAX_SLOTS = 200;
const MAX_WORD = 2n ** 256n - 1n;

/** The draft in the text, as far as it is one; undefined when the text is none. */
export function readDraft(text: unknown): ChangesDraft | undefined {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) return undefined;
    const accounts = Array.isArray(parsed.accounts) ? parsed.accounts.slice(0, MAX_ACCOUNTS).filter(isRecord) : [];
    return {
      ...texts(parsed, FIELDS),
      ...(accounts.length > 0 && {
        accounts: accounts.map((account) => ({ address: '', ...texts(account, ['address', ...ACCOUNT_FIELDS]) })),
      }),
    };
  } catch {
    return undefined;
  }
}

/** The draft without what was left empty, for the address of the page. */
export function writeDraft({ accounts = [], ...fields }: ChangesDraft): string {
  const kept = accounts.map((account) => filled(account)).filter((account) => Object.keys(account).length > 0);
  return JSON.stringify({ ...filled(fields), ...(kept.length > 0 && { accounts: kept }) });
}

/** Whether nothing is asked for otherwise. */
export function isUnchanged(draft: ChangesDraft): boolean {
  return writeDraft(draft) === '{}';
}

/** What the draft asks for; every field that says nothing sensible is a problem. */
export function changesOf(draft: ChangesDraft): Result<TransactionChanges, Problems> {
  const problems: Record<string, string> = {};
  const read = <T>(field: string, text: string | undefined, as: (text: string) => Result<T, string>): T | undefined => {
    if (text === undefined || text.trim() === '') return undefined;
    const value = as(text.trim());
    if (value.ok) return value.value;
    problems[field] = value.error;
    return undefined;
  };
  const transaction = given({
    from: read('from', draft.from, address),
    to: read('to', draft.to, address),
    value: read('value', draft.value, amount),
    input: read('input', draft.input, bytes),
    gas: read('gas', draft.gas, whole),
    nonce: read('nonce', draft.nonce, whole),
  });
  const block = given({
    number: read('number', draft.number, whole),
    timestamp: read('timestamp', draft.timestamp, whole),
    baseFeePerGas: read('baseFee', draft.baseFee, amount),
  });
  const accounts: Record<Address, AccountOverride> = {};
  for (const [at, account] of (draft.accounts ?? []).entries()) {
    const of = read(`${at}.address`, account.address, address);
    const override = given({
      balance: read(`${at}.balance`, account.balance, amount),
      nonce: read(`${at}.nonce`, account.nonce, whole),
      code: read(`${at}.code`, account.code, bytes),
      stateDiff: readSlots(account.slots, (problem) => {
        problems[`${at}.slots`] = problem;
      }),
    });
    if (of !== undefined) {
      if (of in accounts) problems[`${at}.address`] = 'This account is above already.';
      accounts[of] = override;
    } else if (!(`${at}.address` in problems) && Object.keys(override).length > 0)
      problems[`${at}.address`] = 'Which account?';
  }
  if (Object.keys(problems).length > 0) return fail(problems);
  return ok({
    ...(Object.keys(transaction).length > 0 && { transaction }),
    ...(Object.keys(block).length > 0 && { block }),
    ...(Object.keys(accounts).length > 0 && { accounts }),
  });
}

function readSlots(text: string | undefined, onProblem: (problem: string) => void): Record<Hash, Hash> | undefined {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  if (lines.length > MAX_SLOTS) onProblem(`At most ${MAX_SLOTS} slots can be changed.`);
  const slots: Record<Hash, Hash> = {};
  for (const line of lines.slice(0, MAX_SLOTS)) {
    const [key, value, ...more] = line.split('=').map(word);
    if (key === undefined || value === undefined || more.length > 0) {
      onProblem(`“${line.trim().slice(0, 40)}” is not slot = value, two numbers of at most 32 bytes.`);
      return undefined;
    }
    slots[key] = value;
  }
  return slots;
}

function address(text: string): Result<Address, string> {
  const parsed = parseAddress(text);
  if (parsed.ok) return parsed;
  return fail(
    parsed.error === 'checksum' ? 'The checksum of this address is wrong.' : 'An address is 0x and 40 hex digits.',
  );
}

/** Wei, or with a unit behind it: `1.5 ether`, `30 gwei`. */
function amount(text: string): Result<bigint, string> {
  const [, digits, unit = 'wei'] = /^(\d+(?:\.\d+)?)\s*(wei|gwei|ether)?$/i.exec(text) ?? [];
  const decimals = DECIMALS[unit.toLowerCase()] ?? 0;
  const cut = digits?.includes('.') && decimals === 0;
  const value = digits === undefined ? quantity(text) : parseUnits(digits, decimals);
  if (value === undefined || cut) return fail('An amount is a number of wei, or one with a unit: 1.5 ether, 30 gwei.');
  return value > MAX_WORD ? fail('This is more than 256 bits hold.') : ok(value);
}
const DECIMALS: Readonly<Record<string, number>> = { wei: 0, gwei: 9, ether: 18 };

function whole(text: string): Result<number, string> {
  const value = quantity(text.replaceAll(',', ''));
  return value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER)
    ? fail('This is a whole number, decimal or with 0x.')
    : ok(Number(value));
}

function bytes(text: string): Result<Hex, string> {
  const digits = text.replace(/\s/g, '').toLowerCase();
  return /^0x([0-9a-f]{2})*$/.test(digits) ? ok(digits as Hex) : fail('Data is 0x and an even number of hex digits.');
}

function word(text: string): Hash | undefined {
  const value = quantity(text.trim());
  return value === undefined || value > MAX_WORD ? undefined : wordHex(value);
}

function quantity(text: string): bigint | undefined {
  return /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text) ? BigInt(text) : undefined;
}

function texts<Name extends string>(from: Record<string, unknown>, names: readonly Name[]): { [N in Name]?: string } {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = from[name];
      return typeof text === 'string' && text !== '' ? [[name, text]] : [];
    }),
  ) as { [N in Name]?: string };
}

function filled<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')) as Partial<T>;
}

function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
