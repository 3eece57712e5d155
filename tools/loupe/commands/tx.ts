/** `loupe tx HASH`: a transaction as its page shows it. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartFailure } from '../../../devnet/start-failure';
import { type Command, type Io, readArguments, readNumber } from '../command';
import { toJson } from '../facts/json';
import { transactionFacts } from '../facts/transaction';
import { CHAIN_OPTIONS, CHAIN_USAGE, JOB, type OpenChain, openChain, refuse } from '../open-chain';
import { openMined, readTransactionHash } from '../open-mined';
import { readMined } from '../read-mined';
import { openPage } from '../text/paint';
import { writeTransaction } from '../text/transaction';

const OPTIONS = {
  ...CHAIN_OPTIONS,
  depth: { type: 'string' },
  rows: { type: 'string' },
  gas: { type: 'boolean' },
  storage: { type: 'boolean' },
  file: { type: 'string' },
} as const;

/** Rows and events that are written unless more are asked for. */
const TEXT_ROWS = 1_000;
const JSON_ROWS = 100_000;

export const tx: Command = {
  name: 'tx',
  summary: 'what a transaction did, why it failed, and how far that is proven',
  usage: `loupe tx HASH [options]

${CHAIN_USAGE}  --depth N        calls no deeper than N
  --rows N         rows and events at most (${TEXT_ROWS}; with --json ${JSON_ROWS})
  --gas            gas beside each call
  --storage        accesses to storage among the calls
  --file FILE      write a trace file, which the page opens

Example:
  loupe tx 0x5f1c…(64 digits) --rpc http://127.0.0.1:8545 --gas
`,
  async run(given, io) {
    const { values, positionals } = readArguments(given, OPTIONS, ['HASH']);
    const hash = readTransactionHash(positionals[0]);
    const depth = readNumber('--depth', values.depth, Number.POSITIVE_INFINITY);
    const rows = readNumber('--rows', values.rows, values.json ? JSON_ROWS : TEXT_ROWS, 1);
    const chain = await openChain(values, io);
    for (const warning of chain.warnings) io.err(`${warning}\n`);
    const opened = await openMined(chain, hash);
    chain.progress.end();
    if (!opened.ok) return refuse(io, opened.error);
    const { trace } = opened.value;
    const handle = 'failure' in trace ? undefined : trace.summary.handle;
    const answers =
      handle && (await readMined(chain.engine, handle, { depth, rows, storage: values.storage === true }));
    const facts = transactionFacts(chain.network, opened.value, answers);
    if (values.json) io.out(toJson(facts));
    else
      writeTransaction(openPage(io), facts, opened.value, answers, chain.network.nativeCurrency, values.gas === true);
    if (values.file !== undefined && handle) {
      const code = await writeTraceFile(chain, handle, resolve(io.folder, values.file), io);
      if (code !== 0) return code;
    }
    return handle === undefined || facts.proof?.doubt !== undefined ? 1 : 0;
  },
};

async function writeTraceFile(
  { engine, progress }: OpenChain,
  handle: NonNullable<Parameters<typeof readMined>[1]>,
  path: string,
  io: Io,
): Promise<number> {
  progress.say('Writing the trace file');
  const file = await engine.trace.exportTrace(JOB, handle);
  progress.end();
  if (!file.ok) return refuse(io, file.error);
  try {
    writeFileSync(path, new Uint8Array(file.value));
  } catch (thrown) {
    throw new StartFailure(`--file: ${(thrown as Error).message.split(',')[0]}.`);
  }
  return 0;
}
