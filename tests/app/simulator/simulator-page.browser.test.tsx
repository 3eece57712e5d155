/** The page of the simulator: what is pasted into it, and what stays of what was typed. */
import { afterEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { SimulatorPage } from '../../../src/app/views/simulator/SimulatorPage';
import { unpackDraft } from '../../../src/app/views/simulator/share-link';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import {
  draftOf,
  emptyDraft,
  emptyStep,
  type SimulationDraft,
  type StepDraft,
  writeDraft,
} from '../../../src/core/simulation/draft';
import { encodeTyped } from '../../../src/core/simulation/encode-text';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import { eventually } from '../../helpers/eventually';
import { type Answers, DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const KEPT = `loupe.draft simulator ${DEMO.id}`;
const ALICE = `0x${'1a'.repeat(20)}`;
const BOB = `0x${'2b'.repeat(20)}`;

let page: MountedAt | undefined;
afterEach(() => {
  page?.unmount();
  sessionStorage.clear();
});

const element = <Kind extends HTMLElement>(selector: string) => page?.element.querySelector<Kind>(selector) as Kind;
const button = (name: string) =>
  [...(page?.element.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
const kept = () => draftOf(JSON.parse(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}').json ?? 'null'));

test('a pasted request for another chain opens on the page of that chain, and the draft of this one stays', async () => {
  const typed = emptyDraft(String(DEMO.id), [emptyStep({ from: ALICE })]);
  const pasted = emptyDraft('10', [emptyStep({ from: BOB })]);
  sessionStorage.setItem(KEPT, JSON.stringify({ json: writeDraft(typed) }));
  page = mountAt({ path: '/simulator/new', pattern: '/simulator/new' }, <SimulatorPage network={DEMO} search={{}} />);
  await eventually(() => expect(button('Replace the request')).toBeDefined());
  element<HTMLDetailsElement>('details').open = true;
  await userEvent.fill(element<HTMLTextAreaElement>('details textarea'), writeDraft(pasted));
  await eventually(() => expect(button('Replace the request')?.disabled).toBe(false));
  await userEvent.click(button('Replace the request') as HTMLElement);
  await eventually(() => expect(page?.address()).toMatch(/^\/10\/simulator\/new#s=./));
  expect(await unpackDraft(page.address().split('#s=')[1] ?? '')).toEqual(ok(pasted));
  expect(kept()).toEqual(typed);
});

describe('the arguments of a step', () => {
  const runs: SimulationDraft[] = [];
  const contract: AccountSummary = {
    networkId: DEMO.id,
    address: BOB as Address,
    type: 'contract',
    balance: ok(0n),
    nonce: 1,
    codeSize: 100,
    knowledge: {
      networkId: DEMO.id,
      address: BOB as Address,
      abi: [
        {
          type: 'function',
          name: 'set',
          stateMutability: 'nonpayable',
          inputs: [{ name: 'values', type: 'uint256[2]' }],
          outputs: [],
        },
      ],
      fetchedAt: 0,
    },
  };
  const abi = createAbiEngine();
  /** Encoding waits for it. */
  let held = Promise.resolve();
  const answers: Answers = {
    abi: {
      ...abi,
      async encodeTypedCall(...asked) {
        await held;
        return abi.encodeTypedCall(...asked);
      },
    },
    contracts: { loadAccount: async () => ok(contract) },
    trace: {
      runSimulation: async (_job, draft) => {
        runs.push(draft);
        return fail(failure('unsupported', 'Nothing is run here.'));
      },
    },
  };

  function calldata(args: readonly string[]): Hex {
    const encoded = encodeTyped('set(uint256[2])', args);
    if (!encoded.ok) throw new Error(encoded.error);
    return encoded.value;
  }

  function open(step: Partial<StepDraft>): void {
    runs.length = 0;
    const draft = emptyDraft(String(DEMO.id), [emptyStep({ from: ALICE, to: BOB, ...step })]);
    sessionStorage.setItem(KEPT, JSON.stringify({ json: writeDraft(draft) }));
    page = mountAt(
      { path: '/simulator/new', pattern: '/simulator/new', answers },
      <SimulatorPage network={DEMO} search={{}} />,
    );
  }

  const numbers = () =>
    [...(page?.element.querySelectorAll('fieldset input') ?? [])].map((each) => (each as HTMLInputElement).value);
  const run = () => userEvent.click(button('Run the step') as HTMLElement);

  test('that do not encode are not run with the calldata of those before them', async () => {
    const args = ['["1","2"]'];
    open({ input: calldata(args), signature: 'function set(uint256[2])', args });
    await eventually(() => expect(numbers()).toEqual(['1', '2']));
    await userEvent.click(element('[aria-label="Remove item 1"]'));
    await eventually(() => expect(page?.element.textContent).toContain('once all inputs are valid'));
    await run();
    await eventually(() => expect(page?.element.textContent).toContain('uint256[2] has 2 items, got 1'));
    expect(runs).toEqual([]);
  });

  test('are encoded before they are run, however soon after typing that is asked', async () => {
    const args = ['["1","2"]'];
    open({ input: calldata(args), signature: 'function set(uint256[2])', args });
    await eventually(() => expect(numbers()).toEqual(['1', '2']));
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    await userEvent.fill(element('fieldset input'), '7');
    await run();
    await eventually(() => expect(button('Run the step')?.disabled).toBe(true));
    expect(runs).toEqual([]);
    release();
    await eventually(() => expect(runs).toHaveLength(1));
    expect(runs[0]?.blocks[0]?.steps[0]?.input).toBe(calldata(['["7","2"]']));
  });

  test('are those of the calldata, which is what is run, where the draft says something else', async () => {
    open({ input: calldata(['["3","4"]']), signature: 'function set(uint256[2])', args: ['["1","2"]'] });
    await eventually(() => expect(numbers()).toEqual(['3', '4']));
    await run();
    await eventually(() => expect(runs).toHaveLength(1));
  });

  test('are not made up where the calldata does not hold them', async () => {
    open({ input: calldata(['["3","4"]']).slice(0, -2) });
    await eventually(() => expect(page?.element.textContent).toContain('does not hold the arguments of this function'));
    expect(numbers()).toEqual([]);
    await run();
    await eventually(() => expect(runs).toHaveLength(1));
  });
});
