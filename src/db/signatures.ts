/** Signatures of selectors and topics that were looked up. */
import type { SignatureCandidate } from '../core/contract/knowledge';
import { withDatabase, writeDatabase } from './database';

/** Kept candidates of the given selectors and topics. */
export function readSignatures(selectors: readonly string[]): Promise<readonly SignatureCandidate[]> {
  return withDatabase<readonly SignatureCandidate[]>([], (db) =>
    db.signatures
      .where('selector')
      .anyOf([...selectors])
      .toArray(),
  );
}

/** Keeps candidates; false when storage refused. */
export function saveSignatures(candidates: readonly SignatureCandidate[]): Promise<boolean> {
  const fetchedAt = Date.now();
  return writeDatabase(async (db) => {
    const rows = candidates.map((candidate) => ({
      ...candidate,
      id: `${candidate.selector} ${candidate.signature}`,
      fetchedAt,
    }));
    await db.signatures.bulkPut(rows);
  });
}
