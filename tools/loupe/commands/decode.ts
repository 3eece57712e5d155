/** `loupe decode CALLDATA|ERROR|LOG`: bytes in words, without any endpoint. */
import { StartFailure } from '../../../devnet/start-failure';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import {
  decodeErrorExactly,
  decodeLog,
  decodeLogWithCandidates,
  decodeWithSignature,
} from '../../../src/core/abi/decode';
import type { Decoded } from '../../../src/core/abi/decoded';
import { loadSignatureTable } from '../../../src/core/abi/signature-table';
import { nameText } from '../../../src/core/abi/value-text';
import { parseHex } from '../../../src/core/chain/hex';
import type { Hash, Hex, Selector } from '../../../src/core/chain/primitives';
import { harmlessText } from '../../../src/core/text/harmless';
import { readArtifacts } from '../../../src/db/artifacts';
import { type Command, readArguments } from '../command';
import { toJson } from '../facts/json';
import { valueFact } from '../facts/values';
import { NO_NETWORK, openOffline } from '../open-chain';
import { openPage, type Page } from '../text/paint';
import { wholeText } from '../text/rows';

/** What the bytes may be: each with who says so. */
type Reading = {
  kind: 'call' | 'error' | 'event';
  signature: string;
  origin: string;
  fits: boolean;
  inputs?: readonly Decoded[];
};

const TEXT = 100_000;
/** Topics of a log at most (yellow paper, LOG4). */
const TOPICS = 4;

export const decode: Command = {
  name: 'decode',
  summary: 'calldata, revert data or a log in words; asks nobody',
  usage: `loupe decode HEX | TOPICS:DATA [options]

HEX is calldata or revert data. A log is its topics with commas between them, a colon, and its data.

  --sources DIR    build output whose functions, errors and events are known
  --json           as JSON

Example:
  loupe decode 0xa9059cbb000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb922660000000000000000000000000000000000000000000000000000000000000001
`,
  async run(given, io) {
    const options = { sources: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(given, options, ['HEX or TOPICS:DATA']);
    const text = positionals[0] ?? '';
    const log = readLog(text);
    const { engine } = await openOffline(values, io);
    const indexes = (await readArtifacts()).map(({ abi }) => createAbiIndex(abi));
    const readings: Reading[] = [];
    const table = await loadSignatureTable();
    if (log) {
      for (const index of indexes) {
        const event = decodeLog(index, log.topics, log.data, TEXT);
        if (event && !readings.some(({ signature }) => signature === event.signature))
          readings.push({
            kind: 'event',
            signature: event.signature,
            origin: 'buildOutput',
            fits: event.inputs !== undefined,
            ...(event.inputs && { inputs: event.inputs }),
          });
      }
      const known = log.topics[0] === undefined ? [] : table.events(log.topics[0] as Hash);
      const guess = readings.length === 0 ? decodeLogWithCandidates(known, log.topics, log.data, TEXT) : undefined;
      if (guess) {
        const { signature, inputs } = guess.log;
        readings.push({ kind: 'event', signature, origin: 'signatureTable', fits: true, ...(inputs && { inputs }) });
      }
    } else {
      const bytes = parseHex(text.toLowerCase());
      const error = bytes && decodeErrorExactly(indexes, bytes, TEXT);
      if (error)
        readings.push({
          kind: 'error',
          signature: error.signature,
          origin: isSolidityError(error.name) ? 'Solidity' : 'buildOutput',
          fits: true,
          ...(error.inputs && { inputs: error.inputs }),
        });
      for (const { signature } of bytes && !error ? table.errors(text.slice(0, 10).toLowerCase() as Selector) : []) {
        const guess = bytes && decodeWithSignature(signature, bytes, TEXT);
        if (guess)
          readings.push({
            kind: 'error',
            signature: guess.signature,
            origin: 'signatureTable',
            fits: true,
            ...(guess.inputs && { inputs: guess.inputs }),
          });
      }
      const calls = await engine.contracts.readCalldata(NO_NETWORK, text, []);
      if (!calls.ok) throw new StartFailure(calls.error);
      for (const { signature, origin, canonical, inputs } of calls.value.candidates)
        if (signature !== error?.signature)
          readings.push({ kind: 'call', signature, origin, fits: canonical, ...(inputs && { inputs }) });
    }
    if (readings.length === 0) {
      io.err(
        `No ${log ? 'event' : 'function or error'} of this ${log ? 'topic' : 'selector'} is known; --sources names build output that may have it.\n`,
      );
      return 1;
    }
    if (values.json) {
      const facts = readings.map(({ inputs, ...reading }) => ({
        ...reading,
        ...(inputs && { inputs: inputs.map(valueFact) }),
      }));
      io.out(toJson({ format: 'loupe-decoded', version: 1, readings: facts }));
    } else for (const reading of readings) writeReading(openPage(io), reading);
    return 0;
  },
};

/** Whether an error is one of the two that the language defines (Solidity docs, Panic via assert and Error via require). */
function isSolidityError(name: string): boolean {
  return name === 'Error' || name === 'Panic';
}

/** The log that a text is; undefined for what has no colon. Throws a `StartFailure` for what looks like one and is none. */
function readLog(text: string): { topics: Hex[]; data: Uint8Array } | undefined {
  if (!text.includes(':')) return undefined;
  const [topics = '', data = ''] = text.toLowerCase().split(':');
  const list = topics.split(',').filter((topic) => topic !== '') as Hex[];
  const bytes = parseHex(data === '' ? '0x' : data);
  if (list.length > TOPICS || list.some((topic) => !/^0x[\da-f]{64}$/.test(topic)) || bytes === undefined)
    throw new StartFailure(
      'A log is at most four topics of 0x and 64 hex digits, with commas between them, a colon, and hex.',
    );
  return { topics: list, data: bytes };
}

function writeReading(page: Page, { kind, signature, origin, fits, inputs = [] }: Reading): void {
  page.line(
    { text: harmlessText(signature, 300), in: 'bold' },
    { text: `  ${kind}, named by ${origin}${fits ? '' : '; the bytes are not what its types encode to'}`, in: 'dim' },
  );
  for (const value of inputs) writeValue(page, value, 1);
}

function writeValue(page: Page, value: Decoded, depth: number): void {
  const { name, type, declared, nested = [] } = value;
  page.line(
    `${'  '.repeat(depth)}${nameText(name)} `,
    { text: `${harmlessText(declared ?? type, 80)} `, in: 'dim' },
    wholeText(value),
  );
  for (const call of nested) {
    page.line(`${'  '.repeat(depth + 1)}${nameText(call.name)}`);
    for (const item of call.items ?? []) writeValue(page, item, depth + 2);
  }
}
