/**
 * EDR's chain of the OP Stack (Hardhat 3's), in this process behind HTTP. It is
 * no dependency: `EDR` names a folder in which it was installed, with its part
 * for this machine:
 *
 *     npm i --prefix DIR @nomicfoundation/edr@0.22.0 @nomicfoundation/edr-linux-x64-gnu@0.22.0
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { serializeTransaction } from 'viem/op-stack';
import { hexToBytes } from '../../src/core/chain/hex';
import type { Hex } from '../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, ANVIL_KEYS, type Anvil } from './anvil';

/** Folder that EDR was installed in; undefined where nobody named one. */
export const EDR_FOLDER = process.env.EDR;

type Provider = { handleRequest(request: string): Promise<{ data: string | object }> };
type Edr = {
  EdrContext: new () => {
    registerProviderFactory(chainType: string, factory: unknown): Promise<void>;
    createProvider(chainType: string, ...config: unknown[]): Promise<Provider>;
  };
  ContractDecoder: new () => unknown;
  MineOrdering: { Priority: unknown };
  OP_CHAIN_TYPE: string;
  OpHardfork: { Isthmus: unknown };
  opProviderFactory(): unknown;
  opGenesisState(hardfork: unknown): object[];
  opHardforkToString(hardfork: unknown): string;
};

const GAS_LIMIT = 30_000_000n;

/**
 * Starts a chain under Isthmus that mines each transaction at once. Its `call` takes deposits as Anvil takes them, but
 * that each comes from an account of its own. Always `stop()` it.
 */
export async function startEdr(folder: string, chainId: number): Promise<Pick<Anvil, 'url' | 'call' | 'stop'>> {
  const provider = await provide(folder, BigInt(chainId));
  const answer = async (request: string): Promise<string> => {
    const { data } = await provider.handleRequest(request);
    return typeof data === 'string' ? data : JSON.stringify(data);
  };
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    const body: object | object[] = JSON.parse(await text(request));
    const answers = await Promise.all([body].flat().map((each) => answer(JSON.stringify(each))));
    response.end(Array.isArray(body) ? `[${answers.join()}]` : answers[0]);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async call(method, params = []) {
      const ask = async ([name, given]: Call) => {
        const { result, error } = JSON.parse(await answer(JSON.stringify({ id: 1, method: name, params: given })));
        if (error) throw new Error(`${name}: ${error.message}`);
        return result;
      };
      const raw = rawDeposit(method, params);
      if (raw === undefined) return ask([method.replace(/^anvil_/, 'hardhat_'), params]);
      // Its pool asks a deposit for fees, and does not count what is minted.
      await ask(['hardhat_setNextBlockBaseFeePerGas', ['0x0']]);
      await ask(['hardhat_setBalance', [raw.from, '0xf4240']]);
      const hash = await ask(['eth_sendRawTransaction', [raw.bytes]]);
      await ask(['hardhat_setNextBlockBaseFeePerGas', ['0x3b9aca00']]);
      return hash;
    },
    stop: () => new Promise((ended) => server.close(() => ended())),
  };
}

async function provide(folder: string, chainId: bigint): Promise<Provider> {
  const edr: Edr = createRequire(join(resolve(folder), 'package.json'))('@nomicfoundation/edr');
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.OP_CHAIN_TYPE, edr.opProviderFactory());
  const accounts = ANVIL_ACCOUNTS.map((address) => ({ address: hexToBytes(address), balance: 10n ** 22n }));
  const config = {
    allowBlocksWithSameTimestamp: false,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: false,
    bailOnTransactionFailure: false,
    chainId,
    networkId: chainId,
    coinbase: hexToBytes('0x4200000000000000000000000000000000000011'),
    defaultTransactionGasLimit: GAS_LIMIT,
    genesisState: [...edr.opGenesisState(edr.OpHardfork.Isthmus), ...accounts],
    hardfork: edr.opHardforkToString(edr.OpHardfork.Isthmus),
    initialBaseFeePerGas: 10n ** 9n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    minGasPrice: 0n,
    mining: { autoMine: true, blockGasLimit: GAS_LIMIT, memPool: { order: edr.MineOrdering.Priority } },
    network: { genesisBlockGasLimit: GAS_LIMIT, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } },
    observability: {},
    ownedAccounts: ANVIL_KEYS,
    precompileOverrides: [],
  };
  const logger = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined };
  const subscription = { subscriptionCallback: () => undefined };
  return context.createProvider(edr.OP_CHAIN_TYPE, config, logger, subscription, new edr.ContractDecoder());
}

type Call = readonly [method: string, params: readonly unknown[]];

/**
 * Returns the bytes of a deposit that is sent as Anvil takes them; undefined for all other calls. EDR takes bytes alone,
 * and of accounts that sent nothing yet.
 */
function rawDeposit(method: string, params: readonly unknown[]): { from: Hex; bytes: Hex } | undefined {
  const [sent] = params as [Record<string, Hex | null> | undefined];
  if (method !== 'eth_sendTransaction' || sent?.type !== '0x7e') return undefined;
  const { to, mint, value, gas, input, sourceHash = '0x' } = sent as Record<string, Hex>;
  const amounts = { mint: BigInt(mint ?? 0), value: BigInt(value ?? 0), gas: BigInt(gas ?? 0) };
  const from: Hex = `0xde${sourceHash.slice(-38)}`;
  const fields = { type: 'deposit', from, to: to ?? undefined, data: input, sourceHash, ...amounts };
  return { from, bytes: serializeTransaction(fields as Parameters<typeof serializeTransaction>[0]) };
}
