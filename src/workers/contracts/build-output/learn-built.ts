/** Finding contracts of imported build output on a chain, where no page has met them yet. */
import { matchWords } from '../../../core/text/match-words';
import { readCreatedContracts } from '../../../db/chain/transaction-summaries';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Knowledge } from '../knowledge/knowledge-base';
import { learnCalled } from '../knowledge/learn-called';

/** Contracts whose code is asked for, the newest first. */
const MAX_CREATED = 200;

/** Networks and addresses that were asked, by the build output that their codes were compared with. */
const asked = new WeakMap<object, Set<string>>();

/**
 * Asks for the code of contracts that indexed transactions created, each once, where build output has a contract of a
 * name like `text`. Returns whether anything became known.
 */
export async function learnBuilt(knowledge: Knowledge, rpc: Rpc, text: string): Promise<boolean> {
  const { artifacts, contracts } = knowledge;
  const prepared = await artifacts.prepare();
  if (!prepared.rows.some(({ name }) => matchWords(name, text) !== undefined)) return false;
  const before = asked.get(prepared) ?? new Set<string>();
  asked.set(prepared, before);
  const { networkId } = contracts;
  const created = await readCreatedContracts(networkId, MAX_CREATED);
  const fresh = created.filter((address) => !before.has(`${networkId} ${address}`));
  for (const address of fresh) before.add(`${networkId} ${address}`);
  return learnCalled(
    knowledge,
    rpc,
    fresh.map((to) => ({ to })),
  );
}
