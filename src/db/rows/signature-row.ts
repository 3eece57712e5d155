/** Table `signatures`: signatures of selectors and topics that were looked up. `id` is `${selector} ${signature}`. */
import * as v from 'valibot';
import type { SignatureCandidate } from '../../core/abi/signature-table';
import { hash, nameOrigin, parseRow, selector } from './fields';

const row = v.object({
  id: v.string(),
  selector: v.union([selector, hash]),
  signature: v.string(),
  origin: nameOrigin,
  fetchedAt: v.number(),
});

export type SignatureRow = v.InferOutput<typeof row>;

export function toSignatureRow({ selector, signature, origin }: SignatureCandidate, fetchedAt: number): SignatureRow {
  return { id: `${selector} ${signature}`, selector, signature, origin, fetchedAt };
}

/** Returns undefined where the row is damaged. */
export function fromSignatureRow(stored: unknown): SignatureCandidate | undefined {
  const parsed = parseRow(row, stored);
  return parsed && { selector: parsed.selector, signature: parsed.signature, origin: parsed.origin };
}
