/** The page of the simulator: what is pasted into it, and what stays of what was typed. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { SimulatorPage } from '../../../src/app/views/simulator/SimulatorPage';
import { unpackDraft } from '../../../src/app/views/simulator/share-link';
import { ok } from '../../../src/core/result';
import { draftOf, emptyDraft, emptyStep, writeDraft } from '../../../src/core/simulation/draft';
import { eventually } from '../../helpers/eventually';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

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
