/** Signatures of selectors and topics that were looked up. */
import type { SignatureCandidate } from '../../core/abi/signature-table';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromSignatureRow, toSignatureRow } from '../rows/signature-row';

/** Reads kept candidates of the given selectors and topics. */
export function readSignatures(selectors: readonly string[]): Promise<readonly SignatureCandidate[]> {
  return withDatabase<readonly SignatureCandidate[]>([], async (db) => {
    const rows = await db.signatures
      .where('selector')
      .anyOf([...selectors])
      .toArray();
    return readableRows(rows, fromSignatureRow);
  });
}

/** Keeps candidates; false when storage refused. */
export function saveSignatures(candidates: readonly SignatureCandidate[]): Promise<boolean> {
  const fetchedAt = Date.now();
  return writeDatabase((db) => db.signatures.bulkPut(candidates.map((each) => toSignatureRow(each, fetchedAt))));
}
