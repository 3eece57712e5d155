/** Publishing: what is chosen is what is shown, and what Sourcify has is not denied. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Publish } from '../../../src/app/views/verification/Publish';
import type { Address } from '../../../src/core/chain/primitives';
import { emptySettings } from '../../../src/core/contract/verification/draft';
import type { Failure } from '../../../src/core/values/failure';
import { ok, type Result } from '../../../src/core/values/result';
import type {
  MatchedAddress,
  Published,
  PublishProgress,
  VerificationOutcome,
} from '../../../src/workers/contracts/verification.api';
import { eventually } from '../../helpers/eventually';
import { later, type MountedStep, mountStep } from './mount-step';

const [A, B, C, D] = ['1a', '1b', '1c', '1d'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
  Address,
];
const SETTINGS = { ...emptySettings, compilerVersion: '0.8.30+commit.73712a01' };
const OUTCOME = {
  best: { label: '', settings: SETTINGS, errors: [], verdict: { match: 'exact', path: 'A.sol', name: 'A' } },
  tried: [],
} as unknown as VerificationOutcome;
const TAKEN: Published = { state: 'verified', match: 'exact', url: 'https://sourcify.example' };

type Matched = Result<readonly MatchedAddress[], Failure>;
/** A publication that the worker was asked for, which the test speaks for. */
type Publishing = {
  address: Address;
  progress: (state: PublishProgress) => void;
  answer: (published: Result<Published, Failure>) => void;
};

let page: MountedStep | undefined;
afterEach(() => page?.unmount());

/** The step with a match; `published` and `compared` are what the workers were asked, in order. */
async function openVerified() {
  const published: Publishing[] = [];
  const compared: { addresses: readonly Address[]; answer: (matched: Matched) => void }[] = [];
  const opened = await mountStep(
    { method: 'files', uploaded: { 'A.sol': 'contract A {}' }, settings: SETTINGS },
    {
      codeFacts: async () => ok({ length: 100, language: 'Solidity', evmVersion: undefined, usesPush0: false }),
      verifyContract: async () => ok(OUTCOME),
      matchAddresses: (_job, _networkId, { addresses }) => {
        const asked = later<Matched>();
        compared.push({ addresses, answer: asked.resolve });
        return asked.promise;
      },
      publishContract: (_job, _networkId, address, _draft, progress) => {
        const asked = later<Result<Published, Failure>>();
        published.push({ address, progress, answer: asked.resolve });
        return asked.promise;
      },
    },
    (verification) => verification.snapshot.context.outcome !== undefined && <Publish verification={verification} />,
  );
  page = opened;
  const { send } = opened.verification();
  send({ type: 'user.step', step: 'settings' });
  send({ type: 'user.compile' });
  await eventually(() => expect(text()).toContain('Not public yet.'));
  return { ...opened, published, compared };
}

const text = () => page?.element.textContent ?? '';
const match = (address: Address): MatchedAddress => ({
  address,
  state: 'match',
  path: 'A.sol',
  name: `Of ${address.slice(0, 4)}`,
  match: 'exact',
});
const other = (address: Address): MatchedAddress => ({ address, state: 'other' });
const boxes = () => [...(page?.element.querySelectorAll<HTMLElement>('[role=checkbox]') ?? [])];
/** Names of the contracts that are ticked. */
const ticked = () =>
  boxes()
    .filter((box) => box.closest('[aria-label="Contracts to publish"]') !== null)
    .filter((box) => box.getAttribute('aria-checked') === 'true')
    .map((box) => box.parentElement?.textContent);

type Opened = Awaited<ReturnType<typeof openVerified>>;

/** Opens the list of others, and compares these. */
async function compare({ element, compared, click }: Opened, found: readonly MatchedAddress[]): Promise<void> {
  const addresses = element.querySelector('textarea') as HTMLTextAreaElement;
  await userEvent.fill(addresses, found.map(({ address }) => address).join('\n'));
  const asked = compared.length;
  await click('button', 'Compare');
  await eventually(() => expect(compared.length).toBe(asked + 1));
  compared[asked]?.answer(ok(found));
  const matches = found.filter(({ state }) => state === 'match').map(({ address }) => `Of ${address.slice(0, 4)}`);
  await eventually(() => expect(ticked()).toEqual(matches));
}

/** Compares one that was left out with settings of its own; answers how to answer for the worker. */
async function compareOwn({ element, compared, click }: Opened, address: Address) {
  if (element.querySelector('[aria-label="Left out"]')?.checkVisibility() !== true)
    await click('summary', '1 address left out');
  await click('button', 'Own settings');
  const asked = compared.length;
  await eventually(() =>
    expect(element.querySelector(`form[aria-label="Compiler settings of ${address}"]`)).not.toBeNull(),
  );
  const submit = element.querySelector<HTMLElement>('form button[type=submit]') as HTMLElement;
  await userEvent.click(submit);
  await eventually(() => expect(compared.length).toBe(asked + 1));
  return (found: MatchedAddress) => compared[asked]?.answer(ok([found]));
}

test('what was sent before it is cancelled is said, and that nothing is public is not', async () => {
  const { published, click } = await openVerified();
  await click('button', 'Publish to Sourcify');
  await eventually(() => expect(published).toHaveLength(1));
  published[0]?.progress('waiting');
  await eventually(() => expect(text()).toContain('Sourcify has the sources and compiles them.'));
  await click('button', 'Cancel');
  await eventually(() => expect(text()).toContain('Cancelled. Sourcify goes on with what it was sent.'));
  expect(text()).not.toContain('Not public yet');
  expect(text()).not.toContain('Nothing was changed');
  expect(text()).toContain('Publish to Sourcify');
});

test('a contract that was taken before the others are cancelled stays published', async () => {
  const opened = await openVerified();
  const { published, click } = opened;
  await click('summary', 'Other contracts of these sources');
  await compare(opened, [match(A), match(B)]);
  await click('button', 'Publish 3 contracts to Sourcify');
  await eventually(() => expect(published).toHaveLength(1));
  published[0]?.answer(ok(TAKEN));
  await eventually(() => expect(published).toHaveLength(2));
  expect(text()).toContain('Sourcify verified the contract: exact match.');
  await click('button', 'Cancel');
  await eventually(() => expect(text()).toContain('Publish 2 contracts to Sourcify'));
  expect(text()).toContain('Sourcify verified the contract: exact match.');
  expect(text()).not.toContain('Not public yet');
  expect(published.map(({ address }) => address)).toEqual([opened.address, A]);
});

test('others that are chosen keep their list while they are published, and can be left out after it', async () => {
  const opened = await openVerified();
  const { published, element, click } = opened;
  await click('summary', 'Other contracts of these sources');
  await compare(opened, [match(A), match(B), match(C)]);
  await click('button', 'Publish 4 contracts to Sourcify');
  await eventually(() => expect(published).toHaveLength(1));
  const list = element.querySelector('[aria-label="Contracts to publish"]');
  expect(list?.checkVisibility()).toBe(false);
  await click('button', 'Cancel');
  await eventually(() => expect(list?.checkVisibility()).toBe(true));
  expect(ticked()).toEqual(['Of 0x1a', 'Of 0x1b', 'Of 0x1c']);
  await userEvent.click(boxes()[0] as HTMLElement);
  await eventually(() => expect(text()).toContain('Publish 3 contracts to Sourcify'));
});

test('a contract that is left out while another is compared stays left out', async () => {
  const opened = await openVerified();
  await opened.click('summary', 'Other contracts of these sources');
  await compare(opened, [match(A), match(B), other(C)]);
  const answer = await compareOwn(opened, C);
  await userEvent.click(boxes()[0] as HTMLElement);
  await eventually(() => expect(ticked()).toEqual(['Of 0x1b']));
  answer(match(C));
  await eventually(() => expect(ticked()).toEqual(['Of 0x1b', 'Of 0x1c']));
  expect(text()).toContain('Publish 3 contracts to Sourcify');
});

test('a contract that is in the list no more is not chosen by the answer that comes for it', async () => {
  const opened = await openVerified();
  await opened.click('summary', 'Other contracts of these sources');
  await compare(opened, [match(A), other(C)]);
  const answer = await compareOwn(opened, C);
  await compare(opened, [match(D), other(B)]);
  answer(match(C));
  // The next answer is shown after this one.
  const answerNext = await compareOwn(opened, B);
  answerNext(match(B));
  await eventually(() => expect(ticked()).toEqual(['Of 0x1d', 'Of 0x1b']));
  expect(text()).toContain('Publish 3 contracts to Sourcify');
});
