/**
 * The demo chain, ready to use.
 *
 * The first time, the contracts are compiled, the chain is written down and
 * signed (`scenario.ts`), and played to a fresh Anvil. What was signed is kept,
 * with the hash of the last block: from then on it is only played. Playing is
 * faster than loading a dumped state, which would hold every recorded step.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import { accountNames, accounts } from './accounts';
import { type Anvil, StartFailure, startAnvil } from './anvil';
import { constantBlob } from './blob';
import { blockGasLimit, chainId, isMeantToFail, type RecordedBlock, type RecordedChain } from './chain-builder';
import { compileContracts, writeWhole } from './compile';
import { type TransactionName, transactionNotes } from './names';
import { request } from './rpc';
import { writeChain } from './scenario';

/** What there is on the demo chain. Addresses and hashes are lower case. */
export type Manifest = {
  chainId: number;
  /** In the order of `names.ts`. */
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
  port: number;
  /** Told what is being done, a few words each. */
  onProgress?: (text: string) => void;
  /** Leaves out `hundred-thousand-calls`, the chain's last transaction, which costs the node 1.8 GB. */
  small?: boolean;
  /** Where compiled contracts and the signed chain are kept; `.cache/devnet` by default. */
  cacheFolder?: string;
};

type KeptChain = RecordedChain & { tip?: Hex };

const devnetFolder = dirname(fileURLToPath(import.meta.url));
export const defaultCacheFolder = join(devnetFolder, '..', '.cache', 'devnet');

/** Starts Anvil, brings the demo chain up on it and lets it mine by itself from then on. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { port, onProgress = () => {}, small = false, cacheFolder = defaultCacheFolder } = options;
  const anvil = await startAnvil(port);
  let kept: Prepared;
  try {
    const warm = warmUpBlobs(anvil.rpcUrl);
    kept = await prepareChain(cacheFolder, onProgress);
    await bringUp(anvil.rpcUrl, kept, small, onProgress);
    await warm;
  } catch (error) {
    await anvil.stop();
    throw error;
  }
  const { manifest, buildOutputPath } = kept;
  return {
    ...anvil,
    manifest,
    buildOutputPath,
    hashOf: (name) => kept.chain.transactions[name] as Hex,
    addressOf: (label) => {
      const address = manifest.contracts[label];
      if (address === undefined) throw new Error(`No demo contract is labelled ${label}.`);
      return address;
    },
  };
}

type Prepared = { chain: KeptChain; chainPath: string; manifest: Manifest; buildOutputPath: string };

/** The signed chain and its manifest, kept or made now, without a node. Writes manifest and build output beside it. */
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
  onProgress('compiling the contracts');
  const compiled = await compileContracts(cacheFolder);
  onProgress('signing the transactions');
  const chain = await writeChain(compiled);
  const manifest = manifestOf(chain);
  await mkdir(cacheFolder, { recursive: true });
  await writeWhole(buildOutputPath, JSON.stringify(compiled.verified));
  await writeWhole(join(cacheFolder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeWhole(chainPath, JSON.stringify(chain));
  return { chain, chainPath, manifest, buildOutputPath };
}

/**
 * Sends a blob with a wrong proof, which is refused. Before it can tell, Anvil builds its tables for KZG proofs,
 * which takes seconds of one core; so this runs beside everything else.
 */
async function warmUpBlobs(rpcUrl: string): Promise<void> {
  const blob = constantBlob('warm-up');
  const raw = await accounts.alice.signTransaction({
    type: 'eip4844',
    chainId,
    nonce: 0,
    gas: 21_000n,
    to: accounts.alice.address,
    maxFeePerGas: 3_000_000_000n,
    maxFeePerBlobGas: 1_000_000_000n,
    blobVersionedHashes: [blob.versionedHash],
    sidecars: [{ blob: blob.blob, commitment: blob.commitment, proof: blob.commitment }],
  });
  await request(rpcUrl, 'eth_sendRawTransaction', [raw]).catch(() => {});
}

async function bringUp(rpcUrl: string, kept: Prepared, small: boolean, onProgress: (text: string) => void) {
  const { chain, chainPath } = kept;
  const blocks = small ? chain.blocks.slice(0, -1) : chain.blocks;
  const total = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  onProgress(`playing ${total} transactions in ${blocks.length} blocks`);
  await playBlocks(rpcUrl, blocks);
  const tip = ((await request(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as { hash: Hex }).hash;
  if (!small && chain.tip === undefined) {
    await checkOutcomes(rpcUrl, chain);
    await writeWhole(chainPath, JSON.stringify({ ...chain, tip } satisfies KeptChain));
  } else if (!small && chain.tip !== tip) {
    throw new StartFailure(
      'The demo chain came out different from the last time; delete .cache/devnet and start again.',
    );
  }
  await request(rpcUrl, 'evm_setAutomine', [true]);
  // From here on blocks carry the time of day, as those of any local node do.
  await request(rpcUrl, 'anvil_setTime', [Math.floor(Date.now() / 1000)]);
}

/** Mines the blocks in order on a node that mines only when told. */
async function playBlocks(rpcUrl: string, blocks: readonly RecordedBlock[]): Promise<void> {
  let gasLimit = `0x${blockGasLimit.toString(16)}`;
  const setGasLimit = async (next: string) => {
    if (next !== gasLimit) await request(rpcUrl, 'evm_setBlockGasLimit', [next]);
    gasLimit = next;
  };
  for (const block of blocks) {
    await setGasLimit(block.gasLimit);
    for (const raw of block.transactions) await request(rpcUrl, 'eth_sendRawTransaction', [raw]);
    await request(rpcUrl, 'evm_mine', [{ timestamp: block.timestamp }]);
  }
  await setGasLimit(`0x${blockGasLimit.toString(16)}`);
}

/** Throws when a transaction is missing, or succeeded or failed against its purpose. */
async function checkOutcomes(rpcUrl: string, chain: RecordedChain): Promise<void> {
  const names = new Map(Object.entries(chain.transactions).map(([name, hash]) => [hash, name]));
  for (const [index, block] of chain.blocks.entries()) {
    const number = `0x${(index + 1).toString(16)}`;
    const receipts = (await request(rpcUrl, 'eth_getBlockReceipts', [number])) as {
      transactionHash: Hex;
      status: Hex;
    }[];
    if (receipts.length !== block.transactions.length) {
      throw new Error(
        `Block ${index + 1} holds ${receipts.length} transactions instead of ${block.transactions.length}.`,
      );
    }
    for (const { transactionHash, status } of receipts) {
      const name = names.get(transactionHash) ?? '';
      if ((status === '0x0') !== isMeantToFail(name)) {
        throw new Error(
          `Transaction ${transactionHash} (${name || 'unnamed'}, block ${index + 1}) has status ${status}.`,
        );
      }
    }
  }
}

function manifestOf(chain: RecordedChain): Manifest {
  const names = Object.keys(transactionNotes) as TransactionName[];
  return {
    chainId,
    transactions: names.map((name) => {
      const hash = chain.transactions[name];
      if (hash === undefined) throw new Error(`No transaction of the demo chain is named ${name}.`);
      return { name, hash, note: transactionNotes[name] };
    }),
    contracts: chain.contracts,
    accounts: Object.fromEntries(
      accountNames.map((name) => [accounts[name].address.toLowerCase(), `${name[0]?.toUpperCase()}${name.slice(1)}`]),
    ),
  };
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
