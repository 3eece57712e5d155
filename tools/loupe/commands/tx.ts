/** `loupe tx HASH`: a transaction as its page shows it. */
import { resolve } from 'node:path';
import type { TraceHandle } from '../../../src/workers/ids';
import { type Command, type Io, readArguments } from '../command';
import { CHAIN_OPTIONS, CHAIN_USAGE, JOB, type OpenChain, openChain, refuse } from '../open-chain';
import { readTransactionHash } from '../open-mined';
import { readWanted, tellTransaction, WANTED_OPTIONS, WANTED_USAGE } from '../tell-transaction';
import { writeNamed } from '../write-file';

export const tx: Command = {
  name: 'tx',
  summary: 'what a transaction did, why it failed, and how far that is proven',
  usage: `loupe tx HASH [options]

${CHAIN_USAGE}${WANTED_USAGE}  --file FILE      write a trace file, which the page and "loupe open" open

Example:
  loupe tx 0x5f1c…(64 digits) --rpc http://127.0.0.1:8545 --gas
`,
  async run(given, io) {
    const options = { ...CHAIN_OPTIONS, ...WANTED_OPTIONS, file: { type: 'string' } } as const;
    const { values, positionals } = readArguments(given, options, ['HASH']);
    const hash = readTransactionHash(positionals[0]);
    const wanted = readWanted(values);
    const chain = await openChain(values, io);
    const { file } = values;
    if (file === undefined) return tellTransaction(chain, hash, wanted, io);
    return tellTransaction(chain, hash, wanted, io, (handle) =>
      writeTraceFile(chain, handle, resolve(io.folder, file), io),
    );
  },
};

async function writeTraceFile({ engine, progress }: OpenChain, handle: TraceHandle, path: string, io: Io) {
  progress.say('Writing the trace file');
  const file = await engine.trace.exportTrace(JOB, handle);
  progress.end();
  if (!file.ok) return refuse(io, file.error);
  writeNamed('--file', path, new Uint8Array(file.value));
  return 0;
}
