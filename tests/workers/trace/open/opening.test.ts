/** Every way along the machine of opening: which steps follow one another, what the page is told, and what it shows. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { failure } from '../../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../../src/core/values/result';
import type { TransactionRecord } from '../../../../src/workers/chain/chain.api';
import type { Loaded } from '../../../../src/workers/chain/transaction-request';
import type { TraceHandle } from '../../../../src/workers/ids';
import {
  ASKING,
  after,
  firstStep,
  type GivenTrace,
  type KeptScreen,
  type Next,
  type Repeated,
  type Shown,
  type ShownEvent,
  type Step,
  shown,
} from '../../../../src/workers/trace/open/opening';
import type { OpenedTrace, TraceEvent, TransactionUpdate } from '../../../../src/workers/trace/open-trace.api';
import type { Opened } from '../../../../src/workers/trace/opened';
import { minedReceipt, minedTransaction } from '../../../app/transaction/records';

const BLOCK = minedReceipt().blockHash;
const OTHER = `0x${'c2'.repeat(32)}` as Hash;
const down = failure('endpointDown', 'Nobody answers.');
const gone = failure('notFound', 'It was dropped.');

function record(origin: 'cache' | 'endpoint', blockHash: Hash | undefined, change = {}): Loaded {
  const stated: TransactionRecord = { transaction: minedTransaction(change), origin, fetchedAt: 1 };
  const mined = blockHash === undefined ? stated : { ...stated, receipt: minedReceipt({ blockHash }) };
  return { record: mined, receipt: async () => fail(failure('notFound', 'No logs here.')) };
}
const kept = record('cache', BLOCK);
const mined = record('endpoint', BLOCK);
const moved = record('endpoint', OTHER);
const pending = record('endpoint', undefined);

/** As much of an open trace as the machine depends on. */
const traceOf = (handle: number, more: Partial<OpenedTrace> = {}) =>
  ({ handle: handle as TraceHandle, first: { outcome: { status: 'success' } }, ...more }) as OpenedTrace;
const screenOf = (blockHash: Hash): KeptScreen => ({ blockHash, screen: traceOf(0) });
const made = { receipt: minedReceipt() } as Opened;

/** One step of a way: the answer to the step that the engine is at, or something that the page hears. */
type Leg = { answers: Step['step']; next: (at: never) => Next; told?: TransactionUpdate } | { heard: ShownEvent };

const read = (found?: Loaded, screen?: KeptScreen): Leg => ({
  answers: 'reading',
  next: () => after.reading(found, screen),
});
const asked = (answer: Loaded | typeof down): Leg => ({
  answers: 'asking',
  next: (at) => after.asking(at, resultOf(answer)),
});
const confirmed = (answer: Loaded | typeof down): Leg => ({
  answers: 'confirming',
  next: (at) => after.confirming(at, resultOf(answer)),
});
const waited: Leg = { answers: 'waiting', next: after.waiting };
const repeated = (answer: Result<Repeated, typeof down>): Leg => ({
  answers: 'repeating',
  next: () => after.repeating(answer),
});
const given = (handle: number, more: Partial<OpenedTrace> = {}): Leg => ({
  answers: 'opening',
  next: (at) => after.opening(at, { handle: handle as TraceHandle, isFromFile: more.fromFile ?? false }),
  told: { type: 'opened', trace: traceOf(handle, more) },
});
const refused: Leg = {
  answers: 'opening',
  next: (at) => after.opening(at, undefined),
  told: { type: 'noTrace', failure: down },
};
const heard = (event: ShownEvent): Leg => ({ heard: event });
const happened = (event: Omit<TraceEvent, 'handle'>, handle = 1) =>
  heard({ type: 'event', event: { ...event, handle: handle as TraceHandle } as TraceEvent });

function resultOf<T extends object>(answer: T | typeof down): Result<T, typeof down> {
  return 'code' in answer ? fail(answer) : ok(answer as T);
}

type Walked = { steps: string; told: string; closed: readonly number[]; at: Step; page: Shown };

/** Goes the way, as the engine and the page do together. */
function walk(first: Step, legs: readonly Leg[]): Walked {
  let at = first;
  let page = ASKING;
  const steps: string[] = [at.step];
  const told: string[] = [];
  const closed: number[] = [];
  const tell = (update: TransactionUpdate | undefined) => {
    if (update === undefined) return;
    told.push(update.type);
    page = shown(page, update);
  };
  for (const leg of legs) {
    if ('heard' in leg) {
      page = shown(page, leg.heard);
      continue;
    }
    expect(at.step).toBe(leg.answers);
    tell(leg.told);
    const next = leg.next(at as never);
    if (at.step === 'opening' && at.insteadOf !== undefined) closed.push(at.insteadOf);
    if (next.close !== undefined) closed.push(next.close);
    at = next.to;
    steps.push(at.step);
    tell(next.tell);
    if (at.step === 'ended') page = shown(page, { type: 'ended', result: at.result });
  }
  return { steps: steps.join(' → '), told: told.join(', '), closed, at, page };
}

type Way = {
  legs: readonly Leg[];
  isSimulated?: boolean;
  steps: string;
  told: string;
  closed?: readonly number[];
  page: object;
  result?: object;
};

const open = (handle: number, more = {}) => ({ state: 'open', summary: { handle, ...more } });
const progress = { phase: 'Executing it again', done: 1, unit: 'steps' } as const;
const replayed = {
  type: 'replayed',
  summary: traceOf(1, { source: 'replay', replaying: false }),
  outcome: { status: 'success' },
} as const;

const WAYS: Readonly<Record<string, Way>> = {
  'mined, not kept: executed again': {
    legs: [read(), asked(mined), given(1, { source: 'replay' })],
    steps: 'reading → asking → opening → ended',
    told: 'record, opened',
    page: { asking: false, failure: undefined, trace: open(1, { source: 'replay' }) },
  },
  "mined, not kept: the node's calls, then the replay behind them": {
    legs: [
      read(),
      asked(mined),
      given(1, { source: 'callTracer', replaying: true }),
      happened({ type: 'replaying', progress } as never),
      happened(replayed as never),
    ],
    steps: 'reading → asking → opening → ended',
    told: 'record, opened',
    page: { trace: { ...open(1, { source: 'replay', replaying: false }), known: 1 } },
  },
  'mined, not kept: provisional rows, which the replay takes the place of': {
    legs: [
      read(),
      asked(mined),
      given(1, { source: 'replay', isProvisional: true, replaying: true }),
      happened(replayed as never),
    ],
    steps: 'reading → asking → opening → ended',
    told: 'record, opened',
    page: { trace: open(1, { source: 'replay' }) },
  },
  'mined, not kept: the receipt only': {
    legs: [read(), asked(mined), given(1, { source: 'receipt' })],
    steps: 'reading → asking → opening → ended',
    told: 'record, opened',
    page: { trace: open(1, { source: 'receipt' }) },
  },
  'mined, not kept: no trace can be had': {
    legs: [read(), asked(mined), refused],
    steps: 'reading → asking → opening → ended',
    told: 'record, noTrace',
    page: { asking: false, record: mined.record, trace: { state: 'failed', failure: down } },
    result: ok(undefined),
  },
  'unknown to every endpoint': {
    legs: [read(), asked(gone)],
    steps: 'reading → asking → ended',
    told: '',
    page: { asking: false, record: undefined, failure: gone, trace: { state: 'none' } },
    result: fail(gone),
  },
  'kept with its first screen, and confirmed': {
    legs: [read(kept, screenOf(BLOCK)), given(1, { cached: true }), confirmed(mined)],
    steps: 'reading → opening → confirming → ended',
    told: 'record, opened, record',
    page: { asking: false, record: mined.record, changed: undefined, trace: open(1, { cached: true }) },
  },
  'kept, and not to be confirmed': {
    legs: [read(kept), given(1, { cached: true }), confirmed(down)],
    steps: 'reading → opening → confirming → ended',
    told: 'record, opened, unconfirmed',
    page: { record: kept.record, failure: down, trace: open(1) },
    result: ok(undefined),
  },
  'kept without its trace, which cannot be had, and confirmed': {
    legs: [read(kept), refused, confirmed(mined)],
    steps: 'reading → opening → confirming → ended',
    told: 'record, noTrace, record',
    page: { record: mined.record, trace: { state: 'failed', failure: down } },
  },
  'from a file or a link: the rows give way to those of the endpoint': {
    legs: [read(kept), given(1, { fromFile: true }), confirmed(mined), given(2)],
    steps: 'reading → opening → confirming → opening → ended',
    told: 'record, opened, record, opened',
    closed: [1],
    page: { changed: undefined, trace: open(2) },
  },
  'from a file, forged: the page says what the endpoint says otherwise': {
    legs: [
      read(record('cache', BLOCK, { value: 7n, to: `0x${'5e'.repeat(20)}` as Address })),
      given(1, { fromFile: true }),
      confirmed(mined),
      given(2),
    ],
    steps: 'reading → opening → confirming → opening → ended',
    told: 'record, opened, record, opened',
    closed: [1],
    page: { record: mined.record, changed: { kind: 'fields', fields: ['to', 'value'] }, trace: open(2) },
  },
  'from a file, and nobody can be asked': {
    legs: [read(kept), given(1, { fromFile: true }), confirmed(down)],
    steps: 'reading → opening → confirming → ended',
    told: 'record, opened, unconfirmed',
    page: { failure: down, trace: open(1, { fromFile: true }) },
  },
  'kept, and reorganised into another block': {
    legs: [read(kept, screenOf(BLOCK)), given(1), confirmed(moved), happened(replayed as never), given(2)],
    steps: 'reading → opening → confirming → opening → ended',
    told: 'record, opened, record, opened',
    closed: [1],
    page: { record: moved.record, changed: { kind: 'block' }, trace: { ...open(2), known: 0 } },
  },
  'kept, and reorganised so that it is pending again, then mined': {
    legs: [
      read(kept),
      given(1),
      confirmed(pending),
      asked(pending),
      waited,
      asked(moved),
      given(2),
      happened({ type: 'view' } as never, 1),
    ],
    steps: 'reading → opening → confirming → asking → waiting → asking → opening → ended',
    told: 'record, opened, record, record, opened',
    closed: [1],
    page: { record: moved.record, changed: { kind: 'pending' }, trace: { ...open(2), known: 0 } },
  },
  'kept, and taken back by the chain': {
    legs: [read(kept), given(1), confirmed(gone)],
    steps: 'reading → opening → confirming → ended',
    told: 'record, opened, unconfirmed',
    page: { record: kept.record, failure: gone, trace: open(1) },
  },
  'pending, told once, then mined': {
    legs: [read(), asked(pending), waited, asked(pending), waited, asked(mined), given(1)],
    steps: 'reading → asking → waiting → asking → waiting → asking → opening → ended',
    told: 'record, record, opened',
    page: { record: mined.record, trace: open(1) },
  },
  'kept as pending, then dropped or replaced': {
    legs: [read(record('cache', undefined)), asked(pending), waited, asked(gone)],
    steps: 'reading → asking → waiting → asking → ended',
    told: 'record',
    page: { asking: false, record: pending.record, failure: gone, trace: { state: 'none' } },
    result: fail(gone),
  },
  'a step of a simulation': {
    isSimulated: true,
    legs: [repeated(ok({ loaded: kept, made })), given(1)],
    steps: 'repeating → opening → ended',
    told: 'record, opened',
    page: { record: kept.record, changed: undefined, trace: open(1) },
  },
  'a step of a simulation that is not kept here': {
    isSimulated: true,
    legs: [repeated(fail(gone))],
    steps: 'repeating → ended',
    told: '',
    page: { record: undefined, failure: gone },
    result: fail(gone),
  },
  'cancelled by the reader while the trace is on its way': {
    legs: [read(), asked(mined), heard({ type: 'ended', result: fail(failure('cancelled', 'Cancelled.')) })],
    steps: 'reading → asking → opening',
    told: 'record',
    page: { asking: false, record: mined.record, trace: { state: 'failed', failure: { code: 'cancelled' } } },
  },
};

test.each(Object.entries(WAYS))('%s', (_, { legs, isSimulated = false, result, closed = [], ...expected }) => {
  const { at, ...walked } = walk(firstStep(isSimulated), legs);
  expect(walked).toMatchObject({ ...expected, closed });
  if (result !== undefined) expect(at).toEqual({ step: 'ended', result });
});

describe('a trace at hand', () => {
  test('the first screen is taken where it is of the block of the record, and not after a reorganisation', () => {
    expect(after.reading(kept, screenOf(BLOCK)).to).toMatchObject({ step: 'opening', screen: traceOf(0) });
    expect(after.reading(kept, screenOf(OTHER)).to).not.toHaveProperty('screen');
    expect(after.reading(kept, undefined).to).not.toHaveProperty('screen');
    // Asked again is what this browser kept, not what an endpoint has just said.
    expect(after.reading(kept, undefined).to).toMatchObject({ isKept: true });
    expect(after.reading(mined, undefined).to).toMatchObject({ isKept: false });
  });

  test('rows of an endpoint are no reason to open them again, and those of a file are not closed before others are given', () => {
    const confirming = (trace: GivenTrace) => after.confirming({ step: 'confirming', kept, given: trace }, ok(mined));
    const handle = 1 as TraceHandle;
    expect(confirming({ handle, isFromFile: false }).to.step).toBe('ended');
    expect(confirming({ handle, isFromFile: true })).toMatchObject({ to: { step: 'opening', insteadOf: handle } });
    expect(confirming({ handle, isFromFile: true })).not.toHaveProperty('close');
  });

  test('what ran of a simulation is what is opened', () => {
    expect(after.repeating(ok({ loaded: kept, made })).to).toMatchObject({ step: 'opening', made, isKept: false });
  });
});

test('the picture in docs/machines.md has these steps and no others', () => {
  const docs = readFileSync(new URL('../../../../docs/machines.md', import.meta.url), 'utf8');
  const [, picture = ''] = /## Opening a transaction: the engine\n.*?```mermaid\n(.*?)```/s.exec(docs) ?? [];
  const drawn = [...picture.matchAll(/^ {2}(\w+|\[\*\]) --> (\w+|\[\*\])/gm)].map(([, from, to]) => `${from} ${to}`);
  const gone = Object.values(WAYS).flatMap(({ steps }) => {
    const names = steps.split(' → ');
    const ends = names.at(-1) === 'ended' ? ['ended [*]'] : [];
    return [`[*] ${names[0]}`, ...names.slice(1).map((to, at) => `${names[at]} ${to}`), ...ends];
  });
  expect([...new Set(drawn)].sort()).toEqual([...new Set(gone)].sort());
});
