/**
 * The demo chain, ready to use.
 *
 * The first time, the contracts are compiled, the chain is written down and
 * signed, and played to a fresh Anvil. What was signed is kept, with the hash
 * of the last block: from then on it is only played. A state that Anvil dumped
 * would load slower: it holds every recorded step, 618 MB without the largest
 * transaction.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import { type Anvil, startAnvil } from './anvil';
import { type TransactionName, transactionNames, transactionNotes } from './names';
import { checkOutcomes, playBlocks, warmUpBlobs } from './play';
import type { RecordedChain } from './recorded-chain';
import { chainId } from './rules';
import { StartFailure } from './start-failure';
import { writeWhole } from './write-whole';

/** What there is on the demo chain. Addresses and hashes are lower case. */
export type Manifest = {
  chainId: number;
  /** Transactions in the order of `names.ts`. */
  transactions: { name: TransactionName; hash: Hex; note: string }[];
  /** Label of a contract, unique on the chain, to its address. */
  contracts: Record<string, Hex>;
  /** Address of an ordinary account to its label. */
  accounts: Record<Hex, string>;
};

export type Devnet = Anvil & {
  manifest: Manifest;
  /** Hardhat build-info file of all contracts but the unverified ones. */
  buildOutputPath: string;
  /** Hash of the named transaction. */
  hashOf(name: TransactionName): Hex;
  /** Address of the contract with that label. Throws when there is none. */
  addressOf(label: string): Hex;
};

export type DevnetOptions = {
  /** Port of the node; 0, the default, takes a free one. */
  port?: number;
  /** Called with what is being done, a few words each. */
  onProgress?: (text: string) => void;
  /** Leaves out `hundred-thousand-calls`, also of the manifest: it costs the node more than a gigabyte. All other hashes stay the same. */
  small?: boolean;
  /** Folder that keeps compiled contracts and the signed chain; `.cache/devnet` by default. */
  cacheFolder?: string;
};

/** The recorded chain with the hash its last block had when it was played for the first time. */
type KeptChain = RecordedChain & { tip?: Hex };

const LARGEST = 'hundred-thousand-calls' satisfies TransactionName;

type Prepared = { chain: KeptChain; chainPath: string; manifest: Manifest; buildOutputPath: string };

const devnetFolder = dirname(fileURLToPath(import.meta.url));
export const defaultCacheFolder = join(devnetFolder, '..', '.cache', 'devnet');

/** Starts Anvil, brings the demo chain up on it and lets it mine by itself from then on. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { port = 0, onProgress = () => {}, small = false, cacheFolder = defaultCacheFolder } = options;
  const prepared = await prepareChain(cacheFolder, onProgress);
  const anvil = await startAnvil(port);
  try {
    await bringUp(anvil.rpcUrl, prepared, small, onProgress);
  } catch (error) {
    await anvil.stop();
    throw error;
  }
  const { chain, buildOutputPath } = prepared;
  const manifest = small ? withoutLargest(prepared.manifest) : prepared.manifest;
  return {
    ...anvil,
    manifest,
    buildOutputPath,
    hashOf: (name) => chain.transactions[name] as Hex,
    addressOf: (label) => {
      const address = manifest.contracts[label];
      if (address === undefined) throw new Error(`No demo contract is labelled ${label}.`);
      return address;
    },
  };
}

/** The signed chain, kept or made now, without a node. Leaves `manifest.json` and `build-output.json` in the folder. */
export async function prepareChain(
  cacheFolder: string,
  onProgress: (text: string) => void = () => {},
): Promise<Prepared> {
  const chainPath = join(cacheFolder, `chain-${await cacheKey()}.json`);
  const buildOutputPath = join(cacheFolder, 'build-output.json');
  const found = await readFile(chainPath, 'utf8').catch(() => undefined);
  if (found !== undefined) {
    const chain = JSON.parse(found) as KeptChain;
    return { chain, chainPath, manifest: manifestOf(chain), buildOutputPath };
  }
  // Loaded only now, because the compiler's and signer's libraries take a second to load.
  const { recordChain } = await import('./record');
  const { chain, buildOutput } = await recordChain(cacheFolder, onProgress);
  const manifest = manifestOf(chain);
  await mkdir(cacheFolder, { recursive: true });
  await writeWhole(buildOutputPath, buildOutput);
  await writeWhole(join(cacheFolder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeWhole(chainPath, JSON.stringify(chain));
  return { chain, chainPath, manifest, buildOutputPath };
}

async function bringUp(rpcUrl: string, prepared: Prepared, small: boolean, onProgress: (text: string) => void) {
  const { chain, chainPath } = prepared;
  const blocks = small ? chain.blocks.filter(({ names }) => !names.includes(LARGEST)) : chain.blocks;
  const total = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  onProgress(`playing ${total} transactions in ${blocks.length} blocks`);
  const warm = warmUpBlobs(rpcUrl, chain.refusedBlob);
  const tip = await playBlocks(rpcUrl, blocks);
  await warm;
  if (small) return;
  if (chain.tip === undefined) {
    await checkOutcomes(rpcUrl, chain);
    await writeWhole(chainPath, JSON.stringify({ ...chain, tip } satisfies KeptChain));
  } else if (chain.tip !== tip) {
    throw new StartFailure(
      'The demo chain came out different from the last time; delete .cache/devnet and start again.',
    );
  }
}

function manifestOf(chain: RecordedChain): Manifest {
  const transactions = transactionNames.map((name) => {
    const hash = chain.transactions[name];
    if (hash === undefined) throw new Error(`No transaction of the demo chain is named ${name}.`);
    return { name, hash, note: transactionNotes[name] };
  });
  return { chainId, transactions, contracts: chain.contracts, accounts: chain.accounts };
}

function withoutLargest(manifest: Manifest): Manifest {
  return { ...manifest, transactions: manifest.transactions.filter(({ name }) => name !== LARGEST) };
}

/** Changes with the demo chain's sources, the compiler, and the libraries that encode and sign. */
async function cacheKey(): Promise<string> {
  const hash = createHash('sha256');
  const require = createRequire(import.meta.url);
  for (const name of ['solc', 'viem', '@foundry-rs/anvil']) {
    hash.update(`${name} ${(require(`${name}/package.json`) as { version: string }).version}\n`);
  }
  const entries = await readdir(devnetFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(sol|ts)$/.test(entry.name));
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash
      .update(path.slice(devnetFolder.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
