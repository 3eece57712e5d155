/** What a recorded transaction moved, beside what its page and its file of transfers say. */
import { expect, type Page } from '@playwright/test';
import { formatNative, formatUnits } from '../../../src/core/format/amounts';
import { formatToken } from '../../../src/core/format/token-amounts';
import type { Composed } from '../../../tools/conformance/recorded/compose';
import type { Json, RecordedTransaction } from '../../../tools/conformance/recorded/recordings';
import { type Move, tokenMoves, valueMoves, wrappingMoves } from './expected-moves';
import { csvOf, type ShownMove, shownMoves } from './lists';

/** On the summary: all that moved, in the file and on the page, as far as it was recorded; of a transaction that failed, that nothing did. */
export async function checkMoves(page: Page, recorded: RecordedTransaction, composed: Composed): Promise<void> {
  const { hash } = recorded;
  const failed = composed.receipt.status === '0x0';
  const assets = page.getByRole('region', { name: /^(Asset changes|Would have moved)/ });
  await expect(assets.getByRole('status')).toHaveCount(0);
  const csv = assets.getByRole('button', { name: 'CSV' });
  const file = (await csv.count()) === 0 ? [] : await csvOf(page, csv);
  for (const { undone } of file) expect.soft(undone, `${hash}: undone`).toBe(failed ? 'yes' : 'no');
  if (!failed) compareFile(hash, file, recorded, composed);
  if (file.length > 0) await comparePage(hash, file, page);
}

type Row = Record<string, string>;

function compareFile(hash: string, file: readonly Row[], recorded: RecordedTransaction, composed: Composed): void {
  const logs = composed.receipt.logs as Json[];
  const values = valueMoves(recorded) ?? ofTransaction(recorded, composed);
  const said = [...(values ?? []), ...tokenMoves(logs)].map(lineOf);
  const written = file
    .filter(({ standard }) => values !== undefined || standard !== 'native')
    .map(({ standard, token, tokenId, from, to, rawAmount }) =>
      [standard, token, tokenId, from, to, rawAmount].join(' '),
    );
  expect.soft(without(said, written), `${hash}: moved, and not in the file`).toEqual([]);
  // A deposit counts where its emitter is known to be a token.
  const more = without(written, said);
  expect.soft(without(more, wrappingMoves(logs).map(lineOf)), `${hash}: in the file, and not moved`).toEqual([]);
}

/** Without any trace the page knows what the transaction itself handed on. */
function ofTransaction({ traces }: RecordedTransaction, { transaction, receipt }: Composed): Move[] | undefined {
  if (traces.size > 0) return undefined;
  const { from, value } = transaction;
  const amount = BigInt(String(value));
  const to = String(transaction.to ?? receipt.contractAddress).toLowerCase();
  return amount === 0n
    ? []
    : [{ standard: 'native', token: '', tokenId: '', from: String(from).toLowerCase(), to, amount }];
}

function lineOf({ standard, token, tokenId, from, to, amount }: Move): string {
  return [standard, token, tokenId, from, to, amount].join(' ');
}

/** What is left of `lines` when each of `taken` took one that is equal. */
function without(lines: readonly string[], taken: readonly string[]): string[] {
  const left = [...lines];
  for (const each of taken) {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The first ten, and what a press of the button adds. */
const MOST_SHOWN = 210;

async function comparePage(hash: string, file: readonly Row[], page: Page): Promise<void> {
  const assets = page.getByRole('region', { name: /^(Asset changes|Would have moved)/ });
  await assets.getByRole('button', { name: 'In order' }).click();
  await expect(assets.getByRole('button', { name: 'In order', pressed: true })).toBeVisible();
  const shown = await shownMoves(assets);
  expect.soft(shown.map(partiesOf), `${hash}: who to whom`).toEqual(file.slice(0, MOST_SHOWN).map(partiesOf));
  for (const [at, row] of file.slice(0, MOST_SHOWN).entries()) {
    const { starts, ends } = amountOf(row);
    const { amount = '' } = shown[at] ?? {};
    expect.soft(amount.slice(0, starts.length), `${hash}: amount of transfer ${at}`).toBe(starts);
    expect.soft(amount.endsWith(ends), `${hash}: ${amount} of transfer ${at} ends with ${ends}`).toBe(true);
  }
}

const NOBODY = `0x${'0'.repeat(40)}`;

/** The address of nobody is not named. */
function partiesOf({ from = '', to = '' }: Row | ShownMove): string {
  return [from, to].map((address) => (address === NOBODY ? '' : address)).join(' → ');
}

/** The shortest token id that is cut, digits. */
const LONG_ID = 22;

/** How the amount on the page begins and ends: its unit may be any. */
function amountOf({ standard, tokenId = '', amount = '', rawAmount = '' }: Row): { starts: string; ends: string } {
  const raw = BigInt(rawAmount);
  const id = tokenId.length < LONG_ID ? `#${tokenId}` : '';
  switch (standard as Move['standard']) {
    case 'native':
      return { starts: formatNative(raw, { name: '', symbol: '', decimals: 18 }).text, ends: '' };
    case 'ERC-20':
      return { starts: `${formatToken(raw, decimalsOf(raw, amount)).text} `, ends: '' };
    case 'ERC-721':
      return { starts: '', ends: id };
    case 'ERC-1155':
      return { starts: `${raw.toLocaleString('en')} × `, ends: id };
  }
}

/** By which the file has the amount; 18 where nobody knows. */
function decimalsOf(raw: bigint, amount: string): number {
  if (amount === '') return 18;
  const decimals = Array.from({ length: 78 }, (_, at) => at).find((at) => formatUnits(raw, at) === amount);
  if (decimals === undefined) throw new Error(`${amount} is not ${raw}`);
  return decimals;
}
