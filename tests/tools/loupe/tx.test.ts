/** `loupe tx`: what it says of transactions of the demo chain is what the pages show, asked of an engine of its own. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TransactionName } from '../../../devnet/names';
import type { Hex } from '../../../src/core/chain/primitives';
import { NEVER_PROVEN } from '../../../src/core/proof/proof-level-text';
import { fetchTransaction } from '../../../src/net/chain-reader';
import { setL1Block } from '../../../tools/l1-block';
import type { TransactionFacts } from '../../../tools/loupe/facts/transaction';
import { runLoupe } from '../../../tools/loupe/run';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { forgetAll, runDemoChain } from '../../helpers/demo-engine';
import { startFaultProxy } from '../../helpers/fault-proxy';
import { expectForm } from '../../helpers/json-form';
import { ioInto, loupe } from '../../helpers/loupe';
import { sendMined } from '../../helpers/mined';
import { rpcOf } from '../../helpers/rpc';
import { toldLikeThePage } from '../../helpers/told-like-the-page';
import { OP_NODES } from '../../workers/trace/replay/op-transactions';

const chain = runDemoChain();

const SAMPLE: readonly TransactionName[] = [
  'swap-too-little',
  'erc1155-mint-batch',
  'console-log',
  'set-code',
  'access-list',
  'blob',
];

// tests/tools/loupe/tx-all.test.ts does so of all of them.
describe('as JSON it says what the page shows of', () => {
  test.each(SAMPLE)('%s', (name) => toldLikeThePage(chain, name));
});

describe('on another chain', () => {
  /** The facts of a transfer on a node, and the wei that it cost the sender beside what it moved, by the node's balances. */
  async function transferOn(anvil: Anvil, url = anvil.url) {
    const [from, to] = ANVIL_ACCOUNTS;
    const balance = async () => BigInt(await anvil.call<Hex>('eth_getBalance', [from, 'latest']));
    const before = await balance();
    const { transactionHash } = await sendMined(anvil, { from, to, value: '0x7', gas: '0x186a0' });
    const { out, err, code } = await loupe(['tx', transactionHash, '--rpc', url, '--json']);
    expect([err, code]).toEqual(['', 0]);
    const facts = JSON.parse(out) as TransactionFacts;
    expectForm('tx', facts);
    return { facts, paid: before - (await balance()) - 7n };
  }

  test('of the OP Stack the fee has what is paid for data and to the operator', async () => {
    const { start, chainId } = OP_NODES.isthmus;
    const anvil = await start();
    onTestFinished(() => anvil.stop());
    await setL1Block(anvil);
    const { facts, paid } = await transferOn(anvil);
    expect(facts.network.id).toBe(chainId);
    expect(BigInt(facts.fee ?? 0)).toBe(paid);
  });

  test('whose rules are not known the level says that they were tried', async () => {
    const anvil = await startAnvil({ chainId: 987_654_321 });
    const proxy = await startFaultProxy(anvil.url);
    onTestFinished(async () => {
      await proxy.stop();
      await anvil.stop();
    });
    // What a development node says of its rules.
    proxy.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config|trace_.*|ots_.*)$/ });
    const { facts, paid } = await transferOn(anvil, proxy.url);
    expect(facts.proof).toMatchObject({
      level: 'compared',
      word: [expect.stringContaining('no balances'), NEVER_PROVEN],
    });
    expect(facts.proof?.levels[0]).toMatchObject({ level: 'compared', holds: true });
    expect(BigInt(facts.fee ?? 0)).toBe(paid);
  });
});

function tx(name: TransactionName, ...more: readonly string[]) {
  const { hash } = chain.keyOf(name);
  return loupe(['tx', hash, '--rpc', chain.proxy.url, '--sources', chain.devnet.buildOutputPath, ...more]);
}

test('as text a delegation is told with the account that it goes to', async () => {
  const stated = await fetchTransaction(rpcOf([chain.proxy.url]), chain.keyOf('set-code').hash);
  const to = stated.ok ? stated.value.authorizationList?.[0]?.address : undefined;
  expect((await tx('set-code')).out).toContain(`code 0 bytes → delegates to ${to}`);
});

test('the endpoint is asked once which chain it serves', async () => {
  chain.proxy.resetCounts();
  const begin = Date.now();
  expect((await tx('erc20-transfer')).code).toBe(0);
  // A node on this machine is asked again after three seconds, which a busy machine may take.
  expect(chain.proxy.calls('eth_chainId')).toBeLessThanOrEqual(1 + Math.floor((Date.now() - begin) / 3000));
  expect(chain.proxy.calls('eth_getTransactionByHash')).toBe(1);
});

test('no page asks meanwhile, so nothing waits for its next question', async () => {
  const { hash } = chain.keyOf('erc20-transfer');
  // The clock stands still but for what is waited: a busy machine would hide the wait.
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = globalThis.setTimeout;
  const waits: number[] = [];
  const spied = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    after = 0,
    ...given: unknown[]
  ) => {
    // The page's pause is 150 ms (background-budget.ts); what bounds a request is seconds.
    if (after > 0 && after < 1_000) {
      waits.push(after);
      vi.setSystemTime(Date.now() + after);
    }
    return start(run, after, ...(given as []));
  }) as typeof setTimeout);
  onTestFinished(() => {
    spied.mockRestore();
    vi.useRealTimers();
  });
  const { code, out } = await loupe(['tx', hash, '--rpc', chain.devnet.rpcUrl]);
  expect([code, out]).toEqual([0, expect.stringContaining('Proof  proven')]);
  expect(waits).toEqual([]);
});

test('a pending transaction ends with 1, and says that there is no trace yet', async () => {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  await anvil.call('evm_setAutomine', [false]);
  const [from, to] = ANVIL_ACCOUNTS;
  const hash = await anvil.call<string>('eth_sendTransaction', [{ from, to, value: '0x1' }]);
  const { code, out } = await loupe(['tx', hash, '--rpc', anvil.url]);
  expect(code).toBe(1);
  expect(out).toContain('The transaction is pending: there is no trace before it is in a block.');
});

test('where an endpoint cannot be reached, a terminal is told nothing of pages', async () => {
  chain.proxy.set({ fault: { kind: 'drop' }, methods: /^eth_getTransaction/ });
  const { code, err } = await tx('swap-too-little');
  expect(code).toBe(2);
  expect(err).toMatch(/cannot be reached\. Check that it is running, or add another endpoint\./);
});

test('without its receipt a transaction is told as executed, and as not verified', async () => {
  const fault = { kind: 'rpcError', code: -32000, message: 'old data not available due to pruning' } as const;
  chain.proxy.set({ fault, methods: /^eth_get(TransactionReceipt|BlockReceipts)$/ });
  const { code, out } = await tx('swap-too-little');
  expect(code).toBe(1); // as with every doubt
  expect(out).toMatch(/^✕ Router\.swapExactTokens reverted/);
  expect(out).toMatch(/Not verified: The endpoint has this transaction in a block and no receipt of it\./);
});

test('as text it begins with the sentence, and says how far it is proven, where it failed, and what it would have moved', async () => {
  const { code, out, err } = await tx('swap-too-little');
  expect([code, err]).toEqual([0, '']);
  const [first] = out.split('\n');
  // Router.sol, swapExactTokens: the pair gives 2.48 of the 1,000 that are asked for.
  expect(first).toMatch(/^✕ Router\.swapExactTokens reverted: TooLittleReceived\(2,485,[\d,]+, 1,000(,000){6}\)$/);
  expect(out).toContain('Proof  proven');
  expect(out).toMatch(
    /Stack trace.*\n {2}Router\.swapExactTokens {2}contracts\/amm\/Router\.sol:\d+\n {4}Reverted with/,
  );
  expect(out).toContain('Would have moved');
  expect(out).not.toContain('\u001b'); // no terminal, no colours
});

test('on a terminal it is coloured, and no line is wider', async () => {
  const { hash } = chain.keyOf('swap-too-little');
  const { out } = await loupe(['tx', hash, '--rpc', chain.proxy.url], '/', true);
  expect(out).toContain('\u001b[31m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of colours
  const widths = out.split('\n').map((line) => line.replace(/\u001b\[\d+m/g, '').length);
  expect(Math.max(...widths)).toBe(100);
});

test('--depth, --rows and --storage choose what of the tree is told', async () => {
  const rowsOf = async (...more: readonly string[]) => {
    const { out } = await tx('swap-too-little', '--json', ...more);
    return (JSON.parse(out) as { calls: { count: number; rows: { depth: number; kind: string }[] } }).calls;
  };
  const all = await rowsOf('--storage');
  expect(all.rows.some(({ kind }) => kind === 'write')).toBe(true);
  const calls = await rowsOf();
  expect(calls.rows).toEqual(all.rows.filter(({ kind }) => kind !== 'write' && kind !== 'read'));
  const shallow = await rowsOf('--depth', '1');
  expect(shallow.rows).toEqual(calls.rows.filter(({ depth }) => depth <= 1));
  const few = await rowsOf('--rows', '2');
  expect(few).toEqual({ count: calls.count, rows: calls.rows.slice(0, 2) });
});

test('a trace file says the same, without an endpoint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-tx-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'failed.loupe');
  const { out, code } = await tx('swap-too-little', '--file', file);
  expect(code).toBe(0);
  // Who reads may stop after the first lines (`| head`), and the file is there before them.
  const early: boolean[] = [];
  const io = { ...ioInto({ code: 0, out: '', err: '' }), out: () => early.push(existsSync(`${file}.2`)) };
  const { hash } = chain.keyOf('swap-too-little');
  await forgetAll();
  await runLoupe(['tx', hash, '--rpc', chain.proxy.url, '--file', `${file}.2`], io);
  expect(early[0]).toBe(true);
  await forgetAll();
  const opened = await loupe(['open', file]);
  expect(opened).toMatchObject({ code: 0, err: '' });
  expect(opened.out.split('\n').slice(0, 3)).toEqual(out.split('\n').slice(0, 3));
  expect(opened.out).toContain('Only the maker of the file vouches for its content.');
});

test('what is contradicted ends with 1, and says why', async () => {
  chain.proxy.set({
    refuse: /^debug_/,
    lie: (method, _, result) => (method === 'eth_getBalance' ? '0x33b2e3c9fd0803ce8000000' : result),
  });
  const { code, out } = await tx('erc20-transfer');
  expect(out).toContain('Not verified: The state has another balance');
  expect(code).toBe(1);
});
