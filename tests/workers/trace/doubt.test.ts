import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import type { Checked } from '../../../src/core/proof/proof-level';
import { doubtOf } from '../../../src/workers/trace/doubt';
import type { TraceSummary } from '../../../src/workers/trace/open-trace.api';

type Given = Partial<Pick<TraceSummary, 'skipped' | 'contradictions'>> & { checked?: Partial<Checked> };

function doubtFrom({ checked, skipped = [], contradictions }: Given) {
  const verification = { checked: { unchecked: [], isIncluded: true, ...checked } };
  const summary = { skipped, ...(contradictions && { contradictions }), ...(checked && { verification }) };
  return doubtOf(summary as unknown as TraceSummary);
}

const HASH = 'The fields of the transaction do not have its hash.';
const STATE = 'The state has another balance of 0x11 than the endpoint said.';

test('there is none where nothing contradicts', () => {
  expect(doubtFrom({ checked: {} })).toBeUndefined();
  expect(doubtFrom({ skipped: [{ source: 'prestateTracer', reason: 'It is not answered.' }] })).toBeUndefined();
  // A better method that differed is of no account where another one was verified.
  expect(doubtFrom({ checked: {}, skipped: [{ source: 'replay', reason: 'x', differs: true }] })).toBeUndefined();
});

test('fields that cannot be true stand in the place of what happened, state does not', () => {
  const skipped = [{ source: 'replay' as const, reason: `Not shown. ${HASH}`, differs: true, contradiction: HASH }];
  expect(doubtFrom({ skipped })).toEqual({ reason: `Not shown. ${HASH}`, instead: HASH });
  expect(doubtFrom({ checked: { contradiction: HASH } })).toEqual({ reason: HASH, instead: HASH });
  const otherState = [{ address: '0x11' as Address, part: 'balance' as const }];
  expect(doubtFrom({ checked: { contradiction: STATE, otherState } })).toEqual({ reason: STATE });
});

test('another outcome and calls that do not fit are doubted, without a word for what happened', () => {
  expect(
    doubtFrom({ skipped: [{ source: 'replay', reason: 'Gas differs.', differs: true }] })?.instead,
  ).toBeUndefined();
  expect(doubtFrom({ contradictions: ['One.', 'Two.'] })).toEqual({ reason: 'One. Two.' });
});
