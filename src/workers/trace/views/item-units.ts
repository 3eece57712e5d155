/** The units of moved items whose ids are tokens of their own (ERC-6909, metadata extension). */
import type { Chains } from '../../chain/chains';
import { askItemUnits } from '../../tokens/ask-tokens';
import type { ItemQuestion } from '../../tokens/tokens.api';
import type { TraceSession } from '../trace-session';
import type { TokenView, Transfers } from '../views.api';
import { transfersOf } from './list-transfers';

/** Items that are asked for, of all tokens together. */
const MAX_ITEMS = 50;

/** Returns what an open trace moved with what contracts of ERC-6909 say of the items; without it where they do not answer. */
export async function transfersInUnits(session: TraceSession, chains: Chains): Promise<Transfers> {
  const moved = transfersOf(session);
  const asked = new Map<string, ItemQuestion>();
  for (const { standard, token, tokenId } of moved.transfers)
    if (standard === 'ERC-6909' && token !== undefined && tokenId !== undefined && asked.size < MAX_ITEMS)
      asked.set(`${token} ${tokenId}`, { token, tokenId });
  if (asked.size === 0) return moved;
  const questions = [...asked.values()];
  const units = await askItemUnits(await chains.rpc(session.key.networkId), questions, new AbortController().signal);
  if (!units.ok) return moved;
  const itemsOf = ({ address }: TokenView) =>
    questions.flatMap(({ token, tokenId }, at) => {
      const { symbol, decimals } = units.value[at] ?? {};
      if (token !== address || (symbol ?? decimals) === undefined) return [];
      return [{ tokenId, ...(symbol !== undefined && { symbol }), ...(decimals !== undefined && { decimals }) }];
    });
  return {
    ...moved,
    tokens: moved.tokens.map((token) => (token.standard === 'ERC-6909' ? { ...token, items: itemsOf(token) } : token)),
  };
}
