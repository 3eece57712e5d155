/** What an open trace moved, with what is known of the tokens. */

import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import { hasItems } from '../../../core/chain/token-standard';
import { formatUnits } from '../../../core/format/amounts';
import { csvLine } from '../../../core/format/csv';
import { harmlessText } from '../../../core/text/harmless';
import { markedSymbol } from '../../../core/text/look-alike';
import { depthIdOf } from '../../../core/trace/depth-id';
import { fromOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind } from '../../../core/trace/rows';
import {
  computeNetChanges,
  computeTransfers,
  malformedTransfers,
  settleItems,
  type Transfer,
} from '../../../core/trace/transfers';
import { statusOf } from '../rows/outcome';
import type { TraceSession } from '../trace-session';
import type { AssetChange, TokenView, Transfers } from '../views.api';

const MAX_LISTED = 10_000;
const MAX_MALFORMED = 10;

export function transfersOf(session: TraceSession): Transfers {
  const all = settledTransfersOf(session);
  const changes = computeNetChanges(all).slice(0, MAX_LISTED);
  const listed = all.slice(0, MAX_LISTED);
  const malformed = malformedTransfers(session.trace).slice(0, MAX_MALFORMED);
  return {
    transfers: listed.map(({ wrapping: _, ...transfer }) => ({
      ...transfer,
      depthId: depthIdOf(session.trace, transfer.row),
    })),
    count: all.length,
    changes,
    tokens: tokensOf(session, all),
    names: namesOf(session, [
      ...listed.flatMap(({ from, to }) => [from, to]),
      ...changes.map(({ address }) => address),
    ]),
    undone: isUndone(session) && lastingOf(session, all).length === 0,
    ...(isUnsure(session) && { unsure: true as const }),
    ...(malformed.length > 0 && {
      malformed: malformed.map(({ row, why }) => ({
        depthId: depthIdOf(session.trace, row),
        sentence: `${emitterName(session, row)} emitted ${why}: what it moved is unknown.`,
      })),
    }),
  };
}

/** Returns the tokens and names of transfers with those of changes that no transfer tells. */
export function wordsOf(
  session: TraceSession,
  { tokens, names }: Transfers,
  changes: readonly AssetChange[],
): Pick<Transfers, 'tokens' | 'names'> {
  const listed = new Set(tokens.map(({ address }) => address));
  const others = changes.filter(({ token }) => token !== undefined && !listed.has(token));
  return {
    tokens: [...tokens, ...tokensOf(session, others)],
    names: {
      ...names,
      ...namesOf(
        session,
        changes.map(({ address }) => address),
      ),
    },
  };
}

function emitterName({ trace, knowledge }: TraceSession, row: RowIndex): string {
  const address = fromOf(trace, row);
  return harmlessText(knowledge.contracts.name(address)?.text ?? address, 64);
}

const HEADER = ['row', 'standard', 'token', 'symbol', 'tokenId', 'from', 'to', 'amount', 'rawAmount', 'undone'];

export function transfersAsCsv(session: TraceSession): string {
  const all = settledTransfersOf(session);
  const undone = isUnsure(session)
    ? 'unknown'
    : isUndone(session) && lastingOf(session, all).length === 0
      ? 'yes'
      : 'no';
  const lines = all.map((transfer) => {
    const { row, standard, token, tokenId, from, to, amount } = transfer;
    const known = token === undefined ? undefined : session.knowledge.contracts.knowledge(token)?.token;
    const item = tokenId === undefined ? undefined : known?.items?.find(({ id }) => id === String(tokenId));
    const { symbol, decimals } = standard === 'native' ? { decimals: 18 } : { ...known, ...item };
    return csvLine([
      depthIdOf(session.trace, row),
      standard,
      token,
      symbol,
      tokenId,
      from,
      to,
      decimals === undefined ? undefined : formatUnits(amount, decimals),
      amount,
      undone,
    ]);
  });
  // What a malformed event moved is unknown: no addresses, no amount.
  const unread = malformedTransfers(session.trace).map(({ row }) => {
    const token = fromOf(session.trace, row);
    return csvLine([depthIdOf(session.trace, row), 'malformed', token, ...Array(6).fill(undefined), undone]);
  });
  return csvLine(HEADER) + lines.join('') + unread.join('');
}

/** Returns what moved, with ids told from amounts; of what failed, what would have. */
export function settledTransfersOf(session: TraceSession): Transfer[] {
  const { contracts } = session.knowledge;
  const all = computeTransfers(session.trace, session.opened.replayed?.selfdestructEnds());
  const lasting = lastingOf(session, all);
  const transfers = lasting.length === 0 ? all : lasting;
  return settleItems(transfers, (token) => hasItems(contracts.knowledge(token)?.token)).filter(
    ({ token, wrapping }) => !wrapping || (token && contracts.knowledge(token)?.token?.standard === 'ERC-20'),
  );
}

function tokensOf(
  { knowledge }: TraceSession,
  transfers: readonly Pick<Transfer, 'token' | 'standard'>[],
): TokenView[] {
  const tokens = new Map<Address, TokenView>();
  for (const { token, standard } of transfers) {
    if (token === undefined || tokens.has(token)) continue;
    const known = knowledge.contracts.knowledge(token)?.token;
    const name = knowledge.contracts.name(token);
    tokens.set(token, {
      address: token,
      standard,
      ...(known?.symbol === undefined ? {} : { symbol: markedSymbol(known.symbol) }),
      ...(known?.decimals === undefined ? {} : { decimals: known.decimals }),
      ...(name === undefined ? {} : { name }),
      ...(known?.items && { items: known.items.map(({ id, ...words }) => ({ tokenId: BigInt(id), ...words })) }),
    });
  }
  return [...tokens.values()];
}

function namesOf({ knowledge }: TraceSession, addresses: readonly Address[]): Record<Address, Name> {
  const names: Record<Address, Name> = {};
  for (const address of new Set(addresses)) {
    const name = knowledge.contracts.name(address);
    if (name !== undefined) names[address] = name;
  }
  return names;
}

/** What moved although the transaction failed: fees that a token's contract takes and shares out. */
function lastingOf(session: TraceSession, transfers: readonly Transfer[]): readonly Transfer[] {
  if (!isUndone(session)) return [];
  const { flags, kind } = session.trace.rows;
  return transfers.filter(({ row }) => kind[row] === RowKind.log && flags[row] === 0);
}

function isUndone({ trace, opened }: TraceSession): boolean {
  return opened.receipt.status === 'failed' || (trace.rows.flags[0] & RowFlag.failed) !== 0;
}

/** Nothing says whether the transaction succeeded. */
function isUnsure({ opened }: TraceSession): boolean {
  return statusOf(opened) === 'unknown';
}
