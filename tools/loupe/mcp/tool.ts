/** What a tool of the server is. */
import type { Hash } from '../../../src/core/chain/primitives';
import { SIZE } from './answer';
import { type Fields, type Given, optional, schemaOf, text, whole } from './fields';
import type { McpSession } from './session';

export type Tool = {
  name: string;
  description: string;
  fields: Fields;
  /** Whether the tool only reads, and changes nothing. */
  isReading: boolean;
  /** Returns the text of the answer. Throws a `StartFailure` for what the caller can do something about. */
  run(session: McpSession, given: unknown): Promise<string>;
};

/** Returns a tool; `run` gets its arguments as the fields read them. */
export function tool<F extends Fields>(made: {
  name: string;
  description: string;
  fields: F;
  isReading?: boolean;
  run(session: McpSession, given: Given<F>): Promise<string>;
}): Tool {
  const { isReading = true, run, ...others } = made;
  return { ...others, isReading, run: (session, given) => run(session, given as Given<F>) };
}

/** Returns what a tool takes as clients read it. */
export function inputSchema({ fields }: Tool) {
  return schemaOf(fields);
}

/** Fields that many tools have. */
export const TRANSACTION = text<Hash>('Hash of the transaction', /^0x[\da-fA-F]{64}$/, '0x and 64 hex digits', 66);
export const NETWORK = optional(
  whole('Chain id; that of the endpoint unless given, else one that virtual_create answered', 1, 2 ** 52),
);
export const size = optional(
  whole(`Characters of the answer at most, ${SIZE.usual} unless given`, SIZE.least, SIZE.most),
);
export const cursor = optional(
  text(
    'Where an answer goes on: the cursor that the answer before stated',
    /^[\w.:-]{1,80}$/,
    'the cursor of an answer',
  ),
);
export const HASH = { transaction: TRANSACTION, network: NETWORK };

/** Returns how many lines of an answer its cursor says were told; 0 for the cursor of another tool. */
export function skipOf(given: string | undefined): number {
  return given !== undefined && /^\d{1,9}$/.test(given) ? Number(given) : 0;
}
