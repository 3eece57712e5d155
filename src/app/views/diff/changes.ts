/**
 * What the reader wants otherwise in a transaction, as it is written in the
 * form and in the address of the page, and what the engine is asked with.
 */

import type { Address } from '../../../core/chain/primitives';
import type { AccountOverride } from '../../../core/simulation/overlay';
import { given } from '../../../core/simulation/read-draft';
import { readAddress, readBytes, readSlots, readWei, readWhole } from '../../../core/simulation/read-fields';
import { isFields } from '../../../core/values/json-fields';
import { fail, ok, type Result } from '../../../core/values/result';
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

/** Reads the draft in the text, as far as it is one; undefined when the text is none. */
export function readDraft(text: unknown): ChangesDraft | undefined {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isFields(parsed)) return undefined;
    const accounts = Array.isArray(parsed.accounts) ? parsed.accounts.slice(0, MAX_ACCOUNTS).filter(isFields) : [];
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

/** Returns the draft without what was left empty, for the address of the page. */
export function writeDraft({ accounts = [], ...fields }: ChangesDraft): string {
  const kept = accounts.map((account) => filled(account)).filter((account) => Object.keys(account).length > 0);
  return JSON.stringify({ ...filled(fields), ...(kept.length > 0 && { accounts: kept }) });
}

/** Returns whether the draft changes nothing. */
export function isUnchanged(draft: ChangesDraft): boolean {
  return writeDraft(draft) === '{}';
}

/** Reads the changes of the draft; every field with an invalid text is a problem. */
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
    from: read('from', draft.from, readAddress),
    to: read('to', draft.to, readAddress),
    value: read('value', draft.value, readWei),
    input: read('input', draft.input, readBytes),
    gas: read('gas', draft.gas, readWhole),
    nonce: read('nonce', draft.nonce, readWhole),
  });
  const block = given({
    number: read('number', draft.number, readWhole),
    timestamp: read('timestamp', draft.timestamp, readWhole),
    baseFeePerGas: read('baseFee', draft.baseFee, readWei),
  });
  const accounts: Record<Address, AccountOverride> = {};
  for (const [at, account] of (draft.accounts ?? []).entries()) {
    const of = read(`${at}.address`, account.address, readAddress);
    const override = given({
      balance: read(`${at}.balance`, account.balance, readWei),
      nonce: read(`${at}.nonce`, account.nonce, readWhole),
      code: read(`${at}.code`, account.code, readBytes),
      stateDiff: read(`${at}.slots`, account.slots, readSlots),
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
