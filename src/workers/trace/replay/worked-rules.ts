/** Which rules gave receipts of a chain whose rules are not known by its id: the next transaction of it begins with them. */
import type { NetworkId } from '../../../core/chain/primitives';
import type { Fork } from '../../../core/evm/rules/forks';
import type { WorkedRules } from '../../../core/evm/rules/tried-rules';
import { readChoice } from '../../../db/reader/read-choice';

/** Returns the rules that were noted of the chain; undefined where none of its transactions was executed here. */
export async function readWorkedRules(networkId: NetworkId): Promise<WorkedRules | undefined> {
  return (await readChoice('workedRules', {}))[networkId];
}

/** Notes the fork that gave the receipt of a transaction in block `at`. */
export async function noteWorkedRules(networkId: NetworkId, fork: Fork, at: number): Promise<void> {
  const { readPreference, savePreference } = await import('../../../db/reader/preferences');
  const noted = await readPreference('workedRules');
  const before = noted[networkId];
  if (before !== undefined && (before.fork === fork ? before.since <= at : at < before.since)) return;
  await savePreference('workedRules', { ...noted, [networkId]: { fork, since: at } });
}
