/** Missing sources of the review: what is added while others are on their way stays. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ReviewStep } from '../../../src/app/views/verification/ReviewStep';
import { reviewSources } from '../../../src/core/contract/verification/review-sources';
import type { Failure } from '../../../src/core/values/failure';
import { ok, type Result } from '../../../src/core/values/result';
import { savePreference } from '../../../src/db/reader/preferences';
import type { ContractsService } from '../../../src/workers/client';
import type { FetchedImports } from '../../../src/workers/contracts/verification.api';
import { allowOnly } from '../../helpers/consent';
import { eventually } from '../../helpers/eventually';
import { later, type MountedStep, mountStep } from './mount-step';

const LOADED = '@pack/contracts@1.0.0/Loaded.sol';
const BOTH = '@pack/contracts@1.0.0/Both.sol';
const SOURCE = `import "${LOADED}"; import "${BOTH}"; import "./Own.sol"; contract A {}`;

let page: MountedStep | undefined;
beforeEach(() => allowOnly('sourceHosts'));
afterEach(async () => {
  page?.unmount();
  await savePreference('providers', {});
});

/** The review of a source with three missing imports. */
async function openReview(contracts: Partial<ContractsService>): Promise<MountedStep> {
  const opened = await mountStep(
    { method: 'files', uploaded: { 'A.sol': SOURCE } },
    { reviewSources: async (_job, _networkId, _address, draft) => ok(reviewSources(draft)), ...contracts },
    (verification) => verification.snapshot.matches('review') && <ReviewStep verification={verification} />,
  );
  page = opened;
  await eventually(() => expect(opened.element.textContent).toContain('3 sources missing'));
  return opened;
}

const added = () => page?.verification().snapshot.context.draft.added;

async function paste({ element }: MountedStep, name: string, text: string): Promise<void> {
  const field = [...element.querySelectorAll('li')].find((one) => one.querySelector('code')?.textContent === name);
  await userEvent.fill(field?.querySelector('textarea') as HTMLTextAreaElement, text);
  await userEvent.click(field?.querySelector('button') as HTMLButtonElement);
  await eventually(() => expect(added()?.[name]).toBe(text));
}

test('what is pasted while sources are loaded stays, and goes before what is loaded', async () => {
  const loading = later<Result<FetchedImports, Failure>>();
  const opened = await openReview({ fetchImports: () => loading.promise });
  await opened.click('button', 'Load 2 sources');
  await eventually(() => expect(opened.element.textContent).toContain('Cancel'));
  await paste(opened, 'Own.sol', 'contract Own {}');
  await paste(opened, BOTH, 'contract Pasted {}');
  loading.resolve(ok({ found: { [LOADED]: 'contract Loaded {}', [BOTH]: 'contract Both {}' }, problems: [] }));
  await eventually(() => expect(added()).toHaveProperty([LOADED]));
  expect(added()).toEqual({
    'Own.sol': 'contract Own {}',
    [BOTH]: 'contract Pasted {}',
    [LOADED]: 'contract Loaded {}',
  });
  await eventually(() => expect(opened.element.textContent).toContain('Nothing is missing'));
});

test('what is pasted while files are read stays', async () => {
  const filling = later<Readonly<Record<string, string>>>();
  let isAsked = false;
  const opened = await openReview({
    readSourceFiles: async () => ({ sources: {}, rejected: [], remappings: '', settings: {} }),
    fillMissing: () => {
      isAsked = true;
      return filling.promise;
    },
  });
  const input = opened.element.querySelector('input[aria-label="Files of missing imports"]') as HTMLInputElement;
  await userEvent.upload(input, new File(['contract Loaded {}'], 'Loaded.sol'));
  await eventually(() => expect(isAsked).toBe(true));
  await paste(opened, 'Own.sol', 'contract Own {}');
  filling.resolve({ [LOADED]: 'contract Loaded {}' });
  await eventually(() => expect(added()).toHaveProperty([LOADED]));
  expect(added()).toHaveProperty(['Own.sol'], 'contract Own {}');
});
