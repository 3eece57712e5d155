import { describe, expect, test } from 'vitest';
import { failingTransactions, type TransactionName, transactionNames, transactionNotes } from '../../devnet/names';
import { request } from '../../devnet/rpc';
import { runDemoChain } from '../helpers/demo-engine';

type Receipt = { status: string; type: string; blockNumber: string; gasUsed: string };

const chain = runDemoChain();

const ask = (method: string, params: unknown[]) => request(chain.devnet.rpcUrl, method, params);
const receiptOf = (name: TransactionName) =>
  ask('eth_getTransactionReceipt', [chain.keyOf(name).hash]) as Promise<Receipt>;
const addressOf = (label: string) => chain.devnet.manifest.contracts[label] ?? '';

// It has a node of its own: largest.test.ts.
const isOnChain = (name: string) => name !== 'hundred-thousand-calls';

describe('the demo chain', () => {
  test('has a transaction for each name, with the outcome the name says', async () => {
    expect(chain.devnet.manifest.transactions.map(({ name, note }) => [name, note])).toEqual(
      Object.entries(transactionNotes).filter(([name]) => isOnChain(name)),
    );
    for (const name of transactionNames.filter(isOnChain)) {
      const { status } = await receiptOf(name);
      expect([name, status]).toEqual([name, failingTransactions.has(name) ? '0x0' : '0x1']);
    }
  });

  test('has transactions of all types', async () => {
    const types = await Promise.all(
      (['legacy', 'access-list', 'ether-transfer', 'blob', 'set-code'] as const).map(
        async (name) => (await receiptOf(name)).type,
      ),
    );
    expect(types).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4']);
  });

  test('spends all gas where the name says so', async () => {
    expect((await receiptOf('out-of-gas')).gasUsed).toBe(`0x${(150_000).toString(16)}`);
    expect((await receiptOf('invalid-opcode')).gasUsed).toBe(`0x${(150_000).toString(16)}`);
  });

  test('covers several days of chain time', async () => {
    const timeOf = async (number: string) =>
      Number(((await ask('eth_getBlockByNumber', [number, false])) as { timestamp: string }).timestamp);
    const days = ((await timeOf('latest')) - (await timeOf('0x0'))) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(10);
  });

  test('nests calls 1,000 deep below the first', async () => {
    type Frame = { calls?: Frame[] };
    const tracer = { tracer: 'callTracer' };
    let frame = (await ask('debug_traceTransaction', [chain.keyOf('deep-recursion').hash, tracer])) as
      | Frame
      | undefined;
    let depth = 0;
    for (; frame?.calls !== undefined; frame = frame.calls[0]) depth++;
    expect(depth).toBe(1000);
  });

  test('keeps the unverified contract out of the build output, and only that', async () => {
    const { readFile } = await import('node:fs/promises');
    const build = JSON.parse(await readFile(chain.devnet.buildOutputPath, 'utf8')) as {
      output: {
        contracts: Record<string, Record<string, { abi: unknown[]; metadata: string; storageLayout: object }>>;
      };
    };
    const names = Object.values(build.output.contracts).flatMap((contracts) => Object.keys(contracts));
    expect(names).not.toContain('Mystery');
    expect(names).toEqual(expect.arrayContaining(['Router', 'Pair', 'VaultV2', 'Statistics', 'CallTree', 'Postcards']));
    expect(build.output.contracts['contracts/proxy/Vault.sol']?.VaultV2).toMatchObject({
      metadata: expect.stringContaining('0.8.37'),
      storageLayout: { storage: expect.arrayContaining([expect.objectContaining({ label: 'collectedFees' })]) },
    });
  });
});

describe('proxies of the demo chain', () => {
  const slot = (address: string, at: string, block = 'latest') =>
    ask('eth_getStorageAt', [address, at, block]) as Promise<string>;
  const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
  const beaconSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';

  test('change the vault’s implementation between the two named withdrawals', async () => {
    const vault = addressOf('VaultProxy');
    const before = await slot(vault, implementationSlot, (await receiptOf('uups-before-upgrade')).blockNumber);
    const after = await slot(vault, implementationSlot, (await receiptOf('uups-after-upgrade')).blockNumber);
    expect(`0x${before.slice(26)}`).toBe(addressOf('VaultV1'));
    expect(`0x${after.slice(26)}`).toBe(addressOf('VaultV2'));
  });

  test('ask the beacon', async () => {
    expect(`0x${(await slot(addressOf('NorthTally'), beaconSlot)).slice(26)}`).toBe(addressOf('Beacon'));
    expect(`0x${(await slot(addressOf('Beacon'), '0x0')).slice(26)}`).toBe(addressOf('TallyV2'));
  });

  test('are minimal where they should be, and the account that delegated says so', async () => {
    const code = (address: string) => ask('eth_getCode', [address, 'latest']) as Promise<string>;
    expect(await code(addressOf('FirstEscrow'))).toBe(
      `0x363d3d373d3d3d363d73${addressOf('Escrow').slice(2)}5af43d82803e903d91602b57fd5bf3`,
    );
    const [frank] = Object.entries(chain.devnet.manifest.accounts).find(([, label]) => label === 'Frank') ?? [''];
    expect(await code(frank)).toBe(`0xef0100${addressOf('SmartWallet').slice(2)}`);
  });

  test('stand at every address the manifest names', async () => {
    const code = (address: string) => ask('eth_getCode', [address, 'latest']) as Promise<string>;
    for (const [label, address] of Object.entries(chain.devnet.manifest.contracts)) {
      expect([label, (await code(address)).length > 2]).toEqual([label, true]);
    }
  });
});
