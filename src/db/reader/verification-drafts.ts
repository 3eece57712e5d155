/** Drafts of verifications, one per contract. A draft may have megabytes of sources, so only the last ten are kept. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { emptyDraft, type VerificationDraft } from '../../core/contract/verification/draft';
import { withDatabase, writeDatabase } from '../database';
import { fromVerificationDraftRow } from '../rows/verification-draft-row';

const MAX_DRAFTS = 10;

/** Reads the kept draft of a contract and when it was kept (milliseconds since the epoch), or undefined. */
export async function readVerificationDraft(
  networkId: NetworkId,
  address: Address,
): Promise<{ draft: VerificationDraft; savedAt: number } | undefined> {
  const row = fromVerificationDraftRow(
    await withDatabase(undefined, (db) => db.verificationDrafts.get([networkId, address])),
  );
  return row && { savedAt: row.savedAt, draft: { ...emptyDraft, ...row.draft } };
}

/**
 * Keeps a draft in place of an earlier one of the contract, and deletes all but the last ten drafts. False when storage
 * refused.
 */
export function saveVerificationDraft(
  networkId: NetworkId,
  address: Address,
  draft: VerificationDraft,
): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.verificationDrafts, async () => {
      const { settings, ...fields } = draft;
      const libraries = settings.libraries.map(({ name, address: at }) => ({ name, address: at }));
      const row = {
        networkId,
        address,
        savedAt: Date.now(),
        draft: { ...fields, settings: { ...settings, libraries } },
      };
      await db.verificationDrafts.put(row);
      const old = await db.verificationDrafts.orderBy('savedAt').reverse().offset(MAX_DRAFTS).primaryKeys();
      await db.verificationDrafts.bulkDelete(old);
    }),
  );
}
