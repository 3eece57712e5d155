/** What a rule of action safety found. A rule that finds nothing says nothing: no verdict means that something is safe. */
import type { Address } from '../chain/primitives';
import type { RowIndex } from '../trace/rows';

export const RULES = {
  'approve-no-code': 'Approvals to accounts without code',
  'approve-unlimited': 'Approvals without limit',
  'approve-all': 'Approvals of whole collections',
  'approve-unknown': 'Approvals to code that is new or that nobody verified',
  'to-token': 'Tokens sent to the contract of a token',
  'to-stuck': 'Assets sent to contracts that cannot move them',
  'one-sided': 'Assets that leave with nothing coming back',
  'to-zero': 'Assets sent to the zero address or a precompile',
  'look-alike': 'Recipients that look like an address you know',
  'foreign-code': 'Unverified code run with the storage of a contract',
  upgrade: 'Contracts that get other code or another administrator',
  ownership: 'Contracts that get another owner, or none',
  'self-destruct': 'Contracts that destroy themselves',
  permit: 'Approvals by signature',
  delegate: 'Accounts that delegate to code',
  'told-amounts': 'Tokens whose balances differ from what events say',
  environment: 'Code that behaves differently in another block',
} as const;
export type RuleId = keyof typeof RULES;

/** Severities from the worst on. */
export const SEVERITIES = ['danger', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A value that speaks for the verdict; an address, an amount or a text, as it is. */
export type Evidence = { label: string; value: string };

export type Verdict = {
  rule: RuleId;
  severity: Severity;
  /** Account that the verdict is about. */
  subject: Address;
  /** Rows of the trace that show it; empty where it is of the transaction itself. */
  rows: readonly RowIndex[];
  /** One sentence, without names of others. */
  reason: string;
  evidence: readonly Evidence[];
};
