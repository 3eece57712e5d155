/** Overrides by variable and token on the demo chain: placed by sources and by running the token, kept with the simulation. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import {
  type AccountDraft,
  emptyAccount,
  emptyDraft,
  emptyStep,
  emptyToken,
  type SimulationDraft,
  type StepDraft,
  type TokenDraft,
} from '../../../../src/core/simulation/draft';
import type { SimulationResult } from '../../../../src/workers/trace/simulations.api';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const demo = runDemoChain();
const addressOf = (name: string) => (demo.devnet.manifest.contracts[name] ?? '').toLowerCase() as Address;
const POOR = `0x${'0c'.repeat(20)}` as Address;
const OTHER = `0x${'0d'.repeat(20)}` as Address;
const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`;
const ABI = parseAbi([
  'function members(uint256) view returns (address)',
  'function note() view returns (bytes)',
  'function limits(uint256) view returns (uint256)',
  'function owner() view returns (address)',
  'function openedAt() view returns (uint64)',
  'function paused() view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address, uint256) returns (bool)',
  'function transferFrom(address, address, uint256) returns (bool)',
]);
const call = (to: Address, functionName: string, args: readonly unknown[] = []): Partial<StepDraft> => ({
  from: POOR,
  to,
  input: encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
});

type Overrides = { accounts?: Partial<AccountDraft>[]; tokens?: Partial<TokenDraft>[] };
function draftOf(steps: readonly (Partial<StepDraft> & { set?: Overrides })[], set: Overrides = {}): SimulationDraft {
  const filled = ({ accounts = [], tokens = [] }: Overrides) => ({
    accounts: accounts.map((account) => ({ ...emptyAccount(), ...account })),
    tokens: tokens.map((token) => ({ ...emptyToken(), ...token })),
  });
  const draft = emptyDraft(
    String(ANVIL_NETWORK),
    steps.map(({ set: own = {}, ...step }) => emptyStep({ ...step, ...filled(own) })),
  );
  return { ...draft, blocks: draft.blocks.map((block) => ({ ...block, ...filled(set) })) };
}

async function run(draft: SimulationDraft): Promise<SimulationResult | string> {
  const { engine } = await startEngine([demo.proxy.url]);
  await importDemoContracts(engine, demo);
  const ran = await engine.trace.runSimulation(newJob(), draft);
  if (!ran.ok) return ran.error.message;
  // What it became is kept: nobody is asked any more.
  demo.proxy.set({ fault: { kind: 'drop' } });
  const reloaded = (await startEngine([demo.proxy.url])).engine;
  const result = await reloaded.trace.simulationResult(newJob(), ran.value.id);
  demo.proxy.set({});
  expect(result).toEqual(ran);
  return ran.value;
}

const outputs = (result: SimulationResult | string) =>
  typeof result === 'string'
    ? result
    : result.steps.map(({ outcome }) => (outcome.state === 'executed' ? outcome.output : outcome.state));
const namesOf = (result: SimulationResult | string) =>
  typeof result === 'string' ? result : result.placed.map(({ name }) => name);

describe('by variable', () => {
  test('arrays, their length and texts, as the contract itself reads them', async () => {
    const directory = addressOf('Directory');
    const note = `0x${'ab'.repeat(40)}` as Hex;
    const variables = `limits[1] = 77\nmembers.length = 9\nmembers[8] = ${OTHER}\nnote = ${note}`;
    const result = await run(
      draftOf([call(directory, 'limits', [1n]), call(directory, 'members', [8n]), call(directory, 'note')], {
        accounts: [{ address: directory, variables }],
      }),
    );
    expect(outputs(result)).toEqual([
      word(77),
      word(BigInt(OTHER)),
      `0x${'20'.padStart(64, '0')}${'28'.padStart(64, '0')}${note.slice(2)}${'0'.repeat(48)}`,
    ]);
    expect(namesOf(result)).toEqual([
      'limits[1] = 77',
      'members.length = 9',
      `members[8] = ${OTHER}`,
      ...Array.from({ length: 3 }, () => `note = ${note}`),
    ]);
  });

  test('of a proxy by the layout of what it runs, beside what is packed with it', async () => {
    const vault = addressOf('VaultProxy');
    const steps = [call(vault, 'owner'), call(vault, 'openedAt'), call(vault, 'paused')];
    const before = outputs(await run(draftOf(steps)));
    const after = outputs(await run(draftOf(steps, { accounts: [{ address: vault, variables: 'paused = true' }] })));
    expect(before[2]).toBe(word(0));
    expect(after).toEqual([before[0], before[1], word(1)]);
  });

  test.each([
    ['nothing = 1', 'The contract has no variable nothing in storage.'],
    [`members[900] = ${POOR}`, 'set members.length first to write at 900.'],
  ])('%s is refused in a sentence', async (variables, sentence) => {
    const directory = addressOf('Directory');
    const draft = draftOf([call(directory, 'note')], { accounts: [{ address: directory, variables }] });
    expect(await run(draft)).toContain(sentence);
  });

  test('without sources says what can be done', async () => {
    const draft = draftOf([{ from: POOR, to: OTHER }], { accounts: [{ address: OTHER, variables: 'a = 1' }] });
    expect(await run(draft)).toContain('No sources are known for the variables of');
  });
});

describe('by token', () => {
  test('a balance and an allowance, which are then spent; a later step on what the earlier ones left', async () => {
    const maple = addressOf('Maple');
    const result = await run(
      draftOf(
        [
          { ...call(maple, 'transferFrom', [OTHER, POOR, 2n * 10n ** 18n]) },
          call(maple, 'balanceOf', [OTHER]),
          {
            ...call(maple, 'balanceOf', [POOR]),
            set: { tokens: [{ token: maple, holder: POOR, amount: '100 tokens' }] },
          },
        ],
        {
          tokens: [
            { token: maple, holder: OTHER, amount: '5 tokens' },
            { token: maple, holder: OTHER, spender: POOR, amount: 'max' },
          ],
        },
      ),
    );
    expect(outputs(result)).toEqual([word(1), word(3n * 10n ** 18n), word(100n * 10n ** 18n)]);
    expect(namesOf(result)).toEqual([
      `balance of ${OTHER} = ${5n * 10n ** 18n}`,
      `allowance of ${OTHER} for ${POOR} = ${2n ** 256n - 1n}`,
      `balance of ${POOR} = ${100n * 10n ** 18n}`,
    ]);
  });

  // The upper half of slot 0, the lower one is something else.
  const PACKED: Hex = '0x5f5460801c5f5260205ff3';
  // Twice what slot 0 holds.
  const COMPUTED: Hex = '0x5f5460011b5f5260205ff3';

  test('that shares its slot leaves the rest of it', async () => {
    const account = { address: OTHER, code: PACKED, slots: '0x0 = 0x7' };
    const tokens = [{ token: OTHER, holder: POOR, amount: '12' }];
    const result = await run(draftOf([call(OTHER, 'balanceOf', [POOR])], { accounts: [account], tokens }));
    expect(outputs(result)).toEqual([word(12)]);
    expect(typeof result === 'string' ? result : result.placed[0]?.value).toBe(word((12n << 128n) | 7n));
  });

  test('that computes its balances, or is none, is refused in a sentence', async () => {
    const tokens = [{ token: OTHER, holder: POOR, amount: '12' }];
    const step = call(OTHER, 'balanceOf', [POOR]);
    const accounts = [{ address: OTHER, code: COMPUTED }];
    expect(await run(draftOf([step], { accounts, tokens }))).toContain('it may be computed, as shares are');
    expect(await run(draftOf([step], { tokens }))).toContain('it does not answer, so it is no token of this kind');
  });
});
