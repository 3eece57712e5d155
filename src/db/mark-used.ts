import type { touch } from './use-ledger';

/** Marks kept records as used now, so that others are evicted first. For what was just read: the ledger's code is there with the database's. */
export async function markUsed(...used: Parameters<typeof touch>): Promise<void> {
  const ledger = await import('./use-ledger');
  await ledger.touch(...used);
}
