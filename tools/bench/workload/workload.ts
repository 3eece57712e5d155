/**
 * The transactions the page is measured on, sent to a fresh Anvil: a transfer
 * (a), a two-hop swap with two caught reverts (b), and trees of a thousand (c)
 * and a hundred thousand calls (d). Numbers of calls and gas are checked before
 * anything is measured, so that a figure always means the same work.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { buildInfo } from './machine';

export type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>;

export const NODE_ARGUMENTS = [
  '--code-size-limit',
  '999999',
  '--hardfork',
  'prague',
  '--disable-block-gas-limit',
  '--timestamp',
  '1700000000',
];

/** The facts that hold of a measured transaction. */
export const EXPECTED = {
  a: { frames: 1, gasUsed: 51_689 },
  b: { frames: 21, gasUsed: 224_039 },
  c: { frames: 1_001, gasUsed: 1_287_572 },
  d: { frames: 99_961, gasUsed: 37_630_686 },
} as const;

export type Workload = Record<keyof typeof EXPECTED, Hex>;

type Artifact = { abi: Abi; evm: { bytecode: { object: string } } };
type Receipt = { contractAddress: Address | null; gasUsed: Hex; status: Hex; transactionHash: Hex };

/** Deploys and sends everything. Throws when a transaction fails or its gas is not the expected. */
export async function sendWorkload(call: Call): Promise<Workload> {
  const sender = await createSender(call);
  const { a, b } = await sendMarket(sender);
  const tree = await sender.deploy('Tree');
  const c = await sender.send(tree, sender.encode('Tree', 'run', [238n]), 1e9);
  const fastTree = await sender.deploy('FastTree');
  const d = await sender.send(fastTree, `0x44444444${(23_800).toString(16).padStart(64, '0')}`, 2e10);
  check({ a, b, c, d });
  return { a: a.transactionHash, b: b.transactionHash, c: c.transactionHash, d: d.transactionHash };
}

/** Deploys and sends what the swap (b) needs, and that; answers its hash. */
export async function sendSwap(call: Call): Promise<Hex> {
  const { a, b } = await sendMarket(await createSender(call));
  check({ a, b });
  return b.transactionHash;
}

function check(receipts: Partial<Record<keyof Workload, Receipt>>): void {
  for (const [id, receipt] of Object.entries(receipts) as [keyof Workload, Receipt][]) {
    if (Number(receipt.gasUsed) !== EXPECTED[id].gasUsed) {
      throw new Error(`Transaction (${id}) used ${Number(receipt.gasUsed)} gas, not ${EXPECTED[id].gasUsed}.`);
    }
  }
}

async function sendMarket({ other, send, deploy, encode }: Sender): Promise<{ a: Receipt; b: Receipt }> {
  const alpha = await deploy('Token', ['Alpha', 'ALP']);
  const beta = await deploy('Token', ['Beta', 'BET']);
  const gamma = await deploy('Token', ['Gamma', 'GAM']);
  const oracle = await deploy('Oracle');
  const pair1 = await deploy('Pair', [alpha, beta, oracle]);
  const pair2 = await deploy('Pair', [beta, gamma, oracle]);
  const router = await deploy('Router');
  await send(beta, encode('Token', 'transfer', [pair1, 10n ** 27n]));
  await send(gamma, encode('Token', 'transfer', [pair2, 10n ** 27n]));
  await send(alpha, encode('Token', 'approve', [router, 10n ** 27n]));
  const a = await send(alpha, encode('Token', 'transfer', [other, 10n ** 18n]));
  const hops = [alpha, beta, gamma, pair1, pair2, 10n ** 18n];
  return { a, b: await send(router, encode('Router', 'swapTwoHops', hops)) };
}

/** A pool each for so many trades of a block: transactions of one block share contracts, and prices depend on the trades before. */
const TRADES_PER_POOL = 5;

/**
 * Sends `trades` transactions that touch four contracts and 15 slots each and are mined in one block, in the order of the
 * answer. The node needs as many accounts, and mines on demand afterwards. The last has a pool to itself, so that it comes out
 * as it would on the state of the block before; its rows may be shown before the others are executed.
 */
export async function sendCrowd(call: Call, trades: number): Promise<readonly Hex[]> {
  const { send, deploy, encode } = await createSender(call);
  const accounts = await call<Address[]>('eth_accounts', []);
  if (accounts.length < trades) throw new Error(`The node has ${accounts.length} accounts, not ${trades}.`);
  const desk = await deploy('Desk');
  const shared = Math.ceil(trades / TRADES_PER_POOL);
  for (let opened = 0; opened <= shared; opened += 5) await send(desk, encode('Desk', 'open', [5n]));
  await call('evm_setAutomine', [false]);
  const hashes: Hex[] = [];
  for (let index = 0; index < trades; index++) {
    const data = encode('Desk', 'trade', [
      BigInt(index === trades - 1 ? shared : index % shared),
      10n ** 18n + BigInt(index),
    ]);
    // The higher the price, the earlier in the block.
    const gasPrice = `0x${(10n ** 11n - BigInt(index) * 10n ** 8n).toString(16)}`;
    const transaction = { from: accounts[index], to: desk, data, gas: '0x61a80', gasPrice };
    hashes.push(await call<Hex>('eth_sendTransaction', [transaction]));
  }
  await call('evm_mine', []);
  for (const [index, hash] of hashes.entries()) {
    const receipt = await call<(Receipt & { transactionIndex: Hex }) | null>('eth_getTransactionReceipt', [hash]);
    if (receipt?.status !== '0x1' || Number(receipt.transactionIndex) !== index)
      throw new Error(`Trade ${index} was not mined at its place.`);
  }
  return hashes;
}

type Sender = Awaited<ReturnType<typeof createSender>>;

async function createSender(call: Call) {
  const artifacts = compile();
  const [from, other] = await call<[Address, Address]>('eth_accounts', []);

  const send = async (to: Address | undefined, data: Hex, gas = 29_000_000): Promise<Receipt> => {
    const transaction = { from, data, gas: `0x${gas.toString(16)}`, ...(to === undefined ? {} : { to }) };
    const hash = await call<Hex>('eth_sendTransaction', [transaction]);
    for (;;) {
      const receipt = await call<Receipt | null>('eth_getTransactionReceipt', [hash]);
      if (receipt !== null) {
        if (receipt.status !== '0x1') throw new Error(`A workload transaction failed: ${hash}`);
        return receipt;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const deploy = async (name: string, args: readonly unknown[] = []): Promise<Address> => {
    const { abi, evm } = artifactOf(artifacts, name);
    const { contractAddress } = await send(
      undefined,
      encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args }),
    );
    if (contractAddress === null) throw new Error(`${name} was not created`);
    return contractAddress;
  };
  const encode = (name: string, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: artifactOf(artifacts, name).abi, functionName, args });
  return { other, send, deploy, encode };
}

function artifactOf(artifacts: Record<string, Artifact>, name: string): Artifact {
  const artifact = artifacts[name];
  if (artifact === undefined) throw new Error(`The workload has no contract ${name}.`);
  return artifact;
}

/** Returns the contracts with their sources, as Hardhat's build-info: JSON text. */
export function workloadBuildOutput(): string {
  return buildInfo(run(['abi', 'evm.bytecode', 'evm.deployedBytecode', 'storageLayout']));
}

/** Compiles all files; by contract name. */
function compile(): Record<string, Artifact> {
  const { output } = run(['abi', 'evm.bytecode.object']);
  return Object.assign({}, ...Object.values(output.contracts)) as Record<string, Artifact>;
}

/** Compiles all files with the optimizer at 200 runs. */
function run(selected: readonly string[]) {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
  const files = ['Workload.sol', 'FastTree.sol', 'Crowd.sol'];
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(join(import.meta.dirname, file), 'utf8') }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': selected, '': ['ast'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { severity: string; formattedMessage: string }[];
    contracts: Record<string, Record<string, Artifact>>;
  };
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return { input, output, version: solc.version() };
}
