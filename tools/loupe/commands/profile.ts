/** `loupe profile HASH`: where the gas went, in the formats of other tools or by line of source. */

import { StartFailure } from '../../../devnet/start-failure';
import { formatInteger } from '../../../src/core/format/counts';
import { harmlessText } from '../../../src/core/text/harmless';
import { type Command, readArguments, readNumber } from '../command';
import { toJson } from '../facts/json';
import { CHAIN_OPTIONS, CHAIN_USAGE, JOB, openChain, refuse } from '../open-chain';
import { handleOf, openMined, readTransactionHash } from '../open-mined';
import { openPage } from '../text/paint';

const FORMATS = ['folded', 'speedscope', 'lines'] as const;

export const profile: Command = {
  name: 'profile',
  summary: 'where the gas of a transaction went',
  usage: `loupe profile HASH [options]

${CHAIN_USAGE}  --format NAME    folded (flamegraph.pl), speedscope (speedscope.app) or lines (of source); folded
  --rows N         lines at most (50)

Example:
  loupe profile 0x5f1c…(64 digits) --format speedscope > gas.speedscope.json
`,
  async run(given, io) {
    const options = { ...CHAIN_OPTIONS, format: { type: 'string' }, rows: { type: 'string' } } as const;
    const { values, positionals } = readArguments(given, options, ['HASH']);
    const hash = readTransactionHash(positionals[0]);
    const format = FORMATS.find((each) => each === (values.format ?? 'folded'));
    if (format === undefined) throw new StartFailure(`--format takes ${FORMATS.join(', ')}.`);
    const rows = readNumber('--rows', values.rows, 50, 1);
    const chain = await openChain(values, io);
    const opened = await openMined(chain, hash);
    if (!opened.ok) return refuse(io, opened.error);
    const handle = handleOf(opened.value);
    if (!handle.ok) return refuse(io, handle.error);
    const { trace } = chain.engine;
    if (format !== 'lines') {
      const file = await trace.gasProfile(handle.value, format);
      if (file === undefined) {
        const isExecuted = !('failure' in opened.value.trace) && opened.value.trace.summary.source === 'replay';
        const why = isExecuted
          ? 'This transaction used no gas.'
          : 'The source of the trace does not say what its calls used.';
        io.err(`${why}\n`);
        return 1;
      }
      io.out(await file.text());
      return 0;
    }
    const read = await trace.gasLines(JOB, handle.value);
    if (!read.ok) return refuse(io, read.error);
    const { executed, initial, count, lines } = read.value;
    if (values.json) {
      const shown = lines.map(({ name, compilation: _, ...line }) => ({ ...line, ...(name && { name: name.text }) }));
      io.out(toJson({ format: 'loupe-gas-lines', version: 1, executed, initial, count, lines: shown.slice(0, rows) }));
      return 0;
    }
    const page = openPage(io);
    page.line({ text: '         own        total     runs  line', in: 'bold' });
    const number = (value: number, room: number) => formatInteger(value).padStart(room);
    for (const { own, total, runs, file, line, text, address } of lines.slice(0, rows)) {
      const place = file === undefined ? `code of ${address}` : `${harmlessText(file, 120)}:${line}`;
      page.line(
        number(own, 12),
        number(total, 13),
        number(runs, 9),
        '  ',
        { text: place, in: 'cyan' },
        `  ${harmlessText(text, 120)}`,
      );
    }
    page.line({
      text: `${formatInteger(executed)} executed, ${formatInteger(initial)} before the first instruction`,
      in: 'dim',
    });
    return 0;
  },
};
