/** Questions of components to workers: answers, failures, retries, and what is cancelled where. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useLoaded } from '../../src/app/use-loaded';
import { useQuestion } from '../../src/app/use-question';
import { type Wiring, WiringProvider } from '../../src/app/wiring';
import { type Failure, failure } from '../../src/core/values/failure';
import { fail, ok, type Result } from '../../src/core/values/result';
import { eventually } from '../helpers/eventually';

type Asked = { key: string; job: string; answer: (result: Result<string, Failure>) => void; lose: (e: Error) => void };

let root: Root;
let place: HTMLElement;
let asked: Asked[];
let cancelled: string[];
/** How many questions had been asked when something was cancelled. */
let askedBefore: number[];

/** A worker that notes what is cancelled in it. */
const worker = (name: string) => ({
  async cancel(job: string) {
    cancelled.push(`${name} ${job}`);
    askedBefore.push(asked.length);
  },
});

beforeEach(() => {
  asked = [];
  cancelled = [];
  askedBefore = [];
  loads = [];
  lost = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

type Load = { key: string | undefined; resolve: (text: string) => void; reject: (e: Error) => void };
let loads: Load[];
let lost: string[];

function Loader({ of, version }: { of: string | undefined; version: number }) {
  const value = useLoaded(
    of,
    () => new Promise<string>((resolve, reject) => loads.push({ key: of, resolve, reject })),
    { version, onLost: (error) => lost.push((error as Error).message) },
  );
  return <p>{value ?? '…'}</p>;
}

const wiring = {
  workers: { trace: worker('trace'), compiler: worker('compiler') },
} as unknown as Wiring;

function Questioner({ of, version }: { of: string; version?: number }) {
  const answer = useQuestion(
    'compiler',
    of,
    (_, job) => new Promise<Result<string, Failure>>((answer, lose) => asked.push({ key: of, job, answer, lose })),
    { version, when: of !== 'nothing' },
  );
  const text = answer.state === 'here' ? answer.value : answer.state === 'failed' ? answer.failure.message : '…';
  return (
    <button type="button" onClick={answer.again}>
      {answer.state} {text} {answer.last}
    </button>
  );
}

const show = (of: string, version?: number) =>
  flushSync(() =>
    root.render(
      <WiringProvider value={wiring}>
        <Questioner of={of} {...(version === undefined ? {} : { version })} />
      </WiringProvider>,
    ),
  );
const shown = (text: string) => eventually(() => expect(place.textContent?.trim()).toBe(text));
const last = () => asked.at(-1) as Asked;

test('cancel reaches the worker that runs the job, and no other', async () => {
  show('one');
  await eventually(() => expect(asked).toHaveLength(1));
  const { job } = last();
  flushSync(() => root.render(null));
  await eventually(() => expect(cancelled).toEqual([`compiler ${job}`]));
});

test('a question that is asked anew is asked before the earlier one is cancelled', async () => {
  show('one', 1);
  await eventually(() => expect(asked).toHaveLength(1));
  const { job } = last();
  show('one', 2);
  await eventually(() => expect(cancelled).toEqual([`compiler ${job}`]));
  expect(askedBefore).toEqual([2]);
});

test('a question that is rejected after its component left is nobody’s error', async () => {
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener('unhandledrejection', note);
  show('one');
  await eventually(() => expect(asked).toHaveLength(1));
  flushSync(() => root.render(null));
  last().lose(new Error('the trace is closed'));
  // The browser reports rejections without a handler at the end of a task.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  removeEventListener('unhandledrejection', note);
  expect(unhandled).toEqual([]);
});

test('an answer that came is not cancelled', async () => {
  show('one');
  await eventually(() => expect(asked).toHaveLength(1));
  last().answer(ok('first'));
  await shown('here first first');
  flushSync(() => root.render(null));
  await Promise.resolve();
  expect(cancelled).toEqual([]);
});

test('an answer for another key is never shown', async () => {
  show('one');
  await eventually(() => expect(asked).toHaveLength(1));
  show('two');
  await eventually(() => expect(asked).toHaveLength(2));
  asked[0]?.answer(ok('late'));
  asked[1]?.answer(ok('second'));
  await shown('here second second');
  show('three');
  await shown('waiting …');
});

test('a failure is asked again, and the question waits meanwhile', async () => {
  show('one');
  await eventually(() => expect(asked).toHaveLength(1));
  last().answer(fail(failure('timeout', 'Too late.')));
  await shown('failed Too late.');
  place.querySelector('button')?.click();
  await shown('waiting …');
  await eventually(() => expect(asked).toHaveLength(2));
  last().answer(ok('now'));
  await shown('here now now');
});

test('another version keeps the older answer, and its value when the newer one is a failure', async () => {
  show('one', 1);
  await eventually(() => expect(asked).toHaveLength(1));
  last().answer(ok('old'));
  await shown('here old old');
  show('one', 2);
  await eventually(() => expect(asked).toHaveLength(2));
  await shown('here old old');
  last().answer(fail(failure('timeout', 'Too late.')));
  await shown('failed Too late. old');
});

test('a call that is lost with its worker is made once more', async () => {
  show('one');
  await eventually(() => expect(asked).toHaveLength(1));
  const stopped = Object.assign(new Error('stopped'), { name: 'WorkerStoppedError' });
  last().lose(stopped);
  await eventually(() => expect(asked).toHaveLength(2));
  last().lose(stopped);
  await shown('failed The engine stopped before it answered.');
  expect(asked).toHaveLength(2);
});

test('nothing is asked while a question is not wanted', async () => {
  show('nothing');
  await shown('waiting …');
  expect(asked).toHaveLength(0);
});

test('a loaded value is dropped with its key, kept over versions, and a rejection is told to the component that waits', async () => {
  const render = (of: string | undefined, version = 0) =>
    flushSync(() => root.render(<Loader of={of} version={version} />));
  render('one');
  await eventually(() => expect(loads).toHaveLength(1));
  loads[0]?.resolve('first');
  await shown('first');
  render('one', 1);
  await eventually(() => expect(loads).toHaveLength(2));
  await shown('first');
  render('two', 1);
  await shown('…');
  loads[1]?.resolve('late');
  await eventually(() => expect(loads).toHaveLength(3));
  loads[2]?.reject(new Error('gone'));
  await eventually(() => expect(lost).toEqual(['gone']));
  await shown('…');
  render(undefined, 1);
  render('one', 1);
  await shown('…');
});
