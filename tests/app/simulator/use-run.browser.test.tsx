/** A run whose form is left before it ends. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { SimulationForm } from '../../../src/app/views/simulator/SimulationForm';
import { emptyDraft, emptyStep } from '../../../src/core/simulation/draft';
import type { SimulationId } from '../../../src/core/simulation/simulation-hash';
import { ok } from '../../../src/core/values/result';
import type { TraceService } from '../../../src/workers/client';
import type { SimulationResult } from '../../../src/workers/trace/simulations.api';
import { eventually } from '../../helpers/eventually';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

const button = (name: string) =>
  [...(page?.element.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name) as HTMLElement;

const DRAFT = emptyDraft(String(DEMO.id), [emptyStep({ from: `0x${'1a'.repeat(20)}`, to: `0x${'2b'.repeat(20)}` })]);

const RESULT: SimulationResult = {
  id: 'ab'.repeat(16) as SimulationId,
  draft: DRAFT,
  placed: [],
  name: '',
  note: '',
  createdAt: 0,
  block: { number: 1, timestamp: 0 },
  steps: [],
  read: { accounts: 0, slots: 0 },
};

function Left() {
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
      {!isLeft && <SimulationForm network={DEMO} draft={DRAFT} onDraft={() => {}} />}
    </>
  );
}

test('a run is cancelled when its form is left, and leads nowhere if it ends all the same', async () => {
  const jobs: string[] = [];
  const cancelled: string[] = [];
  let end = () => {};
  const trace: Partial<TraceService> = {
    runSimulation: (job) => {
      jobs.push(job);
      return new Promise((answer) => {
        end = () => answer(ok(RESULT));
      });
    },
    cancel: async (job) => void cancelled.push(job),
  };
  page = mountAt({ path: '/form', pattern: '/form', answers: { trace } }, <Left />);
  await eventually(() => expect(button('Run the step')).toBeDefined());
  await userEvent.click(button('Run the step'));
  await eventually(() => expect(jobs).toHaveLength(1));
  await userEvent.click(button('Leave'));
  await eventually(() => expect(cancelled).toEqual(jobs));
  end();
  await new Promise((done) => setTimeout(done)); // whatever follows an answer has run by then
  expect(page.address()).toBe('/demo/form');
});
