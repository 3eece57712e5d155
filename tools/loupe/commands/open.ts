/** `loupe open FILE`: a trace file as `loupe tx` tells a transaction; no endpoint is asked. */
import { resolve } from 'node:path';
import { StartFailure } from '../../../devnet/start-failure';
import { readBytes } from '../../read-file';
import { type Command, readArguments } from '../command';
import { JOB, openOffline, refuse } from '../open-chain';
import { readWanted, tellTransaction, WANTED_OPTIONS, WANTED_USAGE } from '../tell-transaction';

export const open: Command = {
  name: 'open',
  summary: 'a trace file, as tx tells a transaction; asks nobody',
  usage: `loupe open FILE [options]

  --sources DIR    build output for names and lines (out/ or artifacts/ of the project here)
  --json           as JSON
${WANTED_USAGE}
Example:
  loupe open failed-swap.loupe
`,
  async run(given, io) {
    const options = { ...WANTED_OPTIONS, sources: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(given, options, ['FILE']);
    const wanted = readWanted(values);
    const path = resolve(io.folder, positionals[0] ?? '');
    const bytes = readBytes(path);
    if (!bytes.ok) throw new StartFailure(`${path}: ${bytes.error}`);
    const chain = await openOffline(values, io, true);
    const imported = await chain.engine.trace.importTrace(JOB, bytes.value);
    if (!imported.ok) return refuse(io, imported.error);
    const { networkId, hash } = imported.value;
    return tellTransaction(await chain.of(networkId), hash, wanted, io);
  },
};
