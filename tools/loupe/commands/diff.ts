/** `loupe diff A B`: where two transactions are not the same. */
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { truncate } from '../../../src/core/format/shorten';
import type { StateDifference } from '../../../src/core/replay/diff-state';
import { harmlessText } from '../../../src/core/text/harmless';
import { RowChange } from '../../../src/core/trace/diff';
import type { DiffRowView } from '../../../src/workers/trace/diff.api';
import { type Command, readArguments, readNumber } from '../command';
import { toJson } from '../facts/json';
import { callFact } from '../facts/transaction';
import { CHAIN_OPTIONS, CHAIN_USAGE, openChain, refuse } from '../open-chain';
import { handleOf, openMined, readTransactionHash } from '../open-mined';
import { openPage } from '../text/paint';
import { rowParts } from '../text/rows';

const WINDOW = 500;
/** Sign, colour and name of each change. */
const LOOKS = {
  [RowChange.same]: ['  ', 'dim', 'same'],
  [RowChange.changed]: ['+ ', 'green', 'changed'],
  [RowChange.added]: ['+ ', 'green', 'added'],
  [RowChange.removed]: ['− ', 'red', 'removed'],
} as const;

export const diff: Command = {
  name: 'diff',
  summary: 'what differs between two transactions: calls, events, gas, state',
  usage: `loupe diff A B [options]

${CHAIN_USAGE}  --rows N         rows at most (500)

Example:
  loupe diff 0x5f1c…(64 digits) 0x77aa…(64 digits)
`,
  async run(given, io) {
    const { values, positionals } = readArguments(given, { ...CHAIN_OPTIONS, rows: { type: 'string' } } as const, [
      'A',
      'B',
    ]);
    const hashes = positionals.map(readTransactionHash);
    const most = readNumber('--rows', values.rows, WINDOW, 1);
    const chain = await openChain(values, io);
    const handles = [];
    for (const hash of hashes) {
      const opened = await openMined(chain, hash);
      if (!opened.ok) return refuse(io, opened.error);
      const handle = handleOf(opened.value);
      if (!handle.ok) return refuse(io, handle.error);
      handles.push(handle.value);
    }
    const [a, b] = handles;
    if (a === undefined || b === undefined) throw new Error('two transactions were given');
    const { trace } = chain.engine;
    const summary = await trace.diff({ a, b });
    const rows: DiffRowView[] = [];
    while (rows.length < Math.min(most, summary.concernedCount)) {
      const window = await trace.diffRows({ a, b }, true, rows.length, Math.min(WINDOW, most - rows.length));
      if (window.rows.length === 0) break;
      rows.push(...window.rows);
    }
    const state = await trace.diffState({ a, b });
    const gas = (await trace.diffGas({ a, b })).filter(({ gasA, gasB }) => gasA !== gasB);
    const isSame = summary.concernedCount === 0 && state.ok && state.value.count === 0;
    if (values.json) {
      const row = ({ change, a: one, b: other }: DiffRowView) => ({
        change: LOOKS[change][2],
        ...(one && { a: callFact(one) }),
        ...(other && { b: callFact(other) }),
      });
      const { calls, events, rowCount, concernedCount } = summary;
      io.out(
        toJson({
          format: 'loupe-difference',
          version: 1,
          ...{ isSame, a: hashes[0], b: hashes[1], rowCount, concernedCount, calls, events },
          rows: rows.map(row),
          gas: gas.map(({ name, functionName, ...others }) => ({
            ...others,
            name: name?.text,
            function: functionName?.text,
          })),
          state: state.ok ? state.value.differences : { why: state.error.message },
        }),
      );
      return 0;
    }
    const page = openPage(io);
    page.line({
      text: isSame
        ? 'Both did the same.'
        : `${countOf(summary.concernedCount, 'row')} that differ, or lead to one that does`,
      in: 'bold',
    });
    for (const { change, a: one, b: other } of rows) {
      const [sign, colour] = LOOKS[change];
      const shown = other ?? one;
      if (change === RowChange.changed && one)
        page.line({ text: '− ', in: 'red' }, ...rowParts(one, chain.network.nativeCurrency, false));
      if (shown) page.line({ text: sign, in: colour }, ...rowParts(shown, chain.network.nativeCurrency, false));
    }
    if (gas.length > 0) page.heading('Gas of functions', 'of their own, A → B');
    for (const { name, functionName, address, selector, gasA, gasB } of gas.slice(0, 50))
      page.line(
        `  ${harmlessText(`${name?.text ?? address ?? 'creation'}.${functionName?.text ?? selector ?? ''}`, 120)}  ${gasText(gasA)} → ${gasText(gasB)}`,
      );
    page.heading('State', state.ok ? countOf(state.value.count, 'difference') : '');
    if (!state.ok) page.sentence(state.error.message);
    else
      for (const each of state.value.differences.slice(0, most))
        page.line(`  ${each.address} ${each.field} ${each.slot ?? ''}`, {
          text: `  ${changeText(each.a)} | ${changeText(each.b)}`,
          in: 'dim',
        });
    return 0;
  },
};

function gasText(gas: number | undefined): string {
  return gas === undefined ? '–' : formatInteger(gas);
}

/** How one of the two changed a field. */
function changeText(change: StateDifference['a']): string {
  return change === undefined ? 'unchanged' : `${truncate(change.before, 70)} → ${truncate(change.after, 70)}`;
}
