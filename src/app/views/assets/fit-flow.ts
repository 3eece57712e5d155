/**
 * The fund-flow graph in the room there is: aside, or upright where that is
 * drawn larger and aside is too small, and where it would be too small to read, with the accounts that
 * come last in it drawn as one.
 */
import { countOf } from '../../../core/format/plural';
import { type FlowLayout, type FlowTransfer, LINE, layOutFlow } from './flow-layout';

/** Transfers that are drawn; more cannot be told apart. */
export const DRAWN = 400;
/** A graph is drawn no smaller than this while accounts are left to be drawn as one. */
export const READABLE = 0.75;
/** The account that stands for those that have none of their own. */
export const OTHERS = 'others';
/** Accounts that are drawn however little room there is. */
const LEAST = 4;

export type FittedFlow = FlowLayout & {
  /** Accounts that `OTHERS` stands for. */
  others: number;
  /** All of them. */
  accounts: number;
};

/** Lays the flow out to fit `room`, px. Lays out some ten times at most. */
export function fitFlow(transfers: readonly FlowTransfer[], room: { width: number; height: number }): FittedFlow {
  const accounts = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))];
  const scaleOf = ({ width, height }: FlowLayout) => Math.min(1, room.width / width, room.height / height);
  const draw = (kept: number): FlowLayout => {
    const some = kept < accounts.length ? withOthers(transfers, new Set(accounts.slice(0, kept))) : transfers;
    const aside = layOutFlow(some);
    if (scaleOf(aside) >= READABLE) return aside;
    const upright = layOutFlow(some, true);
    return scaleOf(upright) > scaleOf(aside) ? upright : aside;
  };
  const whole = draw(accounts.length);
  if (scaleOf(whole) >= READABLE || accounts.length <= LEAST) return { ...whole, others: 0, accounts: accounts.length };
  let [kept, tooMany] = [LEAST, accounts.length];
  let best = draw(kept);
  while (tooMany - kept > 1) {
    const middle = (kept + tooMany) >> 1;
    const layout = draw(middle);
    if (scaleOf(layout) < READABLE) tooMany = middle;
    else [kept, best] = [middle, layout];
  }
  return { ...best, others: accounts.length - kept, accounts: accounts.length };
}

/** The transfers with all accounts but `kept` as one; what these others do among each other is left out. */
function withOthers(transfers: readonly FlowTransfer[], kept: ReadonlySet<string>): FlowTransfer[] {
  const placeOf = (id: string) => (kept.has(id) ? id : OTHERS);
  return transfers
    .map(({ from, to, text }) => ({ from: placeOf(from), to: placeOf(to), text }))
    .filter(({ from, to }) => from !== to);
}

/** Returns the lines beside a link: two texts of its own, or how many there are where several accounts are one. */
export function linkLines({ from, to, texts }: FlowLayout['links'][number]): string[] {
  const words = texts.map(({ text, times }) => (times === 1 ? text : `${times} × ${text}`));
  if (from.id === OTHERS || to.id === OTHERS)
    return [
      countOf(
        texts.reduce((sum, { times }) => sum + times, 0),
        'transfer',
      ),
    ];
  const [first = '', second] = words;
  if (second === undefined) return wrap(first);
  return [first, words.length > 2 ? `${second} and ${words.length - 2} more` : second].flatMap(wrap);
}

/** Breaks a text between words into lines of at most `LINE` characters, as far as its words are no longer. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
