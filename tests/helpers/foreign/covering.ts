/** A selection of the foreign chain's transactions in which every kind of fact is found. */
import type { ErrorTruth, ForeignTruth, Truth } from '../../../tools/foreign-chain/truth';

/**
 * `outcomes`: one of each type, way of being sent and manner of failing.
 * `facts`: also one of each panic and halt, of each check of the compiler, each
 * event, each shape of a storage path and each kind of proxy.
 */
export type Depth = 'outcomes' | 'facts';

/** The fewest a greedy choice finds that have all kinds of facts between them, in the order of the chain. */
export function covering({ transactions, contracts }: ForeignTruth, depth: Depth): readonly Truth[] {
  const left = transactions.map((truth) => ({ truth, kinds: kindsOf(truth, contracts, depth) }));
  const missing = new Set(left.flatMap(({ kinds }) => kinds));
  const chosen = new Set<Truth>();
  while (missing.size > 0) {
    const gain = ({ kinds }: (typeof left)[number]) => kinds.filter((kind) => missing.has(kind)).length;
    const best = left.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const kind of best.kinds) missing.delete(kind);
    chosen.add(best.truth);
  }
  return transactions.filter((truth) => chosen.has(truth));
}

function kindsOf(truth: Truth, contracts: ForeignTruth['contracts'], depth: Depth): string[] {
  const { status, type, failure, to, call, input } = truth;
  const sent = to === undefined ? 'creation' : call ? 'call' : input === '0x' ? 'ether' : 'data';
  const kinds = [`${status} ${sent}`, `type ${type}`];
  if (failure) {
    kinds.push(`ends with ${failure.ends.kind}`);
    if (failure.cause) kinds.push(`because of ${failure.cause.kind}`);
    if (failure.at) kinds.push('fails at a line');
  }
  if (depth === 'outcomes') return kinds;
  if (failure) kinds.push(`ends with ${wordOf(failure.ends)}`);
  for (const { name } of truth.events) kinds.push(`event ${name}`);
  for (const { path } of truth.state) kinds.push(`state ${shapeOf(path)}`);
  const called = contracts.find(({ address }) => address === to);
  if (called?.implementation) kinds.push(`through ${called.name}`);
  if (truth.tokens.length > 0) kinds.push('tokens moved');
  return [...new Set(kinds)];
}

/** Custom errors are of one kind by the number of their arguments, reasons of one; each code of a panic is another. */
function wordOf(error: ErrorTruth): string {
  if (error.kind === 'halt') return error.words;
  if (error.kind === 'nothing') return `nothing ${error.check ?? ''}`;
  if (error.kind === 'data') return 'data';
  if (error.name === 'Panic') return `panic ${error.args[0]}`;
  return error.name === 'Error' ? 'a reason' : `a custom error of ${error.args.length}`;
}

/** `a[].b` of `orders[77].maker`. */
function shapeOf(path: string): string {
  return path
    .replace(/\[[^\]]*\]/g, '[]')
    .replace(/^\w+/, 'a')
    .replace(/\.\w+/g, '.b');
}
