/** `loupe verify ADDRESS`: whether a project's build output, or standard JSON compiled here, is what runs at an address. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartFailure } from '../../../devnet/start-failure';
import type { Address } from '../../../src/core/chain/primitives';
import { harmlessText } from '../../../src/core/text/harmless';
import { readText } from '../../read-file';
import { parseUrl } from '../../serving/ports';
import { inputOfSourcify, SOURCIFY, statedBySourcify } from '../ask-sourcify';
import { findBuildOutput } from '../build-output';
import { BadArguments, type Command, complain, type Io, readArguments, readHex } from '../command';
import { compileInput } from '../compile-input';
import { contractFacts } from '../facts/contract';
import { toJson } from '../facts/json';
import { CHAIN_OPTIONS, JOB, type OpenChain, openChain, refuse } from '../open-chain';
import { readContract, runsCode } from '../read-contract';
import { openPage } from '../text/paint';

export const verify: Command = {
  name: 'verify',
  summary: "whether a project's code, or standard JSON, is what runs at an address",
  usage: `loupe verify ADDRESS [SOURCE] [options]

SOURCE is a folder with build output (out/, artifacts/), a file of it, or the standard JSON input of solc, which is
compiled by the solc of this machine; without it the project that the working directory is in. Nothing leaves it.
With --sourcify Sourcify is asked instead, and learns the chain and the address: what it states is printed, or, with
--solc, what it has is compiled here and compared.

  --rpc URL        the endpoint (ETH_RPC_URL, else http://127.0.0.1:8545)
  --solc PATH      the compiler for standard JSON (solc)
  --sourcify       asks Sourcify
  --server URL     a server of Sourcify (${SOURCIFY})
  --json           as JSON

Ends with 0 where the code is the same, also when its metadata differs (partial); with 1 where it is not.

Example:
  loupe verify 0x5fbd…(40 digits) out
`,
  async run(given, io) {
    const { rpc, json } = CHAIN_OPTIONS;
    const services = { sourcify: { type: 'boolean' }, server: { type: 'string' } } as const;
    const options = { rpc, json, solc: { type: 'string' }, ...services } as const;
    const { values, positionals } = readArguments(given, options, ['ADDRESS', '[SOURCE]']);
    const address = readHex<Address>(positionals[0], 20, 'An address');
    if (values.sourcify === true) {
      if (positionals[1] !== undefined) throw new BadArguments('SOURCE and --sourcify exclude each other.');
      return verifyBySourcify(address, { ...values, server: parseUrl('--server', values.server ?? SOURCIFY) }, io);
    }
    if (values.server !== undefined) throw new BadArguments('--server is for --sourcify.');
    const { sources, compiled } = await readSource(positionals[1], values.solc ?? 'solc', io);
    if (positionals[1] === undefined && findBuildOutput(io.folder, undefined).length === 0)
      throw new StartFailure('There is no build output here; name a folder of it, or a file of standard JSON.');
    const chain = await openChain({ rpc: values.rpc, sources }, io);
    if (compiled !== undefined) {
      const imported = await chain.engine.contracts.importBuildOutput('standard.json', compiled);
      if (!imported.ok) return refuse(io, imported.error);
    }
    return compare(chain, address, values.json === true, io);
  },
};

/** Compares what the engine knows with the code at an address. Returns the code to end with. */
async function compare({ engine, networkId, progress }: OpenChain, address: Address, json: boolean, io: Io) {
  const read = await readContract({ engine, networkId, address });
  progress.end();
  if (!read.ok) return refuse(io, read.error);
  const { account, source: found } = read.value;
  if (!runsCode(account)) {
    io.err('There is no code at this address.\n');
    return 1;
  }
  const source = found?.ok ? found.value.source : undefined;
  const compared = account.implementation?.address ?? address;
  const facts = { format: 'loupe-verification', version: 1, compared, statedBy: 'buildOutput' };
  const created = account.blueprint?.creates;
  const match = source?.match ?? created?.match ?? 'none';
  if (json) io.out(toJson({ ...contractFacts(read.value), ...facts, match }));
  else {
    const page = openPage(io);
    if (account.blueprint) page.line(`  ${address} is a blueprint (ERC-5202); its init code is compared`);
    const behind = account.implementation;
    if (behind)
      page.line(
        `  ${address} ${account.type === 'wallet' ? 'delegates to another account' : 'is a proxy'}; the code of ${behind.address} is compared`,
      );
    const same =
      source ?? (created && { ...created, compilerVersion: created.compilerVersion ?? '', origin: 'buildOutput' });
    if (same)
      page.line(
        { text: same.match === 'exact' ? '✓ the same code' : '✓ the same code but for its metadata', in: 'green' },
        `  ${harmlessText(same.file, 200)}:${harmlessText(same.contract, 80)}  ${harmlessText(same.compilerVersion, 60)}`,
        { text: `  from ${same.origin}`, in: 'dim' },
      );
    else page.line({ text: '✕ nothing here compiles to this code', in: 'red' });
  }
  if (found?.ok === false && created === undefined) complain(io, found.error.message);
  return match === 'none' ? 1 : 0;
}

/** Asks Sourcify for what runs at an address. Returns the code to end with. */
async function verifyBySourcify(
  address: Address,
  { rpc, server, solc, json = false }: { rpc?: string; server: string; solc?: string; json?: boolean },
  io: Io,
): Promise<number> {
  const chain = await openChain({ rpc, sources: undefined }, { ...io, folder: '/' });
  const { engine, networkId } = chain;
  const account = await engine.contracts.loadAccount(JOB, networkId, address);
  if (!account.ok) return refuse(io, account.error);
  const behind = account.value.implementation?.address ?? address;
  if (!runsCode(account.value)) return sayNone('There is no code at this address.', io);
  io.err(`Sourcify at ${harmlessText(server, 200)} is asked for ${behind} on chain ${networkId}.\n`);
  if (solc !== undefined) {
    const input = await inputOfSourcify(server, { networkId, address: behind });
    if (!input.ok) return refuse(io, input.error);
    if (input.value === undefined) return sayNone(NOT_VERIFIED, io);
    const compiled = await compileInput(input.value.input, solc, input.value.compilerVersion);
    const imported = await engine.contracts.importBuildOutput('sourcify.json', compiled);
    return imported.ok ? compare(chain, address, json, io) : refuse(io, imported.error);
  }
  const stated = await statedBySourcify(server, { networkId, address: behind });
  if (!stated.ok) return refuse(io, stated.error);
  if (stated.value === undefined) return sayNone(NOT_VERIFIED, io);
  const { match, name, compilerVersion } = stated.value;
  const facts = { format: 'loupe-verification', version: 1, address, compared: behind, statedBy: 'sourcify' };
  if (json) io.out(toJson({ ...facts, match, name: name?.text, compilerVersion }));
  else {
    const page = openPage(io);
    page.line(
      { text: match === 'exact' ? '✓ verified there' : '✓ verified there but for its metadata', in: 'green' },
      `  ${harmlessText(name?.text ?? '', 80)}  ${harmlessText(compilerVersion ?? '', 60)}`,
    );
    page.line('  Only Sourcify vouches for it; --solc compiles what it has here and compares.');
  }
  return 0;
}

const NOT_VERIFIED = 'Sourcify has not verified it.';

function sayNone(sentence: string, io: Io): 1 {
  complain(io, sentence);
  return 1;
}

/** Reads the build output, or the bytes of it that standard JSON was compiled to. */
async function readSource(
  given: string | undefined,
  solc: string,
  io: Io,
): Promise<{ sources?: string; compiled?: Uint8Array }> {
  if (given === undefined) return {};
  const path = resolve(io.folder, given);
  if (!existsSync(path)) throw new StartFailure(`There is nothing at ${given}.`);
  if (statSync(path).isDirectory()) return { sources: given };
  const text = readText(path);
  if (!text.ok) throw new StartFailure(`${given}: ${text.error}`);
  const input = readStandardInput(text.value);
  return input === undefined ? { sources: given } : { compiled: await compileInput(input, solc) };
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
