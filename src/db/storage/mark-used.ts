import type { touch } from './use-ledger';

/**
 * Marks kept records as used now, so that others are evicted first. Call it for records that were just read: the code
 * of the ledger is loaded with that of the database.
 */
export async function markUsed(...used: Parameters<typeof touch>): Promise<void> {
  const ledger = await import('./use-ledger');
  await ledger.touch(...used);
}
