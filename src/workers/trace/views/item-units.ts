/** The units of moved items whose ids are tokens of their own (ERC-6909, metadata extension). */
import type { Rpc } from '../../../net/rpc/rpc';
import { askItemUnits } from '../../tokens/ask-tokens';
import type { ItemQuestion } from '../../tokens/tokens.api';
import type { TokenView, Transfers } from '../views.api';

/** Items that are asked for, of all tokens together. */
const MAX_ITEMS = 50;

/** Returns what moved with what contracts of ERC-6909 say of the items that did; as it was where they do not answer. */
export async function withItemUnits(moved: Transfers, rpc: () => Promise<Rpc>): Promise<Transfers> {
  const asked = new Map<string, ItemQuestion>();
  for (const { standard, token, tokenId } of moved.transfers)
    if (standard === 'ERC-6909' && token !== undefined && tokenId !== undefined && asked.size < MAX_ITEMS)
      asked.set(`${token} ${tokenId}`, { token, tokenId });
  if (asked.size === 0) return moved;
  const questions = [...asked.values()];
  const units = await askItemUnits(await rpc(), questions, new AbortController().signal);
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
