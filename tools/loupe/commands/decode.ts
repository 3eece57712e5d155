/** `loupe decode CALLDATA|ERROR|LOG`: bytes in words, without any endpoint. */
import { StartFailure } from '../../../devnet/start-failure';
import { type Command, readArguments } from '../command';
import { decodedFacts } from '../facts/decode';
import { toJson } from '../facts/json';
import { openOffline } from '../open-chain';
import { readBytes } from '../read-bytes';
import { writeReading } from '../text/decode';
import { openPage } from '../text/paint';

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
    const { engine } = await openOffline(values, io, true);
    const read = await readBytes(engine, text);
    if (!read.ok) throw new StartFailure(read.error);
    const { isLog, readings } = read.value;
    if (readings.length === 0) {
      io.err(
        `No ${isLog ? 'event' : 'function or error'} of this ${isLog ? 'topic' : 'selector'} is known; --sources names build output that may have it.\n`,
      );
      return 1;
    }
    if (values.json) io.out(toJson(decodedFacts(readings)));
    else for (const reading of readings) writeReading(openPage(io), reading);
    return 0;
  },
};
