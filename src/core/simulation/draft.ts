/**
 * A simulation as a reader writes it: every field is text, as typed. The same
 * form stands in the page, in its history, in a link and in a file, so that
 * nothing is lost between them. `read-draft.ts` says what a draft means.
 */
import * as v from 'valibot';

/** Characters of one field: calldata and code of 128 KiB in hex digits. */
const MAX_TEXT = 270_000;
const MAX_BLOCKS = 100;
/** Steps of all blocks together, and overrides of one block or step. */
export const MAX_STEPS = 1_000;
const MAX_ACCOUNTS = 200;

const text = v.optional(
  v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.maxLength(MAX_TEXT)),
  '',
);
const shortText = v.optional(v.pipe(v.string(), v.maxLength(2_000)), '');

const account = v.object({
  address: text,
  balance: text,
  nonce: text,
  code: text,
  /** A line `slot = value` for each. */
  slots: text,
  /** A line `path = value` for each, by the layout of its source. */
  variables: text,
  /** Whether every other slot of the account is zero. */
  replaces: v.optional(v.boolean(), false),
});

/** A balance of a token, or with a spender what that one may take. */
const token = v.object({ token: text, holder: text, spender: text, amount: text });
const tokens = v.optional(v.pipe(v.array(token), v.maxLength(MAX_ACCOUNTS)), []);

const step = v.object({
  label: shortText,
  from: text,
  /** Empty for a creation. */
  to: text,
  value: text,
  gas: text,
  nonce: text,
  gasPrice: text,
  maxFee: text,
  tip: text,
  /** Calldata: what is executed, whatever `signature` and `args` say. */
  input: text,
  /** The function that the calldata was made of, and its arguments as typed; kept beside it, never instead of it. */
  signature: shortText,
  args: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_TEXT))), v.maxLength(100)), []),
  /** Typed data as JSON (EIP-712) that `from` signs. Any text, a blank too, makes the step a signature: its other fields mean nothing then. */
  typedData: text,
  /** JSON, as transactions have them. */
  accessList: text,
  authorizations: text,
  manner: v.optional(v.picklist(['paid', 'free', 'checked']), 'paid'),
  goesOn: v.optional(v.boolean(), false),
  accounts: v.optional(v.pipe(v.array(account), v.maxLength(MAX_ACCOUNTS)), []),
  tokens,
  expect: v.optional(
    v.object({ status: v.optional(v.picklist(['', 'success', 'failed']), ''), output: text, error: text, gas: text }),
    {},
  ),
});

const block = v.object({
  number: text,
  timestamp: text,
  baseFee: text,
  gasLimit: text,
  miner: text,
  mixHash: text,
  accounts: v.optional(v.pipe(v.array(account), v.maxLength(MAX_ACCOUNTS)), []),
  tokens,
  steps: v.optional(v.pipe(v.array(step), v.maxLength(MAX_STEPS)), []),
});

const schema = v.object({
  format: v.literal('loupe-simulation'),
  version: v.literal(1),
  name: shortText,
  note: shortText,
  /** Chain id. */
  network: text,
  /** `latest`, `pending`, or a number. */
  block: v.optional(v.pipe(v.string(), v.maxLength(100)), 'latest'),
  place: v.optional(v.picklist(['end', 'before', 'after']), 'end'),
  /** Index of the transaction that `place` is before or after. */
  index: text,
  blocks: v.pipe(v.array(block), v.minLength(1), v.maxLength(MAX_BLOCKS)),
});

export type SimulationDraft = v.InferOutput<typeof schema>;
export type BlockDraft = SimulationDraft['blocks'][number];
export type StepDraft = BlockDraft['steps'][number];
export type AccountDraft = BlockDraft['accounts'][number];
export type TokenDraft = BlockDraft['tokens'][number];

/** Returns an account of which nothing is changed yet. */
export function emptyAccount(): AccountDraft {
  return v.parse(account, {});
}

/** Returns an amount of a token of which nothing is said yet. */
export function emptyToken(): TokenDraft {
  return v.parse(token, {});
}

/** Returns a step without anything, with `given` fields. */
export function emptyStep(given: Partial<StepDraft> = {}): StepDraft {
  return { ...v.parse(step, {}), ...given };
}

/** Returns a block that says nothing of itself. */
export function emptyBlock(steps: readonly StepDraft[] = [emptyStep()]): BlockDraft {
  return { ...v.parse(block, {}), steps: [...steps] };
}

/** Returns one empty step at the end of the latest block. */
export function emptyDraft(network: string, steps?: readonly StepDraft[]): SimulationDraft {
  return v.parse(schema, { format: 'loupe-simulation', version: 1, network, blocks: [emptyBlock(steps)] });
}

/** Returns the draft in a value that was JSON; undefined where it is none. */
export function draftOf(value: unknown): SimulationDraft | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Returns the draft as JSON, without what was left empty: what is typed, in the order of the form. */
export function writeDraft(draft: SimulationDraft): string {
  return JSON.stringify(draft, (_key, value: unknown) => (isEmpty(value) ? undefined : value));
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === false) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isEmpty);
}

/** Returns the steps of all blocks in their order, with where they stand. */
export function stepsOf(draft: SimulationDraft): { step: StepDraft; block: number; at: number }[] {
  return draft.blocks.flatMap(({ steps }, of) => steps.map((each, at) => ({ step: each, block: of, at })));
}
