/** Fields of a simulation that are typed as JSON, each with a sentence for what it cannot mean. */

import * as v from 'valibot';
import { address, word } from '../chain/file-fields';
import type { Hex } from '../chain/primitives';
import type { AccessListEntry, Authorization } from '../chain/transaction';
import { parseJson } from '../values/json-fields';
import { fail, ok, type Result } from '../values/result';
import { quantityOf } from './read-fields';

const accessList = v.pipe(v.array(v.object({ address: address, storageKeys: v.array(word) })), v.maxLength(2_000));

/** Reads JSON as transactions have it: `[{"address": …, "storageKeys": […]}]`. */
export function readAccessList(text: string): Result<readonly AccessListEntry[], string> {
  const parsed = v.safeParse(accessList, parseJson(text));
  return parsed.success
    ? ok(parsed.output)
    : fail('An access list is JSON: [{"address": "0x…", "storageKeys": ["0x…"]}], keys of 32 bytes.');
}

const number = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => quantityOf(String(value))),
  v.bigint(),
  v.maxValue(BigInt(Number.MAX_SAFE_INTEGER)),
  v.transform(Number),
);
const scalar = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/)) as v.GenericSchema<string, string>;
const authorizations = v.pipe(
  v.array(v.object({ chainId: number, address: address, nonce: number, yParity: number, r: scalar, s: scalar })),
  v.maxLength(256),
);

/** Reads JSON as transactions of type 4 have it. `chainId` must be that of the network, or 0. */
export function readAuthorizations(text: string, chainId: number): Result<readonly Authorization[], string> {
  const parsed = v.safeParse(authorizations, parseJson(text));
  if (!parsed.success)
    return fail('Authorisations are JSON: [{"chainId", "address", "nonce", "yParity", "r", "s"}], each with all six.');
  const other = parsed.output.find((entry) => entry.chainId !== 0 && entry.chainId !== chainId);
  if (other !== undefined) return fail(`An authorisation is for chain ${other.chainId}, and this is chain ${chainId}.`);
  return ok(parsed.output.map((entry) => ({ ...entry, r: entry.r as Hex, s: entry.s as Hex })));
}
