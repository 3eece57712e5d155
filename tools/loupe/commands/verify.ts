/** `loupe verify ADDRESS`: whether a project's build output, or standard JSON compiled here, is what runs at an address. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartFailure } from '../../../devnet/start-failure';
import type { Address } from '../../../src/core/chain/primitives';
import { harmlessText } from '../../../src/core/text/harmless';
import { readText } from '../../read-text';
import { findBuildOutput } from '../build-output';
import { type Command, type Io, readArguments, readHex } from '../command';
import { contractFacts } from '../facts/contract';
import { toJson } from '../facts/json';
import { CHAIN_OPTIONS, openChain, refuse } from '../open-chain';
import { readContract } from '../read-contract';
import { openPage } from '../text/paint';

/** Bytes of a compiler's output at most. */
const MAX_OUTPUT = 512 << 20;

export const verify: Command = {
  name: 'verify',
  summary: "whether a project's code, or standard JSON, is what runs at an address",
  usage: `loupe verify ADDRESS [SOURCE] [options]

SOURCE is a folder with build output (out/, artifacts/), a file of it, or the standard JSON input of solc, which is
compiled by the solc of this machine; without it the project that the working directory is in. Nothing leaves it.

  --rpc URL        the endpoint (ETH_RPC_URL, else http://127.0.0.1:8545)
  --solc PATH      the compiler for standard JSON (solc)
  --json           as JSON

Ends with 0 where the code is the same, also when its metadata differs (partial); with 1 where it is not.

Example:
  loupe verify 0x5fbd…(40 digits) out
`,
  async run(given, io) {
    const { rpc, json } = CHAIN_OPTIONS;
    const options = { rpc, json, solc: { type: 'string' } } as const;
    const { values, positionals } = readArguments(given, options, ['ADDRESS', '[SOURCE]']);
    const address = readHex<Address>(positionals[0], 20, 'An address');
    const { sources, compiled } = await readSource(positionals[1], values.solc ?? 'solc', io);
    if (positionals[1] === undefined && findBuildOutput(io.folder, undefined).length === 0)
      throw new StartFailure('There is no build output here; name a folder of it, or a file of standard JSON.');
    const chain = await openChain({ rpc: values.rpc, sources }, io);
    for (const warning of chain.warnings) io.err(`${warning}\n`);
    if (compiled !== undefined) {
      const imported = await chain.engine.contracts.importBuildOutput('standard.json', compiled);
      if (!imported.ok) return refuse(io, imported.error);
    }
    const { engine, networkId } = chain;
    const read = await readContract({ engine, networkId, address });
    chain.progress.end();
    if (!read.ok) return refuse(io, read.error);
    const { account, source: found } = read.value;
    if (account.type === 'wallet') {
      io.err('There is no code at this address.\n');
      return 1;
    }
    const source = found?.ok ? found.value.source : undefined;
    if (values.json) io.out(toJson({ ...contractFacts(read.value), match: source?.match ?? 'none' }));
    else {
      const page = openPage(io);
      const behind = account.implementation;
      if (behind) page.line(`  ${address} is a proxy; the code of ${behind.address} is compared`);
      if (source)
        page.line(
          { text: source.match === 'exact' ? '✓ the same code' : '✓ the same code but for its metadata', in: 'green' },
          `  ${harmlessText(source.file, 200)}:${harmlessText(source.contract, 80)}  ${harmlessText(source.compilerVersion, 60)}`,
          { text: `  from ${source.origin}`, in: 'dim' },
        );
      else page.line({ text: '✕ nothing here compiles to this code', in: 'red' });
    }
    if (found?.ok === false) io.err(`${found.error.message}\n`);
    return source === undefined ? 1 : 0;
  },
};

/** Where build output is, or the bytes of it that standard JSON was compiled to. */
async function readSource(
  given: string | undefined,
  solc: string,
  io: Io,
): Promise<{ sources?: string; compiled?: Uint8Array }> {
  if (given === undefined) return {};
  const path = resolve(io.folder, given);
  if (!existsSync(path)) throw new StartFailure(`There is nothing at ${given}.`);
  if (statSync(path).isDirectory()) return { sources: given };
  const input = readStandardInput(readText(path) ?? '');
  return input === undefined ? { sources: given } : { compiled: await compile(input, solc) };
}

/** The standard JSON input in a text (Solidity docs, Compiler Input and Output JSON Description); undefined for other JSON. Throws a `StartFailure` for none. */
function readStandardInput(text: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StartFailure('The file is not JSON.');
  }
  const isInput =
    typeof value === 'object' && value !== null && 'language' in value && 'sources' in value && !('output' in value);
  return isInput ? (value as Record<string, unknown>) : undefined;
}

/** What the code is made of does not depend on what the compiler is asked to say of it. */
const SELECTION = {
  '*': { '*': ['abi', 'metadata', 'storageLayout', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] },
};

async function compile(given: Record<string, unknown>, solc: string): Promise<Uint8Array> {
  const settings = typeof given.settings === 'object' ? given.settings : {};
  const input = { ...given, settings: { ...settings, outputSelection: SELECTION } };
  const [version] = /\d+\.\d+\.\d+\+commit\.[\da-f]+/.exec(await runCompiler(solc, ['--version'])) ?? [];
  if (version === undefined) throw new StartFailure(`${solc} does not state a version; is it solc?`);
  const said = await runCompiler(solc, ['--standard-json'], JSON.stringify(input));
  const output = parseOutput(said.slice(said.indexOf('{')));
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new StartFailure(
      `It does not compile: ${harmlessText(errors[0]?.message ?? 'the compiler says why not', 300)}`,
    );
  return new TextEncoder().encode(
    JSON.stringify({ solcVersion: version.split('+')[0], solcLongVersion: version, input, output }),
  );
}

/** The standard output of a run of the compiler. Throws a `StartFailure` where it cannot be run. */
function runCompiler(solc: string, args: readonly string[], stdin = ''): Promise<string> {
  return new Promise((done, failed) => {
    const child = execFile(solc, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT }, (error, stdout) => {
      if (stdout !== '' || error === null) done(stdout);
      else
        failed(new StartFailure(`${solc} cannot be run (${error.message.split('\n')[0]}); --solc names a compiler.`));
    });
    // One that ends at once reads nothing, which is told above.
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin);
  });
}

function parseOutput(text: string): { errors?: readonly { severity: string; message: string }[] } {
  try {
    return JSON.parse(text) as { errors?: readonly { severity: string; message: string }[] };
  } catch {
    throw new StartFailure('The compiler printed no JSON.');
  }
}
