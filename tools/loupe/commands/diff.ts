/** `loupe diff A B`: where two transactions are not the same. */
import { type Command, readArguments, readNumber } from '../command';
import { differenceFacts } from '../facts/difference';
import { toJson } from '../facts/json';
import { CHAIN_OPTIONS, CHAIN_USAGE, openChain, refuse } from '../open-chain';
import { handleOf, openMined, readTransactionHash } from '../open-mined';
import { readDifference } from '../read-difference';
import { writeDifference } from '../text/difference';
import { openPage } from '../text/paint';

const ROWS = 500;

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
    const hashes = [readTransactionHash(positionals[0]), readTransactionHash(positionals[1])] as const;
    const most = readNumber('--rows', values.rows, ROWS, 1);
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
    const answers = await readDifference(chain.engine, { a, b }, most);
    if (values.json) io.out(toJson(differenceFacts(...hashes, answers)));
    else writeDifference(openPage(io), answers, chain.network.nativeCurrency, most);
    return 0;
  },
};
